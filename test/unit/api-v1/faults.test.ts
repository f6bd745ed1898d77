// What the outside can't bring about: time that passes, counters and disks that fail, an import that holds the writer
// (docs/api-v1.md#batch-writes).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyOf, u32 } from '../../../src/store/file/keyspace.ts'
import { writeAside } from '../../../src/store/door/write-aside.ts'
import { takeLease } from '../../../src/store/volatile/lease.ts'
import { arrive, createFace, fault } from '../../../src/api-v1/visit.ts'
import { NoTurn } from '../../../src/base/turn.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { tableNamed } from '../../support/tables.ts'
import { openV1App, type V1Answer, type V1App } from '../../support/v1-app.ts'

const holding = fileURLToPath(new URL('../../support/hold-writer.ts', import.meta.url))
const minute = 60_000
const hour = 60 * minute
const row = { id: '00000000000000a1', text: 'A row of text' }
const batchOf = (text: string): object => ({
  items: [
    {
      row_id: row.id,
      text,
      source_hash: sha256Hex(row.text),
      layer: 'machine',
      provider: 'p',
      model: 'm',
      overwrite: true,
    },
  ],
})

let v1: V1App
let secret: string
beforeEach(async () => {
  v1 = openV1App()
  await v1.importFiles([row])
  secret = (await v1.person('Ada', 'admin', { rate: 4 })).secret
  v1.clock.ms += minute - (v1.clock.ms % minute)
})
afterEach(() => v1.close())

const rateOf = ({ headers }: V1Answer): (string | null)[] =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After'].map((name) => headers.get(name))

test('a request that waited too long for its turns is told when to come again', () => {
  const face = createFace(v1.app, '/api/v1', [])
  const request = { method: 'GET', url: '/api/v1/rows', body: null, headers: { get: () => null } }
  const { status, headers, body } = fault(arrive(face, null, request, undefined), new NoTurn())
  expect([status, headers['Retry-After']]).toEqual([503, '5'])
  expect(JSON.parse(String(body))).toMatchObject({
    success: false,
    error: 'limiter_unavailable',
    details: { agent_action: 'wait', retriable: true },
  })
})

describe('the minute', () => {
  test('is that of the UTC clock: a new one begins afresh, and Retry-After says when', async () => {
    const me = (): Promise<V1Answer> => v1.get('/me', secret)
    v1.clock.ms += 58_500
    for (const left of ['3', '2', '1', '0']) expect(rateOf(await me())).toEqual(['4', left, null])
    expect(rateOf(await me())).toEqual(['4', '0', '2'])
    v1.clock.ms += 1_499
    expect(rateOf(await me())).toEqual(['4', '0', '1'])
    v1.clock.ms += 1
    expect(rateOf(await me())).toEqual(['4', '3', null])
  })

  test('a clock that steps back does not open a window twice', async () => {
    for (let i = 0; i < 4; i++) await v1.get('/me', secret)
    v1.clock.ms -= 1
    expect((await v1.get('/me', secret)).status).toBe(429)
  })
})

describe('a failing counter', () => {
  test('is 503 limiter_unavailable with the ceiling of the key and 0, and nothing else is done', async () => {
    // Neither JSON nor a number: the name of the latest minute cannot be read.
    await v1.app.store.volatile.put(keyOf('visit', u32(0xffffffff)), Buffer.from([0xc1]))
    const answer = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'k')
    expect([answer.status, answer.json.error]).toEqual([503, 'limiter_unavailable'])
    expect(rateOf(answer)).toEqual(['4', '0', '1'])
    expect(answer.json.details).toEqual({ agent_action: 'wait', retriable: true })
  })
})

describe('an unforeseen fault', () => {
  const expectFault = (answer: V1Answer): void => {
    expect([answer.status, answer.json.error]).toEqual([500, 'internal_error'])
    expect(answer.json.details).toMatchObject({ agent_action: 'wait', retriable: true })
    for (const name of ['Cache-Control', 'X-Robots-Tag', 'X-Content-Type-Options'])
      expect(answer.headers.get(name)).toMatch(/\w/)
    expect(answer.text).not.toMatch(/JSON|node_modules|Error:/)
  }

  test('before the limiter is 500 internal_error in the envelope, with all headers', async () => {
    await v1.app.store.main.put(
      keyOf(tableNamed('key_by_digest'), Buffer.from(sha256Hex(secret), 'hex')),
      Buffer.from('damaged'),
    )
    const answer = await v1.get('/me', secret)
    expectFault(answer)
    expect(rateOf(answer)).toEqual(['0', '0', null])
  })

  test('after the limiter it has spent a request', async () => {
    await v1.app.store.main.put(keyOf('head', u32(1)), Buffer.from('damaged'))
    for (const left of ['3', '2']) {
      const answer = await v1.get(`/rows/${row.id}`, secret)
      expectFault(answer)
      expect(rateOf(answer)).toEqual(['4', left, null])
    }
    const write = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'k')
    expectFault(write)
    expect((await v1.get('/rows', secret)).status).toBe(200)
  })
})

test('while an import prepares, batches are written', async () => {
  const prepared = Promise.withResolvers<void>()
  const options = { isDryRun: false, signal: new AbortController().signal }
  const importing = writeAside(
    v1.app.store,
    options,
    () => prepared.promise,
    async () => {},
  )
  const written = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'beside')
  expect([written.status, written.json.meta.written]).toEqual([200, 1])
  prepared.resolve()
  await importing
})

describe('while an import rebuilds the layers', () => {
  test('writes wait, reads and replays go on', async () => {
    const first = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'before')
    const lease = await takeLease(v1.app.store)
    const answered: string[] = []
    const waiting = v1.post('/translations', secret, batchOf('Інший рядок'), 'during')
    void waiting.then(() => answered.push('batch'))
    expect((await v1.get('/rows', secret)).status).toBe(200)
    const replay = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'before')
    expect([replay.text, replay.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true'])
    answered.push('reads')
    lease.release()
    expect((await waiting).json.meta.written).toBe(1)
    expect(answered).toEqual(['reads', 'batch'])
  })

  test('a write that waited 5 s is 409 layer_busy, and does nothing later', async () => {
    const lease = await takeLease(v1.app.store)
    const beating = setInterval(() => lease.beat(), 100)
    const busy = await v1.post('/translations', secret, batchOf('Інший рядок'), 'during')
    clearInterval(beating)
    expect([busy.status, busy.json.error, busy.headers.get('Retry-After')]).toEqual([409, 'layer_busy', '5'])
    lease.release()
    const { json } = await v1.get(`/rows/${row.id}?fields=layers`, secret)
    expect(json.data.row.layers.machine).toBeNull()
    v1.clock.ms += minute
    const after = await v1.post('/translations', secret, batchOf('Інший рядок'), 'during')
    expect(after.json.meta.written).toBe(1)
  })

  test('no request waits more than 5 s for the writer, and whoever gave up does nothing later', async () => {
    // Of another process: what this one asks for meanwhile would run within its own transaction.
    const holder = spawn(process.execPath, [holding, v1.app.store.folder, 'silent'])
    const ended = once(holder, 'exit')
    await once(holder.stdout, 'data')
    const startedMs = performance.now()
    const answers = await Promise.all([
      v1.post('/translations', secret, batchOf('Рядок тексту'), 'one'),
      v1.post('/translations', secret, batchOf('Рядок тексту'), 'one'),
      v1.post('/translations', secret, batchOf('Другий рядок'), 'two'),
    ])
    const waitedMs = performance.now() - startedMs
    holder.stdin.end()
    await ended
    for (const { status, json, headers } of answers)
      expect([status, json.error, headers.get('Retry-After')]).toEqual([409, 'layer_busy', '5'])
    expect(waitedMs).toBeGreaterThan(4_500)
    const { json } = await v1.get(`/rows/${row.id}?fields=layers`, secret)
    expect(json.data.row.layers.machine).toBeNull()
  })
})

describe('a disk that failed to flush', () => {
  test('makes every write 422 save_failed for the whole answer; reads go on', async () => {
    v1.app.store.faults.flushFailed = true
    const answer = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'k')
    expect([answer.status, answer.json.error]).toEqual([422, 'save_failed'])
    expect(answer.json.details).toEqual({ agent_action: 'wait', retriable: true })
    expect((await v1.get('/rows', secret)).status).toBe(200)
  })
})

describe('a stored answer', () => {
  test('counts for 24 hours from its commit, swept or not', async () => {
    const send = (): Promise<V1Answer> => v1.post('/translations', secret, batchOf('Рядок тексту'), 'day')
    const first = await send()
    v1.clock.ms += 24 * hour - 1
    const replay = await send()
    expect([replay.text, replay.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true'])
    v1.clock.ms += 1
    const fresh = await send()
    expect(fresh.headers.get('Idempotent-Replayed')).toBeNull()
    expect(fresh.json.data.items[0]).toMatchObject({ status: 'unchanged', details: { reason: 'same_text' } })
  })
})

describe('the daily quota', () => {
  test('is that of the UTC day', async () => {
    const first = await v1.post('/translations', secret, batchOf('Рядок тексту'), 'today')
    expect(first.json.meta.quota).toMatchObject({ used: 1, resets_at: '2026-01-03T00:00:00.000Z' })
    v1.clock.ms = Date.parse('2026-01-03T00:00:00.000Z')
    const next = await v1.post('/translations', secret, batchOf('Інший рядок'), 'tomorrow')
    expect(next.json.meta.quota).toMatchObject({ used: 1, resets_at: '2026-01-04T00:00:00.000Z' })
  })
})
