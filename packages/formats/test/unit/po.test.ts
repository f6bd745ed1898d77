// PO files: what gettext's own tools write and read, every text out and in again, and the place of what is wrong.
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedFile } from '../../src/damage.ts'
import { headerFields, isHeader, type ReadEntry, readPo } from '../../src/po-reader.ts'
import { writtenEntry } from '../../../../test/support/written-entry.ts'
import { entryText, writePo, type WrittenEntry } from '../../src/po-writer.ts'
import { emptyFolder } from '../../../../test/support/empty-folder.ts'
import { holdsInTime } from '../../../../test/support/holds.ts'

const { at, write } = emptyFolder('file')

async function entriesIn(content: string | Uint8Array): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = []
  for await (const batch of readPo(write('a.po', content))) entries.push(...batch)
  return entries
}

describe('written', () => {
  it.each<readonly [string, Partial<WrittenEntry>, string]>([
    ['a plain text', {}, 'msgctxt "0102030405060708"\nmsgid "a"\nmsgstr "b"\n'],
    [
      'comments, a mark and the old source',
      { comments: ['one', 'two'], isFuzzy: true, previousId: 'x\ny' },
      '#. one\n#. two\n#, fuzzy\n#| msgid ""\n#| "x\\n"\n#| "y"\nmsgctxt "0102030405060708"\nmsgid "a"\nmsgstr "b"\n',
    ],
    [
      'escapes',
      { id: '"\\\t\r\x07\b\v\f', text: '\x1b[0m\x7f' },
      'msgctxt "0102030405060708"\nmsgid "\\"\\\\\\t\\r\\a\\b\\v\\f"\nmsgstr "\\033[0m\\177"\n',
    ],
    [
      'a line for each line',
      { id: 'a\n', text: '\nb\nc' },
      'msgctxt "0102030405060708"\nmsgid "a\\n"\nmsgstr ""\n"\\n"\n"b\\n"\n"c"\n',
    ],
  ])('%s', (_, more, text) => expect(entryText(writtenEntry(more))).toBe(`\n${text}`))

  it('any text comes back as it was', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\\', '"', '\n', '0', 'x', '\r', '\t', ' ') }),
    )
    // Texts of a store are UTF-8.
    const whole = text.filter((each) => each.isWellFormed())
    await holdsInTime(200, fc.array(fc.record({ id: whole, text: whole, isFuzzy: fc.boolean() })), async (texts) => {
      const path = at('any.po')
      const written = texts.map((each) => writtenEntry(each))
      await writePo(
        path,
        { Language: 'uk' },
        (async function* () {
          yield written
        })(),
        new AbortController().signal,
      )
      const read: ReadEntry[] = []
      for await (const batch of readPo(path)) read.push(...batch)
      expect(
        read.filter((each) => !isHeader(each)).map(({ id, text: said, isFuzzy }) => ({ id, text: said, isFuzzy })),
      ).toEqual(texts)
    })
  })
})

describe('read', () => {
  it('the header, and entries as tools write them', async () => {
    const entries = await entriesIn(
      [
        '\uFEFF# of a translator',
        'msgid ""',
        'msgstr "Language: uk\\nX-Generator: Poedit: 3\\n"',
        '',
        '# a note',
        '#: src/a.c:1',
        '#. first',
        '#.second',
        '#, c-format, fuzzy',
        '#| msgid "old"',
        'msgctxt "c"',
        'msgid',
        '"wra"  "pp"',
        '"ed"',
        'msgstr"\\x41\\101\\n"\r',
        '',
        '#. of the obsolete one',
        '#, fuzzy',
        '#~ msgid "gone"',
        '#~ msgstr "weg"',
        '#. third',
        'msgid "no blank line before"',
        'msgstr ""',
        'msgid "one"',
        'msgid_plural "many"',
        'msgstr[0] "eins"',
        'msgstr[1] "viele"',
      ].join('\n'),
    )
    expect(entries.map(({ line, ...each }) => [line, each])).toMatchObject([
      [
        2,
        {
          comments: [],
          isFuzzy: false,
          hasPlural: false,
          context: null,
          id: '',
          text: 'Language: uk\nX-Generator: Poedit: 3\n',
        },
      ],
      [
        12,
        { comments: ['first', 'second'], isFuzzy: true, hasPlural: false, context: 'c', id: 'wrapped', text: 'AA\n' },
      ],
      [
        22,
        { comments: ['third'], isFuzzy: false, hasPlural: false, context: null, id: 'no blank line before', text: '' },
      ],
      [24, { comments: [], isFuzzy: false, hasPlural: true, context: null, id: 'one', text: 'eins' }],
    ])
    expect([...headerFields(entries[0] as ReadEntry)]).toEqual([
      ['Language', 'uk'],
      ['X-Generator', 'Poedit: 3'],
    ])
  })

  it('a compressed file', async () => {
    expect(await entriesIn(gzipSync('msgctxt "c"\nmsgid "a"\nmsgstr "b"\n'))).toMatchObject([{ id: 'a', text: 'b' }])
  })

  it.each<readonly [string, string | Uint8Array, number, string]>([
    ['nothing', '', 1, 'po_empty'],
    ['comments only', '# a\n\n', 1, 'po_empty'],
    ['JSON', '{"a": "b"}', 1, 'po_line'],
    ['a text before any keyword', 'msgid "a"\nmsgstr "b"\n# c\n"d"\n', 4, 'po_line'],
    ['two sources', 'msgid "a"\nmsgid "b"\n', 2, 'po_no_msgstr'],
    ['a file that was cut off', 'msgid "a"\nmsgstr "b"\n\nmsgid "c"\n', 4, 'po_no_msgstr'],
    ['a translation without a source', 'msgstr "b"\n', 1, 'po_order'],
    ['two translations', 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', 3, 'po_order'],
    ['a text without its end', 'msgid "a\nmsgstr "b"\n', 1, 'po_string'],
    ['words behind a text', 'msgid "a" b\nmsgstr "b"\n', 1, 'po_string'],
    ['an unknown escape', 'msgid "a"\nmsgstr "\\q"\n', 2, 'po_escape'],
    ['an escape for half a letter', 'msgid "a"\nmsgstr "\\320\\221"\n', 2, 'po_escape'],
    [
      'another encoding',
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=KOI8-U\\n"\nmsgid "a"\nmsgstr "b"\n',
      1,
      'po_charset',
    ],
    ['bytes that are no UTF-8', Buffer.from('msgid "a"\nmsgstr "\xd0"\n', 'latin1'), 2, 'line_no_text'],
    ['an entry without an end', `msgid ""\n${`"${'x'.repeat(1000)}"\n`.repeat(1100)}`, 1048, 'po_too_long'],
  ])('%s is refused with its place', async (_, content, line, problem) => {
    const error: unknown = await entriesIn(content).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(DamagedFile)
    expect((error as DamagedFile).damage).toMatchObject({ file: 'a.po', where: { at: 'line', line }, problem })
  })
})
