// Counts for `windrow stats`, in one snapshot: rows from stored counters, or from the cells of the rows that were asked
// about; revisions by layer and origin from a pass over all.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runAlone, runToEnd } from '../../base/slices.ts'
import { CELL_COUNT, cellsOf } from '../../domain/cell.ts'
import { officialNameOf } from '../../domain/game-language.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { countRevisions, headsOf, type RevisionCount, type RevisionCounts } from '../../domain/tally.ts'
import {
  type Layer,
  LAYERS,
  ROW_STATES,
  type RowState,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../../domain/vocabulary.ts'
import { ROWS_PER_PIECE, type RowSet } from '../../domain/work/row-set.ts'
import {
  allRevisions,
  countRetired,
  createOfficialReader,
  officialLanguages,
  officialSlot,
  readCellCounts,
  readCellsOfChunk,
  readHeads,
  readReference,
  readSlot,
  ROWS_PER_CHUNK,
  scanRows,
} from '../../store/rows.ts'
import type { Database, Store } from '../../store/store.ts'
import { openSnapshot } from '../../store/view.ts'
import type { App } from '../app.ts'

export interface StoreStatistics {
  readonly rows: number
  /** How many rows are retired; null if only some rows were asked about, which are always in the game. */
  readonly retired: number | null
  readonly byState: Readonly<Record<RowState, number>>
  readonly bySource: Readonly<Record<SourceFilter, number>>
  readonly byLayer: Readonly<Record<Layer, number>>
  readonly revisions: readonly RevisionCount[]
  /** How many entries each file of official texts has, by names such as `de` and `de-diff`; absent: there are no such files. */
  readonly official?: Readonly<Record<string, number>>
}

/** Counts, the largest first. `onRevisions` gets the number of revisions done. `among`: counts only these rows. */
export async function readStoreStatistics(
  store: Store,
  signal: AbortSignal,
  onRevisions: (done: number) => void,
  among: RowSet | null = null,
): Promise<StoreStatistics> {
  using snapshot = openSnapshot(store)
  const { db } = snapshot
  const counts = among === null ? readCellCounts(db) : countCells(db, among)
  const rowsIn = (state: RowState, source: SourceFilter): number =>
    cellsOf(state, source).reduce((sum, cell) => sum + (counts[cell] as number), 0)
  const revisions: RevisionCounts = new Map()
  let done = 0
  await runToEnd(runAlone, allRevisions(db), signal, (row) => {
    if (among?.has(row.ordinal) !== false) countRevisions(revisions, row)
    onRevisions((done += row.manual.length + row.machine.length))
  })
  return {
    rows: rowsIn('all', 'all'),
    retired: among === null ? countRetired(db) : null,
    byState: Object.fromEntries(ROW_STATES.map((state) => [state, rowsIn(state, 'all')])) as Record<RowState, number>,
    bySource: Object.fromEntries(SOURCE_FILTERS.map((source) => [source, rowsIn('all', source)])) as Record<
      SourceFilter,
      number
    >,
    byLayer: { manual: headsOf(revisions, 'manual'), machine: headsOf(revisions, 'machine') },
    revisions: [...revisions.values()].sort((a, b) => b.revisions - a.revisions),
    ...(officialLanguages(db).length > 0 && { official: officialEntries(db) }),
  }
}

const officialEntries = (db: Database): Record<string, number> =>
  Object.fromEntries(
    officialLanguages(db).flatMap((language) =>
      (['main', 'diff'] as const).flatMap((part) => {
        const slot = readSlot(db, officialSlot(language, part))
        return slot === undefined ? [] : [[officialNameOf({ language, part }), slot.entries]]
      }),
    ),
  )

/** How many of the rows are in each state (cell). A row that has left the game since it was found is in none. */
function countCells(db: Database, rows: RowSet): Float64Array {
  const counts = new Float64Array(CELL_COUNT)
  for (const [number] of rows.pieces()) {
    const end = (number + 1) * ROWS_PER_PIECE
    for (let first = number * ROWS_PER_PIECE; first < end; first += ROWS_PER_CHUNK) {
      for (const [place, cell] of readCellsOfChunk(db, first).entries())
        if (cell >= 0 && rows.has(first + place)) counts[cell] = (counts[cell] as number) + 1
    }
  }
  return counts
}

export interface UnseenLetter {
  readonly letter: string
  /** The character's code, such as `U+0491`. */
  readonly code: string
  /** How many rows have the character in a translation; `rowId` is the first of them. */
  readonly rows: number
  readonly rowId: string
}

interface Counted {
  rows: number
  lastOrdinal: number
  readonly rowId: string
}

const codePoints = 0x11_0000
const beyondOneUnit = 0xffff

/**
 * Letters and signs of translations that no official text of the game has, in any language that is here: the game's
 * font may lack them (docs/text-gate.md#letters-that-the-game-may-lack). One pass over all rows; a letter is a code
 * point. The most frequent first. `onRows` gets the number of rows done.
 */
export async function findUnseenLetters(
  { store }: App,
  signal: AbortSignal,
  onRows: (done: number) => void,
): Promise<readonly UnseenLetter[]> {
  const official = new Uint8Array(codePoints)
  const counted = new Map<number, Counted>()
  using snapshot = openSnapshot(store)
  const { db } = snapshot
  const officialIn = createOfficialReader(db, officialLanguages(db))
  const seen = (text: string | null | undefined): void => eachLetter(text ?? '', (code) => (official[code] = 1))
  let done = 0
  for (const block of scanRows(db, store.files, cellsOf('all', 'all'))) {
    for (const scanned of block) {
      const row = scanned.row()
      seen(row.main?.text)
      seen(sourceTextOf(row))
      const reference = readReference(db, row.ordinal)
      seen(reference?.main)
      seen(reference?.diff)
      for (const { text } of officialIn(row.ordinal)) seen(text)
      const heads = scanned.hasHeads ? readHeads(db, row.ordinal) : null
      for (const layer of LAYERS)
        eachLetter(heads?.[layer]?.text ?? '', (code) => count(counted, code, row.ordinal, row.rowId))
    }
    onRows((done += block.length))
    await nextTurn()
    signal.throwIfAborted()
  }
  return [...counted]
    .filter(([code]) => official[code] === 0)
    .map(([code, { rows, rowId }]) => ({ letter: String.fromCodePoint(code), code: nameOf(code), rows, rowId }))
    .sort((a, b) => b.rows - a.rows)
}

function eachLetter(text: string, visit: (code: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number
    if (code > beyondOneUnit) at++
    visit(code)
  }
}

function count(counted: Map<number, Counted>, code: number, ordinal: number, rowId: string): void {
  const known = counted.get(code)
  if (known === undefined) counted.set(code, { rows: 1, lastOrdinal: ordinal, rowId })
  else if (known.lastOrdinal !== ordinal) {
    known.rows++
    known.lastOrdinal = ordinal
  }
}

const nameOf = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
