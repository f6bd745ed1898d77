// What people do on the workbench. Each act reads the form, lets its use case judge, and leads to the next row of the same
// filter; a refusal brings the same screen back with everything that was typed.
import { closeRivals } from '../../../app/bench/close-rivals.ts'
import { fillSameSource } from '../../../app/bench/fill-same-source.ts'
import type { Refusal, RefusalKind } from '../../../app/refusal-sentences.ts'
import { readHistory } from '../../../app/rows/read-history.ts'
import { pendingOfRow, readProposalRow } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { takeBackReview, takeBackRevision, takeBackRevisions } from '../../../app/undo/take-back.ts'
import { confirmProposal } from '../../../app/writes/confirm-proposal.ts'
import { ok, refuse, type Result } from '../../../base/result.ts'
import type { MachineMark } from '../../../domain/decide-review.ts'
import type { Row } from '../../../domain/row.ts'
import {
  approveTyped,
  confirmTyped,
  isSameTyped,
  markTyped,
  rejectTyped,
  seenHead,
  typedText,
  writeTyped,
} from '../../acts/text-acts.ts'
import { notFoundPage } from '../../parts/refusals.ts'
import type { Step } from '../../memory/recent-steps.ts'
import { type FormRefusal, kindOfAny, saidOf, statusOf } from '../../parts/refusal-status.ts'
import { field, goTo, may, type Visit, wholeNumber } from '../../visit.ts'
import { type BenchAddress, benchPath, postedAddress } from './address.ts'
import { type BenchSaid, benchWith } from './bench-page.ts'
import { type Done, doneParameters, parseStep } from './done.ts'
import { liveAnswer } from './editor.ts'
import { rowAfter } from './read-bench.ts'
import { say } from '../../language/say.ts'

type Acted = Result<Done, BenchSaid>
type Act = (visit: Visit, row: Row, address: BenchAddress) => Promise<Acted>

/** Kinds of refusals that the workbench says in other words than the rest of the site. */
const SAID_HERE: Partial<Readonly<Record<RefusalKind, string>>> = {
  not_allowed: 'your role does not allow this',
  waived: 'the checks find something in this text that its bot had waived; look at it and tick that you accept it',
}

/** Runs an act on the row of the form and answers with what comes next. */
const acting =
  (act: Act) =>
  async (visit: Visit): Promise<Response> => {
    const address = postedAddress(visit)
    const row = address.rowId === null ? null : readRow(visit.app, address.rowId)
    if (row === null) return await notFoundPage(visit, 'there is no such row in the game now')
    const acted = await act(visit, row, address)
    return acted.ok ? await onward(visit, row, address, acted.value) : await benchWith(visit, address, acted.refusal)
  }

/** After a decision: the row's next proposal where proposals are the matter, else the next row of the same filter. */
async function onward(visit: Visit, row: Row, address: BenchAddress, done: Done): Promise<Response> {
  if (done.did === 'undone') {
    const proposal = done.proposalId === undefined ? {} : { proposal: done.proposalId }
    return goTo(visit, benchPath(address.parameters, { row: row.rowId, ...proposal, ...doneParameters(done) }))
  }
  const isAboutProposals = address.filter.proposals === 'with' || address.filter.proposals === 'waived'
  const isWanted = (authorId: number): boolean => address.proposedBy === null || authorId === address.proposedBy
  const stays =
    isAboutProposals &&
    done.proposalId !== undefined &&
    done.did !== 'confirmed' &&
    pendingOfRow(visit.app, row).some(({ authorId }) => isWanted(authorId))
  const next = stays ? row.rowId : await rowAfter(visit, address, row.ordinal)
  return goTo(visit, benchPath(address.parameters, { ...(next !== null && { row: next }), ...doneParameters(done) }))
}

function refused(
  refusal: Refusal | FormRefusal,
  kept: { readonly text?: string; readonly reason?: string } = {},
): Acted {
  const error = SAID_HERE[kindOfAny(refusal)] ?? saidOf(refusal)
  return refuse({ error, status: statusOf(refusal), ...kept })
}

/** Writes what was typed: directly for those who may and want to, else as a proposal. */
async function writeText(visit: Visit, row: Row, text: string): Promise<Acted> {
  const isDirect = field(visit, 'how') !== 'proposal' && may(visit, 'review_translation')
  const written = await writeTyped(visit, row, text, isDirect)
  if (!written.ok) return refused(written.refusal, { text })
  const { did, proposalId } = written.value
  const seq = did === 'written' ? headsOf(visit, row)?.manual?.seq : undefined
  if (did === 'written') {
    return seq === undefined
      ? ok({ did: 'unchanged', rowId: row.rowId })
      : ok({ did, rowId: row.rowId, step: { layer: 'manual', seq } })
  }
  return ok({ did, rowId: row.rowId, ...(proposalId !== null && { proposalId }) })
}

const save: Act = async (visit, row) => await writeText(visit, row, typedText(visit, row) ?? '')

/** Writes the text here, and to every other row with this source that has none of its own. */
const fill: Act = async (visit, row) => {
  const text = typedText(visit, row) ?? ''
  const written = await writeText(visit, row, text)
  if (!written.ok) return written
  const isDirect = may(visit, 'review_translation')
  const {
    filled,
    written: others,
    refused: left,
  } = await fillSameSource(visit.app, visit.actor, row, { text, isDirect })
  const done = { rowId: row.rowId, rows: filled + 1, left } as const
  if (!isDirect) return ok({ did: 'filled_proposed', ...done })
  const { step } = written.value
  const all = [...(step === undefined ? [] : [{ ...step, rowId: row.rowId }]), ...others.map(manualStep)]
  return ok({ did: 'filled', ...done, many: visit.site.recentSteps.keep(visit.user.id, all) })
}

const approve: Act = async (visit, row, address) =>
  address.proposalId === null ? await mark(visit, row, 'approved') : await approveOne(visit, row, address.proposalId)

async function approveOne(visit: Visit, row: Row, id: number): Promise<Acted> {
  const typed = typedText(visit, row)
  const own = readProposalRow(visit.app, id)?.proposal.text
  const text = typed === null || (own !== undefined && isSameTyped(typed, own)) ? null : typed
  const kept = text === null ? {} : { text }
  const approved = await approveTyped(visit, row, id, text)
  if (approved.ok) {
    await closeRivals(visit.app, visit.actor, row, approved.value, text ?? approved.value.text)
    return ok({ did: text === null ? 'approved' : 'reworded', rowId: row.rowId, proposalId: id })
  }
  return refused(approved.refusal, kept)
}

const reject: Act = async (visit, row, address) => {
  if (address.proposalId === null) return await mark(visit, row, 'rejected')
  const reason = (field(visit, 'said') || field(visit, 'reason')).trim()
  const rejected = await rejectTyped(visit, address.proposalId, reason)
  return rejected.ok
    ? ok({ did: 'rejected', rowId: row.rowId, proposalId: address.proposalId })
    : refused(rejected.refusal, { reason: reason === '' ? ' ' : reason })
}

const headsOf = (visit: Visit, { rowId }: Row) => readHistory(visit.app, rowId, visit.user, 1)?.heads

/** Marks the machine text; one that was changed in the field becomes the manual text instead. */
async function mark(visit: Visit, row: Row, as: MachineMark): Promise<Acted> {
  const typed = typedText(visit, row)
  const head = headsOf(visit, row)?.machine
  if (typed !== null && head && as !== 'rejected' && !isSameTyped(typed, head.text))
    return await writeText(visit, row, typed)
  const marked = await markTyped(visit, row, as)
  if (!marked.ok) return refused(marked.refusal)
  const seq = marked.value.machine?.seq ?? 0
  return ok({ did: `machine_${as}`, rowId: row.rowId, step: { layer: 'machine', seq } })
}

const reviewed: Act = async (visit, row) => await mark(visit, row, 'reviewed')

const fits: Act = async (visit, row) => {
  const confirmed = await confirmTyped(visit, row)
  if (!confirmed.ok) return refused(confirmed.refusal)
  return ok({ did: 'fits', rowId: row.rowId, step: { layer: 'manual', seq: seenHead(visit).seq + 1 } })
}

const confirmOwn: Act = async (visit, row, { proposalId }) => {
  const id = proposalId ?? 0
  const confirmed = await confirmProposal(visit.app, visit.actor, { id, sourceHash: field(visit, 'source') })
  return confirmed.ok ? ok({ did: 'confirmed', rowId: row.rowId, proposalId: id }) : refused(confirmed.refusal)
}

const manualStep = (of: { readonly rowId: string; readonly seq: number }): Step => ({ ...of, layer: 'manual' })

/** Takes back what was just done to many rows; those on which somebody went on stay as they are. */
async function undoMany(visit: Visit, row: Row, many: number): Promise<Acted> {
  const steps = visit.site.recentSteps.of(visit.user.id, many)
  if (steps === null) return refused({ code: 'steps_forgotten' })
  const { rows, refusals } = await takeBackRevisions(visit.app, visit.actor, steps)
  if (refusals.length === 0) return ok({ did: 'undone', rowId: row.rowId, rows })
  const why = [...new Set(refusals.map(saidOf))].join('; ')
  return refuse({ error: say`${rows} taken back, ${refusals.length} left as they are: ${why}`, status: 409 })
}

/** Takes back what was just done and comes back to it. */
const undo: Act = async (visit, row, { proposalId }) => {
  const many = wholeNumber(field(visit, 'many'))
  if (many !== null) return await undoMany(visit, row, many)
  const step = parseStep(field(visit, 'step'))
  const back =
    step === null
      ? await takeBackReview(visit.app, visit.actor, { id: proposalId ?? 0 })
      : await takeBackRevision(visit.app, visit.actor, { rowId: row.rowId, ...step })
  if (!back.ok) return refused(back.refusal)
  const reopened = back.value.reopened?.id
  return ok({ did: 'undone', rowId: row.rowId, ...(reopened !== undefined && { proposalId: reopened }) })
}

export const undoIt = acting(undo)
export const fillAll = acting(fill)
export const saveText = acting(save)
export const approveIt = acting(approve)
export const rejectIt = acting(reject)
export const markReviewed = acting(reviewed)
export const confirmFits = acting(fits)
export const keepWaiting = acting(confirmOwn)

/** What is to be said of a text while it is written, as a piece of the page; nothing is written. */
export async function checkTyped(visit: Visit): Promise<Response> {
  const { rowId } = postedAddress(visit)
  const row = rowId === null ? null : readRow(visit.app, rowId)
  if (row === null) return await notFoundPage(visit, 'there is no such row in the game now')
  return visit.c.html(await liveAnswer(visit, row, typedText(visit, row) ?? ''))
}
