// The name of a saved filter in place of its parameters, in commands for agents.
import { expect, test } from 'vitest'
import { named } from '../../../src/app/actor.ts'
import { openAppIn } from '../../../src/app/open-app.ts'
import { saveFilter } from '../../../src/app/work/saved-filters.ts'
import { systemRandom } from '../../../src/base/crypto.ts'
import { createLog } from '../../../src/base/log.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { readUserByName } from '../../../src/store/people.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { runHere, testWorld } from '../../support/cli-world.ts'

const { at, write, run, json, done } = cliFolder()

test('rows lists and claims, and translate counts, what a saved filter finds', async () => {
  const rows = ['Iron gate', 'Wooden gate'].map((text, at) => JSON.stringify({ id: `000000000000000${at + 1}`, text }))
  write('main.jsonl', rows.join('\n'))
  write('localized.jsonl', JSON.stringify({ id: '0000000000000002', text: 'Дерев’яна брама' }))
  await done('import', '--main', 'main.jsonl', '--localized', 'localized.jsonl')
  await run('user', 'add', 'Ada', '--role', 'admin')
  const { clock } = testWorld(at())
  const parts = { clock, random: systemRandom, log: createLog({ level: 'silent' }), keyPrefix: 'wdr_' }
  const { app, leave } = await openAppIn(at('windrow-data'), { ...parts, apiV1EnabledByEnvironment: true })
  const ada = readUserByName(app.store.main, 'Ada')
  if (ada === undefined) throw new Error('Ada is not there')
  await saveFilter(app, named(ada), 'Machine work', { ...ALL_WORK, layer: 'machine' })
  await leave()

  const second = { rows: [{ row_id: '0000000000000002' }] }
  expect(await json('rows', '--filter', 'machine work', '--as', 'Ada')).toMatchObject(second)
  expect(await json('rows', '--claim', '--filter', 'Ada/Machine work', '--as', 'Ada')).toMatchObject(second)
  const options = ['--command', 'cat', '--model', 'm', '--language', 'uk', '--as', 'Ada', '--dry-run']
  expect(await json('translate', ...options, '--filter', 'Machine work')).toMatchObject({ all: { rows: 1 } })
  const unknown = await run('translate', ...options, '--filter', 'no such name')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('there are Ada/Machine work')])
  const remote = await runHere(['rows', '--filter', 'Machine work'], '', {
    WINDROW_URL: 'http://127.0.0.1:9',
    WINDROW_KEY: `wdr_${'1'.repeat(60)}`,
  })
  expect([remote.code, remote.stderr]).toEqual([2, expect.stringContaining('with --as')])
})
