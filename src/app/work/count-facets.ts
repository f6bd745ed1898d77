// Counts the rows of a filter of work by the values of a family. Sets of rows are compared piece by piece, so the cost
// grows with values times pieces, not with rows.
import { Turn, type Whose } from '../../base/turn.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import { NO_LABEL } from '../../domain/labels.ts'
import { choicesOf, kindOfFamily, type KindOfFamily } from '../../domain/work/families.ts'
import { HEADS_OF_LAYER, TOUCHES, type WorkFilter, writePatch } from '../../domain/work/work-filter.ts'
import { countInBoth, type Piece, ROWS_PER_PIECE, type RowSet } from '../../domain/work/row-set.ts'
import { countAlikeIn, countShortIn, type ShortPiece } from '../../store/indexes.ts'
import { lastOrdinal } from '../../store/rows.ts'
import { imports, readImportRows } from '../../store/records.ts'
import type { App } from '../app.ts'
import { countLabels } from './count-labels.ts'
import { findWorkAtHand } from './find-work.ts'
import { sizeOfPatch } from './read-patch.ts'

interface ValueCount {
  readonly value: string
  readonly rows: number
}

interface FacetCounts {
  /** The values that some row has, the most frequent first; patches are listed newest first. */
  readonly values: readonly ValueCount[]
  readonly more: number
}

interface CountedFacets {
  readonly total: number
  /** False: rows that changed a moment ago may be counted as before. */
  readonly isSettled: boolean
  readonly facets: Readonly<Record<string, FacetCounts>>
}

const valuesMax = 100
const patchesMax = 30

type Count = (app: App, filter: WorkFilter, family: string, turn: Turn) => Promise<readonly ValueCount[]>

export async function countFacets(
  app: App,
  whose: Whose,
  filter: WorkFilter,
  families: readonly string[],
): Promise<CountedFacets> {
  const { size: total } = await findWorkAtHand(app, filter)
  const facets: Record<string, FacetCounts> = {}
  const turn = new Turn(whose)
  for (const family of families) {
    if (turn.isOver) await turn.next()
    const counted = await COUNTS[kindOfFamily(family)](app, filter, family, turn)
    const found = counted.filter(({ rows }) => rows > 0)
    facets[family] = { values: found.slice(0, valuesMax), more: Math.max(0, found.length - valuesMax) }
  }
  return { total, isSettled: app.work.index.isInLine, facets }
}

/** Sorts values by their rows, and those with equally many by name, so that the order is always the same. */
const byFrequency = (a: ValueCount, b: ValueCount): number => b.rows - a.rows || (a.value < b.value ? -1 : 1)

const sorted = (counts: ReadonlyMap<string, number>): ValueCount[] =>
  Array.from(counts, ([value, rows]) => ({ value, rows })).sort(byFrequency)

const COUNTS: Readonly<Record<KindOfFamily, Count>> = {
  chosen: async (app, filter, family) => {
    const counts = new Map<string, number>()
    for (const { value, filters } of choicesOf(filter, family)) {
      const [first, ...others] = await Promise.all(filters.map((each) => findWorkAtHand(app, each, 0)))
      counts.set(value, others.reduce<RowSet | undefined>((rows, other) => rows?.and(other), first)?.size ?? 0)
    }
    return sorted(counts)
  },

  text: async (app, filter, family) => {
    const asked = HEADS_OF_LAYER[filter.layer]
    const of: { readonly layer: Layer; readonly rows: RowSet }[] = []
    for (const layer of LAYERS.filter((each) => asked[each] !== false)) {
      const alone = asked[layer] === 'alone' ? (`${layer}_only` as const) : layer
      of.push({ layer, rows: await findWorkAtHand(app, { ...filter, layer: alone }, 0) })
    }
    return countValues(
      app,
      of.map(({ layer, rows }) => ({ prefix: `${layer} ${family} `, rows })),
    )
  },

  label: async (app, filter, _, turn) => {
    const rows = await findWorkAtHand(app, filter, 0)
    const names = app.labels.now().labels.map(({ name }) => name)
    const { counts, without } = await countLabels(app, names, [rows], turn)
    const ofLabels = names.map((value, at) => ({ value, rows: counts[at]?.[0] ?? 0 }))
    return [...ofLabels, { value: NO_LABEL, rows: without }].sort(byFrequency)
  },

  patch: async (app, filter) => {
    const rows = await findWorkAtHand(app, filter, 0)
    const counts: ValueCount[] = []
    let patches = 0
    for (const record of imports(app.store.main)) {
      if (sizeOfPatch(record) === null) continue
      if (++patches > patchesMax) break
      for (const touch of TOUCHES) {
        const touched = readImportRows(app.store.main, record.id, touch)
        counts.push({ value: writePatch(record.id, touch), rows: countTouched(touched, rows) })
      }
    }
    return counts
  },
}

export function countTouched(touched: ReadonlyMap<number, Piece>, rows: RowSet): number {
  let count = 0
  for (const [number, piece] of touched) {
    const others = rows.piece(number)
    if (others !== undefined) count += countInBoth(piece, others)
  }
  return count
}

interface Within {
  readonly prefix: string
  readonly rows: RowSet
}

/** Counts rows by value. A row that has the same value in both sets counts once. */
function countValues(app: App, [first, second]: readonly Within[]): ValueCount[] {
  const counts = new Map<string, number>()
  const add = (value: string, rows: number): unknown => counts.set(value, (counts.get(value) ?? 0) + rows)
  for (const { prefix, rows } of [first, second].filter((each) => each !== undefined)) {
    for (const [number, within] of rows.pieces())
      for (const [value, those] of valuesOf(app, number, prefix)) add(value, countShortIn(those, within))
  }
  if (first === undefined || second === undefined) return sorted(counts)
  for (const [number, inBoth] of first.rows.and(second.rows).pieces()) {
    const others = valuesOf(app, number, second.prefix)
    for (const [value, those] of valuesOf(app, number, first.prefix)) {
      const alike = others.get(value)
      if (alike !== undefined) add(value, -countAlikeIn(those, alike, inBoth))
    }
  }
  return sorted(counts)
}

interface NamesKept {
  /** By piece: the version that was read, and its names. */
  readonly pieces: Map<number, { readonly version: number; readonly names: ReadonlySet<string> }>
  /** In how many pieces each name is. */
  readonly uses: Map<string, number>
}

const namesKept = new WeakMap<App, Map<string, NamesKept>>()

/** The values of a family of texts that occur, sorted. Only pieces that have changed are read. */
export async function namesInUse(app: App, family: string, turn: Turn): Promise<readonly string[]> {
  const { index } = app.work
  const byFamily = namesKept.get(app) ?? new Map<string, NamesKept>()
  namesKept.set(app, byFamily)
  const { pieces, uses } = byFamily.get(family) ?? { pieces: new Map(), uses: new Map() }
  byFamily.set(family, { pieces, uses })
  const last = lastOrdinal(app.store.main)
  for (let piece = 0; piece * ROWS_PER_PIECE <= last; piece++) {
    if (pieces.get(piece)?.version === index.versionOf(piece)) continue
    if (turn.isOver) await turn.next()
    const [version, names] = [index.versionOf(piece), new Set<string>()]
    for (const layer of LAYERS) index.eachFacet(piece, `${layer} ${family} `, (name) => names.add(name))
    for (const name of pieces.get(piece)?.names ?? []) uses.set(name, (uses.get(name) ?? 0) - 1)
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
    pieces.set(piece, { version, names })
  }
  return [...uses.keys()].filter((name) => uses.get(name) !== 0).toSorted((a, b) => (a < b ? -1 : 1))
}

/** The values of a family in a piece of rows. */
function valuesOf(app: App, piece: number, prefix: string): ReadonlyMap<string, ShortPiece> {
  const values = new Map<string, ShortPiece>()
  app.work.index.eachFacet(piece, prefix, (value, rows) => values.set(value, rows))
  return values
}
