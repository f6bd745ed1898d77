// Proposed glossary terms: keys that may write propose them, people who may change the glossary decide. An approval adds the term, as
// proposed or edited, in the same transaction.
import { isDeepStrictEqual } from 'node:util'
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary/glossary.ts'
import { claimantOf } from '../../domain/claim.ts'
import { termProposalsMax, termProposalsPerPersonMax } from '../../domain/limits.ts'
import type { TermProposal } from '../../domain/checks/glossary/term-proposal.ts'
import type { ProposalStatus } from '../../domain/vocabulary.ts'
import {
  nextId,
  putAudit,
  putTermProposal,
  readTermProposal,
  TERM_PROPOSAL,
  termProposalsByStatus,
} from '../../store/records.ts'
import { putGlossary, readGlossary } from '../../store/people.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor, KeyActor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { mergedTerms, termKey } from '../upkeep/change-glossary.ts'

export type ProposedTerm = Pick<TermProposal, 'term' | 'evidence' | 'provider' | 'model'>

type TermOutcome =
  | { readonly status: 'proposed'; readonly id: number }
  | { readonly status: 'unchanged'; readonly reason: 'in_glossary' }
  | { readonly status: 'unchanged'; readonly reason: 'already_proposed'; readonly id: number }
  | { readonly status: 'rejected'; readonly reason: 'too_many_of_person' | 'too_many' }

/** Terms that mean the same, whatever the order of their forms. */
const meaningOf = (term: GlossaryEntry): string =>
  JSON.stringify([termKey(term), term.forms.toSorted(), term.doNotTranslate])

/** The outcomes are in the order of the items. */
export async function proposeTerms(
  app: App,
  actor: KeyActor,
  items: readonly ProposedTerm[],
): Promise<Result<readonly TermOutcome[], NotWritten | { readonly code: 'forbidden_ability' }>> {
  return await change(app, actor, (txn, { user, key }) => {
    if (claimantOf(user, key) === null) return refuse({ code: 'forbidden_ability' as const })
    const known = new Set(readGlossary(txn.db).map(meaningOf))
    const pending = [...termProposalsByStatus(txn.db, 'pending')]
    const open = new Map(pending.map(({ term, id }) => [meaningOf(term), id]))
    let own = pending.filter(({ authorId }) => authorId === user.id).length
    const propose = (item: ProposedTerm): TermOutcome => {
      const meaning = meaningOf(item.term)
      if (known.has(meaning)) return { status: 'unchanged', reason: 'in_glossary' }
      const same = open.get(meaning)
      if (same !== undefined) return { status: 'unchanged', reason: 'already_proposed', id: same }
      if (own >= termProposalsPerPersonMax) return { status: 'rejected', reason: 'too_many_of_person' }
      if (open.size >= termProposalsMax) return { status: 'rejected', reason: 'too_many' }
      const id = nextId(txn, TERM_PROPOSAL)
      const by = { authorId: user.id, keyId: key.id, createdAtMs: txn.timeMs }
      putTermProposal(txn, null, { id, status: 'pending', ...item, ...by, ...UNDECIDED })
      open.set(meaning, id)
      own++
      return { status: 'proposed', id }
    }
    return ok(items.map(propose))
  })
}

const UNDECIDED = { deciderId: null, decidedAtMs: null, reason: null } as const

interface TermPage {
  readonly proposals: readonly TermProposal[]
  /** The last id; null at the end. */
  readonly next: number | null
}

/** Oldest first; a status of null: all. */
export function listTermProposals(
  { store: { main } }: App,
  { status, after, limit }: { readonly status: ProposalStatus | null; readonly after: number; readonly limit: number },
): TermPage {
  const proposals: TermProposal[] = []
  for (const proposal of termProposalsByStatus(main, status, after)) {
    if (proposals.length === limit) return { proposals, next: proposals.at(-1)?.id ?? null }
    proposals.push(proposal)
  }
  return { proposals, next: null }
}

export type TermDecisionRefusal =
  | NotWritten
  | { readonly code: 'glossary_out_of_reach' | 'no_reason' }
  | { readonly code: 'no_term_proposal'; readonly id: number }
  | { readonly code: 'term_decided'; readonly id: number; readonly status: ProposalStatus }

/** A null `actor` is the command line. `edited`: the term to add instead. */
export const approveTerm = (
  app: App,
  actor: Actor | null,
  { id, edited = null }: { readonly id: number; readonly edited?: GlossaryEntry | null },
): Promise<Result<TermProposal, TermDecisionRefusal>> =>
  decide(app, actor, id, (txn, proposal) => {
    const term = edited ?? proposal.term
    putGlossary(txn, mergedTerms(readGlossary(txn.db), [term]))
    const isAsProposed = isDeepStrictEqual(term, proposal.term)
    return { status: 'approved', reason: null, ...(!isAsProposed && { addedAs: term }) }
  })

/** The reason needs a character that is not white space. */
export async function rejectTerm(
  app: App,
  actor: Actor | null,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<Result<TermProposal, TermDecisionRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'no_reason' })
  return await decide(app, actor, id, () => ({ status: 'rejected', reason }))
}

type Decision = Pick<TermProposal, 'reason' | 'addedAs'> & { readonly status: 'approved' | 'rejected' }

const ACTIONS = { approved: 'glossary.approve', rejected: 'term.reject' } as const

async function decide(
  app: App,
  actor: Actor | null,
  id: number,
  work: (txn: Txn, proposal: TermProposal) => Decision,
): Promise<Result<TermProposal, TermDecisionRefusal>> {
  return await change<Actor | null, TermProposal, TermDecisionRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    if (by !== null && !hasPermission(by.role, 'manage_settings')) return refuse({ code: 'glossary_out_of_reach' })
    const proposal = readTermProposal(txn.db, id)
    if (proposal === undefined) return refuse({ code: 'no_term_proposal', id })
    if (proposal.status !== 'pending') return refuse({ code: 'term_decided', id, status: proposal.status })
    const decision = work(txn, proposal)
    const decided = { ...proposal, ...decision, deciderId: by?.id ?? null, decidedAtMs: txn.timeMs }
    putTermProposal(txn, proposal, decided)
    const { source } = decision.addedAs ?? proposal.term
    putAudit(txn, {
      userId: by?.id ?? null,
      action: ACTIONS[decision.status],
      subject: source,
      details: { proposal: id },
    })
    return ok(decided)
  })
}
