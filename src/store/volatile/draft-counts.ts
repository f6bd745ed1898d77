// Machine drafts that a person asked for today, counted over all processes.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Store } from '../store.ts'

interface Count {
  readonly day: string
  readonly used: number
}

const keyOfPerson = (userId: number): Buffer => keyOf('statistics', `drafts:${userId}`)

/** False: the person has had `max` drafts on this day. */
export function takeDraft({ volatile: db }: Store, userId: number, day: string, max: number): boolean {
  return db.transactionSync(() => {
    const count = getRecord<Count>(db, keyOfPerson(userId))
    const used = count?.day === day ? count.used : 0
    if (used >= max) return false
    putRecord(db, keyOfPerson(userId), { day, used: used + 1 } satisfies Count)
    return true
  })
}

/** A draft that did not come counts for nothing. */
export function giveBackDraft({ volatile: db }: Store, userId: number, day: string): void {
  db.transactionSync(() => {
    const count = getRecord<Count>(db, keyOfPerson(userId))
    if (count?.day === day) putRecord(db, keyOfPerson(userId), { day, used: Math.max(0, count.used - 1) })
  })
}
