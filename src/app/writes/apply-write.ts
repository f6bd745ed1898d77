// Writes the domain's decision about one text of a request, in the caller's transaction.
import type { Waivers } from '../../domain/checks/check.ts'
import { keepsHead, type WriteDecision, type WriteIntent } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Client, type Head, type Heads, lastSeq, type RowWithHeads } from '../../domain/row.ts'
import { decidedRevision, type NewRevision, readBy } from '../../domain/revision.ts'
import type { Origin } from '../../domain/vocabulary.ts'
import { nextId, noteDecision, PROPOSAL, putProposal } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Rules } from '../rules.ts'
import { addRevision } from './add-revision.ts'

export interface Provenance {
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
}

interface Write extends RowWithHeads {
  readonly intent: WriteIntent
  readonly authorId: number
  readonly keyId: number | null
  readonly provenance: Provenance
  readonly waivers: Waivers
  /** True: the checks found no error, so the markup is good. */
  readonly passedGate?: boolean
  /** True: the checks found warnings. */
  readonly isDoubted?: boolean
  readonly via?: string | null
  readonly client?: Client | undefined
}

export const HUMAN: Provenance = { origin: 'human', provider: null, model: null }

/** Writes a revision. A manual one counts as approved by its author. */
export function applyRevision(txn: Txn, rules: Rules, item: Write): Heads {
  const { row, intent, authorId, keyId, via, client } = item
  const isManual = intent.layer === 'manual'
  const { origin, provider, model } = isManual ? HUMAN : item.provenance
  const isConfirmed = isManual && confirms(item)
  const head = item.heads.machine
  const isKept = head !== null && keepsHead(intent, head)
  txn.acts.note({
    kind: isManual ? (isConfirmed ? 'confirmed' : 'manual_text') : isKept ? 'marked_reviewed' : 'machine_text',
    userId: authorId,
    keyId,
    provider,
    model,
    ordinal: row.ordinal,
    rowId: row.rowId,
    number: lastSeq(item.heads, intent.layer) + 1,
    via,
  })
  if (isManual) noteReplaced(txn, item)
  if (isKept) return addRevision(txn, rules, item, 'machine', keptRevision(txn, item, head), item.passedGate)
  // Written out member by member, because `newRevision` would make a copy for each text of a batch.
  const said: NewRevision = {
    text: intent.text,
    sourceHash: row.sourceHash,
    status: isManual ? 'approved' : 'draft',
    approverId: isManual ? authorId : null,
    approvedAtMs: isManual ? txn.timeMs : null,
    origin,
    provider,
    model,
    isVerified: intent.sourceHash !== null,
    authorId,
    keyId,
    proposalId: null,
  }
  const judged: NewRevision = item.isDoubted === true ? { ...said, isDoubted: true } : said
  const inBatch = typeof via === 'string' ? { ...judged, via } : judged
  const by = isManual || intent.fault === undefined ? client : readBy(client, model ?? '')
  const revision = by === undefined ? inBatch : { ...inBatch, client: by }
  return addRevision(txn, rules, item, intent.layer, revision, item.passedGate)
}

/** The same text again as a revision: it keeps its author and model, and the second reader is noted beside them. */
function keptRevision(
  { timeMs: atMs }: Txn,
  { row, authorId: byId, provenance, via, isDoubted }: Write,
  head: Head,
): NewRevision {
  const { via: _via, isDoubted: _before, ...kept } = decidedRevision(head, { status: 'reviewed', byId, atMs }, row)
  const client = readBy(head.client, provenance.model ?? '')
  return { ...kept, client, ...(isDoubted === true && { isDoubted }), ...(typeof via === 'string' && { via }) }
}

/** Notes for the log of decisions that a manual text replaced a machine text: that is a decision about the machine text. */
function noteReplaced(txn: Txn, { row: { ordinal }, heads, authorId: userId }: Write): void {
  const { manual, machine } = heads
  if (machine === null || (manual !== null && manual.createdAtMs >= machine.createdAtMs)) return
  const made = { manual: lastSeq(heads, 'manual') + 1, machine: machine.seq }
  const nothingProposed = { proposalId: null, text: null, reason: null }
  noteDecision(txn, { kind: 'replaced', atMs: txn.timeMs, userId, ordinal, ...made, ...nothingProposed })
}

const confirms = ({ heads: { manual }, intent, row }: Write): boolean =>
  manual !== null && manual.text === intent.text && manual.sourceHash !== row.sourceHash

export function applyProposal(txn: Txn, item: Write, updates: Proposal | null): Proposal {
  const { row, intent, authorId, keyId, waivers, client } = item
  const saying = {
    text: intent.text,
    sourceHash: row.sourceHash,
    isVerified: intent.sourceHash !== null,
    keyId,
    waivers,
    updatedAtMs: txn.timeMs,
    ...(client !== undefined && { client }),
  }
  const proposal: Proposal =
    updates === null
      ? {
          id: nextId(txn, PROPOSAL),
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
      : { ...withoutClient(updates), ...saying, version: updates.version + 1 }
  putProposal(txn, updates, proposal)
  const { id: number, ordinal } = proposal
  txn.acts.note({
    kind: 'proposed',
    userId: authorId,
    keyId,
    provider: null,
    model: null,
    ordinal,
    rowId: row.rowId,
    number,
    via: item.via,
  })
  return proposal
}

const withoutClient = ({ client: _client, ...kept }: Proposal): Proposal => kept

export function applyDecision(
  txn: Txn,
  rules: Rules,
  item: Write,
  decision: Extract<WriteDecision, { kind: 'revision' | 'proposal' }>,
): Proposal | null {
  if (decision.kind === 'proposal') return applyProposal(txn, item, decision.updates)
  applyRevision(txn, rules, decision.warnings.length > 0 ? { ...item, isDoubted: true } : item)
  return null
}
