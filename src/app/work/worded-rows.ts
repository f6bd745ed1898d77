// The rows with the words that a filter asks for. Texts are read in slices, for a term only those that a search finds; after a write
// only rows that changed since are read again.
import { runInSlices } from '../../base/slices.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import { addTo, newPiece, type Piece, ROWS_PER_PIECE, RowSet, takeFrom } from '../../domain/work/row-set.ts'
import { wordTestOf } from '../../domain/checks/glossary/word-test.ts'
import type { WordTest } from '../../domain/work/words-asked.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { parseSearch, quotedForSearch } from '../../search/query.ts'
import { searchRows } from '../../search/search-rows.ts'
import { changedAt, changeTimes, readBlock, readHeads, readRow, ROWS_PER_CHUNK } from '../../store/rows.ts'
import { lastTimeGiven, writesInView } from '../../store/view.ts'
import type { App } from '../app.ts'

/** Rows whose source has the term, and those of them whose text of a layer is as the filter asks. */
export type WordedRows = Readonly<Record<'source' | Layer, RowSet>>

type Pieces = Record<'source' | Layer, Map<number, Piece>>

interface Known {
  readonly writes: number
  /** The rows are as of this time; those that changed later are read again. */
  readonly atMs: number
  readonly rules: readonly unknown[]
  readonly pieces: Pieces
  readonly rows: WordedRows
}

const filtersKept = 24
const known = new WeakMap<App, Map<string, Promise<Known>>>()

/** Null: the filter asks for no words. */
export async function wordedRows(app: App, filter: WorkFilter): Promise<WordedRows | null> {
  const { term, has, lacks, findings } = filter
  const rules = app.rules.now()
  const test = wordTestOf(filter, rules)
  if (test === null) return null
  const kept = known.get(app) ?? new Map<string, Promise<Known>>()
  known.set(app, kept)
  const name = JSON.stringify([term, has, lacks, findings === 'terms'])
  const { gate, glossary } = rules
  const before = kept.get(name)
  const found = find(app, term, test, [glossary, gate.markup, gate.targetLanguage], before)
  kept.delete(name)
  kept.set(name, found)
  for (const oldest of [...kept.keys()].slice(0, -filtersKept)) kept.delete(oldest)
  return (await found).rows
}

async function find(
  app: App,
  term: string | null,
  test: WordTest,
  rules: Known['rules'],
  earlier: Promise<Known> | undefined,
): Promise<Known> {
  const before = await earlier?.catch(() => undefined)
  const [writes, atMs] = [writesInView(app.store), lastTimeGiven(app.store)]
  // An earlier time: the store was replaced.
  const isOfNow = before !== undefined && before.atMs <= atMs && before.rules.every((rule, at) => rule === rules[at])
  if (isOfNow && before.writes === writes) return before
  const pieces: Pieces = isOfNow ? copyOf(before.pieces) : { source: new Map(), manual: new Map(), machine: new Map() }
  if (isOfNow) await eachOf(app, changedSince(app, before.atMs), (row) => put(app, pieces, test, row))
  else if (term === null) await eachRow(app, (row) => put(app, pieces, test, row))
  else await eachOf(app, await ordinalsWith(app, term), (row) => put(app, pieces, test, row))
  const rows = Object.fromEntries(Object.entries(pieces).map(([of, each]) => [of, new RowSet(each)]))
  return { writes, atMs, rules, pieces, rows: rows as Record<'source' | Layer, RowSet> }
}

const copyOf = (pieces: Pieces): Pieces =>
  Object.fromEntries(
    Object.entries(pieces).map(([of, each]) => [of, new Map(Array.from(each, ([at, piece]) => [at, piece.slice()]))]),
  ) as Pieces

function put(app: App, pieces: Pieces, test: WordTest, row: Row): void {
  const source = sourceTextOf(row)
  const isOfTerm = !row.isServiceRow && test.ofSource(source)
  const heads = isOfTerm ? readHeads(app.store.main, row.ordinal) : null
  mark(pieces.source, row.ordinal, isOfTerm)
  for (const layer of LAYERS) {
    const head = heads?.[layer] ?? null
    mark(pieces[layer], row.ordinal, head !== null && test.ofText(source, head.text))
  }
}

function mark(pieces: Map<number, Piece>, ordinal: number, isIn: boolean): void {
  const number = Math.floor(ordinal / ROWS_PER_PIECE)
  const piece = pieces.get(number) ?? newPiece()
  if (isIn) pieces.set(number, piece)
  ;(isIn ? addTo : takeFrom)(piece, ordinal % ROWS_PER_PIECE)
}

async function eachRow({ store: { main, files } }: App, work: (row: Row) => void): Promise<void> {
  let [block, at] = [0, 0]
  let rows: readonly Row[] = []
  await runInSlices((isFirst) => {
    if (isFirst || at === rows.length) {
      const read = readBlock(main, files, block)
      if (read === null) return false
      if (read.block !== block || at === rows.length) at = 0
      rows = read.rows
      block = read.block
    }
    for (const end = Math.min(rows.length, at + rowsPerStep); at < end; at++) work(rows[at] as Row)
    if (at === rows.length) block++
    return true
  })
}

const rowsPerStep = 8

async function eachOf(
  { store: { main, files } }: App,
  ordinals: readonly number[],
  work: (row: Row) => void,
): Promise<void> {
  let at = 0
  await runInSlices(() => {
    const ordinal = ordinals[at++]
    const row = ordinal === undefined ? null : readRow(main, files, ordinal)
    if (row !== null) work(row)
    return ordinal !== undefined
  })
}

/** More rows than the term has: other letter case, words inside longer terms. */
async function ordinalsWith(app: App, term: string): Promise<readonly number[]> {
  const query = parseSearch(quotedForSearch(term), true)
  const ordinals: number[] = []
  if (query === null) return ordinals
  const all = { state: 'all', source: 'all', updatedSinceMs: null, after: 0, limit: Number.MAX_SAFE_INTEGER } as const
  const onHit = ({ ordinal }: { readonly ordinal: number }): void => void ordinals.push(ordinal)
  await searchRows(app, { ...all, query, fields: new Set(['source']) }, { onHit }, new AbortController().signal)
  return ordinals
}

function changedSince({ store: { main } }: App, sinceMs: number): readonly number[] {
  return changeTimes(main)
    .apart(sinceMs)
    .changed.flatMap((chunk) =>
      Array.from({ length: ROWS_PER_CHUNK }, (_, at) => chunk * ROWS_PER_CHUNK + at).filter(
        (ordinal) => changedAt(main, ordinal) >= sinceMs,
      ),
    )
}
