// The name of a saved filter in place of its parameters, in commands for agents.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { named } from '../../../src/app/actor.ts'
import { openAppIn } from '../../../src/app/open-app.ts'
import { saveFilter } from '../../../src/app/work/saved-filters.ts'
import { systemRandom } from '../../../src/base/crypto.ts'
import { createLog } from '../../../src/base/log.ts'
import { systemClock } from '../../../src/base/time.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { readUserByName } from '../../../src/store/people.ts'
import { runHere } from '../../support/cli-world.ts'

let cwd = ''
beforeEach(() => (cwd = mkdtempSync(join(tmpdir(), 'windrow-filter-names-'))))
afterEach(() => rmSync(cwd, { recursive: true }))

const run = (...argv: string[]) => runHere([...argv, '--data', join(cwd, 'windrow-data')], '', {})

test('rows lists and claims, and translate counts, what a saved filter finds', async () => {
  const rows = ['Iron gate', 'Wooden gate'].map((text, at) => JSON.stringify({ id: `000000000000000${at + 1}`, text }))
  writeFileSync(join(cwd, 'main.jsonl'), rows.join('\n'))
  writeFileSync(join(cwd, 'localized.jsonl'), JSON.stringify({ id: '0000000000000002', text: 'Дерев’яна брама' }))
  const files = ['main', 'localized'].flatMap((slot) => [`--${slot}`, join(cwd, `${slot}.jsonl`)])
  expect((await run('import', ...files)).code).toBe(0)
  await run('user', 'add', 'Ada', '--role', 'admin')
  const parts = { clock: systemClock, random: systemRandom, log: createLog({ level: 'silent' }), keyPrefix: 'wdr_' }
  const { app, leave } = await openAppIn(join(cwd, 'windrow-data'), { ...parts, apiV1EnabledByEnvironment: true })
  const ada = readUserByName(app.store.main, 'Ada')
  if (ada === undefined) throw new Error('Ada is not there')
  await saveFilter(app, named(ada), 'Machine work', { ...ALL_WORK, layer: 'machine' })
  await leave()

  const listed = await run('rows', '--filter', 'machine work', '--as', 'Ada', '--json')
  const idsIn = (text: string): string[] =>
    (JSON.parse(text) as { rows: { row_id: string }[] }).rows.map(({ row_id: id }) => id)
  expect(idsIn(listed.stdout)).toEqual(['0000000000000002'])
  const claimed = await run('rows', '--claim', '--filter', 'Ada/Machine work', '--as', 'Ada', '--json')
  expect(idsIn(claimed.stdout)).toEqual(['0000000000000002'])
  const options = ['--command', 'cat', '--model', 'm', '--language', 'uk', '--as', 'Ada', '--dry-run', '--json']
  const planned = await run('translate', ...options, '--filter', 'Machine work')
  expect(JSON.parse(planned.stdout)).toMatchObject({ all: { rows: 1 } })
  const unknown = await run('translate', ...options, '--filter', 'no such name')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('there are Ada/Machine work')])
  const remote = await runHere(['rows', '--filter', 'Machine work'], '', {
    WINDROW_URL: 'http://127.0.0.1:9',
    WINDROW_KEY: `wdr_${'1'.repeat(60)}`,
  })
  expect([remote.code, remote.stderr]).toEqual([2, expect.stringContaining('with --as')])
})
