// What `windrow translate` bought and can't write, since the disk is full or the server refuses: it waits in files without a key, the
// report and the exit code come, the next run writes it first, and nothing is bought twice.
import { cpSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { translated } from '../support/letter-translation.ts'
import { modelEndpoint, type ModelEndpoint } from '../support/model-endpoint.ts'
import { commandLine, done, type End, run, serve, temporaryFolder } from '../support/program.ts'
import { canShow } from '../support/under-wine.ts'

const sample = fileURLToPath(new URL('../../src/sample/translate_words_map_en', import.meta.url))
const rowsInSample = 368
const modelKey = 'sk-secret-of-the-test'

interface Report {
  readonly written: number
  readonly calls: number
  readonly waiting: { readonly texts: number; readonly files: readonly string[] }
  readonly stopped: { readonly code: string } | null
}

const made = temporaryFolder()
let folder: ReturnType<typeof temporaryFolder>
let data: string
let model: ModelEndpoint
const store = ['--data', made.path]
await done(['import', '--main', sample, '--no-diff', '--quiet', ...store])
await done(['user', 'add', 'Ada', '--role', 'admin', ...store])
await done(['setting', 'set', 'target_language', 'uk', ...store])
afterAll(() => made.remove())
beforeEach(async () => {
  folder = temporaryFolder()
  data = join(folder.path, 'data')
  cpSync(made.path, data, { recursive: true })
  model = await modelEndpoint({ translate: translated, seed: 1, brokenShare: 0, isStructured: true, jobs: {} })
})
afterEach(async () => {
  await model.close()
  folder.remove()
})

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
const reportOf = ({ stdout }: End): Report => JSON.parse(stdout) as Report
const boughtTwice = (): readonly string[] =>
  [...model.bought].filter(([, times]) => times > 1).map(([source]) => source)

async function texts(text: string): Promise<ReadonlyMap<string, string>> {
  const to = join(folder.path, `${text}.jsonl`)
  await done(['export', '--to', to, '--text', text, '--data', data, '--quiet'])
  const lines = readFileSync(to, 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => JSON.parse(line) as { id: string; text: string }).map(({ id, text }) => [id, text]),
  )
}

async function expectAllRight(): Promise<void> {
  const [sources, machine] = [await texts('main'), await texts('machine')]
  expect([...machine].filter(([id, text]) => text !== translated(sources.get(id) ?? ''))).toEqual([])
  expect(machine.size).toBe(rowsInSample)
  expect(boughtTwice()).toEqual([])
}

function expectNoKey(files: readonly string[], ...keys: string[]): void {
  for (const path of files) for (const key of keys) expect(readFileSync(path, 'utf8')).not.toContain(key)
}

it.runIf(process.platform === 'linux' && canShow('a shell')).each([
  ['directly', []],
  ['by jobs', ['--batch']],
])('on a disk that is full, and less full, and has room in the end, %s', async (_, more) => {
  const args = argsWith('--as', 'Ada', '--data', data, ...more)
  const env = { OPENAI_API_KEY: modelKey }
  const size = statSync(join(data, 'main/data.mdb')).size / 1024
  let [waited, inStore] = [0, 0]
  for (let room = 64; ; room += 32) {
    // Node ignores the signal of a file that grows too large by itself, Deno would be ended by it.
    const limit = `trap '' XFSZ; ulimit -f ${Math.ceil(size) + room}; exec "$@"`
    const end = await run(args, { env, program: ['bash', '-c', limit, 'bash', ...commandLine()] })
    expect([end.code === 0 || end.code === 75, end.stdout]).toEqual([true, expect.stringContaining('"waiting"')])
    const { stopped, waiting, written } = reportOf(end)
    if (waited > 0 && written > 0) expect(end.stderr).toMatch(/saving \d+ texts? that an earlier run bought|picking up/)
    expect(boughtTwice()).toEqual([])
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
  await done([...create, '--data', data], `${key}\n`)
  const server = await serve(['--data', data])
  let refuses = true
  const front = await before(server.url, () => (refuses ? refusal : null))
  const env = {
    WINDROW_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    WINDROW_KEY: key,
    OPENAI_API_KEY: modelKey,
    XDG_DATA_HOME: folder.path,
    LOCALAPPDATA: folder.path,
    HOME: folder.path,
  }
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
    const waits = `${waiting.texts} texts from earlier runs are waiting in ${join(folder.path, 'windrow', 'model-ledger')}`
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
