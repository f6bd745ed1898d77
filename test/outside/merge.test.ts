// The two commands of a merge as people use them (docs/merging.md): a fork goes its own way, both take in the other's work,
// and in the end both have the same; through pipes too; and the site's upload.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf, jsonLines } from '../support/game-files.ts'
import { done, run, temporaryFolder } from '../support/program.ts'
import { setPasswords, SiteClient } from '../support/site-client.ts'
import { canShow } from '../support/under-wine.ts'
import { ROWS, type V1World, v1World } from '../support/v1-world.ts'

const temporary = temporaryFolder()
const at = (name: string): string => join(temporary.path, name)
const rows = Array.from({ length: 30 }, (_, row) => row + 1)
const dump = (name: string, texts: (row: number) => string | null): string => {
  const lines = rows.map((row) => ({ id: idOf(row), text: texts(row) })).filter(({ text }) => text !== null)
  writeFileSync(at(name), jsonLines(lines))
  return at(name)
}
const [team, fork] = [
  ['--data', at('team')],
  ['--data', at('fork')],
] as const
const json = async (...argv: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await done([...argv, '--json'])) as Record<string, unknown>

const main = dump('main.jsonl', (row) => `The gate of garden ${row} is open`)
for (const data of [team, fork]) await done(['import', '--main', main, ...data])
const first = dump('first.jsonl', (row) => `Ворота саду ${row} відчинені`)
await done(['import', '--localized', first, ...team])
afterAll(() => temporary.remove())

it('a fork goes its own way, and in the end both have the same', async () => {
  expect(await json('export', '--to', at('base.jsonl'), '--with-history', ...team)).toMatchObject({ revisions: 30 })
  expect(await json('merge', at('base.jsonl'), ...fork)).toMatchObject({ changed: 30, revisions: 30, taken: 30 })
  const ours = dump('ours.jsonl', (row) => (row % 2 === 0 ? `Брама саду ${row} відчинена` : null))
  const theirs = dump('theirs.jsonl', (row) => (row % 3 === 0 ? `Браму саду ${row} відчинено` : null))
  await done(['import', '--localized', ours, '--overwrite-all', ...team])
  await done(['import', '--localized', theirs, '--overwrite-all', ...fork])
  await done(['export', '--to', at('team.jsonl'), '--with-history', ...team])
  await done(['export', '--to', at('fork.jsonl'), '--with-history', ...fork])

  const tried = await json('merge', at('fork.jsonl'), '--dry-run', ...team)
  expect(tried).toMatchObject({ rows: 30, changed: 10, revisions: 10, taken: 10, conflicts: 5 })
  expect(tried['examples']).toHaveLength(10)
  const report = at('report.jsonl')
  const { examples: _, seconds: __, ...counts } = tried
  expect(await json('merge', at('fork.jsonl'), '--report', report, ...team)).toMatchObject(counts)
  expect(readFileSync(report, 'utf8').trimEnd().split('\n')).toHaveLength(10)
  expect(await json('merge', at('team.jsonl'), ...fork)).toMatchObject({ changed: 15, taken: 10, conflicts: 5 })
  expect(await json('merge', at('team.jsonl'), ...fork)).toMatchObject({ changed: 0 })

  const game = async (data: readonly string[]): Promise<string> => await done(['export', '--to', '-', ...data])
  expect(await game(fork)).toBe(await game(team))
  // The merge says its number; taken back by it, the texts from before are in force.
  const again = ['--data', at('again')]
  await done(['backup', at('fork.backup'), ...fork])
  await done(['restore', at('fork.backup'), ...again])
  await done(['import', '--localized', dump('late.jsonl', () => 'Сад зачинено'), '--overwrite-all', ...again])
  await done(['export', '--to', at('late.history'), '--with-history', ...again])
  await done(['restore', at('fork.backup'), '--data', at('back')])
  const said = await done(['merge', at('late.history'), '--data', at('back')])
  const [, number = ''] = /; windrow revert --import (\d+) takes its texts back$/.exec(said) ?? []
  expect(await game(['--data', at('back')])).toBe(await game(again))
  await done(['revert', '--import', number, '--data', at('back')])
  expect(await game(['--data', at('back')])).toBe(await game(fork))
  for (const data of [team, fork]) {
    expect((await run(['check', ...data])).code).toBe(0)
    expect(await json('proposal', 'list', ...data)).toHaveLength(5)
  }
})

it('a store with other rules says which of them refuse texts, and ends with 3', async () => {
  const strict = ['--data', at('strict')] as const
  await done(['import', '--main', dump('strict.jsonl', (row) => `The gate of garden ${row} is open`), ...strict])
  writeFileSync(at('terms.csv'), 'source,forms\ngarden,город*\n')
  await done(['glossary', 'import', at('terms.csv'), ...strict])
  await done(['export', '--to', at('other.jsonl'), '--with-history', ...team])
  for (const more of [['--dry-run'], []]) {
    const merged = await run(['merge', at('other.jsonl'), ...more, ...strict])
    expect([merged.code, merged.stdout]).toEqual([
      3,
      expect.stringMatching(
        /^\d+ texts were not taken: the rules here refuse them \(GLOSSARY_01 \d+; --report names each\)/m,
      ),
    ])
  }
})

it.runIf(canShow('a named pipe'))('the history goes through pipes, and half of one is refused', async () => {
  const history = await done(['export', '--to', '-', '--with-history', '--quiet', ...team])
  const merged = await run(['merge', '-', '--json', ...fork], { input: history })
  expect(JSON.parse(merged.stdout)).toMatchObject({ rows: 30, changed: 0 })
  execFileSync('mkfifo', [at('pipe')])
  const reading = run(['merge', at('pipe'), '--report', '-', ...fork])
  await writeFile(at('pipe'), history)
  expect((await reading).code).toBe(0)
  const half = await run(['merge', '-', ...fork], { input: history.slice(0, history.length / 2) })
  expect(half.code).toBe(1)
  expect(half.stderr).toMatch(/error: stdin, line \d+: .*; nothing was changed/)
  const other = await run(['merge', at('main.jsonl'), ...fork])
  expect(other.stderr).toContain('expected a file that windrow export --to FILE --with-history wrote')
})

describe('the site', () => {
  let world: V1World<'ada'>
  let ada: SiteClient
  beforeAll(async () => {
    world = await v1World({ ada: { user: 'ada', role: 'admin' } })
    await setPasswords(world.data, ['ada'])
    ada = await new SiteClient(world.server).signIn('ada')
  })
  afterAll(() => world.close())

  /** The page of a run, when it is over. */
  const upload = async (content: string, ...options: string[]): Promise<string> => {
    const ticked = options.map((name) => ({ name, content: 'on' }))
    const answer = await ada.upload('/admin/imports', [{ name: 'history', fileName: 'team.jsonl', content }, ...ticked])
    expect(answer.status).toBe(303)
    return await ada.ended(answer.headers.location)
  }

  it('shows counts and examples first, merges, and the audit names it', async () => {
    const text = 'Ласкаво просимо додому, мандрівнику.'
    const texts = at('site.jsonl')
    writeFileSync(texts, `${JSON.stringify({ id: ROWS.plain, text })}\n`)
    const copy = ['--data', at('copy')]
    await done(['backup', at('copy.backup'), '--data', world.data])
    await done(['restore', at('copy.backup'), ...copy])
    await done(['import', '--localized', texts, '--overwrite-all', ...copy])
    const history = await done(['export', '--to', '-', '--with-history', '--quiet', ...copy])

    const tried = await upload(history, 'dry-run')
    expect(tried).toContain('<h2>Examples</h2>')
    expect(tried).toContain(text)
    expect((await ada.get(`/admin/rows/${ROWS.plain}`)).text).not.toContain(text)
    const merged = await upload(history)
    expect(merged).toContain('approved">done')
    expect(merged).toMatch(/href="\/admin\/undo\?import=\d+"/)
    const row = (await ada.get(`/admin/rows/${ROWS.plain}`)).text
    expect(row).toContain(text)
    expect(row).toContain('came by a merge, written there')
    const audit = (await ada.get('/admin/audit')).text
    expect(audit).toContain('store.merge')
    expect(audit).toContain('team.jsonl')
  })
})
