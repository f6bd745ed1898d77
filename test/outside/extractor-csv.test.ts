// The CSV of the public extractor, made of the texts of a real game: it writes line breaks as \n, and its own packer turns
// them back. As main, as localized and as reference it says the very same as the game's file, so nothing may differ. Runs
// where WINDROW_CORPUS names the folder of the data.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../support/v1-client.ts'
import { corpus, dumpPath, readTexts } from '../support/corpus.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { DUMP_TABLE } from '../vectors/formats/dump-table.ts'

interface Line {
  readonly id: string
  readonly text: string
}
const linesOf = (name: string): Line[] => Array.from(readTexts(dumpPath(name)), ([id, text]) => ({ id, text }))

const csvOf = (lines: readonly Line[]): string =>
  DUMP_TABLE['extractor-csv'].write(
    lines.map(({ id, text }, at) => ({ id, text, file: 'translate_words_map_en', number: at + 1 })),
  )

describe.runIf(corpus !== undefined)('the extractor’s CSV of a real game', () => {
  let world: ImportWorld
  let main: Line[], chinese: Line[]
  const jsonl = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

  beforeAll(async () => {
    world = await openImportWorld()
    ;[main, chinese] = [linesOf('main'), linesOf('main.zh')]
    const files = { main: world.file('main.jsonl', jsonl(main)), zh: world.file('zh.jsonl', jsonl(chinese)) }
    await world.imports('--main', files.main, '--reference', files.zh)
  })
  afterAll(() => world.close())

  const sameCounts = (counts: Json): void => expect(counts).toMatchObject({ added: 0, changed: 0, retired: 0, back: 0 })

  it('is the same main file', async () => {
    expect(main.some(({ text }) => text.includes('\n'))).toBe(true)
    const report = await world.imports('--main', world.file('main.csv', csvOf(main)))
    expect(report['rows']).toMatchObject({ unchanged: main.length })
    sameCounts(report['rows'])
    expect(report['warnings']).toEqual([])
  })

  it('is no translation', async () => {
    const { localized } = await world.imports('--localized', world.file('loc.csv', csvOf(main)))
    expect(localized).toMatchObject({ written: 0, source_equal: main.length, invalid: 0, unknown: 0 })
  })

  it('is the same reference', async () => {
    const { reference } = await world.imports('--reference', world.file('zh.csv', csvOf(chinese)))
    sameCounts(reference)
    expect(reference).toMatchObject({ unchanged: chinese.length - reference.unknown })
  })
})
