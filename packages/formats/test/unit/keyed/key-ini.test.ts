// A game's own INI: which texts it has, and that all else in it stays as it was.
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

/** As a mod of Factorio has it, with two lines of other games. */
const LOCALE = `\uFEFFtop=Above all
; a comment = no text
# another

[item-name]
iron-gear=Iron gear\r
water.barrel= Barrel of __1__; heavy \t
[ item-description ]
iron-gear=Turns.\\nAnd __plural_for_parameter__1__{1=turn|rest=turns}__ = more
empty=
quoted = "Press ""A"""
speed=0.75
shown = TRUE
`

describe('texts', () => {
  it('have section and key as key; numbers and switches are none', () => {
    expect(textsOf('ini', LOCALE)).toEqual({
      top: 'Above all',
      'item-name.iron-gear': 'Iron gear',
      'item-name.water.barrel': 'Barrel of __1__; heavy',
      'item-description.iron-gear': 'Turns.\\nAnd __plural_for_parameter__1__{1=turn|rest=turns}__ = more',
      'item-description.empty': '',
      'item-description.quoted': 'Press ""A""',
    })
    expect(readKeyed('ini', LOCALE).texts.map(({ line }) => line)).toEqual([1, 6, 7, 9, 10, 11])
  })

  it('are written in their place, and nothing else changes', () => {
    const texts = {
      'item-name.iron-gear': 'Шестерня',
      'item-name.water.barrel': 'Бочка\n__1__',
      'item-description.empty': 'Порожньо',
      'item-description.quoted': 'Натисни А',
    }
    expect(translated('ini', LOCALE, texts)).toBe(
      LOCALE.replace('Iron gear', 'Шестерня')
        .replace('Barrel of __1__; heavy', 'Бочка\\n__1__')
        .replace('empty=', 'empty=Порожньо')
        .replace('Press ""A""', 'Натисни А'),
    )
  })

  it('whose line is none are told, and sections with dots are told apart', () => {
    const document = '[a.b]\nc=1 x\n[a]\nb.c=2 x\nnothing\n=x\n[a]\nb.c=3 x'
    expect(textsOf('ini', document)).toEqual({ 'a.b.c': '1 x', 'a.b\\.c': '3 x' })
    expect(readKeyed('ini', document).warnings).toEqual([
      'game.txt, line 5: a row without a text is left as it is ("nothing", "=x" ×2)',
      'game.txt, line 8: a key that occurs twice has its last text, as in the game ("a.b\\\\.c")',
    ])
  })

  it('of a list of Unreal are each a text', () => {
    const document = '[Pond Frogs]\n+Names="Ada"\n+Names="Bo"\n[Hills]\n+Names="Cy"\n[Pond Frogs]\n+Names="Di"\n'
    expect(textsOf('ini', document)).toEqual({
      'Pond Frogs.+Names': 'Ada',
      'Pond Frogs.+Names[1]': 'Bo',
      'Hills.+Names': 'Cy',
      'Pond Frogs.+Names[2]': 'Di',
    })
    expect(translated('ini', document, { 'Pond Frogs.+Names[1]': 'Бо' })).toBe(document.replace('Bo', 'Бо'))
    expect(readKeyed('ini', document).warnings).toEqual([])
  })

  it('keep no-break spaces at their ends', () => {
    expect(textsOf('ini', 'a = \u00a0Quoi\u00a0? \nb =\u202f\n')).toEqual({ a: '\u00a0Quoi\u00a0?', b: '\u202f' })
    expectTextsToComeBack('ini', 'a = \u00a0Quoi\u00a0\nb=c\n', ['\u00a0', 'a\u00a0'])
  })

  it('come back from any file, on one line and without the white space around them', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 })
    const line = (text: string): string => text.replaceAll(/[\r\n"]/g, '').replace(/[ \t]+$/, '')
    const words = anyText.map((text) => `x${line(text)}`)
    holds(100, keys, fc.array(words, { minLength: 1 }), fc.array(words, { minLength: 1 }), (all, texts, others) => {
      const document = all.map((key, at) => `${key} = ${texts[at % texts.length] ?? ''}\r\n`).join('')
      expectTextsToComeBack('ini', document, others)
    })
  })
})

it.each([
  [LOCALE, 'locale/en/mod.cfg', 'ini'],
  ['tile.stone.name=Stone', 'en_US.lang', 'ini'],
  ['[a]\nb=c', 'notes.txt', undefined],
  ['only words', 'a.ini', undefined],
  ['PART\r\n{\r\n\tname = frog\r\n}\r\n', 'parts/frog.cfg', undefined],
])('%.20j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
