// The damage found by the latest check or backup, shown by the doctor and the site's home until a later one finds none.
// A boot forgets it.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

export interface FoundDamage {
  readonly atMs: number
  /** The first finding in original data, or else the first, in the words of `windrow check`. */
  readonly problem: string
  /** `windrow check --repair` repairs all of it. */
  readonly isRepairable: boolean
}

const key = keyOf('lease', 'damage')

/** Null: no damage. */
export const noteDamage = ({ volatile }: Store, damage: FoundDamage | null): void =>
  volatile.transactionSync(() => {
    if (damage === null) void volatile.remove(key)
    else putRecord(volatile, key, damage)
  })

export const readDamage = ({ volatile }: Pick<Store, 'volatile'>): FoundDamage | null =>
  getRecord<FoundDamage>(volatile, key) ?? null
