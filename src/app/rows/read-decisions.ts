// Reads the log of decisions with their texts: the proposal of a person or a model, and its end.
import { refuse, ok, type Result } from '../../base/result.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Revision } from '../../domain/row.ts'
import {
  type DecisionRecord,
  lacksEarlierDecisions,
  lastDecision,
  noteEarlierDecisions,
  readDecisionsAfter,
  readProposal,
} from '../../store/records.ts'
import { readRetiredId, readRevision, readRevisionsBelow, readRow } from '../../store/rows.ts'
import { sourceTextOf } from '../../domain/row.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, personWaitMsMax } from '../change.ts'

export interface Decision {
  readonly number: number
  readonly atMs: number
  /** The id of the person who decided; null: not known. */
  readonly deciderId: number | null
  /** Null: the store has no such row. */
  readonly rowId: string | null
  /** The row's source as it is now; null: the row is not in the game. */
  readonly source: string | null
  readonly outcome: 'approved' | 'edited' | 'rejected'
  readonly proposal: { readonly id: number; readonly text: string; readonly authorId: number | null } | null
  /** The machine text about which the decision is, if it is about no proposal. */
  readonly machine: Revision | null
  readonly finalText: string | null
  readonly reason: string | null
}

interface DecisionsPage {
  readonly decisions: readonly Decision[]
  /** The number of the page's last decision, after which the next page begins. */
  readonly next: number
  readonly hasMore: boolean
}

type DecisionsRefusal = NotWritten | { readonly code: 'beyond_last'; readonly last: number }

/**
 * A page of decisions behind the number `after`. In a store that is older than the log, the first call writes the decisions that were made
 * before.
 */
export async function readDecisions(
  app: App,
  after: number,
  limit: number,
): Promise<Result<DecisionsPage, DecisionsRefusal>> {
  const { main } = app.store
  if (lacksEarlierDecisions(main)) {
    const noted = await change(app, null, (txn) => ok(noteEarlierDecisions(txn)), personWaitMsMax)
    if (!noted.ok) return noted
  }
  const last = lastDecision(main)
  if (after > last) return refuse({ code: 'beyond_last', last })
  const decisions = readDecisionsAfter(main, after, limit).map((record) => decisionOf(app, record))
  const next = decisions.at(-1)?.number ?? after
  return ok({ decisions, next, hasMore: next < last })
}

function decisionOf(app: App, record: DecisionRecord): Decision {
  const { main, files } = app.store
  const { id: number, kind, atMs, userId: deciderId, ordinal, proposalId, reason } = record
  const row = readRow(main, files, ordinal)
  const machine = record.machine === 0 ? null : (readRevision(main, ordinal, 'machine', record.machine) ?? null)
  const proposed = record.text ?? machine?.text ?? null
  const finalText = kind.endsWith('rejected') ? null : finalTextOf(app, record, proposed)
  return {
    number,
    atMs,
    deciderId,
    rowId: row?.rowId ?? readRetiredId(main, ordinal)?.toString('hex') ?? null,
    source: row === null ? null : sourceTextOf(row),
    outcome: finalText === null ? 'rejected' : finalText === proposed ? 'approved' : 'edited',
    proposal:
      proposalId === null
        ? null
        : { id: proposalId, text: record.text ?? '', authorId: readProposal(main, proposalId)?.authorId ?? null },
    machine,
    finalText,
    reason,
  }
}

function finalTextOf(app: App, { kind, ordinal, manual, proposalId }: DecisionRecord, proposed: string | null): string {
  const text =
    manual > 0
      ? readRevision(app.store.main, ordinal, 'manual', manual)?.text
      : kind === 'approved'
        ? textFrom(app, ordinal, proposalId)
        : undefined
  return text ?? proposed ?? ''
}

/** How many revisions are searched for the text of an approval. If none of them has it, the proposal's own text is shown. */
const revisionsMax = 30

function textFrom({ store }: App, ordinal: number, proposalId: number | null): string | undefined {
  const latest = readRevisionsBelow(store.main, ordinal, 'manual', 0xffff_ffff, revisionsMax)
  return latest.findLast((each) => each.proposalId === proposalId && each.restores === undefined)?.text
}

/** The text that was approved: that of the revision made from the proposal, which a reviewer may have reworded. */
export const approvedTextOf = (app: App, { ordinal, id, text }: Proposal): string => textFrom(app, ordinal, id) ?? text
