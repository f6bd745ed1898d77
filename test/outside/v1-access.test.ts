// Who gets in, and with which abilities (docs/api-v1.md#authentication; docs/people.md#keys and
// docs/api-v1.md#order-of-checks). Each scenario cites the sentence that it holds the server to.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '../support/program.ts'
import { send } from '../support/v1-client.ts'
import { ROWS, sourceHashOf, v1World } from '../support/v1-world.ts'

const KEYS = {
  user: { user: 'Uma' },
  translator: { user: 'Taras', role: 'translator' },
  moderator: { user: 'Mira', role: 'moderator' },
  admin: { user: 'Ada', role: 'admin' },
  superAdmin: { user: 'Sofia', role: 'super_admin' },
  bot: { user: 'Mira', role: 'moderator', options: ['--bot'] },
  deniesReading: { user: 'Uma', options: ['--deny', 'rows:read', '--deny', 'translations:validate'] },
  grantsPropose: { user: 'Uma', options: ['--grant', 'translations:propose'] },
  grantsAndDenies: { user: 'Uma', options: ['--grant', 'translations:propose', '--deny', 'translations:propose'] },
  deniesManual: { user: 'Mira', role: 'moderator', options: ['--deny', 'translations:write-manual'] },
  grantsMachine: { user: 'Drop', role: 'admin', options: ['--grant', 'translations:write-machine'] },
  revoked: { user: 'Uma' },
  deactivated: { user: 'Uma' },
  ofBlocked: { user: 'Bob' },
  ofDeactivated: { user: 'Dan' },
  ofDeleted: { user: 'Del' },
  offAndBlocked: { user: 'Bob' },
} as const

const world = await v1World(KEYS)
const prefix = (name: keyof typeof KEYS): string => world.keys[name].slice(0, 12)
await world.windrow('key', 'revoke', prefix('revoked'))
await world.windrow('key', 'deactivate', prefix('deactivated'))
await world.windrow('key', 'deactivate', prefix('offAndBlocked'))
await world.windrow('user', 'state', 'Bob', 'blocked')
await world.windrow('user', 'state', 'Dan', 'deactivated')
await world.windrow('user', 'state', 'Del', 'deleted')
afterAll(() => world.close())

describe('a key that gets nowhere', () => {
  const wellShaped = `wdr_${'0'.repeat(60)}`
  test.each<[string, () => Readonly<Record<string, string>>, number, string]>([
    ['header absent', () => ({}), 401, 'missing_key'],
    ['an empty header counts as absent', () => ({ 'X-API-Key': '' }), 401, 'missing_key'],
    ['string not shaped like a key', () => ({ 'X-API-Key': 'hello' }), 401, 'invalid_key'],
    ['another prefix', () => ({ 'X-API-Key': `abc_${'0'.repeat(60)}` }), 401, 'invalid_key'],
    ['a hex digit too few', () => ({ 'X-API-Key': wellShaped.slice(0, -1) }), 401, 'invalid_key'],
    ['a hex digit too many', () => ({ 'X-API-Key': `${wellShaped}0` }), 401, 'invalid_key'],
    ['a letter that is no hex digit', () => ({ 'X-API-Key': `${wellShaped.slice(0, -1)}g` }), 401, 'invalid_key'],
    ['key not found', () => ({ 'X-API-Key': wellShaped }), 401, 'invalid_key'],
    [
      'letter case of the secret matters',
      () => ({ 'X-API-Key': `wdr_${world.keys.user.slice(4).toUpperCase()}` }),
      401,
      'invalid_key',
    ],
    ['a bearer token is no key', () => ({ Authorization: `Bearer ${world.keys.user}` }), 401, 'missing_key'],
    ['key revoked', () => ({ 'X-API-Key': world.keys.revoked }), 401, 'invalid_key'],
    ['key deactivated', () => ({ 'X-API-Key': world.keys.deactivated }), 403, 'key_inactive'],
    ['owner blocked', () => ({ 'X-API-Key': world.keys.ofBlocked }), 403, 'account_inactive'],
    ['owner deactivated', () => ({ 'X-API-Key': world.keys.ofDeactivated }), 403, 'account_inactive'],
    ['owner deleted', () => ({ 'X-API-Key': world.keys.ofDeleted }), 403, 'account_inactive'],
    ['the key comes before its account', () => ({ 'X-API-Key': world.keys.offAndBlocked }), 403, 'key_inactive'],
  ])('%s', async (_, headers, status, error) => {
    for (const path of ['/me', '/rows', `/rows/${ROWS.plain}`, '/taxonomy']) {
      const answer = await world.ask({ path, headers: headers() })
      expect([answer.status, answer.json.error]).toEqual([status, error])
      expect(answer.json.details).toEqual({ agent_action: 'abort', retriable: false })
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })
    }
  })

  test('is refused before its body or parameters are looked at', async () => {
    const answer = await world.ask({ method: 'POST', path: '/translations?x=1', body: '{', key: 'nonsense' })
    expect(answer.json.error).toBe('invalid_key')
  })

  test('activated again it works at once', async () => {
    await world.windrow('key', 'activate', world.keys.deactivated.slice(0, 12))
    expect((await world.ask({ path: '/me', key: world.keys.deactivated })).status).toBe(200)
    await world.windrow('key', 'deactivate', world.keys.deactivated.slice(0, 12))
    expect((await world.ask({ path: '/me', key: world.keys.deactivated })).status).toBe(403)
  })
})

describe('GET /me', () => {
  test('needs no ability and shows the key as it is now', async () => {
    const answer = await world.ask({ path: '/me', key: world.keys.deniesReading })
    expect(answer.json).toEqual({
      success: true,
      data: {
        user: { id: expect.any(Number), name: 'Uma', role: 'user' },
        key: {
          prefix: world.keys.deniesReading.slice(0, 12),
          name: 'deniesReading',
          abilities: [],
          ability_grants: [],
          ability_denies: ['rows:read', 'translations:validate'],
          last_used_at: null,
        },
        effective_abilities: [],
        limits: { requests_per_minute: 1_000_000 },
      },
    })
    expect(answer.text).not.toMatch(/mail|password|digest/)
  })

  test('shows when the key was used last, at most a minute late', async () => {
    const before = Date.now()
    await world.ask({ path: '/me', key: world.keys.translator })
    const { json } = await world.ask({ path: '/me', key: world.keys.translator })
    const usedMs = Date.parse(json.data.key.last_used_at)
    expect(usedMs).toBeGreaterThanOrEqual(before - 60_000)
    expect(usedMs).toBeLessThanOrEqual(Date.now())
  })

  test.each<[keyof typeof KEYS, readonly string[]]>([
    ['user', ['rows:read', 'translations:validate']],
    ['translator', ['rows:read', 'translations:validate', 'translations:propose']],
    ['moderator', ['rows:read', 'translations:validate', 'translations:propose', 'translations:write-manual']],
    [
      'admin',
      [
        'rows:read',
        'translations:validate',
        'translations:propose',
        'translations:write-machine',
        'translations:write-manual',
      ],
    ],
    [
      'superAdmin',
      [
        'rows:read',
        'translations:validate',
        'translations:propose',
        'translations:write-machine',
        'translations:write-manual',
      ],
    ],
    ['bot', ['rows:read', 'translations:validate', 'translations:propose', 'translations:write-manual']],
    ['grantsPropose', ['rows:read', 'translations:validate', 'translations:propose']],
    ['grantsAndDenies', ['rows:read', 'translations:validate']],
    ['deniesManual', ['rows:read', 'translations:validate', 'translations:propose']],
  ])('effective abilities of %s: rights of the role with grants, without denies', async (name, abilities) => {
    const { json } = await world.ask({ path: '/me', key: world.keys[name] })
    expect(json.data.effective_abilities).toEqual(abilities)
    expect(json.data.key.abilities).toEqual(abilities)
  })

  test('abilities follow the role live, and a grant outside its limit does not count', async () => {
    const abilitiesAs = async (role: string): Promise<readonly string[]> => {
      await world.windrow('user', 'role', 'Drop', role)
      const { json } = await world.ask({ path: '/me', key: world.keys.grantsMachine })
      expect(json.data.key.ability_grants).toEqual(['translations:write-machine'])
      return json.data.effective_abilities
    }
    expect(await abilitiesAs('moderator')).not.toContain('translations:write-machine')
    expect(await abilitiesAs('user')).toEqual(['rows:read', 'translations:validate'])
    expect(await abilitiesAs('admin')).toContain('translations:write-machine')
  })
})

describe('an ability that is lacking', () => {
  const validateBody = { items: [{ row_id: ROWS.plain, text: 'x' }] }

  test.each([
    ['GET', '/rows'],
    ['GET', '/rows?limit=nonsense'],
    ['GET', `/rows/${ROWS.plain}`],
    ['GET', '/taxonomy'],
    ['POST', '/translations/validate'],
  ])('%s %s: the key took it away, and that comes before parameters', async (method, path) => {
    const body = method === 'POST' ? { body: '{' } : {}
    const answer = await world.ask({ method, path, key: world.keys.deniesReading, ...body })
    expect([answer.status, answer.json.error]).toEqual([403, 'forbidden_ability'])
    expect(answer.json.details).toEqual({ required_permission: 'view', agent_action: 'abort', retriable: false })
    expect(Number(answer.headers['x-ratelimit-limit'])).toBe(1_000_000)
  })

  test.each<[keyof typeof KEYS]>([['user'], ['grantsAndDenies'], ['deniesReading']])(
    'the owner of %s has the right for no write at all: the whole batch gets 403 forbidden_ability',
    async (name) => {
      const answer = await world.ask({ method: 'POST', path: '/translations', key: world.keys[name], body: '{' })
      expect([answer.status, answer.json.error]).toEqual([403, 'forbidden_ability'])
      // Over MCP the hint stands alone, without details.
      expect(answer.json.hint).toContain('propose or write')
      expect(answer.json.details).toEqual({
        required_permission: 'propose_translation',
        required_roles: ['translator', 'moderator', 'admin', 'super_admin'],
        agent_action: 'abort',
        retriable: false,
      })
    },
  )

  test('validating takes the right to view only', async () => {
    const answer = await world.ask({
      method: 'POST',
      path: '/translations/validate',
      key: world.keys.user,
      body: validateBody,
    })
    expect(answer.status).toBe(200)
  })

  const source_hash = sourceHashOf('plain')
  const manual = { row_id: ROWS.plain, text: 'Вітаю вдома, мандрівниче.', source_hash }
  const machine = { ...manual, layer: 'machine', provider: 'p', model: 'm' }
  test.each<[string, keyof typeof KEYS, object, string, object]>([
    [
      'machine writing that the role does not give',
      'moderator',
      machine,
      'forbidden_permission',
      { required_roles: ['admin', 'super_admin'] },
    ],
    [
      'direct writing that the role does not give',
      'translator',
      { ...manual, mode: 'direct' },
      'forbidden_permission',
      { required_roles: ['moderator', 'admin', 'super_admin'] },
    ],
    [
      'direct writing that the key took away',
      'deniesManual',
      { ...manual, mode: 'direct' },
      'forbidden_ability',
      { required_roles: ['moderator', 'admin', 'super_admin'] },
    ],
  ])('%s rejects that item alone', async (_, name, item, code, lack) => {
    const answer = await world.ask({
      method: 'POST',
      path: '/translations',
      key: world.keys[name],
      headers: { 'Idempotency-Key': `lack ${name} ${code}` },
      body: { items: [item, { ...manual, row_id: '00000000000000ff' }] },
    })
    expect(answer.status).toBe(200)
    const [refused, unknown] = answer.json.data.items
    expect(refused).toMatchObject({ ok: false, status: 'rejected', warnings: [] })
    expect(refused.errors).toEqual([
      {
        code,
        rule_code: null,
        message: expect.any(String),
        details: { ...lack, agent_action: 'abort', retriable: false },
      },
    ])
    expect(unknown.errors[0].code).toBe('entry_not_found')
    expect(answer.json.meta.quota.used).toBe(0)
  })
})

describe('API switched off', () => {
  test('setting api_v1_enabled: 403 api_disabled after key and account, at once in a running server', async () => {
    await world.windrow('setting', 'set', 'api_v1_enabled', 'false')
    const off = await world.ask({ path: '/me', key: world.keys.admin })
    expect([off.status, off.json.error]).toEqual([403, 'api_disabled'])
    expect(off.headers).toMatchObject({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })
    expect((await world.ask({ path: '/me' })).json.error).toBe('missing_key')
    expect((await world.ask({ path: '/me', key: world.keys.ofBlocked })).json.error).toBe('account_inactive')
    expect((await world.ask({ path: '/nothing', key: world.keys.admin })).json.error).toBe('not_found')
    await world.windrow('setting', 'set', 'api_v1_enabled', 'true')
    expect((await world.ask({ path: '/me', key: world.keys.admin })).status).toBe(200)
  })
})

test('environment API_V1_ENABLED=false switches off what the setting leaves on', async () => {
  const off = await serve(['--data', world.data], { API_V1_ENABLED: 'false' })
  onTestFinished(async () => void (await off.stop()))
  const answer = await send(off.port, { path: '/api/v1/me', key: world.keys.admin })
  expect([answer.status, answer.json.error]).toEqual([403, 'api_disabled'])
  expect((await world.ask({ path: '/me', key: world.keys.admin })).status).toBe(200)
})

test('no secret reaches the log, and every request has a line', async () => {
  await world.ask({ path: `/rows/${ROWS.plain}`, key: world.keys.admin })
  await expect.poll(() => world.server.log()).toMatch(/"route":"v1\.row","status":200/)
  const log = world.server.log()
  for (const secret of Object.values(world.keys)) expect(log).not.toContain(secret.slice(12))
  expect(log).toContain(`"key":"${world.keys.admin.slice(0, 12)}"`)
})
