// The pages of a segment of the search index say of each gram the rows that have it, whatever the texts are.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FoldedUnits, SegmentBuilder } from '../../../src/search/builder.ts'
import { gramsOfTerm, isCoarse, singleGram, takeGrams } from '../../../src/search/grams.ts'
import { foldForSearch } from '../../../src/search/query.ts'
import { eachListOf, listBytes, readList, writeList } from '../../../src/search/pages.ts'
import {
  BLOCKS_PER_SEGMENT,
  headerBytes,
  headerOf,
  pageBytesMost,
  pageOf,
  ROWS_PER_SEGMENT,
  type SegmentPages,
} from '../../../src/search/segment.ts'

const numbersIn = (bits: Uint32Array): number[] =>
  Array.from({ length: bits.length * 32 }, (_, at) => at).filter(
    (at) => ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0,
  )

it.each([1, 2, 3, 7, 40, 64, 200, 256, 3_000, 16_384])('reads a list of %i numbers as it was written', (count) => {
  for (const width of [8, 14].filter((each) => count <= 1 << each)) {
    const step = (1 << width) / count
    const numbers = Uint16Array.from({ length: count }, (_, i) => Math.floor((i + 0.999) * step))
    const bytes = new Uint8Array(10 + listBytes(count, width) + 2)
    writeList(bytes, 10, { numbers, start: 0, end: count }, width)
    expect(bytes.subarray(-2), 'nothing behind its end').toEqual(new Uint8Array(2))
    const bits = new Uint32Array((1 << width) / 32)
    const all = new Uint32Array(bits.length).fill(0xffff_ffff)
    const found = readList(bytes, { at: 10, count, width }, bits, { from: 0, end: 1 << width, among: all })
    expect(numbersIn(bits)).toEqual([...numbers])
    expect(found).toBe(count)
    const [from, end, some] = [(1 << width) >> 3, (1 << width) >> 2, new Uint32Array(bits.length)]
    const odd = new Uint32Array(bits.length).fill(0xaaaa_aaaa)
    const foundOdd = readList(bytes, { at: 10, count, width }, some, { from, end, among: odd })
    const expected = [...numbers].filter((number) => number >= from && number < end && number % 2 === 1)
    expect(numbersIn(some), 'those of a piece that are odd').toEqual(expected)
    expect(foundOdd).toBe(expected.length)
  }
})

const texts = ['Straße ÄÖ', 'İSTANBUL ς Σ', 'м’яч ʼ', '药水 龙', '𐐀𐐨 😀', 'a\u0000b', 'Ω℧ ᾼ ﬀ', '{0} <b>']

it.each(texts)('folds %j as a search does', (text) => {
  const units = new FoldedUnits()
  const expected = foldForSearch(text)
  const taken = (): string => String.fromCharCode(...units.units.subarray(0, units.count))
  const bytes = Buffer.from(`»${text}`)
  units.takeUtf8(bytes, 2, bytes.length)
  expect(taken()).toBe(expected)
})

function takeText(units: FoldedUnits, text: string): void {
  const bytes = Buffer.from(text)
  units.takeUtf8(bytes, 0, bytes.length)
}

function made(rows: ReadonlyMap<number, string>): SegmentPages {
  const [builder, units] = [new SegmentBuilder(), new FoldedUnits()]
  builder.begin()
  let block = -1
  for (const [row, text] of [...rows].sort(([a], [b]) => a - b)) {
    if (row >> 6 !== block) builder.beginBlock((block = row >> 6), 1)
    takeText(units, text)
    builder.add(row & 63, units)
  }
  const making = builder.pages()
  for (;;) {
    const { done, value } = making.next()
    if (done === true) return value
  }
}

const EVERY_ROW = new Uint32Array(ROWS_PER_SEGMENT / 32).fill(0xffff_ffff)

/** The rows that a segment gives for a gram, or blocks for a coarse one, a bit each. */
function bitsOf(made: SegmentPages, gram: number): Uint32Array {
  const bits = new Uint32Array(ROWS_PER_SEGMENT / 32)
  const { firstEntries, firstPlaces } = headerOf(headerBytes({ unstamped: 0, sources: 0 }, [], made))
  let number = Math.max(0, pageOf(firstEntries, gram << 2))
  // As the engine does: the next page overwrites the one before.
  const room = Buffer.alloc(pageBytesMost)
  const nextPage = (): Buffer | undefined => {
    const page = made.pages[number++]
    return page && room.subarray(0, page.copy(room))
  }
  const [entry, at] = [firstEntries[number] as number, firstPlaces[number] as number]
  eachListOf({ page: nextPage() as Buffer, at, entry }, nextPage, gram, (field, list) => {
    expect(field).toBe(1)
    const end = isCoarse(gram) ? BLOCKS_PER_SEGMENT : ROWS_PER_SEGMENT
    if (list.isListed) list.readInto(bits, { from: 0, end, among: EVERY_ROW })
    else bits.fill(0xffff_ffff)
  })
  return bits
}

const piece = fc.oneof(
  fc.constantFrom('ring', 'in', '药水', '龙', 'ab', 'м’яч', ' ', '\n', '😀'),
  fc.string({ maxLength: 6 }),
)
const someRows = fc.array(
  fc.tuple(
    fc.nat({ max: ROWS_PER_SEGMENT - 1 }),
    fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
  ),
  { minLength: 1, maxLength: 60 },
)

it('gives every row that holds a term for each gram of it', () => {
  const property = fc.property(someRows, (entries) => {
    const rows = new Map(entries)
    const segment = made(rows)
    expect(segment.pages.every((page) => page.length <= pageBytesMost)).toBe(true)
    for (const [row, text] of rows) {
      const folded = foldForSearch(text)
      const terms = folded.split(/\s+/).filter((term) => term !== '')
      for (const term of [...terms, ...terms.map((each) => each.slice(1)), ...terms.map((each) => each.slice(0, 2))]) {
        for (const gram of gramsOfTerm(term)) {
          const place = isCoarse(gram) ? row >> 6 : row
          const word = bitsOf(segment, gram)[place >>> 5] as number
          expect(word & (1 << (place & 31)), `${JSON.stringify(term)} in row ${row}`).not.toBe(0)
        }
      }
    }
  })
  fc.assert(property, { numRuns: 20 })
})

/** More grams of one kind, in one row, than there is room for at first. */
const longText = `${'ring '.repeat(20_000)}${'龙药'.repeat(9_000)}`

/** Two pairs of signs that have the same gram, in one text. */
function pairsAlike(): string {
  const before = new Map<number, string>()
  for (let code = 0; code < 0x8_0000; code++) {
    const pair = String.fromCharCode(0x2200 + (code >> 10), 0x2500 + (code & 0x3ff))
    const gram = gramsOfTerm(pair)[0] as number
    const other = before.get(gram)
    if (other !== undefined && other[1] !== pair[1]) return `${other} ${pair}`
    before.set(gram, pair)
  }
  throw new Error('no two pairs have the same gram')
}

it('gives for each gram the rows that have it and no others, however often they do', () => {
  const property = fc.property(someRows, fc.constantFrom('', longText), (entries, long) => {
    const rows = new Map([...entries, [77, long], [97, pairsAlike()]] as const)
    const expected = new Map<number, Uint32Array>()
    const note = (gram: number, place: number): void => {
      const bits = expected.get(gram) ?? new Uint32Array(ROWS_PER_SEGMENT / 32)
      expected.set(gram, bits)
      bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31))
    }
    const units = new FoldedUnits()
    for (const [row, text] of rows) {
      for (const unit of foldForSearch(text).replace(/\s/g, '').split(''))
        note(singleGram(unit.charCodeAt(0)), row >> 6)
      takeText(units, text)
      takeGrams(units.units, units.count, {
        fine: (gram) => note(gram, row),
        single: () => {},
        pair: (gram) => note(gram, row >> 6),
      })
    }
    const segment = made(rows)
    for (const [gram, bits] of expected)
      expect(Buffer.from(bitsOf(segment, gram).buffer).equals(Buffer.from(bits.buffer)), `gram ${gram}`).toBe(true)
  })
  fc.assert(property, { numRuns: 10 })
})

it('spreads a large segment over pages, and says of a rare gram little more than its rows', () => {
  const rows = new Map(
    Array.from({ length: 6_000 }, (_, row) => [row * 2, `word${row % 97} ${(row * 7919).toString(36)} 药${row % 13}`]),
  )
  rows.set(5_001, 'unobtainium')
  const segment = made(rows)
  expect(segment.pages.length).toBeGreaterThan(5)
  const together = gramsOfTerm('unobtainium').map((gram) => new Set(numbersIn(bitsOf(segment, gram))))
  expect([...(together[0] as Set<number>)].filter((row) => together.every((each) => each.has(row)))).toEqual([5_001])
})

it('holds notes of more rows than it has room for at first, and those of the next segment alone', () => {
  const [builder, units] = [new SegmentBuilder(), new FoldedUnits()]
  const make = (rows: number, text: (row: number) => string): SegmentPages => {
    builder.begin()
    for (let row = 0; row < rows; row++) {
      if (row % 64 === 0) builder.beginBlock(row / 64, 1)
      takeText(units, text(row))
      builder.add(row % 64, units)
    }
    const making = builder.pages()
    for (;;) {
      const { done, value } = making.next()
      if (done === true) return value
    }
  }
  const letters = (row: number): string =>
    Array.from({ length: 60 }, (_, at) => ((row * 61 + at * 7) % 1296).toString(36)).join('')
  const many = make(ROWS_PER_SEGMENT, (row) => `${letters(row)}${row % 8 === 0 ? ' ring' : ''}`)
  const eighths = Array.from({ length: ROWS_PER_SEGMENT / 8 }, (_, at) => 8 * at)
  for (const gram of gramsOfTerm('ring'))
    expect(numbersIn(bitsOf(many, gram)), 'every row that has it').toEqual(expect.arrayContaining(eighths))
  const few = make(3, () => 'ring')
  expect(few.pages).toEqual(made(new Map([0, 1, 2].map((row) => [row, 'ring']))).pages)
})
