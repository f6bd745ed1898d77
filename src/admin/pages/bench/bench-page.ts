// The workbench: list on the left, texts and actions in the middle, help on the right. Without scripts each step loads
// a page; with them only the changed part is replaced (assets/bench.js, docs/workbench.md).
import { recentReasons } from '../../../app/bench/recent-reasons.ts'
import { letOthersGo } from '../../../base/turn.ts'
import type { WrittenDraft } from '../../../domain/work/machine-draft.ts'
import { pendingMark } from '../../../domain/proposal.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { isStep, noteLine, page, type PageParts, sentence, tokenField } from '../../layout.ts'
import { lookAgain } from '../../parts/fields.ts'
import { newsLine } from '../../news.ts'
import { Differences, inTarget, markedText, textBlock } from '../../parts/texts.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { jobsLeft } from '../../parts/work/work-filter-form.ts'
import { may, type Visit } from '../../visit.ts'
import { number } from '../../words.ts'
import { type BenchAddress, benchAddress, benchPath } from './address.ts'
import { bar } from './bar.ts'
import { type Done, doneLine, justDone, undoButton, undoForm } from './done.ts'
import { othersHere } from './editor.ts'
import { use } from './help-parts.ts'
import { listPane, whereabouts } from './list-pane.ts'
import { type Bench, type Present, readBench } from './read-bench.ts'
import { sidePane } from './side-pane.ts'
import { thanksPart } from './thanks-part.ts'
import { todayLine } from './today.ts'
import { textPane, type Typed } from './text-pane.ts'

/** A refusal, or a machine draft, with the typed text that would be lost otherwise. */
export interface BenchSaid {
  /** Null: nothing was refused. */
  readonly error: string | null
  readonly status: NonNullable<PageParts['status']>
  readonly text?: string
  readonly reason?: string
  /** The text that stands there now, unseen by its writer. */
  readonly standing?: string
  /** A step that was done in spite of the refusal, and can be undone. */
  readonly done?: Done | null
  readonly draft?: WrittenDraft
}

export const benchPage = (visit: Visit): Promise<Response> => benchWith(visit, benchAddress(visit))

export async function benchWith(visit: Visit, address: BenchAddress, said: BenchSaid | null = null): Promise<Response> {
  const bench = await readBench(visit, address, said?.text !== undefined)
  await letOthersGo()
  const own = benchPath(address.parameters, ownParameters(bench))
  const done = said?.done ?? justDone(visit)
  const body = html`<div id="bench" class="bench" data-matter="${bench.present?.matter ?? 'none'}" hx-boost="true" hx-target="#bench" hx-select="#bench" hx-swap="outerHTML show:none" hx-sync="this:drop">
<h1 class="hidden">Workbench</h1>
${tabs()}
${listPane(visit, bench)}
${bench.present === null ? await nothingLeft(visit, bench, { said, done }) : desk(visit, bench, bench.present, own, { said, done })}
${bench.present === null ? '' : sidePane(visit, bench, bench.present, new Differences(visit, own))}
${undoForm(visit, address, done)}
</div>`
  await letOthersGo()
  return await page(visit, {
    title:
      bench.index === null ? say`Workbench` : `${number(bench.index)} / ${number(bench.total)} · ${say`Workbench`}`,
    body,
    bench: true,
    status: said?.status ?? 200,
    // The answer to a posted form has no address to reload.
    headers: said === null ? {} : { 'HX-Push-Url': own },
  })
}

const ownParameters = ({ present, address }: Bench): Readonly<Record<string, string | number>> => ({
  ...(present !== null && { row: present.history.row.rowId }),
  ...(address.proposalId !== null && { proposal: address.proposalId }),
})

const tabs = (): Html =>
  html`<div class="tabs" role="radiogroup" aria-label="Part of the workbench"><label><input type="radio" name="part" value="list"> List</label><label><input type="radio" name="part" value="text" checked> Text</label><label><input type="radio" name="part" value="side"> Beside</label></div>`

interface StepBefore {
  readonly said: BenchSaid | null
  readonly done: Done | null
}

function desk(visit: Visit, bench: Bench, present: Present, own: string, { said, done }: StepBefore): Html {
  const { row, heads, ownPending } = present.history
  const { address } = bench
  const reasons =
    may(visit, 'review_translation') && present.matter === 'proposal' ? recentReasons(visit.app, visit.user.id) : []
  const thanks = thanksPart(visit, done, address.parameters.toString(), row.rowId)
  return html`<form method="post" action="/admin/bench/save" id="desk" class="pane desk" aria-label="Text" tabindex="-1" data-check="/admin/bench/check">
${tokenField(visit)}<input type="hidden" name="at" value="${address.parameters.toString()}"><input type="hidden" name="row" value="${row.rowId}">${address.begunId === null ? '' : html`<input type="hidden" name="begun" value="${address.begunId}">`}<input type="hidden" name="source" value="${row.sourceHash}"><input type="hidden" name="over" value="${heads.manual?.seq ?? 0}"><input type="hidden" name="mine" value="${pendingMark(ownPending)}">
${toast(visit, { said, done }, thanks.button)}
<p class="place">${whereabouts(bench)} ${todayLine(visit)} ${newsLine(visit)}</p>
${othersLine(visit, row.rowId, bench.next === null ? null : benchPath(address.parameters, bench.next))}
${textPane(visit, present, typedIn(said), new Differences(visit, own))}
${bar(visit, bench, present, { reasons, reason: said?.reason ?? '', undo: undoButton(visit, done) })}
</form>${thanks.form}`
}

const typedIn = (said: BenchSaid | null): Typed => ({
  text: said?.text ?? null,
  isFaulty: said !== null && said.error !== null,
  reason: said?.reason ?? '',
  draft: said?.draft ?? null,
})

/** Who else is at this row, and the way to the next one that is free. */
function othersLine(visit: Visit, rowId: string, next: string | null): Html {
  const others = othersHere(visit, rowId)
  return others === null
    ? html``
    : html`<p class="note others">${others}${next === null ? '' : html` <a href="${next}">To the next row that is free</a>`}</p>`
}

const standingText = ({ app }: Visit, text: string): Html =>
  html`${textBlock(markedText(app.rules.now(), text), text === '', say`What stands there now`, inTarget(app.rules.now()))}${text === '' ? '' : use(text, say`Use`)}`

const toast = (visit: Visit, { said, done }: StepBefore, thanks: Html = html``): Html =>
  said === null || said.error === null
    ? html`${isStep(visit) ? noteLine(visit) : ''}${doneLine(visit, done, thanks)}`
    : html`<div class="alert" role="alert" tabindex="-1">${sentence(said.error)}${said.standing === undefined ? '' : standingText(visit, said.standing)}</div>`

async function nothingLeft(visit: Visit, { address }: Bench, before: StepBefore): Promise<Html> {
  const thanks = thanksPart(visit, before.done, address.parameters.toString(), '')
  return html`<section class="pane desk" id="desk" tabindex="-1">${toast(visit, before, thanks.button)}
${undoButton(visit, before.done)}${todayLine(visit)} ${newsLine(visit)}${
    noGame(visit) ??
    html`<div class="empty"><p>Nothing is left in this list.</p>${lookAgain(visit, benchPath(address.parameters))}
${await jobsLeft(visit, '/admin/bench', address.filter)}<p><a href="/admin/" hx-boost="false">Back to the overview</a></p></div>`
  }</section>${thanks.form}`
}
