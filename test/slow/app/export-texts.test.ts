// Text dumps (docs/command-line.md#export): which text a row gives, which rows are in, and that import reads it back.
import { Refused } from '../../../src/app/refused.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportTexts, type ExportTexts, type TextsExported } from '../../../src/app/export/export-texts.ts'
import { importLocalized } from '../../../src/app/import/import-localized.ts'
import type { RowState, SourceFilter } from '../../../src/domain/vocabulary.ts'
import { DUMP_FORMATS } from '../../../packages/formats/src/text-writer.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../../support/game-store.ts'

const [A, B, C, D, E, F] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)] as const
const MAIN: Texts = { [A]: 'One {0}', [B]: 'Two', [C]: 'Three', [D]: 'Four', [E]: '{0}' }
const DIFF: Texts = { [C]: 'Three, new', [D]: null, [F]: 'Six' }

let game: GameStore
let to: string
beforeEach(async () => {
  game = gameStore()
  to = join(game.folder, 'dump')
  await game.importFiles({ main: game.container('map', MAIN, 1), diff: game.container('map_diff', DIFF, 1) })
  await game.put(A, 'machine', 'Einer {0}', { status: 'reviewed' })
  await game.put(A, 'manual', 'Eins {0}')
  await game.put(B, 'machine', 'Alt', { sourceHash: 'f'.repeat(64) })
  await game.put(C, 'machine', 'Drei, neu')
  await game.put(E, 'machine', 'kaputt')
})
afterEach(() => game.close())

async function exported(change: Partial<ExportTexts> = {}): Promise<TextsExported> {
  const options = { to, format: 'jsonl', text: 'game', state: 'all', source: 'all' } as const
  const result = await exportTexts(game.app, { ...options, ...change })
  if (!result.ok) throw new Refused(result.refusal)
  return result.value
}

type Line = Readonly<Record<string, unknown>>

async function lines(change: Partial<ExportTexts> = {}): Promise<Record<string, Line>> {
  await exported(change)
  const texts = readFileSync(to, 'utf8').split('\n').slice(0, -1)
  return Object.fromEntries(
    texts.map((line) => JSON.parse(line) as Line).map(({ id, ...rest }) => [id as string, rest]),
  )
}

const original = { layer: null, status: null, provider: null, model: null }
const made = { provider: 'someone', model: 'some-model-1' }

describe('a dump', () => {
  it('of the game holds what the game would get, without what the diff deletes', async () => {
    expect(await lines()).toEqual({
      [A]: { text: 'Eins {0}', layer: 'manual', status: 'approved', provider: null, model: null },
      [B]: { text: 'Two', ...original },
      [C]: { text: 'Drei, neu', layer: 'machine', status: 'draft', ...made },
      [E]: { text: '{0}', ...original },
      [F]: { text: 'Six', ...original },
    })
  })

  it('of a source holds its own texts with file and number, deletions included', async () => {
    const main = await lines({ text: 'main' })
    expect(Object.keys(main)).toHaveLength(5)
    expect(main[C]).toEqual({ text: 'Three', file: 'map', number: expect.any(Number) as number })
    expect(Object.values(main).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    const diff = await lines({ text: 'diff' })
    expect(Object.keys(diff).toSorted()).toEqual([C, D, F])
    expect(diff[D]).toMatchObject({ text: '', deleted: true, file: 'map_diff' })
  })

  it('of a layer holds every head, with the status that is shown', async () => {
    expect(await lines({ text: 'manual' })).toEqual({
      [A]: { text: 'Eins {0}', layer: 'manual', status: 'approved', provider: null, model: null },
    })
    expect(await lines({ text: 'machine' })).toEqual({
      [A]: { text: 'Einer {0}', layer: 'machine', status: 'reviewed', ...made },
      [B]: { text: 'Alt', layer: 'machine', status: 'draft', ...made },
      [C]: { text: 'Drei, neu', layer: 'machine', status: 'draft', ...made },
      [E]: { text: 'kaputt', layer: 'machine', status: 'invalid', ...made },
    })
  })

  it.each([
    ['none', 'all', [F]],
    ['machine', 'all', [B, C, E]],
    ['manual', 'all', [A]],
    ['stale', 'all', [B]],
    ['all', 'main', [A, B, E]],
    ['all', 'diff', [C, F]],
    ['all', 'diff_only', [F]],
    ['machine', 'diff', [C]],
  ] as [RowState, SourceFilter, string[]][])('of state %s and source %s holds those rows', async (state, source, ids) =>
    expect(Object.keys(await lines({ state, source })).toSorted()).toEqual(ids),
  )

  it('replaces a dump, never a game file', async () => {
    await exported()
    expect((await exported({ text: 'manual' })).rows).toBe(1)
    const map = join(game.folder, 'map')
    const bytes = readFileSync(map)
    await expect(exported({ to: map })).rejects.toThrow('is a game file')
    expect(readFileSync(map).equals(bytes)).toBe(true)
  })

  it('says that TSV and CSV lose the difference of an empty text and a deletion', async () => {
    await game.importFiles({ main: game.jsonl('empty.jsonl', { ...MAIN, [B]: '' }) })
    for (const format of DUMP_FORMATS) {
      const { warnings } = await exported({ text: 'main', format })
      expect(warnings).toEqual(format === 'jsonl' ? [] : [expect.stringContaining('--format jsonl')])
    }
  })

  it('of nothing says so', async () => {
    const { rows, warnings } = await exported({ text: 'manual', source: 'diff' })
    expect(rows).toBe(0)
    expect(warnings).toEqual([expect.stringContaining('no row has this text')])
  })

  it('interrupted, it leaves nothing behind', async () => {
    const before = readdirSync(game.folder)
    const interrupted = new AbortController()
    const exporting = exported({ signal: interrupted.signal, onProgress: () => interrupted.abort() })
    interrupted.abort()
    await expect(exporting).rejects.toThrow('abort')
    expect(readdirSync(game.folder)).toEqual(before)
  })
})

describe('read back', () => {
  it.each(DUMP_FORMATS)('as %s, main and diff change nothing', async (format) => {
    const before = [A, B, C, D, E, F].map((id) => game.row(id))
    const dumps = { main: join(game.folder, 'main.dump'), diff: join(game.folder, 'diff.dump') }
    for (const text of ['main', 'diff'] as const) await exported({ to: dumps[text], text, format })
    await game.importFiles(dumps)
    const now = [A, B, C, D, E, F].map((id) => game.row(id))
    const texts = (rows: typeof now) =>
      rows.map(({ main, diff, ...row }) => ({
        ...row,
        main: main && [main.text, main.isDeleted],
        diff: diff && [diff.text, diff.isDeleted],
      }))
    expect(texts(now)).toEqual(texts(before))
  })

  it.each(DUMP_FORMATS)(
    'as %s, the machine layer comes back in another store, rows of the diff too',
    async (format) => {
      await game.put(F, 'machine', 'Sechs "neu"\n\\n')
      await exported({ text: 'machine', format })
      const other = gameStore()
      try {
        await other.importFiles({ main: join(game.folder, 'map'), diff: join(game.folder, 'map_diff') })
        const options = { overwrite: false, overwriteAll: false, dryRun: false }
        const { localized } = await importLocalized(other.app, { main: to, ...options })
        expect(localized).toMatchObject({ written: 5, invalid: 1, source_equal: 0 })
        for (const id of [A, B, C, E, F]) expect(other.heads(id).machine?.text).toBe(game.heads(id).machine?.text)
      } finally {
        await other.close()
      }
    },
  )
})
