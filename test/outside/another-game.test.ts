// A game whose texts have keys, on each runtime: its files in, texts through the gate, its files out (docs/another-game.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { unzip } from '../support/feed-reader.ts'
import { run, temporaryFolder } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { type FormPart, PASSWORD, SiteClient } from '../support/site-client.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const at = (...path: string[]): string => join(folder.path, ...path)
const windrow = (...argv: string[]) => run(argv, { env: { WINDROW_DATA: at('data') } })

const GAME: Readonly<Record<string, string>> = {
  'menu.json': '{"menu": {"start": "Start the game", "volume": "Volume: {0}"}}\n',
  'items.csv': 'key,text\r\nbow,"A bow, long"\r\n',
  'quests.po': 'msgid ""\nmsgstr ""\n\nmsgid "Bring three eggs"\nmsgstr ""\n',
  'talk.xliff':
    '<xliff version="1.2"><file source-language="en" datatype="plaintext" original="t"><body><trans-unit id="hello"><source>Hello</source></trans-unit></body></file></xliff>\n',
}
const OURS: Readonly<Record<string, string>> = {
  'menu.json': '{"menu": {"start": "Почати гру", "volume": "Гучність: {0}"}}\n',
  'items.csv': 'key,text\r\nbow,"Лук, довгий"\r\n',
  'quests.po': 'msgid ""\nmsgstr ""\n\nmsgid "Bring three eggs"\nmsgstr "Принеси три яйця"\n',
  'talk.xliff':
    '<xliff version="1.2"><file source-language="en" datatype="plaintext" original="t"><body><trans-unit id="hello"><source>Hello</source><target>Вітаю</target></trans-unit></body></file></xliff>\n',
}

test('JSON, a table, PO and XLIFF come in, are translated, and go out in place', async () => {
  for (const [name, files] of Object.entries({ game: GAME, ours: OURS })) {
    mkdirSync(at(name))
    for (const [file, text] of Object.entries(files)) writeFileSync(at(name, file), text)
  }
  const imported = await windrow('import', '--profile', 'generic', '--main', at('game'), '--json')
  expect(JSON.parse(imported.stdout)).toMatchObject({ rows: { added: 5 }, markup: 'braces' })
  const localized = await windrow('import', '--localized', at('ours'), '--json')
  expect(JSON.parse(localized.stdout)).toMatchObject({ localized: { written: 5, invalid: 0 } })
  const exported = await windrow('export', '--main', at('game'), '--out', at('out'))
  expect(exported).toMatchObject({ code: 0 })
  for (const [file, text] of Object.entries(OURS)) expect(readFileSync(at('out', file), 'utf8')).toBe(text)
  expect(await windrow('publish', '1.0', '--main', at('game'))).toMatchObject({ code: 0 })
})

test('a folder comes in by the site, and goes out as a ZIP with its own paths', async () => {
  const world = programWorld()
  onTestFinished(() => world.close())
  await world.done(['user', 'add', 'Ada', '--role', 'super_admin', '--password-stdin'], `${PASSWORD}\n`)
  const server = await world.serve()
  const visitor = await new SiteClient(server).signIn('Ada')
  const ended = (location: string | undefined): Promise<string> => visitor.ended(location)
  const inFolder = (slot: string, files: Readonly<Record<string, string>>): FormPart[] =>
    Object.entries(files).map(([file, content]) => ({ name: slot, fileName: `lang/ui/${file}`, content }))
  const upload = (...parts: FormPart[]) => visitor.upload('/admin/imports', parts)

  expect((await visitor.get('/admin/setup/game')).text).toContain('webkitdirectory')
  const generic: FormPart = { name: 'profile', content: 'generic' }
  const escaped = await upload(generic, { name: 'main', fileName: 'lang/../../menu.json', content: '{}' })
  expect([escaped.status, escaped.text]).toEqual([422, expect.stringContaining('some systems do not allow')])
  const hidden: FormPart = { name: 'main', fileName: 'lang/.git/config.json', content: '{"no": "text"}' }
  const first = await upload(generic, { name: 'then', content: 'rows' }, hidden, ...inFolder('main', GAME))
  const table = await ended(first.headers.location)
  expect(table).toContain('Nothing has been imported yet')
  const taken: [string, string][] = Object.keys(GAME).map((_, at) => ['taken', String(at)])
  const imported = await visitor.post(first.headers.location?.split('?')[0] ?? '', [['what', 'import'], ...taken])
  expect(await ended(imported.headers.location)).toBe('/admin/bench?note=game-imported')
  expect(await ended((await upload(...inFolder('localized', OURS))).headers.location)).toContain('approved">done')

  const bench = (await visitor.get('/admin/bench?layer=machine')).text
  expect(bench).not.toContain('neighbours here are not neighbours')
  // At the machine of the game it goes straight in, and out again.
  const folder = join(world.folder, 'player', 'ui')
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(GAME)) writeFileSync(join(folder, file), text)
  const player = join(world.folder, 'player')
  const plan = (await visitor.get(`/admin/game?folder=${encodeURIComponent(player)}`)).text
  expect(plan).toContain('<code>ui/menu.json</code> will be copied to a safe place, then replaced')
  await ended((await visitor.post('/admin/game/install', { folder: player })).headers.location)
  const inGame = () =>
    Object.fromEntries(Object.keys(GAME).map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  expect(inGame()).toEqual(OURS)
  await ended((await visitor.post('/admin/game/uninstall')).headers.location)
  expect(inGame()).toEqual(GAME)
  const made = await ended((await visitor.post('/admin/game/files')).headers.location)
  const path = /href="([^"]+\.zip)" download/.exec(made)?.[1] ?? ''
  const zip = await fetch(new URL(path, server.url), { headers: { cookie: visitor.head()['cookie'] ?? '' } })
  const files = unzip(Buffer.from(await zip.arrayBuffer()))
  expect(Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(
    Object.fromEntries(Object.entries(OURS).map(([file, text]) => [`ui/${file}`, text])),
  )
})
