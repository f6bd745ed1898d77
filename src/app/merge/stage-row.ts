// Writes a merged row’s plan where readers do not look (revisions and heads under their keys), and makes all of them visible in
// the last transaction.
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { saidIn, type TracedRevision, unknownAuthor } from '../../domain/merge.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { NewRevision } from '../../domain/revision.ts'
import { type Heads, lastSeq } from '../../domain/row.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { appendAside } from '../../store/change-rows.ts'
import {
  noteReview,
  proposalsOfRow,
  putNoteAside,
  putProposal,
  removeBeside,
  takeNotesAside,
} from '../../store/records.ts'
import { readRevision } from '../../store/rows.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import { revealStaged } from '../import/reveal-staged.ts'
import { Refused } from '../refused.ts'
import type { PlannedLayer, PlannedProposal, RowPlan } from './plan-row.ts'

interface Numbers {
  readonly person: (name: string) => number
  readonly proposal: () => number
  readonly via: string
}

/** Kept in the store until the merge is revealed: a row's new proposals, and the present ones for which they were planned. */
interface ProposalNote {
  readonly seen: string
  readonly put: readonly { readonly before: Proposal | null; readonly after: Proposal }[]
  readonly remove: readonly Proposal[]
}

const seenOf = (proposals: readonly Proposal[]): string =>
  proposals.map(({ id, status, version, updatedAtMs }) => `${id} ${status} ${version} ${updatedAtMs}`).join('; ')

export const changesRow = (plan: RowPlan): boolean =>
  plan.proposals.length > 0 || plan.settled.length > 0 || LAYERS.some((layer) => newsOf(plan.layers[layer]).length > 0)

export const newsOf = ({ isLeftOut, news }: PlannedLayer): readonly number[] => (isLeftOut ? [] : news)

export const newProposalsOf = ({ proposals }: RowPlan): number =>
  proposals.filter((each) => each.from === 'conflict' || each.before === null).length

export function* namesIn({ layers, proposals }: RowPlan): Generator<string> {
  for (const layer of LAYERS) {
    for (const place of newsOf(layers[layer])) {
      const { author, approver, revertedBy, markedBy } = layers[layer].theirs[place] ?? {}
      for (const name of [author, approver, revertedBy, markedBy]) if (typeof name === 'string') yield name
    }
  }
  for (const each of proposals) {
    yield each.from === 'conflict' ? (each.revision.author ?? unknownAuthor) : each.theirs.author
    if (each.from === 'file' && each.theirs.reviewer !== null) yield each.theirs.reviewer
  }
}

/**
 * Writes a row's plan where readers do not look (store/file/aside.ts): revisions and heads under their keys, and proposals as a note under
 * the row's key in their index, from which the last transaction stores them.
 */
export function stageRow(aside: Aside, plan: RowPlan, numbers: Numbers): void {
  const ids = new Map(plan.proposalIds)
  const put: { before: Proposal | null; after: Proposal }[] = []
  for (const each of plan.proposals) {
    const before = each.from === 'file' ? each.before : null
    const after = proposalOf(aside, plan, each, put, numbers)
    put.push({ before, after })
    if (each.from === 'file') ids.set(each.place, after.id)
  }
  let heads = plan.heads
  for (const layer of LAYERS) heads = stageLayer(aside, plan, layer, heads, ids, numbers)
  if (put.length === 0 && plan.settled.length === 0) return
  const note: ProposalNote = { seen: seenOf(plan.stored), put, remove: plan.settled }
  putNoteAside(aside, plan.ordinal, note)
}

function stageLayer(
  aside: Aside,
  { ordinal, layers }: RowPlan,
  layer: Layer,
  before: Heads,
  ids: ReadonlyMap<number, number>,
  numbers: Numbers,
): Heads {
  const planned = layers[layer]
  const { ours, theirs, theirIdentities, isTaken, isInvalid } = planned
  const news = newsOf(planned)
  if (news.length === 0) return before
  const seqs = new Map(ours.identities.map((identity, place) => [identity, ours.seqs[place]]))
  let next = 1 + lastSeq(before, layer)
  let heads = before
  for (const place of news) {
    const revision = theirs[place] as TracedRevision
    const seqOf = (at: number): number => seqs.get(theirIdentities[at] ?? '') ?? 0
    heads = appendAside(aside, ordinal, heads, layer, storedRevision(revision, seqOf, ids, numbers), isInvalid)
    seqs.set(theirIdentities[place] ?? '', next++)
  }
  if (isTaken) return heads
  // Our text that was current is written again behind the new revisions, because the last one is the current one.
  const [traced, seq] = [ours.revisions[ours.head], ours.seqs[ours.head]]
  const stored = seq === undefined ? undefined : readRevision(aside.db, ordinal, layer, seq)
  if (traced === undefined || stored === undefined) throw new Error(`row ${ordinal} has no revision in force`)
  const { seq: _, createdAtMs: __, ...again } = stored
  const merged = {
    mergedSeq: traced.madeSeq,
    mergedAtMs: traced.madeAtMs,
    mergedAfter: traced.after.map((place) => ours.seqs[place]).join(' '),
  }
  return appendAside(
    aside,
    ordinal,
    heads,
    layer,
    { ...again, ...merged, via: numbers.via },
    before[layer]?.isInvalid ?? false,
  )
}

const storedRevision = (
  revision: TracedRevision,
  seqOf: (place: number) => number,
  ids: ReadonlyMap<number, number>,
  { person, via }: Numbers,
): NewRevision => ({
  ...saidIn(revision),
  authorId: revision.author === null ? null : person(revision.author),
  keyId: null,
  approverId: revision.approver === null ? null : person(revision.approver),
  approvedAtMs: revision.approvedAtMs,
  proposalId: revision.proposal === null ? null : (ids.get(revision.proposal) ?? null),
  mergedSeq: revision.madeSeq,
  mergedAtMs: revision.madeAtMs,
  mergedAfter: revision.after.map(seqOf).join(' '),
  via,
  ...(revision.client !== undefined && { client: revision.client }),
  ...(revision.markedBy !== undefined && { markedById: person(revision.markedBy) }),
  ...(revision.restores !== undefined && {
    restores: revision.restores === null ? 0 : seqOf(revision.restores),
    revertedById: typeof revision.revertedBy === 'string' ? person(revision.revertedBy) : null,
  }),
})

function proposalOf(
  { timeMs }: Aside,
  { rowId, ordinal, stored }: RowPlan,
  planned: PlannedProposal,
  put: readonly { readonly after: Proposal }[],
  { person, proposal }: Numbers,
): Proposal {
  if (planned.from === 'conflict') {
    const { conflict, revision } = planned
    return {
      id: proposal(),
      version: 1,
      status: 'pending',
      ordinal,
      rowId,
      text: revision.text,
      sourceHash: revision.sourceHash,
      isVerified: revision.isVerified,
      authorId: person(revision.author ?? unknownAuthor),
      keyId: null,
      waivers: NO_WAIVERS,
      createdAtMs: timeMs,
      updatedAtMs: timeMs,
      reviewerId: null,
      reviewedAtMs: null,
      reason: null,
      conflict,
      isBeside: true,
      ...(revision.client !== undefined && { client: revision.client }),
    }
  }
  const { theirs, before } = planned
  const { author, reviewer, madeId, conflict, ...said } = theirs
  const authorId = before?.authorId ?? person(author)
  const isRival = (other: Proposal): boolean =>
    other.id !== before?.id && other.authorId === authorId && other.status === 'pending' && other.isBeside !== true
  const isPendingAnew = theirs.status === 'pending' && before?.status !== 'pending'
  const isBeside =
    before?.isBeside === true ||
    conflict !== null ||
    (isPendingAnew && (stored.some(isRival) || put.some(({ after }) => isRival(after))))
  const mergedId = before === null ? madeId : before.mergedId
  return {
    id: before?.id ?? proposal(),
    ordinal,
    rowId,
    authorId,
    keyId: before?.keyId ?? null,
    ...said,
    reviewerId: reviewer === null ? null : person(reviewer),
    ...(mergedId !== undefined && { mergedId }),
    ...(conflict !== null && { conflict }),
    ...(isBeside && { isBeside }),
  }
}

const notesAtOnce = 1_000

/**
 * Makes a merge visible (../import/reveal-staged.ts), with its proposals. If somebody wrote to a row since it was planned, the merge ends
 * with nothing changed.
 */
export async function revealMerge(txn: Switch): Promise<void> {
  await revealStaged(txn, {
    onRevealed: () => undefined,
    onOvertaken() {
      throw overtaken()
    },
  })
  await putProposals(txn)
}

const overtaken = (): Refused => new Refused({ code: 'merge_overtaken' })

async function putProposals(txn: Switch): Promise<void> {
  for (;;) {
    const notes = takeNotesAside<ProposalNote>(txn, notesAtOnce)
    for (const { ordinal, note } of notes) {
      if (seenOf(proposalsOfRow(txn.db, ordinal)) !== note.seen) throw overtaken()
      for (const { before, after } of note.put) {
        putProposal(txn, before, after)
        if (after.status !== 'pending' && after.status !== before?.status)
          noteReview(txn, after, { manual: 0, machine: 0 })
      }
      for (const each of note.remove) removeBeside(txn, each)
    }
    await txn.breathe()
    if (notes.length < notesAtOnce) return
  }
}
