// The workbench's line about the last step, with a link and an undo. An address carries only a word of this table and numbers, so
// that it cannot make the site show another text.
import { createNames } from '../../../app/people/read-people.ts'
import { readProposalRow } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { countToday } from '../../../app/team/activity.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { readGoal } from '../../cookies.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import type { KeptStep, UndoableStep } from '../../memories.ts'
import { hidden, keyMark } from '../../parts/fields.ts'
import { icon, LINES } from '../../parts/icons.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { dayOfVisit, may, query, takenForm, type Visit, wholeNumber } from '../../visit.ts'
import { counted, excerpt, number } from '../../words.ts'
import type { BenchAddress } from './address.ts'

// What a person sees of the day's work on the workbench: texts so far, towards a goal of one's own.
// Nobody else sees it, and nothing compares people.

/** A line about the day's work. Empty on a day without work, unless the person has a goal. */
export function todayLine(visit: Visit): Html {
  if (!may(visit, 'propose_translation')) return html``
  const today = countToday(visit.app, visit.user.id, dayOfVisit(visit).sinceMs)
  const goal = readGoal(visit)
  if (goal === null) return today === 0 ? html`` : html`<span class="today">${number(today)} today</span>`
  return html`<span class="today"><progress value="${Math.min(today, goal)}" max="${goal}" aria-hidden="true"></progress>
${number(today)} of ${number(goal)} today${today < goal ? '' : html` <span aria-hidden="true">✓</span>`}</span>`
}

interface Saying {
  /** What the line says. `of` names the proposal or the row. */
  readonly says: (of: string) => string
  /** The typed field that the step saved. */
  readonly takes?: 'text' | 'reason'
}

const DONE = {
  approved: { says: (of: string) => say`${of} approved` },
  reworded: { says: (of: string) => say`${of} approved with your wording`, takes: 'text' },
  rejected: { says: (of: string) => say`${of} rejected; its author sees your reason`, takes: 'reason' },
  written: { says: (of: string) => say`${of}: saved as the manual text`, takes: 'text' },
  proposed: { says: (of: string) => say`${of}: proposed, a reviewer will look at it`, takes: 'text' },
  foreign: {
    says: (of: string) => say`${of}: somebody else approved the present text, so yours became a proposal`,
    takes: 'text',
  },
  unchanged: { says: (of: string) => say`${of}: nothing was changed, the row already has this text`, takes: 'text' },
  machine_approved: { says: (of: string) => say`${of}: machine text approved` },
  machine_reviewed: { says: (of: string) => say`${of}: machine text marked as reviewed` },
  machine_rejected: { says: (of: string) => say`${of}: machine text rejected` },
  filled: { says: (of: string) => say`${of} filled with this text`, takes: 'text' },
  filled_proposed: { says: (of: string) => say`${of}: proposed this text`, takes: 'text' },
  ticked_approved: { says: (of: string) => say`${of}: machine texts approved` },
  ticked_reviewed: { says: (of: string) => say`${of}: machine texts marked as reviewed` },
  ticked_rejected: { says: (of: string) => say`${of}: machine texts rejected` },
  ticked_fits: { says: (of: string) => say`${of}: the texts are now for the new sources` },
  replaced: { says: (of: string) => say`${of}: words replaced` },
  thanked: { says: (of: string) => say`${of}: your thanks were sent` },
  fits: { says: (of: string) => say`${of}: the text is now for the new source` },
  undone: { says: (of: string) => say`${of}: taken back` },
  confirmed: { says: (of: string) => say`${of} confirmed for the new source` },
} as const satisfies Record<string, Saying>
type Did = keyof typeof DONE

export interface Done extends UndoableStep {
  readonly did: Did
  readonly left?: number
}

/** Steps that are undone by opening the proposal again; others are undone by taking back the revision. */
const UNDONE_BY_PROPOSAL: readonly Did[] = ['approved', 'reworded', 'rejected']

export const doneParameters = ({
  did,
  rowId,
  proposalId,
  step,
  rows,
  left,
  many,
}: Done): Readonly<Record<string, string>> => ({
  did,
  on: rowId,
  ...(proposalId !== undefined && { of: String(proposalId) }),
  ...(rows !== undefined && { rows: String(rows) }),
  ...(left !== undefined && left > 0 && { left: String(left) }),
  ...(many !== undefined && { many: String(many) }),
  ...(step !== undefined && { step: `${step.layer}.${step.seq}` }),
})

export function justDone(visit: Visit): Done | null {
  const did = query(visit, 'did')
  const rowId = query(visit, 'on')
  if (!Object.hasOwn(DONE, did) || !/^[0-9a-f]{16}$/.test(rowId)) return null
  const proposalId = wholeNumber(query(visit, 'of'))
  const step = parseStep(query(visit, 'step'))
  const rows = wholeNumber(query(visit, 'rows'))
  const left = wholeNumber(query(visit, 'left'))
  const many = wholeNumber(query(visit, 'many'))
  const isRemembered = many !== null && visit.site.recentSteps.of(visit.user.id, many) !== null
  return {
    did: did as Did,
    rowId,
    ...(rows !== null && { rows }),
    ...(left !== null && { left }),
    ...(isRemembered && { many }),
    ...(proposalId !== null && { proposalId }),
    ...(step !== null && { step }),
  }
}

/** Reads a step from a form, such as `manual.12`. */
export function parseStep(text: string): NonNullable<UndoableStep['step']> | null {
  const [, layer, seq] = /^(manual|machine)\.(\d{1,9})$/.exec(text) ?? []
  return layer === undefined ? null : { layer: layer as Layer, seq: Number(seq) }
}

/** What of the form's text was saved; null: none of it, so that it stays a draft of the browser. */
export function tookOf(visit: Visit, { did }: Done): string | null {
  const { takes }: Saying = DONE[did]
  return takes === undefined ? null : takenForm(visit, [takes])
}

const canBeUndone = ({ did, step, many }: Done): boolean =>
  step !== undefined || many !== undefined || UNDONE_BY_PROPOSAL.includes(did)

/** Remembers a step so that it can be undone. Call it once, when the step was done. */
export function rememberStep({ site, user, app }: Visit, done: Done): void {
  if (canBeUndone(done)) site.undoStacks.push(user.id, done, app.clock.nowMs())
}

/** The latest step that is not undone; after a restart of the server the one that the address names. */
const nextToUndo = ({ site, user }: Visit, done: Done | null): UndoableStep | KeptStep | null =>
  site.undoStacks.of(user.id)[0] ?? (done !== null && canBeUndone(done) ? done : null)

export function undoButton(visit: Visit, done: Done | null): Html {
  const step = nextToUndo(visit, done)
  return step === null
    ? html``
    : html`<button form="undo" data-code="KeyU" title="${stepWords(visit, step)}">
${icon(LINES.undo)}<span class="word">${say`Undo`}</span>${keyMark('u')}</button>`
}

export function undoForm(visit: Visit, address: BenchAddress, done: Done | null): Html {
  const step = nextToUndo(visit, done)
  return step === null
    ? html``
    : html`<form id="undo" method="post" action="/admin/bench/undo" hidden>
${undoFields(visit, address.parameters.toString(), step)}</form>`
}

/** The hidden fields of the form that undoes a step. `at`: the list to come back to. */
export function undoFields(visit: Visit, at: string, given: UndoableStep | KeptStep): Html {
  const { rowId, many, step, proposalId = '' } = given
  const one = step === undefined ? { proposal: proposalId } : { step: `${step.layer}.${step.seq}` }
  const kept = 'number' in given && { kept: given.number }
  return html`${tokenField(visit)}${hidden({ at, row: rowId, ...kept, ...(many === undefined ? one : { many }) })}`
}

const namedLength = 40

function nameOfRow({ app }: Visit, rowId: string): string {
  const row = readRow(app, rowId)
  const text = row === null ? '' : excerpt(sourceTextOf(row), namedLength)
  return text === '' ? rowId : say`“${text}”`
}

/** A step in words, such as `Proposal 12 approved`. */
export function stepWords(visit: Visit, { did, rowId, proposalId, rows }: UndoableStep): string {
  const of =
    rows !== undefined
      ? counted(rows, 'row')
      : proposalId === undefined
        ? nameOfRow(visit, rowId)
        : say`Proposal ${proposalId}`
  return DONE[did as Did].says(of)
}

/** How many steps can be undone, with a link to all of them. */
const stepsLink = ({ site, user }: Visit): Html => {
  const { length } = site.undoStacks.of(user.id)
  return length < 2
    ? html``
    : html` · <a href="/admin/bench/steps" hx-boost="false">Your last ${counted(length, 'step')}</a>`
}

/** The line about the last step. `thanks`: a button in it that thanks the author. */
export function doneLine(visit: Visit, done: Done | null, thanks: Html = html``): Html {
  if (done === null) return html``
  const { rowId, proposalId, left } = done
  const look = `${benchOfRow(rowId)}${proposalId === undefined ? '' : `&proposal=${proposalId}`}`
  return html`<div class="note done" role="status">${stepWords(visit, done)}${
    left === undefined ? '' : say`; ${counted(left, 'row')} left as they are`
  } · <a href="${look}">Look</a>${stepsLink(visit)}${thanks}</div>`
}

/** The author of a proposal. Null: there is no such proposal, or it is the visitor's own. */
export function authorOf({ app, user }: Visit, proposalId: number) {
  const found = readProposalRow(app, proposalId)
  if (found === null || found.proposal.authorId === user.id) return null
  const name = createNames(app)(found.proposal.authorId)
  return name === null ? null : { name, rowId: found.row.rowId }
}

const approved = ['approved', 'reworded']

/**
 * A button that thanks the author of the text that was just approved. `row`: the present one, to come back to; `at`:
 * its list.
 */
export function thanksPart(visit: Visit, done: Done | null, at: string, row: string) {
  const id = done !== null && approved.includes(done.did) ? done.proposalId : undefined
  const author = id === undefined ? null : authorOf(visit, id)
  if (author === null) return { button: html``, form: html`` }
  return {
    button: html` <button form="thanks" class="chip" data-code="KeyT">${say`Thank ${author.name}`}${keyMark('t')}</button>`,
    form: html`<form id="thanks" method="post" action="/admin/bench/thank" hidden>
${tokenField(visit)}${hidden({ at, row, thanked: id ?? 0 })}</form>`,
  }
}
