// The per-type limits and the historical counter (legacy contract, Limits; decisions §8). A request counts once its
// parameters are good, unless it is over the limit or ends in 500 or 503.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeSetting } from '../../src/app/change-settings.ts'
import { foldCounters } from '../../src/app/fold-counters.ts'
import { createKey, limitKey, revokeKey } from '../../src/app/manage-keys.ts'
import { DEFAULT_SETTINGS } from '../../src/domain/settings.ts'
import { LEGACY_TYPES, type LegacyType } from '../../src/domain/vocabulary.ts'
import { legacyUsed, pendingHistorical } from '../../src/store/counters.ts'
import { keyOf, u32 } from '../../src/store/keyspace.ts'
import { keysOfUser } from '../../src/store/people.ts'
import { allProposals } from '../../src/store/proposals.ts'
import { type Answer, granted, type LegacyWorld, openWorld, type Person, ROWS, SECRETS } from './legacy-world.ts'

let world: LegacyWorld
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

/** A good request of each type that may be repeated. */
const REQUESTS: Readonly<Record<LegacyType, Record<string, unknown>>> = {
  user_translate_text: { row_id: ROWS.plain, user_translate_text: 'Вітаємо вдома.' },
  ai_translated_text: {
    action: 'update_ai_translated_text',
    row_id: ROWS.plain,
    ai_translated_text: 'Так',
    overwrite_ai_translated_text: true,
  },
  show_info: { action: 'show_info', row_id: ROWS.plain },
}
const send = (type: LegacyType, as: Person = 'Olena'): Promise<Answer> => world.post(REQUESTS[type], as)
const keyIdOf = (name: string): number => keysOfUser(world.app.store.main, world.user(name).id)[0]?.id ?? 0
const used = (type: LegacyType, name = 'Olena'): number => legacyUsed(world.app.store, keyIdOf(name), type)
const historical = (name = 'Olena'): number =>
  world.user(name).historicalRequests + pendingHistorical(world.app.store, world.user(name).id)
const setLimit = (type: LegacyType, limit: number) =>
  changeSetting(world.app, null, `legacy_limit_${type}`, String(limit))

test('the default is 10000 for each type', () => {
  for (const type of LEGACY_TYPES) expect(DEFAULT_SETTINGS[`legacy_limit_${type}`]).toBe(10_000)
})

describe.each(LEGACY_TYPES)('%s', (type) => {
  test('is 429 over its limit, which is told with the time it starts anew', async () => {
    granted(await setLimit(type, 2))
    expect([(await send(type)).status, (await send(type)).status]).toEqual([200, 200])
    const { status, body, headers } = await send(type)
    expect(status).toBe(429)
    expect(body).toEqual({
      success: false,
      error: expect.stringContaining(type),
      limit_type: type,
      limit: 2,
      resets_at: '2026-03-15T00:00:00.000Z',
    })
    expect(headers.get('Retry-After')).toBe(String(14 * 3600 + 33 * 60 + 7))
  })

  test('spends nothing of the other types', async () => {
    granted(await setLimit(type, 0))
    for (const other of LEGACY_TYPES) expect((await send(other)).status).toBe(other === type ? 429 : 200)
  })

  test('has a limit of its own in each key', async () => {
    granted(await setLimit(type, 1))
    expect([(await send(type)).status, (await send(type, 'Ihor')).status]).toEqual([200, 200])
    expect([(await send(type)).status, (await send(type, 'Ihor')).status]).toEqual([429, 429])
  })

  test('follows a key’s own limit before the setting’s, and the setting again when it is cleared', async () => {
    granted(await setLimit(type, 1))
    const key = String(keyIdOf('Olena'))
    granted(await limitKey(world.app, null, key, { [type]: 2 }))
    expect([(await send(type)).status, (await send(type)).status]).toEqual([200, 200])
    expect((await send(type)).body).toMatchObject({ limit: 2 })
    granted(await limitKey(world.app, null, key, { [type]: null }))
    expect((await send(type)).body).toMatchObject({ limit: 1 })
  })
})

test('a raised limit holds at the next request', async () => {
  granted(await setLimit('show_info', 1))
  expect([(await send('show_info')).status, (await send('show_info')).status]).toEqual([200, 429])
  granted(await setLimit('show_info', 2))
  expect([(await send('show_info')).status, (await send('show_info')).status]).toEqual([200, 429])
})

test('a new UTC day starts anew, at midnight and no sooner', async () => {
  granted(await setLimit('show_info', 1))
  await send('show_info')
  world.clock.ms = Date.UTC(2026, 2, 14, 23, 59, 59, 999)
  expect((await send('show_info')).status).toBe(429)
  world.clock.ms += 1
  expect((await send('show_info')).status).toBe(200)
  expect((await send('show_info')).body).toMatchObject({ resets_at: '2026-03-16T00:00:00.000Z' })
})

test('a clock that steps back over midnight does not give the day twice', async () => {
  granted(await setLimit('show_info', 1))
  world.clock.ms = Date.UTC(2026, 2, 15, 0, 0, 0, 5)
  await send('show_info')
  world.clock.ms -= 10
  expect((await send('show_info')).status).toBe(429)
})

describe('what counts', () => {
  test('a request whose parameters are good, also when it ends in 404, 409 or 422', async () => {
    await world.post({ row_id: 'f'.repeat(16), user_translate_text: 'x' })
    await world.post({ row_id: ROWS.plain, user_translate_text: '' })
    expect(used('user_translate_text')).toBe(2)
    await send('ai_translated_text')
    const again = await world.post({ ...REQUESTS.ai_translated_text, overwrite_ai_translated_text: false })
    expect([again.status, used('ai_translated_text')]).toEqual([409, 2])
  })

  test('nothing that was refused before: 401, 403, 405, 400, and a 429 itself', async () => {
    await world.post(REQUESTS.show_info, 'unknown')
    await world.send({ method: 'GET' })
    await world.post({ action: 'show_info', row_id: 'short' })
    await world.post('{')
    expect(used('show_info')).toBe(0)
    granted(await setLimit('show_info', 1))
    await send('show_info')
    await send('show_info')
    expect(used('show_info')).toBe(1)
  })

  test('no request that ends in 503: the save failed', async () => {
    world.app.store.faults.flushFailed = true
    const answers = [await send('user_translate_text'), await send('ai_translated_text')]
    for (const { status, body, headers } of answers) {
      expect({ status, retry: headers.get('Retry-After') }).toEqual({ status: 503, retry: '5' })
      expect(body).toEqual({ success: false, error: expect.stringContaining('try again') })
    }
    expect([used('user_translate_text'), used('ai_translated_text'), historical()]).toEqual([0, 0, 0])
    expect((await send('show_info')).status).toBe(200)
  })
})

describe('the historical counter of a person', () => {
  test('counts the same requests, of all types', async () => {
    for (const type of LEGACY_TYPES) await send(type)
    await world.post({ action: 'show_info', row_id: 'f'.repeat(16) })
    await world.post({ action: 'show_info', row_id: 'short' })
    expect([historical(), historical('Ihor')]).toEqual([4, 0])
  })

  test('goes on over the keys they ever had, and survives being folded into the person', async () => {
    await send('show_info')
    await foldCounters(world.app)
    expect(world.user('Olena').historicalRequests).toBe(1)
    granted(await revokeKey(world.app, null, String(keyIdOf('Olena'))))
    const request = {
      userName: 'Olena',
      kind: 'bot',
      name: '',
      grants: [],
      denies: [],
      requestsPerMinute: null,
    } as const
    granted(await createKey(world.app, null, { ...request, secret: SECRETS.unknown }))
    expect((await world.post(REQUESTS.show_info, 'unknown')).status).toBe(200)
    expect(historical()).toBe(2)
    await foldCounters(world.app)
    expect([world.user('Olena').historicalRequests, historical()]).toEqual([2, 2])
  })
})

test('a counter that cannot be used is 503, and nothing else is done', async () => {
  const { main, volatile } = world.app.store
  volatile.putSync(keyOf('legacy', u32(0xffffffff)), Buffer.from('damaged'))
  const { status, body, headers } = await send('user_translate_text')
  expect({ status, retry: headers.get('Retry-After') }).toEqual({ status: 503, retry: '5' })
  expect(body).toEqual({ success: false, error: expect.stringContaining('counter') })
  expect([...allProposals(main)]).toEqual([])
})
