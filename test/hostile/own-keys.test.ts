// One's own keys may only be narrowed (docs/people.md#keys): what widens a key beyond the role takes somebody who manages
// people, or the command line; and who set what is stored and shown.
import { afterAll, expect, test } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { PASSWORD, type SiteAnswer, SiteClient } from '../support/site-client.ts'
import { send } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())
const windrow = (...argv: string[]): Promise<string> => world.done(argv)
const people = { Una: 'user', Adam: 'admin' } as const
const signedIn = {} as Record<keyof typeof people, SiteClient>

for (const [name, role] of Object.entries(people))
  await world.done(['user', 'add', name, '--role', role, '--password-stdin'], `${PASSWORD}\n`)
const server = await world.serve()
for (const name of Object.keys(people) as (keyof typeof people)[])
  signedIn[name] = await new SiteClient(server).signIn(name)

interface Key {
  readonly id: number
  readonly abilities: readonly string[]
  readonly requests_per_minute: number
  readonly state: string
  readonly set_by: Readonly<Record<string, string>>
}
const keyOf = async (id: string): Promise<Key> => JSON.parse(await windrow('key', 'show', id, '--json')) as Key

/** An agent key of Una's that she made herself; its id and secret. */
async function newKey(fields: Readonly<Record<string, string>> = {}): Promise<{ id: string; secret: string }> {
  const answer = await signedIn.Una.post('/admin/profile/keys', fields)
  const secret = /<output[^>]*>(wdr_[0-9a-f]{60})</.exec(answer.text)?.[1] ?? ''
  expect([answer.status, secret.length]).toEqual([200, 64])
  return { id: String((await keyOf(secret.slice(0, 12))).id), secret }
}

const change = (id: string, fields: Readonly<Record<string, string>>): Promise<SiteAnswer> =>
  signedIn.Una.post(`/admin/profile/keys/${id}`, fields)
const asManager = (id: string, what: string, fields: Readonly<Record<string, string>>): Promise<SiteAnswer> =>
  signedIn.Adam.post(`/admin/people/1/keys/${id}${what}`, fields)

test('a grant is refused to its owner, at the making of a key and later, and takes a manager', async () => {
  const made = await signedIn.Una.post('/admin/profile/keys', { 'grant translations:propose': 'on' })
  expect([made.status, made.text.includes('narrow the rights of your own keys')]).toEqual([403, true])
  const { id, secret } = await newKey()
  expect((await change(id, { 'grant translations:propose': 'on' })).status).toBe(403)
  const body = {
    items: [{ row_id: '00000000000000a1', text: 'x', layer: 'manual', mode: 'proposal', source_hash: '0' }],
  }
  const headers = { 'Idempotency-Key': 'k' }
  const propose = { method: 'POST', path: '/api/v1/translations', key: secret, body, headers }
  expect((await send(server.port, propose)).json.error).toBe('forbidden_ability')

  expect((await asManager(id, '', { 'grant translations:propose': 'on' })).status).toBe(303)
  expect((await keyOf(id)).set_by).toEqual({ 'grant translations:propose': 'Adam' })
  expect((await send(server.port, propose)).json.error).not.toBe('forbidden_ability')
  // What was granted, its owner can give up, and not take again.
  expect((await change(id, {})).status).toBe(303)
  expect((await change(id, { 'grant translations:propose': 'on' })).status).toBe(403)
})

test('a rate goes up to that of the role, and above it by a manager only', async () => {
  const made = await signedIn.Una.post('/admin/profile/keys', { requests_per_minute: '1000000' })
  expect([made.status, made.text.includes('narrow the rights of your own keys')]).toEqual([403, true])
  const { id } = await newKey({ requests_per_minute: '7' })
  expect((await change(id, { requests_per_minute: '31' })).status).toBe(403)
  expect((await change(id, { requests_per_minute: '30' })).status).toBe(303)
  expect((await asManager(id, '', { requests_per_minute: '500' })).status).toBe(303)
  expect((await keyOf(id)).requests_per_minute).toBe(500)
})

test("a deny is the owner's to lift when it is their own, and somebody else's otherwise", async () => {
  const { id } = await newKey({ 'deny rows:read': 'on' })
  expect((await change(id, {})).status).toBe(303)
  expect((await change(id, { 'deny rows:read': 'on' })).status).toBe(303)
  // The command line says it once more: from then on it is the command line's.
  await windrow('key', 'adjust', id, '--deny', 'rows:read')
  expect((await change(id, {})).status).toBe(403)
  expect((await keyOf(id)).abilities).toEqual(['translations:validate'])
  const page = (await signedIn.Una.get(`/admin/profile/keys/${id}`)).text
  expect(page).toMatch(/aria-label="Deny rows:read" checked disabled>.*by the command line/)
  await windrow('key', 'adjust', id, '--lift', 'rows:read')
  expect((await keyOf(id)).abilities).toContain('rows:read')
})

test('a key that somebody else switched off stays off for its owner', async () => {
  const { id, secret } = await newKey()
  const to = (state: string): Promise<SiteAnswer> =>
    signedIn.Una.post(`/admin/profile/keys/${id}/switch`, { to: state })
  expect((await to('deactivated')).status).toBe(303)
  expect((await to('active')).status).toBe(303)
  expect((await asManager(id, '/switch', { to: 'deactivated' })).status).toBe(303)
  // Switching it off once more makes it nobody's own.
  expect((await to('deactivated')).status).toBe(303)
  expect((await to('active')).status).toBe(403)
  expect((await signedIn.Una.get(`/admin/profile/keys/${id}`)).text).toMatch(/deactivated<\/span>[^]*?by Adam/)
  expect((await send(server.port, { path: '/api/v1/me', key: secret })).json.error).toBe('key_inactive')
  expect((await asManager(id, '/switch', { to: 'active' })).status).toBe(303)
  expect((await send(server.port, { path: '/api/v1/me', key: secret })).status).toBe(200)
})

test('who manages people may widen their own keys as well', async () => {
  const made = await signedIn.Adam.post('/admin/profile/keys', { requests_per_minute: '999' })
  expect(made.status).toBe(200)
})
