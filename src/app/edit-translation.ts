// A person's direct edit of the manual layer on the site, and going back to an earlier revision (decisions §4). Where the
// current text was approved by somebody else it becomes a proposal, as in API v1.
import { ok, refuse, type Result } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import type { Finding } from '../domain/finding.ts'
import { SITE_RULES, type WriteRefusal } from '../domain/decide-write.ts'
import type { User } from '../domain/people.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Layer, UnchangedReason } from '../domain/vocabulary.ts'
import { readRevision } from '../store/heads.ts'
import { ordinalOf } from '../store/rows.ts'
import { write } from '../store/write.ts'
import type { App } from './app.ts'
import { applyDecision, HUMAN } from './apply-write.ts'
import { createJudge } from './judge-write.ts'

export interface EditTranslation {
  readonly rowId: string
  readonly text: string
  /** The hash of the source that the person saw. */
  readonly sourceHash: string
}

export type Edited =
  | { readonly status: 'written'; readonly warnings: readonly Finding[] }
  | { readonly status: 'proposed'; readonly proposal: Proposal; readonly warnings: readonly Finding[] }
  | { readonly status: 'unchanged'; readonly reason: UnchangedReason }

export type EditRefusal = WriteRefusal | { readonly code: 'busy' | 'save_failed' | 'not_allowed' | 'no_revision' }

const waitMsMax = 5_000

/** Writes the manual layer directly; for people who may review. */
export async function editTranslation(
  app: App,
  by: User,
  request: EditTranslation,
): Promise<Result<Edited, EditRefusal>> {
  if (by.state !== 'active' || !hasPermission(by.role, 'review_translation')) return refuse({ code: 'not_allowed' })
  const intent = {
    layer: 'manual',
    mode: 'direct',
    text: request.text,
    overwrite: true,
    sourceHash: request.sourceHash,
  } as const
  const waivers = { glossary: false, validation: false }
  const judge = createJudge(app, {
    rowId: request.rowId,
    intent,
    authorId: by.id,
    abilityRefusal: null,
    waivers,
    rules: SITE_RULES,
  })
  const written = await write<Result<Edited, EditRefusal>>(app.store, waitMsMax, (txn) => {
    const { decision, row, heads } = judge()
    if (decision.kind === 'refused') return refuse(decision.refusal)
    if (row === null) return refuse({ code: 'entry_not_found' })
    if (decision.kind === 'unchanged') return ok({ status: 'unchanged', reason: decision.reason })
    const item = { row, heads, intent, authorId: by.id, keyId: null, provenance: HUMAN, waivers }
    const proposal = applyDecision(txn, app.rules.now(), item, decision)
    const { warnings } = decision
    return ok(proposal === null ? { status: 'written', warnings } : { status: 'proposed', proposal, warnings })
  })
  return written.ok ? written.value : refuse({ code: written.refusal })
}

/** Makes the text of an earlier revision, of either layer, the manual text again: a new revision. */
export async function revertTranslation(
  app: App,
  by: User,
  request: { readonly rowId: string; readonly layer: Layer; readonly seq: number; readonly sourceHash: string },
): Promise<Result<Edited, EditRefusal>> {
  const ordinal = ordinalOf(app.store.main, request.rowId)
  if (ordinal === undefined) return refuse({ code: 'entry_not_found' })
  const revision = readRevision(app.store.main, ordinal, request.layer, request.seq)
  if (revision === undefined) return refuse({ code: 'no_revision' })
  return await editTranslation(app, by, { rowId: request.rowId, text: revision.text, sourceHash: request.sourceHash })
}
