// Forms on a row: edit (directly or as a proposal), restore an earlier text, mark the machine text; and the live check of a text.
import { type EditRefusal, revertTranslation } from '../../../app/writes/edit-translation.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import type { SubmitRefusal } from '../../../app/writes/submit-proposal.ts'
import { MACHINE_MARKS } from '../../../domain/decide-review.ts'
import type { Row } from '../../../domain/row.ts'
import { LAYERS } from '../../../domain/vocabulary.ts'
import { markTyped, typedText, writeTyped } from '../../acts/text-acts.ts'
import { findingsList } from '../../parts/said/findings.ts'
import { withLineEndsOf } from '../../parts/texts.ts'
import { field, goTo, may, type Visit, wholeNumber } from '../../visit.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { rowIdOf, rowWith } from './row.ts'
import { answerTo } from '../../parts/refusal-status.ts'

const rowOf = (visit: Visit): Row | null => {
  const rowId = rowIdOf(visit)
  return rowId === null ? null : readRow(visit.app, rowId)
}

const noRow = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such row in the game now')

/** The gate's result as a fragment, for the script. */
export async function checkText(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const gate = gateOf(visit.app, row, withLineEndsOf(row, field(visit, 'text')))
  return visit.c.html(await findingsList(gate))
}

/** Differs from the rest of the site, because the new source is on this page. */
const staleHere = 'the source was changed meanwhile; look at the new one below, and save again if your text fits it'

function sayRefused(visit: Visit, refusal: EditRefusal | SubmitRefusal, text?: string): Promise<Response> {
  return rowWith(visit, {
    ...answerTo(refusal),
    ...(text !== undefined && { text }),
    ...(refusal.code === 'stale_source' && { error: staleHere }),
    ...(refusal.code === 'gate' && { gate: refusal }),
  })
}

const NOTES = { written: 'written', proposed: 'proposed', foreign: 'proposed-foreign', unchanged: 'unchanged' } as const

export async function editRow(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const text = typedText(visit, row) ?? ''
  const isDirect = field(visit, 'how') === 'direct' && may(visit, 'review_translation')
  const written = await writeTyped(visit, row, text, isDirect)
  if (!written.ok) return await sayRefused(visit, written.refusal, text)
  return goTo(visit, `/admin/rows/${row.rowId}`, NOTES[written.value.did])
}

export async function revertRow(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const layer = LAYERS.find((each) => each === field(visit, 'layer'))
  const seq = wholeNumber(field(visit, 'seq'))
  if (layer === undefined || seq === null)
    return await rowWith(visit, { error: 'there is no such revision', status: 404 })
  const request = { rowId: row.rowId, layer, seq, sourceHash: field(visit, 'source') }
  const reverted = await revertTranslation(visit.app, visit.actor, request)
  if (!reverted.ok) return await sayRefused(visit, reverted.refusal)
  const { status } = reverted.value
  return goTo(visit, `/admin/rows/${row.rowId}`, NOTES[status === 'proposed' ? 'foreign' : status])
}

export async function markMachine(visit: Visit): Promise<Response> {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const mark = MACHINE_MARKS.find((each) => each === field(visit, 'mark'))
  const seq = wholeNumber(field(visit, 'seq'))
  if (mark === undefined || seq === null) return await rowWith(visit, { error: 'there is no such mark', status: 422 })
  const marked = await markTyped(visit, row, mark)
  if (marked.ok) return goTo(visit, `/admin/rows/${row.rowId}`, 'marked')
  return await rowWith(visit, answerTo(marked.refusal))
}
