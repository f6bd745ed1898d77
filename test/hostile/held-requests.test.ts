// Who may is asked at the moment of the change (docs/people.md#at-the-moment-of-the-change): what was begun before
// a block, a demotion, a sign-out, a new password, a revocation or a lost ability is not carried out afterwards. Each event
// falls while the bodies of requests of all three faces are held open; faces that it does not concern carry theirs out.
import { afterAll, describe, expect, test } from 'vitest'
import { hold, type Held } from '../support/held-request.ts'
import { run } from '../support/program.ts'
import { SiteClient } from '../support/site-client.ts'
import { ROWS, sourceHashOf, v1World } from '../support/v1-world.ts'

const PASSWORDS = ['seven quiet lanterns', 'nine quiet lanterns'] as const
const KEYS = {
  mallory: { user: 'Mallory', role: 'super_admin' },
  bot: { user: 'Mallory', role: 'super_admin', options: ['--bot'] },
  owner: { user: 'Owner', role: 'super_admin' },
} as const

const world = await v1World(KEYS)
await setPassword(PASSWORDS[0])
afterAll(() => world.close())

async function setPassword(password: string): Promise<void> {
  const argv = ['user', 'password', 'Mallory', '--password-stdin', '--data', world.data]
  expect((await run(argv, { input: `${password}\n` })).code).toBe(0)
}

async function signedIn(): Promise<SiteClient> {
  const visitor = new SiteClient(world.server)
  for (const password of PASSWORDS) if ((await visitor.trySignIn('Mallory', password)).status === 303) return visitor
  throw new Error('Mallory could not sign in')
}

let count = 0
const item = (layer: 'manual' | 'machine') => ({
  row_id: ROWS.plain,
  text: `Ласкаво просимо додому, мандрівнику ${++count}.`,
  layer,
  mode: 'direct',
  overwrite: true,
  source_hash: sourceHashOf('plain'),
  ...(layer === 'machine' && { provider: 'p', model: 'm' }),
})

function holdV1(path: string, body: object): Promise<Held> {
  const headers = {
    'X-API-Key': world.keys.mallory,
    'Content-Type': 'application/json',
    ...(path === '/translations' && { 'Idempotency-Key': `held ${++count}` }),
  }
  return hold(world.server.port, { path: `/api/v1${path}`, headers, body: JSON.stringify(body) })
}

const holdLegacy = (body: object): Promise<Held> =>
  hold(world.server.port, {
    path: '/api/translations-api.php',
    headers: { 'X-API-Key': world.keys.bot, 'Content-Type': 'application/json' },
    body: JSON.stringify({ row_id: ROWS.spare1, ...body }),
  })

function holdForm(visitor: SiteClient, path: string, fields: Readonly<Record<string, string>>): Promise<Held> {
  const headers = { ...visitor.head(), 'Content-Type': 'application/x-www-form-urlencoded' }
  return hold(world.server.port, { path: `/admin${path}`, headers, body: visitor.form(fields) })
}

function holdUpload(visitor: SiteClient): Promise<Held> {
  // No game file: an import that is begun ends at once, and the rows of the other tests stay.
  const file = 'x'.repeat(400)
  const part = (head: string, content: string): string =>
    `--held\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const body = `${part('name="csrf"', visitor.token)}${part('name="main"; filename="main.jsonl"', file)}--held--\r\n`
  const headers = { ...visitor.head(), 'Content-Type': 'multipart/form-data; boundary=held' }
  return hold(world.server.port, { path: '/admin/imports', headers, body })
}

type Face = 'site' | 'v1' | 'legacy'
const newPerson = (): string => `Backdoor ${++count}`

/** Begins something of every kind on every face; gives what is open. */
async function holdAll(visitor: SiteClient): Promise<Record<Face, readonly Held[]>> {
  const forms: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/people', { name: newPerson(), role: 'super_admin' }],
    ['/profile/keys', { name: 'another way in' }],
    ['/settings', { name: 'daily_row_quota', value: String(20_000 + ++count) }],
    ['/glossary/term', { source: `term ${++count}`, forms: 'термін' }],
    [
      '/bench/save',
      { row: ROWS.spare3, how: 'direct', text: `Запасний рядок ${++count}`, source: sourceHashOf('spare3') },
    ],
  ]
  return {
    site: await Promise.all([...forms.map(([path, fields]) => holdForm(visitor, path, fields)), holdUpload(visitor)]),
    v1: await Promise.all([
      holdV1('/translations', { items: [item('machine'), item('manual')] }),
      holdV1('/translations/validate', { items: [{ row_id: ROWS.plain, text: 'Вітаю', layer: 'manual' }] }),
    ]),
    legacy: await Promise.all([
      holdLegacy({ user_translate_text: `Перший запасний рядок ${++count}`, ignore_validation_errors: true }),
      holdLegacy({
        update_ai_translated_text: 1,
        ai_translated_text: `Рядок ${++count}`,
        overwrite_ai_translated_text: 1,
      }),
    ]),
  }
}

const goodSite = [303, 200, 303, 303, 303, 303]
const good = { site: goodSite, v1: [200, 200], legacy: [200, 200] }

/** Statuses of all answers. A person who is gone from the site reads why. */
async function finishAll(held: Record<Face, readonly Held[]>): Promise<Record<Face, number[]>> {
  const answers = async (face: Face): Promise<number[]> =>
    (await Promise.all(held[face].map((each) => each.finish()))).map(({ status }) => status)
  return { site: await answers('site'), v1: await answers('v1'), legacy: await answers('legacy') }
}

/** What an outsider can see of the store: people, keys of Mallory, settings, terms, the rows. */
async function visible(): Promise<string> {
  const said = await Promise.all([
    world.windrow('user', 'list', '--json'),
    world.windrow('setting', 'get', 'daily_row_quota'),
    world.windrow('glossary', 'list', '--json'),
  ])
  const cards = await Promise.all(
    (['plain', 'spare1', 'spare3'] as const).map((row) =>
      world.ask({ path: `/rows/${ROWS[row]}`, key: world.keys.owner }),
    ),
  )
  const people = JSON.parse(said[0] ?? '[]') as { id: number; name: string }[]
  return JSON.stringify([people.map(({ name }) => name), said.slice(1), cards.map(({ json }) => json.data)])
}

interface Event {
  readonly happens: string
  readonly does: () => Promise<unknown>
  readonly undoes: () => Promise<unknown>
  /** Statuses of the faces that it concerns. */
  readonly refused: Partial<Record<Face, readonly number[]>>
}

const windrow =
  (...argv: string[]) =>
  (): Promise<string> =>
    world.windrow(...argv)
const forbidden = (number: number): readonly number[] => Array.from({ length: number }, () => 403)
const unauthorized = [401, 401]
const prefixOf = (name: 'mallory' | 'bot'): string => world.keys[name].slice(0, 12)
const onKey =
  (command: string, name: 'mallory' | 'bot', ...options: string[]) =>
  (): Promise<string> =>
    world.windrow('key', command, prefixOf(name), ...options)
const registerAgain =
  (name: 'mallory' | 'bot', ...options: string[]) =>
  async (): Promise<void> => {
    const argv = ['key', 'create', '--user', 'Mallory', '--secret-stdin', '--requests-per-minute', '1000', ...options]
    expect((await run([...argv, '--data', world.data], { input: `${world.keys[name]}\n` })).code).toBe(0)
  }
const WRITES = ['translations:propose', 'translations:write-machine', 'translations:write-manual']
const each = (option: string): string[] => WRITES.flatMap((ability) => [option, ability])
const nothing = async (): Promise<void> => {}

const STATES = ['blocked', 'deactivated'].map(
  (state): Event => ({
    happens: `the person is ${state}`,
    does: windrow('user', 'state', 'Mallory', state),
    undoes: windrow('user', 'state', 'Mallory', 'active'),
    refused: { site: forbidden(6), v1: forbidden(2), legacy: forbidden(2) },
  }),
)

const EVENTS: readonly Event[] = [
  ...STATES,
  {
    happens: 'the person is demoted to user',
    does: windrow('user', 'role', 'Mallory', 'user'),
    undoes: windrow('user', 'role', 'Mallory', 'super_admin'),
    // A user may make agent keys of their own and validate.
    refused: { site: [403, 200, 403, 403, 403, 403], v1: [403, 200], legacy: forbidden(2) },
  },
  {
    happens: 'the password is set anew',
    does: () => setPassword(PASSWORDS[1]),
    undoes: () => setPassword(PASSWORDS[0]),
    refused: { site: forbidden(6) },
  },
  {
    happens: 'the person signs out everywhere',
    does: async () => await (await signedIn()).post('/admin/profile/sign-out-everywhere', {}),
    undoes: nothing,
    refused: { site: forbidden(6) },
  },
  {
    happens: 'the agent key is revoked',
    does: onKey('revoke', 'mallory'),
    undoes: registerAgain('mallory'),
    refused: { v1: unauthorized },
  },
  {
    happens: 'the agent key is deactivated',
    does: onKey('deactivate', 'mallory'),
    undoes: onKey('activate', 'mallory'),
    refused: { v1: forbidden(2) },
  },
  {
    happens: 'the agent key loses its abilities to write',
    does: onKey('adjust', 'mallory', ...each('--deny')),
    undoes: onKey('adjust', 'mallory', ...each('--lift')),
    refused: { v1: [403, 200] },
  },
  {
    happens: 'the bot key is revoked',
    does: onKey('revoke', 'bot'),
    undoes: registerAgain('bot', '--bot'),
    refused: { legacy: unauthorized },
  },
  {
    happens: 'the bot key gets another secret',
    does: onKey('regenerate', 'bot'),
    undoes: async () => {
      const keys = JSON.parse(await world.windrow('key', 'list', '--user', 'Mallory', '--json')) as Key[]
      await world.windrow('key', 'revoke', String(keys.find(({ kind }) => kind === 'bot')?.id))
      await registerAgain('bot', '--bot')()
    },
    refused: { legacy: unauthorized },
  },
]

interface Key {
  readonly id: number
  readonly kind: string
}

describe('a request whose body is held open', () => {
  test('is carried out when nothing happens', async () => {
    expect(await finishAll(await holdAll(await signedIn()))).toEqual(good)
  })

  test.each(EVENTS)('over this: $happens', async ({ does, undoes, refused }) => {
    const isEverywhere = Object.keys(refused).length === 3
    const held = await holdAll(await signedIn())
    await does()
    const before = isEverywhere ? await visible() : ''
    const statuses = await finishAll(held)
    const after = isEverywhere ? await visible() : ''
    await undoes()
    expect(statuses).toEqual({ ...good, ...refused })
    // A user may make agent keys; nothing else has changed.
    expect(after).toBe(before)
  })
})
