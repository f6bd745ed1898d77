// Reads for a check: tables entry by entry, records by their schema, and indexes by comparing them with what they should have.
import type { z } from 'zod'
import type { Findings } from './check-findings.ts'
import type { Database, Entry } from '../file/environment.ts'
import { type AnyTable, keyOf, tableName } from '../file/keyspace.ts'
import { asJson, entriesUnder, type Form, rangeOf } from '../file/record.ts'

/** The table's entries in key order, as copies. */
export const entriesOf = (db: Database, table: AnyTable): Generator<Entry, undefined> =>
  entriesUnder(db, { prefix: keyOf(table) })

export const keyCount = (db: Database, table: AnyTable): number => db.getKeysCount(rangeOf({ prefix: keyOf(table) }))

export function parseRecord<T>(
  findings: Findings,
  table: AnyTable,
  at: string,
  bytes: Buffer,
  schema: z.ZodType<T>,
  form: Form<unknown> = asJson,
): T | null {
  let value: unknown
  try {
    value = form.decode(bytes, bytes.length)
    // Decoders accept text that is not UTF-8, and bytes after the value: encoding again shows both.
    if (!form.encode(value).equals(bytes)) throw new Error('other bytes than its own')
  } catch {
    findings.add(table, at, 'is not a record (damaged bytes)')
    findings.damaged.add(tableName(table))
    return null
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  findings.damaged.add(tableName(table))
  findings.add(table, at, `is not a good record: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'wrong shape'}`)
  return null
}

/** Looks up each entry that the index should have; counting finds surplus ones. */
export class IndexCheck {
  readonly #db: Database
  readonly #findings: Findings
  readonly #table: AnyTable
  readonly #of: AnyTable
  #right = 0

  /** `of`: the table of the records. */
  constructor(db: Database, findings: Findings, table: AnyTable, of: AnyTable) {
    this.#db = db
    this.#findings = findings
    this.#table = table
    this.#of = of
  }

  /** Reports an entry that the index lacks. `whose`: the name of the record that the entry is for. */
  expect(key: Uint8Array, value: Uint8Array, whose: string): void {
    const stored = this.#db.getBinaryFast(key)
    const isThere = stored !== undefined
    const isRight = isThere && Buffer.from(stored.buffer, stored.byteOffset, stored.length).equals(value)
    if (isThere) this.#right++
    if (isRight) return
    this.#findings.add(
      this.#table,
      whose,
      isThere ? 'names another record' : 'is missing',
      (db) => void db.put(key, value),
    )
  }

  /** Reports entries that the index should not have. Calls `isExpected` for each entry, only if the counts differ. */
  finish(isExpected: (key: Buffer, value: Buffer) => boolean, nameOf: (key: Buffer) => string): void {
    const count = keyCount(this.#db, this.#table)
    this.#findings.count(this.#table, count)
    if (count === this.#right) return
    for (const { key, value } of entriesOf(this.#db, this.#table)) {
      // An entry may be right where a damaged record can't tell, which is reported elsewhere.
      if (readOr(() => isExpected(key, value), true)) continue
      const remove = (db: Database): void => void db.remove(key)
      const isSure = !this.#findings.damaged.has(tableName(this.#of))
      this.#findings.add(this.#table, nameOf(key), 'belongs to no record', isSure ? remove : undefined)
    }
  }
}

/** Reads a record. For a damaged one, which its own check reports, it returns the fallback. */
export function readOr<T>(read: () => T | undefined, fallback: T): T {
  try {
    return read() ?? fallback
  } catch {
    return fallback
  }
}

export class Peekable<T> {
  readonly #entries: Iterator<T>
  #next: IteratorResult<T>

  constructor(entries: Iterator<T>) {
    this.#entries = entries
    this.#next = entries.next()
  }

  peek(): T | undefined {
    return this.#next.done ? undefined : this.#next.value
  }

  take(): T | undefined {
    const value = this.peek()
    if (!this.#next.done) this.#next = this.#entries.next()
    return value
  }
}

export const nothing = Buffer.alloc(0)
