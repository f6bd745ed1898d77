// The addresses on which agents suggest glossary terms and labels of rows, and read what people decided about them.
import * as z from 'zod'
import { createNames, type NameOf } from '../app/people/read-people.ts'
import { listSuggestions, suggest, type SuggestOutcome } from '../app/suggestions/suggest.ts'
import { type Answer, success } from '../api-v1/answer.ts'
import { refusedBatch } from '../api-v1/bytes/batch-json.ts'
import type { Call } from '../api-v1/visit.ts'
import { factsFrom, TERM_CHOICES, type TermFacts } from '../base/term-facts.ts'
import { isoTime } from '../base/time.ts'
import {
  type NewSuggestion,
  SUGGESTED_ACTS,
  type Suggestion,
  type SuggestionKind,
} from '../domain/checks/suggestion.ts'
import { labelNameOf } from '../domain/labels.ts'
import {
  batchItemsMax,
  lookupTextsMax,
  providerLengthMax,
  suggestedRowsMax,
  termEvidenceMax,
  termFormsMax,
  termLengthMax,
  termNoteLengthMax,
} from '../domain/limits.ts'
import { PROPOSAL_STATUSES } from '../domain/vocabulary.ts'
import { line, listOf, lowered, must, rowId, sending } from './bodies.ts'
import { termJson } from './cards.ts'
import { AFTER, asking, choice, each, type Json, LIMIT, type QueryOf, type Declared } from './declared.ts'
import { label } from './labels.ts'
import { answer, count, id, nameShapes, RowId, Term, Time } from './shapes.ts'

const Outcome = z.looseObject({
  status: z.enum(['proposed', 'unchanged', 'rejected']),
  reason: z
    .enum(['in_glossary', 'done_already', 'already_proposed', 'unknown_rows', 'too_many_of_person', 'too_many'])
    .optional()
    .describe('too_many…: pending ones; wait for decisions'),
  proposal_id: id.optional(),
})
const OutcomeMeta = { total: count, proposed: count, unchanged: count, rejected: count }

const name = line(providerLengthMax, 1).optional()
const form = must(
  line(termLengthMax, 1).refine((text) => !text.includes('|')),
  `a string of 1 to ${termLengthMax} characters without | and control characters`,
)
const TermItem = z.strictObject({
  source: line(termLengthMax, 1),
  forms: listOf(form, 'forms', termFormsMax, 0).describe('A trailing * accepts any ending; none: a note for readers'),
  do_not_translate: z.boolean().optional(),
  case_sensitive: z.boolean().optional(),
  note: line(termNoteLengthMax).optional().describe('For those who decide'),
  kind: z.enum(TERM_CHOICES.kind).optional(),
  gender: z.enum(TERM_CHOICES.gender).optional(),
  number: z.enum(TERM_CHOICES.number).optional(),
  inflection: z.enum(TERM_CHOICES.inflection).optional(),
  force: z.enum(TERM_CHOICES.force).optional(),
  meaning: line(termNoteLengthMax).optional().describe('What it is'),
  evidence: listOf(rowId, 'row ids', termEvidenceMax, 0).optional(),
  provider: name,
  model: name,
})

function factsOf(item: z.infer<typeof TermItem>): { readonly facts?: TermFacts } {
  const facts = factsFrom((name) => item[name])
  return Object.keys(facts).length === 0 ? {} : { facts }
}

const suggestTerms = sending({
  name: 'proposeTerms',
  path: '/glossary/proposals',
  needs: 'some write',
  summary: 'Propose glossary terms; people decide',
  example: { items: [{ source: 'Twin Blades', forms: ['Мечі-близнюки'], note: 'A weapon', model: 'example-1' }] },
  body: z.strictObject({ items: listOf(TermItem, 'items', lookupTextsMax) }),
  gives: answer({ items: z.array(Outcome.extend({ source: z.string() })) }, OutcomeMeta),
  run: async (call, { value: { items } }) =>
    suggested(
      call,
      'term',
      items.map(
        (item): NewSuggestion<'term'> => ({
          kind: 'term',
          what: {
            source: item.source.trim(),
            forms: item.forms.map((form) => form.trim()),
            caseSensitive: item.case_sensitive ?? false,
            doNotTranslate: item.do_not_translate ?? false,
            note: (item.note ?? '').trim(),
            ...factsOf(item),
          },
          rowIds: lowered(item.evidence ?? []),
          provider: item.provider?.trim() ?? null,
          model: item.model?.trim() ?? null,
        }),
      ),
      ({ what }) => ({ source: what.source }),
    ),
})

const LabelItem = z.strictObject({
  label,
  act: z.enum(SUGGESTED_ACTS),
  row_ids: listOf(rowId, 'row ids', suggestedRowsMax),
  note: line(termNoteLengthMax).optional().describe('Why'),
  provider: name,
  model: name,
})

const suggestLabels = sending({
  name: 'proposeLabels',
  path: '/labels/proposals',
  needs: 'some write',
  summary: 'Propose labels of rows; people decide',
  body: z.strictObject({ items: listOf(LabelItem, 'items', batchItemsMax) }),
  gives: answer({ items: z.array(Outcome.extend({ label: z.string() })) }, OutcomeMeta),
  run: async (call, { value: { items } }) =>
    suggested(
      call,
      'label',
      items.map(
        (item): NewSuggestion<'label'> => ({
          kind: 'label',
          what: { label: labelNameOf(item.label) ?? '', act: item.act, note: (item.note ?? '').trim() },
          rowIds: lowered(item.row_ids),
          provider: item.provider?.trim() ?? null,
          model: item.model?.trim() ?? null,
        }),
      ),
      ({ what }) => ({ label: what.label }),
    ),
})

async function suggested<K extends SuggestionKind>(
  { app, actor, turn }: Call,
  kind: K,
  items: readonly NewSuggestion<K>[],
  named: (item: NewSuggestion<K>) => Json,
): Promise<Answer> {
  const done = await suggest(app, actor, kind, items, turn)
  if (!done.ok) return refusedBatch(done.refusal)
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

const SuggestionFacts = z.looseObject({
  proposal_id: id,
  status: z.enum(PROPOSAL_STATUSES),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  author: z.string(),
  created_at: Time,
  decided_by: z.string().nullable(),
  decided_at: Time.nullable(),
  reason: z.string().nullable(),
})
nameShapes({ SuggestionFacts })

const SUGGESTIONS = each({
  status: choice([...PROPOSAL_STATUSES, 'all'] as const, 'pending'),
  after: AFTER,
  limit: LIMIT,
})

function listed<K extends SuggestionKind>(
  call: Call,
  kind: K,
  query: QueryOf<typeof SUGGESTIONS>,
  json: (suggestion: Suggestion<K>, facts: Json) => Json,
): Answer {
  const status = query.status === 'all' ? null : query.status
  const { suggestions, next } = listSuggestions(call.app, kind, { ...query, status })
  const nameOf = createNames(call.app)
  const list = suggestions.map((suggestion) => json(suggestion, factsJson(suggestion, nameOf)))
  return success({ proposals: list }, { count: list.length, next })
}

const termSuggestions = asking({
  name: 'termProposals',
  path: '/glossary/proposals',
  summary: 'Proposed terms and what became of them, oldest first',
  query: SUGGESTIONS,
  gives: answer(
    {
      proposals: z.array(
        z.intersection(
          z.intersection(Term, SuggestionFacts),
          z.looseObject({
            evidence: z.array(RowId),
            added_as: Term.nullable().describe('Of approved ones that were edited'),
          }),
        ),
      ),
    },
    { count, next: id.nullable() },
  ),
  run: (call, query) =>
    listed(call, 'term', query, ({ id: proposal_id, status, what, rowIds, addedAs }, facts) => ({
      proposal_id,
      status,
      ...termJson(what),
      evidence: rowIds,
      ...facts,
      added_as: addedAs === undefined ? null : termJson(addedAs),
    })),
})

const labelSuggestions = asking({
  name: 'labelProposals',
  path: '/labels/proposals',
  summary: 'Proposed labels and what became of them, oldest first',
  query: SUGGESTIONS,
  gives: answer(
    {
      proposals: z.array(
        z.intersection(
          SuggestionFacts,
          z.looseObject({
            label: z.string(),
            act: z.enum(SUGGESTED_ACTS),
            note: z.string(),
            row_ids: z.array(RowId),
          }),
        ),
      ),
    },
    { count, next: id.nullable() },
  ),
  run: (call, query) =>
    listed(call, 'label', query, ({ id: proposal_id, status, what, rowIds }, facts) => ({
      proposal_id,
      status,
      label: what.label,
      act: what.act,
      note: what.note,
      row_ids: rowIds,
      ...facts,
    })),
})

const factsJson = (suggestion: Suggestion, nameOf: NameOf): Json => ({
  provider: suggestion.provider,
  model: suggestion.model,
  author: nameOf(suggestion.authorId),
  created_at: isoTime(suggestion.createdAtMs),
  decided_by: nameOf(suggestion.deciderId),
  decided_at: suggestion.decidedAtMs === null ? null : isoTime(suggestion.decidedAtMs),
  reason: suggestion.reason,
})

export const SUGGESTING: readonly Declared[] = [suggestTerms, termSuggestions, suggestLabels, labelSuggestions]
