// The routes that read proposals: the queue as the site has it, and one with all that a reviewer needs.
import { createNames, personNamed } from '../../app/people/read-people.ts'
import { rowsOfLabel } from '../../app/labels/read-labels.ts'
import { listProposals } from '../../app/rows/list-proposals.ts'
import { type ProposalView, readProposal } from '../../app/rows/read-proposal.ts'
import { type Answer, success } from '../../api-v1/answer.ts'
import { invalidRequest } from '../../api-v1/bad-request.ts'
import { boundedProblems } from '../../api-v1/bytes/problems-json.ts'
import type { Call } from '../../api-v1/visit.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { asked, askedOfFilter } from '../asked.ts'
import { headJson } from '../cards.ts'
import { parseNoQuery } from '../lookup-queries.ts'
import { parseProposalsQuery } from './queries.ts'
import { proposalJson } from './card.ts'
import { mayDecide, noProposal } from './refusals.ts'

/** Proposals that a page reads at most, so that a rare filter keeps to the time of an answer; pages may be short. */
const looksMax = 400

/** GET /proposals. */
export const proposals = (call: Call): Answer | Promise<Answer> =>
  askedOfFilter(call, parseProposalsQuery, async ({ status, author, after, limit, filter }) => {
    const { app } = call
    const authorId = author === null ? null : idOfAuthor(call, author)
    if (authorId === undefined)
      return invalidRequest([{ field: 'author', message: 'must be me, or the name of a person of this server' }])
    const page = listProposals(app, {
      status: status === 'all' ? null : status,
      authorId,
      stale: null,
      waived: null,
      olderThanMs: null,
      among: await rowsOfLabel(app, filter?.label ?? null),
      after: after === 0 ? null : after,
      limit,
      looksMax,
    })
    const nameOf = createNames(app)
    const list = page.items.map((item) => proposalJson(call, item, nameOf))
    return success({ proposals: list }, { count: list.length, next: page.next })
  })

function idOfAuthor({ app, actor }: Call, author: string): number | undefined {
  if (author === 'me') return actor.user.id
  return personNamed(app, author)?.id
}

/** GET /proposals/{proposal_id}. */
export const proposal = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const view = readProposal(call.app, Number(call.id))
    return view === null ? noProposal() : success({ proposal: wholeJson(call, view) })
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
