import { afterEach, beforeEach, expect, test } from 'vitest'
import { admitRequest } from '../../../src/store/volatile/counters.ts'
import { keyOfU32 } from '../../../src/store/file/keyspace.ts'
import { putRecord } from '../../../src/store/file/record.ts'
import type { Store } from '../../../src/store/store.ts'
import { type OpenedTwice, openTwice } from '../../support/store-opened-twice.ts'

const minuteMs = 60_000
let nowMs: number
let twice: OpenedTwice
let first: Store
let second: Store
const clock = { nowMs: () => nowMs, monotonicMs: () => 0 }

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 2, 3, 4, 5)
  twice = openTwice(clock)
  ;({ first, second } = twice)
})
afterEach(() => twice.close())

const left = (store: Store, ceiling = 10): number => admitRequest(store, 1, ceiling).remaining
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('the only server counts in memory, refuses at the ceiling, and what it counted is stored soon', async () => {
  first.soleCounter.begin(first, true)
  expect([left(first), left(first), left(first)]).toEqual([9, 8, 7])
  expect(admitRequest(first, 1, 3)).toMatchObject({ isAdmitted: false, remaining: 0 })
  expect(admitRequest(first, 2, 10).remaining).toBe(9)
  await pause(60)
  expect(left(second)).toBe(6)
})

test('a server that comes beside another ends the counting in memory before either passes the ceiling', async () => {
  first.soleCounter.begin(first, true)
  for (let i = 0; i < 4; i++) left(first)
  second.soleCounter.begin(second, false)
  await pause(60)
  expect([left(second), left(first), left(second), left(first)]).toEqual([5, 4, 3, 2])
})

test('a server beside one that is noted does not count alone', () => {
  // Our own parent stands in for the other server: a process that lives.
  const other = { pid: process.ppid, url: 'http://127.0.0.1:1' }
  second.volatile.transactionSync(() => putRecord(second.volatile, keyOfU32('server', other.pid), other))
  first.soleCounter.begin(first, true)
  left(first)
  left(first)
  expect(left(second)).toBe(7)
})

test('each minute begins anew, in memory and in the store', async () => {
  first.soleCounter.begin(first, true)
  for (let i = 0; i < 3; i++) left(first)
  nowMs += minuteMs
  expect([left(first), left(first)]).toEqual([9, 8])
  await pause(60)
  expect(left(second)).toBe(7)
})

test('what was counted last is stored when the server ends', () => {
  first.soleCounter.begin(first, true)
  for (let i = 0; i < 5; i++) left(first)
  first.soleCounter.end(first)
  expect(left(second)).toBe(4)
})

test('a clock that steps back takes the counts along', () => {
  first.soleCounter.begin(first, true)
  for (let i = 0; i < 3; i++) left(first)
  nowMs -= minuteMs
  expect(left(first)).toBe(6)
})
