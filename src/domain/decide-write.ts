// Decides the effect of a write on one row, from plain values: one function for API v1, the legacy API and the site.
// They differ in values (`WriteRules`), never in branches. Order of tests: docs/api-v1.md#order-inside-an-item.
import type { AbilityRefusal } from './access.ts'
import type { Finding, GateResult } from './finding.ts'
import { type Proposal, pendingMark } from './proposal.ts'
import { isReadersMark } from './revision.ts'
import type { Head, Heads, Row } from './row.ts'
import { isStale, sourceTextOf } from './row.ts'
import type { Layer, UnchangedReason, WriteMode } from './vocabulary.ts'

export interface WriteRules {
  /** The author has a pending proposal: refuse another text (v1), or change it in place (legacy, site). */
  readonly ownPendingProposal: 'refuse' | 'update'
  /** A filled machine layer without overwrite is `unchanged` (v1), or refused even for the same text (legacy). */
  readonly filledMachine: 'unchanged' | 'refuse'
  readonly machineGate: boolean
}

export const V1_RULES: WriteRules = {
  ownPendingProposal: 'refuse',
  filledMachine: 'unchanged',
  machineGate: true,
}
export const LEGACY_RULES: WriteRules = {
  ownPendingProposal: 'update',
  filledMachine: 'refuse',
  machineGate: false,
}
/** The rules for writes on the site: those of v1, except that a pending proposal is changed in place. */
export const SITE_RULES: WriteRules = { ...V1_RULES, ownPendingProposal: 'update' }

export interface WriteIntent {
  readonly layer: Layer
  readonly mode: WriteMode
  readonly text: string
  readonly overwrite: boolean
  /** The hash that the writer sent of the source that they translated; null: none was sent. */
  readonly sourceHash: string | null
  /** The revision of the current text that the writer saw, 0 for none; null: not sent. */
  readonly expectedRevision?: number | null
  /** The author's pending proposal that the writer saw, as `pendingMark` names it; absent: not sent. */
  readonly seenPending?: string | undefined
  /**
   * The words of the machine text that a second reader finds wrong, or '' if the reader keeps the text. Absent if
   * the writer is no reader.
   */
  readonly fault?: string
}

interface WriteSituation {
  readonly intent: WriteIntent
  readonly row: Row | null
  readonly heads: Heads
  readonly authorId: number
  readonly ownPending: Proposal | null
  readonly abilityRefusal: AbilityRefusal | null
  readonly rules: WriteRules
  /** Asks the text gate. It is called at most once, and only if the answer is needed. */
  readonly gate: () => GateResult
}

export type WriteRefusal =
  | { readonly code: 'entry_not_found' }
  | AbilityRefusal
  | { readonly code: 'stale_source'; readonly currentSourceHash: string; readonly currentSourceText: string }
  | { readonly code: 'stale_head'; readonly row: Row; readonly head: Head | null }
  | { readonly code: 'active_proposal_exists'; readonly proposalId: number; readonly proposalVersion: number }
  | { readonly code: 'filled' }
  | { readonly code: 'gate'; readonly errors: readonly Finding[]; readonly warnings: readonly Finding[] }

export type WriteDecision =
  | { readonly kind: 'refused'; readonly refusal: WriteRefusal }
  | { readonly kind: 'unchanged'; readonly reason: UnchangedReason }
  | { readonly kind: 'revision'; readonly layer: Layer; readonly warnings: readonly Finding[] }
  | {
      readonly kind: 'proposal'
      /** The pending proposal that gets the text; null: a new one is made. */
      readonly updates: Proposal | null
      readonly becauseForeignApproval: boolean
      readonly warnings: readonly Finding[]
    }

/** True: another person approved the current text, which may be stale by now. */
export const isForeignApproval = (head: Pick<Head, 'status' | 'approverId'> | null, authorId: number): boolean =>
  head !== null && head.status === 'approved' && head.approverId !== authorId

const refused = (refusal: WriteRefusal): WriteDecision => ({ kind: 'refused', refusal })

/** These findings come before the test of the source hash: a service row, with nothing to translate, never takes a text. */
const STANDS_ALONE: readonly string[] = ['SERVICE_01']

export function decideWrite(situation: WriteSituation): WriteDecision {
  const { intent, row, heads, rules } = situation
  if (row === null) return refused({ code: 'entry_not_found' })
  if (situation.abilityRefusal !== null) return refused(situation.abilityRefusal)

  const runsGate = intent.layer === 'manual' || rules.machineGate
  if (row.isServiceRow && runsGate) {
    const { errors } = situation.gate()
    return refused({ code: 'gate', errors: errors.filter((e) => STANDS_ALONE.includes(e.rule)), warnings: [] })
  }
  if (intent.sourceHash !== null && intent.sourceHash !== row.sourceHash) {
    const { sourceHash } = row
    return refused({ code: 'stale_source', currentSourceHash: sourceHash, currentSourceText: sourceTextOf(row) })
  }
  const head = heads[intent.layer]
  const { expectedRevision = null } = intent
  if (expectedRevision !== null && expectedRevision !== (head?.seq ?? 0)) {
    return refused({ code: 'stale_head', row, head })
  }
  const nothingToDo =
    intent.layer === 'machine' ? machineNothingToDo(situation, row) : manualNothingToDo(situation, row)
  if (nothingToDo !== null) return nothingToDo

  const foreign =
    intent.layer === 'manual' && intent.mode === 'direct' && isForeignApproval(heads.manual, situation.authorId)
  const becomesProposal = intent.layer === 'manual' && (intent.mode === 'proposal' || foreign)
  const pending = becomesProposal ? situation.ownPending : null
  if (foreign && isSameProposal(situation, row)) return { kind: 'unchanged', reason: 'unchanged' }
  const isUnseen = (intent.seenPending ?? pendingMark(pending)) !== pendingMark(pending)
  if (pending !== null && (rules.ownPendingProposal === 'refuse' || isUnseen)) {
    return refused({ code: 'active_proposal_exists', proposalId: pending.id, proposalVersion: pending.version })
  }

  const { errors, warnings } = runsGate ? situation.gate() : { errors: [], warnings: [] }
  if (errors.length > 0) return refused({ code: 'gate', errors, warnings })
  return becomesProposal
    ? { kind: 'proposal', updates: pending, becauseForeignApproval: foreign, warnings }
    : { kind: 'revision', layer: intent.layer, warnings }
}

function machineNothingToDo({ intent, heads, rules }: WriteSituation, row: Row): WriteDecision | null {
  const head = heads.machine
  if (intent.fault !== undefined) return readersNothingToDo(intent, intent.fault, head, row)
  if (head === null) return null
  if (rules.filledMachine === 'refuse') return intent.overwrite ? null : refused({ code: 'filled' })
  // The same text on a stale head confirms it against the new source, which is a real write.
  if (head.text === intent.text)
    return isStale(head, row.sourceHash) ? null : { kind: 'unchanged', reason: 'same_text' }
  return intent.overwrite ? null : { kind: 'unchanged', reason: 'already_filled' }
}

/** A second reader may keep a draft. It may replace a text that no person has confirmed, if it quotes words of it. */
function readersNothingToDo(intent: WriteIntent, fault: string, head: Head | null, row: Row): WriteDecision | null {
  if (head === null) return { kind: 'unchanged', reason: 'unquoted' }
  const isConfirmed = head.status === 'approved' || head.status === 'reviewed'
  if (isConfirmed && !isReadersMark(head)) return { kind: 'unchanged', reason: 'already_filled' }
  if (keepsHead(intent, head)) {
    const isOpen = head.status === 'draft' || (isConfirmed && isStale(head, row.sourceHash))
    return isOpen ? null : { kind: 'unchanged', reason: 'same_text' }
  }
  if (fault === '' || !head.text.includes(fault)) return { kind: 'unchanged', reason: 'unquoted' }
  return intent.overwrite ? null : { kind: 'unchanged', reason: 'already_filled' }
}

/** True: the writer is a second reader who found the text good. */
export const keepsHead = (intent: Pick<WriteIntent, 'layer' | 'fault' | 'text'>, head: Pick<Head, 'text'>): boolean =>
  intent.layer === 'machine' && intent.fault !== undefined && head.text === intent.text

function manualNothingToDo(situation: WriteSituation, row: Row): WriteDecision | null {
  const { intent, heads } = situation
  const head = heads.manual
  if (head !== null && head.text === intent.text && !isStale(head, row.sourceHash)) {
    return { kind: 'unchanged', reason: 'same_text' }
  }
  if (intent.mode === 'proposal' && isSameProposal(situation, row)) {
    return { kind: 'unchanged', reason: 'unchanged' }
  }
  return null
}

/** True: the pending proposal has the same text and, if it would be changed in place, the same source. */
const isSameProposal = ({ ownPending, intent, rules }: WriteSituation, row: Row): boolean =>
  ownPending !== null &&
  ownPending.text === intent.text &&
  (rules.ownPendingProposal === 'refuse' || ownPending.sourceHash === row.sourceHash)
