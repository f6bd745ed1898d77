// Reviewing proposals by the rules of the site. Only for people who may review, and with keys that may write the manual
// layer, because approving writes it.
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { sentenceFor } from '../app/refusal-sentences.ts'
import { listProposals } from '../app/rows/list-proposals.ts'
import { type ProposalView, readProposal } from '../app/rows/read-proposal.ts'
import { approveProposal, rejectProposal } from '../app/writes/review-proposal.ts'
import { effectiveAbilities, hasPermission, NO_KEY } from '../domain/access.ts'

interface Decision {
  readonly id: number
  /** The version that was read. */
  readonly version: number
  /** Null: approve it. */
  readonly rejectBecause: string | null
  /** Approve it in these words; null: in its author's. */
  readonly text: string | null
  /** The text is right for the changed source too. */
  readonly confirmSource: boolean
  /** What the proposal's waivers lifted is right too. */
  readonly confirmWaived: boolean
}

export interface Review {
  /** Pending proposals, the oldest first, and the id to go on after; null: these are all. */
  readonly queue: (
    after: number,
    limit: number,
  ) => { readonly proposals: readonly ProposalView[]; readonly next: number | null }
  /** Null when it was done, else why not. */
  readonly decide: (decision: Decision) => Promise<string | null>
}

/** What somebody may review with; null: they may not. */
export function reviewOf(app: App, actor: Actor): Review | null {
  const { user, key } = actor
  const abilities = effectiveAbilities(user.role, user.state, key ?? NO_KEY)
  const mayReview = hasPermission(user.role, 'review_translation') && abilities.includes('rows:read')
  if (!mayReview || !abilities.includes('translations:write-manual')) return null
  return {
    queue: (after, limit) => {
      const query = {
        status: 'pending',
        authorId: null,
        stale: null,
        olderThanMs: null,
        waived: null,
        after,
        limit,
      } as const
      const { items, next } = listProposals(app, query)
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
