// A person's latest proposals that others decided. Every page shows them, so they are remembered until the next write.
import type { Proposal } from '../../domain/proposal.ts'
import { proposalsByAuthor } from '../../store/records.ts'
import { writesSoFar } from '../../store/view.ts'
import type { App } from '../app.ts'

export interface Decided extends Proposal {
  readonly reviewerId: number
  readonly reviewedAtMs: number
}

const lookedAtMax = 500
const shownMax = 50
const highestId = 0xffffffff

interface Known {
  readonly writes: number
  readonly decided: readonly Decided[]
}
const remembered = new WeakMap<App, Map<number, Known>>()

/** The person's proposals that others decided since a time: newest first, at most 50. */
export const decidedSince = (app: App, authorId: number, sinceMs: number): readonly Decided[] =>
  latestDecided(app, authorId).filter(({ reviewedAtMs }) => reviewedAtMs > sinceMs)

function latestDecided(app: App, authorId: number): readonly Decided[] {
  const writes = writesSoFar(app.store.main)
  const ofApp = remembered.get(app) ?? new Map<number, Known>()
  remembered.set(app, ofApp)
  const known = ofApp.get(authorId)
  if (known?.writes === writes) return known.decided
  const decided = readDecided(app, authorId)
  ofApp.set(authorId, { writes, decided })
  return decided
}

function readDecided(app: App, authorId: number): readonly Decided[] {
  const found: Decided[] = []
  let looked = 0
  for (const proposal of proposalsByAuthor(app.store.main, authorId, { beforeId: highestId })) {
    if (isDecided(proposal) && proposal.reviewerId !== authorId) found.push(proposal)
    if (++looked === lookedAtMax) break
  }
  return found.toSorted((a, b) => b.reviewedAtMs - a.reviewedAtMs).slice(0, shownMax)
}

const isDecided = (proposal: Proposal): proposal is Decided =>
  proposal.status !== 'pending' && proposal.reviewerId !== null && proposal.reviewedAtMs !== null
