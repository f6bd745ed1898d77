// More of what servers of models do, of each kind some ten that no rule was made for. Whatever comes, nothing wrong is stored, no row is in
// more than two answered prompts, and what is left is named.
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compare, type Contestant, sampleRows } from '../../src/compare.ts'
import { Ledger } from '../../src/ledger.ts'
import { endpointModel } from '../../src/models/endpoint-model.ts'
import { Stop } from '../../src/run.ts'
import { Spending } from '../../src/spending.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { type Behaviour, type Given, modelEndpoint, type Reply } from '../../../../test/support/model-endpoint.ts'
import { data, DONE, fails, halfOf, type Manner, part, piece, stream } from '../../../../test/support/model-manners.ts'
import { temporaryFolder } from '../../../../test/support/program.ts'
import { madeUpSources, openTranslateWorld } from '../../../../test/support/translate-world.ts'

const rowsEach = 6
const world = await openTranslateWorld(madeUpSources(3_000, 9))
const folder = temporaryFolder()
afterAll(async () => {
  await world.close()
  folder.remove()
})
const brief = { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const
const sample = await sampleRows(world.agent, 8, 3)

/** `said`: what a report or a line of the run says of rows that are left; absent: all are translated. */
interface Row {
  readonly what: string
  readonly manner: Manner
  readonly more?: Partial<Behaviour>
  readonly said?: RegExp
}
const LINES = { isStructured: false }
const inLines = (what: string, manner: Manner, said?: RegExp): Row => ({
  what: `${what}, in lines`,
  manner,
  more: LINES,
  ...(said && { said }),
})
const all = (manners: Readonly<Record<string, Manner>>, said?: RegExp): Row[] =>
  Object.entries(manners).map(([what, manner]) => ({ what, manner, ...(said && { said }) }))
/** The first two answers are in this manner. */
const twice =
  (manner: Manner): Manner =>
  (given) =>
    given.call <= 2 ? manner(given) : null
const sends =
  (value: unknown): Manner =>
  () => ({ body: JSON.stringify(value) })
const says =
  (words: (given: Given) => string): Manner =>
  (given) =>
    piece(words(given))
const flow =
  (of: (content: string) => Reply): Manner =>
  ({ content }) =>
    of(content)
type Of = (number: number, text: string) => unknown
const listed =
  (of: Of, around: (list: unknown) => unknown = (list) => list): Manner =>
  ({ texts }) =>
    piece(JSON.stringify(around(texts.map(({ number, text }) => of(number, text)))))
const members = (of: (number: number, text: string) => readonly [string | number, unknown]): Manner =>
  listed(of, (list) => Object.fromEntries(list as [string, unknown][]))
const lines =
  (of: (number: number, text: string) => string, around = (text: string) => text): Manner =>
  ({ texts }) =>
    piece(around(texts.map(({ number, text }) => of(number, text)).join('\n')))
const onLine = (text: string): string => text.replaceAll('\n', '\\n')
const csv = (text: string): string => `"${text.replaceAll('"', '""')}"`
const error = (message: string): string => data({ error: { message } })

const ENDS: readonly Row[] = [
  ...'im_end eom_id stop_words FINISHED natural_stop end_of_message model_stop completion eos_found final'
    .split(' ')
    .map((end) =>
      inLines(
        `ends with ${end}`,
        flow((content) => piece(content, end)),
      ),
    ),
  ...'timeout guardrail_intervened preempted MALFORMED_FUNCTION_CALL load unload incomplete max_completion_tokens OTHER LANGUAGE'
    .split(' ')
    .map((end) =>
      inLines(
        `ends in a text with ${end}`,
        flow((content) => piece(halfOf(content), end)),
        /no whole text/,
      ),
    ),
]
const firstTwo = ({ texts }: Given) => texts.slice(0, 2).map(({ number, text }) => [number, onLine(text)] as const)
const ONCE_TOO_OFTEN: readonly Row[] = [
  {
    what: 'is cut after two texts, always',
    manner: (given) => piece(`${JSON.stringify(Object.fromEntries(firstTwo(given))).slice(0, -1)}, "3": "По`, 'length'),
  },
  inLines('is cut after two texts, always', (given) =>
    piece(
      `${firstTwo(given)
        .map((pair) => pair.join('\t'))
        .join('\n')}\n3\tПо`,
      'length',
    ),
  ),
  inLines('is cut in the first text, always', () => piece('1\tПоло', 'length'), /no whole text/),
  ...all(
    {
      'breaks off, always': flow((content) => stream(part(content.slice(0, content.length / 2)))),
      'fails twice, with status 200': twice(sends({ error: 'no whole text: upstream failed' })),
      'fails twice, in a stream': twice(() => stream(error('no whole text: overloaded'))),
      'fails twice after thoughts': twice(() =>
        stream(data({ choices: [{ delta: { reasoning_content: 'Hm' } }] }), error('no whole text: overloaded')),
      ),
      'says nothing twice': twice(() => piece('')),
      'does not mark quotation marks, always': says(
        ({ texts }) =>
          `{${texts.map(({ number, text }) => `"${number}": "${text.slice(0, 8)}"${text.slice(8)}"`).join(', ')}}`,
      ),
      'thinks without end': () => ({
        ...stream(),
        repeats: data({ choices: [{ delta: { reasoning_content: 'Hm '.repeat(9_000) } }] }),
      }),
    },
    /no whole text/,
  ),
  ...all({ 'sends null twice': twice(sends(null)) }, /without a text/),
  ...all(
    { 'makes an excuse for all': () => piece("I'm sorry, but I can't help with that.") },
    /could not be read|no whole/,
  ),
  ...all(
    { 'sends a page without end': () => ({ body: '<html>', repeats: '<p>Hm</p>'.repeat(90_000) }) },
    /without end/,
  ),
  ...all({
    'goes on with white space': flow((content) => ({ ...stream(part(content)), repeats: part('\n    '.repeat(99)) })),
    'goes on with other words': flow((content) => ({ ...stream(part(content)), repeats: part(' та'.repeat(999)) })),
    'has a filter for one row': ({ content, texts }) =>
      texts.length > 1 ? piece('', 'content_filter') : piece(content),
  }),
]
const INSIDE: readonly (readonly [unknown, RegExp])[] = [
  [{ success: false, message: 'model overloaded' }, /model overloaded/],
  [{ status: 'error', reason: 'The model is not ready' }, /not ready/],
  [
    { choices: [{ message: { content: null }, error: { code: 502, message: 'Provider failed' } }] },
    /502 Provider failed/,
  ],
  [
    { choices: [{ finish_reason: 'error', message: { content: '' }, error: { message: 'Bad key', code: 401 } }] },
    /401 Bad key/,
  ],
  [{ choices: [{ message: { content: 'Error: rate limit exceeded' } }] }, /rate limit exceeded/],
  [{ base_resp: { status_code: 1008, status_msg: 'insufficient balance' }, choices: null }, /insufficient balance/],
  [{ Response: { Error: { Code: 'AuthFailure', Message: 'The signature is wrong' } } }, /signature is wrong/],
  [{ fault: { faultstring: 'Invalid ApiKey' } }, /Invalid ApiKey/],
  [{ choices: [], usage: {}, info: 'quota' }, /quota/],
  [{ title: 'Unauthorized', status: 401 }, /401 Unauthorized/],
]
const REFUSED: readonly (readonly [number, object, RegExp])[] = [
  [429, [{ error: { message: 'Exhausted', details: [{ quotaMetric: 'per day' }] } }], /Exhausted/],
  [400, { errors: ['model is unknown here', 'second'] }, /unknown here: second/],
  [400, [['no such thing']], /no such thing/],
  [400, { error: [{ message: 'field x is bad' }] }, /field x is bad/],
  [403, { error: { errors: [{ reason: 'keyInvalid', message: 'API key not valid' }] } }, /API key not valid/],
  [400, { error: { message: { text: 'deep words' } } }, /deep words/],
  [422, { errors: { messages: ['must be a string'] } }, /must be a string/],
  [400, ['no such model'], /no such model/],
  [400, { violations: [{ propertyPath: 'n', title: 'Not allowed here' }] }, /Not allowed here/],
  [404, { Message: 'No such deployment' }, /No such deployment/],
]
const IN_STREAMS: readonly (readonly [Reply, RegExp])[] = [
  [stream('event: error\ndata: the key is not known\n\n'), /the key is not known/],
  [stream(data({ type: 'error', error: { message: 'Overloaded' } })), /Overloaded/],
  [stream(data({ choices: [{ delta: {}, finish_reason: 'error', error: { message: 'Failed' } }] }), DONE), /Failed/],
  [stream('data: [ERROR] upstream closed\n\n'), /upstream closed/],
  [stream('error: {"message": "a bad token"}\n\n'), /a bad token/],
  [stream(data({ status: 500, message: 'internal' })), /500 internal/],
  [{ ...stream(JSON.stringify({ error: { message: 'a plain body' } })) }, /a plain body/],
  [stream(), /without a text/],
  [stream(': hello\n\n'), /without a text/],
  [
    stream(part('{"1": "По'), 'event: error\ndata: {"code": 500, "msg": "worker died"}\n\n'),
    /no whole text|worker died/,
  ],
  [stream(data({ candidates: [{ finishReason: 'STOP' }] })), /candidates/],
]
const refusing =
  (isSent: (asked: Given['asked']) => boolean, status: number, body: object | string): Manner =>
  ({ asked }) =>
    isSent(asked) ? { status, body } : null
const hasSystem = ({ messages }: Given['asked']): boolean => (messages as { role: string }[])[0]?.role === 'system'
const has = (name: string) => (asked: Given['asked']) => asked[name] !== undefined
const MEMBERS: readonly Row[] = all({
  'a system message': refusing(hasSystem, 400, { error: { message: 'System role not supported' } }),
  'a system message, by its template': refusing(hasSystem, 500, {
    error: 'Conversation roles must alternate user/assistant/…',
  }),
  'a role': refusing(hasSystem, 400, {
    error: { message: "'messages[0].role' does not support 'system' with this model." },
  }),
  'a level': refusing(has('reasoning_effort'), 400, {
    error: { message: "Invalid value: 'none'.", param: 'reasoning_effort' },
  }),
  'more members': refusing(has('chat_template_kwargs'), 422, {
    detail: [{ loc: ['body', 'chat_template_kwargs'], msg: 'Extra' }],
  }),
  'a part of the schema': refusing(has('response_format'), 400, [
    { error: { message: 'Unknown name "additionalProperties"' } },
  ]),
  'a schema, with 404': refusing(has('response_format'), 404, {
    error: { message: 'No endpoints support structured outputs' },
  }),
  'a schema, with 500': refusing(has('response_format'), 500, { error: { message: 'json schema conversion failed' } }),
  'streams, with 501': refusing(({ stream: is }) => is === true, 501, 'streaming is not implemented'),
  'options of streams': refusing(has('stream_options'), 400, { error: { message: 'Unrecognized: stream_options' } }),
})
const END = part('', 'stop') + DONE
const STREAMS: Readonly<Record<string, (content: string) => Reply>> = {
  'has capital names': (text) => stream((part(text) + END).replaceAll('data: ', 'DATA: ')),
  'has texts of completions': (text) => stream(data({ choices: [{ text, finish_reason: null }] }), END),
  'sends all of it again in each part': (text) =>
    stream(part(text.slice(0, 30)), part(text.slice(0, 60)), part(text), END),
  'sends all of it again at the end': (text) =>
    stream(part(text), data({ choices: [{ message: { content: text }, finish_reason: 'stop' }] }), DONE),
  'ends in small letters': (text) => stream(part(text), part('', 'stop'), 'data: [done]\n\n'),
  'has ids and names of events': (text) => stream(`id: 1\nevent: message\nretry: 10\n${part(text)}`, END),
  'begins with a mark of byte order': (text) => stream('\ufeff', part(text), END),
  'begins with empty lines': (text) => stream('\n\n\n', part(text), END),
  'has a second choice': (text) =>
    stream(
      data({
        choices: [
          { index: 0, delta: { content: text } },
          { index: 1, delta: { content: 'x' } },
        ],
      }),
      END,
    ),
  'is a list of parts': (text) => ({
    body: [text.slice(0, 20), text.slice(20)].map((content) => ({
      choices: [{ delta: { content }, finish_reason: 'stop' }],
    })),
  }),
}
const SHAPES: Readonly<Record<string, Manner>> = {
  'YAML with its numbers in quotes': lines((n, t) => `"${n}": ${JSON.stringify(t)}`),
  CSV: lines((n, t) => `${n},${csv(onLine(t))}`),
  'CSV with a head': lines(
    (n, t) => `${n},${csv(onLine(t))}`,
    (text) => `id,translation\n${text}`,
  ),
  'lines with bars': lines((n, t) => `${n}|${onLine(t)}`),
  'headings and lines': lines((n, t) => `### ${n}\n${onLine(t)}\n`),
  'bold texts': lines((n, t) => `${n}) **${onLine(t)}**`),
  'texts by language': members((n, text) => [n, { uk: text }]),
  'texts by the name of a language': listed((n, text) => ({ id: n, Ukrainian: text })),
  'texts beside their sources': listed((n, text) => ({ n, en: 'the source', uk: text })),
  'another name for texts': listed((n, text) => ({ idx: n, src: 'the source', tgt: text })),
  'pairs with numbers in quotes': listed((n, text) => [String(n), text]),
  'two lists': ({ texts }) =>
    piece(JSON.stringify({ ids: texts.map(({ number }) => number), texts: texts.map(({ text }) => text) })),
  'keys with a word': members((n, text) => [`key_${n}`, text]),
  tags: lines(
    (n, t) => `<seg number='${n}'>${t}</seg>`,
    (text) => `<translations>\n${text}\n</translations>`,
  ),
  'a table of HTML': lines(
    (n, t) => `<tr><td>${n}</td><td>${t}</td></tr>`,
    (text) => `<table>${text}</table>`,
  ),
  'an assignment': lines(
    (n, t) => `  ${n}: ${JSON.stringify(t)},`,
    (text) => `translations = {\n${text}\n}`,
  ),
  ...Object.fromEntries(
    ["'…'", '‘…’', '`…`', '„…“', '「…」', '"…".', '\\"…\\"', '**…**'].map((marks) => [
      `texts in ${marks}`,
      members((n, text) => [n, marks.replace('…', () => text)]),
    ]),
  ),
  ...Object.fromEntries(
    ['\u00a0', '\u2009', ' \u200b'].map((space) => [
      `U+${space.codePointAt(space.length - 1)?.toString(16)} for spaces`,
      members((n, text) => [n, text.replaceAll(' ', space)]),
    ]),
  ),
}
const THOUGHTS: readonly (readonly [string, string])[] = [
  ['Thinking...\n1\tHm.\n...done thinking.\n\n', ''],
  ['<|START_THINKING|>1\tHm<|END_THINKING|><|START_RESPONSE|>', '<|END_RESPONSE|>'],
  ['<longcat_think>\n1\tHm\n</longcat_think>\n', ''],
  ['[unused16]1\tHm[unused17]', ''],
  ['<|channel>thought\n1\tHm<channel|>', ''],
  ['<internal>1\tHm</internal>', ''],
  ['<chain-of-thought>1\tHm</chain-of-thought>', ''],
  ['<details><summary>Thinking</summary>\n1\tHm\n</details>\n', ''],
  ['< think >1\tHm</ think >', ''],
  ['<think>Hm</think><answer>', '</answer>'],
  ['\\boxed{', '}'],
  ['<|begin_of_box|>', '<|end_of_box|>'],
]

const KINDS = [
  ['that', ENDS],
  ['that', ONCE_TOO_OFTEN],
  [
    'that fails with status 200 and',
    INSIDE.map(([body, said]): Row => ({ what: JSON.stringify(body), manner: sends(body), said })),
  ],
  [
    'that refuses:',
    REFUSED.map(([status, body, said]): Row => ({ what: JSON.stringify(body), manner: fails(status, body), said })),
  ],
  ['whose stream fails:', IN_STREAMS.map(([reply, said]): Row => ({ what: String(said), manner: () => reply, said }))],
  ['that does not know', MEMBERS],
  [
    'whose stream',
    Object.entries(STREAMS).flatMap(([what, of]): Row[] => [{ what, manner: flow(of) }, inLines(what, flow(of))]),
  ],
  ['that answers with', all(SHAPES)],
  [
    'that thinks:',
    THOUGHTS.map(([before, behind]) =>
      inLines(
        JSON.stringify(before),
        says(({ content }) => before + content + behind),
      ),
    ),
  ],
] as const

describe.each(KINDS)('a server %s', (_, rows) => {
  it.each(rows)('$what', async ({ manner, more, said }) => {
    const model = await modelEndpoint({ translate: translated, manner, ...more })
    const notes: string[] = []
    const before = world.stored().size
    try {
      const outcome = await world.run({
        endpoint: model.url,
        model: { reasoning: 'off', maxTokens: 4_000 },
        plan: { rowsMax: rowsEach, note: (text) => void notes.push(text) },
      })
      expect([...world.stored()].filter(([source, text]) => text !== translated(source))).toEqual([])
      expect(Math.max(0, ...model.bought.values())).toBeLessThanOrEqual(2)
      const { stopped = null, tally } = outcome ?? {}
      const givenUp = tally?.givenUp ?? []
      if (said === undefined) {
        expect([stopped?.code, givenUp, world.stored().size - before]).toEqual(['limit', [], model.bought.size])
      } else {
        const stored = world.stored().size - before
        expect(stopped?.code === 'model' || stored + givenUp.length === model.bought.size).toBe(true)
        expect([stopped?.message, ...givenUp.map(({ message }) => message), ...notes].join('\n')).toMatch(said)
      }
    } finally {
      await model.close()
    }
  })
})

describe.each(KINDS)('compare with a server %s', (_, rows) => {
  it.each(rows)('$what', async ({ manner, more }) => {
    const of = { translate: translated }
    const [odd, right] = await Promise.all([modelEndpoint({ ...of, manner, ...more }), modelEndpoint(of)])
    const contestant = async (name: string, { url }: { url: string }): Promise<Contestant> => ({
      name,
      model: await endpointModel({ url, model: name, key: null, reasoning: 'off' }),
      spending: new Spending({ tokens: null, cost: null }, null),
    })
    const ledger = new Ledger(join(folder.path, 'ledger'), {
      server: '',
      person: 'Ada',
      language: 'uk',
      role: 'compare',
    })
    const work = {
      ledger,
      agent: world.agent,
      brief,
      rowsPerCall: 50,
      context: null,
      pause: async () => {},
      note: () => {},
    }
    try {
      const both = [await contestant('odd', odd), await contestant('right', right)] as const
      const { signal } = new AbortController()
      const compared = await compare({ ...work, signal }, both, sample).catch((error: unknown) => {
        if (error instanceof Stop) return error
        throw error
      })
      expect(Math.max(0, ...odd.bought.values())).toBeLessThanOrEqual(2)
      if (compared instanceof Stop) return expect(compared.message).not.toBe('')
      for (const purchase of compared.bought) await ledger.close(purchase)
      // No text that the gate takes is a wrong one.
      expect(compared.pairs.map(({ texts: [text] }) => text)).toEqual([])
    } finally {
      await odd.close()
      await right.close()
    }
  })
})
