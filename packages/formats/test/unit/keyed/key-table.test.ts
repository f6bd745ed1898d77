// Tables with a key and a text: which columns they are, and that all else in them stays as it was.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEYED_FORMATS, type KeyedFormatName } from '../../../src/keyed/keyed-formats.ts'
import { shapeOf } from '../../../src/dump/dump-formats.ts'
import {
  anyText,
  expectTextsToComeBack,
  faultOf,
  readKeyed,
  textsOf,
  translated,
} from '../../../../../test/support/keyed-files.ts'
import { holds } from '../../../../../test/support/holds.ts'

/** As Godot has it. */
const GODOT = `keys,en,es,_notes
GREET,"Hello, friend!","Hola, amigo!",
ASK,How are you?,Cómo está?,"shown
in the tavern"
BYE,Goodbye,Adiós
QUOTE,"""Hello"" said the man.","""Hola"" dijo el hombre.",
`

describe('texts', () => {
  it('are in the column of that name, and keep the rest of the row', () => {
    expect(textsOf('key-csv', GODOT)).toEqual({
      GREET: 'Hello, friend!',
      ASK: 'How are you?',
      BYE: 'Goodbye',
      QUOTE: '"Hello" said the man.',
    })
    expect(readKeyed('key-csv', GODOT).texts[2]).toMatchObject({ key: 'BYE', line: 5 })
    expect(
      translated(
        'key-csv',
        GODOT,
        { GREET: 'Вітаю', ASK: 'Як справи,\nдруже?', BYE: 'Бувай' },
        { targetLanguage: 'es' },
      ),
    ).toBe(
      GODOT.replace('"Hola, amigo!"', '"Вітаю"')
        .replace('Cómo está?', '"Як справи,\nдруже?"')
        .replace('Adiós', 'Бувай'),
    )
  })

  it.each<readonly [KeyedFormatName, string]>([
    ['key-csv', 'Key,Text\nA,one\n'],
    ['key-csv', '\uFEFF"TEXT";"note";"ID"\r\none;;A\r\n'],
    ['key-csv', '\n name , English , original\nA,one,two'],
    ['key-csv', 'id;key;value;source\n7;A;x;one'],
    ['key-tsv', 'identifier\tstring\r\nA\tone'],
    ['key-tsv', 'key\ten\nA\tone\n'],
  ])('of %s %j', (format, document) => {
    expect(textsOf(format, document)).toEqual({ A: 'one' })
    expect(translated(format, document, { A: 'два' })).toBe(document.replace('one', 'два'))
  })

  it('of Godot are told apart by what they mean, and may be keys themselves', () => {
    const keys = 'keys,?context,en,uk\nMISS,person,Miss,\nMISS,verb,Miss,\nBYE,,Bye,\n'
    const target = { targetLanguage: 'uk' }
    expect(textsOf('key-csv', keys)).toEqual({ 'person\u0004MISS': 'Miss', 'verb\u0004MISS': 'Miss', BYE: 'Bye' })
    expect(translated('key-csv', keys, { 'verb\u0004MISS': 'Промах' }, target)).toBe(
      keys.replace('verb,Miss,', 'verb,Miss,Промах'),
    )
    const texts = 'en,?context,?plural,fr\nLetter,alphabet,,Lettre\nApple,,Apples,Pomme\n'
    expect(textsOf('key-csv', texts)).toEqual({ 'alphabet\u0004Letter': 'Letter', Apple: 'Apple' })
    expect(translated('key-csv', texts, { Apple: 'Яблуко' }, target)).toBe(
      'en,?context,?plural,fr,uk\nLetter,alphabet,,Lettre,\nApple,,Apples,Pomme,Яблуко\n',
    )
  })

  it('stand in quotes only if they must, or did', () => {
    const document = 'key,text\nA,a\nB,"b"\nC,\n'
    expect(translated('key-csv', document, { A: 'це', B: 'те', C: 'a;b' })).toBe('key,text\nA,це\nB,"те"\nC,"a;b"\n')
    expect(translated('key-csv', document, { A: ' x', B: '', C: 'a "b"' })).toBe(
      'key,text\nA," x"\nB,""\nC,"a ""b"""\n',
    )
  })

  it('without a key or a place are left alone, and told', () => {
    expect(readKeyed('key-csv', 'key,text\n,one\nA\n\n  \nB,two\n,three\n')).toMatchObject({
      texts: [{ key: 'B', text: 'two', line: 6 }],
      warnings: [
        'game.txt, line 2: a text without a key is left as it is (×2)',
        'game.txt, line 3: a row without a text is left as it is (×2)',
      ],
    })
    expect(textsOf('key-csv', 'key,text\nA,\nB,x\n', 'translation')).toEqual({ B: 'x' })
  })

  it.each<readonly [KeyedFormatName, string]>([
    ['key-csv', ','],
    ['key-csv', ';'],
    ['key-tsv', '\t'],
  ])('come back, whatever they are, from any %s with %j', (format, delimiter) => {
    const field = (text: string, isQuoted: boolean): string =>
      isQuoted || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    const row = fc.tuple(anyText, anyText, fc.boolean())
    holds(
      100,
      fc.uniqueArray(row, { selector: ([key]) => key }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.array(anyText, { minLength: 1 }),
      (rows, end, bom, others) => {
        const lines = rows.map(([key, text, isQuoted]) =>
          [text, key, text].map((each) => field(each, isQuoted)).join(delimiter),
        )
        const document = `${bom ? '\uFEFF' : ''}${[['note', 'key', 'text'].join(delimiter), ...lines].join(end)}`
        expectTextsToComeBack(format, document, others)
      },
    )
  })
})

it('passes over the line that tells Excel the delimiter', () => {
  const document = '\uFEFFsep=;\r\nkey;text\r\nA;one\r\n'
  expect(readKeyed('key-csv', document).texts).toMatchObject([{ key: 'A', text: 'one', line: 3 }])
  expect(KEYED_FORMATS['key-csv'].looksLike(document.slice(1))).toBe(true)
  expect(translated('key-csv', document, { A: 'два' })).toBe(document.replace('one', 'два'))
})

it('takes a quote literally that closes within a text between tabs, or never', () => {
  const document = 'key\ttext\tnote\nA\t"Halt," he said\t"x\nB\t"one"\t\nC\t"open\n'
  expect(textsOf('key-tsv', document)).toEqual({ A: '"Halt," he said', B: 'one', C: '"open' })
  expect(translated('key-tsv', document, { A: '"Стій," сказав він', B: 'два', C: '"все"' })).toBe(
    'key\ttext\tnote\nA\t"Стій," сказав він\t"x\nB\t"два"\t\nC\t"""все"""\n',
  )
})

it('leaves a row as it is in which something follows a closing quote, and names it', () => {
  const document = 'key,text\nA,"1" 2,3\nB,x\n'
  expect(readKeyed('key-csv', document)).toMatchObject({
    texts: [{ key: 'B', line: 3 }],
    warnings: ['game.txt, line 2: an entry that cannot be read is left as it is ("A")'],
  })
  expect(translated('key-csv', document, { B: 'у' })).toBe(document.replace('B,x', 'B,у'))
})

it('has the last text of a key that stands twice', () => {
  expect(textsOf('key-csv', 'key,text\nA,1\n\nA,2')).toEqual({ A: '2' })
})

it('keeps no field of a row that nobody asks for', () => {
  const commas = `key,text\nA,1${','.repeat(20_000_000)}\nB,2`
  expect(textsOf('key-csv', commas)).toEqual({ A: '1', B: '2' })
})

describe('refused', () => {
  it.each<readonly [KeyedFormatName, string, string]>([
    ['key-csv', 'key,text\n"a\nb",1\nA,"2', 'line 4: a quoted field does not close'],
    [
      'key-csv',
      'key,texts\nA,1\n',
      'line 1: the row lacks expected columns; found "key,texts", expected a header with a key',
    ],
    ['key-tsv', 'key,text\nA,1\n', 'line 1: the row lacks expected columns'],
  ])('%s %.40j', (format, document, fault) => expect(faultOf(format, document)).toContain(`game.txt, ${fault}`))

  it('whose reading would not end if its time grew with the square', () => {
    const quotes = `key,text\n${'"a","b",'.repeat(500_000)}`
    expect(faultOf('key-csv', quotes)).toBe('nothing is wrong')
    expect(faultOf('key-csv', `key,text\n${'a\n'.repeat(1_000_000)}`)).toBe('nothing is wrong')
    expect(faultOf('key-csv', `key;text\n${'"'.repeat(10_000_001)}`)).toContain('does not close')
  })
})

it('does not look like the tables that have an id of the game', () => {
  const { 'key-csv': csv, 'key-tsv': tsv } = KEYED_FORMATS
  for (const delimiter of [';', ',', '\t']) {
    const known = [
      ['ID', 'OriginalText'],
      ['Number', 'File', 'All Blocks', 'Work Blocks', 'Current Block', 'Unknown', 'ID', 'OriginalText'],
    ].map((names) => names.join(delimiter))
    for (const header of known) expect([csv.looksLike(header), tsv.looksLike(header)]).toEqual([false, false])
    const ours = ['ID', 'Text'].join(delimiter)
    expect([shapeOf(`${ours}\n`), csv.looksLike(ours), tsv.looksLike(ours)]).toEqual([
      null,
      delimiter !== '\t',
      delimiter === '\t',
    ])
  }
  expect([csv.looksLike(''), csv.looksLike('text'), csv.looksLike('hello, text, key')]).toEqual([false, false, true])
})

describe('a table of several languages', () => {
  const uk = { targetLanguage: 'uk' }

  it.each<[KeyedFormatName, string, string, object]>([
    ['key-csv', 'keys,en,uk,de\nA,one,,eins\n', 'keys,en,uk,de\nA,one,два,eins\n', {}],
    ['key-csv', ',en,es,uk\nA,one,uno,\n', ',en,es,uk\nA,one,uno,два\n', {}],
    [
      'key-csv',
      'Key,Id,Shared Comments,English(en),Ukrainian(uk)\nA,1,,one,\n',
      'Key,Id,Shared Comments,English(en),Ukrainian(uk)\nA,1,,one,два\n',
      {},
    ],
    [
      'key-csv',
      'Keys,Type,Desc,English,German\nA,Text,,one,eins\n',
      'Keys,Type,Desc,English,German,Ukrainian\nA,Text,,one,eins,два\n',
      {},
    ],
    ['key-csv', 'key;original;translation\r\nA;one;\r\n', 'key;original;translation\r\nA;one;два\r\n', {}],
    ['key-csv', 'id,en-US,uk-UA\nA,one,\n', 'id,en-US,uk-UA\nA,one,два\n', {}],
    ['key-csv', 'STRING_ID,TEXT\nA,one\n', 'STRING_ID,TEXT\nA,два\n', {}],
    ['key-tsv', 'ID\tENGLISH\tUKRAINIAN\nA\tone\n', 'ID\tENGLISH\tUKRAINIAN\nA\tone\tдва\n', {}],
    ['key-csv', 'keys,en\nA,one\nB,\n', 'keys,en,uk\nA,one,два\nB,,\n', {}],
    ['key-csv', 'k,a,b\nA,one,\n', 'k,a,b\nA,one,два\n', { keyColumn: 'k', sourceColumn: 'a', targetColumn: 'b' }],
    ['key-csv', 'id,ja,en,uk\nA,one,two,\n', 'id,ja,en,uk\nA,one,two,два\n', { sourceLanguage: 'ja' }],
  ])('of %s %j gets the translation beside the source', (format, document, expected, more) => {
    expect(textsOf(format, document, 'source', { ...uk, ...more })).toMatchObject({ A: 'one' })
    expect(textsOf(format, document, 'translation', { ...uk, ...more })).toEqual(
      /TEXT\n/.test(document) ? { A: 'one' } : {},
    )
    expect(translated(format, document, { A: 'два' }, { ...uk, ...more })).toBe(expected)
    expect(translated(format, document, {}, { ...uk, ...more })).toBe(document)
  })

  it('without ids has the key of gettext', () => {
    const weblate = 'location,source,target,id,fuzzy,context\n"a:1",One,Один,,False,\n,One,,,False,menu\n'
    expect(textsOf('key-csv', weblate, 'source', uk)).toEqual({ One: 'One', 'menu\u0004One': 'One' })
    expect(textsOf('key-csv', weblate, 'translation', uk)).toEqual({ One: 'Один' })
  })

  it.each([
    ['id,en-US,de-DE\nA,one,eins\n', uk, { problem: 'target_absent', found: 'de-DE', wanted: 'uk' }],
    ['keys,en,de\nA,one,eins\n', {}, { problem: 'target_unsaid', found: 'de' }],
    ['key,text\nA,one\n', { targetColumn: 'b' }, { problem: 'target_absent', wanted: 'b' }],
  ])('says what it lacks: %j %j', (document, project, unwritable) => {
    expect(readKeyed('key-csv', document, 'source', project)).toMatchObject({ texts: [{ text: 'one' }], unwritable })
  })
})
