// Fills the rows of a patch from memory (docs/decisions.md#memory). Counting reads every open row of the patch, so that of a large one waits for a click.
import * as z from 'zod'
import { type ImportRecord, readImport } from '../../../app/upkeep/read-records.ts'
import { rowsOfPatch } from '../../../app/work/patch-rows.ts'
import { sizeOfPatch } from '../../../app/work/read-patch.ts'
import { type MemoryReport, rememberRows } from '../../../app/writes/remember-rows.ts'
import { runInSlices } from '../../../base/slices.ts'
import { countedRowsMax, offeredRowsMax, offeredTwinsMax } from '../../../domain/limits.ts'
import { form } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { button } from '../../parts/fields.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { changeRefusedPage, notFoundPage } from '../../parts/refusals.ts'
import { goTo, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, number } from '../../words.ts'

export async function memorySection(visit: Visit, record: ImportRecord): Promise<Html> {
  const rows = rowsIn(record)
  const { memory } = visit.app.rules.now().settings
  if (rows === 0 || memory === 'off' || !may(visit, 'review_translation')) return html``
  return html`<section id="memory"><h2>Memory</h2>${await memoryOf(visit, record.id, rows)}</section>`
}

function rowsIn(record: ImportRecord): number {
  const size = sizeOfPatch(record)
  return size === null ? 0 : size.added + size.changed
}

async function memoryOf(visit: Visit, importId: number, rows: number): Promise<Html> {
  if (rows > offeredRowsMax)
    return html`<p class="hint">For a patch of more than ${number(offeredRowsMax)} rows <code>windrow remember --filter patch=${importId}</code> fills them.</p>`
  const run = wholeNumber(query(visit, 'run'))
  const done =
    run === null ? '' : html`<p>Filled as run ${run}. <a href="/admin/undo?memory=${run}">Take it back</a></p>`
  const path = `/admin/imports/${importId}`
  if (rows > countedRowsMax && query(visit, 'memory') === '')
    return html`${done}<p><a href="${path}?memory=1#memory">Count the rows whose source, or one like it, has a translation elsewhere</a></p>`
  const counts = await remember(visit, importId, true)
  if (!counts.ok) return html`<p class="hint">${answerTo(counts.refusal).error}</p>`
  return html`${done}${found(visit, importId, counts.value)}`
}

function found(visit: Visit, importId: number, { filled, twins, unsought, left }: MemoryReport): Html {
  const path = `/admin/imports/${importId}`
  const rest = html`${left.divided === 0 ? '' : html`<p class="hint">${counted(left.divided, 'row')} left alone, because people approved different texts for their source.</p>`}
${unsought === 0 ? '' : html`<p class="hint">Of ${counted(unsought, 'row')} more nobody has looked for texts that differ in numbers alone: <code>windrow remember --filter patch=${importId}</code> does.</p>`}`
  if (filled === 0) return html`<p class="empty">Memory has no text for these rows.</p>${rest}`
  const exchanged =
    twins === 0
      ? ''
      : html`<p class="hint">${counted(twins, 'row')} of them with the numbers and tokens of a like text exchanged.</p>`
  return html`<p>Memory has a text for ${counted(filled, 'row')}. Each becomes a machine draft that names the row it was taken from.</p>${exchanged}
<div class="actions">${button(visit, `${path}/memory`, say`Fill ${counted(filled, 'row')}`)}</div>${rest}`
}

const remember = async (visit: Visit, importId: number, isDryRun: boolean) =>
  await rememberRows(visit.app, visit.actor, {
    rows: await rowsOfPatch(visit.app, String(importId)),
    isDryRun,
    twinRowsMax: offeredTwinsMax,
    run: runInSlices,
  })

export const fillPatch = form(z.object({}), async (visit: Visit) => {
  const importId = wholeNumber(visit.c.req.param('id') ?? '') ?? 0
  const record = readImport(visit.app, importId)
  if (record === null || rowsIn(record) > offeredRowsMax) return await notFoundPage(visit, 'there is no such import')
  const done = await remember(visit, importId, false)
  if (done.ok) {
    const run = done.value.number
    return goTo(
      visit,
      `/admin/imports/${importId}${run === null ? '' : `?run=${run}`}`,
      run === null ? 'unchanged' : 'remembered',
    )
  }
  const { error, status } = answerTo(done.refusal)
  return await changeRefusedPage(visit, error, status)
})
