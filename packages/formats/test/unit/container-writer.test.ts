// Writing the translated twin: docs/game-files.md#writing.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unpackBlock } from '../../src/container/container-block.ts'
import { buildContainer } from '../../../../test/support/container-builder.ts'
import { slotsStartOf } from '../../src/container/container-shard.ts'
import { assertPair, translateContainer, type TranslateRequest } from '../../src/container/container-writer.ts'
import { openGameText } from '../../src/open-game-text.ts'
import { DamagedFile } from '../../src/damage.ts'
import { DAMAGED_CONTAINERS } from '../../../../test/vectors/formats/damaged-containers.ts'
import { DAMAGED_ENTRIES, DAMAGED_SHARDS } from '../../../../test/vectors/formats/damaged-shards.ts'
import { goodContainer, goodEntries, idOfNumber, shardCount } from '../../../../test/vectors/formats/good-container.ts'
import { ODD_CONTAINERS } from '../../../../test/vectors/formats/odd-containers.ts'
import { makeScratch, pairs, readFile } from '../../../../test/vectors/formats/scratch.ts'

const scratch = makeScratch()
const template = scratch.write('template', goodContainer())
const out = scratch.path('out')
const translate = (textOf: TranslateRequest['textOf'], from = template) =>
  translateContainer({ template: from, out, level: 3, textOf })

/** Header with sizes left out, and every block inflated. */
function blocksOf(path: string): Buffer[] {
  const file = readFileSync(path)
  const count = file.readUInt32LE(8)
  return Array.from({ length: count }, (_, block) => {
    const start = block === 0 ? 0 : file.readUInt32LE(12 + 4 * block)
    const end = file.readUInt32LE(16 + 4 * block)
    const bytes = file.subarray(16 + 4 * count + start, 16 + 4 * count + end)
    return unpackBlock(bytes, { file: path, block, byte: 0, lengthBytes: bytes.length })
  })
}

describe('the translated twin', () => {
  it('is the same in every inflated block when nothing is translated', async () => {
    const result = await translate(() => null)
    expect(blocksOf(out)).toEqual(blocksOf(template))
    expect(result).toMatchObject({ entries: 40, translated: 0, tooLong: 0, empty: 0, deletionMarkers: 0, warnings: [] })
  })

  it('is the same when every translation equals its source, although it was laid out again', async () => {
    await translate((_, source) => source)
    expect(blocksOf(out)).toEqual(blocksOf(template))
  })

  it('differs in relOffset, byteLen and values only', async () => {
    await translate((id, source) => (Number.parseInt(id.slice(0, 2), 16) % 3 === 0 ? `${source} — переклад` : null))
    const [before, after] = [blocksOf(template), blocksOf(out)]
    expect(readFileSync(out).subarray(0, 16)).toEqual(readFileSync(template).subarray(0, 16))
    expect(after[0]).toEqual(before[0])
    for (const [at, raw] of before.entries()) {
      if (at === 0) continue
      const twin = after[at] ?? Buffer.alloc(0)
      const capacity = raw.readUInt32LE(0)
      const slotsAt = slotsStartOf(capacity)
      expect(twin.subarray(0, slotsAt)).toEqual(raw.subarray(0, slotsAt))
      for (let slot = 0; slot < capacity; slot++) {
        const key = slotsAt + 16 * slot
        expect(twin.subarray(key, key + 8)).toEqual(raw.subarray(key, key + 8))
      }
      expect(twin).not.toEqual(raw)
    }
  })

  it('holds the translations, and the source where there is none', async () => {
    const translated = new Map(
      goodEntries.slice(0, 25).map(({ id }, at) => [id, at % 2 === 0 ? `переклад ${at}` : 'однаково']),
    )
    const result = await translate((id) => translated.get(id) ?? null)
    const { entries } = await readFile(out)
    expect(new Map(pairs(entries))).toEqual(
      new Map(goodEntries.map(({ id, text }) => [id, translated.get(id) ?? text])),
    )
    expect(result.translated).toBe(25)
  })

  it('asks for each text once, with its source', async () => {
    const asked: [string, string][] = []
    await translate((id, source) => {
      asked.push([id, source])
      return null
    })
    expect(new Map(asked)).toEqual(new Map(goodEntries.map(({ id, text }) => [id, text])))
    expect(asked).toHaveLength(40)
  })

  it('keeps the source where a translation is empty or over 65,536 bytes, and counts both', async () => {
    const [a, b, c] = goodEntries.map(({ id }) => id)
    const texts = new Map([
      [a, ''],
      [b, 'я'.repeat(32_769)],
      [c, 'я'.repeat(32_768)],
    ])
    const result = await translate((id) => texts.get(id) ?? null)
    const read = new Map(pairs((await readFile(out)).entries))
    expect(result).toMatchObject({ empty: 1, tooLong: 1, translated: 1 })
    expect(read.get(a ?? '')).toBe(goodEntries[0]?.text)
    expect(read.get(b ?? '')).toBe(goodEntries[1]?.text)
    expect(read.get(c ?? '')).toBe('я'.repeat(32_768))
  })

  it('keeps tombstones, and never asks for them', async () => {
    const entries = [
      { id: idOfNumber(5n), text: null },
      { id: idOfNumber(9n), text: 'kept' },
    ]
    const overlay = scratch.write('overlay', buildContainer({ entries, shardCount, totalEntries: 12 }))
    const result = await translate((_, source) => `${source}!`, overlay)
    const read = await readFile(out, { role: 'diff' })
    expect(new Map(pairs(read.entries))).toEqual(
      new Map([
        [idOfNumber(5n), null],
        [idOfNumber(9n), 'kept!'],
      ]),
    )
    expect(result).toMatchObject({ entries: 2, deletionMarkers: 1, translated: 1, warnings: [] })
    expect(read.text.totalEntries).toBe(12)
  })

  it('has one zstd frame a block, with content size and without checksum', async () => {
    await translate((_, source) => `${source} `.repeat(30))
    const file = readFileSync(out)
    for (let block = 0; block < file.readUInt32LE(8); block++) {
      const at = 16 + 4 * file.readUInt32LE(8) + (block === 0 ? 0 : file.readUInt32LE(12 + 4 * block))
      expect(file.readUInt32LE(at + 9)).toBe(0xfd2fb528)
      const descriptor = file.readUInt8(at + 13)
      expect(descriptor & 0b100).toBe(0)
      expect(descriptor & 0b11).toBe(0)
      expect((descriptor & 0x20) !== 0 || descriptor >> 6 !== 0).toBe(true)
    }
  })

  it('reports its progress up to the whole size', async () => {
    const seen: number[][] = []
    await translateContainer({
      template,
      out,
      level: 1,
      textOf: () => null,
      onProgress: (...progress) => seen.push(progress),
    })
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1])
  })
})

describe('a template that is not as it should be', () => {
  for (const vector of [...DAMAGED_CONTAINERS, ...DAMAGED_SHARDS, ...DAMAGED_ENTRIES]) {
    it(`with ${vector.name} is refused, and leaves nothing behind`, async () => {
      const damaged = scratch.write('damaged.bin', vector.make())
      const target = scratch.write('target.bin', 'as it was')
      const names = scratch.names()
      const error = await translateContainer({ template: damaged, out: target, level: 1, textOf: () => 'x' }).catch(
        (e: unknown) => e,
      )
      expect(error).toBeInstanceOf(DamagedFile)
      expect((error as DamagedFile).message).toMatch(vector.says)
      expect(readFileSync(target, 'utf8')).toBe('as it was')
      expect(scratch.names()).toEqual(names)
    })
  }

  for (const vector of ODD_CONTAINERS) {
    if (/total|tombstone/.test(vector.name)) continue
    it(`with ${vector.name} is laid out anew and reported`, async () => {
      const odd = scratch.write('odd.bin', vector.make())
      const before = await readFile(odd)
      const result = await translate((_, source) => `${source}+`, odd)
      expect(result.warnings.join()).toMatch(vector.warning)
      expect(result.warnings.join()).toMatch(/laid out anew/)
      const after = await readFile(out)
      expect(pairs(after.entries)).toEqual(before.entries.map(({ id, text }) => [id, `${text}+`]))
    })
  }

  it('leaves nothing behind when it is interrupted or a text cannot be had', async () => {
    const names = scratch.names()
    const target = scratch.path('never')
    const controller = new AbortController()
    const interrupted = translateContainer({
      template,
      out: target,
      level: 1,
      signal: controller.signal,
      textOf: (_, source) => {
        controller.abort(new Error('stopped'))
        return `${source}!`
      },
    })
    await expect(interrupted).rejects.toThrow('stopped')
    const failing = translateContainer({
      template,
      out: target,
      textOf: () => {
        throw new Error('no store')
      },
    })
    await expect(failing).rejects.toThrow('no store')
    expect(scratch.names()).toEqual(names)
  })
})

describe('a pair', () => {
  it('of main and overlay with different shard counts is refused', async () => {
    const overlay = await openGameText(scratch.write('other', buildContainer({ entries: [], shardCount: 5 })), {
      role: 'diff',
    })
    const main = await openGameText(template, { role: 'source' })
    expect(() => assertPair(main, overlay)).toThrow(/other, block 0.*found 5 shards, expected 4, as in template/)
    expect(() => assertPair(main, main)).not.toThrow()
  })

  it('with a text dump in it always fits', () => {
    expect(() => assertPair({ name: 'main.tsv', shardCount: null }, { name: 'diff', shardCount: 3 })).not.toThrow()
  })
})
