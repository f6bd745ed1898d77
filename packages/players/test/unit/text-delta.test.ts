// A delta that a stranger made: read line by line within a bound of memory, or none.
import { expect, it } from 'vitest'
import { zstdFrame } from '../../../../src/base/zstd.ts'
import { packDelta, readDelta } from '../../src/text-delta.ts'

const digest = '0'.repeat(64)
const file = { name: 'translate_words_map_en', template: { name: 'a', sha256: digest }, before: digest, after: digest }
const head = { level: 12, zstd: '1.5.7', files: [file] }
const texts = [
  { id: '0'.repeat(16), text: 'two\nlines' },
  { id: '1'.repeat(16), text: null },
]

it('gives back what was packed', async () => {
  const packed = await packDelta({ ...head, texts: [texts] })
  expect(readDelta(packed)).toEqual({ ...head, texts: [new Map(texts.map(({ id, text }) => [id, text]))] })
})

const begun = `${JSON.stringify({ format: 'windrow-delta', version: 1, ...head })}\n`
it.each([
  ['ends of lines', begun + '\n'.repeat(60_000_000)],
  ['ends of lines above the bound', begun + '\n'.repeat(250_000_000)],
  ['one line of many things', `${begun}[${'{},'.repeat(20_000_000)}{}]`],
  ['a head of many things', `{"files":[${'{},'.repeat(20_000_000)}{}]}\n`],
])('a bomb of %s is none', async (_what, raw) => {
  const packed = await zstdFrame(Buffer.from(raw), 1)
  expect(packed.length).toBeLessThan(100_000)
  const before = process.memoryUsage().heapUsed
  expect(readDelta(packed)).toBe(null)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024)
})
