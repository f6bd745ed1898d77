// A release of another game (docs/releases.md#another-game): a ZIP with the paths of its folder, installed into a player's, the next one by
// the files that changed, and taken out again byte for byte; a hostile package changes nothing.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { cliFolder } from '../../../support/cli-folder.ts'
import { unzip } from '../../../support/feed-reader.ts'
import { buildZip, type ZipPart } from '../../../support/zip-builder.ts'

type Files = Readonly<Record<string, string>>

const { at, write, read, run, json: answer } = cliFolder()
let asked: string[] = []
beforeEach(() => void (asked = []))

const server = createServer((request, response) => {
  const path = at('public', decodeURIComponent(request.url ?? ''))
  asked.push(request.url ?? '')
  if (!existsSync(path)) return response.writeHead(404).end()
  return response.end(readFileSync(path))
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

/** On the team's store, or a player's. */
const windrow = (whose: 'team' | 'player', ...argv: string[]) => answer(...argv, '--data', at(`${whose}-data`))

function put(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text)
}

/** Files by their paths, and folders, which end with `/`. */
const everythingIn = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .map((entry) => [join(entry.parentPath, entry.name).slice(at(folder).length + 1), entry] as const)
      .map(([path, entry]) => (entry.isFile() ? [path, read(folder, path)] : [`${path}/`, ''])),
  )

async function publish(version: string, main = 'game'): Promise<void> {
  await windrow('team', 'publish', version, '--main', at(main))
  await windrow('team', 'publish', '--to', at('public'), '--base-url', base)
}

const install = (...more: string[]) =>
  windrow('player', 'install', `${base}/latest.json`, '--yes', '--game', at('player'), ...more)

const refusalOf = async (...more: string[]): Promise<string> =>
  await install(...more).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`
const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: uk\\n"\n\n'

interface Shape {
  readonly files: Files
  /** The folder of translations, and that of the next release. */
  readonly done: Files
  readonly next: Files
  /** What players have then, beside the game's own. */
  readonly released: Files
  readonly changed: readonly string[]
}

const SHAPES: Readonly<Record<string, Shape>> = {
  'mods whose file a language is new in one and there in another': {
    files: {
      'A/manifest.json': json({ Name: 'A', Version: '1.0.0', UniqueID: 'n.A', EntryDll: 'A.dll' }),
      'A/i18n/default.json': json({ start: 'Start the game', end: 'The end' }),
      'A/i18n/uk.json': '{ "start": "Пуск" }',
      'B/i18n/default.json': json({ hat: 'A hat' }),
      'Ліс/i18n/default.json': json({ tree: 'A tree' }),
    },
    done: { 'A/i18n/uk.json': json({ end: 'Кінець' }), 'B/i18n/uk.json': json({ hat: 'Капелюх' }) },
    next: { 'Ліс/i18n/uk.json': json({ tree: 'Дерево' }) },
    released: {
      'A/i18n/uk.json': json({ start: 'Пуск', end: 'Кінець' }),
      'B/i18n/uk.json': json({ hat: 'Капелюх' }),
      'Ліс/i18n/uk.json': json({ tree: 'Дерево' }),
    },
    changed: ['Ліс/i18n/uk.json'],
  },
  "Ren'Py, in a folder that the game does not have": {
    files: {
      'game/tl/french/script.rpy': 'translate french start_a1:\n\n    # e "Hello you"\n    e ""\n',
      'game/tl/french/menu.rpy': 'translate french strings:\n\n    old "Start now"\n    new ""\n',
      'game/tl/french/long.rpy': `translate french end_b2:\n\n    # e "${'All the frogs. '.repeat(20)}"\n    e ""\n`,
    },
    done: {},
    next: {},
    released: {},
    changed: [],
  },
  'RPG Maker, in place': {
    files: {
      'data/System.json': json({ gameTitle: 'Frog pond', elements: ['', 'Water of the pond'] }),
      'data/Map001.json': json({
        displayName: 'The pond',
        bgm: { name: 'Town1' },
        events: [null, { pages: [{ list: [{ code: 401, parameters: ['Hello there, frog'] }] }] }],
      }),
      'data/Map002.json': json({ displayName: `A very long name${' of the pond'.repeat(30)}`, events: [] }),
    },
    done: {},
    next: {},
    released: {},
    changed: [],
  },
  gettext: {
    files: {
      'po/game.pot': `${HEADER.replace('"Language: uk\\n"\n', '')}msgid "Start the game"\nmsgstr ""\n`,
      'lang/en.yml': `en:\n  bye: "Good bye"\n  long: "${'All the frogs. '.repeat(40)}"\n`,
    },
    done: {},
    next: {},
    released: {},
    changed: [],
  },
}

describe.each(Object.entries(SHAPES))('%s', (_, { files, done, next, released, changed }) => {
  it('is published, installed, renewed by what changed, and taken out byte for byte', async () => {
    put('game', files)
    put('player', { ...files, 'readme.txt': 'Mine', 'save/one.dat': 'saved' })
    const before = everythingIn('player')
    const language = Object.keys(files).some((name) => name.includes('/french/')) ? 'fr' : 'uk'
    await windrow('team', 'import', '--profile', 'generic', '--main', at('game'), '--target-language', language)
    const localize = async (texts: Files): Promise<void> => {
      if (Object.keys(texts).length === 0) return
      put('loc', texts)
      await windrow('team', 'import', '--localized', at('loc'))
    }
    await localize(done)
    await publish('v1')
    await windrow('team', 'export', '--main', at('game'), '--out', at('out1'))
    const made = Object.fromEntries(
      [...unzip(readFileSync(at('public', 'packages', 'default-v1.zip')))].map(([name, bytes]) => [
        name,
        bytes.toString(),
      ]),
    )
    expect(everythingIn('out1')).toMatchObject(made)

    const first = await install()
    expect(first.files.map(({ name }: { name: string }) => name).toSorted()).toEqual(Object.keys(made).toSorted())
    expect(everythingIn('player')).toMatchObject({ ...before, ...made })

    await localize(next)
    await publish('v2')
    asked = []
    await install()
    expect(everythingIn('player')).toMatchObject(released)
    const isByDelta = changed.length > 0
    expect(asked.some((path) => path.endsWith('default-v2-from-v1.changed.zip'))).toBe(isByDelta)
    expect(asked.some((path) => path.endsWith('default-v2.zip'))).toBe(!isByDelta)
    if (isByDelta) {
      const delta = unzip(readFileSync(at('public', 'packages', 'default-v2-from-v1.changed.zip')))
      expect([...delta.keys()]).toEqual(changed)
    }

    await windrow('player', 'uninstall', '--yes')
    expect(everythingIn('player')).toEqual(before)
  })
})

it('a file alone is installed beside the others of its folder', async () => {
  put('game', { 'strings.csv': 'key,en,uk\nbow,A bow,\n' })
  put('player', { 'strings.csv': 'key,en,uk\nbow,A bow,\n', 'other.csv': 'key,text\na,b\n' })
  const before = everythingIn('player')
  const main = join('game', 'strings.csv')
  await windrow('team', 'import', '--profile', 'generic', '--main', at(main), '--target-language', 'uk')
  put('loc', { 'strings.csv': 'key,en,uk\nbow,A bow,Лук\n' })
  await windrow('team', 'import', '--localized', at('loc', 'strings.csv'))
  await publish('v1', main)
  await install()
  expect(everythingIn('player')).toEqual({ ...before, 'strings.csv': 'key,en,uk\nbow,A bow,Лук\n' })
  await windrow('player', 'uninstall', '--yes')
  expect(everythingIn('player')).toEqual(before)
})

describe('a player', () => {
  const GAME = { 'i18n/default.json': json({ start: 'Start the game' }) }
  beforeEach(async () => {
    put('game', GAME)
    await windrow('team', 'import', '--profile', 'generic', '--main', at('game'), '--target-language', 'uk')
    await publish('v1')
  })

  it('has to name the folder, and one in which the game lies', async () => {
    const nowhere = await run('install', `${base}/latest.json`, '--yes', '--data', at('player-data'))
    expect(nowhere.stderr).toContain("name that game's folder with --game")
    put('player', { 'readme.txt': 'no game' })
    expect(await refusalOf()).toContain('there is no i18n/default.json')
    rmSync(at('player'), { recursive: true })
    expect(await refusalOf('--force')).toContain('there is no i18n/default.json')
  })

  it('is told of another version of the game', async () => {
    put('player', { 'i18n/default.json': json({ start: 'Start the new game' }) })
    expect(await refusalOf()).toContain('is not the file that this release was made for')
    await install('--force')
    expect(everythingIn('player')['i18n/uk.json']).toContain('Start the game')
  })

  it('keeps what lies behind a link, and a folder in place of a file', async () => {
    put('elsewhere', GAME)
    mkdirSync(at('player'))
    symlinkSync(at('elsewhere', 'i18n'), at('player', 'i18n'))
    expect(await refusalOf()).toContain('is a link or not a file')
    expect(everythingIn('elsewhere')).toEqual({ ...GAME, 'i18n/': '' })
    rmSync(at('player', 'i18n'))
    put('player', { ...GAME, 'i18n/uk.json/x': 'a folder' })
    expect(await refusalOf()).toContain('is a link or not a file')
  })

  it('gets a release without a file of the last one: the game has its own again', async () => {
    put('player', { ...GAME, 'i18n/uk.json': json({ start: 'Old' }) })
    const before = everythingIn('player')
    await install()
    put('game', { 'ui/i18n/default.json': json({ more: 'More of it' }) })
    rmSync(at('game', 'i18n'), { recursive: true })
    await windrow('team', 'import', '--main', at('game'), '--allow-retire')
    await publish('v2')
    await install('--force')
    expect(everythingIn('player')).toEqual({
      ...before,
      'ui/': '',
      'ui/i18n/': '',
      'ui/i18n/uk.json': json({ more: 'More of it' }),
    })
    await windrow('player', 'uninstall', '--yes')
    expect(everythingIn('player')).toEqual(before)
  })

  const part = (name: string, text = '{"a": "b"}'): ZipPart => ({ name, bytes: Buffer.from(text) })
  it.each<[string, readonly ZipPart[]]>([
    ['a path out of the folder', [part('../evil.json')]],
    ['a path out of the folder, later', [part('i18n/../../evil.json')]],
    ['an absolute path', [part('/etc/evil.json')]],
    ['a drive', [part('C:/evil.json')]],
    ['backslashes', [part('..\\evil.json')]],
    ['a program', [part('i18n/evil.exe')]],
    ['a script of the shell', [part('evil.sh')]],
    ['a hidden file', [part('.config/evil.json')]],
    ['a name that Windows has for itself', [part('i18n/con.json')]],
    ['a stream of Windows', [part('i18n/uk.json:evil.json')]],
    ['a file twice, by case', [part('i18n/uk.json'), part('i18n/UK.json')]],
    ['a file in a file', [part('i18n/uk.json'), part('i18n/uk.json/a.json')]],
    ['bytes that are no text', [part('i18n/uk.json', '\0\u0001\0')]],
    ['another file than the feed names', [part('i18n/uk.json', 'other')]],
    ['a folder out of the folder', [part('i18n/uk.json'), part('../evil/', '')]],
    ['no file', []],
  ])('with %s in the package is left as it is', async (_, parts) => {
    put('player', GAME)
    const before = everythingIn('player')
    const zip = buildZip(parts)
    write('public/packages/default-v1.zip', zip)
    const feed = JSON.parse(read('public', 'latest.json'))
    const digest = createHash('sha256').update(zip).digest('hex')
    for (const file of feed.data.current.files) Object.assign(file, { sha256: digest, size_bytes: zip.length })
    write('public/latest.json', JSON.stringify(feed))
    const outside = readdirSync(at()).toSorted()
    expect(await refusalOf()).toContain('the package is refused')
    expect(everythingIn('player')).toEqual(before)
    expect(readdirSync(at()).toSorted()).toEqual([...new Set([...outside, 'player-data'])].toSorted())
    expect(everythingIn('player-data')).toEqual({ 'game/': '' })
  })
})

it('a team installs its own texts, again after more of them, and takes them out', async () => {
  const files = {
    'A/i18n/default.json': json({ start: 'Start the game', end: 'The end' }),
    'items.csv': 'key,en,uk\nbow,A bow,\n',
    'menu.json': json({ quit: 'Quit now' }),
  }
  put('player', { ...files, 'readme.txt': 'Mine' })
  const before = everythingIn('player')
  await windrow('team', 'import', '--profile', 'generic', '--main', at('player'), '--target-language', 'uk')
  const unnamed = await run('install', '--yes', '--data', at('team-data'))
  expect(unnamed.stderr).toContain("name that game's folder with --game")
  const localize = async (texts: Files): Promise<void> => {
    put('loc', texts)
    await windrow('team', 'import', '--localized', at('loc'))
  }
  await localize({ 'items.csv': 'key,en,uk\nbow,A bow,Лук\n', 'menu.json': json({ quit: 'Вийти' }) })
  const first = await windrow('team', 'install', '--yes', '--game', at('player'))
  expect(first.files).toEqual([
    { name: 'A/i18n/uk.json', was: 'missing' },
    { name: 'items.csv', was: 'new' },
    { name: 'menu.json', was: 'new' },
  ])
  await localize({ 'A/i18n/uk.json': json({ start: 'Почати', end: 'Кінець' }) })
  await windrow('team', 'install', '--yes')
  expect(everythingIn('player')).toEqual({
    ...before,
    'A/i18n/uk.json': json({ start: 'Почати', end: 'Кінець' }),
    'items.csv': 'key,en,uk\nbow,A bow,Лук\n',
    'menu.json': json({ quit: 'Вийти' }),
  })
  await windrow('team', 'uninstall', '--yes')
  expect(everythingIn('player')).toEqual(before)
})

it('what a team puts in its feed of the first game cannot name other paths', async () => {
  put('game', { 'i18n/default.json': json({ start: 'Start the game' }) })
  await windrow('team', 'import', '--profile', 'generic', '--main', at('game'), '--target-language', 'uk')
  await publish('v1')
  const { layout: _, ...data } = JSON.parse(read('public', 'latest.json')).data
  write('public/latest.json', JSON.stringify({ data }))
  put('player', { 'i18n/default.json': json({ start: 'Start the game' }) })
  cpSync(at('player'), at('copy'), { recursive: true })
  expect(await refusalOf('--force')).toContain('there is no translate_words_map_en')
  expect(everythingIn('player')).toEqual(everythingIn('copy'))
})
