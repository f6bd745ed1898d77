import { afterAll, expect, test } from 'vitest'
import { CELL_COUNT } from '../../../src/domain/cell.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { hasBit, readBitmap, readCellCounts, setBit } from '../../../src/store/rows/cells.ts'
import { ChunkWriter } from '../../../src/store/rows/chunk-writer.ts'
import { changedAt, chunksChangedSince } from '../../../src/store/rows/changes.ts'
import type { Txn } from '../../../src/store/txn.ts'
import { write } from '../../../src/store/write.ts'
import { openAppWorld } from '../../support/app-world.ts'

inspectWrites(null)

const world = openAppWorld()
afterAll(() => world.close())

async function inWrite(change: (txn: Txn) => void): Promise<void> {
  const written = await write(world.app.store, 5_000, change)
  expect(written.ok).toBe(true)
}
const rowsIn = (cell: number, chunk: number): number[] => {
  const bitmap = readBitmap(world.app.store.main, cell, chunk)
  return bitmap === undefined
    ? []
    : Array.from({ length: 512 }, (_, place) => place).filter((place) => hasBit(bitmap, place))
}
const countsOf = (): Record<number, number> =>
  Object.fromEntries(
    Array.from(readCellCounts(world.app.store.main), (count, cell) => [cell, count] as const).filter(
      ([, count]) => count > 0,
    ),
  )

test('a bit is set and cleared without touching its neighbours', () => {
  const bitmap = new Uint8Array(64).fill(0xff)
  setBit(bitmap, 77, false)
  expect([76, 77, 78].map((place) => hasBit(bitmap, place))).toEqual([true, false, true])
  setBit(bitmap, 77, true)
  expect(bitmap.every((byte) => byte === 0xff)).toBe(true)
})

test('a row moves between cells and out of all of them, and the counts go with it', async () => {
  const { main } = world.app.store
  await inWrite(({ chunks }) => {
    chunks.move(1, null, 3)
    chunks.move(512, null, 3)
    // Back in a chunk that it had left.
    chunks.move(511, null, 3)
    chunks.move(512, 3, 17)
    chunks.move(1, 3, 3)
  })
  expect([rowsIn(3, 0), rowsIn(3, 1), rowsIn(17, 1), countsOf()]).toEqual([[1, 511], [], [0], { 3: 2, 17: 1 }])
  expect([readBitmap(main, 3, 1), readBitmap(main, 17, 0)]).toEqual([undefined, undefined])
  await inWrite(({ chunks }) => {
    for (const [ordinal, cell] of [
      [1, 3],
      [511, 3],
      [512, 17],
    ] as const)
      chunks.move(ordinal, cell, null)
  })
  expect(countsOf()).toEqual({})
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    for (const chunk of [0, 1]) expect(readBitmap(main, cell, chunk)).toBeUndefined()
  }
})

test('rows are stamped and unstamped with their moves', async () => {
  const { main } = world.app.store
  await inWrite(({ db, timeMs }) => {
    const chunks = new ChunkWriter(db, timeMs)
    for (const ordinal of [5, 6, 600, 601, 1200]) {
      chunks.move(ordinal, null, 2)
      chunks.stamp(ordinal)
    }
    chunks.finish()
  })
  const firstMs = changedAt(main, 5)
  world.clock.ms += 10
  await inWrite(({ db, timeMs }) => {
    const chunks = new ChunkWriter(db, timeMs)
    chunks.move(6, 2, null)
    chunks.unstamp(6)
    chunks.move(601, 2, 4)
    chunks.stamp(601)
    chunks.finish()
  })
  expect([rowsIn(2, 0), rowsIn(2, 1), rowsIn(4, 1), rowsIn(2, 2)]).toEqual([
    [5],
    [600 - 512],
    [601 - 512],
    [1200 - 1024],
  ])
  expect(countsOf()).toEqual({ 2: 3, 4: 1 })
  expect([5, 6, 600, 601].map((ordinal) => changedAt(main, ordinal))).toEqual([firstMs, 0, firstMs, firstMs + 10])
})

test('the index names each chunk once, by its latest change', async () => {
  const { main } = world.app.store
  const beforeMs = world.clock.ms
  world.clock.ms += 100
  await inWrite(({ chunks }) => chunks.stamp(1200))
  expect(chunksChangedSince(main, 0)).toEqual([0, 1, 2])
  expect(chunksChangedSince(main, beforeMs + 1)).toEqual([2])
  expect(chunksChangedSince(main, beforeMs + 100)).toEqual([2])
  expect(chunksChangedSince(main, beforeMs + 101)).toEqual([])
  expect(chunksChangedSince(main, -5)).toEqual([0, 1, 2])
})

test('a clock that goes back gives no earlier time', async () => {
  const lastMs = world.clock.ms
  world.clock.ms -= 3_600_000
  await inWrite(({ chunks, timeMs }) => {
    expect(timeMs).toBe(lastMs)
    chunks.stamp(5)
  })
  expect(changedAt(world.app.store.main, 5)).toBe(lastMs)
  world.clock.ms = lastMs
})
