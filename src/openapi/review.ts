// The shapes of histories, comments, proposals and decisions in the OpenAPI document.
import * as z from 'zod'
import { LAYERS, PROPOSAL_STATUSES } from '../domain/vocabulary.ts'
import { answer, count, Hash, HeadV2, id, Layers, plainAnswer, RowId, Time } from './cards.ts'
import { Problems } from './details.ts'

const Name = z.string().nullable()
const Text = z.string().nullable()
const TimeOrNull = Time.nullable()
const by_me = z.boolean()

const RevisionCard = z.intersection(
  HeadV2,
  z.looseObject({
    layer: z.enum(LAYERS),
    source_hash: Hash,
    author: Name,
    by_me,
    key: Name.describe('Of your own texts'),
    reviewed_by: Name,
    approved_at: TimeOrNull,
    proposal_id: id.nullable(),
    via: Name,
    restores: id.nullable().describe('Brought this revision back; 0: the layer became empty'),
    reverted_by: Name,
  }),
)
const Comment = z.looseObject({
  id,
  author: Name,
  by_me,
  text: z.string(),
  mentions: z.array(z.string()),
  created_at: Time,
})
const ProposalCard = z.looseObject({
  id,
  version: id.describe('Send it back with your decision'),
  status: z.enum(PROPOSAL_STATUSES),
  row_id: RowId,
  ordinal: id,
  source_text: z.string(),
  source_hash: Hash,
  stale: z.boolean().describe('Made for another source'),
  text: z.string(),
  waived: z.boolean().describe('Sent with checks switched off'),
  author: Name,
  by_me,
  created_at: Time,
  updated_at: Time,
  decided_by: Name,
  decided_at: TimeOrNull,
  reason: Text,
})
const May = z.looseObject({ allowed: z.boolean(), code: z.string().optional(), message: z.string().optional() })

const Outcome = z.enum(['approved', 'edited', 'rejected'])
const made = { text: z.string(), author: Name, by_me }

const Decided = plainAnswer(z.looseObject({ proposal: ProposalCard, outcome: Outcome, final_text: Text }))

export const REVIEW_SUCCESSES = {
  history: answer(
    {
      row_id: RowId,
      source_hash: Hash,
      old_sources: z.array(z.looseObject({ text_hash: Hash, text: z.string() })).describe('Of stale texts'),
      revisions: z.array(RevisionCard).describe('Newest first'),
    },
    { count, next_cursor: z.string().nullable() },
  ),
  comments: answer({ row_id: RowId, comments: z.array(Comment).describe('The latest 100, newest last') }, { count }),
  proposals: answer({ proposals: z.array(ProposalCard) }, { count, next: id.nullable() }),
  proposal: plainAnswer(
    z.looseObject({
      proposal: z.intersection(
        ProposalCard,
        z.looseObject({
          made_for: z.looseObject({ source_hash: Hash, source_text: Text.describe('null: not kept') }),
          reference: Text.describe('Chinese'),
          layers: Layers,
          errors: Problems,
          warnings: Problems,
          waived_errors: Problems,
          rivals: z.array(id).describe("The row's other pending proposals"),
          approve: May.describe('Whether this key may'),
          reject: May,
        }),
      ),
    }),
  ),
  approve: Decided,
  decisions: answer(
    {
      decisions: z.array(
        z.looseObject({
          number: id,
          decided_at: Time,
          decided_by: Name,
          row_id: RowId.nullable(),
          source_text: Text,
          outcome: Outcome,
          proposal: z.looseObject({ id, ...made }).nullable(),
          machine: z
            .looseObject({ revision: id, provider: Name, model: Name, ...made })
            .nullable()
            .describe("The row's machine text then; without a proposal, what was decided about"),
          final_text: Text,
          reason: Text,
        }),
      ),
    },
    { count, next: id.describe('after of the next request, also when there are no more yet'), has_more: z.boolean() },
  ),
} as const

export const REVIEW_NAMED = { ProposalCard, May, TimeOrNull } as const
