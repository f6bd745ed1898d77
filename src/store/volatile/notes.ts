// Small values that all processes of a store share until the machine restarts: damage that was found, results and a key that are
// made only once, the set-up code, and how many drafts each person had today.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord, removeEntry } from '../file/record.ts'
import type { Store } from '../store.ts'

// The damage found by the latest check or backup, shown by the doctor and the site's home until a later one finds none.
// A boot forgets it.

export interface FoundDamage {
  readonly atMs: number
  /** The first finding in original data, or without any the first of all, in the words of `windrow check`. */
  readonly problem: string
  /** `windrow check --repair` repairs all of it. */
  readonly isRepairable: boolean
}

const damageKey = keyOf('lease', 'damage')

/** Notes what damage a check found; null: none. */
export const noteDamage = ({ volatile }: Store, damage: FoundDamage | null): void =>
  volatile.transactionSync(() => {
    if (damage === null) void volatile.remove(damageKey)
    else putRecord(volatile, damageKey, damage)
  })

export const readDamage = ({ volatile }: Pick<Store, 'volatile'>): FoundDamage | null =>
  getRecord<FoundDamage>(volatile, damageKey) ?? null

const keyOfMade = (name: string): Buffer => keyOf('statistics', name)

/** A result that was made once, by its name, which contains the version of the result's shape. */
export const readMade = <T>({ volatile }: Store, name: string): T | null =>
  getRecord<T>(volatile, keyOfMade(name)) ?? null

export const keepMade = ({ volatile }: Store, name: string, made: unknown): void =>
  volatile.transactionSync(() => putRecord(volatile, keyOfMade(name), made))

/** The key that seals what visitors take to a provider and back. All processes have one; the first that asks makes it. */
export function errandKey({ volatile: db }: Store, make: () => string): string {
  const key = keyOfMade('errand key')
  const read = (): string | undefined => getRecord<string>(db, key)
  const readOrMake = (): string => {
    const kept = read() ?? make()
    putRecord(db, key, kept)
    return kept
  }
  return read() ?? db.transactionSync(readOrMake)
}

// The digest of the set-up code printed at this start (docs/people.md#set-up-link). In volatile, because the next
// start voids it even while an import holds the writer of main.

interface SetupCode {
  /** SHA-256 of the code, in hex. */
  readonly digest: string
  readonly madeAtMs: number
}

const setupKey = keyOf('setup')

export const readSetupCode = (store: Store): SetupCode | undefined => getRecord<SetupCode>(store.volatile, setupKey)

/** Stores the digest of the set-up code; null removes it. */
export function putSetupCode(store: Store, code: SetupCode | null): void {
  store.volatile.transactionSync(() => {
    if (code === null) removeEntry(store.volatile, setupKey)
    else putRecord(store.volatile, setupKey, code)
  })
}

/** Removes the code if it is still this one; of concurrent callers one gets true. */
export function takeSetupCode(store: Store, digest: string): boolean {
  return store.volatile.transactionSync(
    () => getRecord<SetupCode>(store.volatile, setupKey)?.digest === digest && removeEntry(store.volatile, setupKey),
  )
}

interface Count {
  readonly day: string
  readonly used: number
}

const keyOfPerson = (userId: number): Buffer => keyOf('statistics', `drafts:${userId}`)

const zonesMs = 2 * 24 * 60 * 60 * 1000

/** Whether a count is for this day. One for a slightly later day is, too: a browser whose time zone changes gives no new drafts. */
const isOf = (count: Count | undefined, day: string): count is Count =>
  count !== undefined && count.day >= day && Date.parse(count.day) - Date.parse(day) <= zonesMs

/** Counts a draft. False: the person has had `max` drafts on this day. */
export function takeDraft({ volatile: db }: Store, userId: number, day: string, max: number): boolean {
  return db.transactionSync(() => {
    const kept = getRecord<Count>(db, keyOfPerson(userId))
    const count = isOf(kept, day) ? kept : { day, used: 0 }
    if (count.used >= max) return false
    putRecord(db, keyOfPerson(userId), { ...count, used: count.used + 1 } satisfies Count)
    return true
  })
}

/** Takes back the count of a draft that did not come. */
export function giveBackDraft({ volatile: db }: Store, userId: number, day: string): void {
  db.transactionSync(() => {
    const count = getRecord<Count>(db, keyOfPerson(userId))
    if (isOf(count, day)) putRecord(db, keyOfPerson(userId), { ...count, used: Math.max(0, count.used - 1) })
  })
}
