// `windrow translate --review`: another model reads the texts of the first, keeps them, or quotes their faults.
import { afterEach, expect, it } from 'vitest'
import type { AgentRow } from '../../../../src/agent/agent.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type ModelEndpoint, modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { madeUpSources, openTranslateWorld } from '../../../../test/support/translate-world.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const endpointOf = async (
  translate: (source: string) => string,
  more: Partial<Parameters<typeof modelEndpoint>[0]> = {},
): Promise<ModelEndpoint> => {
  const endpoint = await modelEndpoint({ seed: 3, isStructured: true, brokenShare: 0, translate, ...more })
  ending.push(() => endpoint.close())
  return endpoint
}

const rowsCount = 400
/** Outside of tokens. */
const wordOf = (text: string): string => /[а-яі]{3,}/u.exec(text)?.[0] ?? ''

/** What the reader says of a text, by its place: keep, a better one, one that the gate refuses, or no quotation. */
const KINDS = ['keep', 'better', 'broken', 'unquoted'] as const
const better = (text: string): string => text.replace(wordOf(text), 'краще')

it.each([false, true])('keeps good texts and betters others (by jobs: %s)', async (isBatch) => {
  const sources = [...new Set(madeUpSources(rowsCount, 6))].filter((source) => wordOf(translated(source)) !== '')
  const world = await openTranslateWorld(sources)
  ending.push(() => world.close())
  const writer = await endpointOf(translated)
  await world.run({ endpoint: writer.url })
  expect(world.stored().size).toBe(sources.length)

  const kindOf = (source: string) => KINDS[sources.indexOf(source) % KINDS.length]
  const reader = await endpointOf(
    (source) => {
      const text = translated(source)
      const kind = kindOf(source)
      if (kind === 'keep') return 'keep'
      if (kind === 'unquoted') return `слово, якого нема ==> ${better(text)}`
      return `${wordOf(text)} ==> ${kind === 'better' ? better(text) : source}`
    },
    isBatch ? { jobs: {} } : {},
  )
  const plan = {
    brief: { role: 'review', model: 'reader', language: 'uk', team: '', notes: '', reference: 'short' },
    filters: ['layer=machine_only&status=draft'],
    origin: { provider: 'p', model: 'reader' },
  } as const
  const { tally, stopped } = (await world.run({ endpoint: reader.url, plan, isBatch })) ?? {}
  expect(stopped).toBeNull()
  const of = (kind: (typeof KINDS)[number]) => sources.filter((source) => kindOf(source) === kind)
  expect(tally).toMatchObject({ kept: of('keep').length, written: of('better').length, copies: 0 })
  expect(tally?.left.get('unquoted')).toBe(of('unquoted').length)
  expect(tally?.givenUp.map(({ source }) => source).sort()).toEqual(of('broken').sort())
  // Each text was shown once, and a refused one again with the reason.
  expect(reader.bought.size).toBe(sources.length)
  expect([...reader.bought].filter(([source, times]) => times > 1 && kindOf(source) !== 'broken')).toEqual([])
  expect(reader.prompts.at(-1)).toContain('[text: ')

  // What it kept or bettered it is not asked for again, whatever the filter.
  await world.run({ endpoint: reader.url, plan: { ...plan, filters: ['layer=machine'] }, isBatch })
  const askedAgain = [...reader.bought].filter(([source, times]) => times > (kindOf(source) === 'broken' ? 3 : 1))
  expect(askedAgain.map(([source]) => source).sort()).toEqual([...of('unquoted'), ...of('broken')].sort())

  const rows = new Map<string, AgentRow>()
  for (let after: number | null = 0; after !== null; ) {
    const page = await world.agent.listRows({ state: 'all', source: 'all', after, limit: 100 })
    for (const row of page.rows) rows.set(row.source, row)
    after = page.next
  }
  for (const source of sources) {
    const text = translated(source)
    const expected = {
      keep: { text, status: 'reviewed', model: 'm' },
      better: { text: better(text), status: 'draft', model: 'reader' },
      broken: { text, status: 'draft', model: 'm' },
      unquoted: { text, status: 'draft', model: 'm' },
    }[kindOf(source) ?? 'keep']
    expect(rows.get(source)?.layers.machine).toMatchObject(expected)
  }
})
