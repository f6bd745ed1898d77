// `windrow suggestion list`, `approve` and `reject`, through the whole command line on a real store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../src/base/time.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import { nextId, putSuggestion, SUGGESTION } from '../../../src/store/records.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { runIn } from '../../support/cli-world.ts'

let cwd = ''
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'windrow-term-proposal-'))
  await run('user', 'add', 'Ada', '--role', 'translator')
  const store = openStore(join(cwd, 'windrow-data'), systemClock)
  for (const source of ['gate', 'hero']) {
    await writeOrThrow(store, (txn) =>
      putSuggestion(txn, null, {
        id: nextId(txn, SUGGESTION),
        status: 'pending',
        kind: 'term',
        what: { source, forms: ['слово*'], caseSensitive: false, doNotTranslate: false, note: 'a word' },
        rowIds: [],
        provider: 'p',
        model: 'm',
        authorId: 1,
        keyId: null,
        createdAtMs: txn.timeMs,
        deciderId: null,
        decidedAtMs: null,
        reason: null,
      }),
    )
  }
  await store.close()
})
afterEach(() => rmSync(cwd, { recursive: true }))

const run = (...argv: string[]) => runIn(cwd, argv)
const listed = async (...argv: string[]): Promise<string[]> =>
  (JSON.parse((await run('suggestion', 'list', '--json', ...argv)).stdout) as { id: number; status: string }[]).map(
    ({ id, status }) => `${id} ${status}`,
  )

test('lists proposed terms, adds one, and rejects one with a reason', async () => {
  expect(await listed()).toEqual(['1 pending', '2 pending'])
  expect((await run('suggestion', 'approve', '1')).code).toBe(0)
  expect((await run('suggestion', 'reject', '2', '--reason', 'an ordinary word')).code).toBe(0)
  expect(await listed('--status', 'pending')).toEqual([])
  expect(await listed()).toEqual(['1 approved', '2 rejected'])
  expect((await run('glossary', 'list')).stdout).toMatch(/gate +слово\*/)
  expect((await run('glossary', 'list')).stdout).not.toContain('hero')
})

test('says what is wrong', async () => {
  await run('suggestion', 'approve', '1')
  expect(await run('suggestion', 'approve', '1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('suggestion 1 was already approved') as string,
  })
  expect((await run('suggestion', 'approve', 'x')).stderr).toContain('there is no such suggestion')
  expect((await run('suggestion', 'reject', '2', '--reason', ' ')).code).toBe(2)
})
