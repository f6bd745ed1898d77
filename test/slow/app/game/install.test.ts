// windrow install and uninstall (docs/command-line.md#install): the game gets the team's texts, and its own bytes back; whatever
// interrupts it leaves files that go together, and nobody else's file is written over unseen.
import { Refused } from '../../../../src/app/refused.ts'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installTwins, planInstall } from '../../../../src/app/game/install-twins.ts'
import { readInstalled, uninstall as takeOut } from '../../../../packages/players/src/game-folder.ts'
import type { GameLanguage } from '../../../../src/domain/game-language.ts'
import { assertPair } from '../../../../packages/formats/src/container/container-writer.ts'
import { openGameText } from '../../../../packages/formats/src/open-game-text.ts'
import { type GameStore, gameStore, idOf, textsOf } from '../../../support/game-store.ts'

const [A, B, C] = [idOf(1), idOf(2), idOf(3)] as const
const NAMES = ['translate_words_map_en', 'translate_words_map_en_diff'] as const

let game: GameStore
let folder: string
let own: readonly Buffer[]
beforeEach(async () => {
  game = gameStore()
  folder = join(game.folder, 'locale')
  mkdirSync(folder)
  const main = game.container(`locale/${NAMES[0]}`, { [A]: 'One', [B]: 'Two' })
  const diff = game.container(`locale/${NAMES[1]}`, { [C]: 'Three' })
  for (const path of [main, diff]) utimesSync(path, 1_700_000_000, 1_700_000_000)
  own = bytes()
  await game.importFiles({ main, diff })
  await game.put(A, 'machine', 'Eins')
  await game.put(C, 'machine', 'Drei')
})
afterEach(() => game.close())

const at = (name: string): string => join(folder, name)
const bytes = (): Buffer[] => NAMES.map((name) => readFileSync(at(name)))
const put = (files: readonly (Buffer | undefined)[]): void =>
  NAMES.forEach((name, i) => writeFileSync(at(name), files[i] as Buffer))
const data = (): string => join(game.folder, 'data')

async function install(asLanguage?: GameLanguage): Promise<readonly string[]> {
  const planned = await planInstall(game.app, folder, asLanguage)
  if (!planned.ok) throw new Refused(planned.refusal)
  const options = { level: 3, allowStale: false, signal: new AbortController().signal, onProgress: () => {} }
  const done = await installTwins(game.app, folder, planned.value, options)
  if (!done.ok) throw new Refused(done.refusal)
  return planned.value.map(({ state }) => state)
}
async function uninstall(): Promise<readonly string[]> {
  const done = await takeOut(data())
  if (!done.ok) throw new Refused(done.refusal)
  return done.value.files.map(({ state }) => state)
}
/** The texts of the game as it would read them: both files go together. */
async function gameTexts(): Promise<Readonly<Record<string, string | null>>> {
  const [main, diff] = await Promise.all([
    openGameText(at(NAMES[0]), { role: 'source' }),
    openGameText(at(NAMES[1]), { role: 'diff' }),
  ])
  assertPair(main, diff)
  return { ...(await textsOf(at(NAMES[0]))), ...(await textsOf(at(NAMES[1]))) }
}

it('puts the texts in, keeps the untouched files aside, and gives back their bytes and times', async () => {
  expect(await install()).toEqual(['new', 'new'])
  expect(await gameTexts()).toEqual({ [A]: 'Eins', [B]: 'Two', [C]: 'Drei' })
  expect(readdirSync(folder).toSorted()).toEqual(NAMES)
  expect(await uninstall()).toEqual(['ours', 'ours'])
  expect(bytes()).toEqual(own)
  expect(statSync(at(NAMES[0])).mtimeMs).toBe(1_700_000_000_000)
  expect([readInstalled(data()), readdirSync(join(data(), 'game'))]).toEqual([null, ['installed.json']])
  await expect(uninstall()).rejects.toThrow('no translation is installed in the game')
})

it('whoever could read a file of the game can read its translation', async () => {
  const modes = (): number[] => NAMES.map((name) => statSync(at(name)).mode & 0o777)
  NAMES.forEach((name) => chmodSync(at(name), 0o664))
  await install()
  expect(modes()).toEqual([0o664, 0o664])
  await uninstall()
  expect(modes()).toEqual([0o664, 0o664])
})

it('as another language replaces that language, keeps English as it is, and stays there until told', async () => {
  const german = NAMES.map((name) => name.replace('_en', '_de'))
  const ownGerman = german.map((name) => game.container(`locale/${name}`, { [A]: 'Einz', [B]: 'Zwei', [C]: 'Drey' }))
  const before = ownGerman.map((path) => readFileSync(path))
  const germanTexts = async () => ({ ...(await textsOf(at(german[0] ?? ''))), ...(await textsOf(at(german[1] ?? ''))) })
  await install()
  expect(await install('de')).toEqual(['new', 'new'])
  expect(bytes()).toEqual(own)
  expect(await germanTexts()).toEqual({ [A]: 'Eins', [B]: 'Two', [C]: 'Drei' })
  await game.put(B, 'machine', 'Zwo')
  expect(await install()).toEqual(['ours', 'ours'])
  expect(await germanTexts()).toMatchObject({ [B]: 'Zwo' })
  expect(await install('en')).toEqual(['new', 'new'])
  expect(german.map((name) => readFileSync(at(name)))).toEqual(before)
  expect(await gameTexts()).toMatchObject({ [B]: 'Zwo' })
  await uninstall()
  expect(bytes()).toEqual(own)
})

it('afterwards another folder may be the game', async () => {
  await install()
  await uninstall()
  const moved = join(game.folder, 'moved')
  renameSync(folder, moved)
  folder = moved
  expect(await install()).toEqual(['new', 'new'])
  await uninstall()
  expect(bytes()).toEqual(own)
})

it('writes through no link that somebody planted in the folder, and leaves none there', async () => {
  const precious = join(game.folder, 'precious')
  writeFileSync(precious, 'precious')
  for (const name of NAMES) symlinkSync(precious, at(`.${name}.windrow-part`))
  await install()
  expect(readFileSync(precious, 'utf8')).toBe('precious')
  expect(readdirSync(folder).toSorted()).toEqual(NAMES)
  await uninstall()
  expect(bytes()).toEqual(own)
})

it('an uninstall clears what an install that was killed left', async () => {
  await install()
  put(own)
  for (const part of ['', '.0123456789abcdef']) writeFileSync(at(`.${NAMES[0]}${part}.windrow-part`), 'half')
  expect(await uninstall()).toEqual(['untouched', 'untouched'])
  expect(readdirSync(folder).toSorted()).toEqual(NAMES)
})

it('installed again, brings what was translated since', async () => {
  await install()
  await game.put(B, 'machine', 'Zwei')
  expect(await install()).toEqual(['ours', 'ours'])
  expect((await gameTexts())[B]).toBe('Zwei')
  await uninstall()
  expect(bytes()).toEqual(own)
})

describe('interrupted between any two files, of a first install or a later one', () => {
  it.each([
    ['own', 'new'],
    ['new', 'own'],
    ['old', 'new'],
    ['new', 'old'],
  ])('main %s and diff %s is a game that works, that can be finished and taken back', async (main, diff) => {
    await install()
    const old = bytes()
    await game.put(B, 'machine', 'Zwei')
    await install()
    const now = bytes()
    const record = readInstalled(data())
    expect(record?.files.map(({ twins }) => twins.length)).toEqual([1, 1])
    // As it is written before the first file is replaced.
    const earlier = readFileSync(join(data(), 'game/installed.json'), 'utf8')
    const both = JSON.parse(earlier) as { files: { twins: string[] }[] }
    const oldTwins = await digests(old)
    both.files.forEach((file, i) => file.twins.unshift(oldTwins[i] as string))
    writeFileSync(join(data(), 'game/installed.json'), JSON.stringify(both))

    const found = { own, old, new: now }
    const torn = [found[main as keyof typeof found][0], found[diff as keyof typeof found][1]]
    put(torn)
    expect(Object.keys(await gameTexts())).toEqual([A, B, C])
    await install()
    expect(await gameTexts()).toEqual({ [A]: 'Eins', [B]: 'Zwei', [C]: 'Drei' })
    writeFileSync(join(data(), 'game/installed.json'), JSON.stringify(both))
    put(torn)
    await uninstall()
    expect(bytes()).toEqual(own)
  })
})

async function digests(files: readonly Buffer[]): Promise<string[]> {
  const { createHash } = await import('node:crypto')
  return files.map((file) => createHash('sha256').update(file).digest('hex'))
}

describe('a file that came since', () => {
  it('is kept by an uninstall, which takes back the other', async () => {
    await install()
    const patched = Buffer.from('another translation')
    writeFileSync(at(NAMES[0]), patched)
    expect(await uninstall()).toEqual(['changed', 'ours'])
    expect(bytes()).toEqual([patched, own[1]])
    expect(existsSync(join(data(), 'game/untouched'))).toBe(true)
  })

  it('is refused by an install until it is imported, and then kept aside itself', async () => {
    await install()
    const [, twin] = bytes()
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [idOf(i + 1), `Patched ${i}`]))
    game.container(`locale/${NAMES[0]}`, many)
    const patched = readFileSync(at(NAMES[0]))
    await expect(install()).rejects.toThrow(
      'is not the file that was imported (was the game patched?): windrow import --main',
    )
    expect(bytes()).toEqual([patched, twin])
    await game.importFiles({ main: at(NAMES[0]) })
    expect(await install()).toEqual(['changed', 'ours'])
    await uninstall()
    expect(bytes()).toEqual([patched, own[1]])
  })

  it('is the own file after the launcher has repaired the game', async () => {
    await install()
    put(own)
    expect(await install()).toEqual(['untouched', 'untouched'])
    put(own)
    expect(await uninstall()).toEqual(['untouched', 'untouched'])
  })
})

it('without the kept bytes nothing is replaced', async () => {
  await install()
  const now = bytes()
  rmSync(join(data(), 'game/untouched'), { recursive: true })
  await expect(uninstall()).rejects.toThrow("let the game's launcher repair the game")
  await expect(install()).rejects.toThrow('is gone or damaged')
  expect(bytes()).toEqual(now)
})
