// Into the game, from the site (docs/site.md#into-the-game): who may put files where, what is made for a download, and that the
// game gets its own bytes back.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { auditEntries } from '../../../src/store/records.ts'
import { freshen } from '../../../src/store/view.ts'
import { unzip } from '../../support/feed-reader.ts'
import { idOf, textsOf } from '../../support/game-store.ts'
import { CONFIG, siteWorld, type Visitor } from '../../unit/admin/site-world.ts'

const NAMES = ['translate_words_map_en', 'translate_words_map_en_diff'] as const
const [A, B, C] = [idOf(1), idOf(2), idOf(3)] as const

const world = await siteWorld(CONFIG, '127.0.0.1')
const folder = join(world.game.folder, 'Game', 'Package', 'HD', 'oversea', 'locale')
mkdirSync(folder, { recursive: true })
const inFolder = (name: string): string => `Game/Package/HD/oversea/locale/${name}`
const main = world.game.container(inFolder(NAMES[0]), { [A]: 'One gate', [B]: 'Two gates' })
const diff = world.game.container(inFolder(NAMES[1]), { [C]: 'Three gates' })

const bytes = (): Buffer[] => NAMES.map((name) => readFileSync(join(folder, name)))

const links = (body: string): string[] => Array.from(body.matchAll(/href="([^"]+)" download/g), ([, path = '']) => path)

const download = async (visitor: Visitor, path: string): Promise<Buffer> => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await visitor.bytes(path, { cookie })).bytes
}

const own = bytes()
await world.game.importFiles({ main, diff })
await world.game.put(A, 'machine', 'Одна брама')
await world.game.put(C, 'machine', 'Три брами')
const admin = await world.as('admin')
afterAll(() => world.close())

describe('an admin at the machine', () => {
  it('sees what will change, puts the texts into the game and takes them out', async () => {
    const step = '○</span> <a href="/admin/game">Put the texts into the game'
    expect((await admin.get('/admin/')).body).toContain(step)
    const before = (await admin.get('/admin/game')).body
    expect(before).toContain(`The game is in <code>${folder}</code>`)
    expect(before).toContain('will be copied to a safe place, then replaced')
    const put = await admin.post('/admin/game/install', { folder })
    expect(await admin.ended(put.location)).toContain('is translated now')
    expect(await textsOf(join(folder, NAMES[0]))).toEqual({ [A]: 'Одна брама', [B]: 'Two gates' })
    expect(await textsOf(join(folder, NAMES[1]))).toEqual({ [C]: 'Три брами' })
    freshen(world.app.store)
    const [last] = auditEntries(world.app.store.main)
    expect(last).toMatchObject({ action: 'game.install', userId: world.people.admin.id })

    // The templates are the kept ones, though the imported files are translated now.
    const made = await admin.post('/admin/game/files')
    const [zip = '', ...paths] = links(await admin.ended(made.location))
    expect(await Promise.all(paths.map((path) => download(admin, path)))).toEqual(bytes())
    const inGame = NAMES.map((name, at) => [`Package/HD/oversea/locale/${name}`, bytes()[at]] as const)
    expect([...unzip(await download(admin, zip))]).toEqual(inGame)

    expect((await admin.get('/admin/game')).body).toContain('is already translated')
    const out = await admin.post('/admin/game/uninstall')
    expect(await admin.ended(out.location)).toContain('own file again')
    expect(bytes()).toEqual(own)
    expect(readdirSync(folder)).toEqual([...NAMES])
    expect((await admin.get('/admin/')).body).not.toContain(step)
  })

  it('puts the texts into the files of another language, and leaves the English ones', async () => {
    const german = world.game.container('Game/Package/HD/oversea/locale/translate_words_map_de', { [A]: 'Ein Tor' })
    const before = readFileSync(german)
    onTestFinished(() => rmSync(german))
    const french = await admin.get(`/admin/game?folder=${encodeURIComponent(folder)}&language=fr`)
    expect(french.body).toContain('here is no translate_words_map_fr')
    const { body } = await admin.get('/admin/game?language=de')
    expect(body).toContain('<code>translate_words_map_de</code>')
    expect(body).toContain('name="language" value="de"')
    const put = await admin.post('/admin/game/install', { folder, language: 'de' })
    expect(await admin.ended(put.location)).toContain('<code>translate_words_map_de</code> is translated now')
    expect(await textsOf(german)).toEqual({ [A]: 'Одна брама', [B]: 'Two gates' })
    expect(bytes()).toEqual(own)
    const out = await admin.post('/admin/game/uninstall')
    expect(await admin.ended(out.location)).toContain('own file again')
    expect(readFileSync(german)).toEqual(before)
  })

  it('names another folder: that of the texts, or the one of the game above it', async () => {
    const { body } = await admin.get(`/admin/game?folder=${encodeURIComponent(join(world.game.folder, 'Game'))}`)
    expect(body).toContain(`The game is in <code>${folder}</code>`)
    const none = await admin.get('/admin/game?folder=/nowhere')
    expect(none.body).toContain(`here is no ${NAMES[0]} in /nowhere`)
    const { status, body: said } = await admin.post('/admin/game/install', { folder: '/nowhere' })
    expect([status, said]).toEqual([409, expect.stringContaining(`here is no ${NAMES[0]} in /nowhere`)])
  })
})

describe('nobody else touches the game', () => {
  const tried = async (visitor: Visitor, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
    const page = await visitor.get('/admin/game', headers)
    expect(page.body).not.toContain('Put it into the game')
    for (const act of ['install', 'uninstall'])
      expect((await visitor.post(`/admin/game/${act}`, { folder }, headers)).status).toBe(403)
    expect(bytes()).toEqual(own)
  }
  it('not a moderator', async () => await tried(await world.as('moderator')))
  it('not over a proxy that windrow does not know', async () => await tried(admin, { 'x-forwarded-for': '10.0.0.9' }))
  it.each([
    ['from another machine', CONFIG, '10.0.0.9'],
    ['on a server that others can reach', { ...CONFIG, trustedProxy: ['127.0.0.1'] }, '127.0.0.1'],
  ])('not %s', async (_, config, address) => {
    const other = await siteWorld(config, address)
    onTestFinished(() => other.close())
    await tried(await other.as('super_admin'))
  })
})

it('makes translated files of uploads too, whose untouched files it keeps', async () => {
  const [main, diff] = own as [Buffer, Buffer]
  const file = (slot: string, content: Buffer) => ({ name: slot, fileName: `my ${slot}`, content })
  await admin.ended((await admin.upload('/admin/imports', [file('main', main), file('diff', diff)])).location)
  renameSync(folder, `${folder}-gone`)
  const moderator = await world.as('moderator')
  const made = await moderator.post('/admin/game/files')
  const [, first = '', second = ''] = links(await moderator.ended(made.location))
  expect([first, second].map((path) => path.split('/').at(-1))).toEqual([...NAMES])
  const copy = join(dirname(folder), 'copy')
  mkdirSync(copy)
  writeFileSync(join(copy, NAMES[0]), await download(moderator, first))
  expect(await textsOf(join(copy, NAMES[0]))).toEqual({ [A]: 'Одна брама', [B]: 'Two gates' })
  renameSync(`${folder}-gone`, folder)

  rmSync(join(world.app.store.folder, 'game', 'templates', 'diff'), { recursive: true })
  const { status, body: said } = await moderator.post('/admin/game/files')
  expect([status, said]).toEqual([409, expect.stringContaining('untouched files are no longer here')])
})

it('makes the file for a colleague, for admins only', async () => {
  const made = await admin.post('/admin/game/history')
  const [path = ''] = links(await admin.ended(made.location))
  expect((await download(admin, path)).toString()).toContain('"text":"Одна брама"')
  const moderator = await world.as('moderator')
  expect((await admin.get(`${made.location}/windrow-translation.zip`)).status).toBe(404)
  for (const each of [path, made.location ?? '']) expect((await moderator.get(each)).status).toBe(404)
  for (const name of ['none', '..%2f..%2fdata%2fmain%2fdata.mdb'])
    expect((await admin.get(`${made.location}/${name}`)).status).toBe(404)
})

it('backs up, and gives the backup to a super admin only', async () => {
  const made = await admin.post('/admin/game/backup')
  expect(await admin.ended(made.location)).toContain('The backup was made and verified')
  const [name = ''] = readdirSync(join(world.app.store.folder, 'backups'))
  expect(links((await admin.get('/admin/game')).body).join()).not.toContain('backups')
  expect((await admin.get(`/admin/game/backups/${name}`)).status).toBe(403)
  const owner = await world.as('super_admin')
  expect(links((await owner.get('/admin/game')).body)).toContain(`/admin/game/backups/${name}`)
  const kept = readFileSync(join(world.app.store.folder, 'backups', name))
  expect((await download(owner, `/admin/game/backups/${name}`)).equals(kept)).toBe(true)
  for (const other of ['none', `..%2fbackups%2f${name}`])
    expect((await owner.get(`/admin/game/backups/${other}`)).status).toBe(404)
})
