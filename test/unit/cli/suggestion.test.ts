// `windrow suggestion list`, `approve` and `reject`, through the whole command line on a real store.
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../src/base/time.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import { nextId, putSuggestion, SUGGESTION } from '../../../src/store/records.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, run, json } = cliFolder()
beforeEach(async () => {
  await run('user', 'add', 'Ada', '--role', 'translator')
  const store = openStore(at('windrow-data'), systemClock)
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

const listed = async (...argv: string[]): Promise<string[]> =>
  (await json('suggestion', 'list', ...argv)).map(({ id, status }: { id: number; status: string }) => `${id} ${status}`)

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
