// The damage that the latest check or backup found, for the doctor and the site's home, until a later one finds none. A restart
// of the machine forgets it; the next automatic backup looks again.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

export interface FoundDamage {
  readonly atMs: number
  /** The first finding in original data, or else the first finding, in the words of `windrow check`. */
  readonly problem: string
  /** All damaged data is derived: `windrow check --repair` makes it again. */
  readonly isRepairable: boolean
}

const key = keyOf('lease', 'damage')

/** Null: nothing was found. */
export const noteDamage = ({ volatile }: Store, damage: FoundDamage | null): void =>
  volatile.transactionSync(() => {
    if (damage === null) void volatile.remove(key)
    else putRecord(volatile, key, damage)
  })

export const readDamage = ({ volatile }: Pick<Store, 'volatile'>): FoundDamage | null =>
  getRecord<FoundDamage>(volatile, key) ?? null
