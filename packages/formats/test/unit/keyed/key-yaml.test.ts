// A game's own YAML: which texts it has, that another reader has what is written, and that all else in it stays as it was.
import * as fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { formatOf, KEYED_FORMATS } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

const RULES = `\uFEFF# Frogs: the texts\r
menu:\r
  start: Start the game   # a comment\r
  "load game": "Load \\"it\\"\\n\\u0456"\r
  quit: 'Don''t'\r
  volume: 5\r
  sound: yes\r
  empty: ""\r
  nothing:\r
intro: |\r
  Once there\r
\r
    was a pond.\r
\r
outro: >-\r
  All frogs\r
  jumped.\r
list:\r
  - One\r
  - {name: Two, size: 2.5}\r
folded: first line\r
  second line\r
anchored: &a Same\r
alias: *a\r
`

describe('texts', () => {
  it("have the plural forms of the target's language behind their own, in the source only", () => {
    const yaml = 'days:\r\n  one: "N day"\r\n  other: N days # or none\r\nother: {one: a, other: b}\r\n'
    const uk = { targetLanguage: 'uk' }
    const own = { 'days.one': 'N day', 'days.other': 'N days', 'other.one': 'a', 'other.other': 'b' }
    expect(textsOf('yaml', yaml, 'source', uk)).toEqual({ ...own, 'days.few': 'N days', 'days.many': 'N days' })
    expect(textsOf('yaml', yaml, 'translation', uk)).toEqual(own)
    expect(translated('yaml', yaml, { 'days.few': 'N дні', 'days.many': 'N днів', 'days.other': 'N дня' }, uk)).toBe(
      yaml.replace('N days', 'N дня\r\n  few: "N дні"\r\n  many: "N днів"'),
    )
  })

  it('have their path as key, in each style; numbers, switches and nothing are none', () => {
    expect(textsOf('yaml', RULES)).toEqual({
      'menu.start': 'Start the game',
      'menu.load game': 'Load "it"\nі',
      'menu.quit': "Don't",
      'menu.sound': 'yes',
      'menu.empty': '',
      intro: 'Once there\n\n  was a pond.\n',
      outro: 'All frogs jumped.',
      'list.0': 'One',
      'list.1.name': 'Two',
      folded: 'first line second line',
      anchored: 'Same',
    })
    expect(readKeyed('yaml', RULES).texts.map(({ line }) => line)).toEqual([3, 4, 5, 7, 8, 10, 15, 19, 20, 21, 23])
  })

  it('are written in their style, and nothing else changes', () => {
    const texts = {
      'menu.start': 'Почати гру',
      'menu.load game': 'Читати\t"її"\u0085',
      'menu.quit': "Вийти з 'гри'",
      intro: 'Колись\n\nбув ставок.\n',
      outro: 'Усі: жаби.',
      'list.1.name': 'Два, три',
      folded: 'No',
      anchored: ' Так',
    }
    const written = translated('yaml', RULES, texts)
    expect(written).toBe(
      RULES.replace('Start the game', 'Почати гру')
        .replace('"Load \\"it\\"\\n\\u0456"', '"Читати\\t\\"її\\"\\u0085"')
        .replace("'Don''t'", "'Вийти з ''гри'''")
        .replace('Once there\r\n\r\n    was a pond.', 'Колись\r\n\r\n  був ставок.')
        .replace('>-\r\n  All frogs\r\n  jumped.', '|-\r\n  Усі: жаби.')
        .replace('Two', '"Два, три"')
        .replace('first line\r\n  second line', '"No"')
        .replace('Same', '" Так"'),
    )
    expect(load(written)).toMatchObject({ intro: texts.intro, outro: texts.outro, folded: 'No', alias: ' Так' })
    expect(translated('yaml', RULES, () => null)).toBe(RULES)
  })

  it('have no language in their key where it is the root of its file', () => {
    const document = 'en-US:\n  STR_NEW: "New Game"\n  STR_MEN:\n    one: "{N} man"\n    other: "{N} men"\n'
    const keys = (file: string): readonly string[] =>
      KEYED_FORMATS.yaml.read(document, file, 'source').texts.map(({ key }) => key)
    expect(keys('Language/en-US.yml')).toEqual(['STR_NEW', 'STR_MEN.one', 'STR_MEN.other'])
    expect(keys('ui.yml')).toEqual(['en-US.STR_NEW', 'en-US.STR_MEN.one', 'en-US.STR_MEN.other'])
  })

  it('come back, whatever they are, from any file', () => {
    const value = fc.oneof(
      anyText.map((text) => JSON.stringify(text).replaceAll(/[\x7F-\x9F\u2028\u2029\uFEFF]/g, '')),
      fc.constantFrom(
        'plain',
        "'single'",
        '|\n  lines\n\n  more\n',
        '>-\n  folded',
        '|+\n  kept\n\n',
        '|2\n   x\n',
        '"a\n  b"',
      ),
    )
    holds(
      200,
      fc.array(value, { minLength: 1 }),
      fc.constantFrom('\n', '\n# c\n', '\n\n'),
      fc.array(anyText, { minLength: 1 }),
      (values, end, others) => {
        const document = `${values.map((text, at) => `k${at}: ${text}`).join(end)}\nlast: x\n`
        expectTextsToComeBack('yaml', document, others)
      },
    )
  })
})

describe('refused', () => {
  it.each([
    ['a: "b\nc: d', 'line 2: the YAML is not well formed'],
    ['a: [b\n', 'the YAML is not well formed'],
    ['a:\n\t- b', 'line 2: the YAML is not well formed'],
    [`a: ${'['.repeat(200)}b${']'.repeat(200)}`, 'line 1: the nesting is too deep'],
    ['['.repeat(100_000), 'line 1: the nesting is too deep'],
    ['a: '.repeat(100_000), 'line 1: the nesting is too deep'],
    [Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''), 'the nesting is too deep'],
    [
      `[${','.repeat(100_000)}]`,
      'line 1: the YAML is not well formed; found "Unexpected , in flow sequence at line 1, column 3',
    ],
    ['a:\n'.repeat(300_000), 'more than 1000000: split it'],
  ])('%.20j', (document, fault) => expect(faultOf('yaml', document)).toContain(fault))

  it('is no key that stands twice: the last one counts', () => {
    expect(readKeyed('yaml', 'a: b\na: c\n')).toMatchObject({
      texts: [{ key: 'a', text: 'c' }],
      warnings: ['game.txt, line 2: a key that occurs twice has its last text, as in the game ("a")'],
    })
  })
})

it.each([
  [RULES, 'rules.yml', 'yaml'],
  ['- One\n', 'a.yaml', 'yaml'],
  ['only words', 'a.yml', undefined],
  ['a: b', 'notes.txt', undefined],
])('%.20j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
