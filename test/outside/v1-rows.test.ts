// Reading: lists, filters, cursors, cards and the taxonomy (docs/api-v1.md#row-card, docs/api-v1.md#get-rows,
// docs/api-v1.md#get-rowsrow_id; docs/rows.md#rows, docs/rows.md#layers and
// docs/api-v1.md#pages-and-cursors).
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../support/program.ts'
import { type Answer, type Json, send } from '../support/v1-client.ts'
import { hashOf, ROWS, type RowName, sourceHashOf, sourceOf, v1World } from '../support/v1-world.ts'

const get = (path: string): Promise<Answer> => world.ask({ path, key: world.keys.reader })

const write = async (name: string, key: 'admin' | 'moderator', items: readonly object[]): Promise<void> => {
  const headers = { 'Idempotency-Key': name }
  const answer = await world.ask({
    method: 'POST',
    path: '/translations',
    key: world.keys[key],
    headers,
    body: { items },
  })
  expect(answer.json.data.items.map(({ ok }: Json) => ok)).not.toContain(false)
}
const machine = (row: RowName, text: string): object => ({
  row_id: ROWS[row],
  text,
  source_hash: sourceHashOf(row),
  layer: 'machine',
  provider: ' acme ',
  model: 'm-1',
})

const world = await v1World({
  reader: { user: 'Rita' },
  admin: { user: 'Ada', role: 'admin' },
  moderator: { user: 'Mira', role: 'moderator' },
})
await write('machine', 'admin', [
  machine('spare1', 'Перший запасний рядок'),
  machine('spare2', 'Другий запасний рядок'),
])
const direct = { mode: 'direct', layer: 'manual' }
await write('manual', 'moderator', [
  { row_id: ROWS.spare2, text: 'Другий рядок тексту', source_hash: sourceHashOf('spare2'), ...direct },
  { row_id: ROWS.spare3, text: 'Третій рядок тексту', source_hash: sourceHashOf('spare3'), ...direct },
])
afterAll(() => world.close())

const ids = (answer: Answer): string[] => answer.json.data.rows.map(({ row_id }: Json) => row_id)
const names = (...rows: RowName[]): string[] => rows.map((name) => ROWS[name])

describe('GET /rows', () => {
  test('lists rows by ordinal with the core group alone', async () => {
    const answer = await get('/rows')
    expect(ids(answer)).toEqual(Object.values(ROWS))
    expect(answer.json.data.rows.map(({ ordinal }: Json) => ordinal)).toEqual(Object.values(ROWS).map((_, i) => i + 1))
    expect(answer.json.data.rows[0]).toEqual({
      row_id: ROWS.plain,
      ordinal: 1,
      source_text: sourceOf('plain'),
      source_kind: 'main',
      source_hash: sourceHashOf('plain'),
      is_service_row: false,
    })
    expect(answer.json.meta).toEqual({ count: 18, has_more: false, fields: ['core'] })
  })

  test.each<[string, string[]]>([
    [
      'state=none',
      names(
        'plain',
        'tokens',
        'service',
        'inDiff',
        'glossary',
        'long',
        'caption',
        'colour',
        'printf',
        'short',
        'spare4',
        'spare5',
        'diffOnly',
      ),
    ],
    ['state=machine', names('spare1')],
    ['state=manual', names('spare2', 'spare3')],
    ['state=stale', []],
    ['state=all&source=all', Object.values(ROWS)],
    ['source=diff', names('inDiff', 'deleted', 'diffOnly', 'diffService')],
    ['source=diff_only', names('diffOnly', 'diffService')],
    ['source=diff&state=none', names('inDiff', 'diffOnly')],
    ['source=main&state=manual', names('spare2', 'spare3')],
    ['source=diff_only&state=manual', []],
  ])('%s shows exactly these rows, on pages of any size, and counts them', async (filter, expected) => {
    for (const limit of [1, 2, 7, 100]) {
      const shown: string[] = []
      let cursor = ''
      for (let page = 0; page < 40; page++) {
        const answer = await get(`/rows?${filter}&limit=${limit}&include_total=1${cursor && `&cursor=${cursor}`}`)
        expect(answer.json.meta).toMatchObject({ count: ids(answer).length, total_matching: expected.length })
        shown.push(...ids(answer))
        expect(answer.json.meta.has_more).toBe(shown.length < expected.length)
        expect('next_cursor' in answer.json.meta).toBe(answer.json.meta.has_more)
        if (!answer.json.meta.has_more) break
        cursor = answer.json.meta.next_cursor
      }
      expect(shown).toEqual(expected)
    }
  })

  test('limit, fields and include_total may change from page to page; the cursor survives other writes', async () => {
    const first = await get('/rows?limit=2&state=all')
    const next = await get(`/rows?limit=3&fields=layers&include_total=1&cursor=${first.json.meta.next_cursor}`)
    expect(ids(next)).toEqual(names('service', 'inDiff', 'glossary'))
    expect(next.json.meta.fields).toEqual(['core', 'layers'])
  })

  test('groups that were not asked for are absent entirely', async () => {
    const { json } = await get('/rows?fields=tokens,sources,tokens&limit=1')
    expect(json.meta.fields).toEqual(['core', 'sources', 'tokens'])
    expect(Object.keys(json.data.rows[0]).toSorted()).toEqual([
      'is_service_row',
      'ordinal',
      'row_id',
      'source_hash',
      'source_kind',
      'source_text',
      'sources',
      'tokens',
    ])
  })

  test('include_total=1 alone brings total_matching', async () => {
    expect((await get('/rows?limit=1')).json.meta).not.toHaveProperty('total_matching')
  })

  test('updated_since keeps what changed at or after a time', async () => {
    const { json } = await get(`/rows/${ROWS.spare3}?fields=layers`)
    const written: string = json.data.row.layers.manual.updated_at
    const since = (time: string): Promise<Answer> => get(`/rows?include_total=1&updated_since=${time}`)
    expect(ids(await since(encodeURIComponent(written)))).toEqual(names('spare2', 'spare3'))
    const later = new Date(Date.parse(written) + 1).toISOString()
    expect(ids(await since(later))).toEqual([])
    expect((await since('2020-01-01')).json.meta.total_matching).toBe(18)
    const inKyiv = new Date(Date.parse(written) + 2 * 3_600_000).toISOString().replace('Z', '')
    expect(ids(await since(`${inKyiv}+02:00`))).toEqual(names('spare2', 'spare3'))
    expect(ids(await since(`${inKyiv}%2B02:00`))).toEqual(names('spare2', 'spare3'))
    expect(ids(await get(`/rows?state=manual&source=main&limit=1&updated_since=${written}`))).toEqual(names('spare2'))
  })

  test.each([
    '2026-01-31',
    '2026-01-31T09:30',
    '2026-01-31T09:30:15',
    '2026-01-31T09:30:15.5',
    '2026-01-31T09:30:15.123456Z',
    '2026-01-31T09:30Z',
    '2026-01-31T09:30-05:30',
    '2024-02-29',
  ])('updated_since takes %s', async (time) => expect((await get(`/rows?updated_since=${time}`)).status).toBe(200))
})

describe('an invalid parameter of GET /rows gives 400 invalid_request with the allowed values', () => {
  const groups = ['core', 'sources', 'reference', 'layers', 'tokens']
  const limits = { min: 1, max: 100 }
  test.each<[string, string, unknown]>([
    ['limit=0', 'limit', limits],
    ['limit=101', 'limit', limits],
    ['limit=', 'limit', limits],
    ['limit=-1', 'limit', limits],
    ['limit=1.5', 'limit', limits],
    ['limit=1e1', 'limit', limits],
    ['limit=%2B5', 'limit', limits],
    ['limit=0x10', 'limit', limits],
    ['limit=ten', 'limit', limits],
    ['limit=5&limit=5', 'limit', undefined],
    ['state=nothing', 'state', ['all', 'none', 'machine', 'manual', 'stale']],
    ['state=', 'state', ['all', 'none', 'machine', 'manual', 'stale']],
    ['state=All', 'state', ['all', 'none', 'machine', 'manual', 'stale']],
    ['source=both', 'source', ['all', 'main', 'diff', 'diff_only']],
    ['include_total=0', 'include_total', ['1']],
    ['include_total=true', 'include_total', ['1']],
    ['include_total=', 'include_total', ['1']],
    ['fields=', 'fields', groups],
    ['fields=core,', 'fields', groups],
    ['fields=core, tokens', 'fields', groups],
    ['fields=layer', 'fields', groups],
    ['updated_since=', 'updated_since', undefined],
    ['updated_since=yesterday', 'updated_since', undefined],
    ['updated_since=2026-02-30', 'updated_since', undefined],
    ['updated_since=2026-13-01', 'updated_since', undefined],
    ['updated_since=2026-01-31T24:00', 'updated_since', undefined],
    ['updated_since=2026-01-31 09:30', 'updated_since', undefined],
    ['updated_since=1767225600', 'updated_since', undefined],
    ['cursor=', 'cursor', undefined],
    ['cursor=abc', 'cursor', undefined],
    ['page=2', 'page', ['limit', 'cursor', 'state', 'source', 'updated_since', 'include_total', 'fields']],
    ['Limit=2', 'Limit', ['limit', 'cursor', 'state', 'source', 'updated_since', 'include_total', 'fields']],
  ])('%s', async (query, field, allowed) => {
    const answer = await get(`/rows?${query.replaceAll(' ', '%20')}`)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
    expect(answer.json.details).toMatchObject({ agent_action: 'abort', retriable: false })
    const [fault] = answer.json.details.errors
    expect(answer.json.details.errors).toHaveLength(1)
    expect(fault).toEqual({ field, message: expect.any(String), ...(allowed !== undefined && { allowed }) })
  })

  test('all faults come at once', async () => {
    const answer = await get('/rows?limit=0&state=x&source=y&fields=z&include_total=2&updated_since=w&cursor=v&u=1')
    const fields = answer.json.details.errors.map(({ field }: Json) => field)
    expect(fields.toSorted()).toEqual([
      'cursor',
      'fields',
      'include_total',
      'limit',
      'source',
      'state',
      'u',
      'updated_since',
    ])
  })

  test('a cursor that was damaged, or belongs to other filters, is refused', async () => {
    const { json } = await get('/rows?limit=1&state=none')
    const cursor: string = json.meta.next_cursor
    const statusOf = async (query: string): Promise<number> => (await get(`/rows?${query}`)).status
    expect(await statusOf(`state=none&cursor=${cursor}`)).toBe(200)
    expect(await statusOf(`state=all&cursor=${cursor}`)).toBe(400)
    expect(await statusOf(`state=none&source=main&cursor=${cursor}`)).toBe(400)
    expect(await statusOf(`state=none&updated_since=2020-01-01&cursor=${cursor}`)).toBe(400)
    expect(await statusOf(`state=none&cursor=${cursor}&cursor=${cursor}`)).toBe(400)
    for (let at = 0; at < cursor.length; at++) {
      const damaged = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
      expect(await statusOf(`state=none&cursor=${damaged}`), damaged).toBe(400)
    }
    expect(await statusOf(`state=none&cursor=${cursor.slice(0, -1)}`)).toBe(400)
    expect(await statusOf(`state=none&cursor=${cursor}A`)).toBe(400)
  })
})

describe('GET /rows/{row_id}', () => {
  test('is whole when it is the first thing a server is asked', async () => {
    const fresh = await serve(['--data', world.data])
    try {
      const path = `/api/v1/rows/${ROWS.inDiff}`
      const first = await send(fresh.port, { path, key: world.keys.reader })
      const later = await send(fresh.port, { path, key: world.keys.reader })
      expect(first.json.data.row).toMatchObject({ row_id: ROWS.inDiff, source_hash: sourceHashOf('inDiff') })
      expect(first.text).toBe(later.text)
    } finally {
      await fresh.stop()
    }
  })

  test('without fields all groups are there', async () => {
    const { json } = await get(`/rows/${ROWS.inDiff}`)
    expect(json.meta).toEqual({ fields: ['core', 'sources', 'reference', 'layers', 'tokens'] })
    expect(json.data.row).toEqual({
      row_id: ROWS.inDiff,
      ordinal: 4,
      source_text: 'The new gate is open.',
      source_kind: 'diff',
      source_hash: hashOf('The new gate is open.'),
      is_service_row: false,
      sources: {
        main: { text: 'The old gate is closed.', text_hash: hashOf('The old gate is closed.') },
        diff: { text: 'The new gate is open.', text_hash: hashOf('The new gate is open.') },
      },
      reference: { text: '新门已开。', kind: 'diff' },
      layers: { manual: null, machine: null },
      tokens: { must_preserve: {}, cosmetic: {}, note: expect.any(String) },
    })
  })

  test('with fields the set narrows and core is always there', async () => {
    const { json } = await get(`/rows/${ROWS.plain}?fields=reference`)
    expect(json.meta.fields).toEqual(['core', 'reference'])
    expect(json.data.row).toMatchObject({ row_id: ROWS.plain, reference: { text: '欢迎回家。', kind: 'main' } })
    expect(json.data.row).not.toHaveProperty('layers')
    expect((await get(`/rows/${ROWS.long}?fields=reference`)).json.data.row.reference).toBeNull()
  })

  test('tokens are multisets: must_preserve and cosmetic map a token to its count', async () => {
    const tokensOf = async (row: RowName): Promise<Json> =>
      (await get(`/rows/${ROWS[row]}?fields=tokens`)).json.data.row.tokens
    expect(await tokensOf('tokens')).toMatchObject({ must_preserve: { '{0}': 2, $E: 1 }, cosmetic: {} })
    expect(await tokensOf('colour')).toMatchObject({ must_preserve: {}, cosmetic: { '#FF0000': 1, '#E': 1, '\n': 1 } })
    expect(await tokensOf('caption')).toMatchObject({ must_preserve: { '<Agility|780|#C|15>': 1 } })
  })

  test('a deletion marker is a diff text of "", and a service row', async () => {
    const { json } = await get(`/rows/${ROWS.deleted}?fields=sources`)
    expect(json.data.row).toMatchObject({
      source_text: '',
      source_kind: 'diff',
      is_service_row: true,
      source_hash: hashOf(''),
    })
    expect(json.data.row.sources.diff).toEqual({ text: '', text_hash: hashOf('') })
    const only = await get(`/rows/${ROWS.diffOnly}?fields=sources`)
    expect(only.json.data.row.sources.main).toBeNull()
  })

  test('layer heads carry text, status, freshness, origin, provider, model and time', async () => {
    const { json } = await get(`/rows/${ROWS.spare2}?fields=layers`)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(json.data.row.layers).toEqual({
      manual: {
        text: 'Другий рядок тексту',
        status: 'approved',
        freshness: 'fresh',
        origin: 'human',
        provider: null,
        model: null,
        updated_at: time,
      },
      machine: {
        text: 'Другий запасний рядок',
        status: 'draft',
        freshness: 'fresh',
        origin: 'ai_api',
        provider: 'acme',
        model: 'm-1',
        updated_at: time,
      },
    })
  })

  test('well-formed unknown id: 404 entry_not_found', async () => {
    const answer = await get('/rows/00000000000000ff')
    expect([answer.status, answer.json.error]).toEqual([404, 'entry_not_found'])
    expect(answer.json.details).toEqual({ agent_action: 'skip', retriable: false })
    expect(Number(answer.headers['x-ratelimit-limit'])).toBeGreaterThan(0)
  })

  test.each(['limit=1', 'state=all', 'fields=core&fields=core', 'fields=', 'fields=all'])(
    '%s is refused',
    async (query) => {
      const answer = await get(`/rows/${ROWS.plain}?${query}`)
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
    },
  )
})

describe('GET /taxonomy', () => {
  test('publishes the vocabulary', async () => {
    const { json } = await get('/taxonomy')
    expect(json.data).toMatchObject({
      row_states: ['all', 'none', 'machine', 'manual', 'stale'],
      sources: ['all', 'main', 'diff', 'diff_only'],
      field_groups: ['core', 'sources', 'reference', 'layers', 'tokens'],
      freshness: ['fresh', 'stale', 'unverified'],
      translation_statuses: ['draft', 'reviewed', 'approved', 'rejected', 'invalid'],
      origins: ['human', 'ai_api', 'localized_file_import', 'legacy_unknown'],
      limits: { rows_limit_default: 50, rows_limit_max: 100 },
    })
    expect(json.data.layers.toSorted()).toEqual(['machine', 'manual'])
    expect(json.data.abilities.map(({ value, required_permission }: Json) => [value, required_permission])).toEqual([
      ['rows:read', 'view'],
      ['translations:validate', 'view'],
      ['translations:propose', 'propose_translation'],
      ['translations:write-machine', 'import_localized'],
      ['translations:write-manual', 'review_translation'],
    ])
  })

  test('publishes every code with its status, agent action and whether to retry', async () => {
    const { json } = await get('/taxonomy')
    const codes = json.data.error_codes.map((row: Json) => [row.code, row.http_status, row.agent_action, row.retriable])
    expect(codes).toEqual([
      ['missing_key', 401, 'abort', false],
      ['invalid_key', 401, 'abort', false],
      ['key_inactive', 403, 'abort', false],
      ['account_inactive', 403, 'abort', false],
      ['forbidden_ability', 403, 'abort', false],
      ['forbidden_permission', 403, 'abort', false],
      ['api_disabled', 403, 'abort', false],
      ['rate_limited', 429, 'wait', true],
      ['daily_row_quota_exceeded', 429, 'stop_until_quota_reset', true],
      ['limiter_unavailable', 503, 'wait', true],
      ['invalid_request', 400, 'abort', false],
      ['batch_too_large', 400, 'abort', false],
      ['not_found', 404, 'abort', false],
      ['internal_error', 500, 'wait', true],
      ['entry_not_found', 404, 'skip', false],
      ['stale_source', 409, 'refetch', false],
      ['layer_busy', 409, 'wait', true],
      ['active_proposal_exists', 409, 'skip', false],
      ['duplicate_idempotency_key', 409, 'abort', false],
      ['non_translatable', 422, 'skip', false],
      ['empty_text', 422, 'retranslate', false],
      ['source_equivalent', 422, 'retranslate', false],
      ['markup_functional_breakage', 422, 'retranslate', false],
      ['markup_cosmetic_breakage', 422, 'retranslate', false],
      ['markup_caption_breakage', 422, 'retranslate', false],
      ['glossary_violation', 422, 'retranslate', false],
      ['length_too_short', 422, 'retranslate', false],
      ['length_too_long', 422, 'retranslate', false],
      ['unchanged', 422, 'skip', false],
      ['save_failed', 422, 'wait', true],
    ])
    for (const { hint } of json.data.error_codes) expect(hint.length).toBeGreaterThan(10)
  })

  test.each(['/taxonomy?x=1', '/me?x=1', '/me?fields=core'])('%s is refused: it takes no parameter', async (path) => {
    const answer = await get(path)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request'])
    expect(answer.json.details.errors).toHaveLength(1)
  })
})
