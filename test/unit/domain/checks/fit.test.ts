// The width of a text as players see it, which texts are short ones, and what their other official texts change.
import { describe, expect, test } from 'vitest'
import { isShortText, lettersWide } from '../../../../src/domain/checks/room.ts'
import { NO_WAIVERS, runGate } from '../../../../src/domain/checks/gate.ts'
import { scan } from '../../../../src/domain/text/tokens.ts'
import { visibleLength } from '../../../../src/domain/text/visible-length.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../../support/plain-gate.ts'

const { markup } = DEFAULT_GATE_RULES

test.each([
  ['', 0],
  ['i', 1],
  ['iiiiiiiiii', 5],
  ['WWWWWWWWWW', 17],
  ['щщщщщщщщщщ', 16],
  ['Підтвердити', 12],
  ['Zażółć gęślą jaźń', 15],
  // Marks stand on the letter before.
  ['Trie\u0302\u0323u', 5],
  ['Triệu', 5],
  ['ที่นี่', 2],
  ['確認', 4],
  ['ｱｱｱｱ', 4],
  ['👍', 2],
  ['#YSave#E', 5],
  ['<Agility|780|#C|15>', 0],
  ['Save\nas', 5],
])('%s is as wide as %i letters', (text, letters) => expect(lettersWide(text, scan(text, markup).tokens)).toBe(letters))

test.each([
  ['Save', true],
  ['Lv. {0}', true],
  ['#YSave#E', true],
  ['Save as:', true],
  ['Save.', false],
  ['Save?"', false],
  ['#YSave!#E', false],
  ['保存。', false],
  ['Save\nas', false],
  ['', false],
  ['{0}', false],
  ['"""', true],
  ['x'.repeat(40), true],
  ['x'.repeat(41), false],
])('%s is a short text: %s', (source, expected) => {
  const scanned = scan(source, markup)
  expect(isShortText(source, scanned, visibleLength(source, scanned.tokens))).toBe(expected)
})

describe('an official text', () => {
  const warningsFor = (reference: string | null, wide: readonly string[] = []): readonly unknown[] =>
    runGate({
      source: 'OK',
      text: 'Гаразд, я згоден на це',
      reference: () => reference,
      wide: () => wide,
      rules: DEFAULT_GATE_RULES,
      glossary: EMPTY_GLOSSARY,
      waivers: NO_WAIVERS,
    }).warnings

  test('that is wider than the source makes room', () => expect(warningsFor('好的，我完全同意这一切。')).toEqual([]))

  test('that is narrower takes none', () => {
    const warning = {
      rule: 'LENGTH_03',
      severity: 'warning',
      details: { letters: 21, officialLetters: 3, maxLetters: 9 },
    }
    expect(warningsFor('好')).toMatchObject([warning])
    expect(warningsFor(null)).toMatchObject([warning])
  })

  test('beside German, French and Spanish texts is measured by the widest of them', () => {
    const details = (officialLetters: number, maxLetters: number) => [
      { rule: 'LENGTH_03', details: { letters: 21, officialLetters, maxLetters } },
    ]
    expect(warningsFor('好', ['OK', 'Valider', 'Vale'])).toMatchObject(details(6, 10))
    // One of them alone says less.
    expect(warningsFor('好', ['Einverstanden'])).toEqual([])
    expect(warningsFor('好', ['Einverstanden', 'Valider', 'De acuerdo'])).toMatchObject(details(13, 18))
  })
})
