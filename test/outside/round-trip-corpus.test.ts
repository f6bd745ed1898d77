// The round trip on the real texts of a game with a real history: version 1 is main with diff-1, version 2 main with
// diff-2. What becomes stale, retired and brought forward is counted here from the files alone. Runs where WINDROW_CORPUS
// names the folder of the data; its texts are under the GPL and stay where they are.
import { Refused } from '../../src/app/refused.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportGameFiles, type ExportOutcome } from '../../src/app/export/export-game-files.ts'
import { importLocalized } from '../../src/app/import/import-localized.ts'
import type { LocalizedCounts } from '../../src/app/import/judge-localized.ts'
import type { ImportReport } from '../../src/app/import/import-request.ts'
import { readCellCounts } from '../../src/store/rows/cells.ts'
import { cellsOf } from '../../src/domain/cell.ts'
import { ordinalOf, readRowById } from '../../src/store/rows/read-rows.ts'
import { corpus, dumpPath, readDump } from '../support/corpus.ts'
import { type GameStore, gameStore, type Texts, textsOf } from '../support/game-store.ts'

type File = ReadonlyMap<string, string | null>
const dump = (name: string): File => readDump(dumpPath(name))

describe.runIf(corpus !== undefined)('the real game', () => {
  let game: GameStore
  let main: File, diff1: File, diff2: File, uk: File, uk1: File
  let paths: { main: string; diff1: string; diff2: string; uk: string; uk1: string }
  /** What the rules make of the two localized files: id → text and the source that it was made for. */
  const heads = new Map<string, { text: string; source: string }>()
  let expected: LocalizedCounts

  const sourceIn = (diff: File, id: string): string | undefined =>
    diff.has(id) ? (diff.get(id) ?? '') : (main.get(id) ?? undefined)

  beforeAll(async () => {
    ;[main, diff1, diff2] = [dump('main'), dump('diff-1'), dump('diff-2')]
    ;[uk, uk1] = [dump('main.uk'), dump('diff-1.uk')]
    game = gameStore()
    const pack = (name: string, file: File): string => game.container(name, Object.fromEntries(file), 16)
    paths = {
      main: pack('words_map', main),
      diff1: pack('words_map_diff_1', diff1),
      diff2: pack('words_map_diff_2', diff2),
      uk: pack('uk', uk),
      uk1: pack('uk_diff', uk1),
    }
    const unchanged = { same_text: 0, already_filled: 0, diff_priority: 0 }
    const skipped = { source_equal: 0, empty: 0, deleted: 0, too_long: 0, control_characters: 0 }
    expected = { written: 0, unchanged, ...skipped, unknown: 0, invalid: 0 }
    for (const [file, isMain] of [
      [uk, true],
      [uk1, false],
    ] as const) {
      for (const [id, text] of file) {
        const source = sourceIn(diff1, id)
        if (source === undefined) expected.unknown++
        else if (isMain && diff1.has(id)) unchanged.diff_priority++
        else if (text === null || text.trim() === '') expected.empty++
        else if (source === '') expected.deleted++
        else if (text === source) expected.source_equal++
        else if (heads.get(id)?.text === text) unchanged.same_text++
        else if (heads.has(id)) unchanged.already_filled++
        else {
          expected.written++
          heads.set(id, { text, source })
        }
      }
    }
  })
  afterAll(() => game.close())

  const countOf = (state: 'stale' | 'machine' | 'all'): number => {
    const counts = readCellCounts(game.app.store.main)
    return cellsOf(state, 'all').reduce((sum, cell) => sum + (counts[cell] ?? 0), 0)
  }

  /** What the game should get; translations that broke the markup are taken from the store's own word. */
  function twinOf(file: File, diff: File, isMain: boolean): Texts {
    const entries = [...file].map(([id, text]) => {
      const head = heads.get(id)
      const isOwnSource = text !== null && text === sourceIn(diff, id) && (isMain || diff.has(id))
      const isUsable = head !== undefined && head.source === text && game.heads(id).machine?.isInvalid === false
      return [id, isOwnSource && isUsable ? head.text : text] as const
    })
    return Object.fromEntries(entries)
  }

  async function exported(diff: string, out: string): Promise<ExportOutcome> {
    const options = { force: false, level: 3, allowStale: false, out: join(game.folder, out) }
    const result = await exportGameFiles(game.app, { main: paths.main, diff, ...options })
    if (!result.ok) throw new Refused(result.refusal)
    return result.value
  }

  it('takes the Ukrainian files in as the files say', async () => {
    await game.importFiles({ main: paths.main, diff: paths.diff1 })
    const options = { overwrite: false, overwriteAll: false, dryRun: false }
    const { localized } = await importLocalized(game.app, { main: paths.uk, diff: paths.uk1, ...options })
    expect({ ...localized, invalid: 0 }).toEqual(expected)
    expect(localized.invalid).toBeLessThan(localized.written / 100)
    expect(countOf('machine')).toBe(heads.size)
  })

  it('gives version 1 translated', async () => {
    const { files } = await exported(paths.diff1, 'out1')
    expect(await textsOf(join(game.folder, 'out1', 'words_map'))).toEqual(twinOf(main, diff1, true))
    expect(await textsOf(join(game.folder, 'out1', 'words_map_diff_1'))).toEqual(twinOf(diff1, diff1, false))
    expect(files[0]?.fallback.overlaid).toBe(
      [...main].filter(([id, text]) => diff1.has(id) && diff1.get(id) !== text).length,
    )
  })

  it('brings it forward to version 2', async () => {
    const ids = new Set([...main.keys(), ...diff1.keys(), ...diff2.keys()])
    const [gone, changed, added]: [string[], string[], string[]] = [[], [], []]
    for (const id of ids) {
      const [before, after] = [sourceIn(diff1, id), sourceIn(diff2, id)]
      if (before === undefined && after !== undefined) added.push(id)
      else if (before !== undefined && after === undefined) gone.push(id)
      else if (before !== after) changed.push(id)
    }
    const report: ImportReport = await game.importFiles({ diff: paths.diff2 })
    expect(report.rows).toMatchObject({ added: added.length, changed: changed.length, retired: gone.length, back: 0 })
    const stale = changed.filter((id) => heads.has(id))
    expect(report.heads).toMatchObject({ changedWithTranslation: stale.length, headsNowStale: stale.length })
    expect(stale.length).toBeGreaterThan(0)
    expect(countOf('stale')).toBe(stale.length)
    for (const id of gone) {
      expect(readRowById(game.app.store.main, game.app.store.files, id)).toBeNull()
      expect(ordinalOf(game.app.store.main, id)).toBeGreaterThan(0)
    }
    const { files } = await exported(paths.diff2, 'out2')
    expect(await textsOf(join(game.folder, 'out2', 'words_map'))).toEqual(twinOf(main, diff2, true))
    expect(await textsOf(join(game.folder, 'out2', 'words_map_diff_2'))).toEqual(twinOf(diff2, diff2, false))
    expect(files.every((file) => file.fallback.template_differs === 0)).toBe(true)
  })

  it('and back to version 1 brings every translation back', async () => {
    await game.importFiles({ diff: paths.diff1 })
    expect(countOf('stale')).toBe(0)
    await exported(paths.diff1, 'out3')
    for (const name of ['words_map', 'words_map_diff_1'])
      expect(await textsOf(join(game.folder, 'out3', name))).toEqual(await textsOf(join(game.folder, 'out1', name)))
  })
})
