// The study of a game that people translated, judged by the game's own keys: rows are named by a digest of their key, so that the key of
// a name can be guessed from its words. Runs where WINDROW_CORPUS names the folder with pixel-dungeon's dumps.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOfName, type StudiedName, studyNames } from '../../../../src/app/study-names.ts'
import { wordsIn } from '../../../../packages/language/src/name-candidates.ts'
import { inOrder } from '../../../../packages/language/src/study-order.ts'
import { importLocalized } from '../../../../src/app/import/import-localized.ts'
import { corpus, dumpPath, readTexts } from '../../../support/corpus.ts'
import { type GameStore, gameStore } from '../../../support/game-store.ts'

const within = (file: string, folders: string): string[] =>
  folders.split(' ').map((each) => `${file}/${file}.${each === '-' ? '' : `${each}.`}`)
const NAMES = [
  ...within('actors', 'mobs mobs.npcs buffs blobs hero.abilities.warrior hero.abilities.mage hero.abilities.rogue'),
  ...within('actors', 'hero.abilities.huntress hero.abilities.duelist hero.abilities.cleric hero.spells'),
  ...within(
    'items',
    '- armor armor.glyphs artifacts bags bombs food journal keys potions potions.brews potions.elixirs',
  ),
  ...within('items', 'potions.exotic quest remains rings scrolls scrolls.exotic spells stones trinkets wands weapon'),
  ...within('items', 'weapon.enchantments weapon.melee weapon.missiles weapon.missiles.darts'),
  ...within('levels', '- features traps'),
  ...within('plants', '-'),
].map((before) => [before, '.name'] as const)
const NESTED = [
  ['actors/actors.mobs.elemental$', '.name'],
  ['actors/actors.mobs.yogfist$', '.name'],
  ['actors/actors.buffs.championenemy$', '.name'],
  ['actors/actors.hero.talent.', '.title'],
  ['actors/actors.hero.heroclass.', ''],
  ['actors/actors.hero.herosubclass.', ''],
  ['items/items.weapon.melee.', '.ability_name'],
  ['levels/levels.level.', '_name'],
  ['journal/journal.catalog.', '.title'],
  ['journal/journal.bestiary.', '.title'],
] as const

/** Names that have no key of their own, or one that the words do not tell: chosen by a person from the first two hundred. */
const JUDGED =
  `trap|enchantment|glyph|curse|talent|evasion|energy|amulet|alchemy|immune|sewer|runestone|cave|prison|sentry|ally
|equipment|ward|berserk|parry|freerunning|guidebook|subclass|badge|dungeon|surprise attack|artifact recharging|dwarven metropolis
|brawler's stance|earthen guardian|custom seed|feather fall|rotberry plant|deferred damage|armor ability|wooden decoy|sniper's shot
|rock armor|dwarf king|Thymor|Yog|random potion|staff of corrosion|staff of corruption|staff of disintegration|staff of fireblast
|staff of frost|staff of lightning|staff of living earth|staff of magic missile|staff of regrowth|staff of blast wave
|staff of prismatic light|staff of transfusion|staff of warding|durability|consumable|charged|hungry|burned`
    .split('|')
    .map((name) => name.trim())

/** Folded, from the texts of rows whose key is that of a name. */
function namesByKey(rows: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>()
  const look = (key: string): void => {
    const name = rows.get(createHash('sha256').update(key).digest('hex').slice(0, 16))
    if (name !== undefined && !/[%{]/.test(name)) found.add(keyOfName(name))
  }
  const guesses = new Set<string>()
  for (const text of rows.values()) {
    if (text.length > 60 || text.includes('\n')) continue
    const words =
      text
        .toLowerCase()
        .replaceAll("'", '')
        .match(/[a-z0-9]+/g) ?? []
    for (let first = 0; first < words.length; first++)
      for (let last = first; last < Math.min(words.length, first + 4); last++) {
        guesses.add(words.slice(first, last + 1).join(''))
        guesses.add(words.slice(first, last + 1).join('_'))
      }
  }
  for (const guess of guesses) for (const [before, after] of [...NAMES, ...NESTED]) look(before + guess + after)
  return found
}

describe.runIf(corpus !== undefined)("a game's names", () => {
  let game: GameStore
  let names: readonly StudiedName[] = []
  let known = new Set<string>()
  let sources: ReadonlyMap<string, string> = new Map()

  beforeAll(async () => {
    game = gameStore()
    sources = readTexts(dumpPath('main'))
    await game.importFiles({ main: dumpPath('main'), reference: dumpPath('main.zh') })
    const main = dumpPath('main.uk')
    await importLocalized(game.app, { main, dryRun: false, overwrite: false, overwriteAll: false })
    const study = await studyNames(game.app, {
      isAlone: true,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    names = study.names
    known = namesByKey(sources)
  })
  afterAll(() => game.close())

  test('nine of ten that are met five times are in the list', () => {
    const texts = [
      ...new Set(
        Array.from(
          sources.values(),
          (text) =>
            ` ${wordsIn(text)
              .map(({ folded }) => folded)
              .join(' ')} `,
        ),
      ),
    ]
    const met = [...known].filter((key) => texts.filter((text) => text.includes(` ${key} `)).length >= 5)
    const listed = new Set(names.map(({ key }) => key))
    expect(met.length).toBeGreaterThan(100)
    expect(met.filter((key) => listed.has(key)).length / met.length).toBeGreaterThanOrEqual(0.9)
  })

  test.each(['likely', 'agreement'] as const)('seven of ten of the first two hundred are terms, by %s', (order) => {
    const judged = new Set(JUDGED.map(keyOfName))
    const first = inOrder(names, order).slice(0, 200)
    expect(first.filter(({ key }) => known.has(key) || judged.has(key)).length).toBeGreaterThanOrEqual(140)
  })
})
