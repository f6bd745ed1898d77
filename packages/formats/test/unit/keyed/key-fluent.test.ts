// Fluent: which texts it has, and that all else in it stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import { expectTextsToComeBack, readKeyed, textsOf, translated } from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

const MENU = `\uFEFFtop = Above all
### All menus

# on the button
start = Start the { -game }  \r
    .tooltip = Press { $key } ("{"now"}")
-game = Frogs
long =
    The first line
      and a second one

    # and no comment
eggs =
    { $n ->
        [one] One egg
       *[other] { $n } eggs
    }
    .short = { $n ->
  [one] egg
 *[other] eggs
} left
only =
    .label = A label
inline = One
    two
this is no entry
`

describe('texts', () => {
  it('are values and attributes, with their placeables and without the indentation of their lines', () => {
    expect(textsOf('fluent', MENU)).toEqual({
      top: 'Above all',
      start: 'Start the { -game }',
      'start.tooltip': 'Press { $key } ("{"now"}")',
      '-game': 'Frogs',
      long: 'The first line\n  and a second one\n\n# and no comment',
      eggs: '{ $n ->\n    [one] One egg\n   *[other] { $n } eggs\n}',
      'eggs.short': '{ $n ->\n  [one] egg\n *[other] eggs\n} left',
      'only.label': 'A label',
      inline: 'One\ntwo',
    })
    const { texts, warnings, markup } = readKeyed('fluent', MENU)
    expect(texts.find(({ key }) => key === 'start')).toMatchObject({ line: 5, remark: { note: 'on the button' } })
    expect(warnings).toEqual(['game.txt, line 26: a row without a text is left as it is ("this is no entry")'])
    expect(markup).toEqual(['fluent'])
  })

  it('are written in their place, and nothing else changes', () => {
    const texts = {
      top: 'Над усім',
      start: 'Почати { -game }',
      long: 'Рядок\n  ще один',
      eggs: '{ $n ->\n    [one] { $n } яйце\n    [few] { $n } яйця\n   *[many] { $n } яєць\n}',
      inline: 'Раз',
    }
    expect(translated('fluent', MENU, texts)).toBe(
      MENU.replace('Above all', 'Над усім')
        .replace('Start the', 'Почати')
        .replace(/The first line[^]*no comment/, 'Рядок\n      ще один')
        .replace('[one] One egg', '[one] { $n } яйце\n        [few] { $n } яйця')
        .replace('*[other] { $n } eggs', '*[many] { $n } яєць')
        .replace('One\n    two', 'Раз'),
    )
    expect(translated('fluent', MENU, () => null)).toBe(MENU)
  })

  it.each(['', ' outside', 'one {', 'one }', 'two\n.attr = b', 'two\n[one] b', 'two\n} b'])(
    'that Fluent would read otherwise leave what stands there: %j',
    (text) => expect(translated('fluent', 'a = b\n', { a: text })).toBe('a = b\n'),
  )

  it('whose placeable never ends are left out, and the next one is read', () => {
    const { texts, warnings } = readKeyed('fluent', 'a = { $b\nc = d } e\nf = g\n')
    expect(texts.map(({ key }) => key)).toEqual(['f'])
    expect(warnings).toEqual(['game.txt, line 1: an entry that cannot be read is left as it is ("a", "c" ×2)'])
  })

  it('keep no-break spaces at the ends of their lines', () => {
    const document = 'a = \u00a0Quoi\u00a0? \nb =\n    \u00a0\n    !\u00a0\n'
    expect(textsOf('fluent', document)).toEqual({ a: '\u00a0Quoi\u00a0?', b: '\u00a0\n!\u00a0' })
    expectTextsToComeBack('fluent', document, ['\u00a0', 'a\u00a0\n\u00a0b'])
  })

  it('come back from any file', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 })
    const word = fc
      .stringMatching(/^[a-zіЇ"=#{}. \u00a0-]{0,8}$/)
      .map((text) => `x${text.replaceAll(/[{}]/g, '{ $a }')}`)
    const words = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((line) => line.replace(/ +$/, '')).join('\n'))
    holds(100, keys, fc.array(words, { minLength: 1 }), fc.array(words, { minLength: 1 }), (all, texts, others) => {
      const entries = all.map(
        (key, at) => `${key} =\r\n  ${(texts[at % texts.length] ?? '').replaceAll('\n', '\r\n  ')}`,
      )
      expectTextsToComeBack('fluent', `${entries.join('\r\n\r\n')}\r\n`, others)
    })
  })

  it('are read in time that grows with the file', () => {
    expect(readKeyed('fluent', `a = ${'{ "" '.repeat(200_000)}\n`).texts).toEqual([])
    expect(readKeyed('fluent', `a =\n${'    b\n'.repeat(200_000)}`).texts).toEqual([])
    expect(readKeyed('fluent', `a = b\n${'\n'.repeat(500_000)}    c\n`).texts).toEqual([])
  })
})

it.each([
  [MENU.slice(1), 'en.ftl', 'fluent'],
  ['a = b', 'a.txt', undefined],
])('%.20j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
