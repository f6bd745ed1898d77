// JSON of several languages: the source is read, the translation goes into its own language, and all else stays as it was.
import { describe, expect, it } from 'vitest'
import { readKeyed, textsOf, translated } from '../../../../../test/support/keyed-files.ts'

const uk = { targetLanguage: 'uk' }
const roots = `\uFEFF{
  "en": {
    "menu": { "start": "Start", "load": "Load" },
    "tips": ["One", "Two"],
    "quit": "Quit",
    "volume": 7
  },
  "uk": {
    "menu": { "start": "Почати" },
    "own": "Своє"
  },
  "de": { "quit": "Ende" }
}
`

describe('languages at the root', () => {
  it('have the source of one and the translation of another', () => {
    expect(textsOf('key-json', roots, 'source', uk)).toEqual({
      'menu.start': 'Start',
      'menu.load': 'Load',
      'tips.0': 'One',
      'tips.1': 'Two',
      quit: 'Quit',
    })
    expect(textsOf('key-json', roots, 'translation', uk)).toEqual({ 'menu.start': 'Почати' })
    expect(textsOf('key-json', roots, 'translation', { targetLanguage: 'de' })).toEqual({ quit: 'Ende' })
    const { isBilingual, texts } = readKeyed('key-json', roots, 'source', uk)
    expect([isBilingual, texts.map(({ line }) => line)]).toEqual([true, [3, 3, 4, 4, 5]])
  })

  it('get what they lack where it belongs, in the layout that is there', () => {
    expect(translated('key-json', roots, () => null, uk)).toBe(roots)
    const texts = { 'menu.start': 'Старт', 'menu.load': 'Читати', 'tips.1': 'Два', quit: 'Вийти' }
    expect(translated('key-json', roots, texts, uk)).toBe(
      roots.replace(
        '{ "start": "Почати" },\n    "own": "Своє"',
        '{ "start": "Старт", "load": "Читати" },\n    "own": "Своє",\n    "tips": [\n      "One",\n      "Два"\n    ],\n    "quit": "Вийти"',
      ),
    )
  })

  it('are added whole where there is none', () => {
    const document = '{"en":{"a":{"b":"Start"}},"de":{"a":{"b":"Anfang"}}}'
    expect(translated('key-json', document, { 'a.b': 'Почати' }, uk)).toBe(
      '{"en":{"a":{"b":"Start"}},"de":{"a":{"b":"Anfang"}}, "uk": {"a":{"b":"Почати"}}}',
    )
    const lines = document.replaceAll(/(?<=[{,])/g, '\r\n\t')
    const parsed: unknown = JSON.parse(translated('key-json', lines, { 'a.b': 'Почати' }, uk))
    expect(parsed).toMatchObject({ de: { a: { b: 'Anfang' } }, uk: { a: { b: 'Почати' } } })
  })
})

it('a language at the root may have no text yet', () => {
  const document = '{"en":{"a":{"b":"Start"}},"uk":{}}'
  expect(textsOf('key-json', document, 'source', uk)).toEqual({ 'a.b': 'Start' })
  expect(JSON.parse(translated('key-json', document, { 'a.b': 'Почати' }, uk))).toEqual({
    en: { a: { b: 'Start' } },
    uk: { a: { b: 'Почати' } },
  })
  // Where nothing can be written, it is a file of one language.
  for (const nothing of ['null', '[]'])
    expect(textsOf('key-json', `{"en":{"a":"Start"},"uk":${nothing}}`, 'source', uk)).toEqual({ 'en.a': 'Start' })
  expect(textsOf('key-json', '{"en":["Start"],"uk":{}}', 'source', uk)).toEqual({ 'en.0': 'Start' })
  expect(textsOf('key-json', '{"en":{"a":"Start"}}', 'source', uk)).toEqual({ 'en.a': 'Start' })
  expect(textsOf('key-json', '{"en":{"a":"Start"},"menu":{}}', 'source', uk)).toEqual({ 'en.a': 'Start' })
})

describe('what JSON may be called', () => {
  it('is a key like others, and changes no object of the program', () => {
    const document = '{"en":{"constructor":"Builder","__proto__":{"told":"Hello"},"b":"Bee"},"uk":{"b":"Бджола"}}'
    const made = translated('key-json', document, { constructor: 'Будівник', '__proto__.told': 'Вітаю' }, uk)
    expect(made).toContain('"constructor": "Будівник"')
    expect(({} as { told?: string }).told).toBeUndefined()
  })

  it('keeps what stands beside the texts of a list', () => {
    const document = '{"en":{"n":[1,"Two words"],"list":[{"a":"X","id":7},{"a":"Y"}]},"uk":{"b":"Бджола"}}'
    const made = JSON.parse(translated('key-json', document, { 'n.1': 'Два слова', 'list.1.a': 'У' }, uk)) as {
      uk: object
    }
    expect(made.uk).toEqual({ b: 'Бджола', n: [1, 'Два слова'], list: [{ a: 'X', id: 7 }, { a: 'У' }] })
  })
})

const members = `{
  "start": {
    "en": "Start",
    "uk": "Почати",
    "note": "on the button"
  },
  "load": {
    "en": "Load",
    "de": "Laden"
  },
  "quit": { "en-US": "Quit", "uk_UA": null }
}`

describe('languages beside each other', () => {
  it('have the source of one and the translation of another', () => {
    expect(textsOf('key-json', members, 'source', uk)).toEqual({ start: 'Start', load: 'Load', quit: 'Quit' })
    expect(textsOf('key-json', members, 'translation', uk)).toEqual({ start: 'Почати' })
    expect(readKeyed('key-json', members, 'source', uk).texts[0]?.remark).toMatchObject({ note: 'on the button' })
  })

  it('get the one that is missing as the source is written', () => {
    expect(translated('key-json', members, () => null, uk)).toBe(members)
    expect(translated('key-json', members, { start: 'Старт', load: 'Чита"ти', quit: 'Вийти' }, uk)).toBe(
      members
        .replace('Почати', 'Старт')
        .replace('"Load",', '"Load",\n    "uk": "Чита\\"ти",')
        .replace('null', '"Вийти"'),
    )
  })

  it('have the id of an entry in a list as its key', () => {
    const list = '[{"id": "start", "en": "Start", "uk": ""}, {"id": "load", "en": "Load"}]'
    expect(textsOf('key-json', list, 'source', uk)).toEqual({ start: 'Start', load: 'Load' })
    expect(translated('key-json', list, { start: 'Почати', load: 'Читати' }, uk)).toBe(
      '[{"id": "start", "en": "Start", "uk": "Почати"}, {"id": "load", "en": "Load", "uk": "Читати"}]',
    )
  })

  it('are not written while nothing says which', () => {
    expect(readKeyed('key-json', members).unwritable).toMatchObject({ problem: 'target_unsaid' })
  })
})

it.each([
  ['words that look like languages', '{"button": {"no": "No", "ok": "OK", "is": "Is"}, "a": {"no": "No"}}'],
  ['names with a language in them', '{"start.en": "Start", "start.uk": "Почати", "en.a": "b"}'],
  ['one language as the name of an object', '{"en": {"a": "b"}, "other": {"a": "b"}}'],
  ['names of languages as texts', '{"languages": {"en": "English", "uk": "Українська"}, "a": "b"}'],
])('is of one language: %s', (_, document) => {
  expect(readKeyed('key-json', document, 'source', uk).isBilingual).toBeUndefined()
})

it('is read in time that grows with the file', () => {
  const all = Array.from({ length: 30_000 }, (_, at) => `"k${at}": "v"`).join(',\n')
  expect(readKeyed('key-json', `{"en": {${all}}, "uk": {${all}}}`, 'source', uk).texts).toHaveLength(30_000)
})
