// What `windrow translate` bought and can't write, since the disk is full or the server refuses: it waits in files without a key, the
// report and the exit code come, the next run writes it first, and nothing is bought twice.
import { readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import type { ModelEndpoint } from '../support/model-endpoint.ts'
import { commandLine, run, serve } from '../support/program.ts'
import { boughtTwice, reportOf, rowsInSample, sampleStores, wrongOnes } from '../support/sample-stores.ts'
import { canShow } from '../support/under-wine.ts'

const modelKey = 'sk-secret-of-the-test'
const { at, behave, done, envFor, here, stored } = await sampleStores()
let model: ModelEndpoint
beforeEach(async () => void (model = await behave({ jobs: {} })))

const argsWith = (...more: string[]): string[] => [
  'translate',
  '--endpoint',
  model.url,
  '--model',
  'stand-in',
  '--rows',
  '60',
  '--json',
  ...more,
]

async function expectAllRight(): Promise<void> {
  const all = await stored()
  expect([all.length, wrongOnes(all), boughtTwice(model)]).toEqual([rowsInSample, [], []])
}

function expectNoKey(files: readonly string[], ...keys: string[]): void {
  for (const path of files) for (const key of keys) expect(readFileSync(path, 'utf8')).not.toContain(key)
}

it.runIf(process.platform === 'linux' && canShow('a shell')).each([
  ['directly', []],
  ['by jobs', ['--batch']],
])('on a disk that is full, and less full, and has room in the end, %s', async (_, more) => {
  const args = argsWith(...here(), ...more)
  const env = { OPENAI_API_KEY: modelKey }
  const size = statSync(at('data', 'main/data.mdb')).size / 1024
  let [waited, inStore] = [0, 0]
  for (let room = 64; ; room += 32) {
    // Node ignores the signal of a file that grows too large by itself, Deno would be ended by it.
    const limit = `trap '' XFSZ; ulimit -f ${Math.ceil(size) + room}; exec "$@"`
    const end = await run(args, { env, program: ['bash', '-c', limit, 'bash', ...commandLine()] })
    expect([end.code === 0 || end.code === 75, end.stdout]).toEqual([true, expect.stringContaining('"waiting"')])
    const { stopped, waiting, written } = reportOf(end)
    if (waited > 0 && written > 0) expect(end.stderr).toMatch(/saving \d+ texts? that an earlier run bought|picking up/)
    expect(boughtTwice(model)).toEqual([])
    expectNoKey(waiting.files, modelKey)
    if (stopped === null) break
    expect([end.code, stopped.code]).toEqual([75, expect.stringMatching(/^(save_failed|not_kept)$/)])
    inStore += written
    // Nothing that was bought is lost; the disk may also be full for what comes behind the last text.
    expect(inStore + waiting.texts).toBeGreaterThanOrEqual(model.bought.size)
    waited += waiting.texts
  }
  expect(waited).toBeGreaterThan(0)
  await expectAllRight()
})

interface Refusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** A server in front of another, as a proxy is; answers writes itself where `refusal` is not null. */
async function before(url: string, refusal: () => Refusal | null): Promise<Server> {
  const front = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const isWrite = request.method === 'POST' && request.url === '/api/v2/translations'
      const refused = isWrite ? refusal() : null
      if (refused !== null) {
        response.writeHead(refused.status, refused.headers).end(refused.body)
        return
      }
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
      const answer = await fetch(url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const retry = answer.headers.get('retry-after')
      const text = await answer.text()
      response.writeHead(answer.status, { ...(retry !== null && { 'Retry-After': retry }) }).end(text)
    })()
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return front
}

const said = (error: string, retriable: boolean): string =>
  JSON.stringify({ success: false, error, message: 'Not now.', hint: '', details: { retriable } })

it.each<[string, Refusal, number, string]>([
  ['403', { status: 403, body: said('forbidden_ability', false) }, 1, 'forbidden_ability'],
  ['403 of something in front of it', { status: 403, body: '<html>Forbidden' }, 1, 'no_answer'],
  ['507', { status: 507, body: said('save_failed', true) }, 75, 'save_failed'],
  [
    '503',
    { status: 503, headers: { 'Retry-After': '3600' }, body: said('limiter_unavailable', true) },
    75,
    'limiter_unavailable',
  ],
])('by a server that answers a write with %s', async (_, refusal, code, why) => {
  const key = `wdr_${'0'.repeat(60)}`
  const create = ['key', 'create', '--user', 'Ada', '--name', 'k', '--requests-per-minute', '100000', '--secret-stdin']
  await done(create, `${key}\n`)
  const server = await serve(['--data', at('data')])
  let refuses = true
  const front = await before(server.url, () => (refuses ? refusal : null))
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const env = { ...envFor(url, key), OPENAI_API_KEY: modelKey }
  try {
    const first = await run(argsWith(), { env })
    const { stopped, waiting, calls } = reportOf(first)
    expect([first.code, stopped?.code, calls, waiting.files.length]).toEqual([code, why, 1, 1])
    expect(waiting.texts).toBeGreaterThan(0)
    expectNoKey(waiting.files, modelKey, key)
    const bought = model.bought.size
    // Refused once more, it buys nothing; one that can't even begin tells what waits.
    const second = await run(argsWith(), { env })
    expect([second.code, reportOf(second).waiting, model.bought.size]).toEqual([code, waiting, bought])
    const lost = await run(argsWith(), { env: { ...env, WINDROW_KEY: `wdr_${'1'.repeat(60)}` } })
    const waits = `${waiting.texts} texts from earlier runs are waiting in ${at('windrow', 'model-ledger')}`
    expect([lost.code, lost.stderr, lost.stdout]).toEqual([
      1,
      expect.stringContaining(waits),
      expect.stringContaining(waits),
    ])
    refuses = false
    const third = await run(argsWith(), { env })
    expect([third.code, third.stderr, reportOf(third).waiting]).toEqual([
      0,
      expect.stringContaining(`saving ${waiting.texts} texts that an earlier run bought`),
      { texts: 0, cost: 0, files: [], purchases: [] },
    ])
  } finally {
    front.close()
    await server.stop()
  }
  await expectAllRight()
})
