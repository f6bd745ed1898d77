// Finds the rows of a filter from the index of work, the queue of proposals and the times of change. A new filter over a million
// rows takes about a millisecond; the result is remembered until the next write (docs/architecture.md#disposable-indexes).
import { rowsOfFilter } from '../../domain/work/facets.ts'
import {
  andNotPiece,
  andPiece,
  keepBetween,
  type Piece,
  piecesOf,
  ROWS_PER_PIECE,
  RowSet,
} from '../../domain/work/row-set.ts'
import { writeWorkFilter } from '../../domain/work/work-address.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import { readWaivedRows } from '../../store/records.ts'
import { changeTimes, lastOrdinal, placesBefore, ROWS_PER_CHUNK } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { isAtHand, isCaughtUp } from '../caught-up.ts'
import { misfitRows } from './misfit-rows.ts'
import { rowsOfPatch } from './patch-rows.ts'
import { scanWork } from './scan-work.ts'
import { type WordedRows, wordedRows } from './worded-rows.ts'

export const findWork = (app: App, filter: WorkFilter): Promise<RowSet> => find(app, filter, () => isCaughtUp(app))

/** Does not wait for the index: a row that changed a moment ago may be listed as before. */
export const findWorkAtHand = (app: App, filter: WorkFilter, lookMs?: number): Promise<RowSet> =>
  find(app, filter, () => isAtHand(app, lookMs, filter.label !== null))

async function find(app: App, filter: WorkFilter, isReady: () => Promise<boolean>): Promise<RowSet> {
  const patch = filter.patch === null ? null : await rowsOfPatch(app, filter.patch)
  const worded = await wordedRows(app, filter)
  if (!(await isReady())) return await scanWork(app, filter)
  const addressOf = (of: WorkFilter): string => writeWorkFilter(of).toString()
  const isOfRows = patch === null && filter.label === null && worded === null
  const narrow = [patch, filter.term === null ? null : (worded?.source ?? null)].filter((each) => each !== null)
  // Proposals and marks that do not fit are no part of a row, so what they leave of its pieces is found again after each write.
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
      for (const inSet of inSets) narrowTo(rows, inSet)
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

function narrowTo(rows: Piece, others: Piece): void {
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) & (others[word] as number)
}

function narrowByPlace({ firstPlace, lastPlace }: WorkFilter): Narrow | null {
  if (firstPlace === null && lastPlace === null) return null
  return (piece, rows) => {
    const first = piece * ROWS_PER_PIECE
    keepBetween(rows, (firstPlace ?? 1) - first, (lastPlace ?? Number.POSITIVE_INFINITY) - first)
  }
}

interface Named {
  readonly ordinals: Iterable<number>
  /** False: all others are kept. */
  readonly areKept: boolean
}

function namedByProposals({ store, work }: App, { proposals }: WorkFilter): Named | null {
  if (proposals === 'any') return null
  const ordinals = proposals === 'waived' ? readWaivedRows(store.main) : work.pending.ids(store).keys()
  return { ordinals, areKept: proposals !== 'without' }
}

const namedByFit = (app: App, { fits }: WorkFilter): Named | null =>
  fits === 'any' ? null : { ordinals: misfitRows(app), areKept: fits === 'no' }

/** Pieces without such rows stay as they are, or go. */
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

/** Reads times of single rows only in chunks where some rows changed since and others did not. */
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
