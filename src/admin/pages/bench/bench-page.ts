// The workbench: list on the left, texts and actions in the middle, help on the right. Without scripts each step loads
// a page; with them only the changed part is replaced (assets/bench.js, docs/workbench.md).
import { recentReasons } from '../../../app/bench/bench-rows.ts'
import { letOthersGo } from '../../../base/turn.ts'
import { isProposalStale, reviewRefusal } from '../../../domain/decide-review.ts'
import { pendingMark } from '../../../domain/proposal.ts'
import type { WrittenDraft } from '../../../domain/work/workbench.ts'
import { labelsOfRow } from '../../../app/work/row-labels.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { type Html, html, raw } from '../../html.ts'
import { icon, LINES } from '../../parts/icons.ts'
import { benchOfLabel } from '../../parts/work/label-table.ts'
import { say } from '../../language/say.ts'
import { isStep, noteLine, page, type PageParts, sentence, titledPage, tokenField } from '../../layout.ts'
import { newsLine } from '../../news.ts'
import { hidden, keyMark, lookAgain, opened } from '../../parts/fields.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { createDifferences, targetBlock } from '../../parts/texts.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { jobsLeft } from '../../parts/work/work-filter-form.ts'
import { may, type Visit } from '../../visit.ts'
import { excerpt, number, time } from '../../words.ts'
import { type BenchAddress, benchAddress, benchPath, type Step } from './address.ts'
import {
  type Done,
  doneLine,
  justDone,
  stepWords,
  thanksPart,
  todayLine,
  undoButton,
  undoFields,
  undoForm,
} from './done.ts'
import { othersHere } from './editor.ts'
import { listPane, whereabouts } from './list-pane.ts'
import { type Bench, type Present, readBench } from './read-bench.ts'
import { rareActs, sidePane } from './side-pane.ts'
import { textPane, type Typed, use } from './text-pane.ts'

/** A button of the workbench. `code` is its key, as in KeyboardEvent.code. */
const act = (name: string, label: string, code: string, { kind = '', asksConfirmation = false } = {}): Html =>
  html`<button class="${kind}" formaction="/admin/bench/${name}" data-code="${code}"${
    asksConfirmation ? '' : raw(' formnovalidate')
  }>${label}${keyOf(code)}</button>`

const keyOf = (code: string): Html => keyMark(code.replace(/^Key/, '').toLowerCase())

const opensEditor = (kind = ''): Html =>
  html`<button type="button" class="scripted ${kind}" data-opens="edit" data-code="KeyE">${say`Edit`}${keyMark('e')}</button>`

const step = ({ address }: Bench, to: Step | null, rel: string, words: Html, code: string): Html =>
  to === null
    ? html``
    : html`<a class="button" rel="${rel}" href="${benchPath(address.parameters, to)}" data-code="${code}">${words}</a>`

/** A word that a phone, where it has no room, only speaks. */
const wordAt = (path: string, word: string): Html => html`${icon(path)}<span class="word">${word}</span>`

const steps = (bench: Bench, undo: Html): Html =>
  html`<span class="steps">${undo}${step(bench, bench.next, 'next', html`${wordAt(LINES.on, say`Skip`)}${keyOf('KeyJ')}`, 'KeyJ')}</span>`

const rejection = (id: number, reasons: readonly string[], said: string): Html =>
  html`<details class="reject"${opened(said !== '')}>
<summary class="button danger" data-code="KeyR"><span class="shut">${say`Reject`}${keyMark('r')}</span>
<span class="off">${say`Not now`}</span></summary>
<div class="reasons"><label>Why it is rejected, for its author
<textarea name="reason" data-draft="reason ${id}" rows="2" maxlength="4000" data-last="${reasons[0] ?? ''}">
${said}</textarea></label>
<button class="primary" formaction="/admin/bench/reject" formnovalidate>Reject with this reason</button>
${reasons.map(
  (reason) =>
    html`<button class="chip" formaction="/admin/bench/reject" formnovalidate name="said" value="${reason}">${reason}</button>`,
)}</div></details>`

interface BarParts {
  readonly reasons: readonly string[]
  /** A reason that was typed and refused. */
  readonly reason: string
  /** The link that undoes the last step; empty if there is none. */
  readonly undo: Html
}

/** The bar of actions at the foot of the workbench. A key triggers the first button with that key. */
function bar(visit: Visit, bench: Bench, present: Present, parts: BarParts): Html {
  return html`<div class="bar" role="group" aria-label="Decide">
${ACTS[present.matter](visit, present, parts)}${savesEdit(visit, present)}${steps(bench, parts.undo)}</div>`
}

type Acts = (visit: Visit, present: Present, parts: BarParts) => Html

const ACTS: Readonly<Record<Present['matter'], Acts>> = {
  proposal: ofProposal,
  manual: (_, present) => takeOrEdit(present, (kind) => act('fits', say`Still fits`, 'KeyA', { kind })),
  machine: ofMachine,
  write: ofWriting,
  decided: () => opensEditor(),
}

/** True: the gate finds errors in the text. It would be refused as it is, so it must be edited first. */
const hasErrors = ({ gate }: Present): boolean => gate !== null && gate.errors.length > 0

/** The more likely button first. */
const takeOrEdit = (present: Present, take: (kind: string) => Html, between: Html = html``): Html =>
  hasErrors(present)
    ? html`${opensEditor('primary')}${take('')}${between}`
    : html`${take('primary')}${between}${opensEditor()}`

function ofProposal(visit: Visit, present: Present, { reasons, reason }: BarParts): Html {
  const { view } = present
  if (view === null) return html``
  const { proposal, row, waived } = view
  const isOwn = proposal.authorId === visit.user.id
  const confirmOwn =
    isOwn && isProposalStale(proposal, row) ? act('confirm', say`It still fits; keep it pending`, 'KeyF') : html``
  const ofOwner = html`${confirmOwn}${isOwn ? opensEditor() : ''}`
  if (!may(visit, 'review_translation')) return ofOwner
  const reject = rejection(proposal.id, reasons, reason)
  const refusal = reviewRefusal(visit.user, proposal, 'approve')
  if (refusal !== null) return html`<span class="hint">${sentence(saidOf(refusal))}</span>${ofOwner}${reject}`
  const tick = (name: string, says: string): Html =>
    html`<label class="check"><input type="checkbox" name="${name}" required> ${says}</label>`
  const ticks = html`${view.isStale ? tick('confirm', say`I checked the new source, and the text fits`) : ''}${
    waived.length > 0 ? tick('waived', say`I checked what was waived, and the text is good`) : ''
  }`
  const approve = (kind: string): Html => act('approve', say`Approve`, 'KeyA', { kind, asksConfirmation: true })
  return html`${ticks}${takeOrEdit(present, approve, confirmOwn)}${reject}`
}

function ofMachine(_: Visit, present: Present): Html {
  const approve = (kind: string): Html => act('approve', say`Approve`, 'KeyA', { kind })
  const reject = act('reject', say`Reject`, 'KeyR', { kind: 'danger' })
  return html`${takeOrEdit(present, approve, act('reviewed', say`Reviewed`, 'KeyV'))}${reject}`
}

function ofWriting(visit: Visit, { history }: Present): Html {
  if (!may(visit, 'propose_translation') || history.row.isServiceRow) return html``
  const save = (label: string, how: string, kind: string): Html =>
    html`<button class="${kind}" formaction="/admin/bench/save" name="how" value="${how}"${
      kind === '' ? '' : raw(' data-save')
    }>${label}${kind === '' ? '' : keyMark('Ctrl+Enter')}</button>`
  return may(visit, 'review_translation')
    ? html`${save(say`Save and next`, 'direct', 'primary')}${save(say`Propose`, 'proposal', '')}`
    : html`${save(say`Propose and next`, 'proposal', 'primary')}`
}

/** What saves an edited text; it takes the place of the other acts while one edits (bench.css). */
function savesEdit(visit: Visit, { matter, view }: Present): Html {
  const save = (label: string, act: string, more: Html | string): Html =>
    html`<button class="primary edits" formaction="/admin/bench/${act}"${more} data-save>${label}${keyMark('Ctrl+Enter')}</button>`
  const saving = (how: string, label: string): Html =>
    save(label, 'save', raw(` name="how" value="${how}" formnovalidate`))
  if (matter === 'write') return html``
  if (matter === 'decided' || !may(visit, 'review_translation')) return saving('proposal', say`Propose mine`)
  return view === null || reviewRefusal(visit.user, view.proposal, 'approve') !== null
    ? saving('direct', say`Save this text and next`)
    : save(say`Approve this wording`, 'approve', '')
}

/** A refusal, or a machine draft, with the typed text that would be lost otherwise. */
export interface BenchSaid {
  /** Why the form was refused. Null: it was not. */
  readonly error: string | null
  readonly status: NonNullable<PageParts['status']>
  readonly text?: string
  readonly reason?: string
  /** The text that somebody else saved meanwhile and the writer has not seen. */
  readonly standing?: string
  /** The step that was done in spite of the refusal, which can be undone. */
  readonly done?: Done | null
  readonly draft?: WrittenDraft
}

export const benchPage = (visit: Visit): Promise<Response> => benchWith(visit, benchAddress(visit))

export async function benchWith(visit: Visit, address: BenchAddress, said: BenchSaid | null = null): Promise<Response> {
  const bench = await readBench(visit, address, said?.text !== undefined)
  await letOthersGo()
  const own = benchPath(address.parameters, ownParameters(bench))
  const done = said?.done ?? justDone(visit)
  const body = html`<div id="bench" class="bench" data-matter="${bench.present?.matter ?? 'none'}"
hx-boost="true" hx-target="#bench" hx-select="#bench" hx-swap="outerHTML show:none" hx-sync="this:drop">
<h1 class="hidden">Workbench</h1>
${parts()}
${listPane(visit, bench, done)}
${bench.present === null ? await nothingLeft(visit, bench, { said, done }) : desk(visit, bench, bench.present, own, { said, done })}
${bench.present === null ? '' : sidePane(visit, bench, bench.present, shownText(bench.present, said), createDifferences(visit, own))}
${undoForm(visit, address, done)}
</div>`
  await letOthersGo()
  return await page(visit, {
    title: titleOf(bench),
    body,
    bench: true,
    status: said?.status ?? 200,
    // The answer to a posted form has no address to reload.
    headers: said === null ? {} : { 'HX-Push-Url': own },
  })
}

/** The place in the list and the source: what a screen reader says of the next row. */
const titleOf = ({ index, total, present }: Bench): string =>
  present === null
    ? say`Workbench`
    : `${index === null ? '' : `${number(index)} / ${number(total)} · `}${excerpt(sourceTextOf(present.history.row), 50)}`

/** What players would see of the row now: the text that is typed or to be decided. */
function shownText({ history, view, matter, decided }: Present, said: BenchSaid | null): string {
  const { manual, machine } = history.heads
  if (said?.text !== undefined) return said.text
  if (matter === 'proposal') return view?.proposal.text ?? ''
  if (matter === 'decided') return decided?.text ?? ''
  return (history.ownPending ?? manual ?? machine)?.text ?? ''
}

const ownParameters = ({ present, address }: Bench): Readonly<Record<string, string | number>> => ({
  ...(present !== null && { row: present.history.row.rowId }),
  ...(address.proposalId !== null && { proposal: address.proposalId }),
})

/** On a phone one part is seen at a time. */
const parts = (): Html =>
  html`<div class="parts" role="radiogroup" aria-label="Part of the workbench">
<label><input type="radio" name="part" value="list"> List</label>
<label><input type="radio" name="part" value="text" checked> Text</label>
<label><input type="radio" name="part" value="side"> Beside</label></div>`

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
  const fields = {
    at: address.parameters.toString(),
    row: row.rowId,
    ...(address.begunId !== null && { begun: address.begunId }),
    source: row.sourceHash,
    over: heads.manual?.seq ?? 0,
    mine: pendingMark(ownPending),
  }
  const labels = labelsOfRow(visit.app, row.ordinal).slice(0, 2)
  return html`<section class="work"><header class="place">
${step(bench, bench.previous, 'prev', html`<span class="hidden">Back</span>${icon(LINES.back)}`, 'KeyK')}
<p class="whereabouts">${whereabouts(bench)}</p><p>${labels.map(
    ({ name }) => html`· <a href="${benchOfLabel(name)}"><bdi>${name}</bdi></a> `,
  )}</p>${newsLine(visit)}${todayLine(visit)}${rareActs(visit, bench, present)}</header>
<form method="post" action="/admin/bench/save" id="desk" class="desk" data-check="/admin/bench/check">
${tokenField(visit)}${hidden(fields)}
<div class="sheet" id="sheet" role="group" aria-label="Text" tabindex="-1">${toast(visit, { said, done }, thanks.button)}
${othersLine(visit, row.rowId, bench.next === null ? null : benchPath(address.parameters, bench.next))}
${textPane(visit, present, typedIn(said), createDifferences(visit, own))}</div>
${bar(visit, bench, present, { reasons, reason: said?.reason ?? '', undo: undoButton(visit, done) })}
</form>${thanks.form}</section>`
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
    : html`<p class="note others">${others}${
        next === null ? '' : html` <a href="${next}">To the next free row</a>`
      }</p>`
}

const standingText = (visit: Visit, text: string): Html =>
  html`${targetBlock(visit, text, say`The present text`)}${text === '' ? '' : use(text, say`Use`)}`

const toast = (visit: Visit, { said, done }: StepBefore, thanks: Html = html``): Html =>
  said === null || said.error === null
    ? html`${isStep(visit) ? noteLine(visit) : ''}${doneLine(visit, done, thanks)}`
    : html`<div class="alert" role="alert" tabindex="-1">${sentence(said.error)}${
        said.standing === undefined ? '' : standingText(visit, said.standing)
      }</div>`

async function nothingLeft(visit: Visit, { address }: Bench, before: StepBefore): Promise<Html> {
  const thanks = thanksPart(visit, before.done, address.parameters.toString(), '')
  return html`<section class="work"><header class="place"><p class="whereabouts">${number(0)}</p><p></p>
${newsLine(visit)}${todayLine(visit)}${undoButton(visit, before.done)}</header>
<div class="desk" id="desk"><div class="sheet" id="sheet" tabindex="-1">${toast(visit, before, thanks.button)}${
    noGame(visit) ??
    html`<div class="empty"><p>Nothing is left in this list.</p>${lookAgain(visit, benchPath(address.parameters))}
${await jobsLeft(visit, address.filter)}<p><a href="/admin/" hx-boost="false">Back to the overview</a></p></div>`
  }</div></div>${thanks.form}</section>`
}

/** The last steps of the visitor, each with a button that takes it back. */
export function stepsPage(visit: Visit): Promise<Response> {
  const steps = visit.site.undoStacks.of(visit.user.id)
  const body =
    steps.length === 0
      ? html`<p class="empty">There is nothing to undo. <a href="/admin/undo">Take back</a> finds older work.</p>`
      : html`<ol class="plain">${steps.map(
          (step) =>
            html`<li><form method="post" action="/admin/bench/undo" class="inline">
${undoFields(visit, 'layer=any', step)}${time(step.atMs)} ${stepWords(visit, step)}
<button>Undo<span class="hidden"> ${stepWords(visit, step)}</span></button></form></li>`,
        )}</ol>
<p class="hint">A row that has changed since stays as it is. <a href="/admin/undo">Take back</a> finds older work.</p>`
  return titledPage(visit, { title: say`Your last steps`, body })
}
