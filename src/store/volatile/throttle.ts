// Counts failed sign-ins and set-up codes, for all processes. An attempt is counted before the password is checked, so that
// concurrent ones all count; a successful one is taken back.
import { sha256 } from '../../base/bytes.ts'
import { keyOf, TABLES } from '../file/keyspace.ts'
import { getRecord, keysUnder, putRecord, removeEntry } from '../file/record.ts'
import type { Store } from '../store.ts'

interface Count {
  readonly attempts: number
  readonly sinceMs: number
  /** Absent: a quarter of an hour. */
  readonly windowMs?: number
}

export interface ThrottleRule {
  /** Whose attempts are counted: a name, an address, or both; stored as a digest. */
  readonly subject: string
  readonly attemptsMax: number
  /** How long attempts are counted, from the first one on; absent: a quarter of an hour. */
  readonly windowMs?: number
}

const throttleWindowMs = 15 * 60 * 1000
const sweptAtOnce = 64

const keyFor = (subject: string): Buffer => keyOf('throttle', sha256(subject))

/** Counts an attempt under every rule. Returns 0, or the milliseconds to wait if it was refused and not counted. */
export function takeAttempt(store: Store, rules: readonly ThrottleRule[], nowMs: number): number {
  const db = store.volatile
  return db.transactionSync(() => {
    const counts = rules.map((rule) => currentCount(getRecord<Count>(db, keyFor(rule.subject)), rule, nowMs))
    const waits = counts.map((count, i) =>
      count.attempts >= (rules[i]?.attemptsMax ?? 0) ? count.sinceMs + windowOf(count) - nowMs : 0,
    )
    const waitMs = Math.max(0, ...waits)
    if (waitMs > 0) return waitMs
    rules.forEach(({ subject }, i) => {
      const count = counts[i] as Count
      putRecord(db, keyFor(subject), { ...count, attempts: count.attempts + 1 } satisfies Count)
    })
    sweep(store, nowMs)
    return 0
  })
}

const windowOf = ({ windowMs = throttleWindowMs }: Pick<Count, 'windowMs'>): number => windowMs

const isOver = (count: Count, nowMs: number): boolean => Math.abs(nowMs - count.sinceMs) >= windowOf(count)

function currentCount(stored: Count | undefined, { windowMs }: ThrottleRule, nowMs: number): Count {
  if (stored !== undefined && !isOver(stored, nowMs)) return stored
  return { attempts: 0, sinceMs: nowMs, ...(windowMs !== undefined && { windowMs }) }
}

export function forgetAttempts(store: Store, subjects: readonly string[]): void {
  store.volatile.transactionSync(() => {
    for (const subject of subjects) removeEntry(store.volatile, keyFor(subject))
  })
}

export function takeBackAttempt(store: Store, subjects: readonly string[]): void {
  const db = store.volatile
  db.transactionSync(() => {
    for (const subject of subjects) {
      const count = getRecord<Count>(db, keyFor(subject))
      if (count !== undefined) putRecord(db, keyFor(subject), { ...count, attempts: Math.max(0, count.attempts - 1) })
    }
  })
}

function sweep(store: Store, nowMs: number): void {
  const db = store.volatile
  const keys = [...keysUnder(db, { prefix: Buffer.from([TABLES.throttle]), limit: sweptAtOnce })]
  for (const key of keys) {
    const count = getRecord<Count>(db, key)
    if (count !== undefined && isOver(count, nowMs)) removeEntry(db, key)
  }
}
