// Acts on all rows of the workbench's list: first a page that counts and shows examples, then the act, undone in one step.
import * as z from 'zod'
import {
  doOne,
  type ManyAct,
  type ManyRefusal,
  type Meant,
  meantRows,
  rehearseAll,
  textsAtOnceMax,
} from '../../../app/bench/decide-many.ts'
import { Turn } from '../../../base/turn.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import type { RowSet } from '../../../domain/work/row-set.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage } from '../../layout.ts'
import { button } from '../../parts/fields.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { createDifferences, inSource, inTarget } from '../../parts/texts.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import type { Step } from '../../memories.ts'
import { goTo, type Visit } from '../../visit.ts'
import { counted, excerpt, number } from '../../words.ts'
import { ADDRESS_FIELDS, type BenchAddress, benchPath, postedAddress } from './address.ts'
import { benchWith } from './bench-page.ts'
import { doneParameters, rememberStep } from './done.ts'
import { rowsOfList } from './read-bench.ts'
import { KINDS, LABELS } from './list-pane.ts'

const examplesShown = 10

const FIELDS = ADDRESS_FIELDS.extend({
  all: takes.choiceOr(KINDS),
  find: takes.text,
  by: takes.text,
  rehearsed: takes.exact,
})
type Sent = z.output<typeof FIELDS>

function actOf({ all, find, by }: Sent, { filter: { term } }: BenchAddress): ManyAct {
  if (all === 'renamed') return { kind: all, find: find.trim(), by: by.trim(), term }
  return all === 'replaced' ? { kind: all, find, by } : { kind: all }
}

export const wholeList = form(FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const act = actOf(sent, address)
  if ('find' in act && act.find === '')
    return await benchWith(visit, address, { error: 'say what to find', status: 422 })
  const rows = await rowsOfList(visit, address)
  return /^\d{1,15}$/.test(sent.rehearsed)
    ? await done(visit, address, act, rows, Number(sent.rehearsed))
    : await rehearsal(visit, address, sent, rows)
})

async function done(
  visit: Visit,
  address: BenchAddress,
  act: ManyAct,
  rows: RowSet,
  rehearsedAtMs: number,
): Promise<Response> {
  const { app, actor, site, user } = visit
  const steps: Step[] = []
  const left: ManyRefusal[] = []
  for await (const meant of meantRows(app, rows, act, new Turn(user.id))) {
    const answer = await doOne(app, actor, meant, act, rehearsedAtMs)
    if (!answer.ok) left.push(answer.refusal)
    else if (steps.push(answer.value) === textsAtOnceMax) break
  }
  const did = 'find' in act ? 'replaced' : (`ticked_${act.kind}` as const)
  const many = site.recentSteps.keep(user.id, steps)
  const step = { did, rowId: steps[0]?.rowId ?? '', rows: steps.length, left: left.length, many } as const
  if (steps.length === 0)
    return await benchWith(visit, address, { error: say`Nothing was done. ${whyLeft(left)}`, status: 409 })
  rememberStep(visit, step)
  return goTo(visit, benchPath(address.parameters, doneParameters(step)))
}

const whyLeft = (left: readonly ManyRefusal[]): string =>
  [...reasonsOf(left)].map(([why, rows]) => say`${number(rows)}: ${why}`).join('; ')

function reasonsOf(left: readonly ManyRefusal[]): ReadonlyMap<string, number> {
  const reasons = new Map<string, number>()
  for (const refusal of left) {
    const why = saidOf('errors' in refusal ? { code: 'many_gate' } : refusal)
    reasons.set(why, (reasons.get(why) ?? 0) + 1)
  }
  return reasons
}

async function rehearsal(visit: Visit, address: BenchAddress, sent: Sent, rows: RowSet): Promise<Response> {
  const { app, actor, user } = visit
  const act = actOf(sent, address)
  const rehearsed = app.clock.nowMs()
  const { done: would, left } = await rehearseAll(app, actor, rows, act, new Turn(user.id))
  const back = benchPath(address.parameters)
  const title = LABELS[act.kind]
  const fields = { at: address.parameters.toString(), all: sent.all, find: sent.find, by: sent.by, rehearsed }
  const sure = say`${title}: ${number(would.length)}`
  const body = html`<p>${counted(would.length, 'text')} of ${counted(rows.size, 'row')} of this list.${
    would.length === textsAtOnceMax &&
    html` At most ${number(textsAtOnceMax)} texts are changed at once; the others follow when you do it again.`
  }</p>
${
  left.length > 0 &&
  html`<p>These stay as they are:</p>
<ul>${[...reasonsOf(left)].map(([why, rows]) => html`<li>${number(rows)}: ${why}</li>`)}</ul>`
}
${examples(visit, would.slice(0, examplesShown), back)}
<div class="actions">${would.length === 0 ? '' : button(visit, '/admin/bench/all', sure, fields, 'primary')}
<a class="button" href="${back}">Back</a></div>`
  return await titledPage(visit, { title, body, isDone: false })
}

function examples(visit: Visit, some: readonly Meant[], back: string): Html {
  if (some.length === 0) return html``
  const diffs = createDifferences(visit, back)
  const rules = visit.app.rules.now()
  const line = ({ row, head, text }: Meant, at: number): Html =>
    html`<tr><th scope="row"><a href="${benchOfRow(row.rowId)}">${number(row.ordinal)}</a></th>
<td dir="auto" translate="no"${inSource(rules)}>${excerpt(sourceTextOf(row))}</td>
<td dir="auto" translate="no"${inTarget(rules)}>${
      text === null || text === head.text ? excerpt(head.text) : diffs.between(`text-${at}`, head.text, text)
    }</td></tr>`
  return html`<h2>Examples</h2><div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Row</th>
<th scope="col">Source</th><th scope="col">Text</th></tr></thead><tbody>${some.map(line)}</tbody></table></div>`
}
