// The workbench's line about the last step, with a link and an undo. An address carries only a word of this table and numbers, so
// that it cannot make the site show another text.
import { readRow } from '../../../app/rows/read-row.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import type { Layer } from '../../../domain/vocabulary.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { query, type Visit, wholeNumber } from '../../visit.ts'
import { counted, excerpt } from '../../words.ts'
import type { BenchAddress } from './address.ts'

/** `of`: the proposal or the row. */
const DONE = {
  approved: { says: (of: string) => say`${of} approved` },
  reworded: { says: (of: string) => say`${of} approved with your wording` },
  rejected: { says: (of: string) => say`${of} rejected; its author sees your reason` },
  written: { says: (of: string) => say`${of}: saved as the manual text` },
  proposed: { says: (of: string) => say`${of}: proposed, a reviewer will look at it` },
  foreign: { says: (of: string) => say`${of}: somebody else approved the present text, so yours became a proposal` },
  unchanged: { says: (of: string) => say`${of}: nothing was changed, that text is there already` },
  machine_approved: { says: (of: string) => say`${of}: machine text approved` },
  machine_reviewed: { says: (of: string) => say`${of}: machine text marked as reviewed` },
  machine_rejected: { says: (of: string) => say`${of}: machine text rejected` },
  filled: { says: (of: string) => say`${of} filled with this text` },
  filled_proposed: { says: (of: string) => say`${of}: proposed this text` },
  ticked_approved: { says: (of: string) => say`${of}: machine texts approved` },
  ticked_reviewed: { says: (of: string) => say`${of}: machine texts marked as reviewed` },
  ticked_rejected: { says: (of: string) => say`${of}: machine texts rejected` },
  ticked_fits: { says: (of: string) => say`${of}: the texts stand for the new sources` },
  fits: { says: (of: string) => say`${of}: the text stands for the new source` },
  undone: { says: (of: string) => say`${of}: taken back, it is as it was before` },
  confirmed: { says: (of: string) => say`${of} confirmed against the new source` },
} as const satisfies Record<string, { readonly says: (of: string) => string }>
type Did = keyof typeof DONE

interface Step {
  readonly layer: Layer
  readonly seq: number
}

export interface Done {
  readonly did: Did
  readonly rowId: string
  readonly proposalId?: number
  readonly step?: Step
  /** Number of rows, when more than one. */
  readonly rows?: number
  readonly left?: number
  /** Number of the remembered steps (recent-steps.ts). */
  readonly many?: number
}

/** Undone by reopening the proposal; other steps by taking back the revision. */
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

/** `manual.12` */
export function parseStep(text: string): Step | null {
  const [, layer, seq] = /^(manual|machine)\.(\d{1,9})$/.exec(text) ?? []
  return layer === undefined ? null : { layer: layer as Layer, seq: Number(seq) }
}

const canBeUndone = ({ did, step, many }: Done): boolean =>
  step !== undefined || many !== undefined || UNDONE_BY_PROPOSAL.includes(did)

export const undoButton = (done: Done | null): Html =>
  done === null || !canBeUndone(done)
    ? html``
    : html`<button form="undo" data-code="KeyU">Undo <kbd class="scripted" aria-hidden="true">u</kbd></button>`

export const undoForm = (visit: Visit, address: BenchAddress, done: Done | null): Html =>
  done === null || !canBeUndone(done)
    ? html``
    : html`<form id="undo" method="post" action="/admin/bench/undo" hidden>${tokenField(visit)}<input type="hidden" name="at" value="${address.parameters.toString()}"><input type="hidden" name="row" value="${done.rowId}">${
        done.many !== undefined
          ? html`<input type="hidden" name="many" value="${done.many}">`
          : done.step === undefined
            ? html`<input type="hidden" name="proposal" value="${done.proposalId ?? ''}">`
            : html`<input type="hidden" name="step" value="${done.step.layer}.${done.step.seq}">`
      }</form>`

const namedLength = 40

function nameOfRow({ app }: Visit, rowId: string): string {
  const row = readRow(app, rowId)
  const text = row === null ? '' : excerpt(sourceTextOf(row), namedLength)
  return text === '' ? rowId : say`“${text}”`
}

export function doneLine(visit: Visit, done: Done | null): Html {
  if (done === null) return html``
  const { did, rowId, proposalId, rows, left } = done
  const of =
    rows !== undefined
      ? counted(rows, 'row')
      : proposalId === undefined
        ? nameOfRow(visit, rowId)
        : say`Proposal ${proposalId}`
  const look = `${benchOfRow(rowId)}${proposalId === undefined ? '' : `&proposal=${proposalId}`}`
  return html`<div class="note done" role="status" data-saved="">${DONE[did].says(of)}${left === undefined ? '' : say`; ${counted(left, 'row')} left as they are`} · <a href="${look}">Look</a></div>`
}
