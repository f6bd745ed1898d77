import { expect, test } from 'vitest'
import type { Span } from '../../../src/base/bytes.ts'
import { ROWS_PER_BLOCK } from '../../../src/store/file/keyspace.ts'
import {
  BlockBuilder,
  placeOfId,
  type RawRow,
  recordBounds,
  type RowView,
  rowView,
} from '../../../src/store/rows/row-block.ts'

const text = (value: string, number: number, isDeleted = false) => ({
  file: number % 3,
  number,
  isDeleted,
  bytes: Buffer.from(value),
})

const row = (place: number, slots: Pick<RawRow, 'main' | 'diff'>, isServiceRow = false): RawRow => ({
  pair: place % 8,
  id: Buffer.from(place.toString(16).padStart(16, '0'), 'hex'),
  hash: Buffer.alloc(32, place),
  isServiceRow,
  ...slots,
})

function build(rows: readonly (RawRow | null)[]): Buffer | null {
  const builder = new BlockBuilder()
  builder.begin()
  for (const one of rows) {
    if (one === null) builder.addNone()
    else builder.addRow(one)
  }
  const block = builder.finish()
  return block === null ? null : Buffer.from(block)
}

const KINDS = [
  { main: text('Main', 1), diff: null },
  { main: null, diff: text('Лише в оверлеї', 2) },
  { main: text('Old', 3), diff: text('New', 4_000_000) },
  { main: text('Gone', 5), diff: text('', 6, true) },
  { main: text('', 7), diff: null },
  { main: text('', 8, true), diff: null },
] as const

test('a row of every kind comes back as it was put in, at its own place', () => {
  const rows = Array.from({ length: ROWS_PER_BLOCK }, (_, place) =>
    place % 7 === 6 ? null : row(place, KINDS[place % 7] as (typeof KINDS)[number], place % 2 === 0),
  )
  const block = build(rows) as Buffer
  rows.forEach((one, place) => {
    const view = rowView(block, place)
    if (one === null) return expect(view).toBeNull()
    const read = view?.toRaw()
    const plain = (slot: RawRow['main']) => slot && { ...slot, bytes: Buffer.from(slot.bytes).toString() }
    expect(read && { ...read, main: plain(read.main), diff: plain(read.diff) }).toEqual({
      ...one,
      main: plain(one.main),
      diff: plain(one.diff),
    })
    expect(placeOfId(block, 0, one.id, 0)).toBe(place)
    expect(placeOfId(block, place, Buffer.from([9, ...one.id]), 1)).toBe(place)
    expect(placeOfId(block, place + 1, one.id, 0)).toBe(-1)
  })
})

test('a row of the domain names its files and spells its bytes', () => {
  const block = build([null, row(1, KINDS[3], true)]) as Buffer
  expect(rowView(block, ROWS_PER_BLOCK * 5 + 1)?.toRow((file) => `file ${file}`)).toEqual({
    rowId: '0000000000000001',
    ordinal: ROWS_PER_BLOCK * 5 + 1,
    main: { text: 'Gone', isDeleted: false, fileName: 'file 2', number: 5 },
    diff: { text: '', isDeleted: true, fileName: 'file 0', number: 6 },
    sourceHash: '01'.repeat(32),
    isServiceRow: true,
  })
  expect(rowView(block, ROWS_PER_BLOCK * 5)).toBeNull()
  expect(rowView(block, ROWS_PER_BLOCK * 5 + 63)).toBeNull()
})

test('what a view says of a row is the same where it lies and in a copy of its own', () => {
  const block = build(KINDS.map((kind, place) => row(place, kind, place === 3))) as Buffer
  KINDS.forEach(({ main, diff }, place) => {
    const inBlock = rowView(block, place) as RowView
    for (const view of [inBlock, inBlock.apart()]) {
      const bytesOf = (span: Span | null) => span && Buffer.from(view.bytes.subarray(span.start, span.end))
      expect(bytesOf(view.source)).toEqual((diff ?? main)?.bytes)
      expect([bytesOf(view.main), bytesOf(view.diff)]).toEqual([main?.bytes ?? null, diff?.bytes ?? null])
      expect([view.isInMain, view.isInDiff, view.isServiceRow]).toEqual([main !== null, diff !== null, place === 3])
      expect([bytesOf(view.id)?.toString('hex'), bytesOf(view.hash)?.toString('hex')]).toEqual([
        view.rowId,
        view.sourceHash,
      ])
      expect([view.ordinal, view.rowId]).toEqual([place, `000000000000000${place}`])
    }
  })
})

test('a block without a row is none', () => {
  expect(build([])).toBeNull()
  expect(build([null, null])).toBeNull()
})

test('places after the last row, and before the first, are empty', () => {
  const block = build([null, row(1, KINDS[0])]) as Buffer
  for (const place of [0, 2, 63]) {
    const { start, end } = recordBounds(block, place)
    expect(start).toBe(end)
  }
})

test('a block grows to whatever 64 texts of the longest kind need', () => {
  const long = 'ж'.repeat(32_768)
  const rows = Array.from({ length: ROWS_PER_BLOCK }, (_, place) =>
    row(place, { main: text(long, place), diff: text(`${long}!`.slice(1), place) }),
  )
  const block = build(rows) as Buffer
  expect(block.length).toBeGreaterThan(64 * 2 * 65_536)
  expect(Buffer.from(rowView(block, 63)?.toRaw().main?.bytes ?? []).toString()).toBe(long)
  expect(
    Buffer.from(rowView(block, 0)?.toRaw().diff?.bytes ?? [])
      .toString()
      .endsWith('ж!'),
  ).toBe(true)
})

test('one builder makes block after block, each without a trace of the one before', () => {
  const builder = new BlockBuilder()
  builder.begin()
  for (let place = 0; place < ROWS_PER_BLOCK; place++) builder.addRow(row(place, KINDS[2]))
  builder.finish()
  builder.begin()
  builder.addRow(row(9, KINDS[0]))
  const again = Buffer.from(builder.finish() as Buffer)
  expect(again.equals(build([row(9, KINDS[0])]) as Buffer)).toBe(true)
})
