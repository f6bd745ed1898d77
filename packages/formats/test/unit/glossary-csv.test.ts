// Glossary files: docs/command-line.md#glossary.
import { describe, expect, it } from 'vitest'
import { formatGlossary, parseGlossary } from '../../src/glossary-file.ts'

const parse = (text: string | Uint8Array) =>
  parseGlossary(typeof text === 'string' ? Buffer.from(text) : text, 'terms.csv')
const entry = { source: 'Qi', forms: ['ці', 'ки*'], caseSensitive: false, doNotTranslate: false, note: '' }

describe('a glossary file', () => {
  const CASES: readonly [string, string][] = [
    ['CSV', 'source,forms\nQi,ці|ки*\n'],
    ['CSV with semicolons', 'source;forms\nQi;ці|ки*\n'],
    ['TSV', 'source\tforms\nQi\tці|ки*\n'],
    ['BOM, CRLF, quotes and blank lines', '\uFEFF\r\n"source","forms"\r\n\r\n"Qi","ці | ки*"\r\n\r\n'],
    ['columns in another order', 'note,forms,source\n,ці|ки*,Qi\n'],
    ['all columns', 'source,forms,case_sensitive,do_not_translate,note\nQi,ці|ки*,false,0,\n'],
    ['rows shorter than the header', 'source,forms,case_sensitive,note\nQi,ці|ки*\n'],
  ]
  for (const [what, text] of CASES) it(`may be or hold ${what}`, () => expect(parse(text)).toEqual([entry]))

  it('knows flags, notes over several lines, and terms without forms', () => {
    expect(parse('source,forms,case_sensitive,do_not_translate,note\n"Wind, Rose",,TRUE,yes,"one\n""two"""\n')).toEqual(
      [{ source: 'Wind, Rose', forms: [], caseSensitive: true, doNotTranslate: true, note: 'one\n"two"' }],
    )
  })

  const REFUSED: readonly [string, string | Uint8Array, RegExp][] = [
    ['an empty file', '', /terms\.csv, line 1: .*the file is empty/],
    ['a header without forms', 'source,note\na,b\n', /line 1: .*source and forms/],
    ['an unknown column', 'source,forms,colour\n', /line 1: .*"colour"/],
    ['a column twice', 'source,forms,forms\n', /line 1: .*twice/],
    ['a row without a term', 'source,forms\nQi,ці\n,x\n', /line 3: the row has no term/],
    ['a term twice', 'source,forms\nQi,ці\nQi,x\n', /line 3: the term appears twice; found "Qi", expected .*line 2/],
    ['a flag that is none', 'source,forms,case_sensitive\nQi,ці,perhaps\n', /line 2: case_sensitive .*"perhaps"/],
    [
      'a cell that is too long',
      `source,forms\nQi,${'ц|'.repeat(20_000)}\n`,
      /line 2: forms is too long; found 40000 .*32767/,
    ],
    ['too many columns', 'source,forms\nQi,ці,x\n', /line 2: .*3 columns/],
    ['a quote that does not close', 'source,forms\nQi,"ці\n', /line 2: a quoted field does not close/],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('source,forms\nQi,'), Buffer.from([0xff])]),
      /line 2: .*not UTF-8/,
    ],
  ]
  for (const [what, text, message] of REFUSED)
    it(`is refused for ${what}, with its line`, () => expect(() => parse(text)).toThrow(message))

  it('is written so that it reads back the same', () => {
    const rows = [
      entry,
      { source: 'a "b", c', forms: ['x;y', 'z'], caseSensitive: true, doNotTranslate: true, note: 'n\r\nm' },
    ]
    expect(parse(formatGlossary(rows))).toEqual(rows)
  })
})
