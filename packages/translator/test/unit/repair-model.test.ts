// A run whose refused texts go to another model: each model is asked for its own, and a text names the one that wrote it.
import { afterEach, expect, it } from 'vitest'
import { endpointModel } from '../../src/models/endpoint-model.ts'
import { Spending } from '../../src/spending.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { madeUpSources, openTranslateWorld } from '../../../../test/support/translate-world.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

it.each([1, 3])('is done by both models, with %i prompts at once', async (parallel) => {
  const sources = [...new Set(madeUpSources(600, 4))]
  const world = await openTranslateWorld(sources)
  const behaviour = { seed: 3, isStructured: true, translate: translated }
  const first = await modelEndpoint({ ...behaviour, brokenShare: 0.3 })
  const second = await modelEndpoint({ ...behaviour, brokenShare: 0 })
  ending.push(
    () => first.close(),
    () => second.close(),
    () => world.close(),
  )
  const prices = { input: 1, cached: 1, output: 4 }
  const spending = new Spending({ tokens: null, cost: null }, prices)
  const repair = {
    model: await endpointModel({ url: second.url, model: 'good', key: null }),
    origin: { provider: 'p', model: 'good' },
    spending: spending.at({ input: 10, cached: 10, output: 40 }),
  }
  const { tally, stopped } = (await world.run({ endpoint: first.url, plan: { repair, parallel, spending } })) ?? {}
  expect([stopped, tally?.givenUp]).toEqual([null, []])
  expect([...world.stored()].filter(([source, text]) => text !== translated(source))).toEqual([])
  expect(world.stored().size).toBe(sources.length)
  // The account is of both: each repair costs ten times what its tokens cost the first model.
  const cheapest = (spending.spent.input + 4 * spending.spent.output) / 1e6
  expect(spending.cost).toBeGreaterThan(1.5 * cheapest)
  expect(spending.cost).toBeLessThan(10 * cheapest)
  // Nothing was asked of the first model twice, and repairs came together.
  expect([...first.bought.values()].filter((times) => times > 1)).toEqual([])
  expect(second.bought.size).toBeGreaterThan(sources.length * 0.15)
  expect(second.answered).toBeLessThan(first.answered)
  for (const model of ['m', 'good']) {
    const { rows } = await world.agent.listRows({
      state: 'all',
      source: 'all',
      filter: `layer=machine&model=${model}`,
      after: 0,
      limit: 100,
    })
    const bought = model === 'good' ? second.bought : first.bought
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ source }) => !bought.has(source))).toEqual([])
    if (model === 'm') expect(rows.filter(({ source }) => second.bought.has(source))).toEqual([])
  }
})
