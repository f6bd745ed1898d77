// The damage found by the latest check or backup, shown by the doctor and the site's home until a later one finds none. A boot
// forgets it; the next automatic backup looks again.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

export interface FoundDamage {
  readonly atMs: number
  /** The first finding in original data, or else the first, in the words of `windrow check`. */
  readonly problem: string
  /** True: `windrow check --repair` makes all of it again. */
  readonly isRepairable: boolean
}

const key = keyOf('lease', 'damage')

/** Null: the check found no damage. */
export const noteDamage = ({ volatile }: Store, damage: FoundDamage | null): void =>
  volatile.transactionSync(() => {
    if (damage === null) void volatile.remove(key)
    else putRecord(volatile, key, damage)
  })

export const readDamage = ({ volatile }: Pick<Store, 'volatile'>): FoundDamage | null =>
  getRecord<FoundDamage>(volatile, key) ?? null
