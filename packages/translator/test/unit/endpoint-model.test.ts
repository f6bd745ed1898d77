// A model behind an endpoint: what is asked of it, and what its faults are taken for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Endpoint, endpointModel } from '../../src/models/endpoint-model.ts'
import { AnsweredTrouble } from '../../src/models/model.ts'

let close: () => void = () => {}
afterEach(() => close())

interface Came {
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** An endpoint that does this with each request, and what came. */
async function endpoint(
  answer: (response: ServerResponse, came: Came) => void,
): Promise<{ url: string; count: () => number; came: readonly Came[] }> {
  const came: Came[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Came['body']
      const one = { url: request.url, headers: request.headers, body }
      came.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, count: () => came.length, came }
}

const prompt = { system: 'You translate.', user: '1\tGate', count: 1 }
const ask = async (url: string, more: Partial<Endpoint> = {}) =>
  await (await endpointModel({ url, model: 'qwen4', key: null, ...more })).ask(prompt, new AbortController().signal)

const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`
const ending = (reason: string, usage: object): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: reason }], usage })}\n\ndata: [DONE]\n\n`
const asStream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

it('an answer that does not come in time is a failure like others, and known to be late', async () => {
  const silent = await endpoint(() => {})
  const late = { name: 'ModelTrouble', isPassing: true, size: 'late', message: `${silent.url} did not answer in time` }
  await expect(ask(silent.url, { silenceMs: 50 })).rejects.toMatchObject(late)
  const hanging = await endpoint((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  )
  await expect(ask(hanging.url, { silenceMs: 50 })).rejects.toMatchObject({ isPassing: true, size: 'late' })
})

it('an answer that names a busy server is none that was paid for, whatever its status', async () => {
  const busy = async (code: number) => {
    const { url } = await endpoint((response) => response.end(JSON.stringify({ error: { code, message: 'Wait' } })))
    return await ask(url).catch((error: unknown) => error)
  }
  for (const code of [429, 503, 529]) expect(await busy(code)).not.toBeInstanceOf(AnsweredTrouble)
  expect(await busy(429)).toMatchObject({ isPassing: true, message: expect.stringContaining('429 Wait') as string })
  expect(await busy(502)).toBeInstanceOf(AnsweredTrouble)
})

it('a connection that breaks is named in words of people', async () => {
  const closed = await endpoint((response) => response.destroy())
  await expect(ask(closed.url)).rejects.toMatchObject({
    isPassing: true,
    message: `${closed.url} closed the connection without an answer`,
  })
  const broken = await endpoint((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(ask(broken.url)).rejects.toMatchObject({
    isPassing: true,
    message: `${broken.url} broke off within its answer`,
  })
})

it.each([
  ['404 page not found', true],
  ['Invalid URL (POST /chat/completions)', true],
  ["model 'qwen4' not found", false],
  ['No endpoints found for qwen4', false],
])('a server that does not find what is asked, with %j: the address is doubted: %s', async (words, isDoubted) => {
  const { url } = await endpoint((response) => response.writeHead(404).end(words))
  const error = await ask(url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ isPassing: false })
  expect(String(error).includes('is the address right?')).toBe(isDoubted)
})

it('a port that takes the connection and says nothing is named at once, waited for, and then doubted', async () => {
  const notes: string[] = []
  const note = (text: string): void => void notes.push(text)
  const silent = await endpoint(() => {})
  const asked = ask(silent.url, { silenceMs: 60, noteMs: 20, note })
  await expect(asked).rejects.toMatchObject({
    isPassing: false,
    message: expect.stringMatching(/is the address right/),
  })
  expect(notes).toEqual([expect.stringMatching(/accepted the connection but says nothing.*Ctrl\+C ends the run/)])
  close()
  const loading = await endpoint((response, { url }) => {
    if (url === '/v1/models') response.writeHead(401).end()
  })
  await expect(ask(loading.url, { silenceMs: 60, note })).rejects.toMatchObject({ isPassing: true, size: 'late' })
  expect([notes.length, loading.came.map(({ url }) => url)]).toEqual([1, ['/v1/models', '/v1/chat/completions']])
})

it.each([
  [404, { message: 'model "qwen4" not found, try pulling it first' }, 1],
  [404, { message: 'The model `qwen4` does not exist.', code: 'model_not_found' }, 1],
  [400, { message: 'invalid model name' }, 1],
  [404, { message: 'no such address' }, 1],
  [404, { message: 'No endpoints found that can handle the requested parameters.' }, 3],
  [400, { message: "Invalid parameter: 'response_format' is not supported with this model." }, 3],
  [400, { message: 'bad request' }, 3],
  [400, { message: 'stream_options is not supported' }, 4],
  [401, { message: 'wrong key' }, 1],
])('%i %j takes %i request(s)', async (status, error, requests) => {
  const refusing = await endpoint((response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
  )
  await expect(ask(refusing.url)).rejects.toMatchObject({ isPassing: false })
  expect(refusing.count()).toBe(requests)
})

it('a proxy that would not wait any longer says so, too', async () => {
  const proxy = await endpoint((response) => response.writeHead(504).end('gateway time-out'))
  await expect(ask(proxy.url)).rejects.toMatchObject({ isPassing: true, size: 'late' })
})

it('one that nobody listens at is a failure that passes', async () => {
  const gone = await endpoint(() => {})
  close()
  await expect(ask(gone.url)).rejects.toMatchObject({ isPassing: true, size: null })
})

it('reads a stream: thoughts are no text, and cached tokens are counted', async () => {
  const streaming = await endpoint((response) => {
    asStream(response).write(chunk({ role: 'assistant', reasoning_content: 'A gate is {"1": "a door"}?' }))
    response.write(chunk({ content: '{"1": "Бра' }))
    response.write(chunk({ content: 'ма"}' }))
    const usage = { prompt_tokens: 90, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 64 } }
    response.end(ending('stop', usage))
  })
  expect(await ask(streaming.url)).toEqual({
    text: '{"1": "Брама"}',
    isCut: false,
    end: 'stop',
    tokens: { input: 90, cached: 64, output: 20 },
  })
  expect(streaming.came[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
})

it('an answer may take longer than the longest silence, as long as something arrives', async () => {
  const slow = await endpoint((response) => {
    asStream(response)
    let sent = 0
    const timer = setInterval(() => {
      response.write(chunk({ reasoning_content: 'hm ' }))
      if (++sent < 8) return
      clearInterval(timer)
      response.write(chunk({ content: '{"1": "Брама"}' }))
      response.end(ending('stop', { prompt_tokens: 9, completion_tokens: 9 }))
    })
  })
  expect(await ask(slow.url, { silenceMs: 600 })).toMatchObject({ text: '{"1": "Брама"}', isCut: false })
})

it('a stream that breaks off, or falls silent, is an answer that was cut there', async () => {
  const broken = await endpoint((response) => {
    asStream(response).write(chunk({ content: '1\tБрама\n2\tПо' }))
    setTimeout(() => response.destroy(), 20)
  })
  expect(await ask(broken.url)).toEqual({ text: '1\tБрама\n2\tПо', isCut: true, tokens: null })
  const silent = await endpoint((response) => void asStream(response).write(chunk({ content: '1\tБрама\n' })))
  expect(await ask(silent.url, { silenceMs: 200 })).toEqual({ text: '1\tБрама\n', isCut: true, tokens: null })
})

it.each([
  [400, { message: 'the request exceeds the available context size (4096 tokens)' }],
  [400, { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' }],
  [400, { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
])('%i %j is a prompt that is too long', async (status, error) => {
  const small = await endpoint((response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
  )
  await expect(ask(small.url)).rejects.toMatchObject({ isPassing: true, size: 'long' })
  expect(small.count()).toBe(1)
})

const settings = { temperature: 0.3, maxTokens: 900, key: 'sk-test', extraBody: { top_k: 20 } } as const
const answered = (response: ServerResponse): void => {
  asStream(response).write(chunk({ content: '{"1": "Брама"}' }))
  response.end(ending('stop', { prompt_tokens: 9, completion_tokens: 9 }))
}

it('sends what the user set, in the words of each family', async () => {
  const compatible = await endpoint(answered)
  await ask(compatible.url, { ...settings, reasoning: 'off' })
  expect(compatible.came[0]).toMatchObject({
    url: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-test' },
    body: {
      temperature: 0.3,
      max_tokens: 900,
      top_k: 20,
      reasoning_effort: 'none',
      chat_template_kwargs: { enable_thinking: false },
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    },
  })
  close()
  const openai = await endpoint(answered)
  await ask(openai.url, { ...settings, api: 'openai', model: 'gpt-5.1', reasoning: 'low' })
  expect(openai.came[0]).toMatchObject({
    url: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-test' },
    body: { max_completion_tokens: 900, top_k: 20, reasoning_effort: 'low' },
  })
})

it('asks Anthropic in its own form, with the mark of its cache', async () => {
  const event = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const anthropic = await endpoint((response) => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 1_200, cache_creation_input_tokens: 0, output_tokens: 1 }
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage }
    asStream(response).write(event('message_start', { message }))
    response.write(event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }))
    response.write(event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '1\tБрама' } }))
    response.write(event('content_block_stop', { index: 0 }))
    response.write(event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 12 } }))
    response.end(event('message_stop', {}))
  })
  const model = 'claude-sonnet-4-5'
  expect(await ask(anthropic.url, { ...settings, api: 'anthropic', model, reasoning: 'off' })).toEqual({
    text: '1\tБрама',
    isCut: false,
    end: 'end_turn',
    tokens: { input: 1_210, cached: 1_200, output: 12 },
  })
  const { url, headers, body } = anthropic.came[0] as Came
  expect([url, headers['x-api-key']]).toEqual(['/v1/messages', 'sk-test'])
  expect(body).toMatchObject({
    max_tokens: 900,
    top_k: 20,
    thinking: { type: 'disabled' },
    system: [{ type: 'text', text: 'You translate.', cache_control: { type: 'ephemeral' } }],
  })
})
