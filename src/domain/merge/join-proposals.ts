// Finds the later of two states of a proposal (docs/merging.md#proposals), whatever their order.
import { sha256Hex } from '../../base/bytes.ts'
import type { Layer, ProposalStatus } from '../vocabulary.ts'
import type { TracedProposal } from './history.ts'

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
