// The game with three pairs of files: an installation puts all six in and takes them out again, and the site finds their
// templates. Releases: release-deltas.test.ts.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installTwins, planInstall } from '../../../../src/app/game/install-twins.ts'
import { findTemplates, optionsOf } from '../../../../src/app/game/templates.ts'
import { uninstall } from '../../../../packages/players/src/game-folder.ts'
import type { GameLanguage } from '../../../../src/domain/game-language.ts'
import { type GameStore, gameStore, idOf, textsOf } from '../../../support/game-store.ts'
import { importSlots } from '../../../support/import-slots.ts'

const EN = 'translate_words_map_en'
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [EN]: { [idOf(1)]: 'One', [idOf(2)]: 'Two' },
  [`${EN}_diff`]: { [idOf(2)]: 'Two, new' },
  [`${EN}__small`]: { [idOf(1)]: 'One', [idOf(3)]: 'Three' },
  [`${EN}__small_diff`]: { [idOf(3)]: 'Three, new' },
  [`${EN}__extra`]: { [idOf(4)]: 'Four' },
  [`${EN}__extra_diff`]: { [idOf(5)]: 'Five' },
}
const NAMES = Object.keys(FILES)

let game: GameStore
let folder: string
let own: readonly Buffer[]
const bytes = (): readonly Buffer[] => NAMES.map((name) => readFileSync(join(folder, name)))
beforeEach(async () => {
  game = gameStore()
  folder = join(game.folder, 'locale')
  mkdirSync(folder)
  const [main, diff, ...also] = Object.entries(FILES).map(([name, texts]) => ({
    path: game.container(`locale/${name}`, texts),
  }))
  own = bytes()
  await importSlots(game.app, { main: main ?? null, diff: diff ?? null }, { further: { files: also, emptied: [] } })
  for (const number of [1, 2, 3, 4, 5]) await game.put(idOf(number), 'machine', `Текст ${number}`)
})
afterEach(() => game.close())

async function install(asLanguage?: GameLanguage): Promise<readonly string[]> {
  const planned = await planInstall(game.app, folder, asLanguage)
  if (!planned.ok) throw new Error(planned.refusal.code)
  const options = { level: 3, allowStale: false, signal: new AbortController().signal, onProgress: () => {} }
  const done = await installTwins(game.app, folder, planned.value, options)
  if (!done.ok) throw new Error(done.refusal.code)
  return planned.value.map(({ name, state }) => `${name} ${state}`)
}

test('an installation puts the six files into the game, again without harm, and takes them out byte for byte', async () => {
  expect(await install()).toEqual(NAMES.map((name) => `${name} new`))
  expect(await textsOf(join(folder, `${EN}__small`))).toEqual({ [idOf(1)]: 'Текст 1', [idOf(3)]: 'Three' })
  expect(await textsOf(join(folder, `${EN}__small_diff`))).toEqual({ [idOf(3)]: 'Текст 3' })
  expect(await textsOf(join(folder, `${EN}__extra_diff`))).toEqual({ [idOf(5)]: 'Текст 5' })
  expect(await install()).toEqual(NAMES.map((name) => `${name} ours`))
  const out = await uninstall(join(game.folder, 'data'))
  expect(out.ok && out.value.files.length).toBe(6)
  expect(bytes()).toEqual(own)
})

test('as another language, the files that the game has in it are replaced, made from the imported ones', async () => {
  for (const name of [EN, `${EN}_diff`, `${EN}__small`])
    game.container(`locale/${name.replace('_en', '_de')}`, { [idOf(1)]: 'Eins' })
  expect(await install('de')).toEqual(['', '_diff', '__small'].map((end) => `translate_words_map_de${end} new`))
  expect(await textsOf(join(folder, 'translate_words_map_de__small'))).toMatchObject({ [idOf(1)]: 'Текст 1' })
  expect(bytes()).toEqual(own)
  expect(existsSync(join(folder, 'translate_words_map_de__extra'))).toBe(false)
})

test('the templates of all pairs are found, also while ours are in the game', async () => {
  await install()
  const found = await findTemplates(game.app)
  if (!found.ok) throw new Error(found.refusal.code)
  const paths = [found.value.main, found.value.diff, ...found.value.also].map((path) => path ?? '')
  expect(paths.map((path) => basename(path))).toEqual(NAMES)
  expect(paths.map((path) => readFileSync(path))).toEqual(own)
  expect(optionsOf(found.value).map((option) => option.split('=')[0])).toEqual([
    '--main',
    '--diff',
    ...Array.from({ length: 4 }, () => '--also'),
  ])
})
