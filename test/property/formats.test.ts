// Properties of the formats: what is written reads back, whatever the texts, keys and table sizes.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assembleContainer, buildContainer, buildShard, packBlockSync } from '../support/container-builder.ts'
import type { BuildEntry } from '../support/container-builder.ts'
import { translateContainer } from '../../packages/formats/src/container/container-writer.ts'
import { halvesOf, IdSet } from '../../packages/formats/src/id-set.ts'
import { reversedId } from '../../packages/formats/src/text-entry.ts'
import { DUMP_FORMATS, writeTextDump } from '../../packages/formats/src/text-writer.ts'
import { ZstdFrameWalk } from '../../packages/formats/src/container/zstd-frame.ts'
import { makeScratch, pairs, readFile } from '../vectors/formats/scratch.ts'
import { holds, holdsInTime } from '../support/holds.ts'

const scratch = makeScratch()
const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((key) => key.toString(16).padStart(16, '0'))
/** Any Unicode, and often the characters that dumps stumble over. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('\\', 'n', 'r', '"', '\n', '\r', '\t', ';', ',', ' ', 'ж', '\uFEFF', '\0'),
    maxLength: 12,
  }),
)
const entry = fc.record({ id, text: fc.option(text, { freq: 8 }) })
const entries = (maxLength: number) => fc.uniqueArray(entry, { selector: (e) => e.id, maxLength })
const sorted = (list: readonly { readonly id: string; readonly text: string | null }[]) =>
  list.map(({ id, text }) => [id, text] as const).sort(([a], [b]) => (a < b ? -1 : 1))

describe('a container', () => {
  it('gives back the entries it was built of, for any number of shards', async () =>
    await holdsInTime(60, entries(60), fc.integer({ min: 1, max: 40 }), async (list, shardCount) => {
      const path = scratch.write('container', buildContainer({ entries: list, shardCount, level: 1 }))
      expect(sorted((await readFile(path)).entries)).toEqual(sorted(list))
    }))

  it('gives back the entries of a table of every capacity', async () => {
    for (let bits = 1; bits <= 10; bits++) {
      const capacity = 2 ** bits - 1
      await holdsInTime(8, entries(Math.min(capacity, 40)), async (list) => {
        const index = Buffer.alloc(20)
        index.writeUInt32LE(list.length, 0)
        index.writeUInt32LE(1, 8)
        index.writeUInt32LE(1, 16)
        const blocks = [index, buildShard(list, capacity)].map((raw) => packBlockSync(raw, 1))
        const path = scratch.write('capacity', assembleContainer(blocks))
        const { text, entries: read } = await readFile(path, { role: 'diff' })
        expect(sorted(read)).toEqual(sorted(list))
        expect(text.warnings().filter(({ problem }) => problem !== 'odd_zero_key')).toEqual([])
      })
    }
  })

  it('has a twin with the chosen texts at the same places', async () =>
    await holdsInTime(
      60,
      entries(40),
      fc.integer({ min: 1, max: 9 }),
      fc.func(fc.option(text)),
      async (list, shardCount, chosen) => {
        const template = scratch.write('template', buildContainer({ entries: list, shardCount, level: 1 }))
        const out = scratch.path('twin')
        const result = await translateContainer({ template, out, level: 1, textOf: (key) => chosen(key) })
        const want = (e: BuildEntry): string | null => (e.text === null ? null : chosen(e.id) || e.text)
        const before = (await readFile(template)).entries
        const after = (await readFile(out)).entries
        expect(pairs(after)).toEqual(before.map((e) => [e.id, want(e)]))
        expect(result.entries).toBe(list.length)
      },
    ))
})

describe('a text dump', () => {
  for (const format of DUMP_FORMATS) {
    it(`in ${format} reads back as it was written`, async () => {
      await holdsInTime(150, entries(20), async (list) => {
        const path = scratch.path('dump')
        await writeTextDump(path, format, [list])
        // TSV and CSV know no text without characters, and no deletion marker of key 0: it is the table's empty slot.
        const readable = list
          .map((e) => (format !== 'jsonl' && e.text === '' ? { ...e, text: null } : e))
          .filter((e) => format === 'jsonl' || e.text !== null || !/^0+$/.test(e.id))
        expect(pairs((await readFile(path, { format })).entries)).toEqual(readable.map((e) => [e.id, e.text]))
      })
    })
  }

  it('is read the same whatever its line ends', async () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'ж', ' ', '\\', 'n', "'", '<'), minLength: 1, maxLength: 8 })
    await holdsInTime(
      100,
      fc.uniqueArray(fc.record({ id, text: plain }), { selector: (e) => e.id, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      async (list, eol) => {
        const path = scratch.write('ends', `ID\tOriginalText${eol}${list.map((e) => `${e.id}\t${e.text}`).join(eol)}`)
        const read = pairs((await readFile(path)).entries)
        expect(read).toEqual(list.map((e) => [e.id, e.text.replaceAll('\\n', '\n')]))
      },
    )
  })
})

describe('small parts', () => {
  it('an IdSet knows what a Set knows', () =>
    holds(
      100,
      fc.array(fc.oneof(id, fc.constantFrom('0000000000000000', '0000000100000000', '0000000000000001'))),
      (ids) => {
        const [set, plain] = [new IdSet(0), new Set<string>()]
        for (const one of ids) {
          expect(set.has(...halvesOf(one))).toBe(plain.has(one))
          expect(set.add(...halvesOf(one))).toBe(!plain.has(one))
          plain.add(one)
        }
      },
    ))

  it('reversing an id twice gives the id', () => holds(100, id, (one) => reversedId(reversedId(one)) === one))

  it('a frame walk ends where its frame ends, however it is cut', () =>
    holds(100, fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 1, max: 50 }), fc.nat(5), (raw, step, surplus) => {
      const frame = packBlockSync(Buffer.from(raw), 3).subarray(9)
      const walk = new ZstdFrameWalk()
      const bytes = Buffer.concat([frame, Buffer.alloc(surplus)])
      for (let at = 0; at < bytes.length; at += step) {
        expect(walk.isWhole).toBe(at >= frame.length)
        walk.push(bytes.subarray(at, at + step))
      }
      expect([walk.isWhole, walk.surplusBytes]).toEqual([true, surplus])
    }))
})
