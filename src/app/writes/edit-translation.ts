// A person's direct edit of the manual layer on the site, and going back to an earlier revision
// (docs/decisions.md#4-layers). Where the current text was approved by somebody else it becomes a proposal, as in API
// v1.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { Finding } from '../../domain/finding.ts'
import { SITE_RULES, type WriteRefusal } from '../../domain/decide-write.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { isWithdrawal } from '../../domain/row.ts'
import type { Layer, UnchangedReason } from '../../domain/vocabulary.ts'
import { readRevision } from '../../store/rows/heads.ts'
import { ordinalOf } from '../../store/rows/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten } from '../change.ts'
import { applyDecision, HUMAN } from './apply-write.ts'
import { Judge, momentIn, momentOf } from './judge-write.ts'

interface EditTranslation {
  readonly rowId: string
  readonly text: string
  /** The hash of the source that the person saw. */
  readonly sourceHash: string
}

type Edited =
  | { readonly status: 'written'; readonly warnings: readonly Finding[] }
  | { readonly status: 'proposed'; readonly proposal: Proposal; readonly warnings: readonly Finding[] }
  | { readonly status: 'unchanged'; readonly reason: UnchangedReason }

export type EditRefusal = WriteRefusal | NotWritten | { readonly code: 'may_not_edit' | 'no_revision' }

/** Writes the manual layer directly; for people who may review. */
export async function editTranslation(
  app: App,
  actor: Actor,
  request: EditTranslation,
): Promise<Result<Edited, EditRefusal>> {
  const intent = {
    layer: 'manual',
    mode: 'direct',
    text: request.text,
    overwrite: true,
    sourceHash: request.sourceHash,
  } as const
  const judge = new Judge({
    rowId: request.rowId,
    intent,
    authorId: actor.user.id,
    abilityRefusal: null,
    waivers: NO_WAIVERS,
    rules: SITE_RULES,
  })
  // Runs the gate now, while nobody waits for the writer.
  const early = judge.at(momentOf(app)).decision
  if (early.kind === 'refused') return refuse(early.refusal)
  return await change<Actor, Edited, EditRefusal>(app, actor, (txn, { user: by }) => {
    if (!hasPermission(by.role, 'review_translation')) return refuse({ code: 'may_not_edit' })
    const { decision, row, heads } = judge.at(momentIn(app, txn))
    if (decision.kind === 'refused') return refuse(decision.refusal)
    if (row === null) return refuse({ code: 'entry_not_found' })
    if (decision.kind === 'unchanged') return ok({ status: 'unchanged', reason: decision.reason })
    const item = { row, heads, intent, authorId: by.id, keyId: null, provenance: HUMAN, waivers: NO_WAIVERS }
    const proposal = applyDecision(txn, app.rules.now(), item, decision)
    const { warnings } = decision
    return ok(proposal === null ? { status: 'written', warnings } : { status: 'proposed', proposal, warnings })
  })
}

/** Makes the text of an earlier revision, of either layer, the manual text again: a new revision. */
export async function revertTranslation(
  app: App,
  actor: Actor,
  request: { readonly rowId: string; readonly layer: Layer; readonly seq: number; readonly sourceHash: string },
): Promise<Result<Edited, EditRefusal>> {
  const ordinal = ordinalOf(app.store.main, request.rowId)
  if (ordinal === undefined) return refuse({ code: 'entry_not_found' })
  const revision = readRevision(app.store.main, ordinal, request.layer, request.seq)
  if (revision === undefined || isWithdrawal(revision)) return refuse({ code: 'no_revision' })
  return await editTranslation(app, actor, {
    rowId: request.rowId,
    text: revision.text,
    sourceHash: request.sourceHash,
  })
}
