// The plan of a run: which rows come first, how far a sum goes, and that the run goes by it.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addLabelRule } from '../../../../src/app/labels/change-labels.ts'
import { endpointModel } from '../../src/models/endpoint-model.ts'
import { planLines, planParts, type PlanWanted } from '../../src/plan-parts.ts'
import { Spending } from '../../src/spending.ts'
import { granted } from '../../../../test/support/app-world.ts'
import { idOf } from '../../../../test/support/game-store.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type ModelEndpoint, modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { madeUpSources, openTranslateWorld, type TranslateWorld } from '../../../../test/support/translate-world.ts'

const brief = { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const
const PRICES = { input: 1, cached: 1, output: 4 }
const noLimits = { cost: null, tokens: null, rows: 1_000_000 }
const sources = [...new Set(madeUpSources(60, 4))].slice(0, 40)
const lines = sources.map((text, i) => ({ id: idOf(i + 1), text }))

let world: TranslateWorld
let model: ModelEndpoint
beforeEach(async () => {
  world = await openTranslateWorld(sources.slice(0, 30))
  await world.world.importFiles(lines)
  for (const [label, number] of [
    ['kind:menu', 3],
    ['kind:UI', 5],
    ['kind:UI', 35],
    ['place:Kaifeng', 7],
  ] as const)
    granted(await addLabelRule(world.world.app, null, label, { field: 'id', patterns: [idOf(number)] }))
  model = await modelEndpoint({ translate: translated })
})
afterEach(async () => {
  await model.close()
  await world.close()
})

const models = { seen: { name: 'm', prices: PRICES }, rest: { name: 'm', prices: PRICES } }
async function planned(more: Partial<PlanWanted> = {}) {
  const { agent } = world
  const wanted = {
    brief,
    rowsPerCall: 150,
    context: null,
    filters: [],
    prices: PRICES,
    limits: noLimits,
    seen: null,
    models,
  }
  return await planParts(agent, await agent.status(), { ...wanted, ...more })
}

it('has the latest patch first, then labels of what players see, then the rest, and each row once', async () => {
  const parts = await planned()
  expect(parts.map(({ what, rows, share }) => [what, rows, share])).toEqual([
    ['the latest patch (import 2)', 10, 1],
    ['label kind:UI', 1, 1],
    ['label kind:menu', 1, 1],
    ['the rest, the largest families first', 28, 1],
  ])
  expect(planLines(parts)).toHaveLength(5)
  const own = await planned({ seen: ['place:Kaifeng'] })
  expect(own.map(({ what, rows }) => [what, rows])).toEqual([
    ['the latest patch (import 2)', 10],
    ['label place:Kaifeng', 1],
    ['the rest, the largest families first', 29],
  ])
})

it('stays within a filter', async () => {
  const parts = await planned({ filters: ['job=untranslated&label=kind:UI'] })
  expect(parts.map(({ rows, filters }) => [rows, filters])).toEqual([
    [1, ['job=untranslated&label=kind%3AUI&patch=2']],
    [1, ['job=untranslated&label=kind:UI']],
  ])
})

it('says how far a sum, tokens and rows go', async () => {
  const [patch, ...others] = await planned()
  const half = await planned({ limits: { ...noLimits, cost: (patch?.cost ?? 0) / 2 } })
  expect(half.map(({ share }) => share)).toEqual([0.5, ...others.map(() => 0)])
  expect(planLines(half).join('\n')).toMatch(/some 5 rows\n.*not today\n/)
  const twelve = await planned({ limits: { ...noLimits, rows: 12 } })
  expect(twelve.map(({ share }) => share)).toEqual([1, 1, 1, 0])
  const tokens = (patch?.tokens.input ?? 0) + (patch?.tokens.output ?? 0)
  expect((await planned({ limits: { ...noLimits, tokens } })).map(({ share }) => share)).toEqual([1, 0, 0, 0])
})

it('is what the run goes by, with the better model for what players see', async () => {
  const parts = await planned({ models: { ...models, seen: { name: 'big', prices: PRICES } } })
  const repair = {
    model: await endpointModel({ url: model.url, model: 'big', key: null }),
    origin: { provider: 'p', model: 'big' },
    spending: new Spending({ tokens: null, cost: null }, PRICES),
  }
  const done = await world.run({ endpoint: model.url, parts, plan: { repair } })
  expect([(done?.tally.written ?? 0) + (done?.tally.copies ?? 0), done?.stopped]).toEqual([40, null])
  const first = model.prompts[0] ?? ''
  for (const source of sources.slice(30)) expect(first).toContain(source.split('\n')[0])
  const { rows } = await world.agent.listRows({ state: 'machine', source: 'all', after: 0, limit: 100 })
  const byModel = Map.groupBy(rows, ({ layers }) => layers.machine?.model)
  expect([byModel.get('big')?.length, byModel.get('m')?.length]).toEqual([12, 28])
})
