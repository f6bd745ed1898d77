// Merges two histories of one layer of a row (docs/merging.md#which-text-becomes-current). The base is their common part. Of the
// revisions that no other replaced, one becomes current, the same on both sides; the texts of the others become proposals.
// The result depends only on the set of revisions, so merging in any order, or twice, ends the same.
import type { Finding } from '../finding.ts'
import type { TranslationStatus } from '../vocabulary.ts'
import { textOf, type TracedRevision } from './history.ts'
import type { TracedLayer } from './trace.ts'

interface LayerQuestion {
  readonly ours: TracedLayer
  readonly theirs: Pick<TracedLayer, 'revisions' | 'identities'>
  /** The hash of the row's source in this store. */
  readonly sourceHash: string
  /** They keep a text from becoming current here. */
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

/** Without new revisions the current text stays, even if the rules have changed. */
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
  const lost = [
    ...newest.filter((each) => !isSame(each, winner) && !isSameText(each.revision, winner?.revision)),
    ...lostBefore(ours, theirs, known),
  ]
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

/** Texts for the current source first, then the stronger. */
const byFitness =
  (sourceHash: string) =>
  (a: Contender, b: Contender): number => {
    const isOfNow = ({ revision }: Contender): number => (revision.sourceHash === sourceHash ? 1 : 0)
    return isOfNow(b) - isOfNow(a) || byStrength(a, b)
  }

const isFresherThan = (a: Contender, b: Contender, sourceHash: string): boolean =>
  a.revision.sourceHash === sourceHash && b.revision.sourceHash !== sourceHash
