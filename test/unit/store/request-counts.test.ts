// Requests a minute, counted by several processes of a store (src/store/volatile/counters.ts).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../../src/store/door/open-store.ts'
import { admitRequest } from '../../../src/store/volatile/counters.ts'
import type { Store } from '../../../src/store/store.ts'
import { type OpenedTwice, openTwice } from '../../support/store-opened-twice.ts'
import type { Burst } from './request-counts-main.ts'

const minuteMs = 60_000
const noon = Date.UTC(2026, 0, 2, 12)
let nowMs: number
let twice: OpenedTwice
let first: Store
let second: Store
const clock = { nowMs: () => nowMs, monotonicMs: () => 0 }

beforeEach(() => {
  nowMs = noon
  twice = openTwice(clock)
  ;({ first, second } = twice)
})
afterEach(() => twice.close())

const left = (store: Store, ceiling = 1000): number => admitRequest(store, 1, ceiling).remaining

test('one count for all, exact to the last request and for each person, far from the ceiling and near it', () => {
  for (let used = 1; used <= 500; used++) expect(left(used % 3 === 0 ? second : first, 500)).toBe(500 - used)
  for (const store of [first, second]) {
    expect(admitRequest(store, 1, 500)).toMatchObject({ isAdmitted: false, remaining: 0 })
    expect(admitRequest(store, 1, 510).isAdmitted).toBe(true)
  }
  expect([left(first, 510), admitRequest(first, 2, 9).remaining, admitRequest(second, 5000, 9).remaining]).toEqual([
    7, 8, 8,
  ])
})

test('what a process counted still counts when it has ended', async () => {
  for (let i = 0; i < 5; i++) left(first)
  await first.close()
  first = twice.first = openStore(twice.folder, clock)
  expect([left(second), left(first), left(second)]).toEqual([994, 993, 992])
})

test('a step back of the clock takes the counts of all along, a small one goes on in the minute that it left', () => {
  for (const store of [first, second, second]) left(store)
  nowMs = noon - 1
  expect(admitRequest(first, 1, 1000)).toMatchObject({ remaining: 996, windowEndsAtMs: noon + minuteMs })
  nowMs = noon - 60 * minuteMs
  expect([left(second), left(first)]).toEqual([995, 994])
  nowMs += minuteMs
  expect([left(second), left(first)]).toEqual([999, 998])
})

/** Processes that send requests as fast as they can when told to. */
class Senders {
  readonly all: ChildProcess[] = []

  async start(): Promise<void> {
    const sender = fork(new URL('request-counts-main.ts', import.meta.url), [twice.folder])
    this.all.push(sender)
    await once(sender, 'message')
  }

  /** Lets each send `count` requests at the same time; how many were let in together. */
  async admitted(ceiling: number, count: number): Promise<number> {
    const each = this.all.map(async (sender) => {
      sender.send({ nowMs, ceiling, count } satisfies Burst)
      return (await once(sender, 'message'))[0] as number
    })
    return (await Promise.all(each)).reduce((sum, one) => sum + one)
  }

  async kill(): Promise<void> {
    const sender = this.all.shift()
    sender?.kill('SIGKILL')
    if (sender !== undefined) await once(sender, 'exit')
  }
}

test('processes that send at once let in exactly what the ceiling allows, also behind one that was killed', async () => {
  const senders = new Senders()
  try {
    await Promise.all([senders.start(), senders.start(), senders.start()])
    for (const ceiling of [1, 60, 200, 3000, 20_000]) {
      nowMs += minuteMs
      expect(await senders.admitted(ceiling, ceiling)).toBe(ceiling)
      expect(left(first, ceiling + 1)).toBe(0)
    }
    nowMs += minuteMs
    const unreached = 1_000_000_000
    senders.all[0]?.send({ nowMs, ceiling: unreached, count: unreached } satisfies Burst)
    while (left(first, unreached) > unreached - 5000);
    await senders.kill()
    const used = unreached - left(first, unreached)
    await senders.start()
    expect(await senders.admitted(used + 3000, 3000)).toBe(3000)
  } finally {
    while (senders.all.length > 0) await senders.kill()
  }
})
