// What --dry-run says of a whole run, and what the run then takes. Where WINDROW_CORPUS names the folder of the data: on a real game of
// 4,251 rows, with a model that answers with the shipped translations, in tokens by o200k.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, describe, expect, it } from 'vitest'
import { preview } from '../../src/preview.ts'
import { Spending, type Tokens } from '../../src/spending.ts'
import { corpus, dumpPath, readTexts } from '../../../../test/support/corpus.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type Behaviour, modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { madeUpSources, openTranslateWorld, type TranslateWorld } from '../../../../test/support/translate-world.ts'

const noLimit = { tokens: null, cost: null }

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function opened(
  sources: readonly string[],
  references: readonly (string | null)[],
  behaviour: Pick<Behaviour, 'translate'> & Partial<Behaviour>,
): Promise<{ readonly world: TranslateWorld; readonly url: string }> {
  const world = await openTranslateWorld(sources, references)
  const model = await modelEndpoint({ seed: 1, brokenShare: 0, isStructured: true, countTokens, ...behaviour })
  ending.push(
    () => world.close(),
    () => model.close(),
  )
  return { world, url: model.url }
}

interface Estimated {
  readonly rows: number
  readonly texts: number
  readonly calls: number
  readonly tokens: Tokens
}

async function estimateOf({ agent }: TranslateWorld): Promise<Estimated> {
  const brief = { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const
  const wanted = { brief, rowsPerCall: 150, context: null, prices: null, filters: [] }
  const { document } = await preview(agent, await agent.status(), wanted)
  return (document as { readonly all: Estimated }).all
}

async function taken(world: TranslateWorld, url: string, rowsMax = 1_000_000) {
  const spending = new Spending(noLimit, null)
  const outcome = await world.run({ endpoint: url, plan: { rowsMax, spending } })
  return { tokens: spending.spent, calls: outcome?.tally.calls, texts: outcome?.tally.written }
}

it('counts a text for many rows once, and calls as they come', async () => {
  const sources = madeUpSources(700, 2)
  const { world, url } = await opened(sources, [], { translate: translated })
  const distinct = new Set(sources).size
  const estimate = await estimateOf(world)
  expect(estimate).toMatchObject({ rows: 700, texts: distinct })
  const { calls, texts } = await taken(world, url)
  expect(texts).toBe(distinct)
  expect(Math.abs((calls ?? 0) - estimate.calls)).toBeLessThanOrEqual(1)
})

describe.runIf(corpus !== undefined)('on a real game', () => {
  const text = (name: string): ReadonlyMap<string, string> => readTexts(dumpPath(name))
  const game = () => {
    const [sources, shipped, chinese] = [text('main'), text('main.uk'), text('main.zh')]
    const right = new Map([...sources].map(([id, source]) => [source, shipped.get(id) ?? source]))
    const references = [...sources.keys()].map((id) => chinese.get(id) ?? null)
    return { sources: [...sources.values()], references, translate: (source: string) => right.get(source) ?? source }
  }
  const off = (said: number, real: number): number => Math.abs(said / real - 1)

  it('is at most 15 % off, before anything is translated and by half of the translations', async () => {
    const { sources, references, translate } = game()
    const { world, url } = await opened(sources, references, { translate })
    const before = await estimateOf(world)
    const first = await taken(world, url, 2_000)
    const learnt = await estimateOf(world)
    const rest = await taken(world, url)
    const all = [first.tokens, rest.tokens].reduce((a, b) => ({
      input: a.input + b.input,
      cached: 0,
      output: a.output + b.output,
    }))
    const pairs = [
      [before.tokens, all],
      [learnt.tokens, rest.tokens],
    ] as const
    console.log(`dry-run: said, taken: ${JSON.stringify(pairs)}`)
    for (const [said, real] of pairs)
      expect(Math.max(off(said.input, real.input), off(said.output, real.output))).toBeLessThanOrEqual(0.15)
    // Memory makes some texts of their twins.
    const bought = (first.texts ?? 0) + (rest.texts ?? 0)
    expect(bought).toBeLessThanOrEqual(before.texts)
    expect(bought).toBeGreaterThan(before.texts * 0.98)
  })

  it('1,000 rows, 8 % broken, take at most 0.75 of the 90,000 tokens of input that they once took', async () => {
    const { sources, references, translate } = game()
    const { world, url } = await opened(sources, references, { translate, brokenShare: 0.08 })
    const { tokens } = await taken(world, url, 2_000)
    console.log(`1,000 rows: ${tokens.input / 2} tokens in, ${tokens.output / 2} out`)
    expect(tokens.input / 2).toBeLessThanOrEqual(0.75 * 90_000)
  })
})
