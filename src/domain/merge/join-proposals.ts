// Which of two states of one proposal is the later (docs/merging.md#proposals): of any two, always the same one.
import { sha256Hex } from '../../base/bytes.ts'
import type { Layer, ProposalStatus } from '../vocabulary.ts'
import type { TracedProposal } from './history.ts'

type ProposalState = Pick<TracedProposal, 'status' | 'version' | 'updatedAtMs' | 'text' | 'sourceHash'>

const STEP: Readonly<Record<ProposalStatus, number>> = { approved: 2, rejected: 1, pending: 0 }

/** The author's latest wording before all, then what was done with it last. */
export function isLaterState(a: ProposalState, b: ProposalState): boolean {
  const difference = a.version - b.version || a.updatedAtMs - b.updatedAtMs || STEP[a.status] - STEP[b.status]
  if (difference !== 0) return difference > 0
  return `${a.sourceHash}${a.text}` > `${b.sourceHash}${b.text}`
}

/** The mark of a revision that lost, by which stores know the proposal that was made of it. */
export const markOf = (layer: Layer, identity: string): string => sha256Hex(`${layer} ${identity}`).slice(0, 32)

/** Who proposes the text of a revision that has no author: what the command line imported. */
export const nobody = 'windrow merge'
