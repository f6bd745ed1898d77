// What is known of chunks without reading each one: what a long write keeps and what is read in slices say the same as the index
// read from its beginning, whatever was written; and `windrow check` names what is kept wrongly.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkStore } from '../../../src/app/upkeep/check-store.ts'
import { repairStore } from '../../../src/app/upkeep/repair-store.ts'
import { writeLong } from '../../../src/store/door/long-write.ts'
import { write, writeOrThrow } from '../../../src/store/door/write.ts'
import { keyOf } from '../../../src/store/keyspace.ts'
import { forgetKeptTimes, isKeptRight, KnownTimes } from '../../../src/store/list/known-times.ts'
import { changesSince } from '../../../src/store/rows/changes.ts'
import { ROWS_PER_CHUNK } from '../../../src/store/rows/grouping.ts'
import type { Txn } from '../../../src/store/txn.ts'
import { type AppWorld, openAppWorld } from '../../support/app-world.ts'

const watching = { signal: new AbortController().signal, onStep: () => {} }
const manyChunks = 300
const keptKey = keyOf('meta', 'chunk_times')
const eachKey = keyOf('meta', 'chunk_times_each')

let world: AppWorld

beforeAll(() => {
  world = openAppWorld()
})
afterAll(() => world.close())

const stampIn =
  (chunks: readonly number[]) =>
  (txn: Txn): void => {
    for (const chunk of chunks) txn.chunks.stamp(chunk * ROWS_PER_CHUNK + 7)
  }

const short = (chunks: readonly number[]) => write(world.app.store, 5_000, stampIn(chunks))
const long = (chunks: readonly number[], isDryRun = false) =>
  writeLong(world.app.store, { isDryRun, signal: watching.signal }, async (txn) => stampIn(chunks)(txn))

const all = Array.from({ length: manyChunks }, (_, chunk) => chunk)
const STEPS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a few rows', () => short([3, 250, 1])],
  ['every chunk, at once', () => long(all)],
  ['a few rows in the same millisecond', () => short([2, 251])],
  ['a few rows', () => short([0, 299])],
  ['few chunks, at once', () => long([4, 5])],
  ['a chunk that was not there', () => short([manyChunks + 40])],
  ['a dry run', () => long(all, true)],
  ['nearly every chunk, at once', () => long(all.slice(10))],
  ['every chunk, one after the other', () => short(all)],
  ['one', () => short([17])],
]

test('what is kept, what is followed and what the index says are the same', async () => {
  const { main } = world.app.store
  const followed = new KnownTimes(main)
  for (const [what, step] of STEPS) {
    if (!what.includes('same millisecond')) world.clock.ms += 10
    await step()
    while (followed.follow(7)) expect(isKeptRight(main)).toBe(true)
    const begun = new KnownTimes(main)
    begun.follow()
    const entries = [...changesSince(main, 0)]
    for (const entry of entries) {
      for (const known of [followed, begun]) expect([what, entry, known.tells(entry)]).toEqual([what, entry, true])
    }
    for (const sinceMs of new Set(entries.flatMap(({ latestMs }) => [latestMs, latestMs + 1]))) {
      const changed = entries.filter(({ latestMs }) => latestMs >= sinceMs).map(({ chunk }) => chunk)
      const unchanged = entries.filter(({ earliestMs }) => earliestMs < sinceMs).map(({ chunk }) => chunk)
      const ascending = { changed: changed.sort((a, b) => a - b), unchanged: unchanged.sort((a, b) => a - b) }
      for (const known of [followed, begun]) {
        expect([what, known.apart(sinceMs)]).toEqual([what, ascending])
        expect(known.nextChanged(sinceMs, 5)).toBe(ascending.changed.find((chunk) => chunk >= 5) ?? -1)
        if (sinceMs <= known.earliestMs) expect(ascending.unchanged).toEqual([])
      }
    }
  }
})

test('a write between two slices that is given the time at which the first stopped is seen', async () => {
  const { main } = world.app.store
  const known = new KnownTimes(main)
  known.follow()
  world.clock.ms += 10
  await short(all.slice(20))
  expect(known.follow(7)).toBe(true)
  await short([2])
  while (known.follow(7));
  expect(known.nextChanged(world.clock.ms, 0)).toBe(2)
})

test('after a long write that changed everything there is nothing left to read, and everything is known to be newer', async () => {
  const { main } = world.app.store
  world.clock.ms += 10
  await long([...all, manyChunks + 40])
  const known = new KnownTimes(main)
  expect(known.follow(0)).toBe(false)
  expect(known.earliestMs).toBe(world.clock.ms)
  // The next write finds none of it again, even in the same millisecond.
  await short([9])
  expect(known.follow(1)).toBe(false)
  expect(known.nextChanged(world.clock.ms + 1, 0)).toBe(9)
})

test('what is kept wrongly is named, and a repair keeps it anew', async () => {
  const { store } = world.app
  const ofKept = async (): Promise<string[]> =>
    (await checkStore(store, watching)).disagreements.filter(({ at }) => at === 'chunk_times').map(({ table }) => table)
  const [kept, each] = [keptKey, eachKey].map((key) => Buffer.from(store.main.getBinary(key) as Buffer))
  const wrong: readonly (readonly [Buffer, Buffer])[] = [
    [eachKey, Buffer.alloc((each as Buffer).length)],
    [eachKey, (each as Buffer).subarray(0, 800)],
    [keptKey, Buffer.from('{')],
    [keptKey, Buffer.from(JSON.stringify({ ...JSON.parse(String(kept)), earliestMs: 8.64e15 }))],
  ]
  expect(await ofKept()).toEqual([])
  for (const [key, value] of wrong) {
    await writeOrThrow(store, ({ db }) => void db.put(key, value))
    expect(await ofKept()).not.toEqual([])
    await writeOrThrow(store, ({ db }) => {
      void db.put(keptKey, kept as Buffer)
      void db.put(eachKey, each as Buffer)
    })
  }
  await writeOrThrow(store, ({ db }) => void db.put(eachKey, Buffer.alloc(8)))
  await repairStore(store, watching)
  expect(await ofKept()).toEqual([])
  await writeOrThrow(store, ({ db }) => forgetKeptTimes(db))
  expect(await ofKept()).toEqual([])
})
