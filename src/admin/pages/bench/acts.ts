// The acts of the workbench's forms. Each leads to the next row of the same filter; a refused one shows the same screen
// with the typed text.
import * as z from 'zod'
import { askDraft, draftClient, type DraftRefusal, isOfDraft } from '../../../app/bench/ask-draft.ts'
import { closeRivals, fillSameSource } from '../../../app/bench/same-text.ts'
import type { RefusalKind } from '../../../app/refusal-sentences.ts'
import type { Refusal } from '../../../app/refusal.ts'
import { readHistory } from '../../../app/rows/read-history.ts'
import { pendingOfRow, readProposalRow } from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { writeComment } from '../../../app/team/comments.ts'
import { takeBackReview, takeBackRevision, takeBackRevisions } from '../../../app/undo/take-back.ts'
import { confirmProposal } from '../../../app/writes/confirm-proposal.ts'
import { confirmTranslation, markMachineHead } from '../../../app/writes/decide-head.ts'
import { type EditTranslation, editTranslation } from '../../../app/writes/edit-translation.ts'
import { approveProposal, rejectProposal } from '../../../app/writes/review-proposal.ts'
import { submitProposal } from '../../../app/writes/write-single.ts'
import { ok, refuse, type Result } from '../../../base/result.ts'
import { isForeignApproval } from '../../../domain/decide-write.ts'
import { MACHINE_MARKS, type MachineMark, type SeenHead } from '../../../domain/decide-review.ts'
import { reasonLengthMax } from '../../../domain/limits.ts'
import type { Client, Row } from '../../../domain/row.ts'
import { toLf } from '../../../domain/text/normalize.ts'
import type { WrittenDraft } from '../../../domain/work/workbench.ts'
import { form, takes } from '../../form.ts'
import { html } from '../../html.ts'
import { say, told } from '../../language/say.ts'
import { sentence } from '../../layout.ts'
import type { Step } from '../../memories.ts'
import { type FormRefusal, kindOfAny, saidOf, statusOf } from '../../parts/refusal-status.ts'
import { noRowPage, notFoundPage } from '../../parts/refusals.ts'
import { withLineEndsOf } from '../../parts/texts.ts'
import { dayOfVisit, goTo, may, type Visit } from '../../visit.ts'
import { ADDRESS_FIELDS, type BenchAddress, benchPath, postedAddress } from './address.ts'
import { type BenchSaid, benchWith } from './bench-page.ts'
import { authorOf, type Done, doneParameters, parseStep, rememberStep, tookOf } from './done.ts'
import { liveAnswer, othersHere } from './editor.ts'
import { stepAfter } from './read-bench.ts'
import { askButton, shownDraft } from './text-pane.ts'

type Acted = Result<Done, BenchSaid>

const TEXT_FIELDS = z.object({
  text: takes.textIfSent,
  source: takes.text,
  seq: takes.whole,
  /** What a text typed here replaces: the manual text's revision (0: none), and the person's own proposal (`pendingMark`). */
  over: takes.whole,
  mine: takes.textIfSent,
  version: takes.whole,
  /** A machine draft that was shown, with the version of its prompt. */
  drafted: takes.text,
  prompted: takes.exact,
  confirm: takes.tick,
  waived: takes.tick,
  reason: takes.line,
})

/** The typed text with the source's line ends; null if the form has none. */
const typedText = ({ text }: z.output<typeof TEXT_FIELDS>, row: Row): string | null =>
  text === null ? null : withLineEndsOf(row, text)

const isSameTyped = (typed: string, text: string): boolean => toLf(typed) === toLf(text)

const seenHead = ({ seq, source }: Sent): SeenHead => ({ seq: seq ?? 0, sourceHash: source })

const ACT_FIELDS = TEXT_FIELDS.extend({
  ...ADDRESS_FIELDS.shape,
  how: takes.exact,
  said: takes.line,
  many: takes.whole,
  kept: takes.whole,
  step: takes.exact,
})
type Sent = z.output<typeof ACT_FIELDS>
type Act = (visit: Visit, row: Row, sent: Sent, address: BenchAddress) => Promise<Acted>

/** Refusals worded differently from the rest of the site. */
const SAID_HERE: Partial<Readonly<Record<RefusalKind, string>>> = {
  not_allowed: 'your role does not allow this',
  waived: 'the checks find something in this text that its bot had waived; look at it and tick that you accept it',
}

const acting = (act: Act) =>
  form(ACT_FIELDS, async (visit: Visit, sent) => {
    const address = postedAddress(sent)
    const row = address.rowId === null ? null : readRow(visit.app, address.rowId)
    if (row === null) return await noRowPage(visit)
    const acted = await act(visit, row, sent, address)
    if (acted.ok) rememberStep(visit, acted.value)
    return acted.ok
      ? await onward(visit, row, address, acted.value, sent.how === 'stay')
      : await benchWith(visit, address, acted.refusal)
  })

/** Leads to the row's next proposal if the filter is about proposals, and to the row itself if `isAsked`; else to the next row. */
async function onward(visit: Visit, row: Row, address: BenchAddress, done: Done, isAsked: boolean): Promise<Response> {
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
  const next = stays || isAsked ? { row: row.rowId } : await stepAfter(visit, address, row)
  return goTo(
    visit,
    benchPath(address.parameters, { ...next, ...doneParameters(done) }),
    undefined,
    tookOf(visit, done),
  )
}

function refused(refusal: Refusal | FormRefusal, kept: Pick<BenchSaid, 'text' | 'reason' | 'standing'> = {}): Acted {
  const error = SAID_HERE[kindOfAny(refusal)] ?? saidOf(refusal)
  return refuse({ error, status: statusOf(refusal), ...kept })
}

/** The text that another tab saved meanwhile, if that is why the form was refused. */
function standing(visit: Visit, { rowId }: Row, refusal: Refusal | FormRefusal): Pick<BenchSaid, 'standing'> {
  if (refusal.code === 'stale_head') return { standing: refusal.head?.text ?? '' }
  if (refusal.code !== 'active_proposal_exists') return {}
  return { standing: readHistory(visit.app, rowId, visit.user, 1)?.ownPending?.text ?? '' }
}

/** Saves a text directly, if the person may do so and did not choose to propose it; else as a proposal. */
async function writeText(visit: Visit, row: Row, sent: Sent, text: string): Promise<Acted> {
  const { app, actor } = visit
  const { rowId } = row
  const seenPending = sent.mine ?? undefined
  const request = { rowId, text, sourceHash: sent.source, client: clientOfDraft(visit, sent, text), seenPending }
  if (sent.how !== 'proposal' && may(visit, 'review_translation')) {
    const edited = await editUnseen(visit, { ...request, seenSeq: sent.over ?? undefined })
    if (!edited.ok) return refused(edited.refusal, { text, ...standing(visit, row, edited.refusal) })
    // Another person's text was approved, so this one became a proposal.
    if (edited.value.status === 'proposed') return ok({ did: 'foreign', rowId, proposalId: edited.value.proposal.id })
    const seq = edited.value.status === 'written' ? headsOf(visit, row)?.manual?.seq : undefined
    return seq === undefined
      ? ok({ did: 'unchanged', rowId })
      : ok({ did: 'written', rowId, step: { layer: 'manual', seq } })
  }
  const submitted = await submitProposal(app, actor, request)
  if (!submitted.ok) return refused(submitted.refusal, { text, ...standing(visit, row, submitted.refusal) })
  const { status, proposal } = submitted.value
  return status === 'unchanged'
    ? ok({ did: 'unchanged', rowId })
    : ok({ did: 'proposed', rowId, ...(proposal && { proposalId: proposal.id }) })
}

/** A text that was replaced unseen is not replaced again, but another person's takes a proposal, and the same one is no change. */
async function editUnseen({ app, actor }: Visit, edit: EditTranslation): ReturnType<typeof editTranslation<never>> {
  const edited = await editTranslation(app, actor, edit)
  if (edited.ok || edited.refusal.code !== 'stale_head') return edited
  const { head } = edited.refusal
  return head !== null && (head.text === edit.text || isForeignApproval(head, actor.user.id))
    ? await editTranslation(app, actor, { ...edit, seenSeq: head.seq })
    : edited
}

/** What a revision says of its program: the configured model, if the text is like its draft. */
function clientOfDraft({ site }: Visit, { drafted, prompted }: Sent, text: string): Client | undefined {
  const model = site.drafts?.model ?? null
  if (model === null || !isOfDraft(toLf(text), toLf(drafted))) return undefined
  return draftClient(model.provider, model.model, prompted)
}

export const saveText = acting((visit, row, sent) => writeText(visit, row, sent, typedText(sent, row) ?? ''))

/** Writes a text also to every row with this source that has none. */
export const fillAll = acting(async (visit, row, sent) => {
  const text = typedText(sent, row) ?? ''
  const written = await writeText(visit, row, sent, text)
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
})

export const approveIt = acting((visit, row, sent, { proposalId }) =>
  proposalId === null ? mark(visit, row, sent, 'approved') : approveOne(visit, row, sent, proposalId),
)

async function approveOne(visit: Visit, row: Row, sent: Sent, id: number): Promise<Acted> {
  const typed = typedText(sent, row)
  const own = readProposalRow(visit.app, id)?.proposal.text
  const text = typed === null || (own !== undefined && isSameTyped(typed, own)) ? null : typed
  const kept = text === null ? {} : { text }
  const { source, version, over, confirm, waived } = sent
  if (source !== '' && row.sourceHash !== source) return refused({ code: 'source_of_before' }, kept)
  const approved = await approveProposal(visit.app, visit.actor, {
    id,
    version,
    seenSeq: over ?? undefined,
    confirmSource: confirm,
    confirmWaived: waived,
    text,
  })
  if (approved.ok) {
    await closeRivals(visit.app, visit.actor, row, approved.value, text ?? approved.value.text)
    return ok({ did: text === null ? 'approved' : 'reworded', rowId: row.rowId, proposalId: id })
  }
  return refused(approved.refusal, { ...kept, ...standing(visit, row, approved.refusal) })
}

export const rejectIt = acting(async (visit, row, sent, { proposalId }) => {
  if (proposalId === null) return await mark(visit, row, sent, 'rejected')
  const reason = sent.said || sent.reason
  const kept = { reason: reason === '' ? ' ' : reason }
  if (Array.from(reason).length > reasonLengthMax) return refused({ code: 'reason_too_long' }, kept)
  const { version } = sent
  const rejected = await rejectProposal(visit.app, visit.actor, { id: proposalId, version, reason })
  return rejected.ok ? ok({ did: 'rejected', rowId: row.rowId, proposalId }) : refused(rejected.refusal, kept)
})

const headsOf = (visit: Visit, { rowId }: Row) => readHistory(visit.app, rowId, visit.user, 1)?.heads

/** Judges a machine text. If it was edited, it becomes the manual text. */
async function mark(visit: Visit, row: Row, sent: Sent, as: MachineMark): Promise<Acted> {
  const typed = typedText(sent, row)
  const head = headsOf(visit, row)?.machine
  if (typed !== null && head && as !== 'rejected' && !isSameTyped(typed, head.text))
    return await writeText(visit, row, sent, typed)
  const seen = seenHead(sent)
  const marked = await markMachineHead(visit.app, visit.actor, { rowId: row.rowId, mark: as, seen })
  if (!marked.ok) return refused(marked.refusal)
  const seq = marked.value.machine?.seq ?? 0
  return ok({ did: `machine_${as}`, rowId: row.rowId, step: { layer: 'machine', seq } })
}

export const markReviewed = acting((visit, row, sent) => mark(visit, row, sent, 'reviewed'))

export const confirmFits = acting(async (visit, row, sent) => {
  const seen = seenHead(sent)
  const confirmed = await confirmTranslation(visit.app, visit.actor, { rowId: row.rowId, seen })
  if (!confirmed.ok) return refused(confirmed.refusal)
  return ok({ did: 'fits', rowId: row.rowId, step: { layer: 'manual', seq: seen.seq + 1 } })
})

export const keepWaiting = acting(async (visit, row, { source }, { proposalId }) => {
  const id = proposalId ?? 0
  const confirmed = await confirmProposal(visit.app, visit.actor, { id, sourceHash: source })
  return confirmed.ok ? ok({ did: 'confirmed', rowId: row.rowId, proposalId: id }) : refused(confirmed.refusal)
})

const manualStep = (of: { readonly rowId: string; readonly seq: number }): Step => ({ ...of, layer: 'manual' })

/** Undoes a step on many rows; rows changed since stay as they are. */
async function undoMany(visit: Visit, row: Row, many: number): Promise<Acted> {
  const steps = visit.site.recentSteps.of(visit.user.id, many)
  if (steps === null) return refused({ code: 'steps_forgotten' })
  const { rows, refusals } = await takeBackRevisions(visit.app, visit.actor, steps)
  if (refusals.length === 0) return ok({ did: 'undone', rowId: row.rowId, rows })
  const why = [...new Set(refusals.map(saidOf))].join('; ')
  return refuse({ error: say`${rows} taken back, ${refusals.length} left as they are: ${why}`, status: 409 })
}

/** Takes the step off the list unless it may work later, so that a step that cannot be undone does not block those before it. */
export const undoIt = acting(async (visit, row, sent, address) => {
  const undone = await undoOne(visit, row, sent, address)
  const mayComeBack = !undone.ok && undone.refusal.status === 503
  if (sent.kept !== null && !mayComeBack) visit.site.undoStacks.drop(visit.user.id, sent.kept)
  return undone
})

const undoOne: Act = async (visit, row, sent, { proposalId }) => {
  if (sent.many !== null) return await undoMany(visit, row, sent.many)
  const step = parseStep(sent.step)
  const back =
    step === null
      ? await takeBackReview(visit.app, visit.actor, { id: proposalId ?? 0 })
      : await takeBackRevision(visit.app, visit.actor, { rowId: row.rowId, ...step })
  if (!back.ok) return refused(back.refusal)
  const reopened = back.value.reopened?.id
  return ok({ did: 'undone', rowId: row.rowId, ...(reopened !== undefined && { proposalId: reopened }) })
}

/** A fragment of the page: the findings of a typed text. */
export const checkTyped = form(ACT_FIELDS, async (visit: Visit, sent) => {
  const { rowId } = postedAddress(sent)
  const row = rowId === null ? null : readRow(visit.app, rowId)
  if (row === null) return await noRowPage(visit)
  visit.site.presence.at(visit.user.id, row.rowId)
  return visit.c.html(await liveAnswer(visit, row, typedText(sent, row) ?? '', othersHere(visit, row.rowId)))
})

const DRAFT_FIELDS = TEXT_FIELDS.extend({ ...ADDRESS_FIELDS.shape, part: takes.tick })

/**
 * Asks the configured model for a draft of the row. With scripts the answer is the part of the page with it, without
 * them the whole page; a typed text stays.
 */
export const askForDraft = form(DRAFT_FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const row = address.rowId === null ? null : readRow(visit.app, address.rowId)
  if (row === null || row.isServiceRow) return await noRowPage(visit)
  const asked = await draftOf(visit, row)
  const now = await visit.again()
  if (now instanceof Response) return now
  if (sent.part)
    return visit.c.html(
      await (asked.ok
        ? html`${shownDraft(now, row, asked.value)}`
        : html`<p class="hint">${sentence(saidOfDraft(now, asked.refusal))}</p>${askButton(say`Machine draft`, true)}`),
    )
  const typed = typedText(sent, row) ?? ''
  if (!asked.ok)
    return await benchWith(now, address, { error: saidOfDraft(now, asked.refusal), status: 409, text: typed })
  const text = typed.trim() === '' ? asked.value.text : typed
  return await benchWith(now, address, { error: null, status: 200, text, draft: asked.value })
})

async function draftOf(visit: Visit, row: Row): Promise<Result<WrittenDraft, DraftRefusal>> {
  const { app, actor, site, c } = visit
  if (site.drafts === null) return refuse({ code: 'no_draft_model' })
  const asked = await askDraft(app, actor, site.drafts, {
    rowId: row.rowId,
    day: dayOfVisit(visit).name,
    signal: c.req.raw.signal,
  })
  if (asked.ok) return { ...asked, value: { ...asked.value, text: withLineEndsOf(row, asked.value.text) } }
  if (asked.refusal.code === 'draft_failed' || asked.refusal.code === 'draft_late')
    app.log.warn('the model gave no draft', { why: 'message' in asked.refusal ? asked.refusal.message : 'late' })
  return asked
}

type Telling = {
  readonly [Code in DraftRefusal['code']]: (refusal: Extract<DraftRefusal, { code: Code }>, visit: Visit) => string
}

const SAID: Telling = {
  no_draft_model: () =>
    say`no model is set for drafts; an admin names one in the configuration (draft.endpoint and draft.model)`,
  drafts_used: ({ perDay }) => say`you have used your ${perDay} drafts for today; there are more tomorrow`,
  draft_under_way: () => say`the model is still writing your last draft; wait for it`,
  draft_late: () => say`the model did not answer in time; ask again, or write the text yourself`,
  draft_without_text: () => say`the model's answer had no translation; ask again, or write the text yourself`,
  no_target_language: () => say`the target language is not set; an admin sets it under Settings`,
  draft_failed: ({ message }, visit) =>
    may(visit, 'manage_settings')
      ? say`the model could not be reached: ${message}`
      : say`the model could not be reached; the server's log says why`,
}

const saidOfDraft = (visit: Visit, refusal: DraftRefusal): string =>
  (SAID[refusal.code] as (refusal: DraftRefusal, visit: Visit) => string)(refusal, visit)

const ticksMax = 100
const DECISIONS = ['fits', ...MACHINE_MARKS] as const
type Decision = (typeof DECISIONS)[number]

const TICKED_FIELDS = ADDRESS_FIELDS.extend({ do: takes.exact, tick: takes.many })

/** Decides the ticked rows of the workbench's list (list-pane.ts), one after the other. */
export const decideTicked = form(TICKED_FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const decision = DECISIONS.find((each) => each === sent.do) ?? null
  const refusals: string[] = []
  const steps: Step[] = []
  for (const tick of sent.tick.slice(0, ticksMax)) {
    const decided = await decideOne(visit, decision, tick)
    if (typeof decided === 'string') refusals.push(decided)
    else steps.push(decided)
  }
  const many = visit.site.recentSteps.keep(visit.user.id, steps)
  const done = { did: `ticked_${decision ?? 'fits'}`, rowId: steps[0]?.rowId ?? '', rows: steps.length, many } as const
  if (steps.length > 0) rememberStep(visit, done)
  if (refusals.length > 0 || steps.length === 0) {
    const why = refusals.length === 0 ? say`nothing was ticked` : [...new Set(refusals.map(told))].join('; ')
    return await benchWith(visit, address, {
      error: say`${steps.length} done, ${refusals.length} left as they are: ${why}`,
      status: 409,
      done: steps.length === 0 ? null : done,
    })
  }
  return goTo(visit, benchPath(address.parameters, doneParameters(done)))
})

async function decideOne(visit: Visit, decision: Decision | null, tick: string): Promise<Step | string> {
  const [, layer, seq, sourceHash, rowId] =
    /^(manual|machine) (\d{1,9}) ([0-9a-f]{64}) ([0-9a-f]{16})$/.exec(tick) ?? []
  if (sourceHash === undefined || rowId === undefined) return say`this is not a row`
  const seen = { seq: Number(seq), sourceHash }
  if (layer === 'manual' && decision === 'fits') {
    const confirmed = await confirmTranslation(visit.app, visit.actor, { rowId, seen })
    return confirmed.ok ? { rowId, layer, seq: seen.seq + 1 } : saidOf(confirmed.refusal)
  }
  if (layer !== 'machine' || decision === 'fits' || decision === null) return say`this cannot be done with this text`
  const marked = await markMachineHead(visit.app, visit.actor, { rowId, mark: decision, seen })
  return marked.ok ? { rowId, layer, seq: marked.value.machine?.seq ?? 0 } : saidOf(marked.refusal)
}

const THANK_FIELDS = ADDRESS_FIELDS.extend({ thanked: takes.whole })

/** Thanks for a text by one key: a comment on its row that names the author, who reads it among the news. */
export const thankAuthor = form(THANK_FIELDS, async (visit: Visit, sent) => {
  const address = postedAddress(sent)
  const author = sent.thanked === null ? null : authorOf(visit, sent.thanked)
  if (author === null) return await notFoundPage(visit, 'there is no such proposal, or its row is not in the game now')
  const { name, rowId } = author
  const written = await writeComment(visit.app, visit.actor, { rowId, text: say`@${name} thank you for this text!` })
  if (!written.ok)
    return await benchWith(visit, address, { error: saidOf(written.refusal), status: statusOf(written.refusal) })
  const row = address.rowId === null ? {} : { row: address.rowId }
  return goTo(visit, benchPath(address.parameters, { ...row, ...doneParameters({ did: 'thanked', rowId }) }))
})
