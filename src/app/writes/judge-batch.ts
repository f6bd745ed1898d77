// Judges a batch before it may write: checks the texts and renders each item's answer while the writer is free.
import type { Turn } from '../../base/turn.ts'
import { abilityRefusal, effectiveAbilities, NO_KEY } from '../../domain/access.ts'
import type { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { V1_RULES, type WriteDecision } from '../../domain/decide-write.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Ability } from '../../domain/vocabulary.ts'
import type { Database } from '../../store/store.ts'
import { endOfDay, readUsed } from '../../store/people.ts'
import { freshen, writesSoFar } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { Judge, type Judgement, momentOf } from './judge-write.ts'
import { slippedItems, withBatchFinding } from './slipped-batch.ts'
import type { WriteItem } from './write-item.ts'

export interface ProblemsRendering {
  /** Errors and warnings of the answer; `isTerse`: as short as possible. */
  problems(decision: WriteDecision, isTerse: boolean): string
}

const WRITE_ABILITIES: readonly Ability[] = [
  'translations:propose',
  'translations:write-machine',
  'translations:write-manual',
]
const abilityFor = (item: WriteItem): Ability =>
  item.layer === 'machine'
    ? 'translations:write-machine'
    : item.mode === 'direct'
      ? 'translations:write-manual'
      : 'translations:propose'

/** Limits the bytes of answers stored for a person in a day. */
export interface AnswerBudget {
  readonly limitBytes: number
  readonly usedBytes: number
  readonly resetsAtMs: number
}

export const judgesOf = (actor: Actor, items: readonly WriteItem[]): readonly Judge[] =>
  items.map((item) => judgeOf(actor, item))

function judgeOf({ user, key }: Actor, item: WriteItem): Judge {
  return new Judge({
    rowId: item.rowId,
    intent: item,
    authorId: user.id,
    abilityRefusal: abilityRefusal(abilityFor(item), user.role, key ?? NO_KEY),
    waivers: NO_WAIVERS,
    rules: V1_RULES,
  })
}

export interface Said extends Judgement {
  readonly problems: string
}

export interface Judged {
  readonly actor: Actor
  readonly judges: readonly Judge[]
  readonly said: readonly Said[]
  readonly slipped: ReadonlyMap<number, Finding>
  /** The judgements hold for this state of the store or a later one. */
  readonly writes: number
  readonly isTerse: boolean
}

export async function judgeAll(
  app: App,
  actor: Actor,
  items: readonly WriteItem[],
  rendering: ProblemsRendering,
  turn: Turn,
): Promise<Judged> {
  let moment = momentOf(app)
  const { usedBytes, limitBytes } = budgetOf(moment.db, moment.rules.settings, actor.user.id, app.clock.nowMs())
  const isTerse = usedBytes >= limitBytes
  const writes = writesSoFar(app.store.main)
  const judges = judgesOf(actor, items)
  const seen = new Set<string>()
  const judgements: Judgement[] = []
  const pairs: (TextPair | null)[] = []
  // A counter, because an iterator of entries makes an object for each.
  for (let i = 0; i < judges.length; i++) {
    const judge = judges[i] as Judge
    if (turn.isOver) {
      await turn.next()
      freshen(app.store)
      moment = momentOf(app)
    }
    const rowId = items[i]?.rowId ?? ''
    // An earlier item of the batch changes this row, so it is judged again later, which may need the checks.
    if (seen.has(rowId)) judge.runGate(moment)
    seen.add(rowId)
    judgements.push(judge.at(moment))
    pairs.push(judge.takePair())
  }
  const slipped = slippedItems(judgements, pairs, items, moment.rules)
  const said: Said[] = []
  for (let i = 0; i < judgements.length; i++) {
    if (turn.isOver) await turn.next()
    said.push(say(withBatchFinding(judgements[i] as Judgement, slipped.get(i)), rendering, isTerse))
  }
  return { actor, judges, said, slipped, writes, isTerse }
}

export const say = (judgement: Judgement, rendering: ProblemsRendering, isTerse: boolean): Said => ({
  ...judgement,
  problems: rendering.problems(judgement.decision, isTerse),
})

export const budgetOf = (db: Database, settings: Settings, userId: number, timeMs: number): AnswerBudget => ({
  limitBytes: settings.daily_stored_answer_bytes,
  usedBytes: readUsed(db, 'answer_bytes', userId, timeMs),
  resetsAtMs: endOfDay(timeMs),
})

const writeAbilitiesOf = ({ user, key }: Actor): readonly Ability[] =>
  effectiveAbilities(user.role, user.state, key ?? NO_KEY).filter((ability) => WRITE_ABILITIES.includes(ability))

export const mayWrite = (actor: Actor): boolean => writeAbilitiesOf(actor).length > 0

/** Whether a judgement made for `before` is valid for `now`. */
export const isAsAble = (before: Actor, now: Actor): boolean =>
  writeAbilitiesOf(before).join() === writeAbilitiesOf(now).join()
