// The per-type limits and the historical counter (docs/legacy-api.md#limits). A request
// counts once its parameters are good, unless it is over the limit or ends in 500 or 503.
import { describe, expect, test } from 'vitest'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { foldCounters } from '../../src/app/upkeep/fold-counters.ts'
import { createKey, limitKey, revokeKey } from '../../src/app/people/manage-keys.ts'
import { DEFAULT_SETTINGS } from '../../src/domain/settings.ts'
import { LEGACY_TYPES, type LegacyType } from '../../src/domain/vocabulary.ts'
import { legacyUsed, pendingHistorical } from '../../src/store/volatile/counters.ts'
import { keyOf, u32 } from '../../src/store/file/keyspace.ts'
import { allOfKind } from '../../src/store/records/kind.ts'
import { PROPOSALS } from '../../src/store/records/proposals.ts'
import { type Request, scenarios, type Step } from './legacy-scenario.ts'
import { keyOfPerson, type LegacyWorld, newKey, type Person, ROWS, SECRETS } from './legacy-world.ts'

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
const nobodys = 'f'.repeat(16)

const sent = (type: LegacyType, as: Person = 'Olena'): Request => ({ post: REQUESTS[type], as, status: 200 })
const over = (type: LegacyType, as: Person = 'Olena', like: object = {}): Request => ({
  post: REQUESTS[type],
  as,
  status: 429,
  like,
})
const limit =
  (type: LegacyType, to: number): Step =>
  ({ app }) =>
    changeSetting(app, null, `legacy_limit_${type}`, String(to))
const keyLimit =
  (type: LegacyType, to: number | null): Step =>
  (world) =>
    limitKey(world.app, null, String(keyOfPerson(world, 'Olena').id), { [type]: to })
const atTime =
  (ms: number): Step =>
  ({ clock }) =>
    void (clock.ms = ms)
const folded: Step = ({ app }) => foldCounters(app)

/** How many of Olena's requests count, by type. */
const used =
  (counts: Partial<Record<LegacyType, number>>): Step =>
  (world) => {
    const { id } = keyOfPerson(world, 'Olena')
    const types = Object.keys(counts) as LegacyType[]
    expect(Object.fromEntries(types.map((type) => [type, legacyUsed(world.app.store, id, type)]))).toEqual(counts)
  }
const historicalOf = ({ app, user }: LegacyWorld, name: string): number =>
  user(name).historicalRequests + pendingHistorical(app.store, user(name).id)
const historical =
  (name: Person, count: number): Step =>
  (world) => {
    expect([name, historicalOf(world, name)]).toEqual([name, count])
  }
/** In the record of the person, apart from what is not folded into it yet. */
const recorded =
  (count: number): Step =>
  ({ user }) => {
    expect(user('Olena').historicalRequests).toBe(count)
  }

test('the default is 10000 for each type', () => {
  for (const type of LEGACY_TYPES) expect(DEFAULT_SETTINGS[`legacy_limit_${type}`]).toBe(10_000)
})

describe.each(LEGACY_TYPES)('%s', (type) => {
  scenarios({
    'is 429 over its limit, which is told with the time it starts anew': [
      limit(type, 2),
      sent(type),
      sent(type),
      {
        ...over(type),
        body: {
          success: false,
          error: expect.stringContaining(type),
          limit_type: type,
          limit: 2,
          resets_at: '2026-03-15T00:00:00.000Z',
        },
        headers: { 'Retry-After': String(14 * 3600 + 33 * 60 + 7) },
      },
    ],
    'spends nothing of the other types': [
      limit(type, 0),
      ...LEGACY_TYPES.map((other) => (other === type ? over(other) : sent(other))),
    ],
    'has a limit of its own in each key': [
      limit(type, 1),
      sent(type),
      sent(type, 'Ihor'),
      over(type),
      over(type, 'Ihor'),
    ],
    'follows a key’s own limit before the setting’s, and the setting again when it is cleared': [
      limit(type, 1),
      keyLimit(type, 2),
      sent(type),
      sent(type),
      over(type, 'Olena', { limit: 2 }),
      keyLimit(type, null),
      over(type, 'Olena', { limit: 1 }),
    ],
  })
})

describe('a limit', () => {
  scenarios({
    'that is raised holds at the next request': [
      limit('show_info', 1),
      sent('show_info'),
      over('show_info'),
      limit('show_info', 2),
      sent('show_info'),
      over('show_info'),
    ],
    'starts anew with a UTC day, at midnight and no sooner': [
      limit('show_info', 1),
      sent('show_info'),
      atTime(Date.UTC(2026, 2, 14, 23, 59, 59, 999)),
      over('show_info'),
      atTime(Date.UTC(2026, 2, 15)),
      sent('show_info'),
      over('show_info', 'Olena', { resets_at: '2026-03-16T00:00:00.000Z' }),
    ],
    'is not given twice a day by a clock that steps back over midnight': [
      limit('show_info', 1),
      atTime(Date.UTC(2026, 2, 15, 0, 0, 0, 5)),
      sent('show_info'),
      atTime(Date.UTC(2026, 2, 14, 23, 59, 59, 995)),
      over('show_info'),
    ],
  })
})

const notSaved = (type: LegacyType): Request => ({
  post: REQUESTS[type],
  status: 503,
  body: { success: false, error: expect.stringContaining('try again') },
  headers: { 'Retry-After': '5' },
})

describe('what counts', () => {
  scenarios({
    'a request whose parameters are good, also when it ends in 404, 409 or 422': [
      { post: { row_id: nobodys, user_translate_text: 'x' }, status: 404 },
      { post: { row_id: ROWS.plain, user_translate_text: '' }, status: 422 },
      used({ user_translate_text: 2 }),
      sent('ai_translated_text'),
      { post: { ...REQUESTS.ai_translated_text, overwrite_ai_translated_text: false }, status: 409 },
      used({ ai_translated_text: 2 }),
    ],
    'nothing that was refused before: 401, 403, 405, 400, and a 429 itself': [
      { post: REQUESTS.show_info, as: 'unknown', status: 401 },
      { send: { method: 'GET' }, status: 405 },
      { post: { action: 'show_info', row_id: 'short' }, status: 400 },
      { post: '{', status: 400 },
      used({ show_info: 0 }),
      limit('show_info', 1),
      sent('show_info'),
      over('show_info'),
      used({ show_info: 1 }),
    ],
    'no request that ends in 503: the save failed': [
      ({ app }) => void (app.store.faults.flushFailed = true),
      notSaved('user_translate_text'),
      notSaved('ai_translated_text'),
      used({ user_translate_text: 0, ai_translated_text: 0 }),
      historical('Olena', 0),
      sent('show_info'),
    ],
  })
})

describe('the historical counter of a person', () => {
  scenarios({
    'counts the same requests, of all types': [
      ...LEGACY_TYPES.map((type) => sent(type)),
      { post: { action: 'show_info', row_id: nobodys }, status: 404 },
      { post: { action: 'show_info', row_id: 'short' }, status: 400 },
      historical('Olena', 4),
      historical('Ihor', 0),
    ],
    'goes on over the keys they ever had, and survives being folded into the person': [
      sent('show_info'),
      folded,
      recorded(1),
      (world) => revokeKey(world.app, null, String(keyOfPerson(world, 'Olena').id)),
      ({ app }) => createKey(app, null, newKey({ userName: 'Olena', secret: SECRETS.unknown })),
      sent('show_info', 'unknown'),
      historical('Olena', 2),
      folded,
      recorded(2),
      historical('Olena', 2),
    ],
  })
})

describe('a counter', () => {
  scenarios({
    'that cannot be used is 503, and nothing else is done': [
      ({ app }) => {
        app.store.volatile.putSync(keyOf('legacy', u32(0xffffffff)), Buffer.from('damaged'))
      },
      {
        post: REQUESTS.user_translate_text,
        status: 503,
        body: { success: false, error: expect.stringContaining('counter') },
        headers: { 'Retry-After': '5' },
      },
      ({ app }) => {
        expect([...allOfKind(app.store.main, PROPOSALS)]).toEqual([])
      },
    ],
  })
})
