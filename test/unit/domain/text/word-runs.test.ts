// The run of words that two texts share, held to what patterns and strings say.

import { array, constantFrom, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textCodePointsMax } from '../../../../src/domain/limits.ts'
import { scan } from '../../../../src/domain/text/tokens.ts'
import { type Scanned, sharedRun } from '../../../../src/domain/text/word-runs.ts'
import { holds } from '../../../support/holds.ts'

const scanned = (text: string): Scanned => ({ text, scan: scan(text, 'keep') })

const fold = (words: readonly string[]): string => words.join(' ').toLowerCase()

/** Every three words in a row between tokens. */
const runsOf = (text: string): string[] =>
  text.split('{0}').flatMap((row) => {
    const words = row.match(/[\p{L}\p{M}'’ʼ]+/gu) ?? []
    return words.slice(2).map((_, at) => fold(words.slice(at, at + 3)))
  })

describe('a run of three words', () => {
  test.each([
    ['The old gate is closed.', 'Hier: THE OLD GATE', 'THE OLD GATE'],
    ['The old gate is closed.', 'the old, gate', 'the old, gate'],
    ['The old gate is closed.', 'Das alte Tor ist zu.', null],
    ['The old gate is closed.', 'the old{0}gate is', null],
    ['The old gate is closed.', 'the old\ngate is', 'the old\ngate'],
    ['The old gate isn’t closed.', 'Das Gate isn’t closed.', 'Gate isn’t closed'],
    ['Too short', 'Too short', null],
    ['', '', null],
  ])('of %j in %j: %j', (source, text, run) => expect(sharedRun(scanned(source), scanned(text))).toBe(run))

  test('is found at the end of the largest texts', () => {
    const words = 'a '.repeat(textCodePointsMax / 2 - 6)
    expect(sharedRun(scanned(`${words}x y the old gate`), scanned(`${words.replaceAll('a', 'b')}z The old gate`))).toBe(
      'The old gate',
    )
  })

  test('is the first that is in both, letter case aside', () => {
    const word = constantFrom('a', 'A', 'bc', 'ΟΔΟΣ', 'οδος', "d'e", "'", 'é', 'e\u0301', 'ж', 'Ж')
    const gap = constantFrom(' ', ', ', '\n', '{0}', ' 7 ')
    const texts = array(tuple(word, gap), { maxLength: 9 }).map((parts) => parts.flat().join(''))
    holds(3_000, texts, texts, (source, text) => {
      const own = new Set(runsOf(source))
      const first = runsOf(text).find((run) => own.has(run))
      const found = sharedRun(scanned(source), scanned(text))
      expect(found === null ? undefined : fold(found.match(/[\p{L}\p{M}'’ʼ]+/gu) ?? [])).toBe(first)
    })
  })
})
