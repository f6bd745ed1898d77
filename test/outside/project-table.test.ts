// The folder of another game by the site: what each file is taken for is shown as a table before anything is imported, and each can be
// ticked, left out or changed there (docs/another-game.md#on-the-site).
import { expect, onTestFinished, test } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { type FormPart, PASSWORD, SiteClient } from '../support/site-client.ts'

const manifest = (name: string): string =>
  JSON.stringify({ Name: name, Author: 'me', Version: '1.0.0', UniqueID: `me.${name}`, Description: 'A mod of words' })
const MODS: Readonly<Record<string, string>> = {
  'A/manifest.json': manifest('A'),
  'A/i18n/default.json': '{"hello": "Hello there", "bye": "Good bye"}',
  'A/i18n/uk.json': '{"hello": "Вітаю"}',
  'A/i18n/de.json': '{"hello": "Hallo", "bye": "Tschüss"}',
  'B/manifest.json': manifest('B'),
  'B/i18n/default.json': '{"frog": "A frog"}',
}

async function siteWithFolder() {
  const world = programWorld()
  onTestFinished(() => world.close())
  await world.done(['user', 'add', 'Ada', '--role', 'super_admin', '--password-stdin'], `${PASSWORD}\n`)
  const visitor = await new SiteClient(await world.serve()).signIn('Ada')
  /** Returns the address of the table, and the table. */
  const looked = async (location: string | undefined): Promise<{ readonly at: string; readonly table: string }> => ({
    at: location?.split('?')[0] ?? '',
    table: await visitor.ended(location),
  })
  const upload = async (files: Readonly<Record<string, string>>, ...more: readonly FormPart[]) => {
    const parts = Object.entries(files).map(([file, content]) => ({ name: 'main', fileName: `Mods/${file}`, content }))
    await visitor.get('/admin/setup/game')
    const answer = await visitor.upload('/admin/imports', [...more, ...parts])
    return await looked(answer.headers.location)
  }
  const send = async (at: string, fields: readonly (readonly [string, string])[]) =>
    (await visitor.post(at, fields)).headers.location
  return { world, visitor, upload, looked, send }
}

const GENERIC: FormPart = { name: 'profile', content: 'generic' }
const placesTaken = (table: string): string[] =>
  [...table.matchAll(/name="taken"[^>]* checked[^>]*>.*?<code>([^<]+)<\/code>/gs)].map(([, place = '']) => place)
const placesLeft = (table: string): string[] =>
  [...table.matchAll(/name="left"[^>]*>.*?<code>([^<]+)<\/code>/gs)].map(([, place = '']) => place)

test('a folder of mods: languages are chosen, files ticked on and off, and the choice is kept for the next import', async () => {
  const { world, visitor, upload, looked, send } = await siteWithFolder()
  const first = await upload(MODS, GENERIC)
  expect(placesTaken(first.table)).toEqual(['A/i18n/default.json', 'B/i18n/default.json'])
  expect(placesLeft(first.table)).toEqual(['A/manifest.json', 'B/manifest.json'])
  expect(first.table).toContain('2 files of other languages')
  expect((await visitor.get('/admin/imports')).text).toContain('waits for you')

  const ticks = [
    ['taken', '0'],
    ['taken', '1'],
  ] as const
  const again = await looked(await send(first.at, [['what', 'look'], ['target_language', 'uk'], ...ticks]))
  expect(again.table).toContain('<code>B/i18n/uk.json</code>')
  expect(again.table).toContain('1 already done')
  expect(again.table).toContain('1 file of another language')
  expect(await world.done(['stats', '--json'])).toContain('"rows": 0')

  const chosen = [
    ['what', 'import'],
    ['target_language', 'uk'],
    ['taken', '0'],
    ['left', '0'],
  ] as const
  const report = await visitor.ended(await send(again.at, chosen))
  expect(report).toContain('2 files, 7 texts')
  const rows = await world.done(['rows', '--json', '--as', 'Ada'])
  expect(rows).toContain('"key": "UniqueID"')
  expect(rows).not.toContain('A frog')
  expect(await world.done(['stats', '--json'])).toMatch(/"by_layer": \{\s*"manual": 0,\s*"machine": 1\b/)
  expect(await world.done(['setting', 'get', 'skip'])).toContain('/B/i18n/default.json, !/A/manifest.json')
  // An upload is imported once.
  expect((await visitor.post(again.at, chosen)).status).toBe(404)

  const next = await upload(MODS)
  expect(placesTaken(next.table)).toEqual(['A/i18n/default.json', 'A/manifest.json'])
  expect(placesLeft(next.table)).toEqual(['B/i18n/default.json', 'B/manifest.json'])
  expect(next.table).toContain('left out by you')
  const skip = ['skip', '/B/i18n/default.json, !/A/manifest.json'] as const
  const all = [['what', 'import'], ['target_language', 'uk'], ['left', '0'], skip, ...ticks] as const
  await visitor.ended(await send(next.at, all))
  expect(await world.done(['rows', '--json', '--as', 'Ada'])).toContain('A frog')
  expect((await world.done(['setting', 'get', 'skip'])).trim()).toContain('!/A/manifest.json')
})

test('a source that nothing names is asked for', async () => {
  const { world, visitor, upload, looked, send } = await siteWithFolder()
  const files = {
    'lang/de.json': '{"hello": "Hallo du", "bye": "Auf Wiedersehen"}',
    'lang/fr.json': '{"hello": "Bonjour", "bye": "Au revoir"}',
  }
  const first = await upload(files, GENERIC)
  expect(first.table).toContain('It is not clear which of these languages is the source')
  const asked = [
    ['source_language', 'de'],
    ['target_language', 'uk'],
  ] as const
  const again = await looked(await send(first.at, [['what', 'look'], ...asked]))
  expect(placesTaken(again.table)).toEqual(['lang/de.json'])
  expect(again.table).toContain('<code>lang/uk.json</code>')
  await visitor.ended(await send(again.at, [['what', 'import'], ...asked, ['taken', '0']]))
  const rows = await world.done(['rows', '--json', '--as', 'Ada'])
  expect(rows).toContain('Auf Wiedersehen')
  expect(rows).not.toContain('Au revoir')
})

test('the columns of a table are shown, and others can be chosen', async () => {
  const { world, visitor, upload, send } = await siteWithFolder()
  const { at, table } = await upload({ 'words.csv': 'id;note;english;comment\nbow;A bow;old bow;none\n' }, GENERIC)
  expect(table).toContain('from the header: english')
  await visitor.ended(
    await send(at, [
      ['what', 'import'],
      ['source_column', 'note'],
      ['taken', '0'],
    ]),
  )
  const rows = await world.done(['rows', '--json', '--as', 'Ada'])
  expect(rows).toContain('A bow')
  expect(rows).not.toContain('old bow')
})

test('what is no game is refused with its reason, and nothing of it stays', async () => {
  const { upload } = await siteWithFolder()
  const { table } = await upload({ 'readme.md': 'Nothing to read here' }, GENERIC)
  expect(table).toContain('has no file of a kind that windrow knows')
})
