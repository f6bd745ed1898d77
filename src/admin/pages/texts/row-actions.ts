// Forms on a row: edit, restore an earlier text, mark the machine text; and the live check of a text.
import * as z from 'zod'
import { type EditRefusal, revertTranslation } from '../../../app/writes/edit-translation.ts'
import { gateOf } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import type { SubmitRefusal } from '../../../app/writes/submit-proposal.ts'
import { MACHINE_MARKS } from '../../../domain/decide-review.ts'
import type { Row } from '../../../domain/row.ts'
import { LAYERS } from '../../../domain/vocabulary.ts'
import { markTyped, TEXT_FIELDS, typedText, writeTyped } from '../../text-acts.ts'
import { form, takes } from '../../form.ts'
import { findingsList } from '../../parts/findings.ts'
import { withLineEndsOf } from '../../parts/texts.ts'
import { goTo, may, type Visit } from '../../visit.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { rowIdOf, rowWith } from './row.ts'
import { answerTo } from '../../parts/refusal-status.ts'

const rowOf = (visit: Visit): Row | null => {
  const rowId = rowIdOf(visit)
  return rowId === null ? null : readRow(visit.app, rowId)
}

const noRow = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such row in the game now')

/** Answers the script with a fragment of the page. */
export const checkText = form(TEXT_FIELDS, async (visit: Visit, { text }) => {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const gate = gateOf(visit.app, row, withLineEndsOf(row, text ?? ''))
  return visit.c.html(await findingsList(gate))
})

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

export const editRow = form(TEXT_FIELDS.extend({ how: takes.exact }), async (visit: Visit, sent) => {
  const row = rowOf(visit)
  if (row === null) return await noRow(visit)
  const text = typedText(sent, row) ?? ''
  const isDirect = sent.how === 'direct' && may(visit, 'review_translation')
  const written = await writeTyped(visit, row, sent, text, isDirect)
  if (!written.ok) return await sayRefused(visit, written.refusal, text)
  return goTo(visit, `/admin/rows/${row.rowId}`, NOTES[written.value.did])
})

const NO_REVISION = { error: 'there is no such revision' } as const

export const revertRow = form(
  TEXT_FIELDS.extend({
    layer: takes.choice(LAYERS, NO_REVISION),
    seq: takes.whole.pipe(z.number(NO_REVISION)),
  }),
  async (visit: Visit, { layer, seq, source }) => {
    const row = rowOf(visit)
    if (row === null) return await noRow(visit)
    const request = { rowId: row.rowId, layer, seq, sourceHash: source }
    const reverted = await revertTranslation(visit.app, visit.actor, request)
    if (!reverted.ok) return await sayRefused(visit, reverted.refusal)
    const { status } = reverted.value
    return goTo(visit, `/admin/rows/${row.rowId}`, NOTES[status === 'proposed' ? 'foreign' : status])
  },
  (visit, error) => (rowOf(visit) === null ? noRow(visit) : rowWith(visit, { error, status: 404 })),
)

const NO_MARK = { error: 'there is no such mark' } as const

export const markMachine = form(
  TEXT_FIELDS.extend({
    mark: takes.choice(MACHINE_MARKS, NO_MARK),
    seq: takes.whole.pipe(z.number(NO_MARK)),
  }),
  async (visit: Visit, { mark, ...sent }) => {
    const row = rowOf(visit)
    if (row === null) return await noRow(visit)
    const marked = await markTyped(visit, row, sent, mark)
    if (marked.ok) return goTo(visit, `/admin/rows/${row.rowId}`, 'marked')
    return await rowWith(visit, answerTo(marked.refusal))
  },
  (visit, error) => (rowOf(visit) === null ? noRow(visit) : rowWith(visit, { error, status: 422 })),
)
