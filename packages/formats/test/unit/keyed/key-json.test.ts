// A game's JSON: which texts it has, and that all else in it stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEYED_FORMATS, translateKeyed } from '../../../src/keyed/keyed-formats.ts'
import { NO_PROJECT } from '../../../src/keyed/project.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

const { looksLike } = KEYED_FORMATS['key-json']

/** As i18next has it. */
const I18NEXT = `{
  "menu": {
    "start": "Start game",
    "load": "Load {{name}}",
    "exit": "Exit to $t(os.desktop)"
  },
  "item_one": "{{count}} item",
  "item_other": "{{count}} items",
  "credits": ["Code", "Music"],
  "version": 3,
  "beta": true,
  "nothing": null
}
`

it('the language of an ARB file is that of the translation', () => {
  const arb = '{"@@locale": "en", "start": "Start", "@start": {"description": "a button"}}'
  expect(translated('key-json', arb, { start: 'Почати' }, { targetLanguage: 'uk' })).toBe(
    arb.replace('"en"', '"uk"').replace('"Start"', '"Почати"'),
  )
})

describe('texts', () => {
  it('have the path as key, and their line', () => {
    expect(textsOf('key-json', I18NEXT)).toEqual({
      'menu.start': 'Start game',
      'menu.load': 'Load {{name}}',
      'menu.exit': 'Exit to $t(os.desktop)',
      item_one: '{{count}} item',
      item_other: '{{count}} items',
      'credits.0': 'Code',
      'credits.1': 'Music',
    })
    expect(readKeyed('key-json', I18NEXT).texts[1]).toMatchObject({ key: 'menu.load', line: 4 })
  })

  it.each([
    ['en.json', '{"en": {"a": "One"}}', 'a', '{"uk": {"a": "One"}}'],
    ['l/en-US/menu.json', '{ "en-US": {"a": "One"}, "version": 1 }', 'a', '{ "uk-UA": {"a": "One"}, "version": 1 }'],
    ['en.json', '{"en": {"a": "One"}, "b": "Two"}', 'en.a', null],
    ['content.json', '{"en": {"a": "One"}}', 'en.a', null],
    ['items.json', '{"it": {"a": "One"}}', 'it.a', null],
    ['ui.json', '{"ui": {"a": "One"}}', 'ui.a', null],
  ])('have no language in their key where it is the root of its own file: %s, %s', (file, document, key, said) => {
    const read = KEYED_FORMATS['key-json'].read(document, file, 'source', { ...NO_PROJECT, targetLanguage: 'uk' })
    expect(read.texts[0]?.key).toBe(key)
    expect(translateKeyed(document, 'key-json', read, () => null)).toBe(said ?? document)
  })

  it('are read past comments, trailing commas and a byte order mark', () => {
    const document = '\uFEFF// names\r\n{\r\n  /* {"x": "y"} */ "a": "1", // "b": "2"\r\n  "c": ["3",],\r\n}\r\n'
    expect(textsOf('key-json', document)).toEqual({ a: '1', 'c.0': '3' })
    expect(translated('key-json', document, { a: 'Ї', 'c.0': '"' })).toBe(
      document.replace('"1"', '"Ї"').replace('"3"', '"\\""'),
    )
  })

  it('that are empty are no translation, and that have no key are left alone', () => {
    expect(textsOf('key-json', '{"a": "", "b": "x"}')).toEqual({ a: '', b: 'x' })
    expect(textsOf('key-json', '{"a": "", "b": "x"}', 'translation')).toEqual({ b: 'x' })
    expect(readKeyed('key-json', '{"a": "1",\n"": "2", "b": "3"}')).toMatchObject({
      texts: [{ key: 'a' }, { key: 'b' }],
      warnings: ['game.txt, line 2: a text without a key is left as it is (×1)'],
    })
  })

  it.each([
    ['a slash', '"a\\/b"', '"c\\/d\\/"', 'c/d/'],
    ['a raw slash', '"a/b"', '"c/d"', 'c/d'],
    ['a slash once raw', '"a\\/b/c"', '"c/d"', 'c/d'],
    ['letters', '"\\u0441\\u043e"', '"\\u0457 \\ud83d\\ude00"', 'ї 😀'],
    ['upper-case letters', '"\\u043E"', '"\\u045F"', 'џ'],
    ['letters once raw', '"\\u0441ї"', '"ґ"', 'ґ'],
    ['a space that does not break', '"так\\u00a0і"', '"ні\\u00a0ж"', 'ні\u00a0ж'],
    ['markup', '"\\u003cb\\u003e"', '"\\u003ci\\u003e>"'.replace('>"', '\\u003e"'), '<i>>'],
    ['a backslash before a u', '"C:\\\\u0456"', '"C:\\\\ї"', 'C:\\ї'],
    ['a line feed', '"\\u000a"', '"\\u000a\\r"', '\n\r'],
    ['nothing to be seen', '"a"', '"ї\\n\\u0001"', 'ї\n\u0001'],
  ])('are escaped as the text before was: %s', (_, before, after, text) => {
    expect(translated('key-json', `{"a": ${before}}`, { a: text })).toBe(`{"a": ${after}}`)
  })

  it('come back, whatever they are, from any file', () => {
    const indent = fc.constantFrom(0, 2, '\t')
    const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => JSON.stringify(value).isWellFormed())
    const name = fc.string({ unit: 'binary', maxLength: 4 }).filter((each) => each.isWellFormed())
    const value = fc.dictionary(name, fc.oneof(anyText, json))
    const spelling = fc.record({ indent, bom: fc.boolean(), crlf: fc.boolean(), ascii: fc.boolean() })
    holds(
      100,
      value,
      spelling,
      fc.array(anyText, { minLength: 1 }),
      (content, { indent, bom, crlf, ascii }, others) => {
        let document = JSON.stringify(content, null, indent)
        if (ascii)
          document = document.replaceAll(
            /[^\0-\x7E]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        if (crlf) document = document.replaceAll('\n', '\r\n')
        if (bom) document = `\uFEFF${document}`
        expectTextsToComeBack('key-json', document, others)
      },
    )
  })
})

describe('left as they are, and named', () => {
  it.each([
    ['{"a": "\\ud83d"', 'half a character (an unpaired surrogate) is left as it is ("a")'],
    ['{"a": "\\q"', 'an entry that cannot be read is left as it is ("a")'],
    ['{"a": "\\u12\t"', 'an entry that cannot be read is left as it is ("a")'],
    ['{"\\ud83d": "a"', 'half a character (an unpaired surrogate) is left as it is ("\\ud83d")'],
    [`{"a":"${'x'.repeat(65_537)}"`, 'a text longer than 65536 bytes is left as it is ("a")'],
    [`{"${'є'.repeat(32_769)}": "x"`, `a key longer than 65536 bytes is left as it is ("${'є'.repeat(60)}…")`],
    [
      `{"${'k'.repeat(1000)}": ["Hi", "there"]`,
      'a key of names longer than 1000 characters is left as it is ("0", "1" ×2)',
    ],
  ])('%.40s', (start, warning) => {
    const document = `${start}, "b": "x"}`
    const { texts, warnings } = readKeyed('key-json', document)
    expect([texts.map(({ key }) => key).filter((key) => !key.startsWith('k')), warnings]).toEqual([
      ['b'],
      [`game.txt, line 1: ${warning}`],
    ])
    expect(translated('key-json', document, { b: 'у' })).toBe(document.replace('"x"}', '"у"}'))
  })

  it('keys that stand twice have their last text, with a warning', () => {
    const document = '{"a": "1",\n "b": "x",\n "a": "2"}'
    expect(textsOf('key-json', document)).toEqual({ a: '2', b: 'x' })
    expect(readKeyed('key-json', document).warnings).toEqual([
      'game.txt, line 3: a key that occurs twice has its last text, as in the game ("a")',
    ])
    expect(translated('key-json', document, { a: '3' })).toBe(document.replace('"2"', '"3"'))
  })

  it.each([
    ['{"a.b": "1", "a": {"b": "2"}}', { 'a\\.b': '1', 'a.b': '2' }],
    ['{"a": {"b": "2"}, "a.b": "1"}', { 'a\\.b': '1', 'a.b': '2' }],
    ['{"a.b": "1", "a": {"b": "2"}, "a.b": "3"}', { 'a\\.b': '3', 'a.b': '2' }],
    ['{"a.b": {"c": "1"}, "a": {"b": {"c": "2"}, "b.c": "3"}}', { 'a\\.b.c': '1', 'a.b.c': '2', 'a.b\\.c': '3' }],
    ['{"a.b": "1", "a": {"c": "2"}}', { 'a.b': '1', 'a.c': '2' }],
  ])('a name with a dot has a key of its own beside names that make the same one: %s', (document, texts) => {
    expect(textsOf('key-json', document)).toEqual(texts)
  })

  it('line breaks and tabs that stand raw in a string are its own', () => {
    const document = '{"a": "1\n\t2", // "\n  "b": "x\r\ny", /* "\n */\n"c": "\\"\n"}'
    expect(textsOf('key-json', document)).toEqual({ a: '1\n\t2', b: 'x\r\ny', c: '"\n' })
    expect(readKeyed('key-json', document).texts.map(({ line }) => line)).toEqual([1, 3, 6])
    expect(translated('key-json', document, { a: 'й\n', c: '"\n' })).toBe(document.replace('1\n\t2', 'й\\n'))
  })
})

describe('refused', () => {
  it.each([
    ['', 'line 1: the JSON is not well formed; found the end of the file, expected JSON'],
    ['{"a": "1",\n', 'line 2: the JSON is not well formed; found the end of the file'],
    ['{"a": "1"\n "b": "2"}', 'line 2: the JSON is not well formed; found "\\"b\\": \\"2\\"}"'],
    ['{"a": "1\n2}', 'line 1: the JSON is not well formed; found "\\"1'],
    ['{"a": "1,\n "b": "2"}', 'line 2: the JSON is not well formed; found "b'],
    ['{"a": "1"}\n{"b": "2"}', 'line 2: the JSON is not well formed; found "{\\"b\\"'],
    ["{'a': 'b'}", 'line 1: this is JSON5, not JSON; found "\'a'],
    ['{\n  menu: "x"}', 'line 2: this is JSON5, not JSON; found "menu'],
    ['{"a": \'b\'}', 'line 1: this is JSON5, not JSON; found "\'b'],
    [`\n${'['.repeat(101)}`, 'line 2: the nesting is too deep; found more than 100 levels'],
    ['{"a":'.repeat(1_000_000), 'line 1: the nesting is too deep'],
  ])('%.40s', (document, fault) => expect(faultOf('key-json', document)).toContain(`game.txt, ${fault}`))

  it('a file that is too large, has too many texts, or whose names are too often in its keys', () => {
    const large = `{"a": "${'x'.repeat(64 * 1024 * 1024)}"}`
    expect(faultOf('key-json', large)).toBe(
      'game.txt, byte 67108864: the file is too large; found more than 64 MiB, expected at most 64 MiB',
    )
    expect(faultOf('key-json', `[${'"",'.repeat(2_000_000)}\n""]`)).toBe(
      'game.txt, line 2: too many entries; found 2000001, expected at most 2000000',
    )
    const name = 'x'.repeat(990)
    const list = '"",'.repeat(70_000)
    expect(faultOf('key-json', `{"${name}":\n[${list}]}`)).toContain(
      'line 2: the texts of the file hold too many bytes',
    )
  })
})

it.each([
  ['{"a": "b"}', true],
  ['  \n[\n  "a"', true],
  ['[]', true],
  ['// a comment\n{', true],
  ['/* a */ // b\r\n\n[ "a"', true],
  ['// longer than what is looked at', true],
  ['/* longer *', true],
  ['// frogs\r\n\r\nPART\r\n{\r\n', false],
  ['/* frogs */ PART {', false],
  ['{"id": "0123456789abcdef", "text": "a"}\n{"id": "0123456789abcdee", "text": "b"}\n', false],
  ['[section]\nname = "x"', false],
  ['key,text\n', false],
  ['', false],
])('looks like JSON: %j is %s', (start, is) => expect(looksLike(start)).toBe(is))
