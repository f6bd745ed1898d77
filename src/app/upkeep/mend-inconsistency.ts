// Fixes a source with several translations: proposes the most frequent one for the other rows. Never replaces the
// person's pending proposals.
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { V1_RULES } from '../../domain/decide-write.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import { ordinalOf } from '../../store/rows.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { Judge, momentOf } from '../writes/judge-write.ts'
import { submitProposal, type SubmitRefusal } from '../writes/write-single.ts'
import type { Inconsistency } from './find-inconsistencies.ts'

export interface FixOutcome {
  readonly rowId: string
  readonly text: string
  readonly outcome: 'proposed' | 'unchanged' | 'refused'
  readonly refusal: SubmitRefusal | null
}

const waitMsMax = 10_000

/** Proposes the most frequent translation. `author` must be allowed to propose. `among`: only for these rows; null: for all. */
export async function proposeSuggestion(
  app: App,
  author: Actor,
  { variants, suggestion }: Inconsistency,
  isDryRun: boolean,
  among: RowSet | null,
): Promise<readonly FixOutcome[]> {
  if (suggestion === null) return []
  const wording = variants.find(({ text }) => text === suggestion)?.letters
  const outcomes: FixOutcome[] = []
  for (const { letters, rows } of variants) {
    if (letters === wording) continue
    for (const { rowId, sourceHash } of rows) {
      if (among?.has(ordinalOf(app.store.main, rowId) ?? 0) === false) continue
      const saying = { rowId, text: suggestion, sourceHash }
      outcomes.push({ rowId, text: suggestion, ...(await propose(app, author, saying, isDryRun)) })
    }
  }
  return outcomes
}

type Outcome = Pick<FixOutcome, 'outcome' | 'refusal'>

interface Saying {
  readonly rowId: string
  readonly text: string
  readonly sourceHash: string
}

async function propose(app: App, author: Actor, saying: Saying, isDryRun: boolean): Promise<Outcome> {
  const { rowId, text, sourceHash } = saying
  const intent = { layer: 'manual', mode: 'proposal', text, overwrite: false, sourceHash } as const
  // A proposal as API v1 takes it: then a pending proposal of the person is not replaced.
  const candidate = {
    rowId,
    intent,
    authorId: author.user.id,
    abilityRefusal: null,
    waivers: NO_WAIVERS,
    rules: V1_RULES,
  }
  const { decision } = new Judge(candidate).at(momentOf(app))
  if (decision.kind === 'refused') return refused(decision.refusal)
  if (decision.kind === 'unchanged') return { outcome: 'unchanged', refusal: null }
  if (isDryRun) return { outcome: 'proposed', refusal: null }
  const submitted = await submitProposal(app, author, { ...saying, waitMsMax })
  if (!submitted.ok) return refused(submitted.refusal)
  return { outcome: submitted.value.status === 'unchanged' ? 'unchanged' : 'proposed', refusal: null }
}

const refused = (refusal: SubmitRefusal): Outcome => ({ outcome: 'refused', refusal })
