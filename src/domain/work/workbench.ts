// What the workbench shows, as plain values: its task for a row and a machine draft.
import { type Heads, isStale, type Row } from '../row.ts'

export type Matter = 'proposal' | 'manual' | 'machine' | 'write'

interface Situation {
  readonly row: Pick<Row, 'sourceHash'>
  readonly heads: Heads
  /** Whether the person may review. */
  readonly canReview: boolean
  /** Whether the filter is about pending proposals, or the request asks for one. */
  readonly wantsProposals: boolean
  readonly hasPending: boolean
  readonly wantsToWrite: boolean
}

/**
 * Decides the task of the workbench for a row: decide a proposal, confirm a stale manual text, judge a machine text, or
 * write a text (docs/workbench.md#what-is-asked).
 */
export function matterOf(situation: Situation): Matter {
  const { row, heads, canReview, hasPending, wantsProposals, wantsToWrite } = situation
  if (wantsToWrite) return 'write'
  if (wantsProposals && hasPending) return 'proposal'
  if (!canReview) return 'write'
  if (heads.manual !== null) return isStale(heads.manual, row.sourceHash) ? 'manual' : 'write'
  return heads.machine === null ? 'write' : 'machine'
}

export interface WrittenDraft {
  readonly text: string
  /** The version of the prompt's fixed part. */
  readonly prompt: string
}

export type DraftFailure =
  | { readonly code: 'draft_late' }
  /** `message` is what the endpoint said, without its key. */
  | { readonly code: 'draft_failed'; readonly message: string }
  | { readonly code: 'draft_without_text' }
  | { readonly code: 'no_target_language' }

/** What a trial prompt showed of a model; a sentence is English, with gaps for its facts. */
export interface ModelTrial {
  /** True: no text came. */
  readonly hasFailed: boolean
  readonly lines: readonly { readonly topic: string; readonly sentence: string; readonly facts: object }[]
  /** `rule` and `details`: of the gate's first finding. */
  readonly refused: readonly (Record<'source' | 'text' | 'rule' | 'message', string> & {
    readonly details: Readonly<Record<string, unknown>>
  })[]
  /** A command line that runs the model in this way. */
  readonly command: string
}
