// A team's release on a player's machine (docs/command-line.md#a-release): both shapes of the feed, what was there before comes back,
// and whatever a hostile server sends changes nothing.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkFit, chooseOffer, installRelease, readOffers } from '../../src/install-release.ts'
import { isAllowed, type Offer } from '../../src/release-feed.ts'
import { steamBuild } from '../../../../src/app/game/find-game.ts'
import { uninstall } from '../../src/game-folder.ts'
import { granted } from '../../../../test/support/app-world.ts'
import { buildContainer } from '../../../../test/support/container-builder.ts'
import { idOf } from '../../../../test/support/game-store.ts'
import { temporaryFolder } from '../../../../test/support/program.ts'
import { buildZip, type ZipPart } from '../../../../test/support/zip-builder.ts'

const [MAIN, DIFF] = ['translate_words_map_en', 'translate_words_map_en_diff'] as const
const LOCALE = 'Package/HD/oversea/locale'
const container = (text: string): Buffer =>
  buildContainer({ entries: [{ id: idOf(1), text }], shardCount: 1, level: 3 })
const OWN = { [MAIN]: container('One'), [DIFF]: container('Two') }
const TWINS = { [MAIN]: container('Eins'), [DIFF]: container('Zwei') }
const part = (name: string, bytes: Buffer, more: Partial<ZipPart> = {}): ZipPart => ({ name, bytes, ...more })
const PACKAGE = buildZip([
  part(`${LOCALE}/`, Buffer.alloc(0)),
  part(`${LOCALE}/${MAIN}`, TWINS[MAIN], { isDeflated: true }),
  part(`${LOCALE}/${DIFF}`, TWINS[DIFF]),
])
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface Sent {
  readonly status?: number
  readonly body?: Buffer | string
  readonly location?: string
}

const answers = new Map<string, Sent>()
const server = createServer((request, response) => {
  const { status = 200, body = '', location } = answers.get(request.url ?? '') ?? { status: 404 }
  response.writeHead(status, location === undefined ? {} : { location }).end(body)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

let home: ReturnType<typeof temporaryFolder>
let [data, folder] = ['', '']
beforeEach(() => {
  home = temporaryFolder()
  data = join(home.path, 'data')
  folder = join(home.path, 'game', LOCALE)
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(OWN)) writeFileSync(join(folder, name), bytes)
  answers.clear()
  answers.set('/p.zip', { body: PACKAGE })
})
afterEach(() => home.remove())

const inGame = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, sha256(readFileSync(join(folder, name)))]))
const digests = (files: Readonly<Record<string, Buffer>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]))

const download = (bytes: Buffer = PACKAGE): object => ({
  download_url: `${base}/p.zip`,
  size: bytes.length,
  sha256: sha256(bytes),
})
/** The feed of the game's own site. */
const feedOfSite = (more: object = {}, file: object = download()): object => ({
  success: true,
  data: {
    current: {
      version: 'v2.6.2',
      game_version: null,
      game_tested: false,
      files: [
        { slug: 'ukrainian', variant: 'default', ...file },
        { slug: 'english-items', variant: 'english_items', ...file },
      ],
      ...more,
    },
    modes: [
      { slug: 'english-items', variant: 'english_items', label: 'Items in English', available: true },
      { slug: 'ukrainian', variant: 'default', label: 'Everything', available: true },
      { slug: 'old', variant: 'old', label: 'Old', available: false, download_url: '', size: null, sha256: null },
    ],
    history: [],
  },
})
/** The feed of the sister's. */
const feedOfSister = (): object => ({
  data: {
    official_patch: 7,
    modes: [
      {
        slug: 'guide',
        public_name: 'Guide',
        description: 'Little',
        current: { public_id: 'x', version: 12, ...download(), size: undefined, size_bytes: PACKAGE.length },
        history: [],
      },
      { slug: 'none', public_name: 'None', current: null, history: [] },
    ],
  },
})
const serve = (feed: object | string, at = '/feed'): string => {
  answers.set(at, { body: typeof feed === 'string' ? feed : JSON.stringify(feed) })
  return `${base}${at}`
}
const signal = new AbortController().signal
const offersAt = async (address: string): Promise<readonly Offer[]> => granted(await readOffers(address, signal))
const refusedAt = async (address: string): Promise<unknown> => {
  const read = await readOffers(address, signal)
  return read.ok ? read.value : read.refusal.code
}
const install = async (offer: Offer) => await installRelease(data, folder, offer, { signal, onProgress: () => {} })
const leftovers = (): string[] =>
  readdirSync(join(data, 'game')).filter((name) => name !== 'installed.json' && name !== 'untouched')

const many = (count: number, of: object): object[] => Array.from({ length: count }, () => of)

describe('the feed', () => {
  it("is read in both sites' shapes", async () => {
    const site = await offersAt(serve(feedOfSite()))
    expect(site.map(({ slug, label, version }) => [slug, label, version])).toEqual([
      ['ukrainian', 'Everything', 'v2.6.2'],
      ['english-items', 'Items in English', 'v2.6.2'],
    ])
    const sister = await offersAt(serve(feedOfSister()))
    expect(sister.map(({ slug, label, version }) => [slug, label, version])).toEqual([['guide', 'Guide', '12']])
    expect(chooseOffer(site, null)).toMatchObject({
      refusal: { code: 'choose_edition', slugs: 'ukrainian, english-items' },
    })
    expect(chooseOffer(site, 'guide')).toMatchObject({ refusal: { code: 'no_edition' } })
    expect(granted(chooseOffer(sister, null)).slug).toBe('guide')
  })

  it.each([
    [{ game_version: '20512345' }, 20_512_345],
    [{ game_version: 7 }, 7],
    [{ game_version: 'v1.2' }, null],
    [{ game_version: null }, null],
    [{ patch: 20_512_345 }, 20_512_345],
  ])('tells the build of the game: %j is %s', async (more, expected) => {
    expect((await offersAt(serve(feedOfSite(more))))[0]?.gameBuild).toBe(expected)
  })

  it("is found at a windrow server's own address when only the site is named", async () => {
    serve(feedOfSite(), '/api/public/v1/releases/latest')
    for (const path of ['', '/', '/releases']) expect(await offersAt(`${base}${path}`)).toHaveLength(2)
  })

  it.each([
    ['an address without https', { download_url: 'http://example.org/p.zip' }],
    ['an address of a file', { download_url: 'file:///etc/passwd' }],
    ['no size', { size: null }],
    ['a size beyond all bounds', { size: 2 ** 40 }],
    ['no digest', { sha256: null }],
    ['half a digest', { sha256: 'abc' }],
  ])('with %s offers nothing', async (_, change) => {
    expect(await refusedAt(serve(feedOfSite({}, { ...download(), ...change })))).toBe('nothing_released')
  })

  it('says how far a release was tried, in the words of both kinds of feed', async () => {
    const testIn = async (more: object): Promise<unknown> => {
      const offers = await readOffers(serve(feedOfSite(more)), signal)
      return offers.ok && offers.value[0]?.test
    }
    expect(await testIn({})).toEqual({ state: 'unverified', note: '' })
    expect(await testIn({ game_tested: true })).toEqual({ state: 'verified', note: '' })
    const known = { state: 'known_issues', label: '!', note: 'Chapter 7' }
    expect(await testIn({ game_tested: true, game_test: known })).toEqual({ state: 'known_issues', note: 'Chapter 7' })
    expect(await testIn({ game_test: { state: 'else' } })).toEqual({ state: 'unverified', note: '' })
  })

  it('with two files for one edition offers none of them', async () => {
    const file = { slug: 'ukrainian', variant: 'default', ...download() }
    expect(await refusedAt(serve(feedOfSite({ files: [file, file] })))).toBe('nothing_released')
  })

  it.each([
    ['no JSON', '<!doctype html>', 'no_feed'],
    ['200,000 files', JSON.stringify(feedOfSite({ files: many(200_000, { slug: 'a' }) })), 'no_feed'],
    ['200,000 editions', JSON.stringify({ data: { modes: many(200_000, { slug: 'a' }) } }), 'no_feed'],
    [
      '50,000 files that it was made from',
      JSON.stringify(feedOfSite({ made_from: many(50_000, { path: MAIN, sha256: 'a' }) })),
      'nothing_released',
    ],
    ['other JSON', '[1]', 'no_feed'],
    ['no release', JSON.stringify({ data: { current: null, modes: [] } }), 'nothing_released'],
    ['more than it may send', ' '.repeat(5 * 1024 * 1024), 'too_long'],
  ])('that is %s is refused', async (_, body, code) => expect(await refusedAt(serve(body))).toBe(code))
})

it("reads Steam's build of the game beside its library", () => {
  const library = join(home.path, 'steamapps')
  const own = join(library, 'common', 'Where Winds Meet', LOCALE)
  mkdirSync(own, { recursive: true })
  expect(steamBuild(own)).toBe(null)
  writeFileSync(join(library, 'appmanifest_3564740.acf'), '"AppState"\n{\n\t"buildid"\t\t"20512345"\n}\n')
  expect(steamBuild(own)).toBe(20_512_345)
})

describe('the connection', () => {
  it('is made over https, or to this machine, only', () => {
    const may = ['https://a.example/x', 'http://127.0.0.1:1/', 'http://localhost/', 'http://[::1]:80/']
    const mayNot = ['http://a.example', 'ftp://a.example', 'https://u:p@a.example', 'http://127.0.0.1.a.example', '']
    expect(may.filter((address) => !isAllowed(address))).toEqual([])
    expect(mayNot.filter(isAllowed)).toEqual([])
  })

  it('follows a few redirects, to allowed addresses', async () => {
    serve(feedOfSite())
    answers.set('/1', { status: 302, location: '/2' })
    answers.set('/2', { status: 301, location: `${base}/feed` })
    expect(await offersAt(`${base}/1`)).toHaveLength(2)
    answers.set('/round', { status: 302, location: '/round' })
    expect(await refusedAt(`${base}/round`)).toBe('leads_on')
    answers.set('/away', { status: 302, location: 'http://example.org/feed' })
    expect(await refusedAt(`${base}/away`)).toBe('leads_astray')
  })

  it.each([
    ['http://example.org/feed', 'bad_address'],
    ['nonsense', 'bad_address'],
    ['http://127.0.0.1:1/feed', 'not_reached'],
  ])('to %s is refused: %s', async (address, code) => expect(await refusedAt(address)).toBe(code))

  it('that finds nothing says the status', async () => expect(await refusedAt(`${base}/none`)).toBe('bad_answer'))
})

describe('a release', () => {
  const offer = async (feed: object = feedOfSite()): Promise<Offer> => (await offersAt(serve(feed)))[0] as Offer

  it('is installed whole, and what was there before comes back', async () => {
    const { files } = granted(await install(await offer()))
    expect(files.map(({ name, state }) => [name, state])).toEqual([
      [MAIN, 'new'],
      [DIFF, 'new'],
    ])
    expect(inGame()).toEqual(digests(TWINS))
    expect(leftovers()).toEqual([])
    granted(await uninstall(data))
    expect(inGame()).toEqual(digests(OWN))
    expect(await uninstall(data)).toMatchObject({ refusal: { code: 'nothing_installed' } })
  })

  it('that was published before the installed one is refused, until one says so', async () => {
    const offerOf = (version: string, publishedAt?: string): Promise<Offer> =>
      offer(feedOfSite({ version, ...(publishedAt !== undefined && { published_at: publishedAt }) }))
    const fits = async (next: Offer, isForced = false) => await checkFit(data, folder, next, isForced)
    granted(await install(await offerOf('v2', '2026-11-02T00:00:00Z')))
    for (const next of [await offerOf('v1', '2026-11-01T00:00:00Z'), await offerOf('v1')]) {
      expect(await fits(next)).toMatchObject({ refusal: { code: 'goes_back', version: 'v1', installed: 'v2' } })
      granted(await fits(next, true))
      granted(await fits({ ...next, from: 'another team' }))
    }
    granted(await fits(await offerOf('v2', '2026-11-02T00:00:00Z')))
    granted(await fits(await offerOf('v3', '2026-11-03T00:00:00Z')))
    granted(await uninstall(data))
    granted(await fits(await offerOf('v1')))
  })

  it('takes a file away again that the game did not have', async () => {
    rmSync(join(folder, DIFF))
    granted(await install(await offer(feedOfSister())))
    expect(inGame()).toEqual(digests(TWINS))
    granted(await install(await offer(feedOfSister())))
    granted(await uninstall(data))
    expect(inGame()).toEqual(digests({ [MAIN]: OWN[MAIN] }))
  })

  it('gives back a file that the next release does not have', async () => {
    granted(await install(await offer()))
    const small = buildZip([part(`LocalData/Patch/HD/oversea/locale/${MAIN}`, container('Uno'))])
    answers.set('/p.zip', { body: small })
    granted(await install(await offer(feedOfSite({}, download(small)))))
    expect(inGame()).toEqual({ [MAIN]: sha256(container('Uno')), [DIFF]: sha256(OWN[DIFF]) })
    granted(await uninstall(data))
    expect(inGame()).toEqual(digests(OWN))
  })

  it('is refused for other files of the game, unless forced', async () => {
    const path = `${LOCALE}/${MAIN}`
    const fitting = await offer(feedOfSite({ made_from: [{ path, sha256: sha256(OWN[MAIN]) }] }))
    expect(await checkFit(data, folder, fitting, false)).toEqual({ ok: true })
    granted(await install(fitting))
    expect(await checkFit(data, folder, fitting, false)).toEqual({ ok: true })
    const other = await offer(feedOfSite({ made_from: [{ path, sha256: sha256(OWN[DIFF]) }] }))
    expect(await checkFit(data, folder, other, false)).toMatchObject({ refusal: { code: 'does_not_fit', name: MAIN } })
    expect(await checkFit(data, folder, other, true)).toEqual({ ok: true })
    const nowhere = await checkFit(data, join(home.path, 'nowhere'), other, true)
    expect(nowhere).toMatchObject({ refusal: { code: 'installed_elsewhere' } })
  })

  it.each([
    ['other bytes', Buffer.concat([PACKAGE.subarray(0, -1), Buffer.from('x')]), 'package_differs'],
    ['fewer bytes', PACKAGE.subarray(0, -1), 'package_differs'],
    ['more bytes', Buffer.concat([PACKAGE, Buffer.from('x')]), 'too_long'],
  ])('with %s than its feed names changes nothing', async (_, body, code) => {
    answers.set('/p.zip', { body })
    expect(await install(await offer())).toMatchObject({ refusal: { code } })
    expect(inGame()).toEqual(digests(OWN))
    expect(leftovers()).toEqual([])
  })

  const good = part(`${LOCALE}/${MAIN}`, TWINS[MAIN])
  const bomb = Buffer.alloc(32 * 1024 * 1024)
  it.each<[string, Buffer]>([
    ['a path out of the folder', buildZip([good, part(`${LOCALE}/../../../../evil`, TWINS[MAIN])])],
    ['a path with backslashes', buildZip([part(`${LOCALE}\\${MAIN}`, TWINS[MAIN])])],
    ['an absolute path', buildZip([part(`/${LOCALE}/${MAIN}`, TWINS[MAIN])])],
    ['a file elsewhere in the game', buildZip([good, part('Engine/Binaries/Win64r/wwm.exe', TWINS[MAIN])])],
    ['a file of another kind', buildZip([part(`${LOCALE}/readme.txt`, Buffer.from('hello'))])],
    [
      'a name that is longer than the game has',
      buildZip([part(`${LOCALE}/translate_words_map_${'a'.repeat(99)}`, TWINS[MAIN])]),
    ],
    ['another folder', buildZip([good, part('evil/', Buffer.alloc(0))])],
    ['a file twice', buildZip([good, part(`LocalData/Patch/HD/oversea/locale/${MAIN}`, TWINS[MAIN])])],
    ['a file that is no game text', buildZip([part(`${LOCALE}/${MAIN}`, Buffer.from('hello, world'))])],
    [
      'a file that unpacks to more than it says',
      buildZip([part(`${LOCALE}/${MAIN}`, bomb, { isDeflated: true, said: { sizeBytes: 100 } })]),
    ],
    [
      'files that say they unpack to gigabytes',
      buildZip([
        part(`${LOCALE}/${MAIN}`, bomb.subarray(0, 9), { isDeflated: true, said: { sizeBytes: 2 ** 32 - 1 } }),
      ]),
    ],
    ['another checksum', buildZip([part(`${LOCALE}/${MAIN}`, TWINS[MAIN], { said: { crc: 1 } })])],
    ['bytes that do not unpack', buildZip([part(`${LOCALE}/${MAIN}`, TWINS[MAIN], { said: { method: 8 } })])],
    ['an unknown way of packing', buildZip([part(`${LOCALE}/${MAIN}`, TWINS[MAIN], { said: { method: 12 } })])],
    ['a password', buildZip([part(`${LOCALE}/${MAIN}`, TWINS[MAIN], { said: { flags: 1 } })])],
    [
      'too many files',
      buildZip(Array.from({ length: 65 }, (_, i) => part(`${LOCALE}/translate_words_map_${i}`, TWINS[MAIN]))),
    ],
    ['nothing in it', buildZip([])],
    ['no directory', PACKAGE.subarray(0, 200)],
    ['a directory that leads beyond the end', Buffer.concat([PACKAGE.subarray(100)])],
  ])('with %s is refused before anything is touched', async (_, bytes) => {
    answers.set('/p.zip', { body: bytes })
    const refused = await install(await offer(feedOfSite({}, download(bytes))))
    expect(refused).toMatchObject({ refusal: { code: 'package_refused' } })
    expect(inGame()).toEqual(digests(OWN))
    expect(leftovers()).toEqual([])
    expect(readdirSync(home.path).toSorted()).toEqual(['data', 'game'])
  })

  it('whose files are not those that the feed names is refused', async () => {
    const contents = [{ path: `${LOCALE}/${MAIN}`, sha256: sha256(OWN[MAIN]) }]
    const refused = await install(await offer(feedOfSite({}, { ...download(), contents })))
    expect(refused).toMatchObject({ refusal: { code: 'package_refused' } })
    expect(inGame()).toEqual(digests(OWN))
  })
})
