// Uploads of game files (docs/site.md#uploads): streamed to a private file of the data
// folder, named by their slot, imported by a child process, removed afterwards; nothing of a form without its token is stored.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createImportRuns } from '../../../src/admin/import-runs.ts'
import { findImportRun } from '../../../src/app/import/follow-import.ts'
import { shownFileName } from '../../../src/admin/import-spool.ts'
import { freshen } from '../../../src/store/view.ts'
import { readRowById } from '../../../src/store/rows/read-rows.ts'
import { addImportRun, importRuns, putImportRun, readImportRun } from '../../../src/store/volatile/long-work.ts'
import { idOf } from '../../support/game-store.ts'
import { type FormPart, multipart } from '../../support/site-client.ts'
import { heldBy } from '../../support/loop-hold.ts'
import { siteWorld, UPLOAD_HEADERS } from '../../unit/admin/site-world.ts'

const world = await siteWorld()
const admin = await world.as('admin')
await admin.get('/admin/imports')
afterAll(() => world.close())

/** Larger than any system gives. */
const gonePid = 2 ** 30
const upload = (parts: readonly FormPart[], extra: Readonly<Record<string, string>> = {}) =>
  admin.sendParts('/admin/imports', parts, extra)
const token = (): FormPart => ({ name: 'csrf', content: admin.token })
const uploadsFolder = (): string => join(world.app.store.folder, 'uploads')
const leftInUploads = (): string[] => (existsSync(uploadsFolder()) ? readdirSync(uploadsFolder()) : [])

const line = (id: string, text: string): string => `${JSON.stringify({ id, text })}\n`

it('imports an uploaded file in a process of its own and removes the upload', async () => {
  const content = line(idOf(1), 'A blizzard is swirling there.') + line(idOf(7), 'A new row')
  const { location } = await upload([token(), { name: 'main', fileName: 'C:\\games\\new main.jsonl', content }])
  expect(location).toMatch(/^\/admin\/imports\/run\/\d+$/)
  const report = await admin.ended(location)
  expect(report).toContain('new main.jsonl')
  const onward = /<a class="button primary" href="(\/admin\/imports\/\d+)"/.exec(report)?.[1] ?? ''
  expect((await admin.get(onward)).body).toContain('<h2>The patch</h2>')
  expect(report).toMatch(/<th scope="row">rows<\/th><td class="number">2<\/td>/)
  freshen(world.app.store)
  const row = readRowById(world.app.store.main, world.app.store.files, idOf(7))
  expect(row?.main?.fileName).toBe('new main.jsonl')
  expect(importRuns(world.app.store)[0]).toMatchObject({ state: 'done', userId: world.people.admin.id })
  await expect.poll(leftInUploads).toEqual([])
  const { body } = await admin.get('/admin/imports')
  expect(body).toContain('Past imports')
  const past = /href="(\/admin\/imports\/\d+)"/.exec(body)?.[1] ?? ''
  const imported = (await admin.get(past)).body
  expect(imported).toContain('Report')
  expect(imported).toMatch(/Who<\/dt><dd>admin<\/dd>/)
})

it('says what is wrong with a damaged file, changes nothing and removes it', async () => {
  const { location } = await upload([token(), { name: 'main', fileName: 'bad.jsonl', content: '{"id": "nonsense"' }])
  const body = await admin.ended(location)
  expect(body).toContain('class="alert"')
  expect(body).toContain('bad.jsonl')
  freshen(world.app.store)
  expect(readRowById(world.app.store.main, world.app.store.files, idOf(7))).not.toBeNull()
  await expect.poll(leftInUploads).toEqual([])
})

it('changes nothing in a dry run', async () => {
  const content = line(idOf(1), 'Another text')
  const { location } = await upload([
    token(),
    { name: 'dry-run', content: 'on' },
    { name: 'allow-retire', content: 'on' },
    { name: 'main', fileName: 'main.jsonl', content },
  ])
  expect(await admin.ended(location)).toContain('dry run')
  freshen(world.app.store)
  const row = readRowById(world.app.store.main, world.app.store.files, idOf(1))
  expect(row?.main?.text).toBe('A blizzard is swirling there.')
  await expect.poll(leftInUploads).toEqual([])
})

describe('a run whose process is gone', () => {
  const begun = () =>
    addImportRun(world.app.store, {
      userId: world.people.admin.id,
      startedAtMs: 0,
      endedAtMs: null,
      state: 'running',
      isDryRun: false,
      files: [],
      pid: gonePid,
      progress: 'reading',
      report: null,
      message: null,
    })

  it('goes on as long as its server may still hear of its end', () => {
    const run = begun()
    expect(findImportRun(world.app, run.id)?.state).toBe('running')
    putImportRun(world.app.store, { ...run, state: 'done' })
  })

  it.each([
    ['that server is gone too', { pid: gonePid, mark: '' }],
    ['that server had the number of this process', { pid: process.pid, mark: 'an earlier one' }],
  ])('has failed when %s', async (_why, follower) => {
    const run = begun()
    putImportRun(world.app.store, { ...run, follower })
    expect((await admin.get(`/admin/imports/run/${run.id}`)).body).toContain('it was stopped before it finished')
    expect(readImportRun(world.app.store, run.id)?.state).toBe('failed')
  })
})

describe('what is refused before anything is stored', () => {
  it('a form without its token, or with the token after the file', async () => {
    const file = { name: 'main', fileName: 'main.jsonl', content: line(idOf(1), 'x') }
    expect((await upload([file])).status).toBe(403)
    expect((await upload([file, token()])).status).toBe(403)
    expect((await upload([{ name: 'csrf', content: 'wrong' }, file])).status).toBe(403)
    expect(leftInUploads()).toEqual([])
  })

  it('a form that another site started', async () => {
    const file = { name: 'main', fileName: 'main.jsonl', content: line(idOf(1), 'x') }
    expect((await upload([token(), file], { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('more than a gibibyte', async () => {
    const declared = { 'content-length': String(1024 ** 3 + 100_000) }
    expect((await upload([token()], declared)).status).toBe(413)
  })

  it('a form without a file, with an empty one, or broken off', async () => {
    expect((await upload([token()])).status).toBe(422)
    expect((await upload([token(), { name: 'main', fileName: '', content: '' }])).status).toBe(422)
    const whole = Buffer.from(multipart([token(), { name: 'main', fileName: 'a', content: 'x'.repeat(5_000) }]))
    const answer = await admin.send('POST', '/admin/imports', whole.subarray(0, 3_000), UPLOAD_HEADERS)
    expect(answer.status).toBe(400)
    expect(leftInUploads()).toEqual([])
  })

  it('options that are none of the form', async () => {
    const content = line(idOf(1), 'x')
    const { location } = await upload([
      token(),
      { name: 'report', content: '/etc/passwd' },
      { name: 'dry-run', content: 'on' },
      { name: 'allow-retire', content: 'on' },
      { name: 'config', fileName: 'config.json', content: '{}' },
      { name: 'main', fileName: 'main.jsonl', content },
    ])
    expect(await admin.ended(location)).toContain('Report')
  })
})

it('makes a folder that only this account may open', async () => {
  expect(statSync(uploadsFolder()).mode & 0o777).toBe(0o700)
})

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\somebody\\translate_words_map_en', 'translate_words_map_en'],
  ['', 'upload'],
  ['a\u0000b\nc\u202ed', 'a_b_c_d'],
  ['folder/', 'upload'],
  ['словник.csv', 'словник.csv'],
])('shows %j as the name %j', (given, expected) => expect(shownFileName(given)).toBe(expected))

it('cuts a name that is too long and keeps its ending', () => {
  const name = shownFileName(`${'ї'.repeat(300)}.jsonl`)
  expect(name).toHaveLength(180)
  expect(name).toMatch(/\.jsonl$/)
})

it('a run whose process cannot start ends as failed, and its files go', async () => {
  const runs = createImportRuns(world.app)
  const folder = join(uploadsFolder(), 'never-started')
  mkdirSync(folder)
  // No system takes an argument of 8 MiB.
  const somebody = { ...world.people.admin, name: 'x'.repeat(8 * 1024 * 1024) }
  const { id } = runs.start(somebody, folder, [], [])
  await expect.poll(() => readImportRun(world.app.store, id)?.state).toBe('failed')
  expect(readImportRun(world.app.store, id)?.message).toContain('could not be started')
  await expect.poll(() => existsSync(folder)).toBe(false)
})

it('refuses an upload in the language of the page: no sentence with a name in it goes around the catalogues', () => {
  const text = readFileSync(new URL('../../../src/admin/pages/game/imports.ts', import.meta.url), 'utf8')
  const bare = [...text.matchAll(/(?:new Refused\(\d+, |: string =>\n {2})`[^`]*\$\{[^`]*`/g)].map(([each]) => each)
  expect(bare).toEqual([])
})

it('a folder of eight times as many files costs about eight times as much', async () => {
  const owner = await world.as('super_admin')
  const partsOf = (files: number) => [
    { name: 'profile', content: 'generic' },
    ...Array.from({ length: files }, (_, nth) => ({
      name: 'main',
      fileName: `game/f${nth}.json`,
      content: '{"a":"b"}',
    })),
    // Refused at its end, when all files are stored.
    { name: 'history', fileName: 'h', content: 'x' },
  ]
  const costOf = async (files: number): Promise<number> => {
    const parts = partsOf(files)
    const { wholeMs, answers } = await heldBy(2, () => owner.upload('/admin/imports', parts), 0, 'wholeMs')
    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    return wholeMs
  }
  const few = await costOf(200)
  // By the square it would be 64 times.
  expect(await costOf(1_600)).toBeLessThan(24 * few)
})
