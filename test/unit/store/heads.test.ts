// Heads of neighbours, read with a look ahead, are those that are read one by one, withdrawn ones and those aside too.
import * as fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { NO_HEADS } from '../../../src/domain/row.ts'
import { pointerTo, asideKey } from '../../../src/store/file/aside.ts'
import { keyOfU32 } from '../../../src/store/file/keyspace.ts'
import { HeadReader, putHeads, readHeads } from '../../../src/store/rows/heads.ts'
import { encodeHeads } from '../../../src/store/rows/revision-bytes.ts'
import { openAppWorld } from '../../support/app-world.ts'
import { holds } from '../../support/holds.ts'

inspectWrites(null)

const last = 400
const withHeads = [7, 8, 9, 30, 31, 33, 35, 37, 200, 201, 300]
const aside = 320

const world = openAppWorld()
await writeOrThrow(world.app.store, (txn) => {
  for (const ordinal of withHeads) putHeads(txn.db, ordinal, { ...NO_HEADS, withdrawnMachine: ordinal })
  void txn.db.put(asideKey(1, keyOfU32('head', aside)), encodeHeads({ ...NO_HEADS, withdrawnManual: 5 }))
  txn.db.putFirst(keyOfU32('head', aside), pointerTo(1))
})
afterAll(() => world.close())

test('in any order', () => {
  const { main } = world.app.store
  const step = fc.oneof(fc.constant(1), fc.integer({ min: -3, max: 70 }), fc.integer({ min: -last, max: last }))
  holds(100, fc.integer({ min: 0, max: last }), fc.array(step, { maxLength: 80 }), (start, steps) => {
    const reader = new HeadReader(main)
    let at = start
    for (const by of [0, ...steps]) {
      at = Math.min(last, Math.max(0, at + by))
      expect(reader.read(at)).toEqual(readHeads(main, at))
    }
  })
  expect(readHeads(main, aside)).toEqual({ ...NO_HEADS, withdrawnManual: 5 })
})

test('where neighbours have none, nothing is read up to the next row that has one', () => {
  const { main } = world.app.store
  const [reads, looks] = [vi.spyOn(main, 'getBinaryFast'), vi.spyOn(main, 'getKeys')]
  try {
    const reader = new HeadReader(main)
    for (let ordinal = 40; ordinal <= 200; ordinal++) reader.read(ordinal)
    // The first two, and the one that has.
    expect(reads).toHaveBeenCalledTimes(3)
    expect(looks).toHaveBeenCalledTimes(1)
    looks.mockClear()
    const scattered = new HeadReader(main)
    for (const ordinal of [0, 390, 100, 380, 220]) expect(scattered.read(ordinal)).toBe(NO_HEADS)
    expect(looks).not.toHaveBeenCalled()
  } finally {
    vi.restoreAllMocks()
  }
})
