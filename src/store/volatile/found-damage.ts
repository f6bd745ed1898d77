// What the latest look at the whole store found wrong (a check, a backup), for the doctor and the site's home, until a later
// look finds nothing. It is forgotten when the machine starts anew; the next automatic backup looks again.
import { keyOf } from '../keyspace.ts'
import { getRecord, putRecord } from '../record.ts'
import type { Store } from '../store.ts'

export interface FoundDamage {
  readonly atMs: number
  /** The first finding that is original, or else the first, as `windrow check` says it. */
  readonly problem: string
  /** All of it is derived: `windrow check --repair` makes it anew. */
  readonly isRepairable: boolean
}

const key = keyOf('lease', 'damage')

/** Null: the look found nothing. */
export const noteDamage = ({ volatile }: Store, damage: FoundDamage | null): void =>
  volatile.transactionSync(() => {
    if (damage === null) void volatile.remove(key)
    else putRecord(volatile, key, damage)
  })

export const readDamage = ({ volatile }: Pick<Store, 'volatile'>): FoundDamage | null =>
  getRecord<FoundDamage>(volatile, key) ?? null
