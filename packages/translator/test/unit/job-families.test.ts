// Jobs of a provider and families of like texts: one text of a family goes first, and memory makes the others of it.
import { afterEach, expect, it } from 'vitest'
import { SearchIndexer } from '../../../../src/search/upkeep.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { openTranslateWorld } from '../../../../test/support/translate-world.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** Numbers of one plural class. */
const EXCHANGED = Array.from({ length: 16 }, (_, at) => `The fishing contest number ${at + 5} begins`)
/** Numbers of other plural classes than the first, of which no text can be made. */
const ALIKE = [5, 21, 22, 31, 32].map((days) => `The hare hides for ${days} days`)
const ALONE = ['The heron waits', 'A gate of silver', 'Rain over the bridge']

it('asks for one text of a family, then for those that memory cannot make, together', async () => {
  const sources = [...EXCHANGED, ...ALIKE, ...ALONE]
  const world = await openTranslateWorld(sources)
  const model = await modelEndpoint({ seed: 3, isStructured: true, brokenShare: 0, translate: translated, jobs: {} })
  ending.push(
    () => model.close(),
    () => world.close(),
  )
  await new SearchIndexer(world.world.app).renew(new AbortController().signal)
  const { tally, stopped } = (await world.run({ endpoint: model.url, isBatch: true })) ?? {}
  expect([stopped, tally?.givenUp]).toEqual([null, []])
  expect([...world.stored()].filter(([source, text]) => text !== translated(source))).toEqual([])
  expect(world.stored().size).toBe(sources.length)
  const boughtOf = (texts: readonly string[]) => texts.filter((text) => model.bought.has(text)).length
  expect([EXCHANGED, ALIKE, ALONE].map(boughtOf)).toEqual([1, ALIKE.length, ALONE.length])
  expect(Math.max(...model.bought.values())).toBe(1)
  expect(model.jobs).toBe(2)
})
