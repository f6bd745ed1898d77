// The quick look at runs of words never misses what the exact one finds, and is not always right.

import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachRun, mayShareRun } from '../../../../src/domain/text/word-runs.ts'

const runsOf = (text: string): string[] => {
  const runs: string[] = []
  eachRun(text, (run) => runs.push(run))
  return runs
}

describe('runs of three words', () => {
  test('are folded, and end at a token', () => {
    expect(runsOf("The old Gate isn't shut")).toEqual(['the old gate', "old gate isn't", "gate isn't shut"])
    expect(runsOf('The old\uFFFC gate is')).toEqual([])
  })

  test.each([
    ['The old gate is closed.', 'Hier: THE OLD GATE', true],
    ['The old gate is closed.', 'the old, gate', true],
    ['The old gate is closed.', 'Das alte Tor ist zu.', false],
    ['The old gate is closed.', 'the old\uFFFCgate is', false],
    ['Too short', 'Too short', false],
  ])('%j and %j: %j', (source, text, isShared) => {
    expect(mayShareRun(source, text)).toBe(isShared)
    expect(runsOf(text).some((run) => runsOf(source).includes(run))).toBe(isShared)
  })

  test('what two texts share is always seen', () => {
    const word = constantFrom('a', 'A', 'bc', 'ΟΔΟΣ', 'οδοσ', 'İ', 'i̇', "d'e", "'", 'é', 'e\u0301', 'ſ', 's', '𐐀', '𐐨')
    const gap = constantFrom(' ', ', ', '\n', '😀', '\uFFFC', ' 7 ')
    const text = array(tuple(word, gap), { maxLength: 8 }).map((parts) => parts.flat().join(''))
    assert(
      property(text, text, (source, other) => {
        const runs = new Set(runsOf(source))
        if (runsOf(other).some((run) => runs.has(run))) expect(mayShareRun(source, other)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })
})
