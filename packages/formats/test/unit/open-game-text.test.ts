// Recognising text dumps, and what holds for all of them: docs/game-files.md#text-dumps.
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inflatedAlways } from '../../src/text-entry.ts'
import { makeDumps, pairs } from '../../../../test/vectors/formats/scratch.ts'

const { readText, textsOf, refusalOf } = makeDumps()
const [A, B, C] = ['00112233445566aa', 'ffeeddccbbaa9988', '0123456789abcdef'] as const

describe('every shape is recognised by content', () => {
  const SHAPES: readonly [string, string][] = [
    ['jsonl', `{"id": "${A}", "text": "one"}\n{"id": "${B}", "text": "two"}\n`],
    ['tsv', `ID\tOriginalText\n${A}\tone\n${B}\ttwo\n`],
    [
      'extractor-csv',
      `Number;File;All Blocks;Work Blocks;Current Block;Unknown;ID;OriginalText\r\n"1";"f";"1";"2";"3";"0";"${A}";"one"\r\n2;f;1;2;3;0;${B};two\r\n`,
    ],
    ['csv', `ID;OriginalText\n${A};one\n${B};two\n`],
    ['csv', `ID,OriginalText\r\n${A},"one"\r\n${B},two\r\n`],
    [
      'entries-json',
      `{"${BigInt(`0x${A.match(/../g)?.reverse().join('')}`)}": "one", "${BigInt(`0x${B.match(/../g)?.reverse().join('')}`)}": "two"}`,
    ],
    [
      'locmap-jsonl',
      `{"b":1,"s":3,"h":"aa66554433221100","v":"one"}\n{"b":1,"s":4,"h":"8899aabbccddeeff","v":"two"}\n`,
    ],
    [
      'template-json',
      `[{"ID": "${A}", "English": "one", "Chinese": "一", "Target": ""}, {"ID": "${B}", "English": "two", "Chinese": "二", "Target": "два"}]`,
    ],
  ]
  for (const [format, content] of SHAPES) {
    for (const [how, bytes] of [
      ['as it is', Buffer.from(content)],
      ['with a BOM', Buffer.from(`\uFEFF${content}`)],
      ['without its last line end', Buffer.from(content.trimEnd())],
      ['with CRLF', Buffer.from(content.replaceAll(/\r?\n/g, '\r\n'))],
      ['after a blank line', Buffer.from(`\r\n${content}`)],
      ['in gzip', gzipSync(content)],
      ['in zstd', zstdCompressSync(content)],
    ] as const) {
      it(`${format} ${how}: ${content.slice(0, 20)}`, async () => {
        const { text, entries } = await readText(bytes)
        expect(text.format).toBe(format)
        expect(pairs(entries)).toEqual([
          [A, 'one'],
          [B, 'two'],
        ])
      })
    }
  }

  it('and an unknown one is refused, as one of another game if it may be', async () => {
    for (const content of ['just words\n', 'id\ttext\n', '{"key": "id"}\n', '"text"', '{}x', 'ID;Text\n'])
      expect(await refusalOf(content)).toMatch(/of another game|windrow help import lists their formats/)
  })

  it('and an empty file, a binary one, UTF-16 and a compressed container are refused in so many words', async () => {
    expect(await refusalOf('')).toMatch(/the file is empty/)
    expect(await refusalOf(' \r\n')).toMatch(/the file is empty/)
    expect(await refusalOf(Buffer.from('efbeade000000000', 'hex'))).toMatch(/bytes EF BE AD E0/)
    expect(await refusalOf(Buffer.from('\uFEFFID\tOriginalText', 'utf16le'))).toMatch(/UTF-16/)
    expect(await refusalOf(gzipSync(Buffer.from('efbeadde0100000001000000', 'hex')))).toMatch(
      /gzip data: .*a packed game container; unpack it first/,
    )
  })

  it('unless a format is forced', async () => {
    expect(await refusalOf(`${A}\tone\n`, { format: 'tsv' })).toMatch(/line 1: the header is missing/)
    expect(await refusalOf(`ID;Text\n${A};one\n`, { format: 'csv' })).toMatch(/does not know this kind of file/)
    expect(await textsOf('', { format: 'jsonl' })).toEqual([])
    expect(await refusalOf(`{"id": "${A}", "text": "x"}\n`, { format: 'template-json' })).toMatch(/line 1/)
  })
})

const manyLines = (count: number): Buffer =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, at) => `{"id":"${(at * 7919).toString(16).padStart(16, '0')}","text":"${Math.sin(at)}"}\n`,
    ).join(''),
  )

describe('every dump', () => {
  it('refuses an id twice, in either case, with the line of the second', async () => {
    expect(await refusalOf(`ID\tOriginalText\n${A}\ta\n${B}\tb\n${A.toUpperCase()}\tc\n`)).toMatch(
      /line 4: the id appears twice; found 00112233445566aa/,
    )
    expect(await refusalOf(`{"1":"a",\n"1":"b"}`)).toMatch(/line 2: the id appears twice/)
  })

  it('refuses bytes that are no UTF-8 with their line', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`ID\tOriginalText\n${A}\tgood\n${B}\t`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('\n'),
    ])
    expect(await refusalOf(bytes)).toMatch(/line 3: this is not UTF-8 text/)
    const json = Buffer.concat([Buffer.from('{"1":"a",\n"2":"'), Buffer.from([0xff]), Buffer.from('"}')])
    expect(await refusalOf(json)).toMatch(/line [12]: .*not UTF-8/)
  })

  it('refuses compressed data that is damaged or cut off', async () => {
    const content = manyLines(5000)
    for (const compressed of [gzipSync(content), zstdCompressSync(content)]) {
      expect(await textsOf(compressed)).toHaveLength(5000)
      expect(await refusalOf(compressed.subarray(0, -9))).toMatch(/byte \d+: the (gzip|zstd) data is damaged/)
      expect(await refusalOf(compressed.subarray(0, compressed.length / 2))).toMatch(/the (gzip|zstd) data is damaged/)
    }
  })

  it('refuses a small file that inflates to far more than texts do, and takes it unpacked', async () => {
    const line = (number: number) =>
      `{"id":"${number.toString(16).padStart(16, '0')}","text":"${'x'.repeat(60_000)}"}\n`
    const content = Buffer.from(Array.from({ length: 1_200 }, (_, number) => line(number)).join(''))
    expect(content.length).toBeGreaterThan(inflatedAlways)
    for (const compressed of [gzipSync(content), zstdCompressSync(content)])
      expect(await refusalOf(compressed)).toMatch(/too large; .*expected at most 64 MiB, or the same file unpacked/)
    expect((await readText(content)).entries).toHaveLength(1_200)
  })

  it('reads zstd data of several frames, as parallel compressors and cat make them', async () => {
    const content = manyLines(5000)
    const [first, second] = [content.subarray(0, 100_001), content.subarray(100_001)].map((part) =>
      zstdCompressSync(part),
    )
    const nothing = Buffer.from('502a4d18040000000a0b0c0d', 'hex')
    const empty = zstdCompressSync(Buffer.alloc(0))
    const frames = [nothing, first, nothing, second, empty, nothing].map((part) => part ?? empty)
    const whole = Buffer.concat(frames)
    expect(await textsOf(whole)).toEqual(await textsOf(content))
    expect(await refusalOf(whole.subarray(0, -14))).toMatch(/the zstd data is damaged; found a frame that is cut off/)
    expect(await refusalOf(whole.subarray(0, -2))).toMatch(/the zstd data is damaged/)
    expect(await refusalOf(Buffer.concat([whole, Buffer.from('rest of it')]))).toMatch(/bytes that begin no frame/)
  })

  it('gives its entries in batches of about a thousand lines, twice the same', async () => {
    const content = Array.from(
      { length: 20_000 },
      (_, at) => `${at.toString(16).padStart(16, '0')};text number ${at}\n`,
    ).join('')
    const { text, entries } = await readText(`ID;OriginalText\n${content}`)
    let again = 0
    for await (const batch of text.entries()) {
      expect(batch.length).toBeLessThan(10_000)
      again += batch.length
    }
    expect([entries.length, again]).toEqual([20_000, 20_000])
  })
})

describe('the byte order of hex ids', () => {
  const reversed = (id: string): string => id.match(/../g)?.reverse().join('') ?? ''
  const known = new Set<string>([A, B])

  it('is decided for the whole file by overlap with known ids', async () => {
    const content = `ID\tOriginalText\n${reversed(A)}\ta\n${reversed(B)}\tb\n${reversed(C)}\tnew\n`
    const { text, entries } = await readText(content, { isKnownId: (id) => known.has(id) })
    expect(pairs(entries)).toEqual([
      [A, 'a'],
      [B, 'b'],
      [C, 'new'],
    ])
    expect(text.warnings()).toMatchObject([{ problem: 'ids_reversed' }])
  })

  it('is never decided row by row', async () => {
    const content = `ID\tOriginalText\n${A}\ta\n${B}\tb\n${reversed(A)}\tother\n`
    expect(await textsOf(content, { isKnownId: (id) => known.has(id) })).toEqual([
      [A, 'a'],
      [B, 'b'],
      [reversed(A), 'other'],
    ])
  })

  it('is the order of the file when nothing is known', async () => {
    expect(await textsOf(`ID\tOriginalText\n${reversed(A)}\ta\n`, { isKnownId: () => false })).toEqual([
      [reversed(A), 'a'],
    ])
  })

  it('is no question where the shape settles it', async () => {
    const locmap = `{"h":"${A}","v":"a"}\n`
    expect(await textsOf(locmap, { isKnownId: (id) => known.has(id) })).toEqual([[reversed(A), 'a']])
    expect(await textsOf(`{"h":"${A}","deleted":true}\n`)).toEqual([[reversed(A), null]])
  })
})
