// A trial of a model: what its page of truth says of a server's manners, that every failure has a name and a next step, and that
// nothing is claimed, written or bought a second time.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/admin/language/known-languages.ts'
import { ENGLISH } from '../../../../src/admin/language/language.ts'
import { Ledger } from '../../src/ledger.ts'
import type { Endpoint } from '../../src/models/endpoint-model.ts'
import { commandModel } from '../../src/models/command-model.ts'
import { type Trial, tryModel } from '../../src/trial.ts'
import { FAULTS } from '../../src/trial-call.ts'
import { linesOf, optionsText, SENTENCES, textOf, TOPICS } from '../../src/trial-lines.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type Behaviour, type Given, modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { temporaryFolder } from '../../../../test/support/program.ts'
import { madeUpSources, openTranslateWorld, type TranslateWorld } from '../../../../test/support/translate-world.ts'

const sources = [...new Set(madeUpSources(60, 4))].slice(0, 40)
const brief = { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const
const PRICES = { input: 1, cached: 1, output: 2 }
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

/** Trials change nothing, so most share it. */
let shared: TranslateWorld
beforeAll(async () => {
  shared = await openTranslateWorld(sources)
})
afterAll(() => shared.close())

async function opened(some: readonly string[] = sources): Promise<TranslateWorld> {
  const world = await openTranslateWorld(some)
  ending.push(() => world.close())
  return world
}

async function behaving(more: Partial<Behaviour> = {}) {
  const model = await modelEndpoint({ translate: translated, ...more })
  ending.push(() => model.close())
  return model
}

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

interface Asked {
  readonly limit?: number
  readonly prices?: typeof PRICES | null
  readonly endpoint?: Partial<Endpoint>
  readonly isForRun?: boolean
}

const folder = temporaryFolder()
afterAll(() => folder.remove())
const shelf = () => ({
  ledger: new Ledger(join(folder.path, 'ledger'), { server: '', person: 'Ada', language: 'uk', role: 'translate' }),
  origin: { provider: 'p', model: 'm' },
})

async function tried(
  url: string,
  { limit = 60, prices = null, endpoint = {}, isForRun = false }: Asked = {},
  world?: TranslateWorld,
) {
  const { agent } = world ?? shared
  const wanted = { brief, rowsPerCall: 150, context: null, filters: [], prices }
  const model = { url, model: 'm', key: 'sk-secret', ...endpoint }
  const { signal } = new AbortController()
  const trial = await tryModel(agent, await agent.status(), wanted, model, limit, signal, { ...shelf(), isForRun })
  return { trial: trial as Trial, page: pageOf(trial as Trial) }
}

/** The texts of the lines, by topic. */
function pageOf(trial: Trial): Readonly<Record<string, string>> {
  const page = Object.fromEntries(linesOf(trial).map((line) => [line.topic, textOf(line)]))
  expect(JSON.stringify(page)).not.toMatch(/[{]\w|undefined|null|NaN/)
  return page
}

const answerOf = (content: string, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 900, completion_tokens: 300 },
})

it('asks for ten rows once, and claims, writes and keeps nothing', async () => {
  const world = await opened()
  const model = await behaving()
  const { trial, page } = await tried(model.url, { prices: PRICES }, world)
  expect([model.calls, [...model.bought.values()]]).toEqual([1, Array.from({ length: 10 }, () => 1)])
  expect(world.stored().size).toBe(0)
  const taken = await world.agent.takeRows({ work: 'none', source: 'all', limit: 100, seconds: 60 })
  expect([taken.rows.length, taken.heldByOthers]).toEqual([40, 0])
  expect(trial).toMatchObject({ fault: null, asked: 10, texts: 10, taken: 10, end: null, schema: 'kept', thoughts: 0 })
  expect(trial.cost).toBe(Number(((trial.tokens.input + 2 * trial.tokens.output) / 1e6).toPrecision(3)))
  expect(trial.open).toMatchObject({ rows: 40, texts: 40 })
  expect(page['answers']).toMatch(/^yes: 10 of 10 texts in /)
  expect(page['rows left to translate']).toMatch(/^40 rows, 40 texts to buy: .* by the prices; some \d+ min/)
  expect(page['bought by this test']).toMatch(/which costs .*; nothing is saved$/)
})

it('leaves what it bought to the next run, which writes it and does not buy it again', async () => {
  const world = await opened()
  const model = await behaving()
  const { trial, page } = await tried(model.url, { isForRun: true }, world)
  expect([trial.isKept, page['bought by this test']]).toEqual([true, expect.stringMatching(/the next run saves/)])
  const outcome = await world.run({ endpoint: model.url, plan: { ledger: shelf().ledger } })
  expect([outcome?.stopped, outcome?.waiting.texts, world.stored().size]).toEqual([null, 0, 40])
  expect([...model.bought].filter(([, times]) => times > 1)).toEqual([])
  expect((await shelf().ledger.spent())[0]?.prompts).toBeGreaterThan(1)
})

it('takes fewer rows where fewer are open, and none where none is', async () => {
  const model = await behaving()
  const { trial } = await tried(model.url, {}, await opened(sources.slice(0, 3)))
  expect([trial.asked, trial.texts]).toEqual([3, 3])
  const done = await opened(sources.slice(0, 3))
  await done.run({ endpoint: model.url })
  expect((await tried(model.url, {}, done).catch(() => null)) ?? 'nothing').toBe('nothing')
})

const reply = (more: (given: Given) => object): Partial<Behaviour> => ({ manner: (given) => ({ body: more(given) }) })

describe('the page of a server', () => {
  const rows: readonly (readonly [string, Partial<Behaviour>, Readonly<Record<string, RegExp>>])[] = [
    ['that streams', {}, { streams: /^yes, the first piece of \d+ after/, 'follows the schema': /^yes$/ }],
    ['that answers in one piece', { isWhole: true }, { streams: /^no: it answers in one piece$/ }],
    [
      'that refuses the schema',
      { isStructured: false },
      { 'follows the schema': /^no: windrow uses lines instead, .*response_format is not supported/ },
    ],
    [
      'that ignores the schema',
      reply(({ texts }) => answerOf(texts.map(({ number, text }) => `${number}\t${text}`).join('\n'))),
      { 'follows the schema': /another form/ },
    ],
    ['that thinks aloud', { thinks: true }, { thinks: /^yes: some \d+ of \d+ tokens; --reasoning off may/ }],
    [
      'that thinks aside',
      reply(({ content }) => answerOf(content, { reasoning_content: 'I think about it. '.repeat(20) })),
      { thinks: /^yes: some \d+ of 300 tokens/ },
    ],
    ['that does not think', {}, { thinks: /^no, as far as windrow can see$/ }],
    ['that counts', {}, { 'counts tokens': /^yes: \d+ of the prompt, \d+ of the answer$/ }],
    [
      'that does not count',
      reply(({ content }) => ({ ...answerOf(content), usage: null })),
      { 'counts tokens': /^no: they are estimated$/ },
    ],
    [
      'that counts nothing of the prompt',
      reply(({ content }) => ({ ...answerOf(content), usage: { prompt_tokens: 0, completion_tokens: 300 } })),
      { 'counts tokens': /^no: it counts 0 for a prompt of some \d+, so tokens are estimated$/ },
    ],
    [
      'that stops in the middle',
      reply(({ content }) => {
        const [choice] = answerOf(content.slice(0, content.length / 2)).choices
        return { choices: [{ ...choice, finish_reason: 'content_filter' }] }
      }),
      { answers: /^in part: [3-7] of 10 texts in .* then it ended \(content_filter\)$/ },
    ],
    [
      'whose texts the gate refuses',
      reply(({ texts }) =>
        answerOf(JSON.stringify(Object.fromEntries(texts.map(({ number }) => [number, `${number} swords`])))),
      ),
      { checks: /^0 of 10 texts passed$/ },
    ],
    [
      'that has one text for all',
      reply(({ texts }) =>
        answerOf(
          JSON.stringify(Object.fromEntries(texts.map(({ number }) => [number, 'Я не можу цього перекласти.']))),
        ),
      ),
      { checks: /^0 of 10 texts passed/ },
    ],
    ['that tells nothing more', {}, { context: /^not known; a run finds out/, 'price of a row': /^not known without/ }],
  ]
  it.each(rows)('%s', async (_, behaviour, wanted) => {
    const { trial, page } = await tried((await behaving(behaviour)).url)
    expect(trial.fault).toBeNull()
    for (const [topic, text] of Object.entries(wanted)) expect(page[topic]).toMatch(text)
  })

  it('names each text that the gate does not take, with the reason', async () => {
    const { trial } = await tried((await behaving({ brokenShare: 1 })).url)
    expect(trial.taken).toBeLessThan(trial.texts)
    for (const { text, rule, message } of trial.refused) expect([text, rule, message]).not.toContain(undefined)
    expect(trial.refused.length + trial.taken).toBe(trial.texts)
  })

  it('of a program says that it is not asked for form or stream', async () => {
    const { agent } = shared
    const wanted = { brief, rowsPerCall: 150, context: null, filters: [], prices: null }
    const model = commandModel('cat > /dev/null; echo hello', process.env)
    const signal = new AbortController().signal
    const trial = (await tryModel(agent, await agent.status(), wanted, model, 60, signal, {
      ...shelf(),
      isForRun: false,
    })) as Trial
    expect([trial.fault?.code, trial.stream, trial.schema]).toEqual(['unreadable', null, null])
  })
})

describe('the context and the prices', () => {
  const list = (entry: object) => ({
    '/v1/models': {
      data: [
        { id: 'other', max_model_len: 1 },
        { id: 'm', ...entry },
      ],
    },
  })
  const rows: readonly (readonly [string, Readonly<Record<string, object>>, RegExp])[] = [
    ['vLLM', list({ max_model_len: 8_192 }), /^8192 tokens \(\/models\)$/],
    ['llama.cpp', { '/props': { default_generation_settings: { n_ctx: 4_096 } } }, /^4096 tokens \(\/props\)$/],
    [
      'llama.cpp, another name of the model',
      { '/v1/models': { data: [{ id: 'file.gguf', meta: { n_ctx: 2_048, n_ctx_train: 40_960 } }] } },
      /^2048 tokens/,
    ],
    [
      'Ollama',
      {
        ...list({}),
        '/api/ps': { models: [{ name: 'm:latest', model: 'm:latest', context_length: 4_096 }] },
        '/api/show': { model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 } },
      },
      /^4096 tokens \(\/api\/ps\)$/,
    ],
    [
      'an older Ollama',
      { '/api/show': { model_info: { 'qwen3.context_length': 40_960 } } },
      /^at most 40960 tokens \(\/api\/show\); the server does not say how much of it is loaded/,
    ],
    [
      'LM Studio',
      { '/api/v0/models': { data: [{ id: 'm', max_context_length: 32_768, loaded_context_length: 6_000 }] } },
      /^6000 tokens/,
    ],
    ['Groq', list({ context_window: 131_072 }), /^131072 tokens/],
    ['TGI', { '/info': { max_total_tokens: 5_000 } }, /^5000 tokens/],
    [
      'a list without the model',
      { '/v1/models': { data: [{ id: 'a' }, { id: 'b', max_model_len: 1 }] } },
      /^not known/,
    ],
  ]
  it.each(rows)('of %s', async (_, tells, context) => {
    const { page } = await tried((await behaving({ tells })).url)
    expect(page['context']).toMatch(context)
  })

  it.each([
    [{ pricing: { prompt: '0.00000015', completion: '0.0000006' } }, { input: 0.15, output: 0.6 }],
    [{ pricing: { input: 0.2, output: 0.8 } }, { input: 0.2, output: 0.8 }],
  ])('are taken as the server tells them', async (entry, prices) => {
    const model = await behaving({ tells: list(entry) })
    const { trial, page } = await tried(model.url)
    expect(trial.prices).toMatchObject({ ...prices, isTold: true })
    expect(page['price of a row']).toMatch(/as the server says$/)
    const own = await tried(model.url, { prices: PRICES })
    expect([own.trial.prices?.isTold, own.trial.prices?.input]).toEqual([false, 1])
  })

  it('are asked for with the key below the address of the endpoint only', async () => {
    const keys = new Map<string, string | undefined>()
    const url = await served((request, response) => {
      keys.set(request.url ?? '', request.headers.authorization)
      response.writeHead(request.url === '/v1/chat/completions' ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answerOf('nothing')))
    })
    await tried(url)
    expect(keys.get('/v1/models')).toBe('Bearer sk-secret')
    const outside = [...keys].filter(([path]) => !path.startsWith('/v1/'))
    expect(outside.length).toBeGreaterThan(3)
    expect(outside.filter(([, key]) => key !== undefined)).toEqual([])
  })
})

describe('a failure has its name, and what to do', () => {
  const refusing = (status: number, body: object | string): Partial<Behaviour> => ({ manner: () => ({ status, body }) })
  const said = (message: string, more: object = {}) => ({ error: { message, ...more } })
  const rows: readonly (readonly [keyof typeof FAULTS, string, Partial<Behaviour>])[] = [
    ['wrong_key', 'a key that is refused', refusing(401, said('Incorrect API key provided: sk-secret'))],
    [
      'wrong_key',
      'a key that is refused inside of 200',
      refusing(200, said('No auth credentials found', { code: 401 })),
    ],
    ['unknown_model', 'a model that is not there', refusing(404, said("model 'm' not found, try pulling it first"))],
    [
      'unknown_model',
      'another wording',
      refusing(400, said('The model `m` does not exist', { code: 'model_not_found' })),
    ],
    ['no_credit', 'an unpaid bill', refusing(429, said('You exceeded your quota, check your billing details'))],
    ['no_credit', 'a balance inside of 200', refusing(200, { code: 1113, msg: 'Your balance is not enough' })],
    ['busy', 'many others', refusing(429, said('too many requests'))],
    ['too_long', 'a short context', refusing(400, said('the request exceeds the available context size (900 tokens)'))],
    ['wrong_address', 'an address that is none', refusing(404, said('no such address'))],
    ['wrong_address', 'a page', refusing(200, '<html><body>Welcome to nginx!</body></html>')],
    ['wrong_address', 'another server', refusing(200, { hello: 'world' })],
    ['broken', 'a fault', refusing(500, said('segmentation fault'))],
    ['refused', 'anything else', refusing(422, said('do not like it'))],
    ['empty', 'an empty answer', reply(() => answerOf(''))],
    ['unreadable', 'chatter', reply(() => answerOf('Sure, I would love to help!'))],
    ['thinks_only', 'thoughts alone', reply(() => answerOf('', { reasoning_content: 'I think. '.repeat(40) }))],
    ['thinks_only', 'thoughts alone, aloud', reply(() => answerOf(`<think>${'I think. '.repeat(40)}`))],
  ]
  it.each(rows)('%s: %s', async (code, _, behaviour) => {
    const { trial, page } = await tried((await behaving(behaviour)).url)
    expect([trial.fault?.code, trial.texts, trial.taken]).toEqual([code, 0, 0])
    expect(page['answers']).toMatch(/^no: /)
    expect(page['what to do']).not.toBe('')
    expect(JSON.stringify(page)).not.toContain('sk-secret')
  })

  it('names the models that there are', async () => {
    const tells = { '/v1/models': { data: [{ id: 'qwen3:8b' }, { id: 'gemma4:31b' }] } }
    const { page } = await tried((await behaving({ tells, ...refusing(404, said("model 'm' not found")) })).url)
    expect(page['what to do']).toBe('use the exact name of one of its models: qwen3:8b, gemma4:31b')
  })

  it('unreachable: a port where nothing listens', async () => {
    const url = await served(() => {})
    for (const end of ending.splice(0).toReversed()) await end()
    const { trial } = await tried(url)
    expect([trial.fault?.code, trial.tokens.input, trial.tokens.output]).toEqual(['unreachable', 0, 0])
  })

  const chunk = (delta: object): string => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta }] })}\n\n`
  const forever =
    (text: string): RequestListener =>
    (request, response) => {
      const isAsked = request.url === '/v1/chat/completions'
      response.writeHead(isAsked ? 200 : 404, { 'content-type': 'text/event-stream' })
      if (!isAsked) response.end()
      const timer = setInterval(() => response.write(text), 10)
      response.on('close', () => clearInterval(timer))
    }
  it.each([
    ['silent', () => {}, 0.2],
    ['silent', forever(': still here\n\n'), 1],
    ['endless', forever(chunk({ content: 'and so on ' })), 5],
    ['thinks_only', forever(chunk({ reasoning_content: 'I think. ' })), 5],
  ] as const)('%s, within the time', async (code, answer, limit) => {
    const { trial } = await tried(await served(answer), { limit })
    expect([trial.fault?.code, trial.end]).toEqual([code, 'time'])
  })

  it('a model that is only slow shows what came until the time was over', async () => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ content: '1\tПерший текст тут\n2\tДругий текст тут\n3\tТр' }))
    })
    const { trial, page } = await tried(url, { limit: 5 })
    expect([trial.fault, trial.texts, trial.end]).toEqual([null, 2, 'time'])
    expect(page['counts tokens']).toMatch(/^not known/)
  })
})

it('writes options as a shell reads them', () => {
  expect(optionsText({ model: 'qwen3:8b', 'extra-body': `{"a": "it's"}`, batch: '' })).toBe(
    `--model qwen3:8b --extra-body '{"a": "it'\\''s"}' --batch`,
  )
})

it.each(LANGUAGES.filter((language) => language !== ENGLISH))(
  'is said in $name, with the same facts',
  ({ sentences }) => {
    const all = [...Object.values(TOPICS), ...Object.values(SENTENCES), ...Object.values(FAULTS).flat()]
    const gaps = (text: string): string => (text.match(/\{[\w.]+\}/g) ?? []).toSorted().join()
    expect(all.filter((sentence) => gaps(sentences[sentence] ?? '-{?}') !== gaps(sentence))).toEqual([])
  },
)
