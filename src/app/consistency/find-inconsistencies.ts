// Finds inconsistent translations (docs/text-gate.md#consistency) in one snapshot and two passes: the first keeps three
// numbers of every text, the second groups rows by them. About 100 bytes of memory a translated row.
import { CELLS_WITH_HEADS, cellsOf } from '../../domain/cell.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { TextPair } from '../../domain/checks/check.ts'
import { countedLayer, likenessOf, LONE_KINDS, loneFinding } from '../../domain/checks/consistency.ts'
import type { GameHead, GameHeads, Row } from '../../domain/row.ts'
import { sourceTextOf } from '../../domain/row.ts'
import type { InconsistencyKind, Layer } from '../../domain/vocabulary.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { Agreement } from '../../base/agreement.ts'
import type { Database } from '../../store/store.ts'
import { openSnapshot } from '../../store/view.ts'
import { GameHeadReader, readCellCounts, scanRows } from '../../store/rows.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'
import { runAlone, runInSlices } from '../../base/slices.ts'

interface FindInconsistencies {
  /** Null: the texts that go into the game. */
  readonly layer: Layer | null
  /** The process has no other work: no pauses. */
  readonly isAlone: boolean
  readonly signal: AbortSignal
  readonly onProgress: (rowsSeen: number) => void
}

export interface Inconsistencies {
  readonly layer: Layer | null
  readonly checked: number
  /** Ascending ordinals of each finding's rows; findings are ordered by their first row. */
  readonly groups: Readonly<Record<InconsistencyKind, readonly (readonly number[])[]>>
}

/** Null: the row has no text, or nothing to translate. */
export function countedPair(row: Row, heads: GameHeads, only: Layer | null, rules: Rules): CountedPair | null {
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
  const snapshot = openSnapshot(app.store)
  try {
    const work = lookThrough(app, snapshot.db, request)
    let found: Inconsistencies | null = null
    const step = (): boolean => {
      const { done, value } = work.next()
      if (done === true) found = value
      return done !== true
    }
    const run = request.isAlone ? runAlone : runInSlices
    await run(step, request.signal)
    request.signal.throwIfAborted()
    return found as unknown as Inconsistencies
  } finally {
    snapshot.close()
  }
}

/** Findings that have some of these rows, each with all of its rows; null: all findings. */
export function withRowsOf(found: Inconsistencies, among: RowSet | null): Inconsistencies {
  if (among === null) return found
  const of = (kind: InconsistencyKind): readonly (readonly number[])[] =>
    found.groups[kind].filter((ordinals) => ordinals.some((ordinal) => among.has(ordinal)))
  const groups = {
    same_source: of('same_source'),
    same_text: of('same_text'),
    numbers: of('numbers'),
    terms: of('terms'),
  }
  return { ...found, groups }
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
