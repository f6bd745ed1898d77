// A model behind an endpoint: what is asked of it, and what its faults are taken for.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { endpointModel } from '../../../src/translate/endpoint-model.ts'

let close: () => void = () => {}
afterEach(() => close())

/** An endpoint that does this with each request, and how many came. */
async function endpoint(answer: (response: ServerResponse) => void): Promise<{ url: string; count: () => number }> {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, count: () => requests }
}

const prompt = { system: 'You translate.', user: '1\tGate', count: 1 }
const ask = async (url: string, more: { answerMs?: number } = {}) =>
  await (await endpointModel({ url, model: 'qwen4', key: null, ...more })).ask(prompt, new AbortController().signal)

it('an answer that does not come in time is a failure like others, and known to be late', async () => {
  const silent = await endpoint(() => {})
  const late = { name: 'ModelTrouble', isPassing: true, isLate: true, message: `${silent.url} gave no answer in time` }
  await expect(ask(silent.url, { answerMs: 50 })).rejects.toMatchObject(late)
  const hanging = await endpoint((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  )
  await expect(ask(hanging.url, { answerMs: 50 })).rejects.toMatchObject({ isPassing: true, isLate: true })
})

it.each([
  [404, { message: 'model "qwen4" not found, try pulling it first' }, 1],
  [404, { message: 'The model `qwen4` does not exist.', code: 'model_not_found' }, 1],
  [400, { message: 'invalid model name' }, 1],
  [404, { message: 'no such address' }, 1],
  [404, { message: 'No endpoints found that can handle the requested parameters.' }, 2],
  [400, { message: "Invalid parameter: 'response_format' is not supported with this model." }, 2],
  [400, { message: 'bad request' }, 2],
  [401, { message: 'wrong key' }, 1],
])('%i %j takes %i request(s)', async (status, error, requests) => {
  const refusing = await endpoint((response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
  )
  await expect(ask(refusing.url)).rejects.toMatchObject({ isPassing: false, isLate: false })
  expect(refusing.count()).toBe(requests)
})

it('a proxy that would not wait any longer says so, too', async () => {
  const proxy = await endpoint((response) => response.writeHead(504).end('gateway time-out'))
  await expect(ask(proxy.url)).rejects.toMatchObject({ isPassing: true, isLate: true })
})

it('one that nobody listens at is a failure that passes', async () => {
  const gone = await endpoint(() => {})
  close()
  await expect(ask(gone.url)).rejects.toMatchObject({ isPassing: true, isLate: false })
})
