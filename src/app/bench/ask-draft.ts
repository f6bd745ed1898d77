// Asks the configured model for a draft of one row, within the person's quota of a day. Nothing is stored.
import { refuse, type Result } from '../../base/result.ts'
import { clientText } from '../../domain/revision.ts'
import type { Client } from '../../domain/row.ts'
import { Compared } from '../../domain/text/likeness.ts'
import type { DraftFailure, ModelTrial, WrittenDraft } from '../../domain/work/workbench.ts'
import { giveBackDraft, takeDraft } from '../../store/volatile.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'

export interface DraftModel {
  readonly provider: string
  readonly model: string
  readonly write: (actor: Actor, rowId: string, signal: AbortSignal) => Promise<Result<WrittenDraft, DraftFailure>>
  /** Asks the model for a draft of a row that is open, to try the endpoint; null: no row is open. */
  readonly tryIt: (
    actor: Actor,
    signal: AbortSignal,
  ) => Promise<Result<ModelTrial | null, { code: 'no_target_language' }>>
}

/** What the configuration says of drafts. */
export interface Drafts {
  /** Null: the configuration names an endpoint, but no model. */
  readonly model: DraftModel | null
  /** How many drafts each person may ask for in a day. */
  readonly perDay: number
}

export type DraftRefusal =
  | DraftFailure
  | { readonly code: 'no_draft_model' }
  | { readonly code: 'drafts_used'; readonly perDay: number }
  | { readonly code: 'draft_under_way' }

interface Wish {
  readonly rowId: string
  /** The day in the person's time zone, as `2026-03-01`. */
  readonly day: string
  /** Aborted when the person has left the page. */
  readonly signal: AbortSignal
}

/** Ids of the people for whom this process is just asking for a draft. */
const underWay = new Set<number>()

export async function askDraft(
  app: App,
  actor: Actor,
  { model, perDay }: Drafts,
  { rowId, day, signal }: Wish,
): Promise<Result<WrittenDraft, DraftRefusal>> {
  const { id } = actor.user
  if (model === null) return refuse({ code: 'no_draft_model' })
  if (underWay.has(id)) return refuse({ code: 'draft_under_way' })
  if (!takeDraft(app.store, id, day, perDay)) return refuse({ code: 'drafts_used', perDay })
  underWay.add(id)
  let written: Result<WrittenDraft, DraftFailure> | null = null
  try {
    written = await model.write(actor, rowId, signal)
    return written
  } finally {
    underWay.delete(id)
    if (written?.ok !== true) giveBackDraft(app.store, id, day)
  }
}

/** A text that was saved from a draft names the draft's provider and model as its client's version. */
export const draftClient = (provider: string, model: string, prompt: string): Client => ({
  name: 'windrow draft',
  version: clientText(`${provider} ${model}`) || null,
  prompt: clientText(prompt) || null,
})

/** A saved text counts as made from the draft if it has at least this share of it in common, in percent. */
const likeDraftMin = 50

/** Only so many characters of draft and text are compared, which takes some 5 ms at most. */
const comparedMax = 4_000

export const isOfDraft = (saved: string, draft: string): boolean =>
  draft !== '' &&
  new Compared(draft.slice(0, comparedMax)).percentTo(saved.slice(0, comparedMax), likeDraftMin) !== null
