// Deltas (docs/releases.md#deltas): a player who has an earlier release downloads what changed, and gets the same bytes; whatever is
// wrong with a delta or with the files, the package is taken.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkFit, installRelease, readOffers } from '../../../../packages/players/src/install-release.ts'
import type { Offer } from '../../../../packages/players/src/release-feed.ts'
import { uninstall } from '../../../../packages/players/src/game-folder.ts'
import { makeFeed } from '../../../../src/app/releases/feed.ts'
import { publishRelease, withdrawRelease } from '../../../../src/app/releases/publish.ts'
import { packagePath } from '../../../../src/app/releases/release-files.ts'
import { disagreementsIn, granted } from '../../../support/app-world.ts'
import { type GameStore, gameStore, idOf, type Texts, textsOf } from '../../../support/game-store.ts'
import { importSlots } from '../../../support/import-slots.ts'

const [MAIN, DIFF] = ['translate_words_map_en', 'translate_words_map_en_diff'] as const
const SHARDS = 7
const MAIN_TEXTS = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [idOf(n + 1), `Text ${n}, made anew`]))
const DIFF_TEXTS: Texts = { [idOf(5)]: 'Text 5 of the patch', [idOf(6)]: null, [idOf(400)]: 'A new one' }

let game: GameStore
let [main, diff, player, folder] = ['', '', '', '']
let asked: string[] = []
let spoil: (body: Buffer) => Buffer = (body) => body

const server = createServer((request, response) => {
  const name = decodeURIComponent(basename(request.url ?? ''))
  const packageOf = (file: string): string => `${base}/${encodeURIComponent(file)}`
  const feed = makeFeed(game.app, { page: `${base}/`, packageOf })
  if (name === 'feed') return response.end(feed?.latest.body)
  asked.push(name)
  return response.end(spoil(readFileSync(packagePath(game.app, name))))
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

beforeEach(async () => {
  game = gameStore()
  player = join(game.folder, 'player')
  folder = join(game.folder, 'game', 'Package', 'HD', 'oversea', 'locale')
  for (const path of [player, folder, join(game.folder, 'own')]) mkdirSync(path, { recursive: true })
  main = game.container(`own/${MAIN}`, MAIN_TEXTS, SHARDS)
  diff = game.container(`own/${DIFF}`, DIFF_TEXTS, SHARDS)
  await game.importFiles({ main, diff })
  await game.putAll(
    'machine',
    Array.from({ length: 190 }, (_, n) => [idOf(10 + n), `Текст ${10 + n}`]),
  )
  copyFileSync(main, join(folder, MAIN))
  copyFileSync(diff, join(folder, DIFF))
  asked = []
  spoil = (body) => body
})
afterEach(() => game.close())

const publish = async (version: string, change: object = {}): Promise<void> => {
  const request = {
    version,
    notes: '',
    gameBuild: null,
    test: { state: 'unverified' as const, note: '' },
    editions: [],
    main,
    diff,
    level: 3,
  }
  granted(await publishRelease(game.app, null, { ...request, ...change }))
}
const signal = new AbortController().signal
const offerNow = async (): Promise<Offer> => granted(await readOffers(`${base}/feed`, signal))[0] as Offer
async function install(): Promise<string | null> {
  const offer = await offerNow()
  granted(await checkFit(player, folder, offer, false))
  const { delta } = granted(await installRelease(player, folder, offer, { signal, onProgress: () => {} }))
  for (const { name, sha256 } of offer.contents) expect(sha256Of(join(folder, name))).toBe(sha256)
  return delta?.fromVersion ?? null
}
const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const installedTexts = async (): Promise<Texts> => ({
  ...(await textsOf(join(folder, MAIN))),
  ...(await textsOf(join(folder, DIFF))),
})
/** A text that is new, one that changed, and one that is taken back. */
async function work(): Promise<void> {
  await game.put(idOf(250), 'machine', 'Новий текст')
  await game.put(idOf(20), 'manual', 'Інший текст', { status: 'approved' })
  await game.put(idOf(30), 'manual', '', { status: 'approved' })
  await game.put(idOf(30), 'machine', '')
}

it('a release of three pairs has six files; a player gets them, and of the next release only what changed', async () => {
  const also = ['small', 'small_diff', 'extra', 'extra_diff'].map((end, at) => {
    const texts: Texts = {
      [idOf(1)]: 'Text 0, made anew',
      ...(at % 2 === 0 && { [idOf(20)]: 'Text 19' }),
      [idOf(900 + at)]: `Small ${at}`,
    }
    const path = game.container(`own/${MAIN}__${end}`, texts, 3)
    copyFileSync(path, join(folder, basename(path)))
    return path
  })
  await importSlots(game.app, {}, { further: { files: also.map((path) => ({ path })), emptied: [] } })
  await publish('v1', { also })
  expect(await install()).toBeNull()
  expect((await offerNow()).contents.map(({ name }) => name)).toEqual([
    MAIN,
    DIFF,
    ...also.map((path) => basename(path)),
  ])
  await work()
  await game.put(idOf(902), 'machine', 'Мале')
  await publish('v2', { also })
  expect(await install()).toBe('v1')
  expect(await textsOf(join(folder, `${MAIN}__extra`))).toMatchObject({ [idOf(902)]: 'Мале', [idOf(20)]: 'Text 19' })
  const out = granted(await uninstall(player))
  expect(out.files).toHaveLength(6)
  for (const path of [main, diff, ...also])
    expect(readFileSync(join(folder, basename(path))).equals(readFileSync(path))).toBe(true)
})

describe('a delta', () => {
  it('brings what changed, and makes the bytes of the package', async () => {
    await publish('v1')
    expect(await install()).toBe(null)
    await work()
    await publish('v2')
    asked = []
    expect(await install()).toBe('v1')
    expect(asked).toEqual(['default-v2-from-v1.delta'])
    const texts = await installedTexts()
    expect([texts[idOf(250)], texts[idOf(20)], texts[idOf(30)], texts[idOf(10)]]).toEqual([
      'Новий текст',
      'Інший текст',
      'Text 29, made anew',
      'Текст 10',
    ])
    granted(await uninstall(player))
    expect(sha256Of(join(folder, MAIN))).toBe(sha256Of(main))
    expect(sha256Of(join(folder, DIFF))).toBe(sha256Of(diff))
  })

  it('is made for the last three releases, withdrawn ones too', async () => {
    for (const version of ['v1', 'v2', 'v3', 'v4']) {
      await game.put(idOf(250), 'machine', `Текст для ${version}`)
      await publish(version)
    }
    granted(await withdrawRelease(game.app, null, 'v3', 'a mistake'))
    await publish('v5')
    expect((await offerNow()).deltas.map(({ fromVersion }) => fromVersion)).toEqual(['v4', 'v3', 'v2'])
    expect(await disagreementsIn(game.app.store)).toEqual([])
  })

  it('has the documented lines, from which another program makes the same texts', async () => {
    await publish('v1')
    await install()
    const before = [await textsOf(join(folder, MAIN)), await textsOf(join(folder, DIFF))]
    await work()
    await publish('v2')
    const lines = zstdDecompressSync(readFileSync(packagePath(game.app, 'default-v2-from-v1.delta'))).toString()
    const [head, ...texts] = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: number; id: string; text: string | null; files: { name: string }[] })
    expect(head).toMatchObject({ format: 'windrow-delta', version: 1, level: 3 })
    expect(head?.files.map(({ name }) => name)).toEqual([MAIN, DIFF])
    expect(texts).toHaveLength(3)
    const own = [MAIN_TEXTS, DIFF_TEXTS]
    for (const { file, id, text } of texts)
      (before[file] as Record<string, string | null>)[id] = text ?? own[file]?.[id] ?? ''
    await install()
    expect([await textsOf(join(folder, MAIN)), await textsOf(join(folder, DIFF))]).toEqual(before)
  })

  it('fits the next patch of the game when the player has the files of both', async () => {
    await publish('v1')
    await install()
    const patched: Texts = { ...DIFF_TEXTS, [idOf(40)]: 'Text 39 of the next patch', [idOf(401)]: 'Another new one' }
    diff = game.container(`own/${DIFF}`, patched, SHARDS)
    await game.importFiles({ diff })
    await publish('v2')
    copyFileSync(diff, join(folder, DIFF))
    asked = []
    expect(await install()).toBe(null)
    expect(asked).toEqual(['default-v2.zip'])
    expect((await installedTexts())[idOf(40)]).toBe('Text 39 of the next patch')
  })
})

describe('the package is taken', () => {
  beforeEach(async () => {
    await publish('v1')
    await install()
    await work()
    await publish('v2')
    asked = []
  })
  const both = ['default-v2-from-v1.delta', 'default-v2.zip']

  it.each<[string, () => void, readonly string[]]>([
    ['when the delta is damaged', () => (spoil = (body) => (body.length < 2000 ? body.fill(7) : body)), both],
    ['when the delta is cut', () => (spoil = (body) => (body.length < 2000 ? body.subarray(9) : body)), both],
    ['when the launcher put its own file back', () => copyFileSync(main, join(folder, MAIN)), ['default-v2.zip']],
    ['when the untouched file is lost', () => rmSync(join(player, 'game', 'untouched'), { recursive: true }), both],
  ])('%s', async (what, act, expected) => {
    act()
    if (what.includes('lost')) {
      const offer = await offerNow()
      expect(await installRelease(player, folder, offer, { signal, onProgress: () => {} })).toMatchObject({
        refusal: { code: 'kept_file_lost' },
      })
    } else expect(await install()).toBe(null)
    expect(asked).toEqual(expected)
    expect(readdirSync(join(player, 'game')).filter((name) => name.startsWith('twins'))).toEqual([])
  })

  it('when the earlier release was packed in another way', async () => {
    await publish('v3', { level: 19 })
    expect((await offerNow()).deltas).toEqual([])
    expect(await install()).toBe(null)
  })

  it('when the earlier package is gone', async () => {
    rmSync(packagePath(game.app, 'default-v2.zip'))
    writeFileSync(packagePath(game.app, 'default-v1.zip'), 'cut')
    await publish('v3')
    expect((await offerNow()).deltas).toEqual([])
  })
})
