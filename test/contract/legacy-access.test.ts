// Who may use the legacy endpoint, and in which order a request is looked at (legacy contract, Authentication and Errors;
// decisions §2 and §8).
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lastUsedAt } from '../../src/app/authenticate.ts'
import { foldCounters } from '../../src/app/fold-counters.ts'
import { activateKey, createKey, deactivateKey, regenerateKey, revokeKey } from '../../src/app/manage-keys.ts'
import { changeRole, changeState } from '../../src/app/manage-users.ts'
import { changeSetting } from '../../src/app/change-settings.ts'
import type { Role, UserState } from '../../src/domain/vocabulary.ts'
import { keysOfUser } from '../../src/store/people.ts'
import { granted, type LegacyWorld, openWorld, ROWS, SECRETS } from './legacy-world.ts'

let world: LegacyWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const info = { row_id: ROWS.plain, action: 'show_info' }
const keyIdOf = (name: string): string => String(keysOfUser(world.app.store.main, world.user(name).id)[0]?.id)

/** Nothing of v1's envelope may be in any answer here. */
const V1_WORDS = ['"hint"', '"details"', '"agent_action"', '"retriable"', '"data"', '"meta"']

async function expectRefusal(
  answer: Promise<{ status: number; text: string; body: unknown; headers: Headers }>,
  status: number,
) {
  const { status: got, body, text, headers } = await answer
  expect({ status: got, body }).toEqual({ status, body: { success: false, error: expect.any(String) } })
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  for (const word of [...V1_WORDS, 'wdr_']) expect(text).not.toContain(word)
  return (body as { error: string }).error
}

describe('methods', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is 405 and told to POST, with or without a key',
    async (method) => {
      for (const as of ['Olena', null] as const) {
        const answer = await world.send({ method }, as)
        await expectRefusal(Promise.resolve(answer), 405)
        expect(answer.headers.get('Allow')).toBe('POST')
      }
    },
  )

  test('HEAD is 405 too, without a body', async () => {
    const { status, headers, text } = await world.send({ method: 'HEAD' })
    expect({ status, allow: headers.get('Allow'), text }).toEqual({ status: 405, allow: 'POST', text: '' })
  })
})

describe('the key', () => {
  test('missing or empty is 401 and says which header', async () => {
    expect(await expectRefusal(world.post(info, null), 401)).toContain('X-API-Key')
    const empty = world.send({ method: 'POST', body: JSON.stringify(info), headers: { 'X-API-Key': '' } }, null)
    expect(await expectRefusal(empty, 401)).toContain('X-API-Key')
  })

  const WRONG: readonly [string, string][] = [
    ['another prefix', `abc_${'a'.repeat(60)}`],
    ['too short', `wdr_${'a'.repeat(59)}`],
    ['too long', `wdr_${'a'.repeat(61)}`],
    ['not hex', `wdr_${'g'.repeat(60)}`],
    ['the right shape, but nobody’s', SECRETS.unknown],
    ['another letter case than registered', SECRETS.Olena.replaceAll('a', 'A')],
    ['no key at all', 'Bearer'],
  ]
  test.each(WRONG)('%s is 401 and says where keys are made', async (_, secret) => {
    const answer = world.send(
      { method: 'POST', body: JSON.stringify(info), headers: { 'X-API-Key': encodeURIComponent(secret) } },
      null,
    )
    expect(await expectRefusal(answer, 401)).toContain('/admin/profile')
  })

  test('an agent key is 401 here, whatever its owner’s role', async () => {
    await expectRefusal(world.post(info, 'Taras'), 401)
    const request = {
      userName: 'Ihor',
      kind: 'agent',
      name: '',
      grants: [],
      denies: [],
      requestsPerMinute: null,
    } as const
    granted(await createKey(world.app, null, { ...request, secret: SECRETS.unknown }))
    await expectRefusal(world.post(info, 'unknown'), 401)
  })

  test('a registered secret of an old bot works as it is, with capital hex digits', async () => {
    granted(await revokeKey(world.app, null, keyIdOf('Olena')))
    const secret = `wdr_${'AbCdEf'.repeat(10)}`
    const request = {
      userName: 'Olena',
      kind: 'bot',
      name: 'old bot',
      grants: [],
      denies: [],
      requestsPerMinute: null,
    } as const
    granted(await createKey(world.app, null, { ...request, secret }))
    const sent = { method: 'POST', body: JSON.stringify(info), headers: { 'X-API-Key': secret } }
    expect((await world.send(sent, null)).status).toBe(200)
  })

  test('switched off is 403 until it is switched on', async () => {
    granted(await deactivateKey(world.app, null, keyIdOf('Olena')))
    expect(await expectRefusal(world.post(info), 403)).toContain('switched off')
    granted(await activateKey(world.app, null, keyIdOf('Olena')))
    expect((await world.post(info)).status).toBe(200)
  })

  test('regenerated: the old secret is 401 at once, the new one works', async () => {
    const { secret } = granted(await regenerateKey(world.app, null, keyIdOf('Olena')))
    await expectRefusal(world.post(info), 401)
    const sent = { method: 'POST', body: JSON.stringify(info), headers: { 'X-API-Key': secret } }
    expect((await world.send(sent, null)).status).toBe(200)
  })

  test('regenerated: it was never used', async () => {
    await world.post(info)
    world.clock.ms += 60_000
    granted(await regenerateKey(world.app, null, keyIdOf('Olena')))
    await foldCounters(world.app)
    const key = keysOfUser(world.app.store.main, world.user('Olena').id)[0]
    expect(key?.createdAtMs).toBe(world.clock.ms)
    expect(lastUsedAt(world.app, key?.id ?? 0, key?.lastUsedAtMs ?? null)).toBeNull()
  })

  test('deleted is 401', async () => {
    granted(await revokeKey(world.app, null, keyIdOf('Olena')))
    await expectRefusal(world.post(info), 401)
  })

  test.each(['blocked', 'deactivated', 'deleted'] as const satisfies UserState[])(
    'of a %s account is 403',
    async (state) => {
      granted(await changeState(world.app, null, 'Olena', state))
      expect(await expectRefusal(world.post(info), 403)).toContain('account')
    },
  )

  test('the owner’s role is looked at with every request', async () => {
    const expected: readonly (readonly [Role, number])[] = [
      ['user', 403],
      ['translator', 403],
      ['moderator', 200],
      ['admin', 200],
      ['super_admin', 200],
    ]
    for (const [role, status] of expected) {
      granted(await changeRole(world.app, null, 'Olena', role))
      expect([role, (await world.post(info)).status]).toEqual([role, status])
    }
    granted(await changeRole(world.app, null, 'Olena', 'user'))
    expect(await expectRefusal(world.post(info), 403)).toContain('moderator')
  })

  test('has a time of last use afterwards', async () => {
    await world.post(info)
    expect(lastUsedAt(world.app, Number(keyIdOf('Olena')), null)).toBe(world.clock.ms)
    expect(lastUsedAt(world.app, Number(keyIdOf('Ihor')), null)).toBeNull()
  })
})

test('switching API v1 off leaves this endpoint as it is', async () => {
  granted(await changeSetting(world.app, null, 'api_v1_enabled', 'false'))
  expect((await world.post(info)).status).toBe(200)
})

describe('the order of checks: 401, 403, 400, 429, 404, then 409 and 422', () => {
  const damaged = '{"row_id":'

  test('a bad key comes before a damaged body', async () => {
    await expectRefusal(world.post(damaged, 'unknown'), 401)
  })

  test('missing rights come before a damaged body', async () => {
    granted(await changeRole(world.app, null, 'Olena', 'translator'))
    await expectRefusal(world.post(damaged), 403)
  })

  test('bad parameters come before a spent limit', async () => {
    granted(await changeSetting(world.app, null, 'legacy_limit_show_info', '0'))
    await expectRefusal(world.post({ ...info, row_id: 'short' }), 400)
    expect((await world.post(info)).status).toBe(429)
  })

  test('a spent limit comes before an unknown row', async () => {
    granted(await changeSetting(world.app, null, 'legacy_limit_show_info', '0'))
    expect((await world.post({ ...info, row_id: 'f'.repeat(16) })).status).toBe(429)
  })

  test('an unknown row comes before what is wrong with the text', async () => {
    await expectRefusal(world.post({ row_id: 'f'.repeat(16), user_translate_text: '' }), 404)
  })
})

describe('the body', () => {
  const BAD: readonly [string, string][] = [
    ['nothing', ''],
    ['damaged JSON', '{"row_id": "00000000000000a1"'],
    ['an array', '[]'],
    ['a string', '"row_id"'],
    ['null', 'null'],
    ['a form', 'row_id=00000000000000a1&show_info=1'],
    ['half of a surrogate pair', '{"row_id":"00000000000000a1","user_translate_text":"\\ud83d"}'],
  ]
  test.each(BAD)('%s is 400', async (_, body) => {
    await expectRefusal(world.post(body), 400)
  })

  test('bytes that are no UTF-8 are 400', async () => {
    await expectRefusal(world.send({ method: 'POST', body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }), 400)
  })

  test('over 16 MiB is 400, and 16 MiB are fine', async () => {
    const room = 16 * 1024 * 1024
    const filled = (size: number): string => {
      const frame = JSON.stringify({ ...info, filler: '' })
      return frame.replace('"filler":""', `"filler":"${'x'.repeat(size - frame.length)}"`)
    }
    expect((await world.post(filled(room))).status).toBe(200)
    expect(await expectRefusal(world.post(filled(room + 1)), 400)).toContain('16 MiB')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/json; charset=latin1'])(
    'its Content-Type is not looked at: %s',
    async (type) => {
      const sent = { method: 'POST', body: JSON.stringify(info), headers: { 'Content-Type': type } }
      expect((await world.send(sent)).status).toBe(200)
    },
  )

  test('members that nobody knows are ignored, whatever they hold', async () => {
    const strange = { ...info, source_hash: 5, nested: { deep: [[[]]] }, layer: 'machine', 'x y': null }
    expect((await world.post(strange)).status).toBe(200)
  })
})
