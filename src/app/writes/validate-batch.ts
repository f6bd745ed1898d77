// Whether the store would take these texts now (docs/api-v1.md#post-translationsvalidate), for a key with every ability and enough
// quota: layer machine as with overwrite, layer manual as a proposal by this person. Items may be judged by different
// states of the store.
import { Turn } from '../../base/turn.ts'
import type { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { V1_RULES } from '../../domain/decide-write.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import { freshen } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { Judge, type Judgement, momentOf } from './judge-write.ts'
import { batchFindings, withBatchFinding } from './judge-batch.ts'

export interface ValidateItem {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
  readonly sourceHash: string | null
}

/** What `take` made of each item, in order. An item is `ok` if it would be written, as a revision or as a proposal. */
export async function validateBatch<T>(
  app: App,
  actor: Actor,
  items: readonly ValidateItem[],
  take: (item: ValidateItem, judgement: Judgement) => T,
  turn = new Turn(actor.user.id),
): Promise<readonly T[]> {
  freshen(app.store)
  const judgements: Judgement[] = []
  const pairs: (TextPair | null)[] = []
  let moment = momentOf(app)
  for (const item of items) {
    if (turn.isOver) {
      await turn.next()
      freshen(app.store)
      moment = momentOf(app)
    }
    const judge = judgeOf(actor, item)
    judgements.push(judge.at(moment))
    pairs.push(judge.takePair())
  }
  const together = batchFindings(judgements, pairs, items, moment.rules)
  const taken: T[] = []
  for (let at = 0; at < items.length; at++) {
    if (turn.isOver) await turn.next()
    taken.push(take(items[at] as ValidateItem, withBatchFinding(judgements[at] as Judgement, together.get(at))))
  }
  return taken
}

const judgeOf = (actor: Actor, { rowId, text, layer, sourceHash }: ValidateItem) =>
  new Judge({
    rowId,
    intent: { layer, mode: 'proposal', text, overwrite: true, sourceHash },
    authorId: actor.user.id,
    abilityRefusal: null,
    waivers: NO_WAIVERS,
    rules: V1_RULES,
  })
