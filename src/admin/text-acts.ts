// The forms for a text, on the workbench and on the pages of a row and of a proposal.
import * as z from 'zod'
import { draftClient, isOfDraft } from '../app/bench/ask-draft.ts'
import { personWaitMsMax } from '../app/change.ts'
import { confirmTranslation, type HeadRefusal, markMachineHead } from '../app/writes/decide-head.ts'
import { type EditRefusal, type EditTranslation, editTranslation } from '../app/writes/edit-translation.ts'
import { approveProposal, type ProposalRefusal, rejectProposal } from '../app/writes/review-proposal.ts'
import { submitProposal, type SubmitRefusal } from '../app/writes/write-single.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import { NO_WAIVERS } from '../domain/checks/gate.ts'
import { isForeignApproval } from '../domain/decide-write.ts'
import type { MachineMark, SeenHead } from '../domain/decide-review.ts'
import type { Proposal } from '../domain/proposal.ts'
import { reasonLengthMax } from '../domain/limits.ts'
import type { Client, Heads, Row } from '../domain/row.ts'
import { toLf } from '../domain/text/normalize.ts'
import type { FormRefusal } from './parts/refusal-status.ts'
import { withLineEndsOf } from './parts/texts.ts'
import { takes } from './form.ts'
import type { Visit } from './visit.ts'

export const TEXT_FIELDS = z.object({
  text: takes.textIfSent,
  source: takes.text,
  seq: takes.whole,
  /** What a text typed here replaces: the manual text's revision (0: none), and the person's own proposal (`pendingMark`). */
  over: takes.whole,
  mine: takes.textIfSent,
  version: takes.whole,
  /** A machine draft that was shown, with the version of its prompt. */
  drafted: takes.text,
  prompted: takes.exact,
  confirm: takes.tick,
  waived: takes.tick,
  reason: takes.line,
})

type TextFields = z.output<typeof TEXT_FIELDS>

/** The typed text with the source's line ends; null if the form has none. */
export const typedText = ({ text }: TextFields, row: Row): string | null =>
  text === null ? null : withLineEndsOf(row, text)

export const isSameTyped = (typed: string, text: string): boolean => toLf(typed) === toLf(text)

export const seenHead = ({ seq, source }: TextFields): SeenHead => ({ seq: seq ?? 0, sourceHash: source })

interface Written {
  /** `foreign`: became a proposal, because another person's text was approved. */
  readonly did: 'written' | 'proposed' | 'foreign' | 'unchanged'
  readonly proposalId: number | null
}

export async function writeTyped(
  visit: Visit,
  { rowId }: Row,
  sent: TextFields,
  text: string,
  isDirect: boolean,
): Promise<Result<Written, EditRefusal | SubmitRefusal>> {
  const { app, actor } = visit
  const seenPending = sent.mine ?? undefined
  const request = { rowId, text, sourceHash: sent.source, client: clientOfDraft(visit, sent, text), seenPending }
  if (isDirect) {
    const edited = await editUnseen(visit, { ...request, seenSeq: sent.over ?? undefined })
    if (!edited.ok) return edited
    return edited.value.status === 'proposed'
      ? ok({ did: 'foreign', proposalId: edited.value.proposal.id })
      : ok({ did: edited.value.status, proposalId: null })
  }
  const submitted = await submitProposal(app, actor, {
    ...request,
    waivers: NO_WAIVERS,
    waitMsMax: personWaitMsMax,
    takes: (role) => hasPermission(role, 'propose_translation'),
  })
  if (!submitted.ok) return submitted
  const { status, proposal } = submitted.value
  return ok(
    status === 'unchanged'
      ? { did: 'unchanged', proposalId: null }
      : { did: 'proposed', proposalId: proposal?.id ?? null },
  )
}

/** A text that was replaced unseen is not replaced again, but another person's takes a proposal, and the same one is no change. */
async function editUnseen({ app, actor }: Visit, edit: EditTranslation): ReturnType<typeof editTranslation<never>> {
  const edited = await editTranslation(app, actor, edit)
  if (edited.ok || edited.refusal.code !== 'stale_head') return edited
  const { head } = edited.refusal
  return head !== null && (head.text === edit.text || isForeignApproval(head, actor.user.id))
    ? await editTranslation(app, actor, { ...edit, seenSeq: head.seq })
    : edited
}

/** What a revision says of its program: the configured model, if the text is like its draft. */
function clientOfDraft({ site }: Visit, { drafted, prompted }: TextFields, text: string): Client | undefined {
  const model = site.drafts?.model ?? null
  if (model === null || !isOfDraft(toLf(text), toLf(drafted))) return undefined
  return draftClient(model.provider, model.model, prompted)
}

/** `text`: the reviewer's wording; null: the author's. */
export async function approveTyped(
  visit: Visit,
  row: Pick<Row, 'sourceHash'> | null,
  id: number,
  { source, version, over, confirm, waived }: TextFields,
  text: string | null,
): Promise<Result<Proposal, ProposalRefusal | FormRefusal>> {
  if (row !== null && source !== '' && row.sourceHash !== source) return refuse({ code: 'source_of_before' })
  return await approveProposal(visit.app, visit.actor, {
    id,
    version,
    seenSeq: over ?? undefined,
    confirmSource: confirm,
    confirmWaived: waived,
    text,
  })
}

export async function rejectTyped(
  visit: Visit,
  id: number,
  { version }: TextFields,
  reason: string,
): Promise<Result<Proposal, ProposalRefusal | FormRefusal>> {
  if (Array.from(reason).length > reasonLengthMax) return refuse({ code: 'reason_too_long' })
  return await rejectProposal(visit.app, visit.actor, { id, version, reason })
}

export const markTyped = (
  { app, actor }: Visit,
  { rowId }: Row,
  sent: TextFields,
  mark: MachineMark,
): Promise<Result<Heads, HeadRefusal>> => markMachineHead(app, actor, { rowId, mark, seen: seenHead(sent) })

export const confirmTyped = (
  { app, actor }: Visit,
  { rowId }: Row,
  sent: TextFields,
): Promise<Result<null, HeadRefusal>> => confirmTranslation(app, actor, { rowId, seen: seenHead(sent) })
