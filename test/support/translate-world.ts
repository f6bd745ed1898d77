// `windrow translate` inside the test: a game of made-up rows in a store, a person, and runs over HTTP against the stand-in for a
// model, which can die at any call without a chance to tidy up.
import { join } from 'node:path'
import { named } from '../../src/app/actor.ts'
import { localAgent } from '../../src/agent/local.ts'
import type { Agent } from '../../src/agent/agent.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { promptTextsMax } from '../../src/domain/limits.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { readHeads, readRow } from '../../src/store/rows.ts'
import { freshen } from '../../src/store/view.ts'
import { type Endpoint, endpointModel } from '../../packages/translator/src/models/endpoint-model.ts'
import { jobRequests, providerAt } from '../../packages/translator/src/jobs/provider.ts'
import { Ledger } from '../../packages/translator/src/ledger.ts'
import { inParts, type PlannedPart } from '../../packages/translator/src/plan-parts.ts'
import { translateByJobs } from '../../packages/translator/src/jobs/translate-by-jobs.ts'
import type { Outcome, Plan } from '../../packages/translator/src/run.ts'
import { Spending } from '../../packages/translator/src/spending.ts'
import { translate } from '../../packages/translator/src/translate.ts'
import { type Dice, diceOf } from './dice.ts'
import { idOf } from './game-store.ts'
import { openV1App, type V1App } from './v1-app.ts'
import { temporaryFolder } from './program.ts'

const WORDS = (
  'the of a to and river lantern heron gate sword master student rain old bridge tea keeper moon ferry letter song ' +
  'mountain silver road guard asks why nobody returns before dawn when snow falls on quiet courtyards people remember names'
).split(' ')
const TOKENS = ['%s', '{0}', '<b>here</b>', '#Ygold#E', '%d', '"so"', 'one\ntwo', '{name}'] as const

/** Sources as games have them: short and long, with tokens, quotes and line breaks, a tenth of them said before. */
export function madeUpSources(count: number, seed: number): string[] {
  const dice = diceOf(seed)
  const sources: string[] = []
  while (sources.length < count) {
    const words = Array.from({ length: 2 + dice.below(13) }, () => dice.pick(WORDS))
    if (dice.chance(0.4)) words.splice(dice.below(words.length), 0, dice.pick(TOKENS))
    const text = words.join(' ')
    sources.push(sources.length > 0 && dice.chance(0.1) ? dice.pick(sources) : text[0]?.toUpperCase() + text.slice(1))
  }
  return sources
}

/** When a run dies: at its n-th call of anything outside, before or after that has its effect. */
interface Death {
  /** Counts the calls of this member alone; absent: of all. */
  readonly member?: string
  /** By default the first. */
  readonly call?: number
  readonly isAfter: boolean
}

interface Run {
  readonly endpoint: string
  readonly isBatch?: boolean
  /** It goes by a plan. */
  readonly parts?: readonly PlannedPart[]
  readonly plan?: Partial<Plan>
  readonly model?: Partial<Endpoint>
  readonly death?: Death
}

export interface TranslateWorld {
  readonly world: V1App
  readonly agent: Agent
  /** Null: the run died. */
  run(run: Run): Promise<Outcome | null>
  /** Machine texts by source; every row of a source has the same. */
  stored(): ReadonlyMap<string, string>
  close(): Promise<void>
}

export async function openTranslateWorld(
  sources: readonly string[],
  references: readonly (string | null)[] = [],
): Promise<TranslateWorld> {
  const world = openV1App()
  const folder = temporaryFolder()
  const lines = (texts: readonly (string | null)[]) =>
    texts.flatMap((text, i) => (text === null ? [] : [{ id: idOf(i + 1), text }]))
  await world.importFiles(lines(sources), null, references.length === 0 ? undefined : lines(references))
  // As a server has it soon after an import: without it every text is compared with every other.
  await new SearchIndexer(world.app).renew(new AbortController().signal)
  await changeSetting(world.app, null, 'target_language', 'uk')
  const { user } = await world.person('Ada', 'admin')
  const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
  const agentHere = localAgent(world.app, named(user), { pause, secondsMax: 60 })

  return {
    world,
    agent: agentHere,
    run: async ({ endpoint: url, isBatch = false, parts, plan: more, model: asked, death }) => {
      const life = mortal(death)
      const endpoint: Endpoint = { url, model: 'm', key: null, ...asked }
      const brief = { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const
      const plan: Plan = {
        agent: life.of<Agent>(agentHere),
        model: life.of(await endpointModel(endpoint)),
        brief,
        origin: { provider: 'p', model: 'm' },
        filters: [],
        repair: null,
        rowsMax: Number.MAX_SAFE_INTEGER,
        rowsPerCall: promptTextsMax,
        context: null,
        parallel: 1,
        spending: new Spending({ tokens: null, cost: null }, null),
        ledger: life.of(
          new Ledger(join(folder.path, 'ledger'), {
            server: '',
            person: 'Ada',
            language: 'uk',
            role: 'translate',
          }),
        ),
        signal: new AbortController().signal,
        pause,
        note: () => {},
        onProgress: () => {},
        ...more,
      }
      const tools = async () => ({
        requests: await jobRequests(endpoint),
        provider: life.of(providerAt(url, null, plan.signal)),
        url,
      })
      const run = isBatch
        ? translateByJobs(plan, await tools(), 1_000_000)
        : (parts === undefined ? translate : inParts(parts, translate))(plan, 1_000_000)
      return await Promise.race([run, life.died])
    },
    stored: () => {
      const { store } = world.app
      freshen(store)
      const texts = new Map<string, string>()
      for (let ordinal = 1; ordinal <= sources.length; ordinal++) {
        const row = readRow(store.main, store.files, ordinal)
        const text = readHeads(store.main, ordinal).machine?.text
        if (row !== null && text !== undefined) texts.set(sourceTextOf(row), text)
      }
      return texts
    },
    close: async () => {
      await world.close()
      folder.remove()
    },
  }
}

/** Runs that die one after the other, and one that lives; how many died. */
export async function killedAndResumed(
  translating: TranslateWorld,
  wanted: Run,
  kills: number,
  dice: Dice,
): Promise<{ readonly died: number; readonly outcome: Outcome | null }> {
  for (let died = 0; died < kills; died++) {
    const death = { call: 1 + dice.below(25), isAfter: dice.chance(0.5) }
    const outcome = await translating.run({ ...wanted, death })
    if (outcome !== null) return { died, outcome }
    // Claims of rows in no job end after three minutes.
    translating.world.clock.ms += 200_000
  }
  return { died: kills, outcome: await translating.run(wanted) }
}

/** A process that ends at a call; what it would do afterwards never happens. */
function mortal(death: Death | undefined) {
  const never = new Promise<never>(() => {})
  const { promise: died, resolve: die } = Promise.withResolvers<null>()
  let [calls, isDead] = [0, false]
  const isOver = (isAfter: boolean, isCounted: boolean): boolean => {
    if (!isDead && isCounted && calls === (death?.call ?? 1) && isAfter === death?.isAfter) {
      isDead = true
      die(null)
    }
    return isDead
  }
  const of = <T extends object>(thing: T): T =>
    new Proxy(thing, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return async (...args: unknown[]) => {
          const isCounted = death?.member === undefined || death.member === name
          if (isCounted) calls++
          if (isOver(false, isCounted)) return await never
          const result: unknown = await Reflect.apply(member, target, args)
          return isOver(true, isCounted) ? await never : result
        }
      },
    })
  return { of, died }
}
