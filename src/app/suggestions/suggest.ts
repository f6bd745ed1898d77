// Suggestions of terms and labels: people and keys that may write suggest, people decide (decide-suggestion.ts).
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import {
  type NewSuggestion,
  type Suggestion,
  SUGGESTION_KINDS,
  type SuggestionKind,
  termMeaning,
} from '../../domain/checks/suggestion.ts'
import { claimantOf } from '../../domain/claim.ts'
import { foldLabel } from '../../domain/labels.ts'
import { suggestionsMax, suggestionsPerPersonMax, termsMax } from '../../domain/limits.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import { piecesOf } from '../../domain/work/row-set.ts'
import { putGlossary, readGlossary } from '../../store/people.ts'
import {
  countPending,
  latestSuggestions,
  nextId,
  pendingAlike,
  putSuggestion,
  SUGGESTION,
  suggestionsByStatus,
} from '../../store/records.ts'
import { ordinalOf } from '../../store/rows.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import type { LabelRefusal } from '../labels/change-labels.ts'
import { labelPiecesIn } from '../labels/label-rows.ts'
import { keyOfName } from '../study-names.ts'
import { mergedTerms } from '../upkeep/change-glossary.ts'
import { labelsOfRows } from '../work/row-labels.ts'

/** Why a suggestion is not stored: there is no need of it. */
type NotNeeded = 'in_glossary' | 'done_already' | 'unknown_rows'

interface KindOfSuggestion<K extends SuggestionKind> {
  /** Tells for each item, in order, why it is not needed; null: it is stored. */
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

/** In what suggestions of terms and of labels differ: when one is not needed, and what its approval changes. */
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

export type SuggestOutcome =
  | { readonly status: 'proposed'; readonly id: number }
  | { readonly status: 'unchanged'; readonly reason: 'in_glossary' | 'done_already' }
  | { readonly status: 'unchanged'; readonly reason: 'already_proposed'; readonly id: number }
  | { readonly status: 'rejected'; readonly reason: 'unknown_rows' | 'too_many_of_person' | 'too_many' }

const NOT_STORED: Readonly<Record<NotNeeded, SuggestOutcome>> = {
  in_glossary: { status: 'unchanged', reason: 'in_glossary' },
  done_already: { status: 'unchanged', reason: 'done_already' },
  unknown_rows: { status: 'rejected', reason: 'unknown_rows' },
}

/** Stores suggestions, and returns what became of each item, in order. */
export async function suggest<K extends SuggestionKind>(
  app: App,
  actor: Actor,
  kind: K,
  items: readonly NewSuggestion<K>[],
  turn: Turn,
): Promise<Result<readonly SuggestOutcome[], NotWritten | { readonly code: 'forbidden_ability' }>> {
  const notNeeded = await KINDS[kind].notNeeded(app, items, turn)
  return await change(app, actor, (txn, { user, key }) => {
    if (claimantOf(user, key) === null) return refuse({ code: 'forbidden_ability' as const })
    let [all, own] = [countPending(txn.db, kind, null), countPending(txn.db, kind, user.id)]
    const store = (item: NewSuggestion<K>, at: number): SuggestOutcome => {
      const reason = notNeeded[at] ?? null
      if (reason !== null) return NOT_STORED[reason]
      const alike = pendingAlike(txn.db, item)
      if (alike !== undefined) return { status: 'unchanged', reason: 'already_proposed', id: alike }
      if (own >= suggestionsPerPersonMax) return { status: 'rejected', reason: 'too_many_of_person' }
      if (all >= suggestionsMax) return { status: 'rejected', reason: 'too_many' }
      const id = nextId(txn, SUGGESTION)
      const by = { authorId: user.id, keyId: key?.id ?? null, createdAtMs: txn.timeMs }
      putSuggestion(txn, null, { ...item, id, status: 'pending', ...by, ...UNDECIDED })
      all++
      own++
      return { status: 'proposed', id }
    }
    return ok(items.map(store))
  })
}

const UNDECIDED = { deciderId: null, decidedAtMs: null, reason: null } as const

export const countSuggestionsOf = ({ store: { main } }: App, kind: SuggestionKind): number =>
  countPending(main, kind, null)

export const countSuggestions = (app: App): number =>
  SUGGESTION_KINDS.reduce((sum, kind) => sum + countSuggestionsOf(app, kind), 0)

interface SuggestionPage<K extends SuggestionKind> {
  readonly suggestions: readonly Suggestion<K>[]
  /** The `after` of the next page; null: this is the last. */
  readonly next: number | null
}

interface SuggestionsAsked {
  /** Only suggestions in this status; null: in any. */
  readonly status: ProposalStatus | null
  readonly after: number
  readonly limit: number
}

/** A page of suggestions, oldest first. */
export function listSuggestions<K extends SuggestionKind>(
  { store: { main } }: App,
  kind: K,
  { status, after, limit }: SuggestionsAsked,
): SuggestionPage<K> {
  const suggestions: Suggestion<K>[] = []
  for (const suggestion of suggestionsByStatus(main, kind, status, after)) {
    if (suggestions.length === limit) return { suggestions, next: suggestions.at(-1)?.id ?? null }
    suggestions.push(suggestion)
  }
  return { suggestions, next: null }
}

const looked = 1_000

/** The terms that a person suggested, latest first, at most `limit`. Only the latest 1,000 suggestions of all people are searched. */
export function ownSuggestions(
  { store: { main } }: App,
  authorId: number,
  limit: number,
): readonly Suggestion<'term'>[] {
  const own: Suggestion<'term'>[] = []
  for (const suggestion of latestSuggestions(main, 'term', looked)) {
    if (suggestion.authorId === authorId && own.push(suggestion) === limit) break
  }
  return own
}

/** The suggested terms that wait for a decision, by the key that `keyOfName` gives. */
export const suggestedNames = ({ store: { main } }: App): ReadonlySet<string> =>
  new Set(Array.from(suggestionsByStatus(main, 'term', 'pending'), ({ what }) => keyOfName(what.source)))
