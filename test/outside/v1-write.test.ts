// POST /translations: outcomes, order of tests inside an item, idempotency and quota (docs/api-v1.md#post-translations;
// docs/rows.md#layers, docs/rows.md#proposals and docs/api-v1.md#batch-writes).
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '../support/program.ts'
import { type Answer, type Json, send as sendTo } from '../support/v1-client.ts'
import { ROWS, type RowName, sourceHashOf, sourceOf, v1World } from '../support/v1-world.ts'

const KEYS = {
  translator: { user: 'Taras', role: 'translator' },
  moderator: { user: 'Mira', role: 'moderator' },
  other: { user: 'Oksana', role: 'moderator' },
  admin: { user: 'Ada', role: 'admin' },
  small: { user: 'Sam', role: 'admin' },
  smallToo: { user: 'Sam', role: 'admin' },
  none: { user: 'Nil', role: 'translator' },
} as const
type Key = keyof typeof KEYS

const world = await v1World(KEYS)
await world.windrow('user', 'quota', 'Sam', '3')
await world.windrow('user', 'quota', 'Nil', '0')
afterAll(() => world.close())

let count = 0
const send = (key: Key, items: readonly object[], name = `w${++count}`): Promise<Answer> =>
  world.ask({
    method: 'POST',
    path: '/translations',
    key: world.keys[key],
    headers: { 'Idempotency-Key': name },
    body: { items },
  })
const write = async (key: Key, ...items: readonly object[]): Promise<Json[]> => {
  const answer = await send(key, items)
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('idempotent-replayed')
  return answer.json.data.items
}
const item = (row: RowName, text: string, more: object = {}): object => ({
  row_id: ROWS[row],
  text,
  source_hash: sourceHashOf(row),
  ...more,
})
const machine = (row: RowName, text: string, more: object = {}): object =>
  item(row, text, { layer: 'machine', provider: 'acme', model: 'm-1', ...more })
const layersOf = async (row: RowName): Promise<Json> =>
  (await world.ask({ path: `/rows/${ROWS[row]}?fields=layers`, key: world.keys.admin })).json.data.row.layers
const written = (row: RowName): object => ({ row_id: ROWS[row], ok: true, status: 'written', errors: [], warnings: [] })
const unchanged = (row: RowName, reason: string): object => ({
  row_id: ROWS[row],
  ok: true,
  status: 'unchanged',
  errors: [],
  warnings: [],
  details: { reason },
})

describe('outcomes', () => {
  test('layer machine: a new revision; same text, another text, overwrite', async () => {
    expect(await write('admin', machine('spare1', 'Перший рядок'))).toEqual([written('spare1')])
    expect(await write('admin', machine('spare1', 'Перший рядок', { overwrite: true }))).toEqual([
      unchanged('spare1', 'same_text'),
    ])
    expect(await write('admin', machine('spare1', 'Інший рядок'))).toEqual([unchanged('spare1', 'already_filled')])
    expect(await write('admin', machine('spare1', 'Інший рядок', { overwrite: false }))).toEqual([
      unchanged('spare1', 'already_filled'),
    ])
    expect(await write('admin', machine('spare1', 'Інший рядок', { overwrite: true, model: ' m-2 ' }))).toEqual([
      written('spare1'),
    ])
    expect((await layersOf('spare1')).machine).toMatchObject({
      text: 'Інший рядок',
      status: 'draft',
      origin: 'ai_api',
      provider: 'acme',
      model: 'm-2',
    })
    expect(await write('admin', machine('spare1', '', {}))).toEqual([unchanged('spare1', 'already_filled')])
  })

  test('layer manual, mode direct: a new revision, approved by its author', async () => {
    expect(
      await write('moderator', item('spare2', 'Другий рядок', { mode: 'direct', provider: 'x', model: 'y' })),
    ).toEqual([written('spare2')])
    expect((await layersOf('spare2')).manual).toMatchObject({
      text: 'Другий рядок',
      status: 'approved',
      freshness: 'fresh',
      origin: 'human',
      provider: null,
      model: null,
    })
    expect(await write('moderator', item('spare2', 'Другий рядок', { mode: 'direct' }))).toEqual([
      unchanged('spare2', 'same_text'),
    ])
    expect(await write('translator', item('spare2', 'Другий рядок'))).toEqual([unchanged('spare2', 'same_text')])
    expect(await write('moderator', item('spare2', 'Другий рядок, краще', { mode: 'direct' }))).toEqual([
      written('spare2'),
    ])
  })

  test('layer manual, mode proposal (default): a pending proposal; never updated by v1', async () => {
    const [proposed] = await write('translator', item('spare3', 'Третій рядок'))
    expect(proposed).toEqual({
      row_id: ROWS.spare3,
      ok: true,
      status: 'proposed',
      errors: [],
      warnings: [],
      proposal_id: expect.any(Number),
      proposal_version: 1,
    })
    expect(await write('translator', item('spare3', 'Третій рядок', { mode: 'proposal' }))).toEqual([
      unchanged('spare3', 'unchanged'),
    ])
    const [refused] = await write('translator', item('spare3', 'Третій рядок, краще'))
    expect(refused).toMatchObject({ ok: false, status: 'rejected', warnings: [] })
    expect(refused.errors).toEqual([
      {
        code: 'active_proposal_exists',
        rule_code: null,
        message: expect.any(String),
        details: { proposal_id: proposed.proposal_id, proposal_version: 1, agent_action: 'skip', retriable: false },
      },
    ])
    const [others] = await write('moderator', item('spare3', 'Третій рядок'))
    expect(others.proposal_id).toBeGreaterThan(proposed.proposal_id)
    expect((await layersOf('spare3')).manual).toBeNull()
    expect(await write('moderator', item('spare3', 'Третій, напряму', { mode: 'direct' }))).toEqual([written('spare3')])
  })

  test('mode direct on a translation approved by another person: a proposal instead, foreign_approval', async () => {
    await write('moderator', item('spare4', 'Четвертий рядок', { mode: 'direct' }))
    const [turned] = await write('other', item('spare4', 'Четвертий, інакше', { mode: 'direct' }))
    expect(turned).toMatchObject({
      ok: true,
      status: 'proposed',
      proposal_version: 1,
      details: { reason: 'foreign_approval' },
    })
    const [again] = await write('other', item('spare4', 'Четвертий, ще інакше', { mode: 'direct' }))
    expect(again.errors[0].code).toBe('active_proposal_exists')
    expect((await layersOf('spare4')).manual.text).toBe('Четвертий рядок')
  })

  test('the same row twice in a batch is two items, done in order, in one transaction', async () => {
    const batch = [machine('spare5', 'Раз'), machine('spare5', 'Два'), machine('spare5', 'Три', { overwrite: true })]
    const answer = await send('admin', batch)
    expect(answer.json.data.items.map(({ status }: Json) => status)).toEqual(['written', 'unchanged', 'written'])
    expect(answer.json.meta).toMatchObject({ total: 3, written: 2, proposed: 0, unchanged: 1, rejected: 0 })
    expect((await layersOf('spare5')).machine.text).toBe('Три')
  })

  test('batches that come at once and share a row are done one after the other, each as the one before left it', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => `Тексти одночасно ${i}`)
    const answers = await Promise.all(
      texts.map((text) => write('admin', machine('spare3', text), machine('spare4', text))),
    )
    for (const place of [0, 1]) {
      const outcomes = answers.map((items) => items[place].status)
      expect(outcomes.filter((status) => status === 'written')).toHaveLength(1)
      expect(outcomes.filter((status) => status === 'unchanged')).toHaveLength(texts.length - 1)
    }
  })

  test('warnings do not block writing', async () => {
    const [result] = await write('admin', machine('colour', 'Червоне і просте, другий рядок'))
    expect(result).toMatchObject({ ok: true, status: 'written' })
    expect(result.warnings.map(({ rule_code }: Json) => rule_code)).toEqual(['FORMAT_02'])
  })
})

describe('order inside an item', () => {
  test.each<[string, Key, object, string, string | null]>([
    [
      'a row that does not exist',
      'translator',
      machine('plain', 'x', { row_id: '00000000000000ff' }),
      'entry_not_found',
      null,
    ],
    [
      'then the ability',
      'translator',
      machine('service', 'x', { source_hash: '0'.repeat(64) }),
      'forbidden_permission',
      null,
    ],
    [
      'then the service row',
      'admin',
      machine('service', '', { source_hash: '0'.repeat(64) }),
      'non_translatable',
      'SERVICE_01',
    ],
    ['then the source', 'admin', machine('tokens', '', { source_hash: '0'.repeat(64) }), 'stale_source', null],
    ['then the text', 'admin', machine('tokens', ''), 'empty_text', 'EMPTY_01'],
    ['then its tokens', 'admin', machine('tokens', 'Без токенів'), 'markup_functional_breakage', 'TAGS_01'],
  ])('%s', async (_, key, refused, code, rule) => {
    const [result] = await write(key, refused)
    expect(result).toMatchObject({ ok: false, status: 'rejected', warnings: [] })
    expect(result).not.toHaveProperty('details')
    expect(result.errors.map((error: Json) => [error.code, error.rule_code])).toEqual([[code, rule]])
  })

  test('stale_source tells the current hash and text', async () => {
    const [result] = await write('admin', machine('tokens', 'x', { source_hash: '0'.repeat(64) }))
    expect(result.errors[0].details).toEqual({
      current_source_hash: sourceHashOf('tokens'),
      current_source_text: sourceOf('tokens'),
      agent_action: 'refetch',
      retriable: false,
    })
  })

  test('when only some items lack an ability, the rest is written', async () => {
    const results = await write(
      'moderator',
      machine('long', 'x'),
      item('printf', 'Від %s візьми %d', { mode: 'direct' }),
    )
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'written'])
    expect(results[0].errors[0]).toMatchObject({
      code: 'forbidden_permission',
      details: { required_roles: ['admin', 'super_admin'] },
    })
  })
})

describe('Idempotency-Key', () => {
  test('same key and same body: the stored answer byte for byte, and nothing is written again', async () => {
    const batch = [machine('glossary', 'Цзянху широкий.')]
    const first = await send('admin', batch, 'same')
    const again = await send('admin', batch, 'same')
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(200)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(Number(again.headers['x-ratelimit-remaining'])).toBeLessThan(Number(first.headers['x-ratelimit-remaining']))
    expect(first.json.data.items[0].status).toBe('written')
  })

  test('same body means the same JSON, whatever its white space and order of members', async () => {
    const body = { items: [machine('caption', 'Підняти <Agility|780|#C|15> зараз')] }
    const first = await send('admin', body.items, 'canonical')
    const members = Object.entries(body.items[0] ?? {}).toReversed()
    const again = await world.ask({
      method: 'POST',
      path: '/translations',
      key: world.keys.admin,
      headers: { 'Idempotency-Key': 'canonical' },
      body: `\n${JSON.stringify({ items: [Object.fromEntries(members)] }, null, 2)}`,
    })
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  })

  test('same key with a different body: 409 duplicate_idempotency_key', async () => {
    const answer = await send('admin', [machine('glossary', 'Цзянху ще ширший.')], 'same')
    expect([answer.status, answer.json.error]).toEqual([409, 'duplicate_idempotency_key'])
    expect(answer.json.details).toEqual({ agent_action: 'abort', retriable: false })
    const shorter = await send('admin', [machine('glossary', 'Цзянху широкий.', { overwrite: false })], 'same')
    expect(shorter.status).toBe(409)
  })

  test('records belong to the API key', async () => {
    const answer = await send('moderator', [item('glossary', 'Цзянху широкий.')], 'same')
    expect(answer.json.data.items[0].status).toBe('proposed')
  })

  test('an answer that is no 200 leaves no record', async () => {
    const bad = await world.ask({
      method: 'POST',
      path: '/translations',
      key: world.keys.admin,
      headers: { 'Idempotency-Key': 'reuse' },
      body: { items: [] },
    })
    expect(bad.status).toBe(400)
    const good = await send('admin', [machine('diffOnly', 'Свіжий вітер здіймається.')], 'reuse')
    expect(good.json.meta.written).toBe(1)
  })

  test('a replay answers 403 when the key has lost its abilities', async () => {
    await send('other', [item('plain', 'Вітаю, мандрівниче.')], 'lost')
    await world.windrow('user', 'role', 'Oksana', 'user')
    const refused = await send('other', [item('plain', 'Вітаю, мандрівниче.')], 'lost')
    await world.windrow('user', 'role', 'Oksana', 'moderator')
    expect([refused.status, refused.json.error]).toEqual([403, 'forbidden_ability'])
    expect((await send('other', [item('plain', 'Вітаю, мандрівниче.')], 'lost')).headers['idempotent-replayed']).toBe(
      'true',
    )
  })

  test('of 50 identical requests at once one is executed and all get its answer', async () => {
    const batch = [machine('inDiff', 'Нова брама відчинена.')]
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('admin', batch, 'fifty')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(answers[0]?.json.data.items[0].status).toBe('written')
  })
})

describe('the daily quota', () => {
  test('is shared per person, counts revisions and proposals only, and refuses a whole batch', async () => {
    const first = await send('small', [machine('short', 'Так'), machine('service', 'x'), machine('short', 'Так')])
    const midnight = new Date((Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000).toISOString()
    expect(first.json.meta).toEqual({
      total: 3,
      written: 1,
      proposed: 0,
      unchanged: 1,
      rejected: 1,
      quota: { limit: 3, used: 1, remaining: 2, resets_at: midnight },
    })
    const batch = [item('short', 'Ага'), machine('printf', 'Від %s візьми %d'), item('long', 'x')]
    const refused = await send('smallToo', batch, 'quota')
    expect([refused.status, refused.json.error]).toEqual([429, 'daily_row_quota_exceeded'])
    expect(refused.json.details).toEqual({
      limit: 3,
      used: 1,
      remaining: 2,
      resets_at: midnight,
      agent_action: 'stop_until_quota_reset',
      retriable: true,
    })
    const second = await send('smallToo', batch.slice(0, 2), 'quota')
    expect(second.json.meta).toMatchObject({ rejected: 0, quota: { limit: 3, used: 3, remaining: 0 } })
    expect((await send('small', [item('short', 'Ага')])).status).toBe(429)
    const replay = await send('smallToo', batch.slice(0, 2), 'quota')
    expect([replay.status, replay.text]).toEqual([200, second.text])
  })

  test('0 means that nothing may be written', async () => {
    const answer = await send('none', [item('plain', 'Вітаю, мандрівниче.')])
    expect(answer.json.details).toMatchObject({ limit: 0, used: 0, remaining: 0 })
  })

  test('defaults follow the settings of the role', async () => {
    const quotaOf = async (key: Key): Promise<Json> => (await send(key, [item('plain', '')])).json.meta.quota.limit
    expect([await quotaOf('translator'), await quotaOf('admin')]).toEqual([10_000, 2_000_000])
    await world.windrow('setting', 'set', 'daily_row_quota', '5')
    expect(await quotaOf('translator')).toBe(5)
    await world.windrow('setting', 'set', 'daily_row_quota', '10000')
  })
})

test('a proposal approved on the command line becomes the manual head, approved by its reviewer', async () => {
  const [proposed] = await write(
    'translator',
    item('long', 'Давним-давно, коли гори були молоді, один коваль викував дев’ять мечів за ніч.'),
  )
  await world.windrow('proposal', 'approve', String(proposed.proposal_id), '--as', 'Mira')
  expect((await layersOf('long')).manual).toMatchObject({ status: 'approved', origin: 'human', freshness: 'fresh' })
})

test('what was answered is there after a crash, and so is the answer', async () => {
  const crashing = await serve(['--data', world.data])
  const batch = [machine('plain', 'Вітаємо вдома.')]
  const headers = { 'Idempotency-Key': 'durable' }
  const ask = { method: 'POST', path: '/api/v1/translations', key: world.keys.admin, headers, body: { items: batch } }
  const answer = await sendTo(crashing.port, ask)
  await crashing.kill()
  expect(answer.json.meta.written).toBe(1)
  expect((await layersOf('plain')).machine.text).toBe('Вітаємо вдома.')
  const replay = await send('admin', batch, 'durable')
  expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([answer.text, 'true'])
})

test('two servers on one store execute identical requests once, and count one quota', async () => {
  const second = await serve(['--data', world.data])
  onTestFinished(async () => void (await second.stop()))
  await world.windrow('user', 'quota', 'Sam', '100')
  const batch = [machine('diffOnly', 'Здіймається свіжий вітер.', { overwrite: true })]
  const headers = { 'Idempotency-Key': 'both' }
  const ask = { method: 'POST', path: '/api/v1/translations', key: world.keys.small, headers, body: { items: batch } }
  const ports = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? second.port : world.server.port))
  const answers = await Promise.all(ports.map((port) => sendTo(port, ask)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  const used: number = answers[0]?.json.meta.quota.used
  const next = await send('smallToo', [machine('diffOnly', 'Свіжий вітер.', { overwrite: true })])
  expect(next.json.meta.quota.used).toBe(used + 1)
})
