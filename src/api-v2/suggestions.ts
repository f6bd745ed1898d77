// The routes on which agents suggest glossary terms and labels of rows, and read what people decided.
import { createNames } from '../app/people/read-people.ts'
import { listSuggestions, suggest, type SuggestOutcome } from '../app/suggestions/suggest.ts'
import { type Answer, success } from '../api-v1/answer.ts'
import { refusedBatch } from '../api-v1/bytes/batch-json.ts'
import { taking } from '../api-v1/sent-body.ts'
import type { Call, Work } from '../api-v1/visit.ts'
import { isoTime } from '../base/time.ts'
import type { NewSuggestion, Suggestion, SuggestionKind } from '../domain/checks/suggestion.ts'
import { asked } from './asked.ts'
import { termJson } from './cards.ts'
import type { Json } from './errors.ts'
import { SUGGEST_LABELS_BODY } from './label-requests.ts'
import { parseSuggestionsQuery } from './lookup-queries.ts'
import { PROPOSE_TERMS_BODY } from './term-requests.ts'

/** POST /glossary/proposals. */
export const suggestTerms: Work = taking(PROPOSE_TERMS_BODY, (call, { value: items }) =>
  suggested(call, 'term', items, ({ what }) => ({ source: what.source })),
)

/** POST /labels/proposals. */
export const suggestLabels: Work = taking(SUGGEST_LABELS_BODY, (call, { value: items }) =>
  suggested(call, 'label', items, ({ what }) => ({ label: what.label })),
)

async function suggested<K extends SuggestionKind>(
  { app, actor, turn }: Call,
  kind: K,
  items: readonly NewSuggestion<K>[],
  named: (item: NewSuggestion<K>) => Json,
): Promise<Answer> {
  const done = await suggest(app, actor, kind, items, turn)
  if (!done.ok) return refusedBatch(done.refusal.code === 'busy' ? { code: 'layer_busy' } : done.refusal)
  const outcomes = done.value
  const count = (status: SuggestOutcome['status']): number => outcomes.filter((each) => each.status === status).length
  return success(
    {
      items: items.map((item, at) => outcomeJson(named(item), outcomes[at] as SuggestOutcome)),
    },
    {
      total: outcomes.length,
      proposed: count('proposed'),
      unchanged: count('unchanged'),
      rejected: count('rejected'),
    },
  )
}

const outcomeJson = (name: Json, outcome: SuggestOutcome): Json => ({
  ...name,
  status: outcome.status,
  ...('reason' in outcome && { reason: outcome.reason }),
  ...('id' in outcome && { proposal_id: outcome.id }),
})

type NameOf = ReturnType<typeof createNames>

const lister =
  <K extends SuggestionKind>(kind: K, json: (suggestion: Suggestion<K>, facts: Json) => Json) =>
  (call: Call): Answer | Promise<Answer> =>
    asked(call, parseSuggestionsQuery, (query) => {
      const { suggestions, next } = listSuggestions(call.app, kind, query)
      const nameOf = createNames(call.app)
      const list = suggestions.map((each) => json(each, factsJson(each, nameOf)))
      return success({ proposals: list }, { count: list.length, next })
    })

/** GET /glossary/proposals. */
export const termSuggestions = lister('term', ({ id, status, what, rowIds, addedAs }, facts) => ({
  proposal_id: id,
  status,
  ...termJson(what),
  evidence: rowIds,
  ...facts,
  added_as: addedAs === undefined ? null : termJson(addedAs),
}))

/** GET /labels/proposals. */
export const labelSuggestions = lister('label', ({ id, status, what: { label, act, note }, rowIds }, facts) => ({
  proposal_id: id,
  status,
  label,
  act,
  note,
  row_ids: rowIds,
  ...facts,
}))

const factsJson = (suggestion: Suggestion, nameOf: NameOf): Json => ({
  provider: suggestion.provider,
  model: suggestion.model,
  author: nameOf(suggestion.authorId),
  created_at: isoTime(suggestion.createdAtMs),
  decided_by: nameOf(suggestion.deciderId),
  decided_at: suggestion.decidedAtMs === null ? null : isoTime(suggestion.decidedAtMs),
  reason: suggestion.reason,
})
