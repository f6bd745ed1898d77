// Checks a kind of record by its declaration (records/kind.ts): well formed, under its own key, naming stored people;
// and its indexes.
import * as z from 'zod'
import type { Database } from '../file/environment.ts'
import { formOf, type Index, type Kind, readOfKind, valueIn } from '../records/kind.ts'
import { entriesOf, IndexCheck, parseRecord } from './check-reading.ts'
import type { Visit } from './check-findings.ts'

/** Checks of a kind that need rows, or several records. Made for each check of the store. */
export interface Beside<T> {
  onRecord(record: T): void
  onEnd?(): void
}

/** Made once, because making a schema costs more than a hundred records. */
const shapes = new WeakMap<object, unknown>()
function shapeOf<T>(kind: Kind<T>): z.ZodType<T> {
  const shape = (shapes.get(kind) as z.ZodType<T> | undefined) ?? kind.shape(z)
  shapes.set(kind, shape)
  return shape
}

/** Yields the number of records done. */
export function* checkKind<T>(visit: Visit, kind: Kind<T>, beside: Beside<T> | null): Generator<number> {
  const { db, findings, users, lastTimeMs } = visit
  const { table, indexes } = kind
  const shape = shapeOf(kind)
  const checks = indexes.map((index) => ({ index, check: new IndexCheck(db, findings, index.table, table) }))
  let done = 0
  for (const { key, value } of entriesOf(db, table)) {
    const at = kind.nameOf?.(key) ?? `${table.name} ${key.readUInt32BE(1)}`
    findings.count(table)
    const record = parseRecord<T>(findings, table, at, value, shape, formOf(kind))
    const wrongKey = kind.keyProblem?.(key) ?? null
    if (wrongKey !== null) findings.add(table, at, wrongKey)
    if (record === null) continue
    const problem = kind.problem?.(record, key, lastTimeMs) ?? null
    if (problem !== null) findings.add(table, at, problem)
    for (const [how, userId] of kind.people?.(record) ?? [])
      if (!users.has(userId)) findings.add(table, at, `${how} person ${userId}, who is not stored`)
    for (const { index, check } of checks)
      for (const entry of index.entries(record, key)) check.expect(entry, valueIn(index, record, key), at)
    beside?.onRecord(record)
    yield ++done
  }
  for (const { index, check } of checks)
    check.finish(
      (entry, value) => isEntryOf(db, kind, index, entry, value),
      (entry) => index.nameOf(entry),
    )
  beside?.onEnd?.()
}

function isEntryOf<T>(db: Database, kind: Kind<T>, index: Index<T>, entry: Buffer, value: Buffer): boolean {
  const key = index.recordKey(entry, value)
  const record = readOfKind(db, kind, key)
  return record !== undefined && index.entries(record, key).some((each) => each.equals(entry))
}
