// What a form asks for a text, wherever it stands (the workbench, the page of a row, the page of a proposal): its fields are
// read and the use case judges. What is said and shown afterwards is each page's own.
import { personWaitMsMax } from '../../app/change.ts'
import { confirmTranslation, type HeadRefusal, markMachineHead } from '../../app/writes/decide-head.ts'
import { type EditRefusal, editTranslation } from '../../app/writes/edit-translation.ts'
import { approveProposal, type ProposalRefusal, rejectProposal } from '../../app/writes/review-proposal.ts'
import { type SubmitRefusal, submitProposal } from '../../app/writes/submit-proposal.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { MachineMark, SeenHead } from '../../domain/decide-review.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { toLf } from '../../domain/text/normalize.ts'
import type { FormRefusal } from '../parts/refusal-status.ts'
import { withLineEndsOf } from '../parts/texts.ts'
import { field, isChecked, type Visit, wholeNumber } from '../visit.ts'

const reasonLengthMax = 4_000

/** The text of the form with the source's line ends; null when the form has none. */
export const typedText = (visit: Visit, row: Row): string | null =>
  visit.form.has('text') ? withLineEndsOf(row, field(visit, 'text')) : null

/** Line ends say nothing of whether somebody changed a text: a browser sends its own. */
export const isSameTyped = (typed: string, text: string): boolean => toLf(typed) === toLf(text)

/** The source that the form's page showed. */
const seenSource = (visit: Visit): string => field(visit, 'source')

/** The head that the form's page showed. */
export const seenHead = (visit: Visit): SeenHead => ({
  seq: wholeNumber(field(visit, 'seq')) ?? 0,
  sourceHash: seenSource(visit),
})

interface Written {
  /** `foreign`: somebody else approved the present text, so it became a proposal. */
  readonly did: 'written' | 'proposed' | 'foreign' | 'unchanged'
  readonly proposalId: number | null
}

/** Writes what was typed: directly, or as a proposal. */
export async function writeTyped(
  visit: Visit,
  { rowId }: Row,
  text: string,
  isDirect: boolean,
): Promise<Result<Written, EditRefusal | SubmitRefusal>> {
  const { app, actor } = visit
  const request = { rowId, text, sourceHash: seenSource(visit) }
  if (isDirect) {
    const edited = await editTranslation(app, actor, request)
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

/** Approves a proposal, of which a form may have shown the source; `text` is the reviewer's own wording, null: its author's. */
export async function approveTyped(
  visit: Visit,
  row: Pick<Row, 'sourceHash'> | null,
  id: number,
  text: string | null,
): Promise<Result<Proposal, ProposalRefusal | FormRefusal>> {
  const seen = seenSource(visit)
  if (row !== null && seen !== '' && row.sourceHash !== seen) return refuse({ code: 'source_of_before' })
  return await approveProposal(visit.app, visit.actor, {
    id,
    version: wholeNumber(field(visit, 'version')),
    confirmSource: isChecked(visit, 'confirm'),
    confirmWaived: isChecked(visit, 'waived'),
    text,
  })
}

/** Rejects a proposal for a reason. */
export async function rejectTyped(
  visit: Visit,
  id: number,
  reason: string,
): Promise<Result<Proposal, ProposalRefusal | FormRefusal>> {
  if (Array.from(reason).length > reasonLengthMax) return refuse({ code: 'reason_too_long' })
  return await rejectProposal(visit.app, visit.actor, { id, version: wholeNumber(field(visit, 'version')), reason })
}

export const markTyped = (visit: Visit, { rowId }: Row, mark: MachineMark): Promise<Result<Heads, HeadRefusal>> =>
  markMachineHead(visit.app, visit.actor, { rowId, mark, seen: seenHead(visit) })

export const confirmTyped = (visit: Visit, { rowId }: Row): Promise<Result<null, HeadRefusal>> =>
  confirmTranslation(visit.app, visit.actor, { rowId, seen: seenHead(visit) })
