// MCP tools for people who may review proposals.
import { counted } from '../../base/numeral.ts'
import * as z from 'zod'
import { toLine } from '../../agent/text-lines.ts'
import type { ProposalView } from '../../app/rows/read-proposal.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { tool } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'
import type { Review } from '../reviewer.ts'
import { asData } from '../words.ts'

const queueMax = 50
const reviewOrRefuse = (review: Review | null): Review => {
  if (review === null) throw new ToolRefused('You may not review here.')
  return review
}

export const reviewQueue = tool({
  name: 'review_queue',
  description:
    'Proposals that wait for review, the oldest first. Lines of id.version, source, [now: approved text], ' +
    'proposed text, [wrong: what the checks say], [was: source it was made from].',
  arguments: z.object({
    count: z.int('give a whole number').min(1, 'give at least 1').max(queueMax, `give at most ${queueMax}`).default(20),
    after: z.int('give an id').min(0, 'give an id').default(0).describe('continue after this id'),
  }),
  isReadOnly: true,
  run: async ({ review }, { count: limit, after }) => {
    const { proposals, next } = reviewOrRefuse(review).queue(after, limit)
    if (proposals.length === 0) return next === null ? 'no proposal waits' : `none here; go on after ${next}`
    const more = next === null ? '' : `, more after ${next}`
    return [...asData(proposals.map(proposalLine)), `(${counted(proposals.length, 'proposal')}${more})`].join('\n')
  },
})

function proposalLine({ proposal, row, heads, isStale, oldSource, gate }: ProposalView): string {
  const wrong = [...gate.errors, ...gate.warnings].map(({ message }) => message).join(' ')
  return [
    `${proposal.id}.${proposal.version}`,
    toLine(sourceTextOf(row)),
    ...(heads.manual === null ? [] : [`[now: ${toLine(heads.manual.text)}]`]),
    toLine(proposal.text),
    ...(wrong === '' ? [] : [`[wrong: ${toLine(wrong)}]`]),
    ...(isStale ? [`[was: ${oldSource === null ? '(not kept)' : toLine(oldSource)}]`] : []),
  ].join('\t')
}

const decision = z.object({
  proposal: z.string().regex(/^[1-9]\d{0,8}\.[1-9]\d{0,8}$/, 'name the proposal as review_queue does: id.version'),
  approve: z.boolean('give true to approve, false to reject'),
  reason: z.string().optional().describe('why it is rejected, for its author'),
  text: z.string().optional().describe('approve in these words'),
  confirm_source: z.boolean().default(false).describe('right for the changed source too'),
  confirm_waived: z.boolean().default(false).describe('right in spite of waived checks'),
})

export const decide = tool({
  name: 'decide',
  description:
    'Approve or reject proposals of review_queue. Approved texts become the translation people see. ' +
    'The answer names only what was not done, and why.',
  arguments: z.object({
    decisions: z
      .array(decision, 'give a list of decisions')
      .min(1, 'give at least one decision')
      .max(queueMax, `give at most ${queueMax} decisions`),
  }),
  run: async ({ review }, { decisions }) => {
    const { decide: end } = reviewOrRefuse(review)
    const silent = decisions.find(({ approve, reason = '' }) => !approve && reason.trim() === '')
    if (silent !== undefined)
      throw new ToolRefused(`Nothing was done: say why ${silent.proposal} is rejected (reason).`)
    const undone: string[] = []
    for (const { proposal, approve, reason = '', text = null, ...confirmed } of decisions) {
      const [id = 0, version = 0] = proposal.split('.').map(Number)
      const why = await end({
        id,
        version,
        rejectBecause: approve ? null : reason,
        text,
        confirmSource: confirmed.confirm_source,
        confirmWaived: confirmed.confirm_waived,
      })
      if (why !== null) undone.push(`${proposal}: ${toLine(why)}`)
    }
    return [`${decisions.length - undone.length} of ${decisions.length} done`, ...undone].join('\n')
  },
})
