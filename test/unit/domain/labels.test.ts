// The patterns of label rules against a plain definition, and names of labels.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileGlobs, foldLabel, isGlob, labelNameOf, patternsFault } from '../../../src/domain/labels.ts'
import { labelPatternsMax } from '../../../src/domain/limits.ts'
import { holds } from '../../support/holds.ts'

const matches = (pattern: string, text: string): boolean => compileGlobs([pattern])(text)

it.each([
  ['Iron *', 'Iron Sword', true],
  ['Iron *', 'An Iron Sword', false],
  ['iron*', 'IRON', true],
  ['*меч*', 'Залізний МЕЧ', true],
  ['?', '🗡', true],
  ['??', '🗡', false],
  ['', '', false],
  ['*', '', true],
  ['\\*', '*', true],
  ['\\*', 'x', false],
  ['\\?', 'x', false],
  ['a\\\\b', 'a\\b', true],
  ['*\n*', 'one\ntwo', true],
  ['[a-z]', 'a', false],
  ['铁剑*', '铁剑（破）', true],
  ['*οδοσ', 'ΟΔΟΣ', true],
  ['*İx*', 'an İX', true],
  ['*µm*', '5 ΜM', true],
  ['*🗡blade*', 'a 🗡Blade', true],
])('%j matches %j: %s', (pattern, text, expected) => expect(isGlob(pattern) && matches(pattern, text)).toBe(expected))

const character = fc.constantFrom('a', 'B', 'b', '*', '?', '\\', 'і', 'І', '🗡', 'σ', 'Σ', 'İ')
const patternOf = fc.array(character, { minLength: 1, maxLength: 12 }).map((all) => all.join(''))
const texts = fc.array(character, { maxLength: 14 }).map((all) => all.join(''))

/** The definition, by trying every length for every star. */
function plainly(pattern: readonly string[], text: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return text.length === 0
  if (first === '*') return [...text, ''].some((_, at) => plainly(rest, text.slice(at)))
  if (text.length === 0) return false
  if (first === '?') return plainly(rest, text.slice(1))
  const [plain, after] = first === '\\' ? [rest[0] as string, rest.slice(1)] : [first, rest]
  return plain.toLowerCase() === text[0]?.toLowerCase() && plainly(after, text.slice(1))
}

it('matches what the plain definition matches, with any patterns together', () =>
  holds(2_000, fc.array(patternOf, { minLength: 1, maxLength: 8 }), texts, (patterns, text) => {
    const good = patterns.filter(isGlob)
    fc.pre(good.length > 0)
    expect(compileGlobs(good)(text)).toBe(good.some((each) => plainly(Array.from(each), Array.from(text))))
  }))

it('takes a pattern of many stars no longer than one of letters', () => {
  const text = 'a'.repeat(60_000)
  let steps = 0
  const counted = {
    length: text.length,
    codePointAt: (at: number) => (steps++, text.codePointAt(at)),
    toLowerCase: () => text,
  }
  expect(compileGlobs([`${'*a'.repeat(99)}*b`])(counted as unknown as string)).toBe(false)
  expect(steps).toBe(text.length)
})

it.each([
  ['kind:item', 'kind:item'],
  ['  Place:Kaifeng ', 'Place:Kaifeng'],
  ['й', 'й'],
  ['a,b', null],
  ['a\tb', null],
  ['-', null],
  ['', null],
  ['x'.repeat(65), null],
  ['🗡'.repeat(64), '🗡'.repeat(64)],
  ['\ud800', null],
])('the name %j becomes %j', (text, name) => expect(labelNameOf(text)).toBe(name))

it('does not tell names apart by letter case', () => expect(foldLabel('Kind:Item')).toBe(foldLabel('kind:item')))

it.each([
  [[], 'number'],
  [Array.from({ length: labelPatternsMax + 1 }, () => 'a'), 'number'],
  [['a'.repeat(201)], 'length'],
  [Array.from({ length: 11 }, () => 'a'.repeat(200)), 'length'],
  [['a', ''], 'form'],
  [['a\\'], 'form'],
  [['a*', '\\\\'], null],
])('the patterns %j are refused for their %s', (patterns, fault) => expect(patternsFault(patterns)).toBe(fault))
