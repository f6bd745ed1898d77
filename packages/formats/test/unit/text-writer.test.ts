// Writing text dumps: docs/command-line.md#export.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DUMP_FORMATS, tsvField, writeTextDump } from '../../src/text-writer.ts'
import { makeScratch, pairs, readFile } from '../../../../test/vectors/formats/scratch.ts'

const scratch = makeScratch()
const [A, B] = ['00112233445566aa', 'ffeeddccbbaa9988'] as const

/** Texts that have broken one dump format or another. */
const AWKWARD: readonly string[] = [
  'plain',
  'a\nb',
  'a\rb',
  'a\r\nb',
  '\n',
  '\r',
  '\\',
  '\\n',
  '\\r',
  '\\\\n',
  '\\\n',
  '\\\r',
  '\\"n',
  '"\\n',
  '\\n"',
  '\\n\\r\\n',
  'C:\\new\\readme',
  '\\t',
  'a\tb',
  '\t',
  '"',
  '""',
  '"a',
  'a"',
  '"a"',
  '"a" b "c"',
  'say ""hi""',
  ' a',
  'a ',
  ' ',
  '\uFEFF',
  '\uFEFFa',
  'a\0b',
  '\0',
  '\u2028',
  'a\u0085',
  'a;b',
  'a,b',
  ';',
  'ID\tOriginalText',
  `${A}\ttext`,
  `"\n${A}\ttext`,
  '{"id":1}',
  '字',
  '𝄞',
  '\\"',
  '"\\"n"',
  '\\""n',
  '=1+1',
  '\v\f',
  '\\n\n\\n',
  '\t\\n"',
]

describe('a text dump', () => {
  for (const format of DUMP_FORMATS) {
    it(`in ${format} reads back without a difference, deletion markers included`, async () => {
      const rows = [...AWKWARD, null].map((text, at) => ({ id: (at + 1).toString(16).padStart(16, 'a'), text }))
      const path = scratch.path(`awkward.${format}`)
      expect(await writeTextDump(path, format, [rows.slice(0, 10), rows.slice(10)])).toBe(rows.length)
      const { text, entries } = await readFile(path)
      expect(text.format).toBe(format)
      expect(pairs(entries)).toEqual(rows.map(({ id, text }) => [id, text]))
    })
  }

  it('in JSONL has the members that a row has, in a fixed order', async () => {
    const path = scratch.path('members.jsonl')
    await writeTextDump(path, 'jsonl', [
      [
        { id: A, text: null, file: 'f', number: 3 },
        { id: B, text: '', layer: null, status: null, provider: null, model: null },
        { id: A, text: 'x', layer: 'machine', status: 'draft', provider: 'p', model: 'm' },
      ],
    ])
    expect(readFileSync(path, 'utf8').split('\n')).toEqual([
      `{"id":"${A}","text":"","deleted":true,"file":"f","number":3}`,
      `{"id":"${B}","text":"","layer":null,"status":null,"provider":null,"model":null}`,
      `{"id":"${A}","text":"x","layer":"machine","status":"draft","provider":"p","model":"m"}`,
      '',
    ])
  })

  it('in TSV and CSV has the header of its kind and a plain row where the text is plain', async () => {
    for (const [format, expected] of [
      ['tsv', `ID\tOriginalText\n${A}\ta\\nb\n${B}\t\n`],
      ['csv', `ID;OriginalText\n${A};"a\nb"\n${B};\n`],
    ] as const) {
      await writeTextDump(scratch.path('plain'), format, [
        [
          { id: A, text: 'a\nb' },
          { id: B, text: null },
        ],
      ])
      expect(readFileSync(scratch.path('plain'), 'utf8')).toBe(expected)
    }
  })

  it('breaks an escape that is text with a single quote', () => {
    expect(tsvField('C:\\new')).toBe('"C:\\"new"')
    expect(tsvField('a\\tb')).toBe('a\\tb')
  })

  it('appears whole or not at all', async () => {
    const path = scratch.write('whole.tsv', 'as it was')
    const names = scratch.names()
    async function* failing() {
      yield [{ id: A, text: 'a' }]
      throw new Error('no more rows')
    }
    await expect(writeTextDump(path, 'tsv', failing())).rejects.toThrow('no more rows')
    await expect(writeTextDump(path, 'tsv', [[]], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(readFileSync(path, 'utf8')).toBe('as it was')
    expect(scratch.names()).toEqual(names)
  })
})
