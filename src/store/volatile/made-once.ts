// Named results kept in volatile; lost ones are made again.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

const keyOfMade = (name: string): Buffer => keyOf('statistics', name)

/** The name contains the version of the result's shape. */
export const readMade = <T>({ volatile }: Store, name: string): T | null =>
  getRecord<T>(volatile, keyOfMade(name)) ?? null

export const keepMade = ({ volatile }: Store, name: string, made: unknown): void =>
  volatile.transactionSync(() => putRecord(volatile, keyOfMade(name), made))
