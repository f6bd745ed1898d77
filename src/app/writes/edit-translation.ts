// A direct edit of the manual layer on the site, and the return to an earlier revision (docs/rows.md#layers). If
// another person approved the current text, the edit becomes a proposal.
import { refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { Finding } from '../../domain/finding.ts'
import { SITE_RULES, type WriteRefusal } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Client, isWithdrawal } from '../../domain/row.ts'
import type { Layer, Role, UnchangedReason } from '../../domain/vocabulary.ts'
import { ordinalOf, readRevision } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { type NotWritten, personWaitMsMax } from '../change.ts'
import { applyDecision, HUMAN, type Provenance } from './apply-write.ts'
import { type Also, doneWith, writeJudged } from './write-single.ts'

export interface EditTranslation<R = never> {
  readonly rowId: string
  readonly text: string
  readonly sourceHash: string
  /** The number of the manual text that the person saw: another one by now refuses the edit. Absent: any will do. */
  readonly seenSeq?: number | undefined
  /** The person's own pending proposal as it was seen (`pendingMark`): another one by now refuses the edit. Absent: any will do. */
  readonly seenPending?: string | undefined
  /** Given if a machine text is edited, which stays a machine's: where it comes from. Absent: the manual text is edited. */
  readonly machine?: Provenance
  /** The program that drafted the text; absent: a person wrote all of it. */
  readonly client?: Client | undefined
  readonly also?: Also<R>
}

type Edited =
  | { readonly status: 'written'; readonly warnings: readonly Finding[] }
  | { readonly status: 'proposed'; readonly proposal: Proposal; readonly warnings: readonly Finding[] }
  | { readonly status: 'unchanged'; readonly reason: UnchangedReason }

interface MayNotEdit {
  readonly code: 'may_not_edit'
}

export type EditRefusal = WriteRefusal | NotWritten | MayNotEdit | { readonly code: 'no_revision' }

export async function editTranslation<R = never>(
  app: App,
  actor: Actor,
  request: EditTranslation<R>,
): Promise<Result<Edited, EditRefusal | R>> {
  const intent = {
    layer: request.machine === undefined ? 'manual' : 'machine',
    mode: 'direct',
    text: request.text,
    overwrite: true,
    sourceHash: request.sourceHash,
    expectedRevision: request.seenSeq ?? null,
    seenPending: request.seenPending,
  } as const
  const write = {
    rowId: request.rowId,
    intent,
    waivers: NO_WAIVERS,
    rules: SITE_RULES,
    waitMsMax: personWaitMsMax,
    takes: (role: Role) => hasPermission(role, 'review_translation'),
    denial: { code: 'may_not_edit' },
  } as const
  return await writeJudged<Edited, MayNotEdit | R>(app, actor, write, (txn, item, decision) => {
    const done = (edited: Edited, proposalId: number | null): Result<Edited, R> =>
      doneWith(edited, request.also, txn, proposalId)
    if (decision.kind === 'unchanged') return done({ status: 'unchanged', reason: decision.reason }, null)
    const proposal = applyDecision(
      txn,
      app.rules.now(),
      { ...item, provenance: request.machine ?? HUMAN, client: request.client },
      decision,
    )
    const { warnings } = decision
    return proposal === null
      ? done({ status: 'written', warnings }, null)
      : done({ status: 'proposed', proposal, warnings }, proposal.id)
  })
}

/** Makes the text of an earlier revision, of either layer, the manual text. */
export async function revertTranslation(
  app: App,
  actor: Actor,
  request: {
    readonly rowId: string
    readonly layer: Layer
    readonly seq: number
    readonly sourceHash: string
    readonly seenSeq?: number | undefined
  },
): Promise<Result<Edited, EditRefusal>> {
  const ordinal = ordinalOf(app.store.main, request.rowId)
  if (ordinal === undefined) return refuse({ code: 'entry_not_found' })
  const revision = readRevision(app.store.main, ordinal, request.layer, request.seq)
  if (revision === undefined || isWithdrawal(revision)) return refuse({ code: 'no_revision' })
  return await editTranslation(app, actor, {
    rowId: request.rowId,
    text: revision.text,
    sourceHash: request.sourceHash,
    seenSeq: request.seenSeq,
  })
}
