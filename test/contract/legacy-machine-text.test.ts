// Mode 2, `ai_translated_text` (legacy contract, Mode 2; decisions §4 and §8).
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Head } from '../../src/domain/row.ts'
import { readHeads, readRevisions } from '../../src/store/heads.ts'
import { ordinalOf } from '../../src/store/rows.ts'
import { type Answer, GAME, type LegacyWorld, openWorld, ROWS } from './legacy-world.ts'

let world: LegacyWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const update = (row: string, text: unknown, more: Record<string, unknown> = {}): Promise<Answer> =>
  world.post({ action: 'update_ai_translated_text', row_id: row, ai_translated_text: text, ...more })
const at = (row: string): number => ordinalOf(world.app.store.main, row) ?? 0
const machineHead = (row: string): Head | null => readHeads(world.app.store.main, at(row)).machine
const revisions = (row: string) => readRevisions(world.app.store.main, at(row), 'machine')
const shown = async (row: string) =>
  (await world.post({ show_info: 1, row_id: row })).body['save_status'] as {
    ai_translated_text: { status: string; freshness: string }
  }

const overwrite = { overwrite_ai_translated_text: true }

test('an empty field is filled', async () => {
  expect((await update(ROWS.plain, 'Ласкаво просимо')).body).toEqual({
    success: true,
    action: 'update_ai_translated_text',
    row_id: ROWS.plain,
    ai_translated_text: 'Ласкаво просимо',
    overwritten: false,
  })
  expect(machineHead(ROWS.plain)).toMatchObject({
    text: 'Ласкаво просимо',
    status: 'draft',
    seq: 1,
    isVerified: false,
    keyId: 1,
  })
})

test('the mode is chosen by the flag too, and the row’s id is taken in capitals', async () => {
  const { status, body } = await world.post({
    update_ai_translated_text: '1',
    row_id: ROWS.plain.toUpperCase(),
    ai_translated_text: 'Так',
  })
  expect({ status, row: body['row_id'] }).toEqual({ status: 200, row: ROWS.plain })
})

describe('a filled field', () => {
  test.each([
    ['another text', 'Інше', {}],
    ['the same text', 'Перше', {}],
    ['overwrite as false', 'Інше', { overwrite_ai_translated_text: false }],
    ['overwrite as "0"', 'Інше', { overwrite_ai_translated_text: '0' }],
  ])('is 409 and stays: %s', async (_, text, more) => {
    await update(ROWS.plain, 'Перше')
    const { status, body } = await update(ROWS.plain, text, more)
    expect({ status, body }).toEqual({
      status: 409,
      body: { success: false, error: expect.stringContaining('overwrite_ai_translated_text') },
    })
    expect(revisions(ROWS.plain)).toHaveLength(1)
  })

  test('is replaced with overwrite, by a new revision', async () => {
    await update(ROWS.plain, 'Перше')
    expect((await update(ROWS.plain, 'Друге', overwrite)).body).toMatchObject({
      ai_translated_text: 'Друге',
      overwritten: true,
    })
    expect(revisions(ROWS.plain).map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'Перше'],
      [2, 'Друге'],
    ])
  })

  test('is replaced with overwrite by the same text too', async () => {
    await update(ROWS.plain, 'Перше')
    expect((await update(ROWS.plain, 'Перше', overwrite)).body).toMatchObject({ success: true, overwritten: true })
  })

  test('means that the layer has a head: of a changed source too', async () => {
    await update(ROWS.plain, 'Перше')
    await world.importSlots({ diff: [...GAME.diff, { id: ROWS.plain, text: 'Something quite different.' }] })
    expect((await update(ROWS.plain, 'Інше')).status).toBe(409)
  })

  test('is another field than the translation of people', async () => {
    await world.post({ row_id: ROWS.plain, user_translate_text: 'Вітаємо вдома.' })
    await world.approve(1)
    expect((await update(ROWS.plain, 'Перше')).body).toMatchObject({ success: true, overwritten: false })
  })
})

test('overwrite of an empty field fills it, and says that nothing was overwritten', async () => {
  expect((await update(ROWS.plain, 'Перше', overwrite)).body).toMatchObject({ success: true, overwritten: false })
})

describe('provider and model', () => {
  test('absent leave a revision of unknown origin', async () => {
    await update(ROWS.plain, 'Так')
    expect(machineHead(ROWS.plain)).toMatchObject({ origin: 'legacy_unknown', provider: null, model: null })
  })

  test.each([
    [{ provider: ' openai ', model: '\tgpt-4.1 ' }, 'openai', 'gpt-4.1'],
    [{ provider: 'openai' }, 'openai', null],
    [{ model: 'gpt-4.1' }, null, 'gpt-4.1'],
  ])('%j are recorded, trimmed', async (more, provider, model) => {
    await update(ROWS.plain, 'Так', more)
    expect(machineHead(ROWS.plain)).toMatchObject({ origin: 'ai_api', provider, model, status: 'draft' })
  })

  test.each(['provider', 'model'])('%s longer than 128 characters is 400 and says so of both', async (name) => {
    const { status, body } = await update(ROWS.plain, 'Так', { [name]: 'x'.repeat(129) })
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, error: 'provider and model must both be at most 128 characters.' },
    })
    expect(machineHead(ROWS.plain)).toBeNull()
    expect((await update(ROWS.plain, 'Так', { [name]: ` ${'x'.repeat(128)} ` })).status).toBe(200)
  })
})

describe('no gate runs', () => {
  test.each([
    ['white space', ROWS.plain, ' '],
    ['the source itself', ROWS.plain, 'Welcome home, wanderer.'],
    ['a service row', ROWS.service, 'дванадцята'],
    ['a text far too long', ROWS.plain, 'довго '.repeat(500)],
  ])('%s is stored', async (_, row, text) => {
    expect((await update(row, text)).body).toMatchObject({ success: true, ai_translated_text: text })
    expect(machineHead(row)?.text).toBe(text)
  })

  test('but a text that breaks the markup shows as invalid at once', async () => {
    expect((await update(ROWS.tokens, 'У вас є монети.')).status).toBe(200)
    expect(machineHead(ROWS.tokens)?.status).toBe('draft')
    expect((await shown(ROWS.tokens)).ai_translated_text).toMatchObject({ status: 'invalid', freshness: 'unverified' })
  })
})

test.each([undefined, null, '', 5, 'x'.repeat(32_769)])('ai_translated_text %# is 400', async (text) => {
  const { status, body } = await update(ROWS.plain, text)
  expect({ status, body }).toEqual({
    status: 400,
    body: { success: false, error: expect.stringContaining('ai_translated_text') },
  })
})

test('an unknown row is 404, a retired one too', async () => {
  expect((await update('f'.repeat(16), 'Так')).status).toBe(404)
  await world.importSlots({ main: GAME.main.slice(1), diff: GAME.diff })
  expect((await update(ROWS.plain, 'Так', overwrite)).status).toBe(404)
})
