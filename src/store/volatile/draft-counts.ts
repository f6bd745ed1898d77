// Machine drafts that a person asked for today, counted over all processes.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

interface Count {
  readonly day: string
  readonly used: number
}

const keyOfPerson = (userId: number): Buffer => keyOf('statistics', `drafts:${userId}`)

const zonesMs = 2 * 24 * 60 * 60 * 1000

/** The same day, or a later one by less than zones differ: a browser whose zone changes gives no drafts anew. */
const isOf = (count: Count | undefined, day: string): count is Count =>
  count !== undefined && count.day >= day && Date.parse(count.day) - Date.parse(day) <= zonesMs

/** False: the person has had `max` drafts on this day. */
export function takeDraft({ volatile: db }: Store, userId: number, day: string, max: number): boolean {
  return db.transactionSync(() => {
    const kept = getRecord<Count>(db, keyOfPerson(userId))
    const count = isOf(kept, day) ? kept : { day, used: 0 }
    if (count.used >= max) return false
    putRecord(db, keyOfPerson(userId), { ...count, used: count.used + 1 } satisfies Count)
    return true
  })
}

/** A draft that did not come counts for nothing. */
export function giveBackDraft({ volatile: db }: Store, userId: number, day: string): void {
  db.transactionSync(() => {
    const count = getRecord<Count>(db, keyOfPerson(userId))
    if (isOf(count, day)) putRecord(db, keyOfPerson(userId), { ...count, used: Math.max(0, count.used - 1) })
  })
}
