// What new files do to one row: every pair of what was there and what is there now.
import { describe, expect, it } from 'vitest'
import { decideSlot, decideSource, effectiveSource, type SlotText } from '../../../src/domain/decide-source.ts'

const text = (words: string): SlotText => ({ bytes: Buffer.from(words), isDeleted: false })
const [a, b, gone] = [text('a'), text('b'), { bytes: Buffer.alloc(0), isDeleted: true }]
const row = (main: SlotText | null, diff: SlotText | null = null) => ({ main, diff })

describe('a row', () => {
  it.each([
    ['none before and after', null, null, null],
    ['a first text', null, row(a), 'added'],
    ['a first text in the diff', null, row(null, a), 'added'],
    ['the last text', row(a), null, 'retired'],
    ['the same bytes', row(a, b), row(text('a'), text('b')), 'same'],
    ['another text', row(a), row(b), 'changed'],
    ['another main text below the diff', row(a, b), row(b, b), 'moved'],
    ['the main text in the diff too', row(a), row(a, a), 'moved'],
    ['a text from main to diff', row(a), row(null, a), 'moved'],
    ['another text in the diff', row(a), row(a, b), 'changed'],
    ['the diff taken away', row(a, b), row(a), 'changed'],
    ['the diff taken away, with the main text of before', row(a, a), row(a), 'moved'],
    ['a deletion in the diff', row(a), row(a, gone), 'changed'],
    ['an empty text that becomes a deletion', row(text('')), row(gone), 'moved'],
  ])('%s', (_, before, after, expected) => {
    expect(decideSource(before, after, false)).toBe(expected)
    // That a row was there once matters only to one that is there again.
    expect(decideSource(before, after, true)).toBe(expected === 'added' ? 'back' : expected)
  })
})

it.each([
  [null, null, null],
  [null, a, 'added'],
  [a, null, 'retired'],
  [a, text('a'), 'unchanged'],
  [a, b, 'changed'],
  [gone, text(''), 'changed'],
])('a slot, case %#', (before, after, expected) => {
  expect(decideSlot(before, after, false)).toBe(expected)
  expect(decideSlot(before, after, true)).toBe(expected === 'added' ? 'back' : expected)
})

it('the diff is in force before the main file', () => {
  expect([effectiveSource(row(a, b)), effectiveSource(row(a)), effectiveSource(null)]).toEqual([b, a, null])
})
