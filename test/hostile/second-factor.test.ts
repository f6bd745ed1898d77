// A second factor (docs/people.md#sign-in-and-sessions): the password alone opens nothing, a code opens one session, a recovery
// code is gone once used, guesses are counted, people who administer a public site are asked for one, and who takes one away.
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { PASSWORD, type SiteAnswer, type SiteClient, visitorFrom } from '../support/site-client.ts'

const world = programWorld()
afterAll(() => world.close())
const path = '/admin/profile/second-factor'
const windrow = (...argv: string[]) => world.done(argv)

const people = [
  ['Olena', 'super_admin'],
  ['Ihor', 'admin'],
  ['Nina', 'translator'],
  ['Oksana', 'translator'],
  ['Petro', 'translator'],
  ['Stepan', 'translator'],
] as const
for (const [name, role] of people)
  await world.done(['user', 'add', name, '--role', role, '--password-stdin'], `${PASSWORD}\n`)
const server = await world.serve(['--trusted-proxy', '127.0.0.1'])

const from = (address: string): SiteClient => visitorFrom(server, address)

/** A code of now, or of a later step: those of the next one are taken too. */
const codeOf = (secret: string, stepsOn = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsOn * 30_000 })

/** A code of the step before is refused at the end of a step that ends on its way. */
beforeEach(async () => {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 5_000) await new Promise((resolve) => setTimeout(resolve, leftMs))
})

const ticketIn = ({ text }: SiteAnswer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? ''
const secretIn = ({ text }: SiteAnswer): string => /name="secret" value="([A-Z2-7]{32})"/.exec(text)?.[1] ?? ''
const isSignedIn = async (visitor: SiteClient): Promise<boolean> => (await visitor.get('/admin/')).status === 200

/** Signs in as somebody who has none, and sets one up with a code of the step before, which leaves those of now. */
async function setUp(
  visitor: SiteClient,
  name: string,
): Promise<{ secret: string; used: string; recovery: readonly string[] }> {
  expect((await visitor.trySignIn(name, PASSWORD)).status).toBe(303)
  const secret = secretIn(await visitor.get(path))
  const used = codeOf(secret, -1)
  const on = await visitor.post(path, { secret, code: used, current: PASSWORD })
  expect(on.status).toBe(200)
  const recovery = (/<pre[^>]*>([^<]+)</.exec(on.text)?.[1] ?? '').trim().split('\n')
  expect(recovery).toHaveLength(10)
  return { secret, used, recovery }
}

async function halfIn(visitor: SiteClient, name: string): Promise<string> {
  const answer = await visitor.trySignIn(name, PASSWORD)
  expect([answer.status, await isSignedIn(visitor)]).toEqual([200, false])
  return ticketIn(answer)
}

const give = async (visitor: SiteClient, ticket: string, code: string): Promise<SiteAnswer> => {
  await visitor.get('/admin/sign-in')
  return await visitor.post('/admin/sign-in/code', { ticket, code })
}

test('a mistyped code sets nothing up, and the secret stays that of the app', async () => {
  const visitor = from('203.0.113.1')
  await visitor.trySignIn('Nina', PASSWORD)
  const shown = await visitor.get(path)
  const secret = secretIn(shown)
  expect(shown.text).toContain('<svg')
  const refused = await visitor.post(path, { secret, code: '000000', current: PASSWORD })
  expect([refused.status, secretIn(refused)]).toEqual([422, secret])
  expect(await windrow('user', 'list', '--json')).not.toContain('"has_second_factor": true')
})

test('the password alone opens nothing, and a code opens one session', async () => {
  const owner = from('203.0.113.2')
  const { secret, used } = await setUp(owner, 'Olena')
  const visitor = from('203.0.113.3')
  const ticket = await halfIn(visitor, 'Olena')
  expect((await give(visitor, ticket, '123456')).status).toBe(403)
  expect((await give(visitor, ticket, used)).status).toBe(403)
  const code = codeOf(secret)
  expect((await give(visitor, ticket, code)).status).toBe(303)
  expect(await isSignedIn(visitor)).toBe(true)
  const thief = from('203.0.113.4')
  expect((await give(thief, await halfIn(thief, 'Olena'), code)).status).toBe(403)
  expect(await isSignedIn(thief)).toBe(false)
  await windrow('user', 'reset-second-factor', 'Olena')
  expect(await isSignedIn(visitor)).toBe(false)
  expect((await from('203.0.113.5').trySignIn('Olena', PASSWORD)).status).toBe(303)
})

test('a recovery code signs in once; new ones end the old', async () => {
  const owner = from('203.0.113.6')
  const { secret, recovery } = await setUp(owner, 'Nina')
  const [first = '', second = ''] = recovery
  const other = from('203.0.113.7')
  expect((await give(other, await halfIn(other, 'Nina'), first.toUpperCase())).status).toBe(303)
  const again = from('203.0.113.8')
  expect((await give(again, await halfIn(again, 'Nina'), first)).status).toBe(403)
  const renewed = await owner.post(`${path}/codes`, { code: codeOf(secret), current: PASSWORD })
  expect([renewed.status, renewed.text.includes(second)]).toEqual([200, false])
  expect((await give(again, await halfIn(again, 'Nina'), second)).status).toBe(403)
  expect((await owner.post(`${path}/off`, { code: '111111', current: PASSWORD })).status).toBe(422)
  expect((await owner.post(`${path}/off`, { code: codeOf(secret, 1), current: PASSWORD })).status).toBe(303)
  expect((await from('203.0.113.9').trySignIn('Nina', PASSWORD)).status).toBe(303)
})

test('a stolen session sets no factor up without the password, and ends when its owner does', async () => {
  const [owner, thief] = [from('203.0.113.30'), from('203.0.113.31')]
  for (const visitor of [owner, thief]) expect((await visitor.trySignIn('Stepan', PASSWORD)).status).toBe(303)
  const secret = secretIn(await thief.get(path))
  for (const current of ['', 'another password'])
    expect((await thief.post(path, { secret, code: codeOf(secret), current })).status).toBe(422)
  const own = await setUp(owner, 'Stepan')
  expect([await isSignedIn(owner), await isSignedIn(thief)]).toEqual([true, false])
  expect((await owner.post(`${path}/off`, { code: codeOf(own.secret), current: 'another password' })).status).toBe(422)
  expect((await owner.post(`${path}/codes`, { code: codeOf(own.secret) })).status).toBe(422)
  await windrow('user', 'reset-second-factor', 'Stepan')
})

test('a ticket is good for its person and password alone', async () => {
  const { secret } = await setUp(from('203.0.113.10'), 'Nina')
  const visitor = from('203.0.113.11')
  const ticket = await halfIn(visitor, 'Nina')
  const [, until = '', code = ''] = ticket.split('.')
  for (const forged of ['', 'x', `1.${until}.${code}`, `3.${Number(until) + 1}.${code}`, `3.${until}.`])
    expect((await give(visitor, forged, codeOf(secret))).status).toBe(403)
  await world.done(['user', 'password', 'Nina', '--password-stdin'], `${PASSWORD}\n`)
  expect((await give(visitor, ticket, codeOf(secret))).status).toBe(403)
  expect(await isSignedIn(visitor)).toBe(false)
  await windrow('user', 'reset-second-factor', 'Nina')
})

test('codes cannot be guessed, and guessing locks nobody out of a known device', async () => {
  const known = from('203.0.113.12')
  const { secret } = await setUp(known, 'Oksana')
  await known.post('/admin/sign-out', {})
  const thief = from('203.0.113.13')
  const ticket = await halfIn(thief, 'Oksana')
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await give(thief, ticket, `99999${i % 10}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429])
  expect((await give(known, await halfIn(known, 'Oksana'), codeOf(secret))).status).toBe(303)
  await windrow('user', 'reset-second-factor', 'Oksana')
})

test('people who administer a site that others reach are asked for one, and held to one by the setting', async () => {
  const asked = 'Set up a second factor'
  const admin = from('203.0.113.14')
  await admin.trySignIn('Ihor', PASSWORD)
  expect((await admin.get('/admin/')).text).toContain(asked)
  const nina = from('203.0.113.15')
  await nina.trySignIn('Nina', PASSWORD)
  expect((await nina.get('/admin/')).text).not.toContain(asked)

  await windrow('setting', 'set', 'admin_second_factor', 'require')
  const held = await admin.get('/admin/people')
  expect([held.status, held.headers.location]).toEqual([303, path])
  expect((await admin.post('/admin/settings', {})).status).toBe(403)
  expect((await nina.get('/admin/')).status).toBe(200)
  const secret = secretIn(await admin.get(path))
  expect((await admin.post(path, { secret, code: codeOf(secret), current: PASSWORD })).status).toBe(200)
  expect((await admin.get('/admin/people')).status).toBe(200)
  await windrow('setting', 'set', 'admin_second_factor', 'ask')
})

test('an admin takes it away from people below, not from themselves or from above', async () => {
  const owner = from('203.0.113.16')
  await setUp(owner, 'Olena')
  await setUp(from('203.0.113.17'), 'Petro')
  const reset = (by: SiteClient, id: number) => by.post(`/admin/people/${id}/second-factor`, {})
  await windrow('user', 'reset-second-factor', 'Ihor')
  const ihor = from('203.0.113.18')
  await ihor.trySignIn('Ihor', PASSWORD)
  expect((await reset(ihor, 1)).status).toBe(403)
  expect((await reset(ihor, 5)).status).toBe(303)
  expect((await reset(ihor, 5)).status).toBe(409)
  expect((await reset(owner, 1)).status).toBe(403)
  const nobody = await world.run(['user', 'reset-second-factor', 'Ihor'])
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('there is no second factor')])
})

test('invites end with the access of who made them', async () => {
  await windrow('user', 'add', 'Danylo', '--role', 'admin')
  await world.done(['user', 'password', 'Danylo', '--password-stdin'], `${PASSWORD}\n`)
  const maker = from('203.0.113.19')
  const invite = async (): Promise<string> => {
    await maker.trySignIn('Danylo', PASSWORD)
    await maker.get('/admin/people')
    const made = await maker.post('/admin/people/invites', { role: 'translator', name: '' })
    return /\/admin\/join\?[\w=&;-]+/.exec(made.text)?.[0] ?? ''
  }
  const look = async (link: string): Promise<number> => (await from('203.0.113.20').get(link)).status
  const first = await invite()
  expect(await look(first)).toBe(200)
  await windrow('user', 'state', 'Danylo', 'blocked')
  await windrow('user', 'state', 'Danylo', 'active')
  expect(await look(first)).toBe(403)
  const second = await invite()
  await maker.post('/admin/profile/sign-out-everywhere', {})
  expect(await look(second)).toBe(403)
})
