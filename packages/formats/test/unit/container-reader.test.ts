// Reading containers: docs/game-files.md#container and docs/game-files.md#reading.
import { describe, expect, it, test } from 'vitest'
import { makeBudget } from '../../src/container/container-reader.ts'
import { inflatedAlways, inflatedBytesMax, inflatedMaxOf } from '../../src/text-entry.ts'
import { buildContainer, buildShard, assembleContainer } from '../../../../test/support/container-builder.ts'
import { type Damage, DamagedFile, damageText } from '../../src/damage.ts'
import { DAMAGED_CONTAINERS } from '../../../../test/vectors/formats/damaged-containers.ts'
import { DAMAGED_ENTRIES, DAMAGED_SHARDS } from '../../../../test/vectors/formats/damaged-shards.ts'
import {
  goodContainer,
  goodEntries,
  goodParts,
  idOfNumber,
  packed,
  shardCount,
  shardOf,
} from '../../../../test/vectors/formats/good-container.ts'
import { ODD_CONTAINERS } from '../../../../test/vectors/formats/odd-containers.ts'
import { entriesOf, makeScratch, pairs, readFile } from '../../../../test/vectors/formats/scratch.ts'

const scratch = makeScratch()
const failure = async (path: string, options: Parameters<typeof readFile>[1] = {}): Promise<unknown> =>
  readFile(path, options).then(
    () => 'no failure',
    (error: unknown) => error,
  )

const saidOf = (damage: Damage | undefined): string => (damage === undefined ? '' : damageText(damage))

describe('a good container', () => {
  it('gives every entry once, in block order and then slot order, numbered from 1', async () => {
    const path = scratch.write('translate_words_map_en', goodContainer())
    const { text, entries } = await readFile(path)
    expect(new Map(pairs(entries))).toEqual(new Map(goodEntries.map(({ id, text }) => [id, text])))
    expect(entries.map(({ number }) => number)).toEqual(goodEntries.map((_, at) => at + 1))
    expect(entries.map(({ id }) => shardOf(id))).toEqual(
      [0, 1, 2, 3].flatMap((shard) => Array.from({ length: 10 }, () => shard)),
    )
    expect(new Set(entries.map(({ file }) => file))).toEqual(new Set(['translate_words_map_en']))
    expect(text).toMatchObject({ name: 'translate_words_map_en', format: 'container', shardCount: 4, totalEntries: 40 })
    expect(text.warnings()).toEqual([])
  })

  it('can be read a second time, with the same outcome', async () => {
    const { text, entries } = await readFile(scratch.write('twice', goodContainer()))
    expect(await entriesOf(text)).toEqual(entries)
  })

  it('gives a tombstone as null, and does not wonder about tombstones and totals in an overlay', async () => {
    const entries = [
      { id: idOfNumber(5n), text: null },
      { id: idOfNumber(6n), text: 'kept' },
    ]
    const path = scratch.write('overlay', buildContainer({ entries, shardCount, totalEntries: 900 }))
    const { text, entries: read } = await readFile(path, { role: 'diff' })
    expect(new Map(pairs(read))).toEqual(
      new Map([
        [idOfNumber(5n), null],
        [idOfNumber(6n), 'kept'],
      ]),
    )
    expect(text.warnings()).toEqual([])
  })

  it('may leave shards out and may hold no entries at all', async () => {
    const { entries } = await readFile(scratch.write('empty', buildContainer({ entries: [], shardCount: 7 })))
    expect(entries).toEqual([])
  })

  it('keeps a BOM, a NUL and line ends that are text', async () => {
    const text = '\uFEFFa\0b\r\n\tc\n'
    const { entries } = await readFile(
      scratch.write('odd-text', buildContainer({ entries: [{ id: idOfNumber(1n), text }], shardCount: 1 })),
    )
    expect(entries[0]?.text).toBe(text)
  })

  it('reports its progress up to the whole size', async () => {
    const seen: [number, number][] = []
    const { text } = await readFile(scratch.write('progress', goodContainer()), {
      onProgress: (...progress) => seen.push(progress),
    })
    expect(seen).toHaveLength(4)
    expect(seen.at(-1)).toEqual([text.sizeBytes, text.sizeBytes])
  })
})

describe('damage to container or index refuses the file', () => {
  for (const vector of DAMAGED_CONTAINERS) {
    it(`${vector.name} is refused, with or without skipDamaged`, async () => {
      const path = scratch.write('damaged.bin', vector.make())
      for (const skipDamaged of [false, true]) {
        const error = await failure(path, { format: 'container', skipDamaged })
        expect(error).toBeInstanceOf(DamagedFile)
        expect((error as DamagedFile).message).toMatch(vector.says)
        expect((error as DamagedFile).message).toMatch(/^damaged\.bin, /)
        expect((error as DamagedFile).isSkippable).toBe(false)
      }
    })
  }
})

describe('a damaged shard', () => {
  for (const vector of DAMAGED_SHARDS) {
    it(`with ${vector.name} refuses the file`, async () => {
      const error = await failure(scratch.write('damaged.bin', vector.make()))
      expect(error).toBeInstanceOf(DamagedFile)
      expect((error as DamagedFile).message).toMatch(vector.says)
      expect((error as DamagedFile).isSkippable).toBe(true)
    })

    it(`with ${vector.name} is left out when damage is skipped`, async () => {
      const { text, entries } = await readFile(scratch.write('damaged.bin', vector.make()), { skipDamaged: true })
      expect(new Set(entries.map(({ id }) => shardOf(id)))).toEqual(new Set([0, 2, 3]))
      expect(entries).toHaveLength(30)
      expect(text.skipped()).toHaveLength(1)
      expect(text.skipped()[0]).toMatchObject({ kind: 'shard', id: null })
      expect(saidOf(text.skipped()[0]?.damage)).toMatch(vector.says)
      for (const { id } of goodEntries) expect(text.isSkipped(id)).toBe(shardOf(id) === 1)
    })
  }
})

describe('a damaged entry', () => {
  for (const vector of DAMAGED_ENTRIES) {
    it(`with ${vector.name} refuses the file`, async () => {
      const error = await failure(scratch.write('damaged.bin', vector.make()))
      expect(error).toBeInstanceOf(DamagedFile)
      expect((error as DamagedFile).message).toMatch(vector.says)
      expect((error as DamagedFile).isSkippable).toBe(true)
    })

    it(`with ${vector.name} is left out when damage is skipped, and its row is known as skipped`, async () => {
      const { text, entries } = await readFile(scratch.write('damaged.bin', vector.make()), { skipDamaged: true })
      const given = new Set(entries.map(({ id }) => id))
      const lost = goodEntries.filter(({ id }) => !given.has(id))
      expect(lost).toHaveLength(vector.lost)
      expect(text.skipped()).toHaveLength(vector.lost)
      expect(saidOf(text.skipped()[0]?.damage)).toMatch(vector.says)
      for (const { id } of lost) expect(text.isSkipped(id)).toBe(true)
      for (const { id } of entries) expect(text.isSkipped(id)).toBe(false)
      const good = new Map(goodEntries.map(({ id, text }) => [id, text]))
      for (const { id, text } of entries) expect(text).toBe(good.get(id))
    })
  }

  it('leaves out no row that the file simply does not have', async () => {
    const { text } = await readFile(scratch.write('damaged.bin', DAMAGED_ENTRIES.at(-1)?.make() ?? ''), {
      skipDamaged: true,
    })
    expect(text.isSkipped(idOfNumber(1_000_001n))).toBe(false)
  })
})

describe('what is odd but harmless', () => {
  for (const vector of ODD_CONTAINERS) {
    it(`${vector.name} is accepted with a warning`, async () => {
      const { text, entries } = await readFile(scratch.write('odd.bin', vector.make()))
      expect(entries).toHaveLength(vector.entries)
      expect(text.warnings()).toHaveLength(1)
      expect(saidOf(text.warnings()[0])).toMatch(vector.warning)
      expect(saidOf(text.warnings()[0])).toMatch(/^odd\.bin, /)
    })
  }

  it('is told once a kind, with a count', async () => {
    const parts = goodParts()
    for (const shard of parts.shards) shard.writeUInt32LE(15, 8)
    const { text } = await readFile(scratch.write('odd.bin', assembleContainer(packed(parts))))
    expect(text.warnings()).toHaveLength(1)
    expect(saidOf(text.warnings()[0])).toMatch(/block 1 .*\(×4\)$/)
  })
})

describe('bounds', () => {
  it('values that overlap without end refuse the shard instead of filling memory', async () => {
    const entries = Array.from({ length: 3000 }, (_, at) => ({
      id: idOfNumber(BigInt(at + 1)),
      text: at === 0 ? 'x'.repeat(65_536) : `${at}`,
    }))
    const shard = buildShard(entries)
    const capacity = shard.readUInt32LE(0)
    const slots = Math.ceil((24 + capacity + 17) / 8) * 8
    for (let slot = 0, nth = 0; slot < capacity; slot++) {
      if (shard[24 + slot] === 0x80) continue
      const field = slots + 16 * slot + 8
      shard.writeUInt32LE(slots + 16 * capacity + nth - field, field)
      shard.writeUInt32LE(60_000, field + 4)
      nth++
    }
    const index = Buffer.alloc(20)
    index.writeUInt32LE(3000, 0)
    index.writeUInt32LE(1, 8)
    index.writeUInt32LE(1, 16)
    const error = await failure(scratch.write('overlap.bin', assembleContainer(packed({ index, shards: [shard] }))))
    expect((error as DamagedFile).message).toMatch(/the values overlap/)
  })

  it('says when a file is cut off at any byte', async () => {
    const good = goodContainer()
    for (let length = 0; length < good.length; length += 7) {
      expect(await failure(scratch.write('cut.bin', good.subarray(0, length)), { format: 'container' })).toBeInstanceOf(
        DamagedFile,
      )
    }
  })

  it('never fails in another way than with a DamagedFile, whatever byte is flipped', async () => {
    const good = goodContainer()
    for (let at = 0; at < good.length; at += 3) {
      const bytes = Buffer.from(good)
      bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at)
      const error = await failure(scratch.write('flip.bin', bytes), { format: 'container' })
      if (error !== 'no failure') expect(error).toBeInstanceOf(DamagedFile)
    }
  })

  it('reads the shard that an entry lies in, whatever the number of shards', async () => {
    const entries = [0xffffffffffffffffn, 0x8000000000000001n, 0x123456789abcdef0n].map((key) => ({
      id: idOfNumber(key),
      text: `${key}`,
    }))
    for (const shardCount of [1, 2, 3762, 65_537, 1_000_003]) {
      const { entries: read } = await readFile(scratch.write('many.bin', buildContainer({ entries, shardCount })))
      expect(new Map(pairs(read))).toEqual(new Map(entries.map(({ id, text }) => [id, text])))
    }
  })

  it('gives up skipping when more than 100,000 places are damaged', async () => {
    const capacity = 2 ** 17 - 1
    const shard = buildShard([], capacity)
    shard.fill(0x81, 24, 24 + capacity)
    const index = Buffer.alloc(20)
    index.writeUInt32LE(1, 8)
    index.writeUInt32LE(1, 16)
    const path = scratch.write('hopeless.bin', assembleContainer(packed({ index, shards: [shard] })))
    const error = await failure(path, { skipDamaged: true })
    expect((error as DamagedFile).message).toMatch(/too much is damaged.*100000/)
  })
})

test('a container that inflates to far more than its size is refused at the block where it does', () => {
  const place = { file: 'bomb', block: 7, byte: 100, lengthBytes: 10 }
  const budget = makeBudget(inflatedMaxOf(1_000_000))
  budget.spendInflated(200_000_000, place)
  expect(() => budget.spendInflated(1, place)).toThrow(/the file unpacks to too many bytes.*at most 200000000/)
  expect([0, 1_000_000, 2 ** 30].map(inflatedMaxOf)).toEqual([inflatedAlways, 200_000_000, inflatedBytesMax])
})
