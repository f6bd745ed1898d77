// A game's own PO: which texts it has, what gettext says to what is written, and that all else in it stays as it was.
import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEYED_FORMATS } from '../../../src/keyed/keyed-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { emptyFolder } from '../../../../../test/support/empty-folder.ts'
import { holds } from '../../../../../test/support/holds.ts'

const { at, write } = emptyFolder('file')

/** As Weblate saves it. */
const WEBLATE = `# Ukrainian translations for Frogs.
# Olena <olena@example.org>, 2025.
msgid ""
msgstr ""
"Project-Id-Version: Frogs 1.2\\n"
"PO-Revision-Date: 2025-03-02 11:00+0000\\n"
"Last-Translator: Olena <olena@example.org>\\n"
"Language-Team: Ukrainian <https://hosted.weblate.org/projects/frogs/uk/>\\n"
"Language: uk\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;\\n"
"X-Generator: Weblate 5.10\\n"

#. the pond's name
#: src/pond.gd:12
msgid "Old Pond"
msgstr "Старий ставок"

#: src/pond.gd:14
#, fuzzy, c-format
#| msgid "Pond %s"
msgctxt "menu"
msgid "Pond number %s"
msgstr "Ставок %s"

msgctxt "door"
msgid "Open"
msgstr ""

#: src/count.gd:3
msgid "One frog"
msgid_plural "{n} frogs"
msgstr[0] "{n} жаба"
msgstr[1] "{n} жаби"
msgstr[2] ""

msgid ""
"A long text, wrapped as "
"tools do.\\n"
"And a line.\\n"
msgstr ""
"Довгий текст, розбитий "
"на частини.\\n"
"І рядок.\\n"

#~ msgid "Gone"
#~ msgstr "Зникло"
`

const long = 'A long text, wrapped as tools do.\nAnd a line.\n'

describe('texts', () => {
  it("stand in msgstr where the header says it, whatever keys look like, as Unreal's do", () => {
    const po = (language: string, text: string): string =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"X-Crowdin-SourceKey: msgstr\\n"\n\n` +
      `msgctxt ""\nmsgid "Main Menu,Start button"\nmsgstr "${text}"\n`
    const key = '\u0004Main Menu,Start button'
    expect(textsOf('po', po('en', 'Start'))).toEqual({ [key]: 'Start' })
    expect(readKeyed('po', po('en', 'Start'))).toMatchObject({ isBilingual: false })
    expect(translated('po', po('en', 'Start'), { [key]: 'Почати' }, { targetLanguage: 'uk' })).toBe(po('uk', 'Почати'))
  })

  it('have context and source as key, and plural forms their number', () => {
    expect(textsOf('po', WEBLATE)).toEqual({
      'Old Pond': 'Old Pond',
      'menu\u0004Pond number %s': 'Pond number %s',
      'door\u0004Open': 'Open',
      'One frog[0]': 'One frog',
      'One frog[1]': '{n} frogs',
      'One frog[2]': '{n} frogs',
      [long]: long,
    })
    expect(textsOf('po', WEBLATE, 'translation')).toEqual({
      'Old Pond': 'Старий ставок',
      'One frog[0]': '{n} жаба',
      'One frog[1]': '{n} жаби',
      [long]: 'Довгий текст, розбитий на частини.\nІ рядок.\n',
    })
    expect(readKeyed('po', WEBLATE).texts.map(({ line }) => line)).toEqual([19, 26, 30, 35, 36, 37, 43])
  })

  const TEXTS = {
    'menu\u0004Pond number %s': 'Ставок «%s»',
    'door\u0004Open': 'Відчинити "двері"',
    'One frog[1]': '{n} жаби\\',
    'One frog[2]': '{n} жаб',
    [long]: 'Одне.\nДруге.\n',
  }

  it('are replaced where they stand; comments, other flags and old entries stay', () => {
    expect(translated('po', WEBLATE, TEXTS)).toBe(
      WEBLATE.replace('"Ставок %s"', '"Ставок «%s»"')
        .replace('#, fuzzy, c-format\n#| msgid "Pond %s"\n', '#, c-format\n')
        .replace('"Open"\nmsgstr ""', '"Open"\nmsgstr "Відчинити \\"двері\\""')
        .replace('"{n} жаби"', '"{n} жаби\\\\"')
        .replace('[2] ""', '[2] "{n} жаб"')
        .replace('"Довгий текст, розбитий "\n"на частини.\\n"\n"І рядок.\\n"', '"Одне.\\n"\n"Друге.\\n"'),
    )
  })

  it.runIf(spawnSync('msgfmt', ['--version']).status === 0)('that are written pass msgfmt -c', () => {
    const path = write('uk.po', translated('po', WEBLATE, { ...TEXTS, 'One frog[1]': '{n} жаби' }))
    const { status, stderr } = spawnSync('msgfmt', ['-c', '-v', '-o', at('uk.mo'), path])
    expect([status, String(stderr)]).toEqual([0, '5 translated messages.\n'])
  })

  describe('that are fuzzy', () => {
    const entry = (comments: string, end = '\n'): string =>
      `\uFEFF${comments}msgid "a"${end}msgstr "x"${end}${end}#, fuzzy${end}msgid "b"${end}msgstr "y"`

    it('are no translations, and counted', () => {
      const { texts, warnings } = readKeyed('po', entry('#, fuzzy\n'), 'translation')
      expect([texts, warnings]).toEqual([[], ['game.txt, line 3: a text that is marked as fuzzy is left out (×2)']])
      expect(readKeyed('po', entry('#, fuzzy\n')).warnings).toEqual([])
    })

    it.each([
      ['#, fuzzy\n', ''],
      ['#, c-format, fuzzy\n#: a.c:1\n', '#, c-format\n#: a.c:1\n'],
      ['#,fuzzy,c-format\r\n', '#,c-format\r\n'],
      ['# fuzzy\n#, fuzzy\n#| msgctxt "c"\n#| msgid ""\n#| "d"\n#, python-format\n', '# fuzzy\n#, python-format\n'],
      ['#, fuzzy-ish\n#| msgid "d"\n', '#, fuzzy-ish\n#| msgid "d"\n'],
    ])('lose what calls them so once they are given, and nothing else: %j', (comments, after) => {
      const end = comments.includes('\r') ? '\r\n' : '\n'
      expect(translated('po', entry(comments, end), { a: '1' })).toBe(entry(after, end).replace('"x"', '"1"'))
      expect(translated('po', entry(comments, end), { a: 'x' })).toBe(
        comments.includes('fuzzy-ish') ? entry(comments, end) : entry(after, end),
      )
      expect(translated('po', entry(comments, end), () => null)).toBe(entry(comments, end))
    })

    it('stay so while a form of the plural is missing', () => {
      const document = '#, fuzzy\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n'
      expect(translated('po', document, { 'a[0]': '1' })).toBe(document.replace('"x"', '"1"'))
      expect(translated('po', document, { 'a[0]': '1', 'a[1]': '2' })).toBe(
        document.replace('#, fuzzy\n', '').replace('"x"', '"1"').replace('"y"', '"2"'),
      )
    })
  })

  it('whose entry cannot be read are left as they are, and named', () => {
    const document = 'msgid "a"\nmsgstr "\\303\\251"\n\nmsgid "b"\nmsgstr "x\n\nmsgid "c"\nmsgstr ""\n'
    expect(textsOf('po', document)).toEqual({ c: 'c' })
    expect(readKeyed('po', document).warnings).toEqual([
      'game.txt, line 1: an entry that cannot be read is left as it is ("a", "b" ×2)',
    ])
    expect(translated('po', document, { c: '1' })).toBe(document.replace('msgstr ""', 'msgstr "1"'))
  })

  it('whose key stands twice have the last translation, with a warning', () => {
    const document = 'msgid "a"\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"'
    expect(translated('po', document, { a: 'c' })).toBe(document.replace('"b"', '"c"'))
    expect(readKeyed('po', document).warnings).toEqual([
      'game.txt, line 5: a key that occurs twice has its last text, as in the game ("a")',
    ])
  })

  it.each([
    ['msgid "a"\r\nmsgstr ""\r\n"x\\n"\r\n"y"\r\n\r\n# end', 'msgid "a"\r\nmsgstr ""\r\n"1\\n"\r\n"2"\r\n\r\n# end'],
    ['\uFEFFmsgid "a"\r\nmsgstr "x"\r\n', '\uFEFFmsgid "a"\r\nmsgstr ""\r\n"1\\n"\r\n"2"\r\n'],
    ['  msgid"a"\n  msgstr"x" "y"  \n', '  msgid"a"\n  msgstr""\n"1\\n"\n"2"  \n'],
    ['msgid "a"\nmsgstr\n"x"', 'msgid "a"\nmsgstr\n""\n"1\\n"\n"2"'],
    ['msgid "a"\nmsgstr\n', 'msgid "a"\nmsgstr ""\n"1\\n"\n"2"\n'],
    ['msgid "a"\nmsgstr "x"\n\n"y"\n', 'msgid "a"\nmsgstr ""\n"1\\n"\n"2"\n'],
  ])('stand in the lines of the file: %j', (document, after) => {
    expect(translated('po', document, { a: '1\n2' })).toBe(after)
  })

  it('come back, whatever they are, from any file', () => {
    const literal = (text: string, isWrapped: boolean, end: string): string => {
      const half = Math.floor(text.length / 2)
      const pieces = isWrapped ? ['', text.slice(0, half), text.slice(half)] : [text]
      return pieces.map((piece) => `"${escapedPiece(piece)}"`).join(end)
    }
    const entry = fc.record({
      context: fc.option(anyText),
      id: anyText,
      forms: fc.array(anyText, { minLength: 1, maxLength: 3 }),
      isWrapped: fc.boolean(),
    })
    const entries = fc.uniqueArray(entry, { selector: ({ context, id }) => `${context ?? ''}\u0004${id}` })
    holds(
      100,
      entries,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.array(anyText, { minLength: 1 }),
      (all, end, bom, others) => {
        const blocks = all.map(({ context, id, forms, isWrapped }) => {
          const of = (text: string): string => literal(text, isWrapped, end)
          const translations =
            forms.length === 1
              ? [`msgstr ${of(forms[0] ?? '')}`]
              : [`msgid_plural ${of(id)}`, ...forms.map((form, at) => `msgstr[${at}] ${of(form)}`)]
          const head = context === null ? [] : [`msgctxt ${of(context)}`]
          return ['#, fuzzy', ...head, `msgid ${of(id)}`, ...translations, ''].join(end)
        })
        const document = `${bom ? '\uFEFF' : ''}msgid ""${end}msgstr ""${end}${end}${blocks.join(end)}`
        expectTextsToComeBack('po', document, others)
      },
    )
  })
})

const NAMES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '"': '"', '\\': '\\' }
const escapedPiece = (text: string): string => text.replaceAll(/[\n\r"\\]/g, (found) => `\\${NAMES[found]}`)

describe('refused', () => {
  it.each([
    ['# nothing', 'line 1: there is no entry'],
    ['msgid "a"\n', 'line 1: the entry has no translation; found the end of the file'],
    ['msgid ""\nmsgstr "Content-Type: text/plain; charset=KOI8-U\\n"', 'line 1: the header names another encoding'],
    [`msgid "a"\nmsgstr ""\n${'""\n'.repeat(600_000)}`, 'the entry is too long; found more than 1048576 characters'],
  ])('%.40j', (document, fault) => expect(faultOf('po', document)).toContain(fault))

  it('whose reading would not end if its time grew with the square', () => {
    expect(faultOf('po', `msgid "a"\nmsgstr "${' '.repeat(200_000)}"${'\n'.repeat(5_000_000)}`)).toBe(
      'nothing is wrong',
    )
    const spaces = `msgid "a"\nmsgstr "${' '.repeat(60_000)}"`
    expect(translated('po', spaces, { a: 'x' })).toBe('msgid "a"\nmsgstr "x"')
  })
})

it.each([
  [WEBLATE, true],
  ['\n# a\n#, fuzzy\nmsgctxt "a"\n', true],
  [`${'# '.repeat(10_000)}x`, false],
  ['msgids,text', false],
  ['# Title\n\nmessages', false],
])('looks like PO: %.20j is %s', (start, is) => expect(KEYED_FORMATS.po.looksLike(start)).toBe(is))
