// Mode 3, `show_info` (docs/legacy-api.md#mode-3-read-a-row).
import { named } from '../../src/app/actor.ts'
import { describe, expect } from 'vitest'
import { markMachineHead } from '../../src/app/writes/decide-head.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { ordinalOf, readRowById } from '../../src/store/rows/read-rows.ts'
import { each, type Request, scenarios, type Step } from './legacy-scenario.ts'
import { GAME, type Person, ROWS } from './legacy-world.ts'

const info = (row: string, like: object = {}): Request => ({
  post: { action: 'show_info', row_id: row },
  status: 200,
  like,
})
const proposed = (row: string, text: string, as: Person = 'Olena'): Request => ({
  post: { row_id: row, user_translate_text: text },
  as,
  status: 200,
})
const machine: Request = {
  post: { update_ai_translated_text: 1, row_id: ROWS.plain, ai_translated_text: 'Машинно' },
  status: 200,
}
const minuteLater: Step = ({ clock }) => void (clock.ms += 60_000)
const [START, LATER] = ['2026-03-14T09:26:53.589Z', '2026-03-14T09:27:53.589Z']

describe('it is asked for', () => {
  scenarios(
    each([{ action: 'show_info' }, { show_info: true }, { 'show-info': true }, { show_info: '1' }], (selector) => [
      `by ${JSON.stringify(selector)}`,
      [{ post: { ...selector, row_id: ROWS.plain }, status: 200, like: { success: true, action: 'show_info' } }],
    ]),
  )
})

/** All that is told of a row without any work. */
const BARE = {
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
}

describe('a row', () => {
  scenarios({
    'without any work tells its source, its place and its Chinese text': [{ ...info(ROWS.plain), body: BARE }],
    'is read without writing anything': [
      info(ROWS.plain),
      ({ app }) => {
        const { main } = app.store
        expect(readHeads(main, ordinalOf(main, ROWS.plain) ?? 0)).toEqual({ manual: null, machine: null })
      },
    ],
    ...each(['f'.repeat(16), 'no hex character', '00000000000000a\u0000'], (row) => [
      `${JSON.stringify(row)} is none: 404`,
      [{ ...info(row), status: 404, says: 'row_id' }],
    ]),
    'that is retired is 404, and is back with all its proposals': [
      proposed(ROWS.plain, 'Перше речення.'),
      (world) => world.importSlots({ main: GAME.main.slice(1), diff: GAME.diff }),
      { ...info(ROWS.plain), status: 404 },
      (world) => world.importSlots({ main: GAME.main }),
      info(ROWS.plain, { proposals_summary: { pending: 1, total: 1 } }),
    ],
  })
})

describe('a row of the diff', () => {
  scenarios({
    'tells the diff’s text, file and number, in the same shape': [
      info(ROWS.inDiff, {
        file_name: 'diff.jsonl',
        number: 1,
        original_text: 'The new gate is open.',
        ref_chinese_text: '新门已开。',
      }),
      async (world) => {
        const { body } = await world.post(info(ROWS.inDiff).post)
        expect(Object.keys(body)).toEqual(Object.keys(BARE))
      },
    ],
    'without a main text, and without a Chinese one': [
      info(ROWS.diffOnly, {
        file_name: 'diff.jsonl',
        number: 2,
        ref_chinese_text: '',
        fields_filled: { ref_chinese_text: false },
      }),
    ],
    'that leaves the diff tells the main file again': [
      (world) => world.importSlots({ diff: 'empty' }),
      info(ROWS.inDiff, { file_name: 'main.jsonl', number: 4, original_text: 'The old gate is closed.' }),
    ],
    'whose Chinese text is only in the main reference tells that': [
      (world) => world.importSlots({ reference_diff: 'empty' }),
      info(ROWS.inDiff, { ref_chinese_text: '旧门已关。' }),
    ],
  })
})

const rejectedByIhor: Step = ({ app, user }) => {
  const { main, files } = app.store
  const row = readRowById(main, files, ROWS.plain)
  const seq = readHeads(main, row?.ordinal ?? 0).machine?.seq ?? 0
  return markMachineHead(app, named(user('Ihor')), {
    rowId: ROWS.plain,
    mark: 'rejected',
    seen: { seq, sourceHash: row?.sourceHash ?? '' },
  })
}
const saved = { status: 'approved', freshness: 'fresh', updated_at: LATER }

describe('the two layers', () => {
  scenarios({
    'the machine head, its status and freshness': [
      machine,
      {
        ...info(ROWS.plain),
        body: {
          ...BARE,
          ai_translated_text: 'Машинно',
          fields_filled: { ...BARE.fields_filled, ai_translated_text: true },
          save_status: {
            ai_translated_text: { status: 'draft', freshness: 'unverified', updated_at: START },
            translated_text: null,
          },
        },
      },
    ],
    'texts whatever their status: a rejected machine head': [
      machine,
      minuteLater,
      rejectedByIhor,
      info(ROWS.plain, {
        ai_translated_text: 'Машинно',
        save_status: { ai_translated_text: { status: 'rejected', updated_at: LATER } },
      }),
    ],
    'the manual head of an approved proposal, and what a changed source does to it': [
      proposed(ROWS.plain, 'Вітаємо вдома.'),
      minuteLater,
      (world) => world.approve(1),
      info(ROWS.plain, { translated_text: 'Вітаємо вдома.', save_status: { translated_text: saved } }),
      (world) => world.importSlots({ diff: [...GAME.diff, { id: ROWS.plain, text: 'Welcome home, %s.' }] }),
      info(ROWS.plain, {
        original_text: 'Welcome home, %s.',
        translated_text: 'Вітаємо вдома.',
        save_status: { translated_text: { ...saved, status: 'invalid', freshness: 'stale' } },
      }),
    ],
  })
})

const APPROVED = {
  id: 3,
  version: 1,
  status: 'approved',
  user_translate_text: 'Друге речення.',
  author: 'Olena',
  created_at: START,
  updated_at: LATER,
  reviewer: 'Ihor',
  reviewed_at: LATER,
}
const REJECTED = {
  ...APPROVED,
  id: 1,
  status: 'rejected',
  user_translate_text: 'Перше речення.',
  author: 'Ihor',
  reviewer: 'Sofiia',
}
const PENDING = {
  ...APPROVED,
  id: 4,
  status: 'pending',
  user_translate_text: 'Третє речення.',
  author: 'Sofiia',
  updated_at: START,
  reviewer: null,
  reviewed_at: null,
}

describe('proposals', () => {
  scenarios({
    'all of the row, ascending by id, each with its status, and counted': [
      proposed(ROWS.plain, 'Перше речення.', 'Ihor'),
      proposed(ROWS.inDiff, 'Нова брама відчинена.'),
      proposed(ROWS.plain, 'Друге речення.'),
      proposed(ROWS.plain, 'Третє речення.', 'Sofiia'),
      minuteLater,
      (world) => world.reject(1, 'the tone', 'Sofiia'),
      (world) => world.approve(3),
      async (world) => {
        const { body } = await world.post(info(ROWS.plain).post)
        expect(body['proposals']).toEqual([REJECTED, APPROVED, PENDING])
        expect(body['approved_proposal']).toEqual(APPROVED)
        expect(body['proposals_summary']).toEqual({ pending: 1, approved: 1, rejected: 1, total: 3 })
      },
    ],
    'the approved one is the one approved last, within the same millisecond too': [
      proposed(ROWS.plain, 'Перше речення.', 'Sofiia'),
      proposed(ROWS.plain, 'Друге речення.'),
      (world) => world.approve(2),
      (world) => world.approve(1),
      info(ROWS.plain, {
        translated_text: 'Перше речення.',
        approved_proposal: { id: 1 },
        proposals_summary: { approved: 2, total: 2 },
      }),
    ],
  })
})
