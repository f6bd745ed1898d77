// What servers of models do, one row a manner. Whatever comes, no half text is stored, no text is bought more than twice, and a run that
// leaves a row says why. All manners share a store: each takes rows that are still untranslated.
import { afterAll, expect, it } from 'vitest'
import { endpointModel } from '../../src/models/endpoint-model.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type Behaviour, type Given, modelEndpoint, type Reply } from '../../../../test/support/model-endpoint.ts'
import {
  data,
  DONE,
  fails,
  halfOf,
  type Manner,
  once,
  part,
  piece,
  says,
  stream,
} from '../../../../test/support/model-manners.ts'
import { madeUpSources, openTranslateWorld } from '../../../../test/support/translate-world.ts'

const rowsEach = 6
const world = await openTranslateWorld(madeUpSources(1_500, 5))
afterAll(() => world.close())

const lookAlike = (text: string): string =>
  text.replaceAll(/(?<=[а-яіїєґ])[оаеі]/gu, (letter) => LATIN[letter] ?? letter)
/** Letters that look like none of the others, so that no repair is certain. */
const misspelt = (text: string): string =>
  text.replaceAll(/(?<=[а-яіїєґ])[оаеі]/gu, (letter) => ({ о: 'w', а: 'd', е: 'f', і: 'h' })[letter] ?? letter)
const LATIN: Readonly<Record<string, string>> = { о: 'o', а: 'a', е: 'e', і: 'i' }

/** Ends that no whole answer has, though the rest of the text may be there. */
const BAD_ENDS =
  'content_filter insufficient_system_resource network_error model_context_window_exceeded max_tokens abort error refusal safety recitation cancelled pause_turn unknown length'.split(
    ' ',
  )
const WHOLE_ENDS =
  'stop end_turn end-turn stop_sequence tool_calls eos_token STOP COMPLETE FINISH_REASON_STOP stop_str word normal'.split(
    ' ',
  )
const USAGES: readonly object[] = [
  { prompt_tokens: 0, completion_tokens: 0 },
  { prompt_tokens: null, completion_tokens: null },
  { prompt_tokens: 3, completion_tokens: 9 },
  { prompt_tokens: 120, completion_tokens: 9 },
  {},
]
const SHAPES: Readonly<Record<string, (given: Given) => string>> = {
  'a comma after the last member': ({ content }) => content.replace(/\}$/, ',}'),
  'a comment before the first member': ({ content }) => content.replace('{', '{ // texts\n'),
  'a list of texts': ({ texts }) => JSON.stringify(texts.map(({ text }) => text)),
  'a list of texts in an object': ({ texts }) => JSON.stringify({ translations: texts.map(({ text }) => text) }),
  'numbers from zero': ({ texts }) => JSON.stringify(Object.fromEntries(texts.map(({ text }, i) => [i, text]))),
  'an object a line': ({ texts }) => texts.map(({ number, text }) => JSON.stringify({ [number]: text })).join('\n'),
  'texts in tags': ({ texts }) => texts.map(({ number, text }) => `<text id="${number}">${text}</text>`).join('\n'),
  'texts in typographic quotes': ({ texts }) =>
    `{${texts.map(({ number, text }) => `“${number}”: “${text}”`).join(', ')}}`,
  'texts in single quotes': ({ texts }) => `{${texts.map(({ number, text }) => `'${number}': '${text}'`).join(', ')}}`,
  'thoughts in brackets': ({ content }) => `[THINK]1\tHm[/THINK]${content}`,
  'letters and marks apart': ({ content }) => content.normalize('NFD'),
  'thoughts of Seed': ({ content }) => `<seed:think>Hm</seed:think>${content}`,
  'channels without marks': ({ content }) => `analysisHm.assistantfinal${content}`,
}
const STREAMS: Readonly<Record<string, (content: string) => Reply>> = {
  'has empty data': (text) => stream(part(text.slice(0, 9)), 'data: \n\n', part(text.slice(9)), part('', 'stop'), DONE),
  'has a ping': (text) => stream('data: ping\n\n', part(text), part('', 'stop'), DONE),
  'has a comment': (text) => stream(': keep-alive\n\n', part(text), part('', 'stop'), DONE),
  'begins without choices': (text) => stream(data({ choices: null }), part(text), part('', 'stop'), DONE),
  'has no end but [DONE]': (text) => stream(part(text), DONE),
  'has no [DONE]': (text) => stream(part(text), part('', 'stop')),
  'has CRLF': (text) => stream((part(text) + part('', 'stop') + DONE).replaceAll('\n', '\r\n')),
  'has one line break between its events': (text) =>
    stream((part(text) + part('', 'stop') + DONE).replaceAll('\n\n', '\n')),
  'has CR': (text) => stream((part(text) + part('', 'stop') + DONE).replaceAll('\n', '\r')),
  'has no names of fields': (text) => ({
    body: [part(text), part('', 'stop')].map((event) => event.slice('data: '.length)).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  'breaks its data over lines': (text) =>
    stream(
      `${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] }, null, 1)
        .split('\n')
        .map((line) => `data: ${line}`)
        .join('\n')}\n\n`,
      part('', 'stop'),
      DONE,
    ),
  "is in Ollama's own form": (text) => ({
    body: `${JSON.stringify({ message: { content: text }, done: false })}\n${JSON.stringify({ message: { content: '' }, done: true, done_reason: 'stop' })}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  'has an end of no word in each part': (text) => stream(part(text, 'null'), part('', ''), part('', 'stop'), DONE),
  'has an error without a word': (text) =>
    stream(data({ choices: [{ delta: { content: text } }], error: {} }), part('', 'stop'), DONE),
  'has members of other types': (text) =>
    stream(
      data({
        id: 7,
        created: '1',
        choices: [{ index: '0', delta: { role: 'model', content: [{ text }], tool_calls: null } }],
      }),
      data({
        choices: [{ finish_reason: { type: 'stop' } }],
        usage: { prompt_tokens: '900', completion_tokens: '90', details: [] },
      }),
      DONE,
    ),
  'has messages for parts': (text) =>
    stream(data({ choices: [{ message: { content: text }, finish_reason: 'stop' }] }), DONE),
  'is an answer wrapped in data': (text) => ({
    body: { code: 0, msg: 'ok', data: { choices: [{ message: { content: text }, finish_reason: 'stop' }] } },
  }),
  'is an answer alone in a list': (text) => ({ body: [piece(text).body] }),
  'is called plain text': (text) => ({
    ...stream(part(text), part('', 'stop'), DONE),
    headers: { 'content-type': 'text/plain' },
  }),
  'is JSON called plain text': (text) => ({ ...piece(text), headers: { 'content-type': 'text/plain' } }),
  'has an error in the middle': (text) => stream(part(text.slice(0, 30)), data({ error: { message: 'overloaded' } })),
}
const inside =
  (value: unknown): Manner =>
  () => ({ body: JSON.stringify(value) })
const ERRORS: readonly (readonly [string, Manner, RegExp])[] = [
  [
    'credentials, inside 200',
    inside({ error: { message: 'No auth credentials found', code: 401 } }),
    /No auth credentials/,
  ],
  ['credentials, as a text', inside({ error: 'No auth credentials found' }), /No auth credentials/],
  ['an empty purse, inside 200', inside({ code: 1113, msg: 'your balance is not enough' }), /balance is not enough/],
  ['an empty purse', fails(429, { error: { message: 'quota', code: 'insufficient_quota' } }), /429 quota/],
  ['an error in a list', fails(400, [{ error: { message: 'Thinking is mandatory.' } }]), /Thinking is mandatory/],
  ['details of FastAPI', fails(422, { detail: [{ loc: ['body', 'x'], msg: 'Field required' }] }), /Field required/],
  ['a page of HTML', fails(403, '<html><h1>Not for you</h1></html>'), /Not for you/],
  ['a wrong key', fails(401, { message: 'wrong key' }), /wrong key/],
  ['an error in a stream', () => stream(data({ error: { code: 401, message: 'bad api key' } })), /bad api key/],
  ['a page of HTML with 200', fails(200, '<html><h1>Sign in</h1></html>', { 'content-type': 'text/html' }), /Sign in/],
  [
    'an error with a name of its own, in a stream',
    () => stream(data({ object: 'error', message: 'no such model' }), DONE),
    /no such model/,
  ],
  ['an error as an event', () => stream('event: error\ndata: {"message": "bad token", "code": 401}\n\n'), /bad token/],
  ['an empty purse, in Chinese', fails(429, { error: { message: '账户余额不足，请充值' } }), /余额不足/],
  ["a day's allowance", fails(429, { error: { message: 'Rate limit: free-models-per-day' } }), /per-day/],
  ['only thoughts', () => piece('<think>Hm', 'length'), /the model only thinks/],
  ['nothing', () => piece(''), /could not be read/],
]
const grammarless: Manner = ({ asked }) =>
  asked['response_format'] === undefined ? null : { status: 500, body: { error: 'failed to parse grammar' } }
const toolCall: Manner = ({ content }) => {
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'translations', arguments: content } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  return { body: { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } }
}
const waits = (seconds: number) => ({ 'retry-after': new Date(Date.now() + seconds * 1_000).toUTCString() })

interface Row {
  readonly what: string
  readonly manner: Manner
  readonly more?: Partial<Behaviour>
  /** Null: all is translated. */
  readonly stops?: RegExp
  /** Why each row is given up. */
  readonly givesUp?: RegExp
  readonly isBatch?: boolean
  /** It may come right, so it is waited for. */
  readonly isWaitedFor?: boolean
}
const LINES = { isStructured: false }

const ROWS: readonly Row[] = [
  ...BAD_ENDS.flatMap((end): readonly Row[] => [
    {
      what: `lines end in a text with ${end}`,
      more: LINES,
      manner: once((given) => piece(halfOf(given.content), end)),
    },
    {
      what: `a stream of lines ends in a text with ${end}`,
      more: LINES,
      manner: once(({ content }) => stream(part(halfOf(content)), part('', end), DONE)),
    },
  ]),
  ...BAD_ENDS.map(
    (end): Row => ({
      what: `ends lines of a job in a text with ${end}`,
      more: { ...LINES, jobs: {} },
      isBatch: true,
      manner: once(({ content }) => piece(halfOf(content), end)),
    }),
  ),
  ...WHOLE_ENDS.map(
    (end): Row => ({ what: `ends with ${end}`, more: LINES, manner: ({ content }) => piece(content, end) }),
  ),
  ...USAGES.map(
    (usage): Row => ({
      what: `counts ${JSON.stringify(usage)}`,
      manner: ({ content }) => piece(content, 'stop', { usage }),
    }),
  ),
  ...Object.entries(SHAPES).map(([what, shape]): Row => ({ what: `answers with ${what}`, manner: says(shape) })),
  ...Object.entries(STREAMS).flatMap(([what, flow]): readonly Row[] => {
    const isBroken = what.includes('error')
    const manner: Manner = ({ content }) => flow(content)
    const each = isBroken ? once(manner) : manner
    return [
      { what: `a stream that ${what}`, manner: each },
      { what: `a stream of lines that ${what}`, more: LINES, manner: each },
    ]
  }),
  ...ERRORS.map(([what, manner, stops]): Row => ({ what: `says ${what}`, manner, stops })),
  { what: 'says a filter', manner: () => piece('', 'content_filter'), givesUp: /content_filter/ },
  ...['stop', 'tool_calls', 'end_turn'].map(
    (end): Row => ({
      what: `says nothing and ends with ${end}`,
      manner: () => piece('', end),
      stops: new RegExp(`no text, ended with "${end}"`),
    }),
  ),
  ...[
    ['null', inside(null)],
    ['{}', inside({})],
    ['""', (): Reply => ({ body: '' })],
    ['words that are no event', (): Reply => stream('data: out of memory\n\n')],
  ].map(
    ([what, manner]): Row => ({
      what: `says ${what as string}`,
      manner: manner as Manner,
      stops: /without a text|out of memory/,
      isWaitedFor: true,
    }),
  ),
  { what: 'asks to wait until a date', manner: once(fails(429, {}, waits(5))) },
  { what: 'is overloaded once', manner: once(fails(529, { error: { message: 'overloaded' } })) },
  ...[408, 409, 425, 429, 500, 502, 503, 504, 520, 529].map(
    (status): Row => ({
      what: `fails once with ${status} and a page`,
      manner: once(fails(status, '<h1>Sorry</h1>')),
    }),
  ),
  ...[
    'Range of input length should be [1, 6000]',
    'Your request exceeded model token limit: 8192',
    'Request too large: it must be reduced',
    'Prompt length 5000 is greater than max_seq_len 4096',
    'The prompt has 9,000 words and that will not do',
  ].map((words): Row => ({ what: `refuses once: ${words}`, manner: once(fails(400, { error: { message: words } })) })),
  { what: 'writes Latin letters in Cyrillic words once', manner: once(says(({ content }) => lookAlike(content))) },
  { what: 'fails to parse a grammar', manner: grammarless },
  { what: 'answers with a tool call', manner: toolCall },
  { what: 'refuses a long prompt in words of its own', manner: once(fails(422, { message: 'that is a lot' })) },
  { what: 'refuses a long prompt by status', manner: once(fails(413, '<h1>Too large</h1>')) },
  {
    what: 'wants another name for the limit',
    manner: ({ asked }) =>
      asked['max_tokens'] === undefined ? null : { status: 400, body: { error: 'Use max_completion_tokens instead.' } },
  },
  {
    what: 'does not know how much to think, and is asked for none',
    manner: ({ asked }) =>
      asked['reasoning_effort'] === undefined
        ? null
        : { status: 400, body: { error: 'Unrecognized: reasoning_effort' } },
  },
  {
    what: 'gives lists of one text, which look like answers when they are short',
    manner: says(({ texts }) =>
      JSON.stringify(texts.length > 1 ? { all: texts.map(({ text }) => [[text]]) } : texts.map(({ text }) => text)),
    ),
  },
  {
    what: 'puts all texts in quotes',
    manner: says(({ texts }) =>
      JSON.stringify(Object.fromEntries(texts.map(({ number, text }) => [number, `"${text}"`]))),
    ),
  },
  {
    what: "does not know windrow's switch for thoughts",
    manner: ({ asked }) =>
      asked['chat_template_kwargs'] === undefined ? null : { status: 400, body: { error: 'chat_template_kwargs' } },
  },
]

it.each(ROWS)('a server that $what', async ({ manner, more, stops, givesUp, isBatch = false, isWaitedFor = false }) => {
  const model = await modelEndpoint({ translate: translated, manner, ...more })
  const notes: string[] = []
  try {
    const outcome = await world.run({
      endpoint: model.url,
      isBatch,
      model: { reasoning: 'off', maxTokens: 4_000 },
      plan: { rowsMax: rowsEach, note: (text) => void notes.push(text) },
    })
    expect([...world.stored()].filter(([source, text]) => text !== translated(source))).toEqual([])
    expect(Math.max(...model.bought.values())).toBeLessThanOrEqual(2)
    if (stops !== undefined) {
      expect(outcome?.stopped?.message).toMatch(stops)
      return expect((outcome?.tally.waits ?? 0) > 0).toBe(isWaitedFor)
    }
    if (givesUp !== undefined) {
      const why = outcome?.tally.givenUp.map(({ message }) => message) ?? []
      return expect(why).toEqual([why[0], ...why.slice(1)].map(() => expect.stringMatching(givesUp)))
    }
    expect([outcome?.stopped?.code, outcome?.tally.givenUp, notes]).toEqual(['limit', [], notes])
  } finally {
    await model.close()
  }
})

it.each([
  ['keeps its faults', 0, (text: string) => misspelt(text)],
  ['answers the second time with nothing', 0, () => ''],
  ['mends half of them', 1, (text: string, i: number) => (i === 0 ? text : misspelt(text))],
])(
  'a text that the gate doubts is bought twice at most, and stored whatever comes: a server that %s',
  async (_, better, second) => {
    const manner: Manner = ({ call, texts, content }) =>
      piece(
        call % 2 === 1
          ? misspelt(content)
          : JSON.stringify(Object.fromEntries(texts.map(({ number, text }, i) => [number, second(text, i)]))),
      )
    const model = await modelEndpoint({ translate: translated, manner })
    const before = world.stored().size
    const outcome = await world.run({ endpoint: model.url, plan: { rowsMax: rowsEach } })
    await model.close()
    const { secondTexts = 0, betterTexts, doubts } = outcome?.tally ?? {}
    expect([...model.bought.values()]).toEqual([...model.bought.values()].fill(2))
    expect([world.stored().size - before, model.bought.size, betterTexts]).toEqual([secondTexts, secondTexts, better])
    expect(doubts?.get('DOUBT_01')).toBeGreaterThanOrEqual(secondTexts - better)
    expect(model.prompts[1]).toContain('[because: DOUBT_01')
  },
)

it('a server that is not there is asked a few times only, and the address doubted', async () => {
  const model = await modelEndpoint({ translate: translated })
  await model.close()
  const outcome = await world.run({ endpoint: model.url, plan: { rowsMax: rowsEach } })
  expect([outcome?.tally.waits, outcome?.stopped?.message]).toEqual([3, expect.stringMatching(/is the address right/)])
})

it('a server that has ended a stream with a reason is not believed without one', async () => {
  const replies = [stream(part('1\tПоложи'), part('', 'stop'), DONE), stream(part('1\tПоло'), DONE)]
  const manner: Manner = ({ call }) => replies[call - 1] ?? null
  const model = await modelEndpoint({ translate: translated, manner })
  const opened = await endpointModel({ url: model.url, model: 'm', key: null })
  const askOnce = () => opened.ask({ system: 's', user: '1\tPut', count: 1 }, new AbortController().signal)
  expect([(await askOnce()).isCut, (await askOnce()).isCut]).toEqual([false, true])
  await model.close()
})

it('Anthropic says refusal in the middle of a text', async () => {
  const told = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const manner: Manner = () =>
    stream(
      told('message_start', {
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          content: [],
          model: 'm',
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      }),
      told('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      told('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '1\tПоло' } }),
      told('content_block_stop', { index: 0 }),
      told('message_delta', { delta: { stop_reason: 'refusal', stop_sequence: null }, usage: { output_tokens: 5 } }),
      told('message_stop', {}),
    )
  const model = await modelEndpoint({ translate: translated, manner })
  const opened = await endpointModel({ url: model.url, api: 'anthropic', model: 'm', key: 'k' })
  const answer = await opened.ask({ system: 's', user: '1\tGate', count: 1 }, new AbortController().signal)
  expect(answer).toMatchObject({ text: '1\tПоло', isCut: true, end: 'refusal' })
  await model.close()
})
