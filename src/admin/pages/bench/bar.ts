// The bar of actions at the foot of the workbench. A key triggers the first button with that key.
import { isProposalStale, reviewRefusal } from '../../../domain/decide-review.ts'
import { type Html, html, raw } from '../../html.ts'
import { say } from '../../language/say.ts'
import { sentence } from '../../layout.ts'
import { saidOf } from '../../parts/refusal-status.ts'
import { may, type Visit } from '../../visit.ts'
import { benchPath, type Step } from './address.ts'
import type { Bench, Present } from './read-bench.ts'

/** A button; `code` as in KeyboardEvent.code. */
const act = (name: string, label: string, code: string, { kind = '', asksConfirmation = false } = {}): Html =>
  html`<button class="${kind}" formaction="/admin/bench/${name}" data-code="${code}"${raw(asksConfirmation ? '' : ' formnovalidate')}>${label} <kbd class="scripted" aria-hidden="true">${keyName(code)}</kbd></button>`

const keyName = (code: string): string => code.replace(/^Key/, '').toLowerCase()

const opensEditor = (kind = ''): Html =>
  html`<button type="button" class="scripted ${kind}" data-opens="edit" data-code="KeyE">Edit <kbd class="scripted" aria-hidden="true">e</kbd></button>`

function steps({ address, previous, next }: Bench, undo: Html): Html {
  const link = (step: Step | null, rel: string, label: string, code: string): Html =>
    step === null
      ? html``
      : html`<a class="button" rel="${rel}" href="${benchPath(address.parameters, step)}" data-code="${code}">${label} <kbd class="scripted" aria-hidden="true">${keyName(code)}</kbd></a>`
  return html`<span class="steps">${undo}${link(previous, 'prev', say`Back`, 'KeyK')}${link(next, 'next', say`Skip`, 'KeyJ')}</span>`
}

const rejection = (id: number, reasons: readonly string[], said: string): Html =>
  html`<details class="reject"${raw(said === '' ? '' : ' open')}><summary class="button danger" data-code="KeyR">Reject <kbd class="scripted" aria-hidden="true">r</kbd></summary>
<div class="reasons"><label>Why it is rejected, for its author <textarea name="reason" data-draft="reason ${id}" rows="2" maxlength="4000" data-last="${reasons[0] ?? ''}">
${said}</textarea></label>
<button class="danger" formaction="/admin/bench/reject" formnovalidate>Reject with this reason</button>
${reasons.map((reason) => html`<button class="chip" formaction="/admin/bench/reject" formnovalidate name="said" value="${reason}">${reason}</button>`)}</div></details>`

interface BarParts {
  readonly reasons: readonly string[]
  /** A typed reason that was refused. */
  readonly reason: string
  /** The link to undo the last step; empty without one. */
  readonly undo: Html
}

export function bar(visit: Visit, bench: Bench, present: Present, parts: BarParts): Html {
  return html`<div class="bar" role="group" aria-label="Decide">${ACTS[present.matter](visit, present, parts)}${steps(bench, parts.undo)}</div>`
}

type Acts = (visit: Visit, present: Present, parts: BarParts) => Html

const ACTS: Readonly<Record<Present['matter'], Acts>> = {
  proposal: ofProposal,
  manual: ofManual,
  machine: ofMachine,
  write: ofWriting,
  decided: () => opensEditor(),
}

/** A text with errors would be refused, so it must be edited first. */
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
    isOwn && isProposalStale(proposal, row) ? act('confirm', say`Still fits, keep it waiting`, 'KeyF') : html``
  if (!may(visit, 'review_translation')) return html`${confirmOwn}${isOwn ? opensEditor() : ''}`
  const refusal = reviewRefusal(visit.user, proposal, 'approve')
  if (refusal !== null)
    return html`<span class="hint">${sentence(saidOf(refusal))}</span>${confirmOwn}${isOwn ? opensEditor() : ''}${rejection(proposal.id, reasons, reason)}`
  const ticks = html`${
    view.isStale
      ? html`<label class="check"><input type="checkbox" name="confirm" required> I looked at the new source and the text fits it</label>`
      : ''
  }${
    waived.length > 0
      ? html`<label class="check"><input type="checkbox" name="waived" required> I looked at what was waived, and the text is good all the same</label>`
      : ''
  }`
  const approve = (kind: string): Html => act('approve', say`Approve`, 'KeyA', { kind, asksConfirmation: true })
  return html`${ticks}${takeOrEdit(present, approve, confirmOwn)}${rejection(proposal.id, reasons, reason)}`
}

function ofManual(_: Visit, present: Present): Html {
  return takeOrEdit(present, (kind) => act('fits', say`Still fits`, 'KeyA', { kind }))
}

function ofMachine(_: Visit, present: Present): Html {
  const approve = (kind: string): Html => act('approve', say`Approve`, 'KeyA', { kind })
  return html`${takeOrEdit(present, approve, act('reviewed', say`Reviewed`, 'KeyV'))}${act('reject', say`Reject`, 'KeyR', { kind: 'danger' })}`
}

function ofWriting(visit: Visit, { history }: Present): Html {
  if (!may(visit, 'propose_translation') || history.row.isServiceRow) return html``
  const save = (label: string, how: string, kind: string): Html =>
    html`<button class="${kind}" formaction="/admin/bench/save" name="how" value="${how}"${raw(kind === '' ? '' : ' data-save')}>${label}${kind === '' ? '' : html` <kbd class="scripted" aria-hidden="true">Ctrl+Enter</kbd>`}</button>`
  const stay = html`<button hidden formaction="/admin/bench/save" name="how" value="stay" data-stay></button>`
  return may(visit, 'review_translation')
    ? html`${save(say`Save and next`, 'direct', 'primary')}${save(say`Propose`, 'proposal', '')}${stay}`
    : html`${save(say`Propose and next`, 'proposal', 'primary')}${stay}`
}
