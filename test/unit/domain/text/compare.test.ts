// Comparing tokens and normalizing: what the import and the row store ask beside the gate.

import { describe, expect, test } from 'vitest'
import { breaksMarkup, differsOnlyCosmetically } from '../../../../src/domain/text/compare.ts'
import { equalFolded, foldWhiteSpace, isBlank, sizeOf, toLf } from '../../../../src/domain/text/normalize.ts'
import { scanTokens } from '../../../../src/domain/text/tokens.ts'
import { visibleLength } from '../../../../src/domain/text/visible-length.ts'

describe('breaking the markup', () => {
  test.each([
    ['Hello {0}', 'Привіт', true],
    ['Hello {0}', 'Привіт {0}', false],
    ['Hello', 'Привіт {', true],
    ['%s %d', '%d %s', true],
    ['#YHello#E', 'Привіт', false],
    ['Hello', 'Привіт', false],
    ['<a\r\nb|1>', '<a\nb|1>', false],
    ['<Agility|7>', '<Спритність|7>', false],
    ['<Agility|7>', '<Agility|8>', true],
    ['{0} \u0007', '{0} \u0007', false],
  ])('%j by %j: %j', (source, text, expected) => expect(breaksMarkup(source, text, 'keep')).toBe(expected))

  test('depends on the caption policy where plain tags come and go', () => {
    expect(breaksMarkup('I am <Name>', 'Я герой', 'keep')).toBe(true)
    expect(breaksMarkup('I am <Name>', 'Я герой', 'free')).toBe(false)
  })
})

describe('two sources differ only cosmetically', () => {
  test.each([
    ['Hello\nyou', 'Hello you', true],
    ['Hello#E you', 'Hello you', true],
    ['#YHello#E', '#FF0000Hello#E', true],
    ['One.Two', 'One.\nTwo', true],
    ['Hello  you', ' Hello\u00A0you', true],
    ['Hello\r\nyou', 'Hello\nyou', true],
    ['Hello', 'Hello!', false],
    ['Hello {0}', 'Hello {1}', false],
    ['Hello', 'hello', false],
    ['{a b}', '{ab}', false],
    ['Hello', 'Hello', false],
  ])('%j and %j: %j', (before, after, expected) => expect(differsOnlyCosmetically(before, after)).toBe(expected))
})

describe('normalizing', () => {
  test('line ends become LF', () => expect(toLf('a\r\nb\rc\n\r')).toBe('a\nb\nc\n\n'))

  test('white space folds to one space and is trimmed, zero-width stays', () => {
    expect(foldWhiteSpace('\u3000a \u00A0\n b\u200B\u0085')).toBe('a b\u200B')
  })

  test('a blank text has white space and zero-width characters only', () => {
    expect(isBlank(' \u200B\uFEFF\u2060\u3000\n')).toBe(true)
    expect(isBlank(' . ')).toBe(false)
  })

  test.each([
    ['A b', 'a  B', true],
    [' a', 'a ', true],
    ['ab', 'a b', false],
    ['a b', 'ab', false],
    ['a', 'ab', false],
    ['𐐀', '𐐨', true],
    ['', ' ', true],
    ['\uFEFFa', 'a', false],
  ])('%j equals %j after folding: %j', (a, b, expected) => expect(equalFolded(a, b)).toBe(expected))

  test('sizes count code points and bytes of UTF-8', () => {
    for (const text of ['abc', 'ж', '字', '𝐀𝐁', 'aж字𝐀']) {
      expect(sizeOf(text)).toEqual({
        codePoints: Array.from(text).length,
        bytes: new TextEncoder().encode(text).length,
      })
    }
  })
})

test('visible length counts graphemes between tokens, three for wide ones', () => {
  const lengthOf = (text: string): number => visibleLength(text, scanTokens(text, 'keep'))
  expect(lengthOf('abc {name}#E\n')).toBe(4)
  expect(lengthOf('字あア한')).toBe(12)
  expect(lengthOf('e\u0301👨‍👩‍👧')).toBe(2)
  expect(lengthOf('Їжак — «так»…')).toBe(13)
})
