// A store with nothing but the sample becomes the game whose files come first (docs/start.md#start): of either kind, and without the sample.
import { beforeEach, expect, it } from 'vitest'
import { importSample } from '../../../src/app/upkeep/set-up-sample.ts'
import { systemClock } from '../../../src/base/time.ts'
import { readAsset } from '../../../src/runtime/assets.ts'
import { openApp } from '../../support/app-world.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { endOf, testWorld } from '../../support/cli-world.ts'

const { at, write: file, run: windrow, type, json } = cliFolder()
beforeEach(async () => {
  const app = openApp(at('windrow-data'), systemClock)
  await importSample(app, readAsset, new AbortController().signal)
  await app.store.close()
})

const rows = async (): Promise<number> => (await json('stats')).rows

it('takes a folder for another game without being told, and says that the sample leaves', async () => {
  file('game/en.json', JSON.stringify({ a: 'Hello, %s', b: 'Stay, %s' }))
  const said = await windrow('import', '--main', 'game')
  expect([said.code, said.stderr]).toEqual([0, expect.stringContaining('your game replaces the sample')])
  expect(said.stdout).toMatch(/^2 texts, all new\ndone in/)
  expect(await rows()).toBe(2)
  expect((await windrow('setting', 'get', 'markup')).stdout).toContain('printf')
  expect((await windrow('check')).code).toBe(0)
})

it('takes a file of another game that is named so, and keeps the sample if it cannot be read', async () => {
  const damaged = await windrow('import', '--profile', 'generic', '--main', file('broken.json', '{"a": }'))
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('broken.json')])
  expect(await rows()).toBe(401)
  const tried = await windrow(
    'import',
    '--profile',
    'generic',
    '--dry-run',
    '--main',
    file('en.json', '{"a": "Hello"}'),
  )
  expect([tried.code, tried.stderr]).toEqual([2, expect.stringContaining('--describe')])
  expect((await windrow('import', '--profile', 'generic', '--main', at('en.json'))).code).toBe(0)
  expect(await rows()).toBe(1)
})

it('lets none of its files stay beside those of Where Winds Meet', async () => {
  const main = file('main.jsonl', '{"id":"00000000000000a1","text":"The first row"}\n')
  const said = await windrow('import', '--main', main)
  expect([said.code, said.stderr]).toEqual([0, ''])
  expect(await rows()).toBe(1)
})

/** What a store of the sample alone says of itself. */
const isUntouched = async (): Promise<void> => {
  expect(await rows()).toBe(401)
  expect((await windrow('setting', 'get', 'profile')).stdout).toContain('where-winds-meet')
  expect((await windrow('check')).code).toBe(0)
}
const folder = (name: string, files: Readonly<Record<string, object>>): string => {
  for (const [each, texts] of Object.entries(files)) file(`${name}/${each}`, JSON.stringify(texts))
  return at(name)
}
const lines = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `{"id":"${(at + 0xa1).toString(16).padStart(16, '0')}","text":"Row ${at}"}\n`,
  ).join('')

it('stays as it was when the other game is refused, is declined, or comes with a damaged translation', async () => {
  const unclear = await windrow(
    'import',
    '--main',
    folder('two', { 'de.json': { a: 'Hallo' }, 'fr.json': { a: 'Salut' } }),
  )
  expect([unclear.code, unclear.stderr]).toEqual([1, expect.stringContaining('nothing was changed')])
  expect(unclear.stderr).not.toContain('the sample leaves')
  await isUntouched()

  const main = folder('game', { 'en.json': { a: 'Hello' } })
  const broken = await windrow('import', '--main', main, '--localized', file('broken.json', '{"a": }'))
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('broken.json')])
  await isUntouched()

  const terminal = { ...testWorld(at(), {}, 'n\n'), isTty: true, ask: async () => [] }
  const declined = await endOf(['import', '--main', main], terminal)
  expect(declined.code).toBe(1)
  expect(declined.stderr).toMatch(/import these files\? \[Y\/n\].*nothing was imported/s)
  await isUntouched()

  const named = await windrow('import', '--main', main, '--format', 'jsonl')
  expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('--format')])
  await isUntouched()
})

it.each([
  ['wrote', 'super_admin'],
  ['proposed', 'translator'],
])("keeps texts that somebody %s for the sample's rows, until they are given up by name", async (_, role) => {
  await windrow('user', 'add', 'mira', '--role', role)
  const { rows: listed } = await json('rows', '--as', 'mira', '--limit', '1')
  const text = JSON.stringify({ row_id: listed[0].row_id, text: 'Текст' })
  expect((await type(`${text}\n`, 'write', '--model', 'm', '--as', 'mira')).code).toBe(0)
  const other = folder('game', { 'en.json': { a: 'Hello' } })
  for (const main of [other, file('main.jsonl', lines(1))]) {
    const refused = await windrow('import', '--main', main)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--allow-retire')])
    await isUntouched()
  }
  expect((await windrow('import', '--allow-retire', '--main', other)).code).toBe(0)
  expect(await rows()).toBe(1)
  expect((await windrow('check')).code).toBe(0)
})

it("takes no person's game for the sample because of its folder's name", async () => {
  const own = ['--data', 'own']
  expect((await windrow('import', ...own, '--main', file('sample-game/main.jsonl', lines(1000)))).code).toBe(0)
  const short = await windrow('import', ...own, '--main', file('short.jsonl', lines(3)))
  expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('--allow-retire')])
  const other = await windrow('import', ...own, '--profile', 'generic', '--main', file('en.json', '{"a": "Hello"}'))
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('Where Winds Meet')])
  expect(await json('stats', ...own)).toMatchObject({ rows: 1000 })
})

it('tells of a profile that is not there by its name', async () => {
  const said = await windrow('import', '--profile', 'mine.json', '--main', file('strings.json', '{"a": "One"}'))
  expect(said.stderr).toMatch(/there is no file \S*mine\.json; check the name/)
})
