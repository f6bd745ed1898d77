// Mode 1, `user_translate_text` (docs/legacy-api.md#mode-1-propose; docs/rows.md#proposals,
// docs/text-gate.md and docs/legacy-api.md).
import { describe, expect } from 'vitest'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import type { Proposal } from '../../src/domain/proposal.ts'
import { proposalsOfRow } from '../../src/store/records/proposals.ts'
import { ordinalOf } from '../../src/store/rows/read-rows.ts'
import { each, type Scenarios, scenarios, type Step } from './legacy-scenario.ts'
import { GAME, type LegacyWorld, ROWS } from './legacy-world.ts'

const GLOSSARY: Step = ({ app }) => {
  const entries = [{ source: 'Jianghu', forms: ['цзянху'], caseSensitive: false, doNotTranslate: false, note: '' }]
  return changeGlossary(app, null, { entries, how: 'replace', origin: 'terms.csv' })
}

const proposing = (row: string, text: unknown, more: Record<string, unknown> = {}) => ({
  row_id: row,
  user_translate_text: text,
  ...more,
})
const good = 'Вітаємо вдома, мандрівнику.'
const another = 'З поверненням.'
const withoutTokens = 'У вас є монети.'
const proposed = { post: proposing(ROWS.plain, good), status: 200 }

const stored = ({ app }: LegacyWorld, row: string): readonly Proposal[] =>
  proposalsOfRow(app.store.main, ordinalOf(app.store.main, row) ?? 0)
/** What is stored of a row's proposals. */
const holds =
  (row: string, proposals: readonly object[]): Step =>
  (world) => {
    expect(stored(world, row)).toMatchObject(proposals)
    expect(stored(world, row)).toHaveLength(proposals.length)
  }
const minuteLater: Step = ({ clock }) => void (clock.ms += 60_000)
const approved: Step = (world) => world.approve(1)
const rejected: Step = (world) => world.reject(1, 'the tone')

const START = '2026-03-14T09:26:53.589Z'
const PROPOSAL = {
  id: 1,
  version: 1,
  status: 'pending',
  user_translate_text: good,
  author: 'Olena',
  created_at: START,
  updated_at: START,
  reviewer: null,
  reviewed_at: null,
}
const CREATED = {
  success: true,
  action: 'propose',
  row_id: ROWS.plain,
  status: 'created',
  proposal: PROPOSAL,
  warnings: [],
}

describe('a good translation', () => {
  scenarios(
    {
      'becomes a pending proposal': [
        { ...proposed, body: CREATED },
        holds(ROWS.plain, [{ text: good, status: 'pending', isVerified: false, keyId: 1 }]),
      ],
      'is taken with the row’s id in capitals, and answered in lower case': [
        { post: proposing(ROWS.plain.toUpperCase(), good), status: 200, like: { row_id: ROWS.plain } },
      ],
      'with a flaw that is only a warning says so': [
        {
          post: proposing(ROWS.long, `${good.repeat(3)}\nІ ще.`),
          status: 200,
          like: {
            warnings: [{ code: 'markup_cosmetic_breakage', rule_code: 'FORMAT_02', message: expect.any(String) }],
          },
        },
      ],
      'of another author is another proposal of the row': [
        proposed,
        { ...proposed, as: 'Ihor', like: { status: 'created', proposal: { id: 2, author: 'Ihor' } } },
      ],
    },
    [GLOSSARY],
  )
})

describe('the author’s own pending proposal', () => {
  scenarios(
    {
      'is changed in place by another text': [
        proposed,
        minuteLater,
        {
          post: proposing(ROWS.plain, another),
          status: 200,
          like: {
            status: 'updated',
            proposal: {
              id: 1,
              version: 2,
              user_translate_text: another,
              created_at: START,
              updated_at: '2026-03-14T09:27:53.589Z',
            },
          },
        },
        holds(ROWS.plain, [{}]),
      ],
      'stays as it is with the same text': [
        proposed,
        minuteLater,
        { ...proposed, body: { ...CREATED, status: 'unchanged' } },
      ],
      'is renewed by the same text when only the source has changed': [
        proposed,
        async (world) => {
          const [before] = stored(world, ROWS.plain)
          await world.importSlots({ diff: [...GAME.diff, { id: ROWS.plain, text: 'Welcome home, traveller.' }] })
          const { body } = await world.post(proposed.post)
          expect(body).toMatchObject({ status: 'updated', proposal: { id: 1, version: 2, user_translate_text: good } })
          expect(stored(world, ROWS.plain)[0]?.sourceHash).not.toBe(before?.sourceHash)
        },
      ],
      'once approved is followed by a new one, and the approved text again is unchanged': [
        proposed,
        approved,
        { ...proposed, like: { status: 'unchanged', proposal: { id: 1, status: 'approved', reviewer: 'Ihor' } } },
        { post: proposing(ROWS.plain, another), status: 200, like: { status: 'created', proposal: { id: 2 } } },
      ],
      'once rejected is followed by a new one, of the same text too': [
        proposed,
        rejected,
        { ...proposed, like: { status: 'created', proposal: { id: 2, version: 1 } } },
      ],
    },
    [GLOSSARY],
  )
})

interface Refused {
  readonly what: string
  readonly row: string
  readonly text: string
  readonly findings: readonly (readonly [rule: string, code: string])[]
}

const REFUSED: readonly Refused[] = [
  { what: 'an empty text', row: ROWS.plain, text: '', findings: [['EMPTY_01', 'empty_text']] },
  { what: 'white space', row: ROWS.plain, text: ' \u00A0\u200B\n', findings: [['EMPTY_01', 'empty_text']] },
  { what: 'a service row', row: ROWS.service, text: '12:34', findings: [['SERVICE_01', 'non_translatable']] },
  {
    what: 'the source itself',
    row: ROWS.plain,
    text: 'welcome  HOME, wanderer.',
    findings: [['SOURCE_01', 'source_equivalent']],
  },
  {
    what: 'a lost token',
    row: ROWS.tokens,
    text: 'У вас є %d монет.',
    findings: [['TAGS_01', 'markup_functional_breakage']],
  },
  {
    what: 'a control character',
    row: ROWS.plain,
    text: `${good}\u0007`,
    findings: [['FORMAT_01', 'markup_cosmetic_breakage']],
  },
  { what: 'a text far too short', row: ROWS.long, text: 'Ні.', findings: [['LENGTH_01', 'length_too_short']] },
  { what: 'a text far too long', row: ROWS.plain, text: good.repeat(9), findings: [['LENGTH_02', 'length_too_long']] },
  {
    what: 'a missing glossary term',
    row: ROWS.glossary,
    text: 'Світ широкий.',
    findings: [['GLOSSARY_01', 'glossary_violation']],
  },
  {
    what: 'several faults at once',
    row: ROWS.tokens,
    text: `${'Монети. '.repeat(40)}\u0007`,
    findings: [
      ['TAGS_01', 'markup_functional_breakage'],
      ['FORMAT_01', 'markup_cosmetic_breakage'],
      ['LENGTH_02', 'length_too_long'],
    ],
  },
]

describe('a text that does not pass', () => {
  scenarios(
    {
      ...each(REFUSED, ({ what, row, text, findings }) => [
        `${what} is 422 with every fault, and nothing is stored`,
        [
          {
            post: proposing(row, text),
            status: 422,
            like: { errors: findings.map(([rule_code, code]) => ({ code, rule_code, message: expect.any(String) })) },
            headers: { 'Retry-After': null },
          },
          async (world) => {
            const { body } = await world.post(proposing(row, text))
            const errors = body['errors'] as { code: string; rule_code: string; message: string }[]
            for (const error of errors) expect(Object.keys(error)).toEqual(['code', 'rule_code', 'message'])
            // The one sentence that every bot logs says what is wrong.
            for (const { message } of errors) expect(body['error']).toContain(message)
          },
          holds(row, []),
        ],
      ]),
      'leaves a pending proposal as it was': [
        { post: proposing(ROWS.tokens, '{0}: у вас %d монет.'), status: 200 },
        { post: proposing(ROWS.tokens, withoutTokens), status: 422 },
        holds(ROWS.tokens, [{ version: 1, text: '{0}: у вас %d монет.' }]),
      ],
    },
    [GLOSSARY],
  )
})

const both = { ignore_validation_errors: true, ignore_glossary_warnings: true }
const ruled = (rule: string) => ({ status: 422, like: { errors: [{ rule_code: rule }] } })
const validation = { ignore_validation_errors: 1 }

const FLAGS: Scenarios = {
  'ignore_glossary_warnings lifts the glossary and nothing else': [
    { post: proposing(ROWS.glossary, 'Світ широкий.', { ignore_glossary_warnings: true }), status: 200 },
    { post: proposing(ROWS.tokens, withoutTokens, { ignore_glossary_warnings: true }), status: 422 },
  ],
  ...each(['TAGS_01', 'FORMAT_01', 'LENGTH_01', 'LENGTH_02', 'SOURCE_01'], (lifted) => {
    const refused = REFUSED.find(({ findings }) => findings.some(([rule]) => rule === lifted))
    return [
      `ignore_validation_errors lifts ${lifted}`,
      [{ post: proposing(refused?.row ?? '', refused?.text, validation), status: 200, like: { status: 'created' } }],
    ]
  }),
  'ignore_validation_errors doesn’t lift the glossary; both together do': [
    { post: proposing(ROWS.glossary, 'The світ is wide.', validation), ...ruled('GLOSSARY_01') },
    {
      post: proposing(ROWS.glossary, 'The світ is wide.', {
        ignore_validation_errors: 'true',
        ignore_glossary_warnings: '1',
      }),
      status: 200,
    },
  ],
  ...each(['', ' '], (text) => [
    `neither lifts EMPTY_01 (${JSON.stringify(text)})`,
    [{ post: proposing(ROWS.plain, text, both), ...ruled('EMPTY_01') }],
  ]),
  'neither lifts SERVICE_01': [{ post: proposing(ROWS.service, 'дванадцята', both), ...ruled('SERVICE_01') }],
  'hold at the approval too': [
    { post: proposing(ROWS.tokens, withoutTokens, { ignore_validation_errors: true }), status: 200 },
    approved,
    holds(ROWS.tokens, [{ status: 'approved', waivers: { validation: true, glossary: false } }]),
  ],
  ...each(['Olena', 'Ihor', 'Sofiia'] as const, (as) => [
    `are honoured for ${as}`,
    [
      (world) => expect(world.user(as).role).toMatch(/moderator|admin/),
      { post: proposing(ROWS.plain, 'Welcome home, wanderer.', { ignore_validation_errors: true }), as, status: 200 },
    ],
  ]),
}

describe('the ignore flags', () => scenarios(FLAGS, [GLOSSARY]))

describe('a row', () => {
  scenarios({
    'that is not there is 404, whatever its 16 characters are': [
      'f'.repeat(16),
      'no hex character',
      '🌬'.repeat(16),
    ].map((row) => ({ post: proposing(row, good), status: 404, says: 'row_id' })),
    'that is retired is 404': [
      (world) => world.importSlots({ main: GAME.main.slice(1), diff: GAME.diff }),
      { post: proposing(ROWS.plain, good), status: 404 },
    ],
  })
})
