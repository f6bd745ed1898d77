// Answers that nobody takes, and those that are kept for replays.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { done, serve } from '../support/program.ts'
import type { Answer } from '../support/v1-client.ts'
import { sourceHashOf, ROWS } from '../support/v1-world.ts'
import { distinctTokens, eventually, fiftyOf, filled, hostileWorld, itemOf, openWire } from './hostile-world.ts'

const world = await hostileWorld()
// Texts so large that a page of them is more than a system holds for a connection.
const file = join(world.data, '..', 'large.jsonl')
const rows = Array.from({ length: 100 }, (_, n) => ({
  id: `00000000000001${(n + 16).toString(16)}`,
  text: filled(`Row ${n} `, 60_000),
}))
writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
await done(['import', '--diff', file, '--data', world.data])
afterAll(() => world.close())

const pageBytes = 100 * 2 * 60_000
const askForPage = (): string =>
  [
    'GET /api/v1/rows?limit=100&source=diff&fields=core,sources HTTP/1.1',
    'Host: 127.0.0.1:8787',
    `X-API-Key: ${world.keys.user}`,
    '\r\n',
  ].join('\r\n')

describe('a client that asks for large pages', () => {
  const withServer = async (
    env: Readonly<Record<string, string>>,
    work: (port: number) => Promise<void>,
  ): Promise<void> => {
    const server = await serve(['--data', world.data], env)
    try {
      await work(server.port)
    } finally {
      await server.stop()
    }
  }

  /** Asks, reads nothing for a while, and then all that is still to be had. */
  const tardy = async (port: number, waitMs: number): Promise<{ wasCut: boolean; bytes: number }> => {
    const wire = openWire(port)
    wire.socket.pause()
    wire.socket.write(askForPage())
    await sleep(waitMs)
    let wasCut = false
    void wire.closed.then(() => (wasCut = true))
    wire.socket.resume()
    await eventually(() => wasCut || wire.received().length > pageBytes)
    wire.socket.destroy()
    return { wasCut, bytes: wire.received().length }
  }

  test('and reads none of it loses its connection', async () => {
    await withServer({ WINDROW_ANSWER_TIMEOUT: '1' }, async (port) => {
      const { wasCut, bytes } = await tardy(port, 4_000)
      expect(wasCut).toBe(true)
      expect(bytes).toBeLessThan(pageBytes)
    })
  })

  test('gets them when it only takes a moment', async () => {
    await withServer({ WINDROW_ANSWER_TIMEOUT: '20' }, async (port) => {
      const { wasCut, bytes } = await tardy(port, 2_000)
      expect([wasCut, bytes > pageBytes]).toEqual([false, true])
    })
  })

  test('loses its connection when more waits than the process may hold', async () => {
    await withServer({ WINDROW_ANSWER_TIMEOUT: '600', WINDROW_ANSWERS_MIB_MAX: '1' }, async (port) => {
      expect((await tardy(port, 3_000)).wasCut).toBe(true)
    })
  })
})

describe('answers kept for replays', () => {
  const write = (body: unknown, idempotencyKey: string): Promise<Answer> =>
    world.ask({
      method: 'POST',
      path: '/translations',
      key: world.keys.translator,
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    })
  const refusedFifty = (): unknown => fiftyOf(distinctTokens((n) => `{${n}}`))
  const good = (row: 'spare4' | 'spare5', text: string) => ({
    items: [{ row_id: ROWS[row], text, source_hash: sourceHashOf(row) }],
  })

  let storedKey = ''

  test('have a budget: beyond it batches that change nothing are refused, and leave nothing', async () => {
    await world.windrow('setting', 'set', 'daily_stored_answer_bytes', '500000')
    const answers: Answer[] = []
    for (let n = 0; answers.at(-1)?.status !== 429; n++) answers.push(await write(refusedFifty(), `refused ${n}`))
    const stored = answers.filter(({ status }) => status === 200)
    expect(stored.length).toBeGreaterThan(0)
    storedKey = `refused ${answers.findIndex(({ status }) => status === 200)}`
    expect(stored.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(500_000)
    const last = answers.at(-1) as Answer
    expect(last.json.error).toBe('rate_limited')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(last.json.details.stored_answer_bytes).toMatchObject({ limit: 500_000, resets_at: expect.any(String) })
    // Nothing was stored of it: the same key still stands for no body.
    expect((await write(good('spare4', 'Vierte Zeile mit Text'), `refused ${answers.length - 1}`)).status).toBe(200)
  })

  test('spent or not, what changes something goes on, and what was stored is replayed', async () => {
    const first = await write(good('spare5', 'Fünfte Zeile mit Text'), 'good')
    expect([first.status, first.json.meta.rejected]).toEqual([200, 0])
    const again = await write(good('spare5', 'Fünfte Zeile mit Text'), 'good')
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await write(refusedFifty(), storedKey)).headers['idempotent-replayed']).toBe('true')
  })

  test('are short once the budget is spent, however much is wrong beside what is written', async () => {
    await world.windrow('setting', 'set', 'daily_stored_answer_bytes', '0')
    const mixed = {
      items: [
        { row_id: ROWS.spare3, text: 'Dritte Zeile', source_hash: sourceHashOf('spare3') },
        ...fiftyOf(distinctTokens((n) => `{${n}}`)).items.slice(1),
      ],
    }
    const answer = await write(mixed, 'mixed')
    expect(answer.json.meta).toMatchObject({ proposed: 1, rejected: 49 })
    expect(Buffer.byteLength(answer.text)).toBeLessThan(100_000)
    expect(answer.json.data.items[1].errors[0].details.unexpected.more).toBeGreaterThan(1_000)
    await world.windrow('setting', 'set', 'daily_stored_answer_bytes', '1000000')
    expect((await write({ items: [itemOf('Text')] }, 'after')).status).toBe(200)
  })
})
