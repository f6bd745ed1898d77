// Mode 1, `user_translate_text` (legacy contract, Mode 1; decisions §5, §7 and §8).
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeGlossary } from '../../src/app/change-glossary.ts'
import { readUserByName } from '../../src/store/people.ts'
import { proposalsOfRow } from '../../src/store/proposals.ts'
import { ordinalOf } from '../../src/store/rows.ts'
import { type Answer, GAME, granted, type LegacyWorld, openWorld, type Person, ROWS } from './legacy-world.ts'

let world: LegacyWorld
beforeEach(async () => {
  world = await openWorld()
  const entries = [{ source: 'Jianghu', forms: ['цзянху'], caseSensitive: false, doNotTranslate: false, note: '' }]
  granted(await changeGlossary(world.app, null, { entries, how: 'replace', origin: 'terms.csv' }))
})
afterEach(() => world.close())

const propose = (
  row: string,
  text: unknown,
  more: Record<string, unknown> = {},
  as: Person = 'Olena',
): Promise<Answer> => world.post({ row_id: row, user_translate_text: text, ...more }, as)
const stored = (row: string) => proposalsOfRow(world.app.store.main, ordinalOf(world.app.store.main, row) ?? 0)

const good = 'Вітаємо вдома, мандрівнику.'

describe('a good translation', () => {
  test('becomes a pending proposal', async () => {
    expect((await propose(ROWS.plain, good)).body).toEqual({
      success: true,
      action: 'propose',
      row_id: ROWS.plain,
      status: 'created',
      proposal: {
        id: 1,
        version: 1,
        status: 'pending',
        user_translate_text: good,
        author: 'Olena',
        created_at: '2026-03-14T09:26:53.589Z',
        updated_at: '2026-03-14T09:26:53.589Z',
        reviewer: null,
        reviewed_at: null,
      },
      warnings: [],
    })
    expect(stored(ROWS.plain)).toMatchObject([{ text: good, status: 'pending', isVerified: false, keyId: 1 }])
  })

  test('is taken with the row’s id in capitals, and answered in lower case', async () => {
    const { status, body } = await propose(ROWS.plain.toUpperCase(), good)
    expect({ status, row: body['row_id'] }).toEqual({ status: 200, row: ROWS.plain })
  })

  test('with a flaw that is only a warning says so', async () => {
    const { status, body } = await propose(ROWS.long, `${good.repeat(3)}\nІ ще.`)
    expect({ status, warnings: body['warnings'] }).toEqual({
      status: 200,
      warnings: [{ code: 'markup_cosmetic_breakage', rule_code: 'FORMAT_02', message: expect.any(String) }],
    })
  })

  test('of another author is another proposal', async () => {
    await propose(ROWS.plain, good)
    const { body } = await propose(ROWS.plain, good, {}, 'Ihor')
    expect(body).toMatchObject({ status: 'created', proposal: { id: 2, author: 'Ihor' } })
  })
})

describe('the author’s own pending proposal', () => {
  test('is changed in place by another text', async () => {
    await propose(ROWS.plain, good)
    world.clock.ms += 60_000
    const { body } = await propose(ROWS.plain, 'З поверненням.')
    expect(body).toMatchObject({
      status: 'updated',
      proposal: {
        id: 1,
        version: 2,
        user_translate_text: 'З поверненням.',
        created_at: '2026-03-14T09:26:53.589Z',
        updated_at: '2026-03-14T09:27:53.589Z',
      },
    })
    expect(stored(ROWS.plain)).toHaveLength(1)
  })

  test('stays as it is with the same text', async () => {
    const first = await propose(ROWS.plain, good)
    world.clock.ms += 60_000
    const { body } = await propose(ROWS.plain, good)
    expect(body).toEqual({ ...first.body, status: 'unchanged' })
  })

  test('is renewed by the same text when only the source has changed', async () => {
    await propose(ROWS.plain, good)
    const before = stored(ROWS.plain)[0]
    await world.importSlots({ diff: [...GAME.diff, { id: ROWS.plain, text: 'Welcome home, traveller.' }] })
    const { body } = await propose(ROWS.plain, good)
    expect(body).toMatchObject({ status: 'updated', proposal: { id: 1, version: 2, user_translate_text: good } })
    expect(stored(ROWS.plain)[0]?.sourceHash).not.toBe(before?.sourceHash)
  })

  test('once approved is followed by a new one, and the approved text again is unchanged', async () => {
    await propose(ROWS.plain, good)
    await world.approve(1)
    const again = await propose(ROWS.plain, good)
    expect(again.body).toMatchObject({ status: 'unchanged', proposal: { id: 1, status: 'approved', reviewer: 'Ihor' } })
    expect((await propose(ROWS.plain, 'З поверненням.')).body).toMatchObject({ status: 'created', proposal: { id: 2 } })
  })

  test('once rejected is followed by a new one, of the same text too', async () => {
    await propose(ROWS.plain, good)
    await world.reject(1, 'the tone')
    expect((await propose(ROWS.plain, good)).body).toMatchObject({ status: 'created', proposal: { id: 2, version: 1 } })
  })
})

interface Refused {
  readonly what: string
  readonly row: string
  readonly text: string
  readonly rules: readonly string[]
  readonly codes: readonly string[]
}

const REFUSED: readonly Refused[] = [
  { what: 'an empty text', row: ROWS.plain, text: '', rules: ['EMPTY_01'], codes: ['empty_text'] },
  { what: 'white space', row: ROWS.plain, text: ' \u00A0\u200B\n', rules: ['EMPTY_01'], codes: ['empty_text'] },
  { what: 'a service row', row: ROWS.service, text: '12:34', rules: ['SERVICE_01'], codes: ['non_translatable'] },
  {
    what: 'the source itself',
    row: ROWS.plain,
    text: 'welcome  HOME, wanderer.',
    rules: ['SOURCE_01'],
    codes: ['source_equivalent'],
  },
  {
    what: 'a lost token',
    row: ROWS.tokens,
    text: 'У вас є %d монет.',
    rules: ['TAGS_01'],
    codes: ['markup_functional_breakage'],
  },
  {
    what: 'a control character',
    row: ROWS.plain,
    text: `${good}\u0007`,
    rules: ['FORMAT_01'],
    codes: ['markup_cosmetic_breakage'],
  },
  { what: 'a text far too short', row: ROWS.long, text: 'Ні.', rules: ['LENGTH_01'], codes: ['length_too_short'] },
  {
    what: 'a text far too long',
    row: ROWS.plain,
    text: good.repeat(9),
    rules: ['LENGTH_02'],
    codes: ['length_too_long'],
  },
  {
    what: 'a missing glossary term',
    row: ROWS.glossary,
    text: 'Світ широкий.',
    rules: ['GLOSSARY_01'],
    codes: ['glossary_violation'],
  },
  {
    what: 'several faults at once',
    row: ROWS.tokens,
    text: `${'Монети. '.repeat(40)}\u0007`,
    rules: ['TAGS_01', 'FORMAT_01', 'LENGTH_02'],
    codes: ['markup_functional_breakage', 'markup_cosmetic_breakage', 'length_too_long'],
  },
]

describe('a text that does not pass', () => {
  test.each(REFUSED)('$what is 422 with every fault, and nothing is stored', async ({ row, text, rules, codes }) => {
    const { status, body, headers } = await propose(row, text)
    const errors = body['errors'] as { code: string; rule_code: string; message: string }[]
    expect({ status, success: body['success'] }).toEqual({ status: 422, success: false })
    expect(errors).toEqual(rules.map((rule, i) => ({ code: codes[i], rule_code: rule, message: expect.any(String) })))
    expect(Object.keys(body)).toEqual(['success', 'error', 'errors', 'warnings'])
    // The one sentence that every bot logs says what is wrong.
    for (const { message } of errors) expect(body['error']).toContain(message)
    expect(headers.get('Retry-After')).toBeNull()
    expect(stored(row)).toEqual([])
  })

  test('leaves a pending proposal as it was', async () => {
    await propose(ROWS.tokens, '{0}: у вас %d монет.')
    expect((await propose(ROWS.tokens, 'У вас є монети.')).status).toBe(422)
    expect(stored(ROWS.tokens)).toMatchObject([{ version: 1, text: '{0}: у вас %d монет.' }])
  })
})

describe('the ignore flags', () => {
  test('ignore_glossary_warnings lifts the glossary and nothing else', async () => {
    const flag = { ignore_glossary_warnings: true }
    expect((await propose(ROWS.glossary, 'Світ широкий.', flag)).status).toBe(200)
    expect((await propose(ROWS.tokens, 'У вас є монети.', flag)).status).toBe(422)
  })

  test.each(['TAGS_01', 'FORMAT_01', 'LENGTH_01', 'LENGTH_02', 'SOURCE_01'])(
    'ignore_validation_errors lifts %s',
    async (rule) => {
      const { row, text } = REFUSED.find(({ rules }) => rules.includes(rule)) as Refused
      expect((await propose(row, text, { ignore_validation_errors: 1 })).body).toMatchObject({ status: 'created' })
    },
  )

  test('ignore_validation_errors doesn’t lift the glossary; both together do', async () => {
    const text = 'The Jianghu is wide.'.replace('Jianghu', 'світ')
    expect((await propose(ROWS.glossary, text, { ignore_validation_errors: true })).body).toMatchObject({
      errors: [{ rule_code: 'GLOSSARY_01' }],
    })
    const both = { ignore_validation_errors: 'true', ignore_glossary_warnings: '1' }
    expect((await propose(ROWS.glossary, text, both)).status).toBe(200)
  })

  test.each(['', ' '])('neither lifts EMPTY_01 (%j)', async (text) => {
    const both = { ignore_validation_errors: true, ignore_glossary_warnings: true }
    expect((await propose(ROWS.plain, text, both)).body).toMatchObject({ errors: [{ rule_code: 'EMPTY_01' }] })
  })

  test('neither lifts SERVICE_01', async () => {
    const both = { ignore_validation_errors: true, ignore_glossary_warnings: true }
    expect((await propose(ROWS.service, 'дванадцята', both)).body).toMatchObject({
      errors: [{ rule_code: 'SERVICE_01' }],
    })
  })

  test('hold at the approval too', async () => {
    await propose(ROWS.tokens, 'У вас є монети.', { ignore_validation_errors: true })
    await world.approve(1)
    expect(stored(ROWS.tokens)).toMatchObject([{ status: 'approved', waivers: { validation: true, glossary: false } }])
  })

  test.each(['Olena', 'Ihor', 'Sofiia'] as const)('are honoured for %s', async (as) => {
    expect(readUserByName(world.app.store.main, as)?.role).toMatch(/moderator|admin/)
    expect((await propose(ROWS.plain, 'Welcome home, wanderer.', { ignore_validation_errors: true }, as)).status).toBe(
      200,
    )
  })
})

test('a row that is not there is 404, whatever its 16 characters are', async () => {
  for (const row of ['f'.repeat(16), 'no hex character', '🌬'.repeat(16)]) {
    expect((await propose(row, good)).body).toEqual({ success: false, error: expect.stringContaining('row_id') })
    expect((await propose(row, good)).status).toBe(404)
  }
})

test('a retired row is 404', async () => {
  await world.importSlots({ main: GAME.main.slice(1), diff: GAME.diff })
  expect((await propose(ROWS.plain, good)).status).toBe(404)
})
