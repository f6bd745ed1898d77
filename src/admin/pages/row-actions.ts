// What people do with a row: edit (directly or as a proposal), go back to an earlier text, mark the machine text, and ask
// the gate what it says of a text while they type.
import { editTranslation, type EditRefusal, revertTranslation } from '../../app/edit-translation.ts'
import { type MarkMachineHead, markMachineHead } from '../../app/mark-machine-head.ts'
import { gateOf } from '../../app/read-proposal.ts'
import { readRow } from '../../app/read-row.ts'
import { submitProposal } from '../../app/submit-proposal.ts'
import { MACHINE_MARKS } from '../../domain/decide-review.ts'
import type { Row } from '../../domain/row.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { LAYERS } from '../../domain/vocabulary.ts'
import { findingsList } from '../findings.ts'
import { field, goTo, may, type Visit, wholeNumber } from '../visit.ts'
import { notFoundPage } from './refusals.ts'
import { rowIdOf, rowWith } from './row.ts'
import { statusOf } from './refusal-status.ts'

const NO_WAIVERS = { glossary: false, validation: false }
const waitMsMax = 5_000

/** Browsers send any line end as CRLF; the text gets the one that the source uses. */
export const withLineEndsOf = (row: Row, text: string): string =>
  sourceTextOf(row).includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text

const rowOf = (visit: Visit): Row | null => {
  const rowId = rowIdOf(visit)
  return rowId === null ? null : readRow(visit.app, rowId)
}

const noRow = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such row in the game now')

/** The gate's answer as a piece of a page, for the script; nothing is written. */
export async function checkText(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const gate = gateOf(visit.app, row, withLineEndsOf(row, field(visit, 'text')))
  return visit.c.html(await findingsList(gate))
}

const REFUSALS: Readonly<Record<string, string>> = {
  entry_not_found: 'this row is not in the game now',
  stale_source: 'the source was changed meanwhile; look at the new one below, and save again if your text fits it',
  active_proposal_exists: 'you have a pending proposal for this row already',
  not_allowed: 'your role does not allow this',
  no_revision: 'there is no such revision',
  busy: 'an import holds the store just now; try again in a few seconds',
  save_failed: 'the store could not be saved; look at free disk space and try again',
}

function sayRefused(visit: Visit, refusal: EditRefusal, text?: string): Promise<Response> {
  const kept = text === undefined ? {} : { text }
  if (refusal.code === 'gate') {
    const error = `the text was not saved: ${refusal.errors.map(({ message }) => message).join(' ')}`
    return rowWith(visit, { error, status: 422, ...kept, gate: refusal })
  }
  return rowWith(visit, { error: REFUSALS[refusal.code] ?? 'nothing was changed', status: statusOf(refusal), ...kept })
}

export async function editRow(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const text = withLineEndsOf(row, field(visit, 'text'))
  const request = { rowId: row.rowId, text, sourceHash: field(visit, 'source') }
  const isDirect = field(visit, 'how') === 'direct' && may(visit, 'review_translation')
  if (!isDirect) return await propose(visit, request)
  const edited = await editTranslation(visit.app, visit.user, request)
  if (!edited.ok) return await sayRefused(visit, edited.refusal, text)
  const note =
    edited.value.status === 'proposed'
      ? 'proposed-foreign'
      : edited.value.status === 'unchanged'
        ? 'unchanged'
        : 'written'
  return goTo(visit, `/admin/rows/${row.rowId}`, note)
}

async function propose(visit: Visit, request: { rowId: string; text: string; sourceHash: string }): Promise<Response> {
  const submitted = await submitProposal(
    visit.app,
    { user: visit.user, key: null },
    { ...request, waivers: NO_WAIVERS, waitMsMax },
  )
  if (!submitted.ok) return await sayRefused(visit, submitted.refusal, request.text)
  return goTo(visit, `/admin/rows/${request.rowId}`, submitted.value.status === 'unchanged' ? 'unchanged' : 'proposed')
}

export async function revertRow(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const layer = LAYERS.find((each) => each === field(visit, 'layer'))
  const seq = wholeNumber(field(visit, 'seq'))
  if (layer === undefined || seq === null)
    return await rowWith(visit, { error: 'there is no such revision', status: 404 })
  const request = { rowId: row.rowId, layer, seq, sourceHash: field(visit, 'source') }
  const reverted = await revertTranslation(visit.app, visit.user, request)
  if (!reverted.ok) return await sayRefused(visit, reverted.refusal)
  const { status } = reverted.value
  const note = status === 'proposed' ? 'proposed-foreign' : status === 'unchanged' ? 'unchanged' : 'written'
  return goTo(visit, `/admin/rows/${row.rowId}`, note)
}

export async function markMachine(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const mark = MACHINE_MARKS.find((each) => each === field(visit, 'mark'))
  const seq = wholeNumber(field(visit, 'seq'))
  if (mark === undefined || seq === null) return await rowWith(visit, { error: 'there is no such mark', status: 422 })
  const request: MarkMachineHead = { rowId: row.rowId, mark, seen: { seq, sourceHash: field(visit, 'source') } }
  const marked = await markMachineHead(visit.app, visit.user, request)
  if (marked.ok) return goTo(visit, `/admin/rows/${row.rowId}`, 'marked')
  return await rowWith(visit, { error: marked.refusal.message, status: statusOf(marked.refusal) })
}
