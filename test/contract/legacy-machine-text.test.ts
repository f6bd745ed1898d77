// Mode 2, `ai_translated_text` (docs/legacy-api.md#mode-2-write-machine-text; docs/rows.md#layers and
// docs/legacy-api.md).
import { describe, expect } from 'vitest'
import { readHeads, readRevisions } from '../../src/store/rows/heads.ts'
import { ordinalOf } from '../../src/store/rows/read-rows.ts'
import { each, scenarios, type Step } from './legacy-scenario.ts'
import { GAME, type LegacyWorld, ROWS } from './legacy-world.ts'

const writing = (row: string, text: unknown, more: Record<string, unknown> = {}) => ({
  action: 'update_ai_translated_text',
  row_id: row,
  ai_translated_text: text,
  ...more,
})
const overwrite = { overwrite_ai_translated_text: true }
const written = (text: string, more: Record<string, unknown> = {}) => ({
  post: writing(ROWS.plain, text, more),
  status: 200,
})

const ordinal = ({ app }: LegacyWorld, row: string): number => ordinalOf(app.store.main, row) ?? 0
/** What the head of the machine layer is; null: there is none. */
const headIs =
  (row: string, head: object | null): Step =>
  (world) => {
    const { machine } = readHeads(world.app.store.main, ordinal(world, row))
    if (head === null) expect(machine).toBeNull()
    else expect(machine).toMatchObject(head)
  }
/** Texts of the machine layer's revisions, oldest first. */
const revisionsAre =
  (row: string, texts: readonly string[]): Step =>
  (world) =>
    expect(
      readRevisions(world.app.store.main, ordinal(world, row), 'machine').map(({ seq, text }) => [seq, text]),
    ).toEqual(texts.map((text, i) => [i + 1, text]))

describe('a field', () => {
  scenarios({
    'that is empty is filled': [
      {
        ...written('Ласкаво просимо'),
        body: {
          success: true,
          action: 'update_ai_translated_text',
          row_id: ROWS.plain,
          ai_translated_text: 'Ласкаво просимо',
          overwritten: false,
        },
      },
      headIs(ROWS.plain, { text: 'Ласкаво просимо', status: 'draft', seq: 1, isVerified: false, keyId: 1 }),
    ],
    'is meant by the flag too, and by the row’s id in capitals': [
      {
        post: { update_ai_translated_text: '1', row_id: ROWS.plain.toUpperCase(), ai_translated_text: 'Так' },
        status: 200,
        like: { row_id: ROWS.plain },
      },
    ],
    'that is empty is filled with overwrite, which says that nothing was overwritten': [
      { ...written('Перше', overwrite), like: { success: true, overwritten: false } },
    ],
  })
})

const KEPT: readonly (readonly [what: string, text: string, more: Record<string, unknown>])[] = [
  ['another text', 'Інше', {}],
  ['the same text', 'Перше', {}],
  ['overwrite as false', 'Інше', { overwrite_ai_translated_text: false }],
  ['overwrite as "0"', 'Інше', { overwrite_ai_translated_text: '0' }],
]

describe('a filled field', () => {
  scenarios({
    ...each(KEPT, ([what, text, more]) => [
      `is 409 and stays: ${what}`,
      [
        written('Перше'),
        { post: writing(ROWS.plain, text, more), status: 409, says: 'overwrite_ai_translated_text' },
        revisionsAre(ROWS.plain, ['Перше']),
      ],
    ]),
    'is replaced with overwrite, by a new revision': [
      written('Перше'),
      { ...written('Друге', overwrite), like: { ai_translated_text: 'Друге', overwritten: true } },
      revisionsAre(ROWS.plain, ['Перше', 'Друге']),
    ],
    'is replaced with overwrite by the same text too': [
      written('Перше'),
      { ...written('Перше', overwrite), like: { success: true, overwritten: true } },
    ],
    'means that the layer has a head: with a changed source too': [
      written('Перше'),
      (world) => world.importSlots({ diff: [...GAME.diff, { id: ROWS.plain, text: 'Something quite different.' }] }),
      { post: writing(ROWS.plain, 'Інше'), status: 409 },
    ],
    'is another field than the translation of people': [
      { post: { row_id: ROWS.plain, user_translate_text: 'Вітаємо вдома.' }, status: 200 },
      (world) => world.approve(1),
      { ...written('Перше'), like: { success: true, overwritten: false } },
    ],
  })
})

const NAMED: readonly (readonly [more: Record<string, unknown>, provider: string | null, model: string | null])[] = [
  [{ provider: ' openai ', model: '\tgpt-4.1 ' }, 'openai', 'gpt-4.1'],
  [{ provider: 'openai' }, 'openai', null],
  [{ model: 'gpt-4.1' }, null, 'gpt-4.1'],
]

describe('provider and model', () => {
  scenarios({
    'absent leave a revision of unknown origin': [
      written('Так'),
      headIs(ROWS.plain, { origin: 'legacy_unknown', provider: null, model: null }),
    ],
    ...each(NAMED, ([more, provider, model]) => [
      `${JSON.stringify(more)} are recorded, trimmed`,
      [written('Так', more), headIs(ROWS.plain, { origin: 'ai_api', provider, model, status: 'draft' })],
    ]),
    ...each(['provider', 'model'], (name) => [
      `${name} longer than 128 characters is 400 and says so of both`,
      [
        {
          post: writing(ROWS.plain, 'Так', { [name]: 'x'.repeat(129) }),
          status: 400,
          body: { success: false, error: 'provider and model must both be at most 128 characters.' },
        },
        headIs(ROWS.plain, null),
        written('Так', { [name]: ` ${'x'.repeat(128)} ` }),
      ],
    ]),
  })
})

const UNGATED: readonly (readonly [what: string, row: string, text: string])[] = [
  ['white space', ROWS.plain, ' '],
  ['the source itself', ROWS.plain, 'Welcome home, wanderer.'],
  ['a service row', ROWS.service, 'дванадцята'],
  ['a text far too long', ROWS.plain, 'довго '.repeat(500)],
]

describe('no gate runs', () => {
  scenarios({
    ...each(UNGATED, ([what, row, text]) => [
      `${what} is stored`,
      [
        { post: writing(row, text), status: 200, like: { success: true, ai_translated_text: text } },
        headIs(row, { text }),
      ],
    ]),
    'but a text that breaks the markup shows as invalid at once': [
      { post: writing(ROWS.tokens, 'У вас є монети.'), status: 200 },
      headIs(ROWS.tokens, { status: 'draft' }),
      {
        post: { show_info: 1, row_id: ROWS.tokens },
        status: 200,
        like: { save_status: { ai_translated_text: { status: 'invalid', freshness: 'unverified' } } },
      },
    ],
  })
})

const NO_TEXTS: readonly (readonly [what: string, text: unknown])[] = [
  ['absent', undefined],
  ['null', null],
  ['empty', ''],
  ['a number', 5],
  ['of 32,769 characters', 'x'.repeat(32_769)],
]

describe('ai_translated_text', () => {
  scenarios(
    each(NO_TEXTS, ([what, text]) => [
      `${what} is 400`,
      [{ post: writing(ROWS.plain, text), status: 400, says: 'ai_translated_text' }],
    ]),
  )
})

describe('a row', () => {
  scenarios({
    'that is unknown is 404, a retired one too': [
      { post: writing('f'.repeat(16), 'Так'), status: 404 },
      (world) => world.importSlots({ main: GAME.main.slice(1), diff: GAME.diff }),
      { post: writing(ROWS.plain, 'Так', overwrite), status: 404 },
    ],
  })
})
