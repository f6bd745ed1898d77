// Judges a batch before its turn to write: the gate runs, and what is to be said of each item is made, while nobody waits
// for the writer.
import type { Turn } from '../../base/turn.ts'
import { abilityRefusal, effectiveAbilities, NO_KEY } from '../../domain/access.ts'
import type { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { V1_RULES, type WriteDecision } from '../../domain/decide-write.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Ability } from '../../domain/vocabulary.ts'
import type { Database } from '../../store/file/environment.ts'
import { endOfDay, readUsed } from '../../store/records/quota.ts'
import { freshen } from '../../store/store.ts'
import { writesSoFar } from '../../store/rows/changes.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { Judge, type Judgement, momentOf } from './judge-write.ts'
import { slippedItems, withBatchFinding } from './slipped-batch.ts'
import type { WriteItem } from './write-item.ts'

/** Says what is wrong with a text, or doubtful in it. */
export interface ProblemsRendering {
  /** Errors and warnings of a decision; `isTerse`: as short as they can be. */
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

/** What a person's stored answers of a day take, and may take. */
export interface AnswerBudget {
  readonly limitBytes: number
  readonly usedBytes: number
  readonly resetsAtMs: number
}

/** A judge for each item. */
export const judgesOf = (actor: Actor, items: readonly WriteItem[]): readonly Judge[] =>
  items.map((item) => judgeOf(actor, item))

/** The judge of one item. */
export function judgeOf({ user, key }: Actor, item: WriteItem): Judge {
  return new Judge({
    rowId: item.rowId,
    intent: item,
    authorId: user.id,
    abilityRefusal: abilityRefusal(abilityFor(item), user.role, key ?? NO_KEY),
    waivers: NO_WAIVERS,
    rules: V1_RULES,
  })
}

/** A judgement, and what the answer will say of it. */
export interface Said extends Judgement {
  readonly problems: string
}

/** A batch judged before its turn to write. */
export interface Judged {
  /** Whose abilities were judged. */
  readonly actor: Actor
  readonly judges: readonly Judge[]
  readonly said: readonly Said[]
  /** What the batch as a whole says, by the index of the item. */
  readonly slipped: ReadonlyMap<number, Finding>
  /** The judgements are about this state of the store, or later ones. */
  readonly writes: number
  readonly isTerse: boolean
}

/** Runs the gate and makes what is to be said, in turns, while nobody waits for the writer. */
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
  // By number: an iterator of entries makes an object for each.
  for (let i = 0; i < judges.length; i++) {
    const judge = judges[i] as Judge
    if (turn.isOver) {
      await turn.next()
      freshen(app.store)
      moment = momentOf(app)
    }
    const rowId = items[i]?.rowId ?? ''
    // Decided anew with the writer held, when the items before it have changed its row: then the gate may be asked for.
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

/** A judgement with what is to be said of it. */
export const say = (judgement: Judgement, rendering: ProblemsRendering, isTerse: boolean): Said => ({
  ...judgement,
  problems: rendering.problems(judgement.decision, isTerse),
})

/** What stored answers have taken of the person's day. */
export const budgetOf = (db: Database, settings: Settings, userId: number, timeMs: number): AnswerBudget => ({
  limitBytes: settings.daily_stored_answer_bytes,
  usedBytes: readUsed(db, 'answer_bytes', userId, timeMs),
  resetsAtMs: endOfDay(timeMs),
})

const writeAbilitiesOf = ({ user, key }: Actor): readonly Ability[] =>
  effectiveAbilities(user.role, user.state, key ?? NO_KEY).filter((ability) => WRITE_ABILITIES.includes(ability))

/** Whether somebody may write, or propose, at all. */
export const mayWrite = (actor: Actor): boolean => writeAbilitiesOf(actor).length > 0

/** Whether what was judged for somebody then is what would be judged for them now. */
export const isAsAble = (before: Actor, now: Actor): boolean =>
  writeAbilitiesOf(before).join() === writeAbilitiesOf(now).join()
