// Brings an earlier text of a row back, from its history.
import * as z from 'zod'
import { revertTranslation } from '../../../app/writes/edit-translation.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import type { Row } from '../../../domain/row.ts'
import { LAYERS } from '../../../domain/vocabulary.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Visit } from '../../visit.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import { rowIdOf, rowWith } from './row.ts'
import { answerTo } from '../../parts/refusal-status.ts'

const rowOf = (visit: Visit): Row | null => {
  const rowId = rowIdOf(visit)
  return rowId === null ? null : readRow(visit.app, rowId)
}

const noRow = (visit: Visit): Promise<Response> => notFoundPage(visit, 'there is no such row in the game now')

const NOTES = { written: 'written', proposed: 'proposed-foreign', unchanged: 'unchanged' } as const

const NO_REVISION = { error: 'there is no such revision' } as const

export const revertRow = form(
  z.object({
    layer: takes.choice(LAYERS, NO_REVISION),
    seq: takes.whole.pipe(z.number(NO_REVISION)),
    source: takes.text,
    over: takes.whole,
  }),
  async (visit: Visit, { layer, seq, source, over }) => {
    const row = rowOf(visit)
    if (row === null) return await noRow(visit)
    const request = { rowId: row.rowId, layer, seq, sourceHash: source, seenSeq: over ?? undefined }
    const reverted = await revertTranslation(visit.app, visit.actor, request)
    if (!reverted.ok) return await rowWith(visit, answerTo(reverted.refusal))
    return goTo(visit, `/admin/rows/${row.rowId}`, NOTES[reverted.value.status])
  },
  (visit, error) => (rowOf(visit) === null ? noRow(visit) : rowWith(visit, { error, status: 404 })),
)
