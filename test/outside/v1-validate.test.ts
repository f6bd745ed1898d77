// POST /translations/validate: would the site accept these texts? (docs/api-v1.md#post-translationsvalidate;
// docs/api-v1.md#post-translationsvalidate and docs/text-gate.md.)
import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from '../support/v1-client.ts'
import { ROWS, type RowName, sourceHashOf, sourceOf, v1World } from '../support/v1-world.ts'

const world = await v1World({
  viewer: { user: 'Uma' },
  translator: { user: 'Taras', role: 'translator' },
  moderator: { user: 'Mira', role: 'moderator' },
  admin: { user: 'Ada', role: 'admin' },
})
afterAll(() => world.close())

type Key = 'viewer' | 'translator' | 'moderator' | 'admin'
const validate = async (items: readonly object[], key: Key = 'viewer'): Promise<Json> => {
  const path = '/translations/validate'
  const answer = await world.ask({ method: 'POST', path, key: world.keys[key], body: { items } })
  expect(answer.status).toBe(200)
  return answer.json
}
const verdictOf = async (row: RowName, text: string, more: object = {}, key: Key = 'viewer'): Promise<Json> =>
  (await validate([{ row_id: ROWS[row], text, ...more }], key)).data.items[0]
const write = async (name: string, key: Key, ...items: readonly object[]): Promise<Json> => {
  const headers = { 'Idempotency-Key': name }
  const answer = await world.ask({
    method: 'POST',
    path: '/translations',
    key: world.keys[key],
    headers,
    body: { items },
  })
  return answer.json.data.items
}
const codes = (problems: readonly Json[]): Json[] => problems.map(({ code, rule_code }) => [code, rule_code])

describe('the text gate', () => {
  test.each<[string, RowName, string, [string, string][], [string, string][]]>([
    ['a good text', 'plain', 'Вітаю вдома, мандрівниче.', [], []],
    ['a service row', 'service', '12:34', [['non_translatable', 'SERVICE_01']], []],
    ['a deleted row', 'deleted', 'щось', [['non_translatable', 'SERVICE_01']], []],
    ['an empty string is a value, never a 400', 'plain', '', [['empty_text', 'EMPTY_01']], []],
    ['white space and zero-width characters', 'tokens', ' \u00a0\u200b\u3000', [['empty_text', 'EMPTY_01']], []],
    ['the source itself', 'plain', 'WELCOME  home, wanderer. ', [['source_equivalent', 'SOURCE_01']], []],
    ['a lost token', 'tokens', 'У тебе {0} монет у $E.', [['markup_functional_breakage', 'TAGS_01']], []],
    [
      'a changed caption',
      'caption',
      'Підняти <Спритність|780|#C|15> зараз',
      [['markup_caption_breakage', 'TAGS_02']],
      [],
    ],
    ['printf in another order', 'printf', 'Візьми %d від %s', [['markup_functional_breakage', 'TAGS_03']], []],
    ['a control character', 'plain', 'Вітаю\u0007 вдома', [['markup_cosmetic_breakage', 'FORMAT_01']], []],
    [
      'a lost colour warns',
      'colour',
      'Червоне і просте\nдругий рядок',
      [],
      [['markup_cosmetic_breakage', 'FORMAT_02']],
    ],
    ['too short', 'long', 'Давно.', [['length_too_short', 'LENGTH_01']], []],
    ['too long', 'short', 'Так '.repeat(40), [['length_too_long', 'LENGTH_02']], []],
    ['a glossary term', 'glossary', 'Світ широкий.', [['glossary_violation', 'GLOSSARY_01']], []],
    ['an accepted form', 'glossary', 'Цзянху широкий.', [], []],
    [
      'all other faults of a text together, with warnings',
      'colour',
      'x\u0007{0}',
      [
        ['markup_functional_breakage', 'TAGS_01'],
        ['markup_cosmetic_breakage', 'FORMAT_01'],
      ],
      [
        ['markup_cosmetic_breakage', 'FORMAT_02'],
        ['length_too_short', 'LENGTH_01'],
      ],
    ],
  ])('%s', async (_, row, text, errors, warnings) => {
    for (const layer of ['manual', 'machine']) {
      const verdict = await verdictOf(row, text, { layer })
      expect(verdict).toMatchObject({ row_id: ROWS[row], ok: errors.length === 0 })
      expect(codes(verdict.errors)).toEqual(errors)
      expect(codes(verdict.warnings)).toEqual(warnings)
      for (const { message, details } of [...verdict.errors, ...verdict.warnings]) {
        expect(message).toMatch(/\w{3}/)
        expect(details).toMatchObject({ agent_action: expect.any(String), retriable: false })
      }
    }
  })

  test('glossary errors add details.missing_phrases', async () => {
    const { errors } = await verdictOf('glossary', 'Світ широкий.')
    expect(errors[0].details).toMatchObject({ missing_phrases: ['Jianghu'], agent_action: 'retranslate' })
  })

  test('token findings carry what a script repairs the text from, names of tokens untouched', async () => {
    const { errors } = await verdictOf('tokens', 'У тебе {0} монет у $Е, {newToken}.')
    expect(errors[0].details).toMatchObject({
      missing: { '{0}': 1, $E: 1 },
      unexpected: { '{newToken}': 1 },
      expected: { '{0}': 2, $E: 1 },
      found: { '{0}': 1 },
      lookalikes: [{ expected: '$E', found: '$Е' }],
    })
    const caption = await verdictOf('caption', 'Підняти <Спритність|780|#C|15> зараз')
    expect(caption.errors[0].details.captions).toEqual([
      { expected: '<Agility|780|#C|15>', found: '<Спритність|780|#C|15>' },
    ])
  })

  test('details use the names of the wire', async () => {
    const { errors } = await verdictOf('short', 'Так '.repeat(40))
    for (const name of Object.keys(errors[0].details)) expect(name).toMatch(/^[a-z_]+$/)
  })

  test('settings change it at the next request', async () => {
    await world.windrow('setting', 'set', 'glossary_is_error', 'false')
    const verdict = await verdictOf('glossary', 'Світ широкий.')
    await world.windrow('setting', 'set', 'glossary_is_error', 'true')
    expect([verdict.ok, codes(verdict.errors), codes(verdict.warnings)]).toEqual([
      true,
      [],
      [['glossary_violation', 'GLOSSARY_01']],
    ])
  })
})

describe('the state of the store', () => {
  test('no such row fails the item alone, order is kept, meta counts', async () => {
    const { data, meta } = await validate([
      { row_id: '00000000000000ff', text: 'x' },
      { row_id: ROWS.plain, text: 'Вітаю вдома, мандрівниче.' },
      { row_id: ROWS.plain, text: '' },
    ])
    expect(data.items.map(({ row_id, ok }: Json) => [row_id, ok])).toEqual([
      ['00000000000000ff', false],
      [ROWS.plain, true],
      [ROWS.plain, false],
    ])
    expect(meta).toEqual({ total: 3, ok: 1, failed: 2 })
    expect(data.items[0]).toEqual({
      row_id: '00000000000000ff',
      ok: false,
      errors: [
        {
          code: 'entry_not_found',
          rule_code: null,
          message: expect.any(String),
          details: { agent_action: 'skip', retriable: false },
        },
      ],
      warnings: [],
    })
  })

  test('another source_hash fails with stale_source and the current hash and text', async () => {
    const verdict = await verdictOf('tokens', '', { source_hash: '0'.repeat(64) })
    expect(codes(verdict.errors)).toEqual([['stale_source', null]])
    expect(verdict.errors[0].details).toEqual({
      current_source_hash: sourceHashOf('tokens'),
      current_source_text: sourceOf('tokens'),
      agent_action: 'refetch',
      retriable: false,
    })
    expect(codes((await verdictOf('service', 'x', { source_hash: '0'.repeat(64) })).errors)[0]).toEqual([
      'non_translatable',
      'SERVICE_01',
    ])
    expect(sourceOf('tokens')).not.toBe('')
  })

  test('it writes nothing and spends no quota', async () => {
    await verdictOf('spare5', "П'ятий запасний рядок", {}, 'moderator')
    const { json } = await world.ask({ path: `/rows/${ROWS.spare5}?fields=layers`, key: world.keys.viewer })
    expect(json.data.row.layers).toEqual({ manual: null, machine: null })
  })

  test('same text as the head of the layer is an error unchanged, another text is not', async () => {
    const item = { row_id: ROWS.spare1, source_hash: sourceHashOf('spare1') }
    await write('v-machine', 'admin', { ...item, text: 'Машинний рядок', layer: 'machine', provider: 'p', model: 'm' })
    await write('v-direct', 'moderator', { ...item, text: 'Ручний рядок тексту', mode: 'direct' })
    for (const [layer, same, other] of [
      ['machine', 'Машинний рядок', 'Ручний рядок тексту'],
      ['manual', 'Ручний рядок тексту', 'Машинний рядок'],
    ] as const) {
      const verdict = await verdictOf('spare1', same, { layer })
      expect(verdict).toMatchObject({ ok: false, warnings: [] })
      expect(codes(verdict.errors)).toEqual([['unchanged', null]])
      expect(verdict.errors[0].details).toEqual({ reason: 'same_text', agent_action: 'skip', retriable: false })
      expect((await verdictOf('spare1', other, { layer })).ok).toBe(true)
    }
  })

  test("this person's pending proposal: the same text is unchanged, another is active_proposal_exists", async () => {
    const source_hash = sourceHashOf('spare2')
    const [proposed] = await write('v-propose', 'translator', {
      row_id: ROWS.spare2,
      text: 'Моя пропозиція',
      source_hash,
    })
    const same = await verdictOf('spare2', 'Моя пропозиція', {}, 'translator')
    expect(same.errors[0]).toMatchObject({ code: 'unchanged', details: { reason: 'unchanged' } })
    const other = await verdictOf('spare2', 'Інша пропозиція', {}, 'translator')
    expect(other.errors).toHaveLength(1)
    expect(other.errors[0]).toMatchObject({
      code: 'active_proposal_exists',
      details: { proposal_id: proposed.proposal_id, proposal_version: 1, agent_action: 'skip' },
    })
    expect((await verdictOf('spare2', 'Інша пропозиція', {}, 'moderator')).ok).toBe(true)
    expect((await verdictOf('spare2', 'Інша пропозиція', { layer: 'machine' }, 'translator')).ok).toBe(true)
  })
})
