// Reviews proposals by the rules of the site, for people who may review and keys that may write the manual layer, because approving
// writes it.
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { sentenceFor } from '../app/refusal-sentences.ts'
import { listProposals } from '../app/rows/list-proposals.ts'
import { type ProposalView, readProposal } from '../app/rows/read-proposal.ts'
import { approveProposal, rejectProposal } from '../app/writes/review-proposal.ts'
import { effectiveAbilities, hasPermission, NO_KEY } from '../domain/access.ts'

interface Decision {
  readonly id: number
  /** The version of the proposal that the reviewer read. */
  readonly version: number
  /** The reason to reject the proposal; null: approve it. */
  readonly rejectBecause: string | null
  /** The wording to approve; null: the author's own. */
  readonly text: string | null
  /** The reviewer says that the text also fits the changed source. */
  readonly confirmSource: boolean
  /** The reviewer says that the text is right in spite of the findings that were waived. */
  readonly confirmWaived: boolean
}

export interface Review {
  /** Lists pending proposals, the oldest first, with the id after which the next page begins; null: there are no more. */
  readonly queue: (
    after: number,
    limit: number,
  ) => { readonly proposals: readonly ProposalView[]; readonly next: number | null }
  /** Approves or rejects a proposal. Returns null when that is done, else the reason why not. */
  readonly decide: (decision: Decision) => Promise<string | null>
}

/** Null: the actor may not review, or the key may not write the manual layer. */
export function reviewOf(app: App, actor: Actor): Review | null {
  const { user, key } = actor
  const abilities = effectiveAbilities(user.role, user.state, key ?? NO_KEY)
  const mayReview = hasPermission(user.role, 'review_translation') && abilities.includes('rows:read')
  if (!mayReview || !abilities.includes('translations:write-manual')) return null
  return {
    queue: (after, limit) => {
      const { items, next } = listProposals(app, { status: 'pending', authorId: null, after, limit })
      return { proposals: items.flatMap(({ proposal }) => readProposal(app, proposal.id) ?? []), next }
    },
    decide: async ({ id, version, rejectBecause, text, confirmSource, confirmWaived }) => {
      const ended =
        rejectBecause === null
          ? await approveProposal(app, actor, { id, version, confirmSource, confirmWaived, text })
          : await rejectProposal(app, actor, { id, version, reason: rejectBecause })
      return ended.ok ? null : sentenceFor('tools', ended.refusal)
    },
  }
}
