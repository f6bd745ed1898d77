// Every revision of every row: heads (latest revisions) and earlier ones are in two tables, walked side by side.
import type { Revision } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, type Table, TABLES } from '../file/keyspace.ts'
import { rangeOf } from '../file/record.ts'
import { layerIn, revisionOf } from './heads.ts'
import { decodeHeads, decodeRevision } from './revision-bytes.ts'

/** A row's revisions in each layer, oldest first. */
type RevisionsOfRow = { readonly ordinal: number } & Readonly<Record<Layer, readonly Revision[]>>

/** Rows that were ever written to, also retired ones. */
export function* allRevisions(db: Database, firstOrdinal = 0): Generator<RevisionsOfRow> {
  const owns = entriesFrom(db, 'revision', firstOrdinal)
  const heads = entriesFrom(db, 'head', firstOrdinal)
  let [own, head] = [owns.next(), heads.next()]
  while (own.done !== true || head.done !== true) {
    const ordinal = Math.min(ordinalIn(own), ordinalIn(head))
    const row = { ordinal, manual: [] as Revision[], machine: [] as Revision[] }
    for (; own.done !== true && ordinalIn(own) === ordinal; own = owns.next())
      row[layerIn(own.value.key)].push(decodeRevision(own.value.value))
    if (head.done !== true && ordinalIn(head) === ordinal) {
      const { manual, machine } = decodeHeads(head.value.value)
      if (manual !== null) row.manual.push(revisionOf(manual))
      if (machine !== null) row.machine.push(revisionOf(machine))
      head = heads.next()
    }
    yield row
  }
}

interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

const ordinalIn = (next: IteratorResult<Entry, undefined>): number =>
  next.done === true ? Number.POSITIVE_INFINITY : next.value.key.readUInt32BE(1)

/** Yields copies: the engine's bytes are good only until the next read. */
function* entriesFrom(db: Database, table: Table, ordinal: number): Generator<Entry, undefined> {
  const range = rangeOf({ prefix: Buffer.from([TABLES[table]]), from: keyOfU32(table, ordinal) })
  for (const { key, value } of db.getRange(range)) yield { key: Buffer.from(key), value: Buffer.from(value) }
  return undefined
}

/**
 * Revisions from `firstOrdinal` to before `endOrdinal`, ending after the row that reaches `count`, so that readers can
 * rest. Empty: the end.
 */
export function readRevisionsFrom(
  db: Database,
  firstOrdinal: number,
  count: number,
  endOrdinal = Number.POSITIVE_INFINITY,
): RevisionsOfRow[] {
  const rows: RevisionsOfRow[] = []
  let found = 0
  for (const row of allRevisions(db, firstOrdinal)) {
    if (row.ordinal >= endOrdinal) break
    rows.push(row)
    found += row.manual.length + row.machine.length
    if (found >= count) break
  }
  return rows
}
