// Differences in words: they give both texts back, keep tokens whole, and stay bounded.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordDiff } from '../../../../src/domain/text/word-diff.ts'
import { holds } from '../../../support/holds.ts'

const diff = (before: string, after: string) => wordDiff(before, after, { steps: 1e9 }) ?? []
const shown = (before: string, after: string): string =>
  diff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

describe('a difference', () => {
  it.each([
    ['the red door', 'the blue door', 'the [-red-]{+blue+} door'],
    ['same', 'same', 'same'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['press {0} now', 'press {1} now', 'press [-{0}-]{+{1}+} now'],
    ['我的书', '你的书', '[-我-]{+你+}的书'],
    ['a b c', 'a c', 'a [-b -]c'],
  ])('of %j and %j is %j', (before, after, expected) => expect(shown(before, after)).toBe(expected))

  it('gives both texts back, whatever they are', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '{0}', '<x|1>', '中', 'ї', '😀'), { maxLength: 40 })
    holds(100, words, words, (a, b) => {
      const parts = diff(a.join(''), b.join(''))
      const side = (skipped: string): string =>
        parts
          .filter(({ kind }) => kind !== skipped)
          .map(({ text }) => text)
          .join('')
      expect(side('new')).toBe(a.join(''))
      expect(side('gone')).toBe(b.join(''))
    })
  })

  it('keeps as much as any difference can', () => {
    // Each of these is a word.
    const text = fc.string({ unit: fc.constantFrom('我', '你', '的', '书'), maxLength: 9 })
    const mostKept = (a: string, b: string): number =>
      a === '' || b === ''
        ? 0
        : a[0] === b[0]
          ? 1 + mostKept(a.slice(1), b.slice(1))
          : Math.max(mostKept(a.slice(1), b), mostKept(a, b.slice(1)))
    holds(100, text, text, (a, b) => {
      const kept = diff(a, b).filter(({ kind }) => kind === 'same')
      expect(kept.reduce((sum, { text: { length } }) => sum + length, 0)).toBe(mostKept(a, b))
    })
  })

  it('of two long texts that have nothing in common is one replacement, found in few steps', () => {
    const [a, b] = [Array.from({ length: 8_000 }, (_, i) => `a${i}`), Array.from({ length: 8_000 }, (_, i) => `b${i}`)]
    // All edits would be a hundred million steps.
    const parts = wordDiff(a.join(' '), b.join(' '), { steps: 3_000_000 })
    expect(parts?.map(({ kind }) => kind)).toEqual(['gone', 'new'])
  })

  it('takes its work from the budget, and gives up when it is used up', () => {
    const budget = { steps: 1_000_000 }
    const [a, b] = ['one two three', 'one three four']
    expect(wordDiff(a, b, budget)).not.toBeNull()
    expect(budget.steps).toBeLessThan(1_000_000)
    const [before, left] = [budget.steps, 10]
    expect(wordDiff(a, b, { steps: left })).toBeNull()
    expect(wordDiff(a, a, { steps: left })).toEqual([{ kind: 'same', text: a }])
    expect(budget.steps).toBe(before)
    const words = (name: string): string => Array.from({ length: 900 }, (_, i) => `${name}${i}`).join(' ')
    expect(wordDiff(words('a'), words('b'), { steps: 200_000 })).toBeNull()
  })
})
