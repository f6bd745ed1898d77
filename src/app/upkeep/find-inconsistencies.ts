// Finds inconsistent translations (docs/consistency.md#consistency) in one snapshot and two passes: the first keeps three
// numbers of every text, the second groups rows by them. About 100 bytes of memory a translated row.
import { Agreement } from '../../base/agreement.ts'
import { runAlone, runInSlices, runToEnd } from '../../base/slices.ts'
import type { Turn } from '../../base/turn.ts'
import { CELLS_WITH_HEADS, cellsOf } from '../../domain/cell.ts'
import { TextPair } from '../../domain/checks/check.ts'
import {
  countedLayer,
  likenessOf,
  LONE_KINDS,
  loneFinding,
  type LoneKind,
  mostUsedText,
  type Variant,
} from '../../domain/checks/consistency.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { Finding } from '../../domain/finding.ts'
import { type GameHead, type GameHeads, type Row, sourceTextOf } from '../../domain/row.ts'
import type { InconsistencyKind, Layer, SearchField } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { quotedForSearch } from '../../search/query.ts'
import { GameHeadReader, readCellCounts, readHeads, readRow, scanRows } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import { openSnapshot } from '../../store/view.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'

interface FindInconsistencies {
  /** The layer whose texts are compared; null: the texts that go into the game. */
  readonly layer: Layer | null
  /** True: the process has no other work, so the search makes no pauses. */
  readonly isAlone: boolean
  readonly signal: AbortSignal
  readonly onProgress: (rowsSeen: number) => void
}

export interface Inconsistencies {
  readonly layer: Layer | null
  readonly checked: number
  /** For each finding the ordinals of its rows, ascending. Findings are in the order of their first rows. */
  readonly groups: Readonly<Record<InconsistencyKind, readonly (readonly number[])[]>>
}

/** A row's source and text as they are compared; null: it has no text, or nothing to translate. */
function countedPair(row: Row, heads: GameHeads, only: Layer | null, rules: Rules): CountedPair | null {
  const layer = row.isServiceRow ? null : countedLayer(row, heads, only)
  if (layer === null) return null
  const head = heads[layer] as GameHead
  const given = { source: sourceTextOf(row), text: head.text, layer, rules: rules.gate, glossary: rules.glossary }
  return { pair: new TextPair({ ...given, waivers: NO_WAIVERS }), layer, isApproved: head.status === 'approved' }
}

interface CountedPair {
  readonly pair: TextPair
  readonly layer: Layer
  readonly isApproved: boolean
}

export async function findInconsistencies(app: App, request: FindInconsistencies): Promise<Inconsistencies> {
  using snapshot = openSnapshot(app.store)
  const run = request.isAlone ? runAlone : runInSlices
  return await runToEnd(run, lookThrough(app, snapshot.db, request), request.signal)
}

/** The findings in which some of these rows are, each with all of its rows; null: all findings. */
export function withRowsOf(found: Inconsistencies, among: RowSet | null): Inconsistencies {
  if (among === null) return found
  const groups = Object.entries(found.groups).map(([kind, all]) => [
    kind,
    all.filter((ordinals) => ordinals.some((ordinal) => among.has(ordinal))),
  ])
  return { ...found, groups: Object.fromEntries(groups) as Inconsistencies['groups'] }
}

const rowsPerBreath = 32

function* lookThrough(app: App, db: Database, request: FindInconsistencies): Generator<void, Inconsistencies> {
  const rules = app.rules.now()
  const heads = new GameHeadReader(db)
  const counts = readCellCounts(db)
  const expected = CELLS_WITH_HEADS.reduce((sum, cell) => sum + (counts[cell] ?? 0), 0)
  const bySource = new Agreement(expected)
  const byText = new Agreement(expected)
  const [ordinals, sources, texts]: [number[], number[], number[]] = [[], [], []]
  const lone = { numbers: [] as number[][], terms: [] as number[][] }
  let seen = 0
  for (const block of scanRows(db, app.store.files, cellsOf('all', 'all'))) {
    for (const scanned of block) {
      if (++seen % rowsPerBreath === 0) yield
      if (!scanned.hasHeads) continue
      const row = scanned.row()
      const counted = countedPair(row, heads.read(row.ordinal), request.layer, rules)
      if (counted === null) continue
      const { source, sourceLetters, textLetters } = likenessOf(counted.pair, row.sourceHash)
      bySource.add(source, textLetters)
      if (textLetters !== 0 && sourceLetters !== 0) byText.add(textLetters, sourceLetters)
      for (const kind of LONE_KINDS) if (loneFinding(kind, counted.pair) !== null) lone[kind].push([row.ordinal])
      ordinals.push(row.ordinal)
      sources.push(source)
      texts.push(textLetters)
    }
    request.onProgress(seen)
  }
  const same_source = yield* groupBroken(ordinals, sources, bySource)
  const same_text = yield* groupBroken(ordinals, texts, byText)
  return { layer: request.layer, checked: ordinals.length, groups: { same_source, same_text, ...lone } }
}

function* groupBroken(
  ordinals: readonly number[],
  keys: readonly number[],
  agreement: Agreement,
): Generator<void, number[][]> {
  const groups = new Map<number, number[]>()
  for (const [i, ordinal] of ordinals.entries()) {
    if (i % rowsPerBreath === 0) yield
    const key = keys[i] as number
    if (!agreement.isBroken(key)) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [ordinal])
    else group.push(ordinal)
  }
  return [...groups.values()]
}

export interface Inconsistency {
  readonly kind: InconsistencyKind
  /** What the rows have in common: the translation for `same_text`, the source for all other kinds. */
  readonly common: string
  /** In what the rows differ: sources for `same_text`, translations for all other kinds. */
  readonly variants: readonly Variant[]
  /** What is wrong with the row, for `numbers` and `terms`: such a finding has a single row. */
  readonly fault: Finding | null
  readonly suggestion: string | null
}

type Rows = Variant['rows'][number][]

/** Reads findings with their texts, and leaves out those that no longer hold. Pauses, because a finding may have very many rows. */
export async function readInconsistencies(
  app: App,
  { layer, groups }: Inconsistencies,
  kind: InconsistencyKind,
  from: number,
  count: number,
  turn: Turn,
): Promise<readonly Inconsistency[]> {
  const all: Inconsistency[] = []
  for (const ordinals of groups[kind].slice(from, from + count)) {
    const found = await readInconsistency(app, kind, ordinals, layer, turn)
    if (found !== null) all.push(found)
  }
  return all
}

async function readInconsistency(
  app: App,
  kind: InconsistencyKind,
  ordinals: readonly number[],
  only: Layer | null,
  turn: Turn,
): Promise<Inconsistency | null> {
  const { main, files } = app.store
  const rules = app.rules.now()
  const variants = new Map<string, { text: string; letters: number; rows: Rows }>()
  let common: { readonly text: string; readonly key: number } | null = null
  let fault: Finding | null = null
  for (const ordinal of ordinals) {
    if (turn.isOver) await turn.next()
    const row = readRow(main, files, ordinal)
    const counted = row === null ? null : countedPair(row, readHeads(main, ordinal), only, rules)
    if (row === null || counted === null) continue
    const { pair, layer, isApproved } = counted
    const likeness = likenessOf(pair, row.sourceHash)
    const isByText = kind === 'same_text'
    const key = isByText ? likeness.textLetters : likeness.source
    common ??= { text: isByText ? pair.input.text : pair.input.source, key }
    if (common.key !== key) continue
    if (isLone(kind)) fault = loneFinding(kind, pair)
    const text = isByText ? pair.input.source : pair.input.text
    const letters = isByText ? likeness.sourceLetters : likeness.textLetters
    const variant = variants.get(text) ?? { text, letters, rows: [] }
    variant.rows.push({ rowId: row.rowId, sourceHash: row.sourceHash, layer, isApproved })
    variants.set(text, variant)
  }
  const all = [...variants.values()]
  const isStill = isLone(kind) ? fault !== null : new Set(all.map(({ letters }) => letters)).size > 1
  if (common === null || !isStill) return null
  return {
    kind,
    common: common.text,
    variants: all,
    fault,
    suggestion: kind === 'same_source' ? mostUsedText(all) : null,
  }
}

const isLone = (kind: InconsistencyKind): kind is LoneKind => kind === 'numbers' || kind === 'terms'

const searchLengthMax = 200
const CUT_PAIR = /[\uD800-\uDBFF]$/

/** A search on the site that finds these rows, perhaps with others: a quoted phrase, without the closing quote if it was cut. */
export const searchFor = ({ kind, common }: Inconsistency): { readonly text: string; readonly field: SearchField } => ({
  text: quotedForSearch(common).slice(0, searchLengthMax).replace(CUT_PAIR, ''),
  field: kind === 'same_text' ? 'translation' : 'source',
})
