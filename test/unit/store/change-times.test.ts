// The change times of chunks in memory are those of the index, whatever was written since they were read; what an earlier windrow
// kept of them in the store is left unread.
import { afterAll, expect, test } from 'vitest'
import { repairStore } from '../../../src/app/upkeep/check-store.ts'
import { writeLong } from '../../../src/store/door/long-write.ts'
import { write, writeOrThrow } from '../../../src/store/write.ts'
import { keyOf, ROWS_PER_CHUNK } from '../../../src/store/file/keyspace.ts'
import { changeTimes } from '../../../src/store/rows/page.ts'
import { changesSince } from '../../../src/store/rows/changes.ts'
import type { Txn } from '../../../src/store/txn.ts'
import { disagreementsIn, openAppWorld } from '../../support/app-world.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const watching = { signal: new AbortController().signal, onStep: () => {} }
const manyChunks = 300

const world = openAppWorld()
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

test('what is in memory is what the index has', async () => {
  const { main } = world.app.store
  const times = changeTimes(main)
  for (const [what, step] of STEPS) {
    if (!what.includes('same millisecond')) world.clock.ms += 10
    await step()
    const entries = [...changesSince(main, 0)]
    for (const sinceMs of new Set(entries.flatMap(({ latestMs }) => [latestMs, latestMs + 1]))) {
      const changed = entries.filter(({ latestMs }) => latestMs >= sinceMs).map(({ chunk }) => chunk)
      const unchanged = entries.filter(({ earliestMs }) => earliestMs < sinceMs).map(({ chunk }) => chunk)
      const ascending = { changed: changed.sort((a, b) => a - b), unchanged: unchanged.sort((a, b) => a - b) }
      expect([what, times.apart(sinceMs)]).toEqual([what, ascending])
      expect([...times.since(sinceMs, 5)]).toEqual(ascending.changed.filter((chunk) => chunk >= 5))
      expect([what, times.isAllSince(sinceMs)]).toEqual([what, ascending.unchanged.length === 0])
    }
  }
})

test('after a write that changed everything every row is newer, also where an earlier one was read', async () => {
  const times = changeTimes(world.app.store.main)
  world.clock.ms += 10
  await long([...all, manyChunks + 40])
  expect(times.isAllSince(world.clock.ms)).toBe(true)
  expect(times.isAllSince(world.clock.ms + 1)).toBe(false)
})

test('times that an earlier windrow kept in the store are left unread, and a repair removes them', async () => {
  const { store } = world.app
  const names = ['chunk_times', 'chunk_times_each']
  const isThere = (): boolean[] => names.map((name) => store.main.doesExist(keyOf('meta', name)))
  await writeOrThrow(store, ({ db }) => {
    void db.put(keyOf('meta', 'chunk_times'), Buffer.from('{"writes":9,"nextMs":8640000000000000,"earliestMs":1}'))
    void db.put(keyOf('meta', 'chunk_times_each'), Buffer.alloc(800))
  })
  const ofMeta = async () => (await disagreementsIn(store)).filter(({ at }) => names.includes(at))
  expect(await ofMeta()).toEqual([])
  expect(changeTimes(store.main).isAllSince(world.clock.ms)).toBe(true)
  expect(isThere()).toEqual([true, true])
  await repairStore(store, watching)
  expect(isThere()).toEqual([false, false])
})
