// The differences between suggested terms and labels: when there is nothing to suggest, and the change of an approval.
import { piecesOf } from '../../domain/work/row-set.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { termsMax } from '../../domain/limits.ts'
import type { Turn } from '../../base/turn.ts'
import { foldLabel } from '../../domain/labels/label.ts'
import {
  type NewSuggestion,
  type Suggestion,
  type SuggestionKind,
  termMeaning,
} from '../../domain/checks/glossary/suggestion.ts'
import { putGlossary, readGlossary } from '../../store/people.ts'
import { ordinalOf } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import type { LabelRefusal } from '../labels/change-labels.ts'
import { labelPiecesIn } from '../labels/label-rows.ts'
import { mergedTerms } from '../upkeep/change-glossary.ts'
import { labelsOfRows } from '../work/row-labels.ts'

/** Why a suggestion is not stored; null: it is. */
export type NotNeeded = 'in_glossary' | 'done_already' | 'unknown_rows'

interface KindOfSuggestion<K extends SuggestionKind> {
  /** An answer for each item, in their order. */
  readonly notNeeded: (
    app: App,
    items: readonly NewSuggestion<K>[],
    turn: Turn,
  ) => Promise<readonly (NotNeeded | null)[]>
  readonly apply: (
    txn: Txn,
    userId: number | null,
    suggestion: Suggestion<K>,
  ) => Result<unknown, LabelRefusal | { readonly code: 'too_many_terms' }>
}

export const KINDS: { readonly [K in SuggestionKind]: KindOfSuggestion<K> } = {
  term: {
    notNeeded: async ({ store: { main } }, items) => {
      const known = new Set(readGlossary(main).map((term) => JSON.stringify(termMeaning(term))))
      return items.map(({ what }) => (known.has(JSON.stringify(termMeaning(what))) ? 'in_glossary' : null))
    },
    apply: (txn, _, { what, addedAs }) => {
      const before = readGlossary(txn.db)
      const after = mergedTerms(before, [addedAs ?? what])
      if (after.length > termsMax) return refuse({ code: 'too_many_terms' })
      putGlossary(txn, before, after)
      return ok(null)
    },
  },

  label: {
    notNeeded: async (app, items, turn) => {
      const found: (NotNeeded | null)[] = []
      for (const item of items) {
        if (turn.isOver) await turn.next()
        found.push(labelNotNeeded(app, item))
      }
      return found
    },
    apply: (txn, userId, { what: { label, act }, rowIds }) => {
      const ordinals = rowIds.flatMap((rowId) => ordinalOf(txn.db, rowId) ?? [])
      return labelPiecesIn(txn, userId, { label, act, origin: 'proposal' }, piecesOf(ordinals))
    },
  },
}

function labelNotNeeded(app: App, { what, rowIds }: NewSuggestion<'label'>): NotNeeded | null {
  const ordinals = rowIds.flatMap((rowId) => ordinalOf(app.store.main, rowId) ?? [])
  if (ordinals.length < rowIds.length) return 'unknown_rows'
  const labels = labelsOfRows(app, ordinals)
  const has = (ordinal: number): boolean =>
    labels.get(ordinal)?.some(({ name }) => foldLabel(name) === foldLabel(what.label)) ?? false
  return ordinals.every((ordinal) => has(ordinal) === (what.act === 'give')) ? 'done_already' : null
}
