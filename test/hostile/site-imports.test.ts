// Uploads of game files by somebody who may import and means harm: how many at once, how much disk, how many fields, and
// what a file's name may do.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormPart, setPasswords, type SiteAnswer, SiteClient } from '../support/site-client.ts'
import { ROWS, v1World } from '../support/v1-world.ts'

const world = await v1World({ ada: { user: 'ada', role: 'admin' } })
await setPasswords(world.data, ['ada'])
const ada = await new SiteClient(world.server).signIn('ada')
afterAll(() => world.close())

const line = (id: string, text: string): string => `${JSON.stringify({ id, text })}\n`
const fewRows = line(ROWS.plain, 'Welcome home, wanderer.')
/** Takes an import process long enough for the next upload to come. */
const manyRows = Array.from({ length: 20_000 }, (_, i) =>
  line((0xd0000 + i).toString(16).padStart(16, '0'), `Wanderer number ${i} walks on through the rain`),
).join('')
const dryRun: readonly FormPart[] = [
  { name: 'dry-run', content: 'on' },
  { name: 'allow-retire', content: 'on' },
]
const fileOf = (content: string, fileName = 'main.jsonl'): FormPart => ({ name: 'main', fileName, content })
const upload = (...parts: readonly FormPart[]): Promise<SiteAnswer> => ada.upload('/admin/imports', parts)
const uploads = 'uploads'
const leftovers = (): string[] => {
  const folder = join(world.data, uploads)
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The page of a run, when it is over. */
async function ended(answer: SiteAnswer): Promise<string> {
  expect(answer.status).toBe(303)
  for (let i = 0; i < 600; i++) {
    const { headers, text } = await ada.get(answer.headers.location ?? '')
    if (headers['refresh'] === undefined) return text
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the import did not come to its end')
}

describe('the name of an upload', () => {
  test.each([
    ['CON', 'CON'],
    ['../../../evil.jsonl', 'evil.jsonl'],
    ['main=x.jsonl', 'main=x.jsonl'],
    ['name with \u202egnp.exe', 'name with _gnp.exe'],
  ])('%j is shown, and reaches no file system', async (given, shown) => {
    const page = await ended(await upload(fileOf(fewRows, given), ...dryRun))
    expect(page).toContain(`<strong>${shown}</strong>`)
    expect(page).toContain('approved">done')
    await expect.poll(leftovers).toEqual([])
  })

  test('while it lies in the spool the file is called after its slot, and nobody else may read it', async () => {
    const answer = await upload(fileOf(manyRows, 'secret name.jsonl'), ...dryRun)
    const folder = join(world.data, uploads, leftovers()[0] ?? '')
    expect(readdirSync(folder)).toEqual(['main'])
    expect(statSync(join(folder, 'main')).mode & 0o777).toBe(0o600)
    await ended(answer)
  })
})

describe('a form', () => {
  const option = (name: string): FormPart => ({ name, content: 'on' })

  test('with more fields than the page has is refused before its file is kept', async () => {
    const many = Array.from({ length: 50 }, () => option('dry-run'))
    const { status, text } = await upload(...many, fileOf(fewRows))
    expect(status).toBe(400)
    expect(text).toContain('too many fields')
    await expect.poll(leftovers).toEqual([])
  })

  test('with an option twice gives it once', async () => {
    expect(await ended(await upload(...dryRun, ...dryRun, fileOf(fewRows)))).toContain('approved">done')
  })
})

describe('the space of uploads', () => {
  beforeAll(() => world.windrow('setting', 'set', 'upload_space_mib', '1'))
  afterAll(() => world.windrow('setting', 'set', 'upload_space_mib', 'default'))

  test('is bounded: what goes beyond it is refused and removed', async () => {
    const { status, text } = await upload(fileOf('x'.repeat(12 * 1024 * 1024)), ...dryRun)
    expect(status).toBe(503)
    expect(text).toContain('use all the space allowed')
    await expect.poll(leftovers).toEqual([])
    expect(await ended(await upload(fileOf(fewRows), ...dryRun))).toContain('approved">done')
  })
})

test('two imports run at once, some wait for their turn, and more are refused', async () => {
  const runningMost = { running: 0, waiting: 0 }
  const answers: SiteAnswer[] = []
  for (let i = 0; i < 12; i++) {
    answers.push(await upload(fileOf(manyRows), ...dryRun))
    const { text } = await ada.get('/admin/imports')
    for (const state of ['running', 'waiting'] as const) {
      const count = text.match(new RegExp(`pending">${state}`, 'g'))?.length ?? 0
      runningMost[state] = Math.max(runningMost[state], count)
    }
  }
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.text).toContain('Too many imports are waiting')
  expect(runningMost).toEqual({ running: 2, waiting: 8 })
  for (const answer of answers) if (answer.status === 303) expect(await ended(answer)).toContain('approved">done')
  await expect.poll(leftovers).toEqual([])
})
