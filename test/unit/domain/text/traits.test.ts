// Words, repeats and marks are counted without branches, and plain texts are read in one go: held here to what patterns say.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTHING_SCANNED, scan } from '../../../../src/domain/text/tokens.ts'
import {
  countFigures,
  digitsHash,
  figuresOf,
  plainTraitsOf,
  repeatsToTell,
  TRAIT,
  traitsOf,
} from '../../../../src/domain/text/traits.ts'
import { holds } from '../../../support/holds.ts'

const texts = fc
  .array(fc.constantFrom(...Array.from('aAbBñгГґ中文ー ’\u0301.,…1٣\n\t{}#%<Y0f')), { maxLength: 60 })
  .map((parts) => parts.join(''))

const WORD = /\p{L}[\p{L}\p{M}'’‘ʼ]*/gu

/** The most first letters in a row that are the same. */
function longestRun(words: readonly string[]): number {
  let [run, longest, before] = [0, 0, '']
  for (const word of words) {
    const initial = (word[0] ?? '').toLowerCase()
    run = initial === before ? run + 1 : 1
    longest = Math.max(longest, run)
    before = initial
  }
  return longest
}

test('words, and runs of the same initial, are those that a pattern finds', () =>
  holds(2_000, texts, (text) => {
    const words = text.match(WORD) ?? []
    const traits = traitsOf(text, NOTHING_SCANNED)
    expect(traits.words).toBe(words.length)
    expect((traits.mask & TRAIT.maybeRepeats) !== 0).toBe(longestRun(words) >= repeatsToTell)
  }))

test('a piece with more words than are held may repeat any', () => {
  const words = Array.from({ length: 5_000 }, (_, i) => (i % 2 === 0 ? 'a' : 'b')).join(' ')
  expect(traitsOf(words, NOTHING_SCANNED)).toMatchObject({ words: 5_000 })
  expect(traitsOf(words, NOTHING_SCANNED).mask & TRAIT.maybeRepeats).not.toBe(0)
})

test('a text is plain when no character of it may begin a token, and then has the traits of a text without tokens', () =>
  holds(2_000, texts, (text) => {
    const isPlain = !/[<$@[{}%#\n\r\t]/.test(text)
    expect(plainTraitsOf(text)).toEqual(isPlain ? traitsOf(text, scan(text, 'keep')) : null)
  }))

test('figures are those that a pattern finds, of other scripts and of pairs too', () => {
  const figures = fc.array(fc.constantFrom('1', '٣', '𝟙', '😀', 'x', 'ж', ' '), { maxLength: 12 })
  holds(2_000, figures, (parts) => {
    const text = parts.join('')
    expect(figuresOf(text)).toEqual(text.match(/\p{Nd}+/gu) ?? [])
  })
})

test('figures are counted as they are listed, token by token, but for texts with pairs', () => {
  const figures = fc.array(fc.constantFrom('1', '20', '٣', '😀', 'x', '#Y', '{0}', '\n', ' '), { maxLength: 12 })
  holds(2_000, figures, (parts) => {
    const text = parts.join('')
    const bare = text.replaceAll(/#Y|\{0\}/g, ' ')
    expect(countFigures(text, scan(text, 'keep'))).toBe(text.includes('😀') ? null : figuresOf(bare).length)
  })
})

test('the hash of digits is that of their runs, whatever their order', () => {
  const pieces = fc.array(fc.constantFrom('1', '2', '12', '007', ' ', 'x', '٣'), { maxLength: 6 })
  const runsOf = (text: string): string => (text.match(/[0-9]+/g) ?? []).sort().join(' ')
  holds(5_000, pieces, pieces, (some, others) => {
    const [a, b] = [some.join(''), others.join('')]
    expect(digitsHash(a) === digitsHash(b)).toBe(runsOf(a) === runsOf(b))
    expect(digitsHash(a) === 0).toBe(runsOf(a) === '')
  })
})

const marks = fc
  .array(fc.constantFrom('#', 'A', 'F', 'f', '0', '9', 'G', 'E', 'Y', '{', '}', 'ж', 'Ł', ' '), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

test('colours, styles and braces are those that patterns find', () =>
  holds(5_000, marks, (text) => {
    const { tokens, loneOpen, loneClose } = scan(text, 'keep')
    const found = text.match(/#[0-9A-Fa-f]{6}|#[A-Z]|\{[^{}]*\}|[{}]/g) ?? []
    expect(tokens.map((token) => token.text)).toEqual(found.filter((each) => each.length > 1))
    expect(loneOpen).toBe(found.filter((each) => each === '{').length)
    expect(loneClose).toBe(found.filter((each) => each === '}').length)
  }))
