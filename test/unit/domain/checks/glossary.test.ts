// The glossary beside the gate: the terms that the site marks, and how little a large glossary costs.

import { describe, expect, test } from 'vitest'
import { compileGlossary, type GlossaryEntry, glossaryTermsIn } from '../../../../src/domain/checks/glossary.ts'
import { DEFAULT_GATE_RULES, NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'

const entry = (source: string, more: Partial<GlossaryEntry> = {}): GlossaryEntry => ({
  source,
  forms: ['форма'],
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
  ...more,
})

const marked = (source: string, entries: readonly GlossaryEntry[]): string[] =>
  glossaryTermsIn(source, compileGlossary(entries), 'keep').map(({ start, end }) => source.slice(start, end))

describe('the terms of a source', () => {
  test('come in its order, longest first, with their places', () => {
    const entries = [entry('sword'), entry('iron sword'), entry('iron')]
    expect(marked('Iron, {iron} and an Iron  Sword#E, SWORD', entries)).toEqual(['Iron', 'Iron  Sword', 'SWORD'])
  })

  test('name their entries', () => {
    const note = entry('Will', { caseSensitive: true, note: 'the king' })
    expect(glossaryTermsIn('Will he?', compileGlossary([entry('will'), note]), 'keep')[0]?.entry).toBe(note)
  })

  test('are found in raw texts with CRLF', () => {
    expect(marked('a\r\nsword', [entry('sword')])).toEqual(['sword'])
  })

  test('an entry of white space alone is none', () => {
    expect(marked('a b', [entry(' '), entry('')])).toEqual([])
  })
})

test('ten thousand terms make the gate at most twice as slow as none', () => {
  const words = ['ancient', 'blade', 'castle', 'dragon', 'emerald', 'forest', 'guardian', 'hollow', 'island', 'jade']
  const wordsOf = (i: number): string => Array.from(String(i), (digit) => words[Number(digit)]).join(' ')
  const large = compileGlossary(
    Array.from({ length: 10_000 }, (_, i) =>
      entry(i === 0 ? 'captain' : `${wordsOf(i)} of old`, { forms: ['капітан*', 'ватаж*'] }),
    ),
  )
  const none = compileGlossary([])
  const pairs = Array.from({ length: 1_000 }, (_, i) => ({
    source: `The ${i % 2 === 0 ? 'captain' : 'people'} of the ${wordsOf(i)} told {0} about #Ythe forest#E, its keepers and ${i} gold.`,
    text: `Капітан розповів {0} про #Yліс#E, його хранителів та ${i} золотих монет, що лежать там.`,
  }))
  const timeOf = (glossary: typeof large): number => {
    const before = performance.now()
    for (const pair of pairs) runGate({ ...pair, glossary, rules: DEFAULT_GATE_RULES, waivers: NO_WAIVERS })
    return performance.now() - before
  }
  // Side by side, and the best of many: what else the machine does is in both.
  const times = Array.from({ length: 20 }, () => ({ large: timeOf(large), none: timeOf(none) }))
  const best = (which: 'large' | 'none'): number => Math.min(...times.map((time) => time[which]))
  expect(best('large')).toBeLessThan(2 * best('none'))
})
