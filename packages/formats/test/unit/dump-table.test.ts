// The table of dump formats in docs/game-files.md, fact by fact: nasty texts go into each shape and come back.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DUMP_TABLE, type TableEntry } from '../../../../test/vectors/formats/dump-table.ts'
import { makeScratch, readFile } from '../../../../test/vectors/formats/scratch.ts'

const scratch = makeScratch()
const id = (number: number): string => createHash('sha256').update(`entry ${number}`).digest('hex').slice(0, 16)
const NASTY = [
  'plain',
  'a\nb',
  'a\r\nb\rc\n\n',
  'tab\there',
  '"quoted"',
  'one " alone',
  'two "" doubled',
  ' spaces around ',
  'semi;colon, comma',
  '{"id":"x","text":"y"}',
  'Ґанок 火 🗡 e\u0301',
  '\u2028\u2029\uFEFF\0',
  '\\t \\v \\ \\\\',
  'x'.repeat(65_536),
]
const entry = (text: string | null, number: number): TableEntry => ({
  id: id(number),
  text,
  file: 'translate_words_map_en',
  number: 7 * number,
})

describe.each(Object.entries(DUMP_TABLE))('%s', (format, kind) => {
  const back = async (texts: readonly (string | null)[]) => {
    const entries = texts.map((text, at) => entry(text, at + 1))
    const { text, entries: read } = await readFile(scratch.write(`${format}.txt`, kind.write(entries)))
    expect(text.format).toBe(format)
    return { read, texts: read.map(({ text }) => text), ids: read.map(({ id }) => id), given: entries }
  }

  it('gives nasty texts and ids back as they were', async () => {
    const { texts, ids, given } = await back(NASTY)
    expect(ids).toEqual(given.map(({ id }) => id))
    expect(texts).toEqual(NASTY)
  })

  it('does with a backslash and an n, deletions, empty texts and places what the table says', async () => {
    expect((await back(['x\\ny'])).texts).toEqual([kind.keepsBackslashN ? 'x\\ny' : 'x\ny'])
    expect((await back([null, 'x'])).texts).toEqual([kind.keepsDeletions ? null : '', 'x'])
    expect((await back(['', 'x'])).texts).toEqual([kind.keepsEmpty ? '' : null, 'x'])
    const { read, given } = await back(['x', 'y'])
    const places = (entries: readonly TableEntry[]) => entries.map(({ file, number }) => ({ file, number }))
    if (kind.keepsPlaces) expect(places(read)).toEqual(places(given))
    else expect(places(read)).not.toEqual(places(given))
    expect(kind.write([entry('a\nb', 1)]).includes('a\\nb')).toBe(
      kind.lineBreaks !== 'as they are' || /json/.test(format),
    )
  })
})
