// A finding of the search for inconsistencies, with its present rows and texts, which may have changed since.
import { likenessOf, type LoneKind, loneFinding, mostUsedText, type Variant } from '../../domain/checks/consistency.ts'
import type { Turn } from '../../base/turn.ts'
import type { Finding } from '../../domain/finding.ts'
import { quotedForSearch } from '../../search/query.ts'
import type { InconsistencyKind, Layer, SearchField } from '../../domain/vocabulary.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { countedPair, type Inconsistencies } from './find-inconsistencies.ts'

export interface Inconsistency {
  readonly kind: InconsistencyKind
  /** Shared by the rows: for `same_text` the translation, else the source. */
  readonly common: string
  /** Sources for `same_text`, else translations. */
  readonly variants: readonly Variant[]
  /** Only for `numbers` and `terms`, which have a single row. */
  readonly fault: Finding | null
  readonly suggestion: string | null
}

type Rows = Variant['rows'][number][]

/** Skips findings that no longer hold. Pauses for other requests, because a finding may have all rows. */
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

/** A search on the site that finds these rows, perhaps among others: a quoted phrase, left open if cut. */
export const searchFor = ({ kind, common }: Inconsistency): { readonly text: string; readonly field: SearchField } => ({
  text: quotedForSearch(common).slice(0, searchLengthMax).replace(CUT_PAIR, ''),
  field: kind === 'same_text' ? 'translation' : 'source',
})
