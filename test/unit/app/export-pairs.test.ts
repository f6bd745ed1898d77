// An export of three pairs: what holds for two files holds for six, and an entry with another source than its row gets a translation of
// its own text or none.
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportGameFiles, type ExportGameFiles, type ExportOutcome } from '../../../src/app/export/export-game-files.ts'
import { Refused } from '../../../src/app/refused.ts'
import { type GameStore, gameStore, idOf, type Texts, textsOf } from '../../support/game-store.ts'
import { importSlots } from '../../support/import-slots.ts'

const [A, B, C, D, E, F, G] = [1, 2, 3, 4, 5, 6, 7].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const EN = 'translate_words_map_en'
const FILES: Readonly<Record<string, Texts>> = {
  [EN]: { [A]: 'One', [B]: 'Two', [C]: 'Three {0}', [D]: 'Four' },
  [`${EN}_diff`]: { [D]: 'Four, new' },
  [`${EN}__small`]: { [A]: 'One', [B]: 'Too', [C]: 'Three  {0}', [E]: 'Five', [F]: 'Too' },
  [`${EN}__small_diff`]: { [E]: 'Fife' },
  [`${EN}__extra`]: { [E]: 'Fife', [G]: 'Seven', [D]: 'Four' },
  [`${EN}__extra_diff`]: { [A]: null, [G]: 'Seven, new' },
}

let game: GameStore
let paths: string[]
beforeEach(async () => {
  game = gameStore()
  mkdirSync(join(game.folder, 'game'))
  paths = Object.entries(FILES).map(([name, texts]) => game.container(`game/${name}`, texts))
  const [main, diff, ...also] = paths.map((path) => ({ path }))
  await importSlots(game.app, { main: main ?? null, diff: diff ?? null }, { further: { files: also, emptied: [] } })
})
afterEach(() => game.close())

async function exported(change: Partial<ExportGameFiles> = {}): Promise<ExportOutcome> {
  const [main = null, diff = null, ...also] = paths
  const out = join(game.folder, 'out')
  const result = await exportGameFiles(game.app, {
    main,
    diff,
    also,
    out,
    force: true,
    level: 3,
    allowStale: false,
    ...change,
  })
  if (!result.ok) throw new Refused(result.refusal)
  return result.value
}
const textsIn = (name: string) => textsOf(join(game.folder, 'out', name))

test('without translations each of the six files is the game’s byte for byte', async () => {
  const { files, warnings } = await exported()
  expect(files.map(({ path }) => basename(path))).toEqual(Object.keys(FILES))
  for (const [at, { path }] of files.entries())
    expect(readFileSync(path).equals(readFileSync(paths[at] as string))).toBe(true)
  expect(warnings).toEqual([])
})

test('a row’s text goes into each file that has its source; another source gets its own translation or stays', async () => {
  await game.put(A, 'machine', 'Один')
  await game.put(B, 'machine', 'Два')
  await game.put(C, 'machine', 'Три {0}')
  await game.put(D, 'machine', 'Чотири, нове')
  await game.put(E, 'machine', 'П’ять')
  await game.put(F, 'machine', 'Також')
  await game.put(G, 'machine', 'Сім')
  const { files } = await exported()
  const of = async (name: string): Promise<Texts> => textsIn(`${EN}${name}`)
  expect(await of('')).toEqual({ [A]: 'Один', [B]: 'Два', [C]: 'Три {0}', [D]: 'Four' })
  expect(await of('_diff')).toEqual({ [D]: 'Чотири, нове' })
  // B is another source here, which F has too; C's has no translation.
  expect(await of('__small')).toEqual({ [A]: 'Один', [B]: 'Також', [C]: 'Three  {0}', [E]: 'Five', [F]: 'Також' })
  expect(await of('__small_diff')).toEqual({ [E]: 'П’ять' })
  expect(await of('__extra')).toEqual({ [E]: 'П’ять', [G]: 'Seven', [D]: 'Four' })
  expect(await of('__extra_diff')).toEqual({ [A]: null, [G]: 'Сім' })
  expect(files.map(({ fallback }) => [fallback.other_source, fallback.overlaid, fallback.template_differs])).toEqual([
    [0, 1, 0],
    [0, 0, 0],
    [1, 1, 0],
    [0, 0, 0],
    [1, 1, 0],
    [0, 0, 0],
  ])
  await exported({ allowStale: true })
  expect(await of('__small')).toMatchObject({ [C]: 'Три {0}' })
  expect(await of('__extra')).toMatchObject({ [D]: 'Чотири, нове' })
})

test('a translation that was made for the other source goes where that source is', async () => {
  const { sourceHash } = game.row(F)
  await game.put(B, 'machine', 'Надто', { sourceHash })
  await exported()
  expect(await textsIn(EN)).toMatchObject({ [B]: 'Two' })
  expect(await textsIn(`${EN}__small`)).toMatchObject({ [B]: 'Надто', [F]: 'Too' })
})

test('a file of a pair that was never imported, or whose name tells none, is refused before anything is written', async () => {
  const unknown = game.container(`game/${EN}__tiny`, { [A]: 'One' })
  await expect(exported({ also: [unknown] })).rejects.toThrow('never imported')
  const plain = game.container('game/words', { [A]: 'One' })
  await expect(exported({ also: [plain] })).rejects.toThrow('which pair')
})

test('as another language all files have names of that language', async () => {
  const { files } = await exported({ asLanguage: 'de' })
  expect(files.map(({ path }) => basename(path))).toEqual(Object.keys(FILES).map((name) => name.replace('_en', '_de')))
})
