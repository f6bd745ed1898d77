// Both APIs on the same rows in turn: what one writes the other reads, with the same revisions, layers, freshness, cells
// and counts, and each keeps its own shape, limits and rules.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BASE_PATH, v1Routes } from '../../src/api-v1/routes.ts'
import { legacyUsed } from '../../src/store/volatile/counters.ts'
import { readRevisions } from '../../src/store/rows/heads.ts'
import { readUsed } from '../../src/store/records/quota.ts'
import { ordinalOf, readRowById } from '../../src/store/rows/read-rows.ts'
import { GAME, type LegacyWorld, openWorld, type Person, ROWS, SECRETS } from './legacy-world.ts'

let world: LegacyWorld
let v1: ReturnType<typeof v1Routes>
beforeEach(async () => {
  world = await openWorld()
  v1 = v1Routes(world.app)
})
afterEach(() => world.close())

type Json = Record<string, unknown>

async function ask(path: string, init: RequestInit = {}, as: Person = 'Ihor'): Promise<Json> {
  const headers = { 'X-API-Key': SECRETS[as], ...(init.headers as Record<string, string> | undefined) }
  return (await (
    await v1.fetch(new Request(`http://localhost${BASE_PATH}${path}`, { ...init, headers }), {})
  ).json()) as Json
}

const sourceHashOf = (row: string): string =>
  readRowById(world.app.store.main, world.app.store.files, row)?.sourceHash ?? ''

let batches = 0
async function writeV1(row: string, item: Json, as: Person = 'Ihor'): Promise<Json> {
  const items = [{ row_id: row, source_hash: sourceHashOf(row), ...item }]
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `batch ${++batches}` }
  const answer = await ask('/translations', { method: 'POST', headers, body: JSON.stringify({ items }) }, as)
  return ((answer['data'] as Json)['items'] as Json[])[0] as Json
}
const machine = (text: string): Json => ({ layer: 'machine', text, provider: 'openai', model: 'gpt-4.1' })

const layersOf = async (row: string): Promise<Json> =>
  ((await ask(`/rows/${row}`))['data'] as { row: { layers: Json } }).row.layers
const infoOf = async (row: string): Promise<Json> => (await world.post({ show_info: 1, row_id: row })).body
const totalOf = async (state: string): Promise<number> =>
  ((await ask(`/rows?state=${state}&include_total=1`))['meta'] as { total_matching: number }).total_matching
const rowsOf = async (state: string): Promise<string[]> =>
  ((await ask(`/rows?state=${state}`))['data'] as { rows: { row_id: string }[] }).rows.map(({ row_id }) => row_id)

const update = (row: string, text: string, more: Json = {}) =>
  world.post({ update_ai_translated_text: 1, row_id: row, ai_translated_text: text, ...more })
const propose = (row: string, text: string, as: Person = 'Olena') =>
  world.post({ row_id: row, user_translate_text: text }, as)

describe('the machine layer', () => {
  test('a legacy write is a v1 layer without a named hash, in the cells of v1', async () => {
    await update(ROWS.plain, 'Вітаємо вдома.')
    expect(await layersOf(ROWS.plain)).toMatchObject({
      manual: null,
      machine: {
        text: 'Вітаємо вдома.',
        status: 'draft',
        freshness: 'unverified',
        origin: 'legacy_unknown',
        provider: null,
        model: null,
        updated_at: '2026-03-14T09:26:53.589Z',
      },
    })
    expect(await rowsOf('machine')).toEqual([ROWS.plain])
    expect(await totalOf('none')).toBe(6)
  })

  test('revisions of both APIs follow one another', async () => {
    await update(ROWS.plain, 'Перше')
    expect(await writeV1(ROWS.plain, { ...machine('Вітаємо вдома.'), overwrite: true })).toMatchObject({
      status: 'written',
    })
    await update(ROWS.plain, 'Третє', { overwrite_ai_translated_text: true, model: 'gpt-4.1' })
    const ordinal = ordinalOf(world.app.store.main, ROWS.plain) ?? 0
    expect(
      readRevisions(world.app.store.main, ordinal, 'machine').map(({ seq, text, origin, isVerified }) => [
        seq,
        text,
        origin,
        isVerified,
      ]),
    ).toEqual([
      [1, 'Перше', 'legacy_unknown', false],
      [2, 'Вітаємо вдома.', 'ai_api', true],
      [3, 'Третє', 'ai_api', false],
    ])
    expect(await totalOf('machine')).toBe(1)
  })

  test('a field that v1 filled is 409 here; one that a bot filled is unchanged there', async () => {
    await writeV1(ROWS.plain, machine('Вітаємо вдома.'))
    expect((await update(ROWS.plain, 'Вітаємо вдома.')).status).toBe(409)
    expect((await infoOf(ROWS.plain))['save_status']).toMatchObject({
      ai_translated_text: { status: 'draft', freshness: 'fresh' },
    })
    await update(ROWS.diffOnly, 'Новий вітер.')
    expect(await writeV1(ROWS.diffOnly, machine('Здіймається вітер.'))).toMatchObject({
      status: 'unchanged',
      details: { reason: 'already_filled' },
    })
    expect(await writeV1(ROWS.diffOnly, machine('Новий вітер.'))).toMatchObject({ details: { reason: 'same_text' } })
  })

  test('the same text on a stale head is written without overwrite, another one is not, and 409 stays 409 here', async () => {
    await writeV1(ROWS.plain, machine('Вітаємо вдома.'))
    const main = GAME.main.map((line) => (line.id === ROWS.plain ? { ...line, text: 'Welcome home, friend.' } : line))
    await world.importSlots({ main })
    expect(await writeV1(ROWS.plain, machine('Вітаємо вдома, друже.'))).toMatchObject({
      status: 'unchanged',
      details: { reason: 'already_filled' },
    })
    expect((await update(ROWS.plain, 'Вітаємо вдома.')).status).toBe(409)
    expect(await layersOf(ROWS.plain)).toMatchObject({ machine: { freshness: 'stale' } })
    expect(await writeV1(ROWS.plain, machine('Вітаємо вдома.'))).toMatchObject({ status: 'written' })
    expect(await layersOf(ROWS.plain)).toMatchObject({ machine: { text: 'Вітаємо вдома.', freshness: 'fresh' } })
  })
})

describe('proposals', () => {
  test('a bot’s pending proposal stops v1 of the same person, with its id and version', async () => {
    await propose(ROWS.plain, 'Перше речення.')
    await propose(ROWS.plain, 'Друге речення.')
    expect(await writeV1(ROWS.plain, { text: 'Третє речення.' }, 'Olena')).toMatchObject({
      status: 'rejected',
      errors: [{ code: 'active_proposal_exists', details: { proposal_id: 1, proposal_version: 2 } }],
    })
    expect(await writeV1(ROWS.plain, { text: 'Друге речення.' }, 'Olena')).toMatchObject({
      status: 'unchanged',
      details: { reason: 'unchanged' },
    })
  })

  test('a proposal of v1 is changed in place by its author’s bot', async () => {
    expect(await writeV1(ROWS.plain, { text: 'Перше речення.' }, 'Olena')).toMatchObject({
      status: 'proposed',
      proposal_id: 1,
      proposal_version: 1,
    })
    expect((await propose(ROWS.plain, 'Друге речення.')).body).toMatchObject({
      status: 'updated',
      proposal: { id: 1, version: 2 },
    })
    expect((await infoOf(ROWS.plain))['proposals_summary']).toEqual({ pending: 1, approved: 0, rejected: 0, total: 1 })
  })

  test('an approved one is v1’s manual layer, and a direct write of v1 is the translated_text', async () => {
    await propose(ROWS.plain, 'Вітаємо вдома.')
    await world.approve(1)
    expect(await layersOf(ROWS.plain)).toMatchObject({
      manual: { text: 'Вітаємо вдома.', status: 'approved', freshness: 'fresh', origin: 'human' },
    })
    expect(await rowsOf('manual')).toEqual([ROWS.plain])
    await writeV1(ROWS.plain, { text: 'З поверненням.', mode: 'direct' }, 'Ihor')
    expect(await infoOf(ROWS.plain)).toMatchObject({
      translated_text: 'З поверненням.',
      approved_proposal: { id: 1, user_translate_text: 'Вітаємо вдома.' },
    })
  })

  test('both APIs judge a text by the same gate', async () => {
    const text = 'У вас є %d монет.'
    const { body } = await propose(ROWS.tokens, text)
    const item = await writeV1(ROWS.tokens, { text }, 'Olena')
    const fields = (errors: unknown) =>
      (errors as Json[]).map(({ code, rule_code, message }) => ({ code, rule_code, message }))
    expect(fields(body['errors'])).toEqual(fields(item['errors']))
  })
})

describe('limits', () => {
  test('legacy requests spend neither rate nor quota of v1, and v1’s none of theirs', async () => {
    const { store, clock } = world.app
    await update(ROWS.plain, 'Перше')
    await propose(ROWS.plain, 'Вітаємо вдома.')
    expect(readUsed(store.main, 'quota', 1, clock.nowMs())).toBe(0)
    const headers = { 'X-API-Key': SECRETS.Olena }
    const me = await v1.fetch(new Request(`http://localhost${BASE_PATH}/me`, { headers }), {})
    expect(me.headers.get('X-RateLimit-Remaining')).toBe('59')
    await writeV1(ROWS.inDiff, { text: 'Нова брама.' }, 'Olena')
    expect(readUsed(store.main, 'quota', 1, clock.nowMs())).toBe(1)
    expect(legacyUsed(store, 1, 'user_translate_text')).toBe(1)
    expect(world.user('Olena').historicalRequests).toBe(0)
  })
})

test('the cells add up after writes of both', async () => {
  await update(ROWS.plain, 'Перше')
  await writeV1(ROWS.tokens, machine('{0}: у вас %d монет.'))
  await propose(ROWS.inDiff, 'Нова брама відчинена.')
  await world.approve(1)
  await update(ROWS.inDiff, 'Машинно')
  await update(ROWS.service, 'дванадцята')
  expect(await Promise.all(['all', 'machine', 'manual', 'none', 'stale'].map(totalOf))).toEqual([7, 3, 1, 3, 0])
  expect(await rowsOf('machine')).toEqual([ROWS.plain, ROWS.tokens, ROWS.service])
})
