// What an import does, as plainly as docs/rows.md#rows says it: maps from row ids, everything computed anew each
// time. The store is held to it; nothing here is fast.
import { createHash } from 'node:crypto'
import { breaksMarkup, differsOnlyCosmetically } from '../../src/domain/text/compare.ts'
import { isServiceText } from '../../src/domain/text/service-text.ts'
import type { RowState, SourceFilter } from '../../src/domain/vocabulary.ts'

export type SlotName = 'main' | 'diff' | 'reference' | 'reference_diff'

export interface Entry {
  readonly id: string
  /** Null: a deletion marker. */
  readonly text: string | null
  readonly file: string
  readonly number: number
}

/** A file as it is read, in its order. */
export interface GivenFile {
  readonly entries: readonly Entry[]
  /** Ids of damaged shards: their rows stay as they were. */
  readonly isSkipped: (id: string) => boolean
}
export type Given = GivenFile | 'empty' | null

export interface ModelHead {
  readonly text: string
  readonly sourceHash: string
}

export interface Model {
  readonly slots: Record<SlotName, Map<string, Entry>>
  readonly ordinals: Map<string, number>
  /** When a visible row changed last. */
  readonly times: Map<string, number>
  readonly heads: Map<string, { manual: ModelHead | null; machine: ModelHead | null }>
}

export const newModel = (): Model => ({
  slots: { main: new Map(), diff: new Map(), reference: new Map(), reference_diff: new Map() },
  ordinals: new Map(),
  times: new Map(),
  heads: new Map(),
})

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const textOf = (entry: Entry | undefined): string | null => (entry === undefined ? null : (entry.text ?? ''))

/** The effective source of a row; null: it has none. */
export const sourceOf = ({ slots }: Model, id: string): string | null =>
  textOf(slots.diff.get(id)) ?? textOf(slots.main.get(id))

export function referenceOf({ slots }: Model, id: string): { text: string; kind: 'main' | 'diff' } | null {
  const [main, diff] = [textOf(slots.reference.get(id)), textOf(slots.reference_diff.get(id))]
  if (diff !== null) return { text: diff, kind: 'diff' }
  return main === null ? null : { text: main, kind: 'main' }
}

export const visibleIds = (model: Model): string[] =>
  [...model.ordinals.keys()]
    .filter((id) => sourceOf(model, id) !== null)
    .sort((a, b) => (model.ordinals.get(a) ?? 0) - (model.ordinals.get(b) ?? 0))

const counts = () => ({ total: 0, added: 0, changed: 0, retired: 0, back: 0, unchanged: 0, unknown: 0 })
type Counts = ReturnType<typeof counts>

export interface ExpectedReport {
  readonly rows: Counts | null
  readonly diff: Counts | null
  readonly reference: Counts | null
  readonly referenceDiff: Counts | null
  readonly heads: {
    changedWithTranslation: number
    changedCosmeticOnly: number
    headsNowStale: number
    headsNowInvalid: number
  } | null
}

/** Imports into the model; gives the report that the import has to make. */
export function importInto(model: Model, given: Readonly<Record<SlotName, Given>>, timeMs: number): ExpectedReport {
  const before = copyOf(model)
  for (const slot of ['main', 'diff', 'reference', 'reference_diff'] as const) replace(model, slot, given[slot])
  const hasSources = given.main !== null || given.diff !== null
  const rows = counts()
  const heads = { changedWithTranslation: 0, changedCosmeticOnly: 0, headsNowStale: 0, headsNowInvalid: 0 }
  for (const id of model.ordinals.keys()) {
    const [old, now] = [sourceOf(before, id), sourceOf(model, id)]
    if (now !== null) rows.total++
    if (now === null) {
      if (old !== null) rows.retired++
      model.times.delete(id)
      continue
    }
    if (old === null) rows[before.ordinals.has(id) ? 'back' : 'added']++
    else rows[old === now ? 'unchanged' : 'changed']++
    if (isCardChanged(before, model, id)) model.times.set(id, timeMs)
    countHeads(heads, before, model, id)
  }
  const slotCounts = (slot: SlotName): Counts | null =>
    given[slot] === null ? null : countSlot(before, model, slot, given[slot])
  return {
    rows: hasSources ? rows : null,
    diff: slotCounts('diff'),
    reference: slotCounts('reference'),
    referenceDiff: slotCounts('reference_diff'),
    heads: hasSources ? heads : null,
  }
}

export const copyOf = (model: Model): Model => ({
  slots: { ...model.slots },
  ordinals: new Map(model.ordinals),
  times: new Map(model.times),
  heads: new Map(model.heads),
})

function replace(model: Model, slot: SlotName, given: Given): void {
  if (given === null) return
  const old = model.slots[slot]
  const now = new Map<string, Entry>()
  if (given !== 'empty') {
    for (const [id, entry] of old) if (given.isSkipped(id)) now.set(id, entry)
    for (const entry of given.entries) {
      if (slot === 'main' || slot === 'diff') {
        if (!model.ordinals.has(entry.id)) model.ordinals.set(entry.id, model.ordinals.size + 1)
      } else if (!model.ordinals.has(entry.id)) continue
      now.set(entry.id, entry)
    }
  }
  model.slots[slot] = now
}

const isSameEntry = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.text === b.text

function isCardChanged(before: Model, after: Model, id: string): boolean {
  if (sourceOf(before, id) === null) return true
  if (!isSameEntry(before.slots.main.get(id), after.slots.main.get(id))) return true
  if (!isSameEntry(before.slots.diff.get(id), after.slots.diff.get(id))) return true
  return JSON.stringify(referenceOf(before, id)) !== JSON.stringify(referenceOf(after, id))
}

function countSlot(before: Model, after: Model, slot: SlotName, given: Given): Counts {
  const found = counts()
  const isSource = slot === 'main' || slot === 'diff'
  const [old, now] = [before.slots[slot], after.slots[slot]]
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(id), now.get(id)]
    if (to === undefined) found.retired++
    else if (from !== undefined) {
      const isSame = isSource ? from.text === to.text : textOf(from) === textOf(to)
      found[isSame ? 'unchanged' : 'changed']++
    } else {
      const wasRetired = isSource && before.ordinals.has(id) && sourceOf(before, id) === null
      found[wasRetired ? 'back' : 'added']++
    }
  }
  if (isSource) found.total = now.size
  else if (given !== null && given !== 'empty') {
    found.total = given.entries.length
    found.unknown = given.entries.filter(({ id }) => !after.ordinals.has(id)).length
  }
  return found
}

const layers = ['manual', 'machine'] as const

function countHeads(heads: NonNullable<ExpectedReport['heads']>, before: Model, after: Model, id: string): void {
  const of = after.heads.get(id)
  const [old, now] = [sourceOf(before, id), sourceOf(after, id)]
  if (of === undefined || now === null || old === now) return
  if (old !== null) {
    heads.changedWithTranslation++
    if (differsOnlyCosmetically(old, now)) heads.changedCosmeticOnly++
  }
  for (const layer of layers) {
    const head = of[layer]
    if (head === null) continue
    const isStale = (source: string): boolean => head.sourceHash !== hashOf(source)
    if (isStale(now) && !(old !== null && isStale(old))) heads.headsNowStale++
    if (isInvalid(now, head) && !(old !== null && isInvalid(old, head))) heads.headsNowInvalid++
  }
}

export const isInvalid = (source: string, head: ModelHead): boolean => breaksMarkup(source, head.text, 'keep')

export const isService = (model: Model, id: string): boolean => isServiceText(sourceOf(model, id) ?? '')

/** Does a visible row match, in the words of the contract and docs/rows.md#rows? */
export function matches(model: Model, id: string, state: RowState, source: SourceFilter): boolean {
  const kind = model.slots.diff.has(id) ? 'diff' : 'main'
  if (source === 'main' && kind !== 'main') return false
  if (source === 'diff' && kind !== 'diff') return false
  if (source === 'diff_only' && model.slots.main.has(id)) return false
  const heads = model.heads.get(id) ?? { manual: null, machine: null }
  const hash = hashOf(sourceOf(model, id) ?? '')
  const isIn: Readonly<Record<RowState, boolean>> = {
    all: true,
    none: heads.manual === null && heads.machine === null && !(kind === 'diff' && isService(model, id)),
    machine: heads.manual === null && heads.machine !== null,
    manual: heads.manual !== null,
    stale: layers.some((layer) => heads[layer] !== null && heads[layer].sourceHash !== hash),
  }
  return isIn[state]
}
