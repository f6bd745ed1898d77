// Who may use the legacy endpoint, and in which order a request is looked at (docs/legacy-api.md#keys and
// docs/legacy-api.md#errors; docs/people.md#keys).
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import type { App } from '../../src/app/app.ts'
import { lastUsedAt } from '../../src/app/people/admit-request.ts'
import { foldCounters } from '../../src/app/upkeep/fold-counters.ts'
import { activateKey, createKey, deactivateKey, regenerateKey, revokeKey } from '../../src/app/people/manage-keys.ts'
import { changeRole, changeState } from '../../src/app/people/manage-users.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import type { Role } from '../../src/domain/vocabulary.ts'
import { each, scenarios, type Step } from './legacy-scenario.ts'
import { keyOfPerson, type LegacyWorld, newKey, ROWS, SECRETS } from './legacy-world.ts'
import { granted } from '../support/app-world.ts'

const info = { row_id: ROWS.plain, action: 'show_info' }
const nobodys = 'f'.repeat(16)
const withKey = (secret: string): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(info),
  headers: { 'X-API-Key': secret },
})
const onKey =
  <T>(change: (app: App, by: null, id: string) => T) =>
  (world: LegacyWorld): T =>
    change(world.app, null, String(keyOfPerson(world, 'Olena').id))
const setting =
  (name: Parameters<typeof changeSetting>[2], value: string): Step =>
  ({ app }) =>
    changeSetting(app, null, name, value)
const role =
  (name: Role): Step =>
  ({ app }) =>
    changeRole(app, null, 'Olena', name)

describe('methods', () => {
  scenarios({
    ...each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], (method) => [
      `${method} is 405 and told to POST, with or without a key`,
      [
        { send: { method }, status: 405, headers: { Allow: 'POST' } },
        { send: { method }, as: null, status: 405, headers: { Allow: 'POST' } },
      ],
    ]),
    'HEAD is 405 too, without a body': [
      async (world) => {
        const { status, headers, text } = await world.send({ method: 'HEAD' })
        expect({ status, allow: headers.get('Allow'), text }).toEqual({ status: 405, allow: 'POST', text: '' })
      },
    ],
  })
})

const WRONG: readonly (readonly [what: string, secret: string])[] = [
  ['another prefix', `abc_${'a'.repeat(60)}`],
  ['too short', `wdr_${'a'.repeat(59)}`],
  ['too long', `wdr_${'a'.repeat(61)}`],
  ['not hex', `wdr_${'g'.repeat(60)}`],
  ['the right shape, but nobody’s', SECRETS.unknown],
  ['another letter case than registered', SECRETS.Olena.replaceAll('a', 'A')],
  ['no key at all', 'Bearer'],
]

const oldBot = `wdr_${'AbCdEf'.repeat(10)}`

describe('the key', () => {
  scenarios({
    'missing or empty is 401 and says which header': [
      { post: info, as: null, status: 401, says: 'X-API-Key' },
      { send: withKey(''), as: null, status: 401, says: 'X-API-Key' },
    ],
    ...each(WRONG, ([what, secret]) => [
      `${what} is 401 and says where keys are made`,
      [{ send: withKey(encodeURIComponent(secret)), as: null, status: 401, says: '/admin/profile' }],
    ]),
    'of an agent is 401 here, whatever its owner’s role': [
      { post: info, as: 'Taras', status: 401 },
      ({ app }) => createKey(app, null, newKey({ userName: 'Ihor', kind: 'agent', secret: SECRETS.unknown })),
      { post: info, as: 'unknown', status: 401 },
    ],
    'of an old bot works as it was registered, with capital hex digits': [
      onKey(revokeKey),
      ({ app }) => createKey(app, null, newKey({ userName: 'Olena', name: 'old bot', secret: oldBot })),
      { send: withKey(oldBot), as: null, status: 200 },
    ],
    'switched off is 403 until it is switched on': [
      onKey(deactivateKey),
      { post: info, status: 403, says: 'switched off' },
      onKey(activateKey),
      { post: info, status: 200 },
    ],
    'regenerated: the old secret is 401 at once, the new one works': [
      async (world) => {
        const { secret } = granted(await onKey(regenerateKey)(world))
        expect((await world.post(info)).status).toBe(401)
        expect((await world.send(withKey(secret), null)).status).toBe(200)
      },
      { post: info, status: 401 },
    ],
    'regenerated: it was never used': [
      { post: info, status: 200 },
      ({ clock }) => void (clock.ms += 60_000),
      onKey(regenerateKey),
      ({ app }) => foldCounters(app),
      (world) => {
        const key = keyOfPerson(world, 'Olena')
        expect(key.createdAtMs).toBe(world.clock.ms)
        expect(lastUsedAt(world.app, key.id, key.lastUsedAtMs)).toBeNull()
      },
    ],
    'deleted is 401': [onKey(revokeKey), { post: info, status: 401 }],
    ...each(['blocked', 'deactivated', 'deleted'] as const, (state) => [
      `of a ${state} account is 403`,
      [({ app }) => changeState(app, null, 'Olena', state), { post: info, status: 403, says: 'account' }],
    ]),
    'counts by its owner’s role, which is looked at with every request': [
      ...(['user', 'translator'] as const).flatMap((name): Step[] => [role(name), { post: info, status: 403 }]),
      ...(['moderator', 'admin', 'super_admin'] as const).flatMap((name): Step[] => [
        role(name),
        { post: info, status: 200 },
      ]),
      role('user'),
      { post: info, status: 403, says: 'moderator' },
    ],
    'has a time of last use afterwards': [
      { post: info, status: 200 },
      (world) => {
        const used = (name: string): number | null => lastUsedAt(world.app, keyOfPerson(world, name).id, null)
        expect([used('Olena'), used('Ihor')]).toEqual([world.clock.ms, null])
      },
    ],
    'works here when API v1 is switched off': [setting('api_v1_enabled', 'false'), { post: info, status: 200 }],
  })
})

describe('the order of checks: 401, 403, 400, 429, 404, then 409 and 422', () => {
  const damaged = '{"row_id":'
  const noneLeft = setting('legacy_limit_show_info', '0')

  scenarios({
    'a bad key comes before a damaged body': [{ post: damaged, as: 'unknown', status: 401 }],
    'missing rights come before a damaged body': [role('translator'), { post: damaged, status: 403 }],
    'bad parameters come before a spent limit': [
      noneLeft,
      { post: { ...info, row_id: 'short' }, status: 400 },
      { post: info, status: 429 },
    ],
    'a spent limit comes before an unknown row': [noneLeft, { post: { ...info, row_id: nobodys }, status: 429 }],
    'an unknown row comes before what is wrong with the text': [
      { post: { row_id: nobodys, user_translate_text: '' }, status: 404 },
    ],
  })
})

const BAD_BODIES: readonly (readonly [what: string, body: string | Buffer<ArrayBuffer>, says?: string])[] = [
  ['nothing', '', 'is empty'],
  ['damaged JSON', '{"row_id": "00000000000000a1"', 'damaged JSON'],
  ['an array', '[]'],
  ['a string', '"row_id"'],
  ['null', 'null'],
  ['a form', 'row_id=00000000000000a1&show_info=1', 'is a form: send one complete JSON object'],
  ['a form with files', '--x\r\nContent-Disposition: form-data; name="row_id"\r\n\r\na\r\n--x--\r\n', 'is a form'],
  [
    'JSON behind a byte order mark',
    `\ufeff${JSON.stringify(info)}`,
    'byte order mark: send the JSON object without it',
  ],
  ['JSON in UTF-16', Buffer.from(`\ufeff${JSON.stringify(info)}`, 'utf16le'), 'is UTF-16'],
  ['JSON packed with gzip', Buffer.from(gzipSync(JSON.stringify(info))), 'uncompressed'],
  ['JSON packed with zstd', Buffer.from(zstdCompressSync(JSON.stringify(info))), 'uncompressed'],
  ['half of a surrogate pair', '{"row_id":"00000000000000a1","user_translate_text":"\\ud83d"}', 'surrogate'],
  [
    'half of a pair as machine text',
    '{"row_id":"00000000000000a1","ai_translated_text":"\\ud83d","update_ai_translated_text":1}',
    'surrogate',
  ],
  [
    'half of a pair as a model',
    '{"row_id":"00000000000000a1","ai_translated_text":"x","model":"\\ud83d","update_ai_translated_text":1}',
    'model must be a string',
  ],
  ['half of a pair in row_id', '{"row_id":"00000000000000a\\ud83d","show_info":true}', 'exactly 16 characters'],
  [
    'half of a pair as a flag',
    '{"row_id":"00000000000000a1","show_info":"\\ud83d"}',
    'show_info must be true or false',
  ],
  ['half of a pair as action', '{"row_id":"00000000000000a1","action":"\\ud83d"}', 'action must be one of'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'not UTF-8'],
]

/** A good body of so many bytes. */
const filled = (size: number): string => {
  const frame = JSON.stringify({ ...info, filler: '' })
  return frame.replace('"filler":""', `"filler":"${'x'.repeat(size - frame.length)}"`)
}
const room = 16 * 1024 * 1024

describe('the body', () => {
  scenarios({
    ...each(BAD_BODIES, ([what, body, says = 'JSON']) => [
      `${what} is 400, and named`,
      [{ send: { method: 'POST', body }, status: 400, says }],
    ]),
    'over 16 MiB is 400, and 16 MiB are fine': [
      { post: filled(room), status: 200 },
      { post: filled(room + 1), status: 400, says: '16 MiB' },
    ],
    ...each(
      ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/json; charset=latin1'],
      (type) => [
        `its Content-Type is not looked at: ${type}`,
        [{ send: { method: 'POST', body: JSON.stringify(info), headers: { 'Content-Type': type } }, status: 200 }],
      ],
    ),
    'members that nobody knows are ignored, whatever they hold': [
      {
        post: { ...info, source_hash: 5, nested: { deep: [[[]]] }, layer: 'machine', 'x y': null },
        status: 200,
      },
      { post: { ...info, client: { name: 'bot \ud83d' }, '\ude00': 1, user_translate_text: '\ud83d' }, status: 200 },
    ],
  })
})
