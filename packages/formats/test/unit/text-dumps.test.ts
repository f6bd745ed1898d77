// Reading text dumps: docs/game-files.md#text-dumps, sentence by sentence.
import { describe, expect, it } from 'vitest'
import { makeDumps } from '../../../../test/vectors/formats/scratch.ts'

const { readText, textsOf, refusalOf } = makeDumps()
const [A, B, C] = ['00112233445566aa', 'ffeeddccbbaa9988', '0123456789abcdef'] as const

describe('JSONL', () => {
  it('knows deletion markers, file and number, and passes other members', async () => {
    const { entries } = await readText(
      `{"id":"${A}","text":"","deleted":true}\n\n{"text":"t","id":"${B.toUpperCase()}","file":"words","number":7,"status":"draft","layer":null}\n{"id":"${C}","text":"","deleted":false}\n`,
    )
    expect(entries).toEqual([
      { id: A, text: null, file: 'dump.txt', number: 1 },
      { id: B, text: 't', file: 'words', number: 7, layer: null },
      { id: C, text: '', file: 'dump.txt', number: 4 },
    ])
  })

  const REFUSED: readonly [string, string, RegExp][] = [
    ['a line that is no JSON', `{"id":"${A}","text":"a"`, /line 2: the line is not a JSON object/],
    ['a line that is no object', '["id"]', /line 2: the line is not a JSON object/],
    ['no id', '{"text":"a"}', /line 2: .*no "id"/],
    ['an id that is no text', '{"id":12,"text":"a"}', /line 2: .*"id"/],
    [
      'an id that is no id',
      '{"id":"0123","text":"a"}',
      /line 2: this is not an id; found "0123", expected 16 hex digits/,
    ],
    ['no text', `{"id":"${A}"}`, /line 2: .*no "text"/],
    ['a text that is null', `{"id":"${A}","text":null}`, /line 2: .*"text"/],
    ['a deleted that is no boolean', `{"id":"${A}","text":"","deleted":1}`, /line 2: .*"deleted"/],
    ['a number that is none', `{"id":"${A}","text":"","number":0}`, /line 2: .*"number"/],
    ['an unpaired surrogate', `{"id":"${A}","text":"\\ud800"}`, /line 2: .*surrogate/],
    [
      'a text over 64 KiB',
      `{"id":"${A}","text":"${'я'.repeat(32_769)}"}`,
      /line 2: the text is too long; found 65538 bytes, expected at most 65536/,
    ],
    ['a line over 1 MiB', `{"id":"${A}","text":"${'x'.repeat(1_048_576)}"}`, /line 2: the line is too long/],
  ]
  for (const [what, line, message] of REFUSED) {
    it(`refuses ${what} with its line`, async () => {
      expect(await refusalOf(`{"id":"${B}","text":"good"}\n${line}\n`)).toMatch(message)
    })
  }

  it('takes a text of 64 KiB', async () => {
    expect((await textsOf(`{"id":"${A}","text":"${'я'.repeat(32_768)}"}`))[0]?.[1]).toHaveLength(32_768)
  })
})

describe('TSV', () => {
  const rows = (...lines: string[]): string => `ID\tOriginalText\n${lines.join('\n')}\n`
  const CASES: readonly [string, string, [string, string | null][]][] = [
    ['a header with two spaces', `ID  OriginalText\n${A}\tone\n`, [[A, 'one']]],
    [
      'BOM, CRLF and a blank first line',
      `\uFEFF\r\nID\tOriginalText\r\n${A}\tone\r\n${B}\ttwo\r\n`,
      [
        [A, 'one'],
        [B, 'two'],
      ],
    ],
    ['\\n and \\r as escapes', rows(`${A}\ta\\nb\\rc`), [[A, 'a\nb\rc']]],
    ['nothing else as an escape', rows(`${A}\ta\\tb\\vc\\\\d\\`), [[A, 'a\\tb\\vc\\\\d\\']]],
    ['a backslash before an escape', rows(`${A}\ta\\\\nb`), [[A, 'a\\\nb']]],
    ['CSV-quoted texts', rows(`${A}\t"say ""hi"" now"`), [[A, 'say "hi" now']]],
    ['escapes in quoted texts', rows(`${A}\t"a\\nb"`), [[A, 'a\nb']]],
    [
      'a quoted text over several lines',
      rows(`${A}\t"one`, 'two ""2""', '', 'three"', `${B}\tnext`),
      [
        [A, 'one\ntwo "2"\n\nthree'],
        [B, 'next'],
      ],
    ],
    ['a quoted id', rows(`"${A}"\t"one"`), [[A, 'one']]],
    [
      'an unbalanced quote, raw, before the next row',
      rows(`${A}\t"Hello`, `${B}\tnext`),
      [
        [A, '"Hello'],
        [B, 'next'],
      ],
    ],
    ['an unbalanced quote on the last row', rows(`${A}\t"Hello`), [[A, '"Hello']]],
    ['an unbalanced quote before blank lines', rows(`${A}\t"Hello`, '', ''), [[A, '"Hello']]],
    [
      'two unbalanced quotes in a row',
      rows(`${A}\t"Hello`, `${B}\t"World`),
      [
        [A, '"Hello'],
        [B, '"World'],
      ],
    ],
    [
      'an unbalanced quote that a later quote must not close',
      rows(`${A}\t"Hello`, `${B}\tsay "yes"`),
      [
        [A, '"Hello'],
        [B, 'say "yes"'],
      ],
    ],
    ['a quote that closes in the middle of the line', rows(`${A}\t"Hello" he said`), [[A, '"Hello" he said']]],
    ['a text between two quotations', rows(`${A}\t"Hello" he said "bye"`), [[A, '"Hello" he said "bye"']]],
    ['quotes inside a text', rows(`${A}\tsay "hi"`), [[A, 'say "hi"']]],
    ['tabs inside a text', rows(`${A}\ta\tb`), [[A, 'a\tb']]],
    ['outer spaces', rows(`${A}\t  a  `), [[A, '  a  ']]],
    [
      'an empty text as a deletion marker',
      rows(`${A}\t`, `${B}\t""`),
      [
        [A, null],
        [B, null],
      ],
    ],
    ['id 0 with empty text as an empty slot', rows('0000000000000000\t', '0000000000000000\t', `${A}\ta`), [[A, 'a']]],
    ['id 0 with a text as a row', rows('0000000000000000\tzero'), [['0000000000000000', 'zero']]],
    ['ids in capitals', rows(`${A.toUpperCase()}\ta`), [[A, 'a']]],
    ['a quote that breaks an escape', rows(`${A}\t"C:\\"new"`), [[A, 'C:\\new']]],
    ['odd characters', rows(`${A}\ta\u2028b\vc\fd\u0085e\0f`), [[A, 'a\u2028b\vc\fd\u0085e\0f']]],
  ]
  for (const [what, content, expected] of CASES)
    it(`reads ${what}`, async () => expect(await textsOf(content)).toEqual(expected))

  it('numbers rows by their line in the file', async () => {
    const { entries } = await readText(`\nID\tOriginalText\n${A}\t"one\ntwo"\n${B}\tb\n`)
    expect(entries.map(({ number, file }) => [number, file])).toEqual([
      [3, 'dump.txt'],
      [5, 'dump.txt'],
    ])
  })

  it('refuses a row without its columns, and an id that is none, with the line', async () => {
    expect(await refusalOf(rows(`${A}\ta`, 'lost words'))).toMatch(
      /line 3: the row lacks expected columns; found "lost words"/,
    )
    expect(await refusalOf(rows(A))).toMatch(/line 2: the row lacks expected columns/)
    expect(await refusalOf(rows(`0123\ta`))).toMatch(/line 2: this is not an id; found "0123", expected 16 hex digits/)
    expect(await refusalOf(rows(`${A}\t"open`, 'lost words', `${B}\tb`))).toMatch(/line 3: .*lost words/)
    expect(await refusalOf(rows(`${A}\t${'x'.repeat(65_537)}`))).toMatch(/line 2: the text is too long/)
  })

  it('reads a file of nothing but open quotes in linear time', async () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => at.toString(16).padStart(16, '0'))
    const texts = await textsOf(rows(...ids.map((id) => `${id}\t"open`)))
    expect(texts).toEqual(ids.map((id) => [id, '"open']))
  })
})

describe('CSV', () => {
  it('reads the extractor format with its number and file', async () => {
    const header = 'Number;File;All Blocks;Work Blocks;Current Block;Unknown;ID;OriginalText'
    const { entries } = await readText(
      `${header}\r\n"12";"words_en";"1";"2";"3";"";"${A}";"a; ""b""\r\nc"\r\n"13";"";"";"";"";"";"${B}";""\r\n`,
    )
    expect(entries).toEqual([
      { id: A, text: 'a; "b"\r\nc', file: 'words_en', number: 12 },
      { id: B, text: null, file: 'dump.txt', number: 13 },
    ])
    expect(await refusalOf(`${header}\n1;f;1;2;3;${A};text\n`)).toMatch(
      /line 2: the row lacks expected columns; found 7 columns/,
    )
    expect(await refusalOf(`${header}\nx;f;1;2;3;0;${A};text\n`)).toMatch(/line 2: .*Number "x"/)
  })

  it('reads quoted fields, and takes a backslash for a backslash', async () => {
    expect(await textsOf(`ID,OriginalText\n"${A}","a ""b"", c\n\nd"\n${B},x\\ny "z"\n`)).toEqual([
      [A, 'a "b", c\n\nd'],
      [B, 'x\\ny "z"'],
    ])
  })

  it('takes a keyed row with empty text for a deletion marker and id 0 with empty text for nothing', async () => {
    expect(await textsOf(`ID;OriginalText\n${A};\n${B};""\n0000000000000000;\n0000000000000000;""\n`)).toEqual([
      [A, null],
      [B, null],
    ])
  })

  it('refuses with the line what is no row', async () => {
    expect(await refusalOf(`ID;OriginalText\n${A};a;b\n`)).toMatch(/line 2: .*3 columns/)
    expect(await refusalOf(`ID;OriginalText\n${A}\n`)).toMatch(/line 2: .*1 columns/)
    expect(await refusalOf(`ID;OriginalText\nx;a\n`)).toMatch(/line 2: this is not an id/)
    expect(await refusalOf(`ID;OriginalText\n${A};"a" b\n`)).toMatch(/line 2: characters after a closing quote/)
    expect(await refusalOf(`ID;OriginalText\n${A};"a\nb\n`)).toMatch(/line 2: a quoted field does not close/)
  })
})

describe('JSON documents', () => {
  it('entries.json takes signed and unsigned numbers of 64 bits', async () => {
    expect(
      await textsOf('{"1": "one", "-1": "last", "18446744073709551614": "", "-9223372036854775808": "low"}'),
    ).toEqual([
      ['0100000000000000', 'one'],
      ['ffffffffffffffff', 'last'],
      ['feffffffffffffff', ''],
      ['0000000000000080', 'low'],
    ])
  })

  it('are read whatever their layout', async () => {
    expect(await textsOf('{ }')).toEqual([])
    expect(await textsOf('\n{\n\t"1" : "a{[,]}\\"\\\\" ,\n"2":"b"\n}\n')).toEqual([
      ['0100000000000000', 'a{[,]}"\\'],
      ['0200000000000000', 'b'],
    ])
    const long = `{${Array.from({ length: 30_000 }, (_, at) => `"${at + 1}":"text, ${at} }"`).join(',')}}`
    expect(await textsOf(long)).toHaveLength(30_000)
  })

  it('refuse with the line what is wrong', async () => {
    const REFUSED: readonly [string, RegExp][] = [
      ['{"1":"a",\n"x":"b"}', /line 2: this is not an id; found "x", expected a 64-bit number/],
      ['{"1":"a",\n"18446744073709551616":"b"}', /line 2: this is not an id/],
      ['{"1":"a",\n"2":5}', /line 2: the row lacks expected columns/],
      ['{"1":"a",\n"2":"b', /line 2: the document is cut off/],
      ['{"1":"a",\n"2"}', /line 2: the row lacks/],
      ['{"1":"a",\n}', /line 2: an element is missing/],
      ['{"1":"a"}\n{"2":"b"}', /line 2: something follows/],
      ['{"1":"a"]', /line 1: the brackets do not match/],
      [`{"1":"${'x'.repeat(65_537)}"}`, /line 1: the text is too long/],
      [`{"1":"${'x'.repeat(1_048_600)}"}`, /line 1: the element is too long/],
      [`[{"ID":"${A}","English":"a"},\n{"ID":"${A.slice(1)}","English":"b"}]`, /line 2: this is not an id/],
      [`[{"ID":"${A}","English":"a"},\n{"English":"b"}]`, /line 2: .*"ID"/],
      [`[{"ID":"${A}","English":"a"},\n{"ID":"${B}"}]`, /line 2: .*"English"/],
      ['[\n1]', /line 2: the element is not an object/],
    ]
    for (const [content, message] of REFUSED) expect(await refusalOf(content)).toMatch(message)
  })

  it('a template feeds main, reference and localized, each with its column', async () => {
    const template = JSON.stringify(
      [
        { ID: A, English: 'one', Chinese: '一', Target: 'один' },
        { ID: B, English: 'two', Chinese: '', Target: null },
      ],
      null,
      2,
    )
    expect(await textsOf(template, { role: 'source' })).toEqual([
      [A, 'one'],
      [B, 'two'],
    ])
    expect(await textsOf(template, { role: 'reference' })).toEqual([[A, '一']])
    expect(await textsOf(template, { role: 'localized' })).toEqual([[A, 'один']])
    expect(await textsOf(template, { role: 'diff', column: 'Chinese' })).toEqual([[A, '一']])
    expect((await readText(template)).entries.map(({ number }) => number)).toEqual([1, 2])
  })
})
