// Mode 3, `show_info` (legacy contract, Mode 3 and "show_info response content"; decisions §8).
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markMachineHead } from '../../src/app/mark-machine-head.ts'
import { readHeads } from '../../src/store/heads.ts'
import { ordinalOf, readRowById } from '../../src/store/rows.ts'
import { type Answer, GAME, granted, type LegacyWorld, openWorld, type Person, ROWS } from './legacy-world.ts'

let world: LegacyWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const info = (row: string, as: Person = 'Olena'): Promise<Answer> =>
  world.post({ action: 'show_info', row_id: row }, as)
const propose = (row: string, text: string, as: Person = 'Olena'): Promise<Answer> =>
  world.post({ row_id: row, user_translate_text: text }, as)
const minuteLater = (): void => {
  world.clock.ms += 60_000
}

test.each([{ action: 'show_info' }, { show_info: true }, { 'show-info': true }, { show_info: '1' }])(
  '%j asks for it',
  async (selector) => {
    expect((await world.post({ ...selector, row_id: ROWS.plain })).body).toMatchObject({
      success: true,
      action: 'show_info',
    })
  },
)

test('a row without any work tells its source, its place and its Chinese text', async () => {
  expect((await info(ROWS.plain)).body).toEqual({
    success: true,
    action: 'show_info',
    row_id: ROWS.plain,
    file_name: 'main.jsonl',
    number: 1,
    original_text: 'Welcome home, wanderer.',
    ai_translated_text: '',
    translated_text: '',
    ref_chinese_text: '欢迎回家。',
    fields_filled: {
      original_text: true,
      ai_translated_text: false,
      translated_text: false,
      ref_chinese_text: true,
    },
    save_status: { ai_translated_text: null, translated_text: null },
    approved_proposal: null,
    proposals_summary: { pending: 0, approved: 0, rejected: 0, total: 0 },
    proposals: [],
  })
})

describe('a row of the diff', () => {
  test('tells the diff’s text, file and number, in the same shape', async () => {
    const { body } = await info(ROWS.inDiff)
    expect(body).toMatchObject({
      file_name: 'diff.jsonl',
      number: 1,
      original_text: 'The new gate is open.',
      ref_chinese_text: '新门已开。',
    })
    expect(Object.keys(body)).toEqual(Object.keys((await info(ROWS.plain)).body))
  })

  test('without a main text, and without a Chinese one', async () => {
    const { body } = await info(ROWS.diffOnly)
    expect(body).toMatchObject({ file_name: 'diff.jsonl', number: 2, ref_chinese_text: '' })
    expect(body['fields_filled']).toMatchObject({ ref_chinese_text: false })
  })

  test('that leaves the diff tells the main file again', async () => {
    await world.importSlots({ diff: 'empty' })
    expect((await info(ROWS.inDiff)).body).toMatchObject({
      file_name: 'main.jsonl',
      number: 4,
      original_text: 'The old gate is closed.',
    })
  })

  test('whose Chinese text is only in the main reference tells that', async () => {
    await world.importSlots({ reference_diff: 'empty' })
    expect((await info(ROWS.inDiff)).body['ref_chinese_text']).toBe('旧门已关。')
  })
})

describe('the two layers', () => {
  test('the machine head, its status and freshness', async () => {
    await world.post({ update_ai_translated_text: 1, row_id: ROWS.plain, ai_translated_text: 'Машинно' })
    const { body } = await info(ROWS.plain)
    expect(body).toMatchObject({ ai_translated_text: 'Машинно', translated_text: '' })
    expect(body['fields_filled']).toMatchObject({ ai_translated_text: true, translated_text: false })
    expect(body['save_status']).toEqual({
      ai_translated_text: { status: 'draft', freshness: 'unverified', updated_at: '2026-03-14T09:26:53.589Z' },
      translated_text: null,
    })
  })

  test('texts whatever their status: a rejected machine head', async () => {
    await world.post({ update_ai_translated_text: 1, row_id: ROWS.plain, ai_translated_text: 'Машинно' })
    minuteLater()
    const { main, files } = world.app.store
    const row = readRowById(main, files, ROWS.plain)
    granted(
      await markMachineHead(world.app, world.user('Ihor'), {
        rowId: ROWS.plain,
        mark: 'rejected',
        seen: { seq: readHeads(main, row?.ordinal ?? 0).machine?.seq ?? 0, sourceHash: row?.sourceHash ?? '' },
      }),
    )
    const { body } = await info(ROWS.plain)
    expect(body).toMatchObject({ ai_translated_text: 'Машинно' })
    expect(body['save_status']).toMatchObject({
      ai_translated_text: { status: 'rejected', updated_at: '2026-03-14T09:27:53.589Z' },
    })
  })

  test('the manual head of an approved proposal, and what a changed source does to it', async () => {
    await propose(ROWS.plain, 'Вітаємо вдома.')
    minuteLater()
    await world.approve(1)
    const saved = { status: 'approved', freshness: 'fresh', updated_at: '2026-03-14T09:27:53.589Z' }
    expect((await info(ROWS.plain)).body).toMatchObject({
      translated_text: 'Вітаємо вдома.',
      save_status: { translated_text: saved },
    })
    await world.importSlots({ diff: [...GAME.diff, { id: ROWS.plain, text: 'Welcome home, %s.' }] })
    expect((await info(ROWS.plain)).body).toMatchObject({
      original_text: 'Welcome home, %s.',
      translated_text: 'Вітаємо вдома.',
      save_status: { translated_text: { ...saved, status: 'invalid', freshness: 'stale' } },
    })
  })
})

describe('proposals', () => {
  test('all of the row, ascending by id, each with its status, and counted', async () => {
    await propose(ROWS.plain, 'Перше речення.', 'Ihor')
    await propose(ROWS.inDiff, 'Нова брама відчинена.')
    await propose(ROWS.plain, 'Друге речення.')
    await propose(ROWS.plain, 'Третє речення.', 'Sofiia')
    minuteLater()
    await world.reject(1, 'the tone', 'Sofiia')
    await world.approve(3)
    const { body } = await info(ROWS.plain)
    const [start, later] = ['2026-03-14T09:26:53.589Z', '2026-03-14T09:27:53.589Z']
    const approved = {
      id: 3,
      version: 1,
      status: 'approved',
      user_translate_text: 'Друге речення.',
      author: 'Olena',
      created_at: start,
      updated_at: later,
      reviewer: 'Ihor',
      reviewed_at: later,
    }
    expect(body['proposals']).toEqual([
      {
        ...approved,
        id: 1,
        status: 'rejected',
        user_translate_text: 'Перше речення.',
        author: 'Ihor',
        reviewer: 'Sofiia',
      },
      approved,
      {
        ...approved,
        id: 4,
        status: 'pending',
        user_translate_text: 'Третє речення.',
        author: 'Sofiia',
        updated_at: start,
        reviewer: null,
        reviewed_at: null,
      },
    ])
    expect(body['approved_proposal']).toEqual(approved)
    expect(body['proposals_summary']).toEqual({ pending: 1, approved: 1, rejected: 1, total: 3 })
  })

  test('the approved one is the one approved last, within the same millisecond too', async () => {
    await propose(ROWS.plain, 'Перше речення.', 'Sofiia')
    await propose(ROWS.plain, 'Друге речення.')
    await world.approve(2)
    await world.approve(1)
    expect((await info(ROWS.plain)).body).toMatchObject({
      translated_text: 'Перше речення.',
      approved_proposal: { id: 1 },
      proposals_summary: { approved: 2, total: 2 },
    })
  })
})

test('spends its own limit and writes nothing', async () => {
  const ordinal = ordinalOf(world.app.store.main, ROWS.plain) ?? 0
  await info(ROWS.plain)
  expect(readHeads(world.app.store.main, ordinal)).toEqual({ manual: null, machine: null })
})

test.each(['f'.repeat(16), 'no hex character', '00000000000000a\u0000'])('%j names no row: 404', async (row) => {
  const { status, body } = await info(row)
  expect({ status, body }).toEqual({ status: 404, body: { success: false, error: expect.stringContaining('row_id') } })
})

test('a retired row is 404, and is back with all its proposals', async () => {
  await propose(ROWS.plain, 'Перше речення.')
  await world.importSlots({ main: GAME.main.slice(1), diff: GAME.diff })
  expect((await info(ROWS.plain)).status).toBe(404)
  await world.importSlots({ main: GAME.main })
  expect((await info(ROWS.plain)).body).toMatchObject({ proposals_summary: { pending: 1, total: 1 } })
})
