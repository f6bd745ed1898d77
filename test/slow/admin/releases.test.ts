// Releases as players and launchers get them (docs/releases.md): two readers of the feed, packages, ranges, what is withdrawn, and what
// is not there before the first release.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adminRoutes } from '../../../src/admin/routes.ts'
import { addEdition } from '../../../src/app/editions/change-editions.ts'
import { readEvents } from '../../../src/app/events/read-events.ts'
import { exportGameFiles } from '../../../src/app/export/export-game-files.ts'
import { addLabelRule } from '../../../src/app/labels/change-labels.ts'
import { type Published, publishRelease, withdrawRelease } from '../../../src/app/releases/publish.ts'
import { ownHostTest } from '../../../src/config/exposure.ts'
import { disagreementsIn } from '../../support/app-world.ts'
import { readAsSister, readAsThisGame, unzip } from '../../support/feed-reader.ts'
import { type GameStore, gameStore, idOf, textsOf } from '../../support/game-store.ts'
import { CONFIG } from '../../unit/admin/site-world.ts'

const FEED = '/api/public/v1/releases'
const ADDRESSES = [FEED, `${FEED}/latest`, `${FEED}/latest/default`, '/releases', '/releases/progress.svg']

let game: GameStore
let main: string
let diff: string
let site: ReturnType<typeof adminRoutes>
beforeEach(async () => {
  game = gameStore()
  mkdirSync(join(game.folder, 'game'))
  main = game.container('game/translate_words_map_en', { [idOf(1)]: 'Iron Sword', [idOf(2)]: 'Talk to me' })
  diff = game.container('game/translate_words_map_en_diff', { [idOf(3)]: 'Long Sword' })
  await game.importFiles({ main, diff })
  await game.put(idOf(1), 'machine', 'Залізний меч')
  await game.put(idOf(2), 'manual', 'Поговори зі мною', { status: 'approved' })
  await game.put(idOf(3), 'machine', 'Довгий меч')
  await addLabelRule(game.app, null, 'kind:item', { field: 'source', patterns: ['*sword'] })
  site = adminRoutes(game.app, { ...CONFIG, isOwnHost: ownHostTest(CONFIG), isPublic: false })
})
afterEach(() => game.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> =>
  Promise.resolve(
    site.request(
      new Request(`https://127.0.0.1:8787${path}`, { method, headers: { host: '127.0.0.1:8787', ...headers } }),
    ),
  )
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const request = (version: string) => ({
  version,
  notes: 'New quests.\n\n<b>Many</b> fixes.',
  gameBuild: 20_512_345,
  test: { state: 'verified' as const, note: '' },
  editions: [],
  main,
  diff,
  level: 3,
})

async function publish(version: string): Promise<Published> {
  const published = await publishRelease(game.app, null, request(version))
  if (!published.ok) throw new Error(published.refusal.code)
  return published.value
}

async function addEditions(): Promise<void> {
  const words = { description: 'For everybody', audience: '' }
  await addEdition(game.app, null, { ...words, slug: 'ukrainian', variant: 'default', label: 'Whole', rules: [] })
  await addEdition(game.app, null, {
    ...words,
    slug: 'english-items',
    variant: '',
    label: 'Items in English',
    rules: ['keep label=kind:item'],
  })
}

it('is not there before the first release', async () => {
  for (const path of [...ADDRESSES, '/releases/packages/default-v1.zip']) expect((await get(path)).status).toBe(404)
})

it('two launchers find an edition, download it, verify it, and unpack the files of an export', async () => {
  await addEditions()
  await publish('v1.0')
  const feed = await (await get(FEED)).text()
  for (const [slug, variant] of [
    ['ukrainian', 'default'],
    ['english-items', 'english_items'],
  ] as const) {
    const found = readAsThisGame(feed, slug, variant)
    expect(readAsSister(feed, slug)).toEqual({ ...found, version: 1 })
    expect(found?.version).toBe('v1.0')
    const zip = await bytesOf(await get(new URL(found?.url ?? '').pathname))
    expect([zip.length, sha256(zip)]).toEqual([found?.sizeBytes, found?.sha256])
    const files = unzip(zip)
    expect([...files.keys()]).toEqual([
      'Package/HD/oversea/locale/translate_words_map_en',
      'Package/HD/oversea/locale/translate_words_map_en_diff',
    ])
    const unpacked = game.file(`${slug}-main`, files.get('Package/HD/oversea/locale/translate_words_map_en') ?? '')
    expect(await textsOf(unpacked)).toEqual({
      [idOf(1)]: slug === 'ukrainian' ? 'Залізний меч' : 'Iron Sword',
      [idOf(2)]: 'Поговори зі мною',
    })
  }
  const out = join(game.folder, 'out')
  await exportGameFiles(game.app, { main, diff, out, force: false, level: 3, allowStale: false })
  const whole = unzip(readFileSync(join(game.app.store.folder, 'releases', 'ukrainian-v1.0.zip')))
  for (const [path, bytes] of whole)
    expect(bytes.equals(readFileSync(join(out, path.split('/').at(-1) ?? '')))).toBe(true)
  const { data } = JSON.parse(feed) as { data: { current: { made_from: unknown; files: { contents: unknown[] }[] } } }
  expect(data.current.made_from).toEqual(
    [main, diff].map((path) => {
      const bytes = readFileSync(path)
      const name = `Package/HD/oversea/locale/${path.split('/').at(-1)}`
      return { path: name, size: bytes.length, size_bytes: bytes.length, sha256: sha256(bytes) }
    }),
  )
  expect(data.current.files[0]?.contents).toHaveLength(2)
})

it('the same texts give the same package, and the folder keeps nothing else', async () => {
  await publish('v1')
  await publish('v2')
  const folder = join(game.app.store.folder, 'releases')
  const names = ['default-v1.zip', 'default-v2-from-v1.delta', 'default-v2.zip']
  expect(readdirSync(folder).toSorted()).toEqual(names)
  const [one, two] = ['v1', 'v2'].map((version) => readFileSync(join(folder, `default-${version}.zip`)))
  expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true)
})

it('removes what a killed run left, and nothing that a release names', async () => {
  await publish('v1')
  const folder = join(game.app.store.folder, 'releases')
  mkdirSync(join(folder, '.making', 'default'), { recursive: true })
  writeFileSync(join(folder, 'default-v2.zip'), 'half')
  await publish('v3')
  const names = ['default-v1.zip', 'default-v3-from-v1.delta', 'default-v3.zip']
  expect(readdirSync(folder).toSorted()).toEqual(names)
})

describe('what is asked again', () => {
  it('is 304 for the ETag of feed and package, also in a list and weak', async () => {
    await publish('v1')
    for (const path of [FEED, `${FEED}/latest`, `${FEED}/latest/default`, '/releases/packages/default-v1.zip']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{32,64}"$/)
      for (const sent of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': sent })
        expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0])
      }
      expect((await get(path, { 'if-none-match': '"x"' })).status).toBe(200)
    }
  })

  it('the feed changes with a release and with nothing else', async () => {
    await publish('v1')
    const before = await (await get(FEED)).text()
    await game.put(idOf(2), 'manual', 'Говори', { status: 'approved' })
    await addEditions()
    expect(await (await get(FEED)).text()).toBe(before)
    await publish('v2')
    expect(await (await get(FEED)).text()).not.toBe(before)
  })
})

describe('a package', () => {
  const path = '/releases/packages/default-v1.zip'
  let whole: Buffer
  beforeEach(async () => {
    await publish('v1')
    whole = await bytesOf(await get(path))
  })

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, null],
    ['bytes=-7', -7, null],
    ['bytes=5-999999', 5, null],
    ['bytes=-999999', 0, null],
  ])('answers the range %s', async (range, start, end) => {
    const answer = await get(path, { range })
    const wanted = whole.subarray(start, end ?? undefined)
    expect(answer.status).toBe(206)
    expect((await bytesOf(answer)).equals(wanted)).toBe(true)
    expect(answer.headers.get('content-length')).toBe(String(wanted.length))
    const first = start < 0 ? whole.length + start : start
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${first + wanted.length - 1}/${whole.length}`)
  })

  it.each(['bytes=999999-', 'bytes=-0'])('refuses %s', async (range) => {
    const answer = await get(path, { range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`)
  })

  it.each(['bytes=0-1,4-5', 'bytes=9-2', 'bytes=-', 'lines=1-2', 'bytes=1e3-'])('sends all for %s', async (range) => {
    const answer = await get(path, { range })
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, whole.length])
  })

  it('goes on only with the same package', async () => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await get(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(200)
  })

  it('may be kept for good; HEAD has its size and nothing else', async () => {
    const head = await get(path, {}, 'HEAD')
    expect(head.headers.get('cache-control')).toContain('immutable')
    expect([head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([String(whole.length), 0])
  })

  it.each(['..%2F..%2Fmain%2Fdata.mdb', '.making', 'default-v2.zip', '%00', 'DEFAULT-V1.ZIP'])(
    'is not %s',
    async (name) => expect((await get(`/releases/packages/${name}`)).status).toBe(404),
  )

  it('is not available once its file is gone or cut, and the feed of a new process says so', async () => {
    const file = join(game.app.store.folder, 'releases', 'default-v1.zip')
    writeFileSync(file, 'cut')
    expect((await get(path)).status).toBe(404)
    rmSync(file)
    await game.reopen()
    site = adminRoutes(game.app, { ...CONFIG, isOwnHost: ownHostTest(CONFIG), isPublic: false })
    const feed = await (await get(FEED)).text()
    expect(readAsThisGame(feed, 'default', 'default')).toBeNull()
    expect(readAsSister(feed, 'default')).toBeNull()
  })
})

it('as another language of the game, a release has the files of that language and fits the same game', async () => {
  const made = await publishRelease(game.app, null, { ...request('v1'), asLanguage: 'de' })
  if (!made.ok) throw new Error(made.refusal.code)
  const [edition] = made.value.release.editions
  expect(edition?.contents.map(({ name }) => name)).toEqual(['translate_words_map_de', 'translate_words_map_de_diff'])
  expect(made.value.release.madeFrom.map(({ name }) => name)).toEqual([
    'translate_words_map_en',
    'translate_words_map_en_diff',
  ])
  const files = unzip(await bytesOf(await get('/releases/packages/default-v1.zip')))
  expect([...files.keys()]).toEqual([
    'Package/HD/oversea/locale/translate_words_map_de',
    'Package/HD/oversea/locale/translate_words_map_de_diff',
  ])
})

it('says how far a release was tried in the game, with the note, to launchers and to players', async () => {
  const test = { state: 'known_issues', note: 'Chapter 7: <i>two</i> buttons are too wide.' } as const
  const published = await publishRelease(game.app, null, { ...request('v1'), test })
  expect(published.ok).toBe(true)
  const { data } = (await (await get(FEED)).json()) as {
    data: { modes: readonly { current: { game_test: object } }[] }
  }
  expect(data.modes.map(({ current }) => current.game_test)).toEqual([
    { state: 'known_issues', label: 'Tested in the game, with known issues', note: test.note },
  ])
  const page = await (await get('/releases')).text()
  expect(page).toContain('Tested in build 20512345 of the game, with known issues.')
  expect(page).toContain('Chapter 7: &lt;i&gt;two&lt;/i&gt; buttons are too wide.')
})

it('a withdrawn release says why, is given to nobody, and the one before is the present one', async () => {
  await publish('v1')
  await publish('v2')
  await withdrawRelease(game.app, null, 'V2', 'Quest texts are mixed up')
  const feed = await (await get(FEED)).text()
  expect(readAsThisGame(feed, 'default', 'default')?.version).toBe('v1')
  expect(readAsSister(feed, 'default')?.version).toBe(1)
  expect(feed).toContain('"status":"withdrawn","withdrawn_reason":"Quest texts are mixed up"')
  expect((await get('/releases/packages/default-v2.zip')).status).toBe(410)
  expect((await get('/releases/packages/default-v1.zip')).status).toBe(200)
  expect(await (await get('/releases')).text()).toContain('Withdrawn: Quest texts are mixed up')
  await withdrawRelease(game.app, null, 'v1', 'Too')
  expect(readAsThisGame(await (await get(FEED)).text(), 'default', 'default')).toBeNull()
  expect(await disagreementsIn(game.app.store)).toEqual([])
  expect(readEvents(game.app, { after: 0, limit: 100, kinds: null }).events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['releases.published', 'releases.withdrawn']),
  )
})

it('an edition that the present release has not is not available; an unknown one is 404 with those that there are', async () => {
  await publish('v1')
  await addEditions()
  await publish('v2')
  const feed = await (await get(FEED)).text()
  expect(readAsThisGame(feed, 'default', 'default')).toBeNull()
  const unknown = await get(`${FEED}/latest/nothing`)
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    expect.objectContaining({ success: false, allowed: ['ukrainian', 'english-items', 'default'] }),
  ])
  const one = (await (await get(`${FEED}/latest/ukrainian`)).json()) as { data: { current: { version_name: string } } }
  expect(one.data.current.version_name).toBe('v2')
})

it('the page tells players in their language what to do, and shows what they typed as text', async () => {
  await addEditions()
  await publish('v1')
  const page = await (await get('/releases')).text()
  expect(page).toContain('Tested in build 20512345 of the game.')
  expect(page).toContain('&lt;b&gt;Many&lt;/b&gt; fixes.')
  expect(page).toContain('https://127.0.0.1:8787/releases/packages/english-items-v1.zip')
  expect(await (await get('/releases', { 'accept-language': 'uk' })).text()).toContain('Як установити')
  expect(await (await get('/releases/progress.svg')).text()).toContain('translated: 100.0 %')
})

it('answers under its own names only', async () => {
  await publish('v1')
  for (const path of ADDRESSES) expect((await get(path, { host: 'evil.example' })).status).toBe(403)
})

it.each([
  ['release_version', { version: '../v1' }],
  ['release_version', { version: '' }],
  ['release_exists', { version: 'V1' }],
  ['release_notes', { version: 'v2', notes: 'a\u0000' }],
  ['unknown_edition', { version: 'v2', editions: ['nothing'] }],
  ['no_file', { version: 'v2', main: '/no/such/file' }],
])('refuses %s', async (code, change) => {
  await publish('v1')
  const refused = await publishRelease(game.app, null, { ...request('v2'), ...change })
  expect(refused).toMatchObject({ ok: false, refusal: { code } })
  expect(readdirSync(join(game.app.store.folder, 'releases'))).toEqual(['default-v1.zip'])
  expect(existsSync(join(game.app.store.folder, 'releases', '.making'))).toBe(false)
})
