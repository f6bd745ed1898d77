// Finds the rows of a filter from the index of work, the queue of proposals and the times of change. A new filter over a million
// rows takes about a millisecond; the result is remembered until the next write (docs/makers/architecture.md#disposable-indexes).
import { runInSlices } from '../../base/slices.ts'
import { wordTestOf } from '../../domain/checks/word-test.ts'
import { type Heads, type Row, sourceTextOf } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { kindOf } from '../../domain/text/kind-of.ts'
import { rowsOfFilter, type WordTest } from '../../domain/work/facets.ts'
import { fitsWork } from '../../domain/work/fits-work.ts'
import {
  andNotPiece,
  andPiece,
  copyOfPieces,
  keepBetween,
  markRow,
  type Piece,
  piecesOf,
  ROWS_PER_PIECE,
  RowSet,
} from '../../domain/work/row-set.ts'
import { type WorkFilter, writeWorkFilter } from '../../domain/work/work-filter.ts'
import { eachWithWords } from '../../search/search-rows.ts'
import { readWaivedRows } from '../../store/records.ts'
import {
  changedAt,
  changeTimes,
  lastOrdinal,
  placesBefore,
  readBlock,
  readHeads,
  readRow,
  ROWS_PER_CHUNK,
  rowsChangedSince,
} from '../../store/rows.ts'
import { lastTimeGiven, writesInView } from '../../store/view.ts'
import type { App } from '../app.ts'
import { isAtHand, isCaughtUp } from '../caught-up.ts'
import { keepLatest } from '../keep-latest.ts'
import { misfitRows } from './misfit-rows.ts'
import { rowsOfPatch } from './patch-rows.ts'
import { labelsOfRow } from './row-labels.ts'

/** A test for single rows. The rows of a patch are those of this moment. */
export async function fitsNow(app: App, filter: WorkFilter): Promise<(row: Row, heads: Heads) => boolean> {
  const patch = filter.patch === null ? null : await rowsOfPatch(app, filter.patch)
  const pending = app.work.pending.ids(app.store)
  const waived = filter.proposals === 'waived' ? readWaivedRows(app.store.main) : null
  const misfits = filter.fits === 'any' ? null : misfitRows(app)
  const words = wordTestOf(filter, app.rules.now())
  return (row, heads) => {
    const { ordinal } = row
    return fitsWork(filter, {
      row,
      heads,
      changedAtMs: filter.changedSinceMs === null ? 0 : changedAt(app.store.main, ordinal),
      pendingProposals: pending.get(ordinal)?.length ?? 0,
      hasWaivedProposal: waived?.has(ordinal) ?? false,
      isMisfit: misfits?.has(ordinal) ?? false,
      words,
      isInPatch: patch?.has(ordinal) ?? false,
      kind: filter.kind === null ? null : kindOf(sourceTextOf(row)),
      labels: filter.label === null ? [] : labelsOfRow(app, ordinal).map(({ name }) => name),
    })
  }
}

/**
 * Finds a filter's rows by reading all rows, in slices: when the indexes can't be written, and to test their answers.
 */
export async function scanWork(app: App, filter: WorkFilter): Promise<RowSet> {
  const fits = await fitsNow(app, filter)
  const { main, files } = app.store
  const pieces = new Map<number, Piece>()
  let block = 0
  await runInSlices(() => {
    const read = readBlock(main, files, block)
    if (read === null) return false
    block = read.block + 1
    for (const row of read.rows) if (fits(row, readHeads(main, row.ordinal))) markRow(pieces, row.ordinal)
    return true
  })
  return new RowSet(pieces)
}

/** `source`: the rows whose source has the term. For each layer: those of them whose text there is as the filter asks. */
type WordedRows = Readonly<Record<'source' | Layer, RowSet>>

type Pieces = Record<'source' | Layer, Map<number, Piece>>

interface Known {
  readonly writes: number
  /** The time at which these rows were found; rows that changed later are read again. */
  readonly atMs: number
  readonly rules: readonly unknown[]
  readonly pieces: Pieces
  readonly rows: WordedRows
}

const filtersKept = 24
const known = new WeakMap<App, Map<string, Promise<Known>>>()

/**
 * The rows with the words that a filter asks for. Texts are read in slices, for a term only those that a search finds;
 * after a write only rows that changed since are read again. Null: the filter asks for no words.
 */
async function wordedRows(app: App, filter: WorkFilter): Promise<WordedRows | null> {
  const { term, has, lacks, findings } = filter
  const rules = app.rules.now()
  const test = wordTestOf(filter, rules)
  if (test === null) return null
  const kept = known.get(app) ?? new Map<string, Promise<Known>>()
  known.set(app, kept)
  const name = JSON.stringify([term, has, lacks, findings === 'terms'])
  const { gate, glossary } = rules
  const before = kept.get(name)
  const found = findWorded(app, term, test, [glossary, gate.markup, gate.targetLanguage], before)
  keepLatest(kept, name, found, filtersKept)
  return (await found).rows
}

async function findWorded(
  app: App,
  term: string | null,
  test: WordTest,
  rules: Known['rules'],
  earlier: Promise<Known> | undefined,
): Promise<Known> {
  const before = await earlier?.catch(() => undefined)
  const [writes, atMs] = [writesInView(app.store), lastTimeGiven(app.store)]
  // A later `atMs` than now means that the store was replaced, and what is known is of the old one.
  const isOfNow = before !== undefined && before.atMs <= atMs && before.rules.every((rule, at) => rule === rules[at])
  if (isOfNow && before.writes === writes) return before
  const pieces: Pieces = isOfNow
    ? eachMade(before.pieces, copyOfPieces)
    : { source: new Map(), manual: new Map(), machine: new Map() }
  if (isOfNow)
    await eachOf(app, [...rowsChangedSince(app.store.main, before.atMs)], (row) => put(app, pieces, test, row))
  else if (term === null) await eachRow(app, (row) => put(app, pieces, test, row))
  else await eachOf(app, await ordinalsWith(app, term), (row) => put(app, pieces, test, row))
  return { writes, atMs, rules, pieces, rows: eachMade(pieces, (of) => new RowSet(of)) }
}

const eachMade = <T>(pieces: Pieces, make: (of: Pieces['source']) => T): Record<keyof Pieces, T> => ({
  source: make(pieces.source),
  manual: make(pieces.manual),
  machine: make(pieces.machine),
})

function put(app: App, pieces: Pieces, test: WordTest, row: Row): void {
  const source = sourceTextOf(row)
  const isOfTerm = !row.isServiceRow && test.ofSource(source)
  const heads = isOfTerm ? readHeads(app.store.main, row.ordinal) : null
  markRow(pieces.source, row.ordinal, isOfTerm)
  for (const layer of LAYERS) {
    const head = heads?.[layer] ?? null
    markRow(pieces[layer], row.ordinal, head !== null && test.ofText(source, head.text))
  }
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

/** Rows that may have the term, found by a search: also rows with other letter case, or with the words inside a longer term. */
async function ordinalsWith(app: App, term: string): Promise<readonly number[]> {
  const ordinals: number[] = []
  const add = (ordinal: number): void => void ordinals.push(ordinal)
  await eachWithWords(app, term, { limit: Number.MAX_SAFE_INTEGER }, add, new AbortController().signal)
  return ordinals
}

export const findWork = (app: App, filter: WorkFilter): Promise<RowSet> => find(app, filter, () => isCaughtUp(app))

/** The filter's rows, without waiting for the index: a row that changed a moment ago may be listed as before. */
export const findWorkAtHand = (app: App, filter: WorkFilter, lookMs?: number): Promise<RowSet> =>
  find(app, filter, () => isAtHand(app, lookMs, filter.label !== null))

async function find(app: App, filter: WorkFilter, isReady: () => Promise<boolean>): Promise<RowSet> {
  const patch = filter.patch === null ? null : await rowsOfPatch(app, filter.patch)
  const worded = await wordedRows(app, filter)
  if (!(await isReady())) return await scanWork(app, filter)
  const addressOf = (of: WorkFilter): string => writeWorkFilter(of).toString()
  const isOfRows = patch === null && filter.label === null && worded === null
  const narrow = [patch, filter.term === null ? null : (worded?.source ?? null)].filter((each) => each !== null)
  // Pending proposals and marks that do not fit are no part of a row, so they are applied to the rows anew after each write.
  const bare: WorkFilter = { ...filter, proposals: 'any', fits: 'any' }
  const { store, work } = app
  const rows = work.found.get(store, addressOf(bare), isOfRows, (known) => lookUp(app, bare, narrow, worded, known))
  if (filter.proposals === 'any' && filter.fits === 'any') return rows
  return work.found.get(store, addressOf(filter), false, () =>
    [namedByProposals(app, filter), namedByFit(app, filter)].filter((each) => each !== null).reduce(keepNamed, rows),
  )
}

function lookUp(
  app: App,
  filter: WorkFilter,
  within: readonly RowSet[],
  worded: WordedRows | null,
  known: (piece: number) => Piece | null | undefined,
): RowSet {
  const { main } = app.store
  const narrow = [narrowByPlace(filter), narrowByTime(app, filter.changedSinceMs)].filter((each) => each !== null)
  const pieces = new Map<number, Piece>()
  const last = Math.min(filter.lastPlace ?? Number.POSITIVE_INFINITY, lastOrdinal(main))
  for (let piece = Math.floor((filter.firstPlace ?? 0) / ROWS_PER_PIECE); piece * ROWS_PER_PIECE <= last; piece++) {
    let rows = known(piece)
    if (rows === undefined) {
      const inSets = within.flatMap((set) => set.piece(piece) ?? [])
      if (inSets.length < within.length) continue
      rows = rowsOfFilter(filter, facetReader(app, worded, piece))
      if (rows === null) continue
      for (const inSet of inSets) andPiece(rows, inSet)
      for (const each of narrow) each(piece, rows)
    }
    if (rows !== null) pieces.set(piece, rows)
  }
  return new RowSet(pieces)
}

const facetReader =
  ({ work: { index } }: App, worded: WordedRows | null, piece: number) =>
  (facet: string): Piece | null => {
    const layer = LAYERS.find((each) => facet === `${each} worded`)
    return layer === undefined ? index.read(piece, facet) : (worded?.[layer].piece(piece)?.slice() ?? null)
  }

type Narrow = (piece: number, rows: Piece) => void

function narrowByPlace({ firstPlace, lastPlace }: WorkFilter): Narrow | null {
  if (firstPlace === null && lastPlace === null) return null
  return (piece, rows) => {
    const first = piece * ROWS_PER_PIECE
    keepBetween(rows, (firstPlace ?? 1) - first, (lastPlace ?? Number.POSITIVE_INFINITY) - first)
  }
}

interface Named {
  readonly ordinals: Iterable<number>
  /** True: the named rows are kept and no others; false: all others are. */
  readonly areKept: boolean
}

function namedByProposals({ store, work }: App, { proposals }: WorkFilter): Named | null {
  if (proposals === 'any') return null
  const ordinals = proposals === 'waived' ? readWaivedRows(store.main) : work.pending.ids(store).keys()
  return { ordinals, areKept: proposals !== 'without' }
}

const namedByFit = (app: App, { fits }: WorkFilter): Named | null =>
  fits === 'any' ? null : { ordinals: misfitRows(app), areKept: fits === 'no' }

/** The rows that are left when the named ones are kept, or when they are taken out. Pieces without named rows stay whole, or go. */
function keepNamed(rows: RowSet, { ordinals, areKept }: Named): RowSet {
  const named = piecesOf(ordinals)
  const pieces = new Map<number, Piece>()
  for (const [number, piece] of rows.pieces()) {
    const these = named.get(number)
    const left =
      these === undefined ? (areKept ? null : piece) : (areKept ? andPiece : andNotPiece)(piece.slice(), these)
    if (left !== null) pieces.set(number, left)
  }
  return new RowSet(pieces)
}

const wordsPerChunk = ROWS_PER_CHUNK / 32

/** Leaves rows that changed since a time. Times of single rows are read only in chunks where some changed and others did not. */
function narrowByTime({ store: { main } }: App, sinceMs: number | null): Narrow | null {
  if (sinceMs === null) return null
  const { changed, unchanged } = changeTimes(main).apart(sinceMs)
  const [some, notAll] = [new Set(changed), new Set(unchanged)]
  return (piece, rows) => {
    for (let at = 0; at < rows.length; at += wordsPerChunk) {
      const words = rows.subarray(at, at + wordsPerChunk)
      const chunk = (piece * ROWS_PER_PIECE) / ROWS_PER_CHUNK + at / wordsPerChunk
      if (!some.has(chunk)) words.fill(0)
      else if (notAll.has(chunk) && !words.every((word) => word === 0)) {
        for (const place of placesBefore(main, chunk, sinceMs)) {
          words[place >>> 5] = (words[place >>> 5] as number) & ~(1 << (place & 31))
        }
      }
    }
  }
}
