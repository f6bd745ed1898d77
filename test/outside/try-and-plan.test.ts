// `windrow translate --try` and `--plan` from outside: the page, the line to run, that later runs take what worked unless told otherwise;
// and that nothing is bought before a yes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import { translated } from '../support/letter-translation.ts'
import { type Behaviour, modelEndpoint, type ModelEndpoint } from '../support/model-endpoint.ts'
import { run } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'

const sample = fileURLToPath(new URL('../../src/sample/translate_words_map_en', import.meta.url))
const world = programWorld()
afterAll(() => world.close())
const store = ['--data', world.data]
await world.done(['import', '--main', sample, '--no-diff', '--quiet'])
await world.done(['user', 'add', 'Ada', '--role', 'admin'])
await world.done(['setting', 'set', 'target_language', 'uk'])

let model: ModelEndpoint | null = null
afterEach(async () => {
  await model?.close()
  model = null
})
const behave = async (more: Partial<Behaviour> = {}): Promise<ModelEndpoint> =>
  (model = await modelEndpoint({ translate: translated, seed: 1, brokenShare: 0, isStructured: true, ...more }))
const translate = (url: string, ...more: string[]) =>
  run(['translate', '--endpoint', url, '--model', 'stand-in', '--as', 'Ada', ...store, ...more], {
    env: { OPENAI_API_KEY: 'sk-secret' },
  })
const kept = (): string => readFileSync(join(world.data, 'tried-models.json'), 'utf8')

it('shows a page, keeps the options that worked for later runs, and the command line wins', async () => {
  const pricing = { prompt: '0.000001', completion: '0.000002' }
  const tells = { '/v1/models': { data: [{ id: 'stand-in', context_length: 8_192, pricing }] } }
  const { url } = await behave({ tells, isStructured: false })
  const first = await translate(url, '--try', '--temperature', '0.5', '--try-seconds', '60')
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('tried-models.json')])
  expect(first.stdout).toMatch(/^answers: +yes: 10 of 10 texts/)
  expect(first.stdout).toContain('windrow uses lines instead')
  expect(first.stdout).toContain(`windrow translate --endpoint ${url} --model stand-in --as Ada --temperature 0.5`)
  expect(first.stdout).toContain('--context 8192 --price-in 1 --price-out 2')
  expect([model?.answered, kept().includes('sk-secret')]).toEqual([1, false])
  expect(await world.json(['stats'])).toMatchObject({ revisions: [], bought: { waiting: { texts: 10 } } })

  const later = await translate(url, '--dry-run', '--json')
  const { cost } = JSON.parse(later.stdout) as { cost: number }
  expect(cost).toBeGreaterThan(0)
  expect(later.stderr).toContain('--context 8192')
  const own = await translate(url, '--dry-run', '--json', '--price-in', '10', '--price-out', '20')
  expect((JSON.parse(own.stdout) as { cost: number }).cost).toBeCloseTo(10 * cost, 6)
  expect(own.stderr).not.toContain('--price-in 1 ')

  // Another trial renews them: what it is not given is not kept.
  const again = await translate(url, '--try', '--json', '--try-seconds', '60')
  expect(JSON.parse(again.stdout)).toMatchObject({
    fault: null,
    taken: 10,
    command: expect.stringContaining('--context 8192'),
  })
  expect(kept()).not.toContain('temperature')
})

it('ends with 1 where the model gives nothing, and keeps what an earlier trial found', async () => {
  const { url } = await behave({ manner: () => ({ status: 401, body: { error: { message: 'wrong key sk-secret' } } }) })
  const before = kept()
  const { code, stdout } = await translate(url, '--try', '--try-seconds', '60')
  expect([code, kept()]).toEqual([1, before])
  expect(stdout).toContain('set OPENAI_API_KEY to the right key')
  expect(stdout).not.toContain('sk-secret')
})

it('ends with 3 where the gate takes no text, and refuses what a trial is not for', async () => {
  const { url } = await behave({
    manner: ({ texts }) => ({
      body: {
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: JSON.stringify(Object.fromEntries(texts.map(({ number }) => [number, '']))),
            },
            finish_reason: 'stop',
          },
        ],
      },
    }),
  })
  expect((await translate(url, '--try', '--try-seconds', '60')).code).toBe(3)
  for (const option of ['--review', '--batch', '--dry-run'])
    expect((await translate(url, '--try', option)).code).toBe(2)
})

it('shows a plan, buys nothing before a yes, and then goes by it', async () => {
  const { url } = await behave()
  const prices = ['--price-in', '1', '--price-out', '4', '--cost', '0.02']
  const shown = await translate(url, '--plan', '--dry-run', '--json', ...prices)
  const { plan } = JSON.parse(shown.stdout) as { plan: { rows: number; share: number; cost: number }[] }
  expect(plan.at(-1)).toMatchObject({ model: 'stand-in', filters: ['job=untranslated', 'job=stale'] })
  expect(plan.at(-1)?.share).toBeLessThan(1)
  const refused = await translate(url, '--plan', ...prices)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('until a limit is reached? [y/N]')])
  expect((await translate(url, '--plan', '--json', ...prices)).code).toBe(2)
  expect(model?.requests).toBe(0)
  const done = await translate(url, '--plan', '--yes', '--limit', '5', '--json', ...prices)
  expect([done.code, JSON.parse(done.stdout)]).toEqual([
    0,
    expect.objectContaining({ stopped: expect.objectContaining({ code: 'limit' }) }),
  ])
  expect(model?.bought.size).toBeGreaterThan(0)
})
