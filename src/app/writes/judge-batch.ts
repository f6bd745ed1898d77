// Judges a batch before it may write: checks the texts and renders each item's answer while the writer is free.
import type { Turn } from '../../base/turn.ts'
import { abilityRefusal, effectiveAbilities, NO_KEY } from '../../domain/access.ts'
import { alignedLengthMax, slippedTexts } from '../../domain/checks/alignment.ts'
import { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { textsForMany } from '../../domain/checks/one-for-many.ts'
import { V1_RULES, type WriteDecision } from '../../domain/decide-write.ts'
import type { Finding } from '../../domain/finding.ts'
import { sourceTextOf } from '../../domain/row.ts'
import type { Settings } from '../../domain/settings.ts'
import { isBlank } from '../../domain/text/normalize.ts'
import type { Ability, Layer } from '../../domain/vocabulary.ts'
import { endOfDay, readUsed } from '../../store/people.ts'
import type { Database } from '../../store/store.ts'
import { freshen, writesSoFar } from '../../store/view.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import type { Rules } from '../rules.ts'
import { Judge, type Judgement, momentOf } from './judge-write.ts'
import type { WriteItem } from './write-item.ts'

// What only the batch as a whole shows, after all items were judged: ALIGN_01, a text that seems to belong to a neighbouring row, which is
// named (an error on machine texts with the setting `slipped_batch_is_error`); and ALIGN_02, a text that unlike sources have in common.

interface BatchText {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
}

/** Findings by the item's place in the batch. `looked`: the pairs of texts to compare, without missing rows and too long texts. */
export function batchFindings(
  judgements: readonly Judgement[],
  looked: readonly (TextPair | null)[],
  items: readonly BatchText[],
  rules: Rules,
): ReadonlyMap<number, Finding> {
  const findings = new Map<number, Finding>()
  const pairs: TextPair[] = []
  const places: number[] = []
  judgements.forEach(({ row }, i) => {
    const item = items[i] as BatchText
    if (row === null || row.isServiceRow || item.text.length > alignedLengthMax || isBlank(item.text)) return
    pairs.push(looked[i] ?? pairOf(sourceTextOf(row), item, rules))
    places.push(i)
  })
  const common = textsForMany(pairs)
  for (const [at, { text }] of pairs.entries()) if (common.has(text)) findings.set(places[at] ?? 0, IN_COMMON)
  for (const [at, beside] of slippedTexts(pairs)) {
    const [item, neighbour] = [places[at] ?? 0, places[beside] ?? 0]
    findings.set(item, findingOf(items[item] as BatchText, items[neighbour] as BatchText, rules))
  }
  return findings
}

export const withBatchFinding = (judgement: Judgement, finding: Finding | undefined): Judgement =>
  finding === undefined ? judgement : { ...judgement, decision: withFinding(judgement.decision, finding) }

const IN_COMMON: Finding = {
  rule: 'ALIGN_02',
  code: 'markup_functional_breakage',
  severity: 'warning',
  message: 'Different sources of this batch have the same text: translate each of them again.',
  details: {},
}

const pairOf = (source: string, { text, layer }: BatchText, { gate, glossary }: Rules): TextPair =>
  new TextPair({ source, text, layer, rules: gate, glossary, waivers: NO_WAIVERS })

function findingOf({ layer }: BatchText, neighbour: BatchText, { gate }: Rules): Finding {
  return {
    rule: 'ALIGN_01',
    code: 'markup_functional_breakage',
    severity: layer === 'machine' && gate.slippedBatchIsError ? 'error' : 'warning',
    message:
      `This text fits row ${neighbour.rowId} better than its own, as do others beside it: the batch seems to ` +
      `have slipped by a row, so translate it again as a whole.`,
    details: { fitsRow: neighbour.rowId },
  }
}

/** Adds a finding to a decision: an item that would be written gets a warning, or is refused; a refused one gets it as well. */
function withFinding(decision: WriteDecision, finding: Finding): WriteDecision {
  const isError = finding.severity === 'error'
  if (decision.kind === 'revision' || decision.kind === 'proposal') {
    if (!isError) return { ...decision, warnings: [...decision.warnings, finding] }
    return { kind: 'refused', refusal: { code: 'gate', errors: [finding], warnings: decision.warnings } }
  }
  if (decision.kind !== 'refused' || decision.refusal.code !== 'gate') return decision
  const { errors, warnings } = decision.refusal
  const refusal = isError
    ? { code: 'gate' as const, errors: [...errors, finding], warnings }
    : { code: 'gate' as const, errors, warnings: [...warnings, finding] }
  return { kind: 'refused', refusal }
}

export interface ProblemsRendering {
  /** The errors and warnings of an item as they stand in the answer. `isTerse`: as short as possible. */
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

/** How many bytes of answers may still be stored for a person on this day. */
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
  /** Findings that only the batch as a whole shows, by the item's place. */
  readonly together: ReadonlyMap<number, Finding>
  /** The store's count of writes before the batch was judged: each item saw that state of the store or a later one. */
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
  // A counter, because iterating over entries makes an object for each.
  for (let i = 0; i < judges.length; i++) {
    const judge = judges[i] as Judge
    if (turn.isOver) {
      await turn.next()
      freshen(app.store)
      moment = momentOf(app)
    }
    const rowId = items[i]?.rowId ?? ''
    // An earlier item changes the same row, so this one is judged again later, and may need the checks then.
    if (seen.has(rowId)) judge.runGate(moment)
    seen.add(rowId)
    judgements.push(judge.at(moment))
    pairs.push(judge.takePair())
  }
  const together = batchFindings(judgements, pairs, items, moment.rules)
  const said: Said[] = []
  for (let i = 0; i < judgements.length; i++) {
    if (turn.isOver) await turn.next()
    said.push(say(withBatchFinding(judgements[i] as Judgement, together.get(i)), rendering, isTerse))
  }
  return { actor, judges, said, together, writes, isTerse }
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

/** Whether the person has the same abilities to write as when the batch was judged: then the judgements are still valid. */
export const isAsAble = (before: Actor, now: Actor): boolean =>
  writeAbilitiesOf(before).join() === writeAbilitiesOf(now).join()
