// Writers in line (store/write-queue.ts): nobody is left behind, and who gives up never writes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../src/base/time.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import { WriteQueue } from '../../../src/store/door/write-queue.ts'
import type { Store } from '../../../src/store/store.ts'
import { write } from '../../../src/store/write.ts'

const holding = fileURLToPath(new URL('../../support/hold-writer.ts', import.meta.url))

let folder = ''
let opened: Store
/** The same with a line in which a round that begins late, as on a busy machine, is still waited for. */
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'windrow-queue-'))
  opened = openStore(folder, systemClock)
  store = { ...opened, writes: new WriteQueue(60_000) }
})
afterEach(async () => {
  await store.writes.idle()
  await opened.close()
  rmSync(folder, { recursive: true })
})

test('a writer that comes at any moment after another has ended is served', async () => {
  for (let wait = 0; wait < 12; wait++) {
    await write(store, 60_000, () => null)
    for (let i = 0; i < wait; i++) await Promise.resolve()
    expect(await write(store, 60_000, () => wait)).toEqual({ ok: true, value: wait })
  }
})

test('writers of one moment and of the next all come to their turn, in order', async () => {
  const order: number[] = []
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  await Promise.all(numbers.map((i) => write(store, 60_000, () => order.push(i))))
  expect(order).toEqual(numbers)
})

test('those who write again and again fall into two rounds that take turns', async () => {
  const clients = 8
  const rounds = new Map<unknown, number>()
  const writeAgain = async (client: number): Promise<void> => {
    if (client > 0) await nextTurn()
    for (let i = 0; i < 8; i++) {
      const note = (round: unknown): unknown => rounds.set(round, (rounds.get(round) ?? 0) + 1)
      expect(await write(store, 60_000, () => void note(store.writes.roundHasRun))).toEqual({ ok: true })
      await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => writeAgain(client)))
  const sizes = [...rounds.values()]
  expect(sizes[0]).toBe(1)
  expect(Math.max(...sizes)).toBe(clients / 2)
})

test('whoever asks hears when those before have begun, before they are durable', async () => {
  const heard: string[] = []
  expect(store.writes.roundHasRun).toBeNull()
  const written = write(store, 60_000, () => heard.push('ran')).then(() => heard.push('durable'))
  await Promise.resolve()
  const begun = store.writes.roundHasRun
  expect(begun).not.toBeNull()
  await begun
  heard.push('begun')
  expect(store.writes.roundHasRun).toBeNull()
  await written
  expect(heard).toEqual(['ran', 'begun', 'durable'])
})

test('a round that begins late is not waited for', async () => {
  store = { ...opened, writes: new WriteQueue(0) }
  const holder = spawn(process.execPath, [holding, folder, 'silent'])
  try {
    await once(holder.stdout, 'data')
    const written = write(store, 60_000, () => null)
    await Promise.resolve()
    await store.writes.roundHasRun
    expect(store.writes.roundHasRun).toBeNull()
    holder.stdin.end()
    expect(await written).toEqual({ ok: true, value: null })
  } finally {
    holder.kill()
  }
})

test('told to give up, who still waits is busy and never writes; who has begun is served', async () => {
  let written = 0
  const count = () => write(store, 60_000, () => ++written)
  const waiting = [count(), count()]
  store.writes.giveUpWaiting()
  expect(await Promise.all(waiting)).toEqual([
    { ok: false, refusal: 'busy' },
    { ok: false, refusal: 'busy' },
  ])
  expect(await count()).toEqual({ ok: true, value: 1 })
})
