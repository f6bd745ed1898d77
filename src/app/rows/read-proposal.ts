// Reads a proposal with all that a reviewer needs, and the present findings of the checks.
import type { Waivers } from '../../domain/checks/check.ts'
import { type GateInput, runGate, waivedFindings } from '../../domain/checks/gate.ts'
import { isProposalStale } from '../../domain/decide-review.ts'
import type { Finding, GateResult } from '../../domain/finding.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Reference, Row, RowWithHeads } from '../../domain/row.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { readHeads, readReference, readRow } from '../../store/rows.ts'
import { readOldSource, readProposal as readStored } from '../../store/records.ts'
import type { App } from '../app.ts'
import { besideRow, gateInputOf } from './gate-reference.ts'

export interface ProposalView extends RowWithHeads {
  readonly proposal: Proposal
  readonly reference: Reference | null
  readonly isStale: boolean
  /** The source that a stale proposal was made for; null if the import did not keep it, or the proposal is not stale. */
  readonly oldSource: string | null
  readonly gate: GateResult
  /** Errors that the author waived, which the reviewer must accept. */
  readonly waived: readonly Finding[]
  readonly rivals: readonly Proposal[]
}

/** The proposal and its row; null: there is no such proposal, or its row is not in the game. */
export function readProposalRow(app: App, id: number): Pick<ProposalView, 'proposal' | 'row'> | null {
  const { main, files } = app.store
  const proposal = readStored(main, id)
  const row = proposal === undefined ? null : readRow(main, files, proposal.ordinal)
  return proposal === undefined || row === null ? null : { proposal, row }
}

export function readProposal(app: App, id: number): ProposalView | null {
  const { main } = app.store
  const found = readProposalRow(app, id)
  if (found === null) return null
  const { proposal, row } = found
  const isStale = isProposalStale(proposal, row)
  return {
    proposal,
    row,
    heads: readHeads(main, row.ordinal),
    reference: readReference(main, row.ordinal),
    isStale,
    oldSource: isStale ? (readOldSource(main, proposal.sourceHash) ?? null) : null,
    ...gateWithWaived(app, row, proposal.text, proposal.waivers),
    rivals: pendingOfRow(app, row).filter((other) => other.id !== id),
  }
}

export const pendingOfRow = ({ work, store }: App, { ordinal }: Row): readonly Proposal[] =>
  (work.pending.ids(store).get(ordinal) ?? []).flatMap((id) => readStored(store.main, id) ?? [])

export const gateOf = (app: App, row: Row, text: string, layer: Layer = 'manual'): GateResult =>
  runGate({ ...wholeInput(app, row, text), layer })

interface Judged {
  readonly gate: GateResult
  readonly waived: readonly Finding[]
}

/** Runs the checks. Errors that the waivers lift are listed apart. */
export function gateWithWaived(app: App, row: Row, text: string, waivers: Waivers): Judged {
  const input = wholeInput(app, row, text, waivers)
  const gate = runGate(input)
  const waived = waivedFindings(input).filter(({ rule }) => !gate.errors.some((error) => error.rule === rule))
  return { gate, waived }
}

/** True: the checks find nothing at all, not even an error that was waived. */
export const isClean = ({ gate, waived }: Judged): boolean =>
  gate.errors.length + gate.warnings.length + waived.length === 0

const wholeInput = (app: App, row: Row, text: string, waivers?: Waivers): GateInput => ({
  ...gateInputOf(app.rules.now(), row, text, waivers),
  ...besideRow(app.store.main, row),
})
