// Where the game's text files are looked for, and what each is by its name.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findGames, isGameFolder, librariesIn } from '../../../../src/app/game/find-game.ts'
import { slotOfFile } from '../../../../src/app/game/game-files.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'

const { at } = emptyFolder()

function put(folder: string, names: readonly string[]): string {
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), '')
  return folder
}

test.each([
  ['translate_words_map_en', 'main'],
  ['translate_words_map_en_diff', 'diff'],
  ['translate_words_map_zh_cn', 'reference'],
  ['translate_words_map_zh_cn_diff', 'reference-diff'],
  ['translate_words_map_en__small', '__small'],
  ['translate_words_map_en__small_diff.jsonl', '__small_diff'],
  ['translate_words_map_de', 'official-de'],
  ['translate_words_map_pt_br_diff', 'official-pt_br-diff'],
  ['Translate_Words_Map_zh_tw.tsv.gz', 'official-zh_tw'],
  ['main.jsonl', 'main'],
  ['diff-1.jsonl', 'main'],
  ['game.diff.jsonl.gz', 'diff'],
  ['main.zh.jsonl', 'reference'],
  ['WORDS_CN_DIFF.TSV', 'reference-diff'],
])('%s is the %s file', (name, slot) => expect(slotOfFile(name)).toBe(slot))

test('the game is found in every library of Steam, with the files that are there', () => {
  const library = at('more games')
  const locale = 'steamapps/common/Where Winds Meet/Package/HD/oversea/locale'
  const folder = put(join(library, locale), [
    'translate_words_map_en',
    'translate_words_map_en_diff',
    'translate_words_map_de',
    'translate_words_map_de_diff',
    'translate_words_map_fr_diff',
    'translate_words_map_en__small',
    'translate_words_map_en__small_diff',
    'translate_words_map_en__lost_diff',
    'translate_words_map_de__small',
    'patch.json',
  ])
  put(at('.steam/steam/steamapps'), [])
  writeFileSync(
    at('.steam/steam/steamapps/libraryfolders.vdf'),
    `"libraryfolders"\n{\n\t"0"\n\t{\n\t\t"path"\t\t"${library}"\n\t}\n}\n`,
  )
  put(at('.local/share/Steam', locale), ['translate_words_map_zh_cn'])
  expect(findGames({ platform: 'linux', env: { HOME: at() } })).toEqual([
    {
      folder,
      files: { main: join(folder, 'translate_words_map_en'), diff: join(folder, 'translate_words_map_en_diff') },
      official: [
        { language: 'de', part: 'main', path: join(folder, 'translate_words_map_de') },
        { language: 'de', part: 'diff', path: join(folder, 'translate_words_map_de_diff') },
      ],
      further: [
        { slot: '__small', path: join(folder, 'translate_words_map_en__small') },
        { slot: '__small_diff', path: join(folder, 'translate_words_map_en__small_diff') },
      ],
    },
  ])
})

test('a folder that somebody named is the only one looked into', () => {
  expect(findGames({ platform: 'linux', env: {} }, at())).toEqual([])
  put(at(), ['translate_words_map_en'])
  expect(findGames({ platform: 'linux', env: {} }, at()).map(({ folder }) => folder)).toEqual([at()])
})

test('paths of Windows in the list of libraries come with doubled backslashes', () => {
  expect(librariesIn('\t\t"path"\t\t"D:\\\\Steam Library"\r\n\t\t"label"\t\t""\r\n')).toEqual(['D:\\Steam Library'])
})

test.each([
  [true, 'D:\\Steam\\steamapps\\common\\Where Winds Meet\\Package\\HD\\oversea\\locale\\'],
  [true, '/games/wwm_standard/LocalData/Patch/HD/oversea/locale'],
  [false, 'D:\\untouched'],
])('it is a folder of the game itself: %s, %s', (is, folder) => expect(isGameFolder(folder)).toBe(is))
