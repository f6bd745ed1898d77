// Runs of `windrow translate` on 2,000 rows against a stand-in for a model over HTTP that answers in every shape, breaks texts, thinks,
// falls silent and has a short context, directly and by jobs, killed and gone on with. What is stored is right or nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Spending } from '../../src/spending.ts'
import { diceOf } from '../../../../test/support/dice.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type Behaviour, modelEndpoint, type ModelEndpoint } from '../../../../test/support/model-endpoint.ts'
import {
  killedAndResumed,
  madeUpSources,
  openTranslateWorld,
  type TranslateWorld,
} from '../../../../test/support/translate-world.ts'

/** More than are checked as a whole after each write (test/support/strict.ts). */
const rows = 2_010
const rowsPerJob = 2_000
const sources = madeUpSources(rows, 1)
const distinct = new Set(sources).size
const PRICES = { input: 1, cached: 1, output: 2 }
const noLimit = { tokens: null, cost: null }

let world: TranslateWorld
let model: ModelEndpoint
beforeEach(async () => {
  world = await openTranslateWorld(sources)
})
afterEach(async () => {
  await model.close()
  await world.close()
})

const behave = async (more: Partial<Behaviour>): Promise<ModelEndpoint> =>
  (model = await modelEndpoint({ translate: translated, seed: 3, brokenShare: 0, isStructured: true, ...more }))
const wrong = (): object[] => [...world.stored()].filter(([source, text]) => text !== translated(source))
/** Texts that were bought more than once. */
const boughtAgain = (): number => [...model.bought.values()].reduce((sum, times) => sum + times - 1, 0)

describe('a model', () => {
  it('that answers in every shape, and goes wrong in every way, leaves no broken text', async () => {
    const events = {
      2: 'cut',
      4: 'silent',
      6: 'breaks_off',
      9: 'unescaped',
      11: 'runaway',
      13: 'slipped',
      15: 'late',
    } as const
    const { url } = await behave({ hasShapes: true, thinks: true, isStructured: false, brokenShare: 0.08, events })
    const outcome = await world.run({ endpoint: url, model: { silenceMs: 300 } })
    expect([outcome?.stopped, wrong()]).toEqual([null, []])
    expect(world.stored().size + (outcome?.tally.givenUp.length ?? 0)).toBe(distinct)
    // A row is bought twice at most, so the next run does these.
    expect(outcome?.tally.givenUp.length).toBeLessThan(distinct / 10)
  })

  it.each([false, true])(
    'whose texts stay in the filter ends as done if all were, else with the next step (jobs: %s)',
    async (isBatch) => {
      const { url } = await behave(isBatch ? { jobs: {} } : {})
      expect((await world.run({ endpoint: url }))?.stopped).toBeNull()
      const again = await world.run({ endpoint: url, isBatch, plan: { filters: ['layer=machine'] } })
      // Jobs hold all these rows at once, so they do them all.
      expect([again?.stopped?.code, (again?.tally.ended ?? 0) < rows]).toEqual(
        isBatch ? [undefined, false] : ['stays_in_filter', true],
      )
    },
  )

  it.each(['refuses', 'shortens'] as const)(
    'with a context of 2,000 tokens that %s longer prompts gets shorter ones',
    async (withLong) => {
      // A thousand rows make a hundred such prompts.
      const some = sources.slice(0, 1_000)
      await world.close()
      world = await openTranslateWorld(some)
      const { url } = await behave({ withLong, context: 2_000 })
      const outcome = await world.run({ endpoint: url })
      expect([outcome?.stopped, wrong(), world.stored().size]).toEqual([null, [], new Set(some).size])
    },
  )

  it('that is asked by eight at once never leaves the run waiting for claims of its own', async () => {
    const { url } = await behave({ brokenShare: 0.08, answerMs: 100 })
    const outcome = await world.run({ endpoint: url, plan: { parallel: 8 } })
    expect([outcome?.stopped, wrong()]).toEqual([null, []])
    expect(world.stored().size + (outcome?.tally.givenUp.length ?? 0)).toBe(distinct)
  })

  it('that thinks by default sends no thoughts with --reasoning off', async () => {
    const { url, prompts } = await behave({ thinks: true })
    const tokens: number[] = []
    for (const reasoning of [null, 'off'] as const) {
      const spending = new Spending(noLimit, null)
      await world.run({ endpoint: url, model: { reasoning }, plan: { rowsMax: 50, spending } })
      tokens.push(spending.spent.output)
    }
    expect([model.thoughts, prompts.length]).toEqual([1, 2])
  })
})

describe('jobs', () => {
  it('cost half, end in any order, fail, expire, and lose no row', async () => {
    const jobs = { looks: { 1: 5, 2: 1, 3: 2 }, ends: { 2: 'expired', 3: 'failed' } } as const
    const { url } = await behave({ brokenShare: 0.08, jobs })
    const spending = new Spending(noLimit, { input: 0.5, cached: 0.5, output: 1 })
    const outcome = await world.run({ endpoint: url, isBatch: true, plan: { spending } })
    expect([outcome?.stopped, wrong()]).toEqual([null, []])
    expect(world.stored().size + (outcome?.tally.givenUp.length ?? 0)).toBe(distinct)
    expect(model.jobs).toBeGreaterThan(3)
    const direct = new Spending(noLimit, PRICES)
    const other = await openTranslateWorld(sources)
    const again = await modelEndpoint({ translate: translated, seed: 3, brokenShare: 0.08, isStructured: true })
    await other.run({ endpoint: again.url, plan: { spending: direct } })
    await again.close()
    await other.close()
    expect((spending.cost ?? 1) / (direct.cost ?? 0)).toBeLessThanOrEqual(0.55)
  })
})

describe('a job', () => {
  it.each(['forgotten', 'bad_line', 'file_gone'] as const)(
    'that ends as %s has its rows bought again, and holds no other',
    async (end) => {
      const { url } = await behave({ jobs: { ends: { 1: end } } })
      const notes: string[] = []
      const note = (text: string): void => void notes.push(text)
      const outcome = await world.run({ endpoint: url, isBatch: true, plan: { note } })
      expect([outcome?.stopped, wrong(), world.stored().size]).toEqual([null, [], distinct])
      expect(notes.join('\n')).toMatch(/job batch_1 is \w+: \d+ of its \d+ prompts have no answer.*are given back/)
    },
  )
})

it('a job whose result is never handed out is named by each run, which buys the other rows', async () => {
  const { url } = await behave({ jobs: { ends: { 1: 'file_away' } } })
  let notes: string[] = []
  const run = () => world.run({ endpoint: url, isBatch: true, plan: { note: (text) => void notes.push(text) } })
  for (const _ of ['first', 'second']) {
    notes = []
    const outcome = await run()
    expect(outcome?.stopped).toMatchObject({ message: 'the results of 1 job could not be fetched', mayComeRight: true })
    expect(
      notes.filter((note) =>
        /^job batch_1 waits, .*bad gateway.* to give the job up: windrow translate --give-up [0-9a-f]{8}$/.test(note),
      ),
    ).toHaveLength(1)
    expect([model.jobs, world.stored().size > 0, wrong()]).toEqual([2, true, []])
  }
})

describe('killed and resumed', () => {
  it.each([
    ['directly', false, 150],
    ['by jobs', true, 0],
  ] as const)('%s, buys nothing twice but the call under way', async (_, isBatch, underWay) => {
    const { url } = await behave({ jobs: { looks: { 1: 3 } } })
    const { died, outcome } = await killedAndResumed(world, { endpoint: url, isBatch }, 12, diceOf(5))
    expect([outcome?.stopped, wrong(), world.stored().size]).toEqual([null, [], distinct])
    expect(died).toBeGreaterThan(5)
    expect(boughtAgain()).toBeLessThanOrEqual(died * underWay)
  })

  it.each([
    ['an answer is kept', 'add'],
    ['its texts are checked', 'check'],
    ['its texts are written', 'write'],
  ] as const)('between buying and writing, once %s, buys nothing twice', async (_, name) => {
    const { url } = await behave({})
    const dead = await world.run({ endpoint: url, death: { member: name, isAfter: true } })
    world.world.clock.ms += 200_000
    const outcome = await world.run({ endpoint: url })
    expect([dead, outcome?.stopped, wrong(), world.stored().size]).toEqual([null, null, [], distinct])
    expect([boughtAgain(), outcome?.waiting.texts]).toEqual([0, 0])
  })

  it('by jobs, though claims and the answer to the making of a job are lost', async () => {
    const { url } = await behave({ jobs: { looks: { 1: 2 }, ends: { 1: 'answer_lost' } } })
    const dead = await world.run({ endpoint: url, isBatch: true, death: { call: 6, isAfter: true } })
    world.world.clock.ms += 2 * 3_600_000
    const outcome = await world.run({ endpoint: url, isBatch: true })
    expect([dead, outcome?.stopped, wrong(), world.stored().size]).toEqual([null, null, [], distinct])
    // As many as of a run that nothing disturbs.
    expect([boughtAgain(), model.jobs]).toEqual([0, Math.ceil(rows / rowsPerJob)])
  })
})
