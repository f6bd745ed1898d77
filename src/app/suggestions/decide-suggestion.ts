// Decisions about suggestions, by people who manage settings; a null `actor` is the command line. An approval makes its change in
// the same transaction.
import { isDeepStrictEqual } from 'node:util'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary.ts'
import { nameOfSuggestion, type Suggestion } from '../../domain/checks/suggestion.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import { putAudit, putSuggestion, readSuggestion } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager } from '../change.ts'
import type { LabelRefusal } from '../labels/change-labels.ts'
import { KINDS } from './suggest.ts'

export type SuggestionRefusal =
  | LabelRefusal
  | { readonly code: 'too_many_terms' }
  | { readonly code: 'suggestions_out_of_reach' | 'no_reason' }
  | { readonly code: 'no_suggestion'; readonly id: number }
  | { readonly code: 'suggestion_decided'; readonly id: number; readonly status: ProposalStatus }

type Decided = Promise<Result<Suggestion, SuggestionRefusal>>

/** Approves a suggestion and makes its change. `edited`: the term to add in place of the suggested one. */
export const approveSuggestion = (
  app: App,
  actor: Actor | null,
  { id, edited = null }: { readonly id: number; readonly edited?: GlossaryEntry | null },
): Decided =>
  decide(app, actor, id, (txn, userId, suggestion) => {
    if (suggestion.kind === 'label') {
      if (edited !== null) return refuse({ code: 'no_suggestion', id })
      const applied = KINDS.label.apply(txn, userId, suggestion)
      return applied.ok ? ok({ ...suggestion, status: 'approved' }) : applied
    }
    const isEdited = edited !== null && !isDeepStrictEqual(edited, suggestion.what)
    const approved = { ...suggestion, status: 'approved' as const, ...(isEdited && { addedAs: edited }) }
    const applied = KINDS.term.apply(txn, userId, approved)
    return applied.ok ? ok(approved) : applied
  })

/** Rejects a suggestion. A reason of white space alone is refused. */
export async function rejectSuggestion(
  app: App,
  actor: Actor | null,
  { id, reason }: { readonly id: number; readonly reason: string },
): Decided {
  if (reason.trim() === '') return refuse({ code: 'no_reason' })
  return await decide(app, actor, id, (_, __, suggestion) => ok({ ...suggestion, status: 'rejected', reason }))
}

const outOfReach = { code: 'suggestions_out_of_reach' } as const
const ACTIONS = { approved: 'suggestion.approve', rejected: 'suggestion.reject' } as const

const decide = (
  app: App,
  actor: Actor | null,
  id: number,
  work: (
    txn: Txn,
    userId: number | null,
    suggestion: Suggestion,
  ) => Result<Suggestion & { readonly status: keyof typeof ACTIONS }, SuggestionRefusal>,
): Decided =>
  changeAsManager<Suggestion, SuggestionRefusal>(app, actor, outOfReach, (txn, userId) => {
    const before = readSuggestion(txn.db, id)
    if (before === undefined) return refuse({ code: 'no_suggestion', id })
    if (before.status !== 'pending') return refuse({ code: 'suggestion_decided', id, status: before.status })
    const worked = work(txn, userId, before)
    if (!worked.ok) return worked
    const decided = { ...worked.value, deciderId: userId, decidedAtMs: txn.timeMs }
    putSuggestion(txn, before, decided)
    const subject = nameOfSuggestion(decided)
    const details = { suggestion: id, kind: decided.kind }
    putAudit(txn, { userId, action: ACTIONS[decided.status], subject, details })
    return ok(decided)
  })
