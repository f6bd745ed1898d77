// A proposed glossary term: pending → approved or rejected, both final. People decide.
import type { GlossaryEntry } from './glossary.ts'
import type { ProposalStatus } from '../../vocabulary.ts'

export interface TermProposal {
  readonly id: number
  readonly status: ProposalStatus
  readonly term: GlossaryEntry
  /** Rows that show the term, as the author named them. */
  readonly evidence: readonly string[]
  readonly provider: string | null
  readonly model: string | null
  readonly authorId: number
  readonly keyId: number | null
  readonly createdAtMs: number
  /** Null: pending, or decided on the command line. */
  readonly deciderId: number | null
  readonly decidedAtMs: number | null
  readonly reason: string | null
  /** The term as it was added, if it was edited. */
  readonly addedAs?: GlossaryEntry
}
