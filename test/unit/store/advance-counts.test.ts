// A server alone counts requests to API v1 in advance, and gives back what it did not need.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admitRequest } from '../../../src/store/volatile/counters.ts'
import { keyOf, keyOfU32, u32, u8 } from '../../../src/store/file/keyspace.ts'
import { getRecord, putRecord } from '../../../src/store/file/record.ts'
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
  for (const store of [first, second]) store.advanceCounts.begin()
})
afterEach(() => twice.close())

const ceiling = 400
const left = (store: Store, of = ceiling): number => admitRequest(store, 1, of).remaining
/** What all processes find counted. */
const countedBy = (store: Store): number | undefined =>
  getRecord(store.volatile, keyOf('visit', u32(Math.floor(nowMs / minuteMs)), u32(1), u8(2)))
const admitted = (store: Store, times: number): number =>
  Array.from({ length: times }, () => admitRequest(store, 1, ceiling)).filter(({ isAdmitted }) => isAdmitted).length

test('one server is exact up to the ceiling, for each person and under the ceiling of each key', () => {
  expect([left(first), left(first), left(first)]).toEqual([399, 398, 397])
  expect(admitRequest(first, 1, 3)).toMatchObject({ isAdmitted: false, remaining: 0 })
  expect(left(first)).toBe(396)
  expect(admitRequest(first, 2, ceiling).remaining).toBe(399)
  expect(admitted(first, ceiling)).toBe(396)
  expect(admitRequest(first, 1, ceiling)).toMatchObject({ isAdmitted: false, remaining: 0 })
})

test('what has not come is given back soon, so that another server counts on', async () => {
  for (let i = 0; i < 4; i++) left(first)
  await expect.poll(() => countedBy(second)).toBe(4)
  expect([left(second), left(second)]).toEqual([395, 394])
})

test('several servers never pass the ceiling together, and have all of it once the rest is given back', () => {
  let all = 0
  for (let round = 0; round < 60; round++) all += admitted(first, 3) + admitted(second, 4)
  expect(all).toBeLessThanOrEqual(ceiling)
  first.advanceCounts.giveBack(first)
  second.advanceCounts.giveBack(second)
  expect(all + admitted(first, ceiling)).toBe(ceiling)
  expect(admitted(second, 1)).toBe(0)
})

test('beside another server each request is counted when it comes', () => {
  // Our own parent stands in for the other server: a process that lives.
  const other = { pid: process.ppid, url: 'http://127.0.0.1:1' }
  second.volatile.transactionSync(() => putRecord(second.volatile, keyOfU32('server', other.pid), other))
  expect([left(first), left(second), left(first), left(second)]).toEqual([399, 398, 397, 396])
})

test('each minute begins anew', () => {
  for (let i = 0; i < 3; i++) left(first)
  nowMs += minuteMs
  expect([left(first), left(first)]).toEqual([399, 398])
  first.advanceCounts.giveBack(first)
  expect(left(second)).toBe(397)
})

test('the end of a server gives back what it counted in advance', async () => {
  for (let i = 0; i < 5; i++) left(first)
  await first.leave()
  expect(left(second)).toBe(394)
})

test('a clock that steps back takes the counts along', () => {
  for (let i = 0; i < 3; i++) left(first)
  nowMs -= minuteMs
  expect(left(first)).toBe(396)
})
