// The routes on which agents propose glossary terms and read what people decided.
import { createNames } from '../app/people/read-people.ts'
import { listTermProposals, proposeTerms } from '../app/terms/term-proposals.ts'
import { type Answer, success } from '../api-v1/answer.ts'
import { refusedBatch } from '../api-v1/bytes/batch-json.ts'
import { taking } from '../api-v1/sent-body.ts'
import type { Call, Work } from '../api-v1/visit.ts'
import { isoTime } from '../base/time.ts'
import type { TermProposal } from '../domain/checks/glossary/term-proposal.ts'
import { termJson } from './cards.ts'
import { parseTermProposalsQuery } from './lookup-queries.ts'
import { asked } from './asked.ts'
import { PROPOSE_TERMS_BODY } from './term-requests.ts'

/** POST /glossary/proposals. */
export const propose: Work = taking(PROPOSE_TERMS_BODY, async ({ app, actor }, { value: items }) => {
  const done = await proposeTerms(app, actor, items)
  if (!done.ok) return refusedBatch(done.refusal.code === 'busy' ? { code: 'layer_busy' } : done.refusal)
  const outcomes = done.value
  const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length
  return success(
    {
      items: outcomes.map((outcome, at) => ({
        source: items[at]?.term.source,
        status: outcome.status,
        ...('reason' in outcome && { reason: outcome.reason }),
        ...('id' in outcome && { proposal_id: outcome.id }),
      })),
    },
    {
      total: outcomes.length,
      proposed: count('proposed'),
      unchanged: count('unchanged'),
      rejected: count('rejected'),
    },
  )
})

/** GET /glossary/proposals. */
export const proposals = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseTermProposalsQuery, (query) => {
    const page = listTermProposals(call.app, query)
    const nameOf = createNames(call.app)
    return success(
      { proposals: page.proposals.map((proposal) => termProposalJson(proposal, nameOf)) },
      { count: page.proposals.length, next: page.next },
    )
  })

const termProposalJson = (
  { id, term, addedAs, ...proposal }: TermProposal,
  nameOf: (id: number | null) => string | null,
) => ({
  proposal_id: id,
  status: proposal.status,
  ...termJson(term),
  evidence: proposal.evidence,
  provider: proposal.provider,
  model: proposal.model,
  author: nameOf(proposal.authorId),
  created_at: isoTime(proposal.createdAtMs),
  decided_by: nameOf(proposal.deciderId),
  decided_at: proposal.decidedAtMs === null ? null : isoTime(proposal.decidedAtMs),
  reason: proposal.reason,
  added_as: addedAs === undefined ? null : termJson(addedAs),
})
