// Named results kept in the database volatile, which may be lost; they are then made again.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

const keyOfMade = (name: string): Buffer => keyOf('statistics', name)

/** The name must contain the version of the result's shape. */
export const readMade = <T>({ volatile }: Store, name: string): T | null =>
  getRecord<T>(volatile, keyOfMade(name)) ?? null

export const keepMade = ({ volatile }: Store, name: string, made: unknown): void =>
  volatile.transactionSync(() => putRecord(volatile, keyOfMade(name), made))
