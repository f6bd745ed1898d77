// What counts as a variant, which text is suggested, and what a row is held to on its own (docs/consistency.md#consistency).
import { describe, expect, test } from 'vitest'
import { TextPair } from '../../../../src/domain/checks/check.ts'
import { NO_WAIVERS } from '../../../../src/domain/checks/gate.ts'
import { gateRulesOf } from '../../../../src/domain/checks/gate-rules.ts'
import { compileGlossary } from '../../../../src/domain/checks/glossary.ts'
import {
  countedLayer,
  likenessOf,
  loneFinding,
  mostUsedText,
  type Variant,
} from '../../../../src/domain/checks/consistency.ts'
import type { GameHead } from '../../../../src/domain/row.ts'
import { DEFAULT_SETTINGS } from '../../../../src/domain/settings.ts'

const rules = gateRulesOf(DEFAULT_SETTINGS, null)
const term = { source: 'gate', forms: ['брам*'], caseSensitive: false, doNotTranslate: false, note: '' }
const glossary = compileGlossary([term])
const pairOf = (source: string, text: string): TextPair =>
  new TextPair({ source, text, rules, glossary, waivers: NO_WAIVERS })
const letters = (text: string): number => likenessOf(pairOf('', text), '0'.repeat(64)).textLetters

describe('variants of one text', () => {
  test.each([
    ['letter case', 'Take it', 'TAKE IT'],
    ['punctuation', 'Take it', '“Take it!”…'],
    ['spaces and line breaks', 'Take it', ' take\nit '],
    ['figures', 'Level 3 hero', 'Level 12 hero'],
    ['tokens', 'Take {0} coins', 'Take %s <Agility|780|#C|15>coins#E'],
    ['apostrophes', "п'ять", 'пʼять’'],
    ['nothing but figures', '12', '7 {0} !'],
  ])('differ in %s', (_, a, b) => expect(letters(a)).toBe(letters(b)))

  test.each([
    ['a letter', 'Take it', 'Take in'],
    ['the order of letters', 'on it', 'no it'],
    ['a word more', 'Take it', 'Take it now'],
    ['a script', 'сам', 'cam'],
    ['a vowel sign', 'कि', 'की'],
    ['Han characters', '芬思渡', '芬思渡口'],
  ])('never differ in %s', (_, a, b) => expect(letters(a)).not.toBe(letters(b)))

  test('texts without letters have none', () => expect(letters('{0} 12 …')).toBe(0))
})

describe('the text to take', () => {
  const variant = (text: string, rows: number, approved = 0): Variant => ({
    text,
    letters: letters(text),
    rows: Array.from({ length: rows }, (_, i) => ({
      rowId: String(i),
      sourceHash: '',
      layer: 'machine',
      isApproved: i < approved,
    })),
  })
  test.each([
    ['the most rows', [variant('a', 1), variant('b', 2)], 'b'],
    ['approved rows before many', [variant('a', 9), variant('b', 1, 1)], 'b'],
    ['the first of equals', [variant('a', 2, 1), variant('b', 2, 1)], 'a'],
    ['a wording counts with all its spellings', [variant('a', 2), variant('b', 1), variant('B!', 2)], 'B!'],
    ['none of none', [], null],
  ] as const)('%s', (_, variants, expected) => expect(mostUsedText(variants)).toBe(expected))
})

describe('a row on its own', () => {
  test.each([
    ['numbers', 'Wait 3 days', 'Чекай 4 дні', true],
    ['numbers', 'Wait 3 days', 'Чекай 3 дні', false],
    ['numbers', 'Wait 3 days', 'Чекай три дні', false],
    ['terms', 'The gate', 'Ворота', true],
    ['terms', 'The gate', 'Брама', false],
  ] as const)('%s: %s, %s', (kind, source, text, isFault) =>
    expect(loneFinding(kind, pairOf(source, text)) !== null).toBe(isFault),
  )
})

describe('the text that counts', () => {
  const head = (status: GameHead['status'], sourceHash = 'a'): GameHead => ({
    text: '',
    status,
    sourceHash,
    isInvalid: false,
  })
  test.each([
    ['the approved manual one', head('approved'), head('draft'), null, 'manual'],
    ['the machine one where the manual is of another source', head('approved', 'b'), head('draft'), null, 'machine'],
    ['the layer asked for', head('approved'), head('draft'), 'machine', 'machine'],
    ['none that was rejected', null, head('rejected'), null, null],
    ['none where the layer asked for has none', null, head('draft'), 'manual', null],
  ] as const)('%s', (_, manual, machine, only, expected) =>
    expect(countedLayer({ sourceHash: 'a' }, { manual, machine }, only)).toBe(expected),
  )
})
