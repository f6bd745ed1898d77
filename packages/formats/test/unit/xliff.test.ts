// XLIFF files (docs/exchange.md#xliff): what is written reads back the same, whatever the texts; what other tools write is read; and
// what is none is refused with its line.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedFile } from '../../src/damage.ts'
import type { ReadEntry } from '../../src/po-reader.ts'
import type { WrittenEntry } from '../../src/po-writer.ts'
import { readXliff } from '../../src/xliff-reader.ts'
import { writeXliff } from '../../src/xliff-writer.ts'
import { writtenEntry } from '../../../../test/support/written-entry.ts'
import { emptyFolder } from '../../../../test/support/empty-folder.ts'

const { write } = emptyFolder('file')
const { signal } = new AbortController()

async function written(entries: readonly WrittenEntry[]): Promise<string> {
  let xml = ''
  const sink = { append: async (text: string | Uint8Array) => void (xml += String(text)) }
  async function* batches() {
    yield entries.slice(0, 1)
    yield entries.slice(1)
  }
  await writeXliff(sink, { targetLanguage: 'uk', generator: 'windrow "1" & <2>' }, batches(), signal)
  return xml
}
async function read(xml: string | Uint8Array): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = []
  for await (const batch of readXliff(write('a.xlf', xml))) entries.push(...batch)
  return entries
}
const unit = (body: string, attributes = 'id="0102030405060708"'): string =>
  `<xliff version="1.2"><file><body><trans-unit ${attributes}>${body}</trans-unit></body></file></xliff>`

describe('a written file', () => {
  it('protects tokens, numbered alike in source and target', async () => {
    const xml = await written([
      writtenEntry({
        id: 'Give %s to %s, {0}<b>',
        text: '{0}<b> отримає %s від %s',
        keep: ['%s', '{0}', '<b>'],
        isFuzzy: true,
      }),
    ])
    expect(xml).toContain(
      '<source>Give <ph id="1">%s</ph> to <ph id="1.1">%s</ph>, <ph id="2">{0}</ph><ph id="3">&lt;b&gt;</ph></source>\n' +
        '<target state="needs-review-translation"><ph id="2">{0}</ph><ph id="3">&lt;b&gt;</ph> отримає <ph id="1">%s</ph> від <ph id="1.1">%s</ph></target>\n',
    )
  })

  it('says how much room a text has, where that is known, and what comes back says nothing of it', async () => {
    const xml = await written([writtenEntry({ maxLetters: 15 })])
    expect(xml).toContain('xml:space="preserve" maxwidth="15" size-unit="char">\n<source>a</source>')
    expect(await read(xml)).toEqual(await read(await written([writtenEntry({})])))
    expect(await written([writtenEntry({})])).not.toContain('maxwidth')
  })

  it('has no target for an untranslated row, and the old source beside a stale text', async () => {
    expect(await written([writtenEntry({ text: '' })])).not.toContain('<target')
    expect(await written([writtenEntry({ previousId: 'old', text: 'b' })])).toContain(
      '<alt-trans alttranstype="previous-version"><source>old</source><target>b</target></alt-trans>',
    )
  })

  it('reads back, whatever the texts', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...Array.from('<>&"\'\r\n\t\u0001\uFFFE]{}%$\\')),
        fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            id: text,
            text,
            keep: fc.array(fc.constantFrom('%s', '{0}', '<b>', '\\', '$&', ']]>', '(', '[#5]')),
            isFuzzy: fc.boolean(),
          }),
        ),
        async (rows) => {
          const entries = rows.map((row) =>
            writtenEntry({ ...row, text: row.text, comments: ['windrow: x', 'a < b & "c"'] }),
          )
          const back = await read(await written([writtenEntry({}), ...entries]))
          expect(
            back.slice(1).map(({ id, text: target, isFuzzy, comments }) => ({ id, text: target, isFuzzy, comments })),
          ).toEqual(
            entries.map(({ id, text: target, isFuzzy, comments }) => ({
              id,
              text: target,
              isFuzzy: isFuzzy && target !== '',
              comments,
            })),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a file of another tool', () => {
  it.each([
    ['a state', '<source>a</source><target state="needs-adaptation">b</target>', true],
    ['a new one', '<source>a</source><target state="new">b</target>', true],
    ['a signed one', '<source>a</source><target state="signed-off">b</target>', false],
    ['none', '<source>a</source><target>b</target>', false],
  ])('says by %s whether the text is done', async (_, body, isFuzzy) => {
    expect(await read(unit(body))).toMatchObject([{ id: 'a', text: 'b', isFuzzy }])
  })

  it('approves a text whatever its state', async () => {
    const body = '<source>a</source><target state="needs-translation">b</target>'
    expect(await read(unit(body, 'id="0102030405060708" approved="yes"'))).toMatchObject([{ isFuzzy: false }])
  })

  it('may number its units: the row id is the name then', async () => {
    const body = '<source>a</source><target>b</target>'
    expect(await read(unit(body, 'id="7" resname="0102030405060708"'))).toMatchObject([{ context: '0102030405060708' }])
    expect(await read(unit(body, 'id="7"'))).toMatchObject([{ context: '7' }])
  })

  it('may have segments, nested elements, sections, suggestions and prefixes', async () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?><x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
      <x:file><x:body><x:group><x:trans-unit id="0102030405060708"><x:source>One <x:g id="1">two</x:g></x:source>
      <x:seg-source><x:mrk mtype="seg" mid="1">not this</x:mrk></x:seg-source>
      <x:target><x:mrk mtype="seg" mid="1">Ein </x:mrk><x:mrk mtype="seg" mid="2"><![CDATA[<zwei>]]></x:mrk></x:target>
      <x:alt-trans><x:source>other</x:source><x:target>other</x:target><x:note>other</x:note></x:alt-trans>
      <x:note>one
      two</x:note></x:trans-unit></x:group></x:body></x:file></x:xliff>`
    expect(await read(xml)).toMatchObject([{ id: 'One two', text: 'Ein <zwei>', comments: ['one', 'two'], line: 2 }])
  })
})

describe('it is refused with its line', () => {
  it.each<[string, string | Uint8Array, string, number]>([
    ['other XML', '<html/>', 'xliff_root', 1],
    ['a later version', '<xliff version="2.0"/>', 'xliff_root', 1],
    ['no body', '<xliff version="1.2">\n</xliff>', 'xliff_empty', 2],
    ['a cut file', unit('\n<source>a').slice(0, 90), 'xliff_xml', 2],
    ['tags that do not match', '<xliff version="1.2">\n<file></xliff>', 'xliff_xml', 2],
    ['an entity of its own', `<!DOCTYPE x [<!ENTITY e "boom">]>\n${unit('<source>&e;</source>')}`, 'xliff_xml', 2],
    ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><xliff version="1.2"/>', 'xliff_charset', 1],
    ['bytes that are no text', new Uint8Array([0x3c, 0xff, 0xfe]), 'line_no_text', 1],
    ['a unit without end', unit(`<source>${'x'.repeat(1_100_000)}</source>`), 'xliff_too_long', 1],
  ])('%s', async (_, xml, problem, line) => {
    const refused = await read(xml).then(
      () => null,
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(DamagedFile)
    expect((refused as DamagedFile).damage).toMatchObject({ file: 'a.xlf', problem, where: { at: 'line', line } })
  })
})
