// Would the store take these texts? Answers for this moment, for a key with every ability and quota to spare
// (decisions §6, validate): layer machine as with overwrite, layer manual as a proposal by this person. Writes nothing.
import { V1_RULES } from '../domain/decide-write.ts'
import type { Layer } from '../domain/vocabulary.ts'
import { freshen } from '../store/store.ts'
import type { KeyActor } from './actor.ts'
import type { App } from './app.ts'
import { createJudge, type Judgement, momentOf } from './judge-write.ts'

export interface ValidateItem {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
  readonly sourceHash: string | null
}

/** One judgement an item, in order. `ok` of an item: its decision is a revision or a proposal. */
export function validateBatch(app: App, actor: KeyActor, items: readonly ValidateItem[]): readonly Judgement[] {
  freshen(app.store)
  const moment = momentOf(app)
  return items.map(({ rowId, text, layer, sourceHash }) =>
    createJudge(app, {
      rowId,
      intent: { layer, mode: 'proposal', text, overwrite: true, sourceHash },
      authorId: actor.user.id,
      abilityRefusal: null,
      waivers: { glossary: false, validation: false },
      rules: V1_RULES,
    })(moment),
  )
}
