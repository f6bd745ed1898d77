// Templates of gettext as files of a language, and files whose msgids are keys.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { keyPo } from '../../../src/keyed/key-po.ts'
import { pluralsOf, preparedPo } from '../../../src/keyed/po-template.ts'
import { textsOf, translated } from '../../../../../test/support/keyed-files.ts'
import { emptyFolder } from '../../../../../test/support/empty-folder.ts'

const { at, write } = emptyFolder('file')

/** As xgettext makes it. */
const TEMPLATE = `# SOME DESCRIPTIVE TITLE.
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: Frogs 1.2\\n"
"POT-Creation-Date: 2025-03-02 11:00+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: LANGUAGE <LL@li.org>\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#. the pond
#: src/pond.c:12
msgid "Old Pond"
msgstr ""

#, c-format
msgid "%d frog"
msgid_plural "%d frogs"
msgstr[0] ""
msgstr[1] ""
`

const UKRAINIAN = TEMPLATE.replace('#, fuzzy\n', '')
  .replace('YEAR-MO-DA HO:MI+ZONE', '2025-03-02 11:00+0000')
  .replace('FULL NAME <EMAIL@ADDRESS>', 'Automatically generated')
  .replace('LANGUAGE <LL@li.org>', 'none')
  .replace('Language: \\n', 'Language: uk\\n')
  .replace('CHARSET', 'UTF-8')
  .replace(
    'nplurals=INTEGER; plural=EXPRESSION;',
    'nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;',
  )
  .replace('msgstr[1] ""\n', 'msgstr[1] ""\nmsgstr[2] ""\n')

describe('a template', () => {
  it('is the file of a language: header, charset, plural forms, and as many places', () => {
    expect(preparedPo(TEMPLATE, 'game.pot', 'uk')).toBe(UKRAINIAN)
    expect(textsOf('po', UKRAINIAN)).toEqual({
      'Old Pond': 'Old Pond',
      '%d frog[0]': '%d frog',
      '%d frog[1]': '%d frogs',
      '%d frog[2]': '%d frogs',
    })
  })

  it('keeps its line ends and its mark, and gets the header that it lacks', () => {
    const dos = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    expect(preparedPo(dos(TEMPLATE), 'game.pot', 'uk')).toBe(dos(UKRAINIAN))
    expect(preparedPo('msgid "a"\nmsgstr ""\n', 'a.pot', 'de')).toBe(
      `msgid ""\nmsgstr ""\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\nmsgid "a"\nmsgstr ""\n`,
    )
  })

  it('keeps the plural forms that it has in the language already', () => {
    const own = 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);'
    const begun = TEMPLATE.replace('Language: ', 'Language: uk').replace('nplurals=INTEGER; plural=EXPRESSION;', own)
    expect(preparedPo(begun, 'game.pot', 'uk')).toContain(`"Plural-Forms: ${own}\\n"`)
    expect(preparedPo(begun, 'game.pot', 'be')).not.toContain(own)
    expect(preparedPo(begun, 'game.pot', 'pl')).not.toContain(own)
  })

  it('loses a form that the language has not', () => {
    expect(preparedPo(TEMPLATE, 'game.pot', 'ja')).toMatch(/nplurals=1; plural=0;[^]*msgstr\[0\] ""\n$/)
  })

  it.each([
    [TEMPLATE, 'game.pot', ''],
    [UKRAINIAN, 'uk.po', 'uk'],
    [UKRAINIAN, 'uk.po', 'de'],
    ['msgid "a"\nmsgstr ""\n', 'a.po', 'de'],
  ])('is no other file: %.5j %s %s', (document, file, language) => {
    expect(preparedPo(document, file, language)).toBe(document)
  })

  it.runIf(spawnSync('msgfmt', ['--version']).status === 0).each(['uk', 'pl', 'ja', 'ar', 'pt-BR', 'sl', 'lv', 'en'])(
    'passes msgfmt -c in %s',
    (language) => {
      const path = write(
        'game.po',
        translated('po', preparedPo(TEMPLATE, 'game.pot', language), () => '%d'),
      )
      const { status, stderr } = spawnSync('msgfmt', ['-c', '-v', '-o', at('game.mo'), path])
      expect([status, String(stderr)]).toEqual([0, '2 translated messages.\n'])
    },
  )
})

describe('plural forms', () => {
  const LANGUAGES =
    'ar be bg bs ca cs cy da de el en es et eu fa fi fr ga gu he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl pl pt pt-BR pt-PT ro ru sk sl sr sv th tr uk vi zh zh-Hant'

  it.each(LANGUAGES.split(' '))('of %s split whole numbers as the CLDR does', (language) => {
    const { count, expression } = pluralsOf(language)
    // oxlint-disable-next-line no-new-func, no-implied-eval -- C's expression is JavaScript's too, but for truth as a number
    const formOf = new Function('n', `return Number(${expression})`) as (n: number) => number
    const rules = new Intl.PluralRules(language)
    const forms = new Map<string, number>()
    for (let n = 0; n <= 1_000; n++) {
      const category = rules.select(n)
      expect([language, n, formOf(n)]).toEqual([language, n, forms.get(category) ?? formOf(n)])
      forms.set(category, formOf(n))
    }
    expect(new Set(forms.values()).size).toBe(count)
  })
})

describe('a file whose msgids are keys', () => {
  const of = (pairs: readonly (readonly [string, string])[]): string =>
    pairs.map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`).join('\n')

  it('has its texts in msgstr, and the translation takes their place', () => {
    const document = `${of([
      ['MENU_START', 'Start'],
      ['menu.end', 'The end'],
      ['QUIT', 'Quit'],
      ['menu-left-open', ''],
    ])}\nmsgctxt "pond"\nmsgid "FROGS_N"\nmsgid_plural "FROGS_N"\nmsgstr[0] "%d frog"\nmsgstr[1] "%d frogs"\n`
    const texts = {
      MENU_START: 'Start',
      'menu.end': 'The end',
      QUIT: 'Quit',
      'menu-left-open': 'menu-left-open',
      'pond\u0004FROGS_N[0]': '%d frog',
      'pond\u0004FROGS_N[1]': '%d frogs',
    }
    expect(textsOf('po', document)).toEqual(texts)
    expect(translated('po', document, { MENU_START: 'Почати', 'pond\u0004FROGS_N[1]': '%d жаб' })).toBe(
      document.replace('"Start"', '"Почати"').replace('"%d frogs"', '"%d жаб"'),
    )
    expect(translated('po', document, texts)).toBe(
      document.replace('-open"\nmsgstr ""', '-open"\nmsgstr "menu-left-open"'),
    )
  })

  it.each([
    [
      [
        ['Open', 'Відкрити'],
        ['Auto-save', 'Автозбереження'],
        ['OK', 'Гаразд'],
      ],
    ],
    [
      [
        ['START', 'ПОЧАТИ'],
        ['QUIT', 'ВИЙТИ'],
      ],
    ],
    [
      [
        ['MENU_START', ''],
        ['MENU_END', ''],
      ],
    ],
    [
      [
        ['MENU_START', 'x'],
        ['The end', 'y'],
      ],
    ],
  ] as const)('is not one with %j', (pairs) => {
    expect(textsOf('po', of(pairs))).toEqual(Object.fromEntries(pairs.map(([id]) => [id, id])))
  })
})

describe('a file of keys', () => {
  const keys = `msgid ""
msgstr ""
"Language: en\\n"
"Plural-Forms: nplurals=2; "
"plural=n != 1;\\n"

msgid "MENU_START"
msgstr "Start"

msgid "POND_FROGS"
msgid_plural "POND_FROGS_MANY"
msgstr[0] "{n} frog"
msgstr[1] "{n} frogs"
`

  it('has as many forms as the language that it goes into, each with its source', () => {
    const prepared = keyPo.prepared?.(keys, 'en.po', 'uk') ?? ''
    expect(prepared).toBe(
      keys
        .replace(/Plural-Forms:[^]*?!= 1;/, `Plural-Forms: nplurals=3; plural=${pluralsOf('uk').expression};`)
        .replace('"{n} frogs"\n', '"{n} frogs"\nmsgstr[2] ""\n'),
    )
    expect(textsOf('po', prepared)).toEqual({
      MENU_START: 'Start',
      'POND_FROGS[0]': '{n} frog',
      'POND_FROGS[1]': '{n} frogs',
      'POND_FROGS[2]': '{n} frogs',
    })
  })

  it('has the plural forms of its language in its header, also without a plural', () => {
    const document = keys.slice(0, keys.indexOf('msgid "POND'))
    expect(keyPo.prepared?.(document, 'en.po', 'pl')).toBe(
      document.replace(/Plural-Forms:[^]*?!= 1;/, `Plural-Forms: nplurals=3; plural=${pluralsOf('pl').expression};`),
    )
  })

  it.each([
    ['of the language', keys.replace('Language: en', 'Language: uk')],
    [
      'without a header of plural forms or a plural',
      `${keys.slice(0, keys.indexOf('"Plural'))}\nmsgid "A_B"\nmsgstr "a"\n`,
    ],
    ['of texts', keys.replaceAll(/MENU_START|POND_FROGS(?:_MANY)?/g, 'A text')],
  ])('stays as it is: %s', (_, document) => expect(keyPo.prepared?.(document, 'en.po', 'uk')).toBe(document))
})
