// Carries out what the domain decided about one item: a revision or a proposal, inside the caller's transaction.
import type { Waivers } from '../domain/checks/check.ts'
import type { WriteDecision, WriteIntent } from '../domain/decide-write.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Heads, Row } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import type { Origin } from '../domain/vocabulary.ts'
import { breaksMarkup } from '../domain/text/compare.ts'
import { appendRevision } from '../store/heads.ts'
import { nextId } from '../store/ids.ts'
import { putProposal } from '../store/proposals.ts'
import type { Txn } from '../store/write.ts'
import type { Rules } from './rules.ts'

export interface Provenance {
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
}

export interface Write {
  readonly row: Row
  readonly heads: Heads
  readonly intent: WriteIntent
  readonly authorId: number
  readonly keyId: number | null
  readonly provenance: Provenance
  readonly waivers: Waivers
  /** The whole gate found no error, so the markup is known to be good. */
  readonly passedGate?: boolean
}

export const HUMAN: Provenance = { origin: 'human', provider: null, model: null }

/** Writes the revision that a decision calls for. A manual one is approved by its author. */
export function applyRevision(txn: Txn, rules: Rules, item: Write): Heads {
  const { row, intent, authorId } = item
  const isManual = intent.layer === 'manual'
  return appendRevision(
    txn,
    row,
    item.heads,
    intent.layer,
    {
      text: intent.text,
      status: isManual ? 'approved' : 'draft',
      ...(isManual ? HUMAN : item.provenance),
      sourceHash: row.sourceHash,
      isVerified: intent.sourceHash !== null,
      authorId,
      keyId: item.keyId,
      approverId: isManual ? authorId : null,
      approvedAtMs: isManual ? txn.timeMs : null,
      proposalId: null,
    },
    item.passedGate !== true && breaksMarkup(sourceTextOf(row), intent.text, rules.gate.captionPolicy),
  )
}

/** Stores a new proposal, or changes the author's pending one in place. */
export function applyProposal(txn: Txn, item: Write, updates: Proposal | null): Proposal {
  const { row, intent, authorId, keyId, waivers } = item
  const saying = {
    text: intent.text,
    sourceHash: row.sourceHash,
    isVerified: intent.sourceHash !== null,
    keyId,
    waivers,
    updatedAtMs: txn.timeMs,
  }
  const proposal: Proposal =
    updates === null
      ? {
          id: nextId(txn, 'proposal'),
          version: 1,
          status: 'pending',
          ordinal: row.ordinal,
          rowId: row.rowId,
          authorId,
          ...saying,
          createdAtMs: txn.timeMs,
          reviewerId: null,
          reviewedAtMs: null,
          reason: null,
        }
      : { ...updates, ...saying, version: updates.version + 1 }
  putProposal(txn, updates, proposal)
  return proposal
}

/** Carries out a decision that is a revision or a proposal; returns the proposal if it is one. */
export function applyDecision(
  txn: Txn,
  rules: Rules,
  item: Write,
  decision: Extract<WriteDecision, { kind: 'revision' | 'proposal' }>,
): Proposal | null {
  if (decision.kind === 'proposal') return applyProposal(txn, item, decision.updates)
  applyRevision(txn, rules, item)
  return null
}
