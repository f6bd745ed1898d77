// Merges the histories of a row from two stores (docs/merging.md). Pure: both histories come in the form that stores exchange,
// with people by name.
import { sha256Hex } from '../base/bytes.ts'
import type { Finding } from './finding.ts'
import type { Proposal } from './proposal.ts'
import { withoutBrief } from './revision.ts'
import type { Client, Revision } from './row.ts'
import type { Layer, ProposalStatus, TranslationStatus } from './vocabulary.ts'

// A row's revisions and proposals in the form that stores exchange (docs/merging.md): people are named, and revisions
// are referred to by index, because ids belong to one store.

/** What a revision says in any store. */
type Said = Pick<Revision, 'text' | 'status' | 'origin' | 'provider' | 'model' | 'sourceHash' | 'isVerified'>

export const saidIn = ({ text, status, origin, provider, model, sourceHash, isVerified }: Said): Said => {
  return { text, status, origin, provider, model, sourceHash, isVerified }
}

export interface TracedRevision extends Said {
  /** Its number in the store where it was written. */
  readonly madeSeq: number
  readonly madeAtMs: number
  readonly author: string | null
  readonly approver: string | null
  readonly approvedAtMs: number | null
  readonly proposal: number | null
  /** Indexes of the revisions that this one replaced, the current one first; all are earlier in the list. */
  readonly after: readonly number[]
  /** On a revert: the index of the restored revision; null: it emptied the layer. */
  readonly restores?: number | null
  /** On a revert: the name of its person; null: the command line. */
  readonly revertedBy?: string | null
  readonly markedBy?: string
  readonly client?: Client
}

/** The text of a revision. Null: it emptied the layer. */
export const textOf = ({ text, restores }: Pick<TracedRevision, 'text' | 'restores'>): string | null =>
  restores === null ? null : text

export interface TracedProposal {
  readonly madeId: number
  /** On a proposal that a merge made: the id of the losing revision (`conflictId`). */
  readonly conflict: string | null
  readonly version: number
  readonly status: ProposalStatus
  readonly text: string
  readonly sourceHash: string
  readonly isVerified: boolean
  readonly author: string
  readonly waivers: { readonly glossary: boolean; readonly validation: boolean }
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly reviewer: string | null
  readonly reviewedAtMs: number | null
  readonly reason: string | null
  readonly client?: Client
}

export interface RowHistory extends Readonly<Record<Layer, readonly TracedRevision[]>> {
  readonly rowId: string
  /** The hash of the row's source in the store that wrote this history; null: it has none. */
  readonly sourceHash: string | null
  readonly proposals: readonly TracedProposal[]
}

/** A name of the revision that no other one of the row's layer has, in any store. It has no person's name, because people are renamed. */
export const identityOf = (revision: TracedRevision): string =>
  JSON.stringify([
    revision.madeSeq,
    revision.madeAtMs,
    revision.status,
    revision.text,
    revision.sourceHash,
    revision.origin,
    revision.provider,
    revision.model,
  ])

/** A name of the proposal that no other one of the row has, in any store. */
export const proposalIdentityOf = (proposal: Pick<TracedProposal, 'madeId' | 'conflict' | 'createdAtMs'>): string =>
  proposal.conflict ?? `${proposal.madeId} ${proposal.createdAtMs}`

// A row's history in the form that other stores read. A revision made here replaces all latest revisions of its layer;
// a merged one lists those that it replaced. So the order of revisions is known however a store received them.

export interface TracedLayer {
  readonly revisions: readonly TracedRevision[]
  /** The revisions' names in all stores, in the order of `revisions`; `seqs` are their numbers in this store. */
  readonly identities: readonly string[]
  readonly seqs: readonly number[]
  /** The index of the current revision; -1: there is none. */
  readonly head: number
}

type NameOf = (id: number) => string

/** Lists each revision once, oldest first. */
export function traceLayer(
  stored: readonly Revision[],
  nameOf: NameOf,
  placeOfProposal: (id: number) => number | null,
): TracedLayer {
  const [revisions, identities, seqs]: [TracedRevision[], string[], number[]] = [[], [], []]
  const placeOf = new Map<string, number>()
  const placeOfSeq = new Map<number, number>()
  let newest = new Set<number>()
  let head = -1
  for (const revision of stored) {
    const after =
      revision.mergedAfter === undefined
        ? [...new Set(head === -1 ? newest : [head, ...newest])]
        : placesIn(revision.mergedAfter, placeOfSeq)
    const restores = revision.restores === 0 ? null : placeOfSeq.get(revision.restores ?? -1)
    const traced = tracedRevision(revision, nameOf, placeOfProposal, after, restores)
    const identity = identityOf(traced)
    head = placeOf.get(identity) ?? revisions.length
    placeOfSeq.set(revision.seq, head)
    if (head < revisions.length) continue
    placeOf.set(identity, head)
    revisions.push(traced)
    identities.push(identity)
    seqs.push(revision.seq)
    newest = new Set([...newest].filter((place) => !after.includes(place))).add(head)
  }
  return { revisions, identities, seqs, head }
}

const placesIn = (seqs: string, placeOfSeq: ReadonlyMap<number, number>): number[] =>
  seqs
    .split(' ')
    .map((seq) => placeOfSeq.get(Number(seq)))
    .filter((place) => place !== undefined)

const tracedRevision = (
  revision: Revision,
  nameOf: NameOf,
  placeOfProposal: (id: number) => number | null,
  after: readonly number[],
  restores: number | null | undefined,
): TracedRevision => ({
  madeSeq: revision.mergedSeq ?? revision.seq,
  madeAtMs: revision.mergedAtMs ?? revision.createdAtMs,
  ...saidIn(revision),
  author: revision.authorId === null ? null : nameOf(revision.authorId),
  approver: revision.approverId === null ? null : nameOf(revision.approverId),
  approvedAtMs: revision.approvedAtMs,
  proposal: revision.proposalId === null ? null : placeOfProposal(revision.proposalId),
  after,
  ...clientIn(revision),
  ...(revision.markedById !== undefined && { markedBy: nameOf(revision.markedById) }),
  ...(restores !== undefined && {
    restores,
    revertedBy: typeof revision.revertedById === 'number' ? nameOf(revision.revertedById) : null,
  }),
})

const tracedProposal = (proposal: Proposal, nameOf: NameOf): TracedProposal => ({
  madeId: proposal.mergedId ?? proposal.id,
  conflict: proposal.conflict ?? null,
  version: proposal.version,
  status: proposal.status,
  text: proposal.text,
  sourceHash: proposal.sourceHash,
  isVerified: proposal.isVerified,
  author: nameOf(proposal.authorId),
  waivers: proposal.waivers,
  createdAtMs: proposal.createdAtMs,
  updatedAtMs: proposal.updatedAtMs,
  reviewer: proposal.reviewerId === null ? null : nameOf(proposal.reviewerId),
  reviewedAtMs: proposal.reviewedAtMs,
  reason: proposal.reason,
  ...clientIn(proposal),
})

function clientIn(text: Pick<Revision, 'client'>): { readonly client?: Client } {
  const client = withoutBrief(text.client)
  return client === undefined ? {} : { client }
}

/** True: a merge made this proposal, and it waits. A history leaves it out, because merging the revisions makes it again. */
export const isOpenConflict = ({ conflict, status }: Proposal): boolean =>
  conflict !== undefined && status === 'pending'

interface StoredRow extends Readonly<Record<Layer, readonly Revision[]>> {
  readonly proposals: readonly Proposal[]
}

interface TracedRow extends Readonly<Record<Layer, TracedLayer>> {
  readonly proposals: RowHistory['proposals']
}

export function traceRow(stored: StoredRow, nameOf: NameOf): TracedRow {
  const proposals = stored.proposals.filter((proposal) => !isOpenConflict(proposal))
  const places = new Map(proposals.map(({ id }, place) => [id, place]))
  const placeOf = (id: number): number | null => places.get(id) ?? null
  return {
    manual: traceLayer(stored.manual, nameOf, placeOf),
    machine: traceLayer(stored.machine, nameOf, placeOf),
    proposals: proposals.map((proposal) => tracedProposal(proposal, nameOf)),
  }
}

// Finds the later of two states of a proposal (docs/merging.md#proposals), whatever their order.

type ProposalState = Pick<TracedProposal, 'status' | 'version' | 'updatedAtMs' | 'text' | 'sourceHash'>

const STEP: Readonly<Record<ProposalStatus, number>> = { approved: 2, rejected: 1, pending: 0 }

/** Compares the versions of the text first, then the decisions. */
export function isLaterState(a: ProposalState, b: ProposalState): boolean {
  const difference = a.version - b.version || a.updatedAtMs - b.updatedAtMs || STEP[a.status] - STEP[b.status]
  if (difference !== 0) return difference > 0
  return `${a.sourceHash}${a.text}` > `${b.sourceHash}${b.text}`
}

/** Names a losing revision and the proposal made of it, the same in every store. */
export const conflictId = (layer: Layer, identity: string): string => sha256Hex(`${layer} ${identity}`).slice(0, 32)

/** The author of a proposal made of a text without one, such as an import on the command line. */
export const unknownAuthor = 'windrow merge'

interface LayerQuestion {
  readonly ours: TracedLayer
  readonly theirs: Pick<TracedLayer, 'revisions' | 'identities'>
  /** The hash of the row's source in this store. */
  readonly sourceHash: string
  /** The gate's errors for a revision's text, which keep it from becoming current here. */
  readonly errorsOf: (revision: TracedRevision) => readonly Finding[]
}

export interface Contender {
  readonly identity: string
  readonly revision: TracedRevision
  readonly place: number
  readonly isOurs: boolean
}

export interface LayerDecision {
  /** Indexes of the revisions that are new here, oldest first, but the current one last. */
  readonly news: readonly number[]
  readonly isTaken: boolean
  /** Texts that lost although no revision replaced them, strongest first. */
  readonly conflicts: readonly Contender[]
  /** Latest texts that may not become current; they do not become proposals either. */
  readonly refused: readonly { readonly revision: TracedRevision; readonly errors: readonly Finding[] }[]
}

/**
 * Merges two histories of one layer of a row (docs/merging.md#which-text-becomes-current). The base is their common
 * part. Of the revisions that no other replaced, one becomes current, the same on both sides; the texts of the others
 * become proposals. The result depends only on the set of revisions, so merging in any order, or twice, ends the same.
 * Without new revisions the current text stays, even if the rules have changed.
 */
export function decideLayer({ ours, theirs, sourceHash, errorsOf }: LayerQuestion): LayerDecision {
  const known = new Set(ours.identities)
  const news = theirs.identities.flatMap((identity, place) => (known.has(identity) ? [] : [place]))
  const newest = newestOf(ours, theirs, known).sort(byFitness(sourceHash))
  const current = newest.find(({ isOurs, place }) => isOurs && place === ours.head) ?? headOf(ours)
  const isGood = (contender: Contender): boolean =>
    isSame(contender, current) || errorsOf(contender.revision).length === 0

  const best = news.length === 0 ? current : (newest.find(isGood) ?? current)
  const winner = current !== null && best !== null && isFresherThan(current, best, sourceHash) ? current : best
  const isTaken = winner !== null && !winner.isOurs
  const lost = [...newest.filter((each) => !isSame(each, winner)), ...lostBefore(ours, theirs, known)].filter(
    ({ revision }) => !isSameText(revision, winner?.revision),
  )
  const texts = new Set<string>()
  const conflicts = lost.sort(byStrength).filter((each) => {
    const text = textOf(each.revision)
    if (text === null || each.revision.status === 'rejected' || texts.has(text) || !isGood(each)) return false
    texts.add(text)
    return true
  })
  const refused = newest
    .filter((each) => !each.isOurs && !isGood(each))
    .map(({ revision }) => ({ revision, errors: errorsOf(revision) }))
  // No revision replaced the winner, so it may be stored last.
  const ordered = isTaken ? [...news.filter((place) => place !== winner.place), winner.place] : news
  return { news: ordered, isTaken, conflicts, refused }
}

const isSameText = (a: TracedRevision | undefined, b: TracedRevision | undefined): boolean =>
  a !== undefined && b !== undefined && textOf(a) === textOf(b)

const isSame = (a: Contender, b: Contender | null): boolean => a.identity === b?.identity

function headOf(ours: TracedLayer): Contender | null {
  const [identity, revision] = [ours.identities[ours.head], ours.revisions[ours.head]]
  return identity === undefined || revision === undefined
    ? null
    : { identity, revision, place: ours.head, isOurs: true }
}

type Side = LayerQuestion['theirs']

function* contenders(ours: Side, theirs: Side, known: ReadonlySet<string>): Generator<Contender> {
  for (const side of [ours, theirs]) {
    for (const [place, identity] of side.identities.entries()) {
      const revision = side.revisions[place]
      const isOurs = side === ours
      if (revision !== undefined && (isOurs || !known.has(identity))) yield { identity, revision, place, isOurs }
    }
  }
}

function newestOf(ours: Side, theirs: Side, known: ReadonlySet<string>): Contender[] {
  const writtenOver = new Set<string | undefined>()
  for (const { revisions, identities } of [ours, theirs]) {
    for (const { after } of revisions) for (const place of after) writtenOver.add(identities[place])
  }
  return [...contenders(ours, theirs, known)].filter(({ identity }) => !writtenOver.has(identity))
}

/**
 * Texts that lost to another and were then replaced together with it, which does not settle the conflict. But for equal
 * texts, they are never the first in the `after` of a later revision.
 */
function lostBefore(ours: Side, theirs: Side, known: ReadonlySet<string>): Contender[] {
  const settled = new Set<string | undefined>()
  const lost = new Set<string | undefined>()
  for (const { revisions, identities } of [ours, theirs]) {
    for (const { after } of revisions) {
      const [first = -1, ...others] = after
      settled.add(identities[first])
      for (const place of others) {
        const isSettled = isSameText(revisions[place], revisions[first])
        ;(isSettled ? settled : lost).add(identities[place])
      }
    }
  }
  if (lost.size === 0) return []
  return [...contenders(ours, theirs, known)].filter(({ identity }) => lost.has(identity) && !settled.has(identity))
}

const STRENGTH: Readonly<Record<TranslationStatus, number>> = {
  approved: 3,
  reviewed: 2,
  draft: 1,
  invalid: 0,
  rejected: 0,
}

const byStrength = (a: Contender, b: Contender): number =>
  STRENGTH[b.revision.status] - STRENGTH[a.revision.status] ||
  b.revision.madeAtMs - a.revision.madeAtMs ||
  (a.identity > b.identity ? -1 : 1)

/** Compares two texts: those for the current source come first, then the stronger. */
const byFitness =
  (sourceHash: string) =>
  (a: Contender, b: Contender): number => {
    const isOfNow = ({ revision }: Contender): number => (revision.sourceHash === sourceHash ? 1 : 0)
    return isOfNow(b) - isOfNow(a) || byStrength(a, b)
  }

const isFresherThan = (a: Contender, b: Contender, sourceHash: string): boolean =>
  a.revision.sourceHash === sourceHash && b.revision.sourceHash !== sourceHash
