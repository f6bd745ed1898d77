// One proposal with everything a reviewer needs beside it, and what the gate says of its text now.
import { runGate } from '../domain/checks/gate.ts'
import { isProposalStale } from '../domain/decide-review.ts'
import type { GateResult } from '../domain/decide-write.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Heads, Reference, Row } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import { readHeads } from '../store/heads.ts'
import { readOldSource } from '../store/old-sources.ts'
import { proposalsOfRow, readProposal as readStored } from '../store/proposals.ts'
import { readReference, readRow } from '../store/rows.ts'
import type { App } from './app.ts'

export interface ProposalView {
  readonly proposal: Proposal
  readonly row: Row
  readonly heads: Heads
  readonly reference: Reference | null
  readonly isStale: boolean
  /** The source it was made against, when it is stale and the import kept that text. */
  readonly oldSource: string | null
  readonly gate: GateResult
  /** Other pending proposals of the row. */
  readonly rivals: readonly Proposal[]
}

/** Null: no such proposal, or its row is not in the game now. */
export function readProposal(app: App, id: number): ProposalView | null {
  const { main, files } = app.store
  const proposal = readStored(main, id)
  const row = proposal === undefined ? null : readRow(main, files, proposal.ordinal)
  if (proposal === undefined || row === null) return null
  const isStale = isProposalStale(proposal, row)
  return {
    proposal,
    row,
    heads: readHeads(main, row.ordinal),
    reference: readReference(main, row.ordinal),
    isStale,
    oldSource: isStale ? (readOldSource(main, proposal.sourceHash) ?? null) : null,
    gate: gateOf(app, row, proposal.text, proposal.waivers),
    rivals: proposalsOfRow(main, row.ordinal).filter((other) => other.id !== id && other.status === 'pending'),
  }
}

/** What the gate says of a text for a row, under the rules of this moment. */
export function gateOf(app: App, row: Row, text: string, waivers = { glossary: false, validation: false }): GateResult {
  const rules = app.rules.now()
  return runGate({
    source: sourceTextOf(row),
    isServiceRow: row.isServiceRow,
    text,
    rules: rules.gate,
    glossary: rules.glossary,
    waivers,
  })
}
