// While an import holds the writer (docs/legacy-api.md#writes): modes 1 and 2 wait up to 25 s, then 503 with
// `Retry-After: 5`, never 409; everything else goes on. The importer is a process of its own, as in life.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { legacyUsed } from '../../src/store/volatile/counters.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { proposalsOfRow } from '../../src/store/records/proposals.ts'
import { ordinalOf } from '../../src/store/rows/read-rows.ts'
import { type Answer, type LegacyWorld, openWorld, ROWS } from './legacy-world.ts'

let world: LegacyWorld
let importer: ChildProcess
beforeEach(async () => {
  world = await openWorld()
  importer = spawn(
    process.execPath,
    [fileURLToPath(new URL('../support/hold-writer.ts', import.meta.url)), join(world.folder, 'data')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await once(importer.stdout as NodeJS.ReadableStream, 'data')
})
afterEach(async () => {
  await release()
  await world.close()
})

async function release(): Promise<void> {
  if (importer.exitCode !== null) return
  const ended = once(importer, 'exit')
  importer.stdin?.end()
  await ended
}

const propose = (): Promise<Answer> => world.post({ row_id: ROWS.plain, user_translate_text: 'Вітаємо вдома.' })
const update = (): Promise<Answer> =>
  world.post({ action: 'update_ai_translated_text', row_id: ROWS.tokens, ai_translated_text: 'Так' })
const at = (row: string): number => ordinalOf(world.app.store.main, row) ?? 0

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const startMs = performance.now()
  const value = await work
  return { value, ms: performance.now() - startMs }
}

test('a write that waits goes on as soon as the import is done', async () => {
  const waiting = Promise.all([propose(), update()])
  const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(() => resolve('waiting'), 500))])
  expect(first).toBe('waiting')
  await release()
  for (const { status } of await waiting) expect(status).toBe(200)
})

test('show_info, and writes that are refused without the writer, are answered while others wait', async () => {
  const waiting = propose()
  const answered = waiting.then(() => 'the waiting one')
  const answers = [
    world.post({ action: 'show_info', row_id: ROWS.plain }),
    world.post({ row_id: ROWS.plain, user_translate_text: '' }),
    world.post({ row_id: 'f'.repeat(16), user_translate_text: 'x' }),
    world.post({ row_id: 'short', user_translate_text: 'x' }),
  ]
  const statuses = Promise.all(answers).then((each) => each.map(({ status }) => status))
  expect(await Promise.race([answered, statuses])).toEqual([200, 422, 404, 400])
  await release()
  expect((await waiting).status).toBe(200)
})

describe('after 25 seconds', () => {
  test('it is 503, nothing is written later, and the request does not count', async () => {
    const [first, second] = await Promise.all([timed(propose()), timed(update())])
    for (const { value, ms } of [first, second]) {
      expect(ms).toBeGreaterThan(24_500)
      expect({ status: value.status, retry: value.headers.get('Retry-After') }).toEqual({ status: 503, retry: '5' })
      expect(value.body).toEqual({ success: false, error: expect.stringContaining('try again') })
    }
    await release()
    const { store } = world.app
    // A write of our own comes after whatever was queued before it.
    expect((await world.post({ row_id: ROWS.inDiff, user_translate_text: 'Нова брама.' })).status).toBe(200)
    expect(proposalsOfRow(store.main, at(ROWS.plain))).toEqual([])
    expect(readHeads(store.main, at(ROWS.tokens)).machine).toBeNull()
    expect([legacyUsed(store, 1, 'user_translate_text'), legacyUsed(store, 1, 'ai_translated_text')]).toEqual([1, 0])
  })
})
