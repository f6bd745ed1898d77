// A store with nothing but the sample becomes the game whose files come first (docs/start.md#start): of either kind, and without the sample.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importSample } from '../../../src/app/upkeep/set-up-sample.ts'
import { systemClock } from '../../../src/base/time.ts'
import { readAsset } from '../../../src/runtime/assets.ts'
import { openApp } from '../../support/app-world.ts'
import { runIn } from '../../support/cli-world.ts'

let cwd = ''
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'windrow-over-'))
  const app = openApp(join(cwd, 'windrow-data'), systemClock)
  await importSample(app, readAsset, new AbortController().signal)
  await app.store.close()
})
afterEach(() => rmSync(cwd, { recursive: true }))

const windrow = (...argv: string[]) => runIn(cwd, argv)
const file = (name: string, content: string): string => {
  writeFileSync(join(cwd, name), content)
  return join(cwd, name)
}
const rows = async (): Promise<number> =>
  (JSON.parse((await windrow('stats', '--json')).stdout) as { rows: number }).rows

it('takes a folder for another game without being told, and says that the sample leaves', async () => {
  mkdirSync(join(cwd, 'game'))
  writeFileSync(join(cwd, 'game', 'en.json'), JSON.stringify({ a: 'Hello, %s', b: 'Stay, %s' }))
  const said = await windrow('import', '--main', join(cwd, 'game'))
  expect([said.code, said.stderr]).toEqual([
    0,
    expect.stringContaining('the sample leaves, and your game takes its place'),
  ])
  expect(said.stdout).toContain('2 texts, all new')
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
  expect((await windrow('import', '--profile', 'generic', '--main', join(cwd, 'en.json'))).code).toBe(0)
  expect(await rows()).toBe(1)
})

it('lets none of its files stay beside those of Where Winds Meet', async () => {
  const main = file('main.jsonl', '{"id":"00000000000000a1","text":"The first row"}\n')
  const said = await windrow('import', '--main', main)
  expect([said.code, said.stderr]).toEqual([0, ''])
  expect(await rows()).toBe(1)
})
