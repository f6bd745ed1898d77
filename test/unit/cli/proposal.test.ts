// `windrow proposal` (docs/command-line.md#proposal; docs/rows.md#proposals), run through the whole command line
// on a real store.
import { named } from '../../../src/app/actor.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app/app.ts'
import { submitProposal } from '../../../src/app/writes/write-single.ts'
import { localTime } from '../../../src/cli/streams/lines.ts'
import { readHeads } from '../../../src/store/rows/heads.ts'
import { readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { textLines } from '../../support/game-files.ts'
import { openApp } from '../../support/app-world.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const [rowA, rowB] = ['00000000000000a1', '00000000000000a2'] as const
const start = '2026-03-14T09:26:53.589Z'

const { at, write, run, json } = cliFolder()
beforeEach(async () => {
  await importTexts({ [rowA]: 'Welcome home, wanderer.', [rowB]: 'You have %d coins.' })
  for (const [name, role] of [
    ['Taras', 'translator'],
    ['Olena', 'moderator'],
    ['Ihor', 'admin'],
  ] as const)
    await run('user', 'add', name, '--role', role)
})

const ids = async (...argv: string[]): Promise<number[]> =>
  (await json('proposal', 'list', ...argv)).map(({ id }: { id: number }) => id)

async function importTexts(texts: Readonly<Record<string, string>>): Promise<void> {
  write('main.jsonl', textLines(texts))
  expect((await run('import', '--main', 'main.jsonl', '--quiet')).stderr).toBe('')
}

async function withApp<T>(work: (app: App) => Promise<T> | T): Promise<T> {
  const clock = { nowMs: () => Date.parse(start), monotonicMs: () => performance.now() }
  const app = openApp(at('windrow-data'), clock)
  try {
    return await work(app)
  } finally {
    await app.store.close()
  }
}

const propose = (author: string, rowId: string, text: string, isWaived = false): Promise<void> =>
  withApp(async (app) => {
    const user = readUserByName(app.store.main, author)
    if (user === undefined) throw new Error(`nobody is named ${author}`)
    const waivers = { glossary: false, validation: isWaived }
    const request = { rowId, text, sourceHash: null, waivers, waitMsMax: 5_000, takes: () => true }
    expect((await submitProposal(app, named(user), request)).ok).toBe(true)
  })

const pending = {
  id: 1,
  version: 1,
  status: 'pending',
  row_id: rowA,
  text: 'Вітаємо вдома.',
  author: 'Taras',
  stale: false,
  waived: false,
  created_at: start,
  updated_at: start,
  reviewer: null,
  reviewed_at: null,
  reason: null,
}

describe('list', () => {
  test('gives every proposal, or those of one status or author, ascending by id', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    await propose('Olena', rowA, 'З поверненням.')
    await propose('Taras', rowB, 'У вас %d монет.')
    await run('proposal', 'approve', '2', '--as', 'Ihor')
    expect(await ids()).toEqual([1, 2, 3])
    expect(await ids('--status', 'pending')).toEqual([1, 3])
    expect(await ids('--status', 'approved')).toEqual([2])
    expect(await ids('--author', 'taras')).toEqual([1, 3])
    expect(await ids('--author', 'Olena', '--status', 'rejected')).toEqual([])
    expect(await json('proposal', 'list', '--status', 'pending')).toMatchObject([pending, { id: 3, row_id: rowB }])
  })

  test('is a table for people', async () => {
    await propose('Taras', rowA, 'Вітаємо\nвдома.')
    const { code, stdout } = await run('proposal', 'list')
    expect(code).toBe(0)
    const changed = localTime(Date.parse(start)).replace('+', '\\+')
    expect(stdout.split('\n')[1]).toMatch(new RegExp(`^1 +pending +${rowA} +Taras +${changed} +Вітаємо вдома\\.$`))
  })

  test('proposals for rows with a label', async () => {
    await propose('Taras', rowA, 'Вітаю вдома, мандрівнику.')
    await propose('Taras', rowB, 'У тебе %d монет.')
    await run('label', 'add-rule', 'Money', 'source', '--pattern', '*coins*')
    expect(await json('proposal', 'list', '--label', 'money')).toMatchObject([{ id: 2, row_id: rowB }])
    expect(await ids('--label', '-', '--status', 'pending')).toEqual([1])
    expect(await run('proposal', 'list', '--label', 'coins')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no label "coins"'),
    })
  })

  test('an unknown author is exit 1, an unknown status is wrong usage', async () => {
    expect((await run('proposal', 'list', '--author', 'Nobody')).code).toBe(1)
    expect((await run('proposal', 'list', '--status', 'lost')).code).toBe(2)
  })

  test('hides the pending proposals of a retired row until it is back', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    await importTexts({ [rowB]: 'You have %d coins.' })
    expect(await ids()).toEqual([])
    expect((await run('proposal', 'show', '1')).code).toBe(1)
    await importTexts({ [rowA]: 'Welcome home, wanderer.', [rowB]: 'You have %d coins.' })
    expect(await ids()).toEqual([1])
  })
})

describe('show', () => {
  test('gives one proposal', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    expect(await json('proposal', 'show', '1')).toEqual(pending)
  })

  test('shows people the source and the proposed text', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    const { stdout } = await run('proposal', 'show', '1')
    for (const part of ['Welcome home, wanderer.', 'Вітаємо вдома.', 'author: Taras']) expect(stdout).toContain(part)
  })

  test.each(['2', 'abc', '-1', '99999999999'])('an unknown id is exit 1: %s', async (id) => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    const { code, stderr } = await run('proposal', 'show', '--', id)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: there is no proposal .*\n$/) })
  })
})

describe('approve', () => {
  test('makes the text the manual translation, in the reviewer’s name', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    expect(await json('proposal', 'approve', '1', '--as', 'olena')).toEqual({
      ...pending,
      status: 'approved',
      updated_at: expect.any(String),
      reviewer: 'Olena',
      reviewed_at: expect.any(String),
    })
    const { manual } = await withApp((app) => readHeads(app.store.main, 1))
    expect(manual).toMatchObject({
      text: 'Вітаємо вдома.',
      status: 'approved',
      authorId: 1,
      approverId: 2,
      proposalId: 1,
    })
  })

  test('takes a reviewer who may review', async () => {
    await propose('Olena', rowA, 'Вітаємо вдома.')
    expect((await run('proposal', 'approve', '1')).code).toBe(2)
    expect((await run('proposal', 'approve', '1', '--as', 'Nobody')).code).toBe(1)
    expect((await run('proposal', 'approve', '1', '--as', 'Taras')).code).toBe(1)
    expect(await json('proposal', 'show', '1')).toMatchObject({ status: 'pending' })
  })

  test('one’s own takes an admin', async () => {
    await propose('Olena', rowA, 'Вітаємо вдома.')
    await propose('Ihor', rowB, 'У вас %d монет.')
    expect((await run('proposal', 'approve', '1', '--as', 'Olena')).stderr).toContain('own')
    expect((await run('proposal', 'approve', '2', '--as', 'Ihor')).code).toBe(0)
  })

  test('of a changed source needs --confirm-source', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    await importTexts({ [rowA]: 'Welcome home, traveller.', [rowB]: 'You have %d coins.' })
    expect(await json('proposal', 'show', '1')).toMatchObject({ stale: true, version: 1 })
    const refused = await run('proposal', 'approve', '1', '--as', 'Olena')
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('--confirm-source'),
    })
    expect(await json('proposal', 'approve', '1', '--as', 'Olena', '--confirm-source')).toMatchObject({
      status: 'approved',
      stale: false,
      version: 1,
    })
  })

  test('runs the gate again: what no longer passes stays pending', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    await importTexts({ [rowA]: '12:34', [rowB]: 'You have %d coins.' })
    const { code, stderr } = await run('proposal', 'approve', '1', '--as', 'Olena', '--confirm-source')
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('nothing to translate') })
  })

  test('keeps a legacy waiver, for who says that they saw what it lifts', async () => {
    await propose('Taras', rowB, 'У вас є монети.', true)
    const { stdout } = await run('proposal', 'show', '1')
    expect(stdout).toMatch(/^waived: true$/m)
    expect(stdout).toMatch(/^waived TAGS_01: .*%d/m)
    const refused = await run('proposal', 'approve', '1', '--as', 'Olena')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--confirm-waived') })
    expect((await run('proposal', 'approve', '1', '--as', 'Olena', '--confirm-waived')).code).toBe(0)
  })

  test('once ended it stays as it is', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    await run('proposal', 'reject', '1', '--as', 'Olena', '--reason', 'the tone')
    expect((await run('proposal', 'approve', '1', '--as', 'Olena')).stderr).toContain('already rejected')
    expect((await run('proposal', 'reject', '1', '--as', 'Olena', '--reason', 'again')).code).toBe(1)
  })
})

describe('reject', () => {
  test('keeps the reason for the author', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    expect(await json('proposal', 'reject', '1', '--as', 'Olena', '--reason', 'the tone')).toMatchObject({
      status: 'rejected',
      reviewer: 'Olena',
      reason: 'the tone',
    })
  })

  test('without a reason is wrong usage', async () => {
    await propose('Taras', rowA, 'Вітаємо вдома.')
    expect((await run('proposal', 'reject', '1', '--as', 'Olena')).code).toBe(2)
    expect((await run('proposal', 'reject', '1', '--as', 'Olena', '--reason', ' ')).code).toBe(2)
    expect(await json('proposal', 'show', '1')).toMatchObject({ status: 'pending' })
  })
})
