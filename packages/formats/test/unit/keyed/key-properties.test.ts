// A game's own .properties: which texts it has, as Java reads them, and that all else in it stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

/** As a game with libGDX has it. */
const BUNDLE = `\uFEFF# Menu \\\r
! not a text = here\r
\r
menu.start = Start\\nnow\r
menu.load=\\\r
    Load \\\r
    a game\r
  menu.empty\r
menu\\ quit:Quit = leave\r
level {0} [accent]Level {0}[]\r
unicode = \\u0411\\u0456\\u0433\r
tail = `

describe('texts', () => {
  it('have their key, whatever stands between, and lines go on behind a backslash', () => {
    expect(textsOf('properties', BUNDLE)).toEqual({
      'menu.start': 'Start\nnow',
      'menu.load': 'Load a game',
      'menu.empty': '',
      'menu quit': 'Quit = leave',
      level: '{0} [accent]Level {0}[]',
      unicode: 'Біг',
      tail: '',
    })
    expect(readKeyed('properties', BUNDLE).texts.map(({ line }) => line)).toEqual([4, 5, 8, 9, 10, 11, 12])
  })

  it('are written in their place, and nothing else changes', () => {
    const texts = {
      'menu.start': ' Почати\\',
      'menu.load': 'Читати\n\tгру',
      'menu.empty': 'Пусто',
      unicode: 'Ходи',
      tail: '=',
    }
    expect(translated('properties', BUNDLE, texts)).toBe(
      BUNDLE.replace('Start\\nnow', '\\ Почати\\\\')
        .replace('=\\\r\n    Load \\\r\n    a game', '=\\\r\n    Читати\\n\\tгру')
        .replace('menu.empty', 'menu.empty=Пусто')
        .replace('\\u0411\\u0456\\u0433', '\\u0425\\u043e\\u0434\\u0438')
        .replace(/tail = $/, 'tail = \\='),
    )
    expect(translated('properties', BUNDLE, () => null)).toBe(BUNDLE)
  })

  it('with an escape that Java refuses are left as they are, and a key that stands twice has its last one', () => {
    const document = 'a = \\u12\nb = 1\nb = \\\\u12'
    expect(readKeyed('properties', document)).toMatchObject({
      texts: [{ key: 'b', text: '\\u12' }],
      warnings: [
        'game.txt, line 1: an entry that cannot be read is left as it is ("a")',
        'game.txt, line 3: a key that occurs twice has its last text, as in the game ("b")',
      ],
    })
  })

  it('come back, whatever they are, from any file', () => {
    const escaped = (text: string): string =>
      text.replaceAll(/[^\p{L}]/gu, (found) =>
        found
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
      )
    const entries = fc.uniqueArray(fc.record({ key: anyText, text: anyText }), { selector: ({ key }) => key })
    holds(
      100,
      entries,
      fc.constantFrom('=', ' : ', '\t', ' \\\n = '),
      fc.constantFrom('\n', '\r\n', '\r', '\n\n# a\\\n'),
      fc.array(anyText, { minLength: 1 }),
      (all, between, end, others) => {
        const lines = all
          .filter(({ key }) => key !== '')
          .map(({ key, text }) => `${escaped(key)}${between}${escaped(text)}`)
        expectTextsToComeBack('properties', lines.join(end), others)
      },
    )
  })

  it('are read in time that grows with the file', () => {
    expect(textsOf('properties', `a=${'\\\n \\\\'.repeat(1_000_000)}`)['a']?.length).toBeUndefined()
    expect(readKeyed('properties', `${'\\'.repeat(2_000_000)}=1`).texts).toEqual([])
  })
})

it.each([
  ['a = b', 'bundle.properties', 'properties'],
  ['a = b', 'bundle.txt', undefined],
  ['\n \n', 'bundle.properties', undefined],
])('%j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
