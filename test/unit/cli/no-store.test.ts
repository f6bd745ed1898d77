// Commands that only read, or change what is there, in a folder that is not the one of the store: they say so and make none,
// for the list of an empty store looks as if nobody were there.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runIn } from '../../support/cli-world.ts'

const cwd = mkdtempSync(join(tmpdir(), 'windrow-no-store-'))
afterAll(() => rmSync(cwd, { recursive: true }))

test.each([
  'user list',
  'user role Ada admin',
  'user state Ada blocked',
  'user password Ada --password-stdin',
  'user quota Ada 5',
  'key create --user Ada',
  'key list',
  'key show 1',
  'key regenerate 1',
  'key deactivate 1',
  'key activate 1',
  'key adjust 1 --requests-per-minute 5',
  'key revoke 1',
  'key limit 1 --show-info 5',
  'setting list',
  'setting get caption_policy',
  'glossary list',
  'glossary export',
  'proposal list',
  'proposal show 1',
  'proposal approve 1 --as Ada',
  'proposal reject 1 --as Ada --reason late',
  'log',
  'revert --model M',
  'rows --as Ada',
  'stats',
  'check',
  'check-texts',
  'consistency',
  'backup copy',
  'export --to dump.jsonl',
])('windrow %s', async (line) => {
  expect(await runIn(cwd, line.split(' '), 'four words in a row')).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: there is no store in ${join(cwd, 'windrow-data')}; import game files first, or name the folder with --data\n`,
  })
  expect(readdirSync(cwd)).toEqual([])
})
