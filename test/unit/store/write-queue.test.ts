// Writers in line (store/write-queue.ts): nobody is left behind, and who gives up never writes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../src/base/clock.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { write } from '../../../src/store/door/write.ts'

let folder = ''
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'windrow-queue-'))
  store = openStore(folder, systemClock)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

test('a writer that comes at any moment after another has ended is served', async () => {
  for (let wait = 0; wait < 12; wait++) {
    await write(store, 1_000, () => null)
    for (let i = 0; i < wait; i++) await Promise.resolve()
    expect(await write(store, 1_000, () => wait)).toEqual({ ok: true, value: wait })
  }
})

test('writers of one moment and of the next all come to their turn, in order', async () => {
  const order: number[] = []
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  await Promise.all(numbers.map((i) => write(store, 5_000, () => order.push(i))))
  expect(order).toEqual(numbers)
})

test('told to give up, who still waits is busy and never writes; who has begun is served', async () => {
  let written = 0
  const count = () => write(store, 5_000, () => ++written)
  const waiting = [count(), count()]
  store.writes.giveUpWaiting()
  expect(await Promise.all(waiting)).toEqual([
    { ok: false, refusal: 'busy' },
    { ok: false, refusal: 'busy' },
  ])
  expect(await count()).toEqual({ ok: true, value: 1 })
})
