// The route that lists decisions about texts, so that an agent can learn from them.
import { createNames } from '../../app/people/read-people.ts'
import { type Decision, readDecisions } from '../../app/rows/read-decisions.ts'
import { type Answer, failure, retryAfter, success } from '../../api-v1/answer.ts'
import { invalidRequest } from '../../api-v1/bad-request.ts'
import type { Call } from '../../api-v1/visit.ts'
import { isoTime } from '../../base/time.ts'
import { lockRetryAfterSeconds } from '../../domain/limits.ts'
import { asked } from '../asked.ts'
import { parseDecisionsQuery } from './queries.ts'

/** GET /decisions. */
export const decisions = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseDecisionsQuery, async ({ after, limit }) => {
    const page = await readDecisions(call.app, after, limit)
    if (page.ok) {
      const { decisions: list, next, hasMore } = page.value
      const nameOf = createNames(call.app)
      const cards = list.map((each) => decisionJson(call, each, nameOf))
      return success({ decisions: cards }, { count: cards.length, next, has_more: hasMore })
    }
    const { refusal } = page
    if (refusal.code === 'beyond_last') {
      const message = `must be at most ${refusal.last}, the latest decision here; is this the store that gave the number?`
      return invalidRequest([{ field: 'after', message, allowed: { min: 0, max: refusal.last } }])
    }
    return refusal.code === 'busy'
      ? failure('layer_busy', { headers: retryAfter(lockRetryAfterSeconds) })
      : failure('save_failed')
  })

function decisionJson({ actor }: Call, decision: Decision, nameOf: ReturnType<typeof createNames>): object {
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
