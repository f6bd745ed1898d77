// Three pairs of files as the independent generator makes them, imported, updated one pair alone, translated and exported; the
// independent reader judges each file.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import type { Json } from '../support/v1-client.ts'

const ORACLE = join(import.meta.dirname, '../oracle/game-files.mjs')
const EN = 'translate_words_map_en'
const NAMES = ['', '__small', '__extra'].flatMap((pair) => [`${EN}${pair}`, `${EN}${pair}_diff`])

const world = programWorld()
const game = join(world.folder, 'game')
mkdirSync(game)
make('', 600, 7)
make('__small', 120, 5)
make('__extra', 60, 3)
afterAll(() => world.close())

function oracle(...argv: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ORACLE, ...argv], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`game-files.mjs ${argv.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
function make(pair: string, entries: number, shards: number, seed = shards): void {
  const main = join(game, `${EN}${pair}`)
  oracle('make', main, '--entries', `${entries}`, '--shards', `${shards}`, '--seed', `${seed}`)
  oracle('make', `${main}_diff`, '--diff-of', main, '--changed', '10', '--added', '4', '--deleted', '3', '--seed', '9')
}

interface Entry {
  readonly id: string
  readonly text?: string
  readonly deleted?: boolean
}
/** As the independent reader sees it. */
function entriesOf(path: string): readonly Entry[] {
  const to = join(world.folder, 'dump.jsonl')
  oracle('dump', path, to)
  return readFileSync(to, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)
}
const filesAs = (command: 'import' | 'export', names = NAMES): string[] =>
  names
    .flatMap((name) => [name === EN ? '--main' : name === `${EN}_diff` ? '--diff' : '--also', join(game, name)])
    .concat(command === 'export' ? ['--out', join(world.folder, 'out'), '--force'] : [])
const json = async (...argv: string[]): Promise<Json> => JSON.parse(await world.done([...argv, '--json']))
const out = (name: string): string => join(world.folder, 'out', name)

it('untranslated files come back byte for byte, and translated ones hold each text where its source is', async () => {
  const first = await json('import', ...filesAs('import'))
  await json('export', ...filesAs('export'))
  for (const name of NAMES) expect(readFileSync(out(name)).equals(readFileSync(join(game, name)))).toBe(true)

  // One pair alone gets a patch: no row of another pair is changed or retired.
  make('__small', 125, 5, 77)
  const small = NAMES.filter((name) => name.includes('small'))
  const patched = await json('import', ...filesAs('import', small), '--allow-retire')
  const others = NAMES.filter((name) => !name.includes('small')).flatMap((name) => entriesOf(join(game, name)))
  const all = NAMES.flatMap((name) => entriesOf(join(game, name)))
  expect(patched['rows']['total']).toBe(new Set(all.map(({ id }) => id)).size)
  expect(patched['rows']['unchanged']).toBeGreaterThanOrEqual(new Set(others.map(({ id }) => id)).size)
  expect(first['rows']['added']).toBeGreaterThan(0)

  for (const option of ['localized', 'localized-diff']) {
    const ids = new Set(
      NAMES.filter((name) => name.endsWith('_diff') === option.endsWith('-diff'))
        .flatMap((name) => entriesOf(join(game, name)))
        .flatMap(({ id, deleted }) => (deleted === true ? [] : [id])),
    )
    const localized = join(world.folder, `${option}.jsonl`)
    writeFileSync(localized, [...ids].map((id) => `${JSON.stringify({ id, text: `Переклад ${id}` })}\n`).join(''))
    await json('import', `--${option}`, localized)
  }
  const exported = await json('export', ...filesAs('export'))
  expect(exported['warnings']).toEqual([])
  const files = exported['files'] as readonly Json[]
  for (const [at, name] of NAMES.entries()) {
    const [before, after] = [entriesOf(join(game, name)), entriesOf(out(name))]
    expect(after.map(({ id, deleted }) => [id, deleted])).toEqual(before.map(({ id, deleted }) => [id, deleted]))
    const translated = after.filter(({ text }, i) => text !== before[i]?.text)
    expect(translated.every(({ id, text }) => text === `Переклад ${id}`)).toBe(true)
    expect(translated.length).toBe(files[at]?.['layers']['machine'])
    expect(translated.length).toBeGreaterThan(0)
  }
  expect(await world.done(['check'])).toContain('everything agrees')
})
