// The addresses of proposals and of decisions about texts: the queue as the site has it, one with all that a reviewer needs, and its
// approval or rejection. A decision that this person has made already, in the same words, gets its answer again.
import * as z from 'zod'
import { createNames, type NameOf, personNamed } from '../app/people/read-people.ts'
import { rowsOfLabel } from '../app/labels/read-labels.ts'
import { findProposal, listProposals } from '../app/rows/list-proposals.ts'
import { approvedTextOf, type Decision, readDecisions } from '../app/rows/read-decisions.ts'
import { type ProposalView, readProposal } from '../app/rows/read-proposal.ts'
import { approveProposal, type ProposalRefusal, rejectProposal } from '../app/writes/review-proposal.ts'
import { type Answer, failure, isNotDone, notDone, success } from '../api-v1/answer.ts'
import { invalidRequest } from '../api-v1/bad-request.ts'
import { boundedProblems } from '../api-v1/bytes/problems-json.ts'
import { type ErrorCode, ERRORS } from '../api-v1/errors.ts'
import type { Call } from '../api-v1/visit.ts'
import { present, unreachable } from '../base/assert.ts'
import type { Result } from '../base/result.ts'
import { isoTime } from '../base/time.ts'
import { abilityRefusal, NO_KEY, rolesWith } from '../domain/access.ts'
import { hasWaivers, isProposalStale, type ReviewRefusal, reviewRefusal } from '../domain/decide-review.ts'
import type { Finding } from '../domain/finding.ts'
import { reasonLengthMax } from '../domain/limits.ts'
import type { Proposal } from '../domain/proposal.ts'
import { sourceTextOf } from '../domain/row.ts'
import { PROPOSAL_STATUSES } from '../domain/vocabulary.ts'
import { must, sending } from './bodies.ts'
import { headJson } from './cards.ts'
import { afterPage, asking, choice, each, type Json, LIMIT, type Declared } from './declared.ts'
import { staleHead } from './errors.ts'
import { sentenceOf } from './refused-change.ts'
import {
  answer,
  count,
  Hash,
  id,
  Layers,
  nameShapes,
  plainAnswer,
  Problems,
  RowId,
  Time,
  TimeOrNull,
} from './shapes.ts'
import { WORK, workFilterOf } from './work-query.ts'

const Name = z.string().nullable()
const Text = z.string().nullable()
const by_me = z.boolean()

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
nameShapes({ ProposalCard })

type ShownProposal = Pick<ProposalView, 'proposal' | 'row'>

function proposalJson({ actor }: Call, { proposal, row }: ShownProposal, nameOf: NameOf): Json {
  return {
    id: proposal.id,
    version: proposal.version,
    status: proposal.status,
    row_id: row.rowId,
    ordinal: row.ordinal,
    source_text: sourceTextOf(row),
    source_hash: row.sourceHash,
    stale: proposal.status === 'pending' && isProposalStale(proposal, row),
    text: proposal.text,
    waived: hasWaivers(proposal),
    author: nameOf(proposal.authorId),
    by_me: proposal.authorId === actor.user.id,
    created_at: isoTime(proposal.createdAtMs),
    updated_at: isoTime(proposal.updatedAtMs),
    decided_by: nameOf(proposal.reviewerId),
    decided_at: proposal.reviewedAtMs === null ? null : isoTime(proposal.reviewedAtMs),
    reason: proposal.reason,
  }
}

const AFTER = afterPage('must be 0, or meta.next of the page before')

/** The most proposals that are read for one page. With a rare filter the page may then be short, but is answered in time. */
const looksMax = 400

const PROPOSALS = each({
  status: choice([...PROPOSAL_STATUSES, 'all'] as const, 'pending'),
  author: {
    description: "A person's name, or me",
    schema: { type: 'string' },
    read: (value): string | null => value ?? null,
  },
  label: {
    ...present(WORK['label'], 'a parameter of filters'),
    read: (value, faults) => workFilterOf(new Map(value === undefined ? [] : [['label', value]]), faults),
  },
  after: AFTER,
  limit: LIMIT,
})

const proposals = asking({
  name: 'proposals',
  path: '/proposals',
  needs: 'proposals',
  summary: 'Proposals with their rows',
  description: 'Pending: oldest first, others: newest first. Pages may be short before meta.next is null.',
  query: {
    ...PROPOSALS,
    read: (values, faults) => {
      const { label: filter, ...asked } = PROPOSALS.read(values, faults)
      return { ...asked, filter }
    },
  },
  gives: answer({ proposals: z.array(ProposalCard) }, { count, next: id.nullable() }),
  run: async (call, { status, author, after, limit, filter }) => {
    const { app } = call
    const authorId = author === null ? null : idOfAuthor(call, author)
    if (authorId === undefined)
      return invalidRequest([{ field: 'author', message: 'must be me, or the name of a person of this server' }])
    const page = listProposals(app, {
      status: status === 'all' ? null : status,
      authorId,
      among: await rowsOfLabel(app, filter?.label ?? null),
      after: after === 0 ? null : after,
      limit,
      looksMax,
    })
    const nameOf = createNames(app)
    const list = page.items.map((item) => proposalJson(call, item, nameOf))
    return success({ proposals: list }, { count: list.length, next: page.next })
  },
})

function idOfAuthor({ app, actor }: Call, author: string): number | undefined {
  if (author === 'me') return actor.user.id
  return personNamed(app, author)?.id
}

const May = z.looseObject({ allowed: z.boolean(), code: z.string().optional(), message: z.string().optional() })
nameShapes({ May })

const proposal = asking({
  name: 'proposal',
  path: '/proposals/{proposal_id}',
  needs: 'proposals',
  summary: 'A proposal with all that a reviewer needs',
  gives: plainAnswer(
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
  run: (call) => {
    const view = readProposal(call.app, Number(call.id))
    return view === null ? noProposal() : success({ proposal: wholeJson(call, view) })
  },
})

function wholeJson(call: Call, view: ProposalView): object {
  const { proposal, row, heads, reference, isStale, oldSource, gate, waived, rivals } = view
  return {
    ...proposalJson(call, view, createNames(call.app)),
    made_for: { source_hash: proposal.sourceHash, source_text: isStale ? oldSource : sourceTextOf(row) },
    reference: reference?.diff ?? reference?.main ?? null,
    layers: { manual: headJson(heads.manual, row.sourceHash), machine: headJson(heads.machine, row.sourceHash) },
    ...boundedProblems(gate.errors, gate.warnings),
    waived_errors: boundedProblems(waived, []).errors,
    rivals: rivals.map(({ id }) => id),
    approve: mayDecide(call, proposal, 'approve'),
    reject: mayDecide(call, proposal, 'reject'),
  }
}

const Outcome = z.enum(['approved', 'edited', 'rejected'])
const made = { text: z.string(), author: Name, by_me }

const Decided = plainAnswer(z.looseObject({ proposal: ProposalCard, outcome: Outcome, final_text: Text }))

const version = must(z.int().min(1).max(0xffff_ffff), 'the whole number that the proposal has as version', {
  min: 1,
  max: 0xffff_ffff,
}).describe('As you read it')
const sourceHash = must(
  z.string().regex(/^[0-9a-f]{64}$/),
  'the source_hash of the source you read, 64 lower-case hex characters',
)

const approve = sending({
  name: 'approve',
  path: '/proposals/{proposal_id}/approve',
  needs: 'a review',
  summary: 'Approve a proposal, in its words or yours; it becomes the manual text',
  description:
    'The same decision again gets the same answer; 409 stale_head: it was changed or decided meanwhile. ' +
    'A failing text: the code of its first error, all in details.errors.',
  body: z.strictObject({
    version,
    text: must(z.string(), 'a text').optional().describe('Your wording'),
    source_hash: sourceHash.optional().describe('Of the source you compared with; stale proposals need it'),
    confirm_waived: z.boolean().optional().describe('Right in spite of waived_errors'),
  }),
  gives: Decided,
  run: async (call, { value: { version: seen, text = null, source_hash = false, confirm_waived = false } }) => {
    const request = {
      id: Number(call.id),
      version: seen,
      text,
      confirmSource: source_hash,
      confirmWaived: confirm_waived,
    }
    return answerTo(
      call,
      await approveProposal(call.app, call.actor, request),
      (now) =>
        now.status === 'approved' && now.version === seen && approvedTextOf(call.app, now) === (text ?? now.text),
    )
  },
})

const reject = sending({
  name: 'reject',
  path: '/proposals/{proposal_id}/reject',
  needs: 'a review',
  summary: 'Reject a proposal, with a reason for its author',
  body: z.strictObject({
    version,
    reason: must(
      z.string().max(reasonLengthMax).regex(/\S/),
      `a reason of 1 to ${reasonLengthMax} characters, not only white space`,
    ).describe('For its author'),
  }),
  gives: Decided,
  run: async (call, { value: { version: seen, reason } }) =>
    answerTo(
      call,
      await rejectProposal(call.app, call.actor, { id: Number(call.id), version: seen, reason }),
      (now) => now.status === 'rejected' && now.version === seen && now.reason === reason,
    ),
})

function answerTo(
  call: Call,
  ended: Result<Proposal, ProposalRefusal>,
  isSame: (proposal: Proposal) => boolean,
): Answer {
  const found = findProposal(call.app, Number(call.id))
  const row = found?.row ?? null
  const now = found === null || row === null ? null : { proposal: found.proposal, row }
  if (ended.ok && now !== null) return decided(call, { ...now, proposal: ended.value }, false)
  const refusal = ended.ok ? ({ code: 'no_proposal', id: ended.value.id } as const) : ended.refusal
  const isMine = refusal.code === 'not_pending' && now?.proposal.reviewerId === call.actor.user.id
  if (isMine && now !== null && isSame(now.proposal)) return decided(call, now, true)
  return refusedDecision(call, refusal, now)
}

function decided(call: Call, { proposal, row }: ShownProposal, isRepeated: boolean): Answer {
  const { app } = call
  const final = proposal.status === 'approved' ? approvedTextOf(app, proposal) : null
  const answer = success({
    proposal: proposalJson(call, { proposal, row }, createNames(app)),
    outcome: final === null ? 'rejected' : final === proposal.text ? 'approved' : 'edited',
    final_text: final,
  })
  return isRepeated ? { ...answer, headers: { 'Idempotent-Replayed': 'true' } } : answer
}

const decisions = asking({
  name: 'decisions',
  path: '/decisions',
  needs: 'proposals',
  summary: 'What became of proposals and machine texts, in the order of deciding',
  description: 'Keep meta.next: later decisions have higher numbers.',
  query: each({ after: AFTER, limit: LIMIT }),
  gives: answer(
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
  run: async (call, { after, limit }) => {
    const page = await readDecisions(call.app, after, limit)
    if (page.ok) {
      const { decisions: list, next, hasMore } = page.value
      const nameOf = createNames(call.app)
      const cards = list.map((each) => decisionJson(call, each, nameOf))
      return success({ decisions: cards }, { count: cards.length, next, has_more: hasMore })
    }
    const { refusal } = page
    if (refusal.code === 'beyond_last') {
      const message = `must be at most ${refusal.last}, the latest decision here; did the number come from another store?`
      return invalidRequest([{ field: 'after', message, allowed: { min: 0, max: refusal.last } }])
    }
    return notDone(refusal)
  },
})

function decisionJson({ actor }: Call, decision: Decision, nameOf: NameOf): object {
  const { number, atMs, deciderId, rowId, source, outcome, proposal, machine, finalText, reason } = decision
  const by = (authorId: number | null) => ({ author: nameOf(authorId), by_me: authorId === actor.user.id })
  return {
    number,
    decided_at: isoTime(atMs),
    decided_by: nameOf(deciderId),
    row_id: rowId,
    source_text: source,
    outcome,
    proposal: proposal === null ? null : { id: proposal.id, text: proposal.text, ...by(proposal.authorId) },
    machine:
      machine === null
        ? null
        : {
            revision: machine.seq,
            text: machine.text,
            provider: machine.provider,
            model: machine.model,
            ...by(machine.authorId),
          },
    final_text: finalText,
    reason,
  }
}

const CODES: Readonly<Record<ReviewRefusal['code'], ErrorCode | 'stale_head'>> = {
  may_not_review: 'forbidden_permission',
  own_proposal: 'forbidden_permission',
  not_pending: 'stale_head',
}

/** Whether this key may make the decision; if not, with the reason as a code and a sentence. */
function mayDecide({ actor: { user, key } }: Call, proposal: Proposal, decision: 'approve' | 'reject'): Json {
  const lacks = abilityRefusal('translations:write-manual', user.role, key ?? NO_KEY)
  if (lacks !== null) return { allowed: false, code: lacks.code, message: ERRORS[lacks.code].message }
  const refusal = reviewRefusal(user, proposal, decision)
  if (refusal === null) return { allowed: true }
  return { allowed: false, code: CODES[refusal.code], message: sentenceOf(refusal) }
}

const noProposal = (message = 'There is no such proposal, or its row is not in the game now.'): Answer =>
  failure('entry_not_found', { message, hint: 'List the proposals with GET /api/v2/proposals.' })

/** `now` is the proposal as it is; null: it is not there, or its row is not. */
function refusedDecision(call: Call, refusal: ProposalRefusal, now: ShownProposal | null): Answer {
  if (isNotDone(refusal)) return notDone(refusal)
  switch (refusal.code) {
    case 'no_proposal':
    case 'proposal_row_gone':
      return noProposal(sentenceOf(refusal))
    case 'may_not_review':
    case 'own_proposal':
      return failure('forbidden_permission', {
        message: sentenceOf(refusal),
        details: { required_roles: rolesWith(refusal.code === 'own_proposal' ? 'manage_users' : 'review_translation') },
      })
    case 'not_pending':
    case 'version_changed':
      return staleHead(sentenceOf(refusal), 'Look at details.proposal: leave it, or decide about that version.', {
        proposal: now === null ? null : proposalJson(call, now, createNames(call.app)),
      })
    case 'proposal_stale':
      return failure('stale_source', {
        message: 'The source has changed since the proposal was made, or since you read it.',
        hint: 'Compare the text with details.current_source_text; if it fits, send source_hash with the hash of that source.',
        details: {
          current_source_hash: now?.row.sourceHash ?? null,
          current_source_text: now === null ? null : sourceTextOf(now.row),
        },
      })
    case 'proposal_gate':
      return refusedText(refusal.errors, 'Repair the text by details.errors, or reject the proposal.')
    case 'waived':
      return refusedText(
        refusal.errors,
        'Repair the text, or send confirm_waived: true if it is right in spite of them.',
      )
    case 'no_reason':
    case 'not_clean':
    case 'stale_head':
      throw new Error(`broken assumption: ${refusal.code} is no refusal of API v2`)
    default:
      return unreachable(refusal)
  }
}

/** The refusal of a text, with the code of its first error; `details` have all of them. */
function refusedText(errors: readonly Finding[], hint: string): Answer {
  const problems = boundedProblems(errors, [])
  const [first] = errors
  if (first === undefined) throw new Error('broken assumption: a text is refused without an error')
  return failure(first.code, { message: first.message, hint, details: { errors: problems.errors } })
}

export const REVIEW: readonly Declared[] = [proposals, proposal, approve, reject, decisions]
