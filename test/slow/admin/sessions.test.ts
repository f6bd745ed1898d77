// docs/site.md: sign-in sessions, throttled failures, and the set-up link.
import { systemRandom } from '../../../src/base/crypto.ts'
import type { User } from '../../../src/domain/people.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeState } from '../../../src/app/people/manage-users.ts'
import { createSetupLink } from '../../../src/app/people/setup-link.ts'
import { createPasswords, PASSWORD_COST } from '../../../src/app/people/password.ts'
import { passwordFault } from '../../../src/app/people/password-rules.ts'
import { changePassword } from '../../../src/app/people/manage-users.ts'
import { allUsers, putUser, readUserByName } from '../../../src/store/records/people-and-keys.ts'
import { putSetupCode, readSetupCode } from '../../../src/store/volatile/notes.ts'
import { freshen } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { PASSWORD, type SiteWorld, siteWorld } from '../../unit/admin/site-world.ts'
import { QUICK_PASSWORDS, granted } from '../../support/app-world.ts'

/** What all three forms say that take a new password twice. */
const DIFFER = { status: 422, body: expect.stringContaining('The two passwords differ; type the new one twice') }

const quick = createPasswords(systemRandom, QUICK_PASSWORDS)
const digestOf = async (password: string): Promise<string> => granted(await quick.hash(password))
const isRight = async (password: string, stored: string | null): Promise<boolean> =>
  granted(await quick.verify(password, stored)).isRight

let world: SiteWorld
beforeEach(async () => (world = await siteWorld()))
afterEach(() => world.close())

describe('sessions', () => {
  it('begins with a new secret that a script cannot read and another site cannot send', async () => {
    const visitor = world.visitor()
    await visitor.get('/admin/sign-in')
    const { headers } = await visitor.post('/admin/sign-in', { name: 'user', password: PASSWORD })
    const cookie = headers.getSetCookie().find((line) => line.startsWith('windrow_session=')) ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Path=\/admin/)
    expect(cookie).not.toMatch(/Secure/)
  })

  it('marks its cookie Secure under HTTPS', async () => {
    const https = await siteWorld({ trustedProxy: ['10.0.0.1'] })
    const visitor = https.visitor()
    const { headers } = await visitor.get('/admin/sign-in', { 'x-forwarded-proto': 'https' })
    expect(headers.getSetCookie().join()).toMatch(/Secure/)
    await https.close()
    const tls = await siteWorld({ tls: { cert: 'cert.pem' } })
    expect((await tls.visitor().get('/admin/sign-in')).headers.getSetCookie().join()).toMatch(/Secure/)
    await tls.close()
  })

  it('never takes over a secret that a visitor brought along', async () => {
    const planted = 'A'.repeat(43)
    const visitor = world.visitor()
    visitor.cookies.set('windrow_session', planted)
    visitor.cookies.set('windrow_visitor', planted)
    await visitor.signIn('user')
    expect(visitor.cookies.get('windrow_session')).not.toBe(planted)
    const attacker = world.visitor()
    attacker.cookies.set('windrow_session', planted)
    expect((await attacker.get('/admin/')).status).toBe(303)
  })

  it('changes its secret at every sign-in and ends the one before', async () => {
    const visitor = await world.as('user')
    const first = visitor.cookies.get('windrow_session') ?? ''
    await visitor.post('/admin/sign-in', { name: 'user', password: PASSWORD })
    expect(visitor.cookies.get('windrow_session')).not.toBe(first)
    const old = world.visitor()
    old.cookies.set('windrow_session', first)
    expect((await old.get('/admin/')).status).toBe(303)
  })

  it('keeps only the digest of the secret', async () => {
    const visitor = await world.as('user')
    const secret = visitor.cookies.get('windrow_session') ?? ''
    expect(secret).toHaveLength(43)
    for (const db of [world.app.store.main, world.app.store.volatile]) {
      for (const { key, value } of db.getRange({})) {
        expect(Buffer.concat([Buffer.from(key), Buffer.from(value)]).includes(secret)).toBe(false)
        expect(Buffer.from(key).includes(Buffer.from(secret, 'base64url'))).toBe(false)
      }
    }
  })

  it('ends at sign-out, here only', async () => {
    const [one, two] = [await world.as('user'), await world.as('user')]
    const secret = one.cookies.get('windrow_session') ?? ''
    await one.post('/admin/sign-out')
    one.cookies.set('windrow_session', secret)
    expect((await one.get('/admin/')).status).toBe(303)
    expect((await two.get('/admin/')).status).toBe(200)
  })

  it('ends everywhere when asked to', async () => {
    const [one, two] = [await world.as('user'), await world.as('user')]
    await one.post('/admin/profile/sign-out-everywhere')
    expect((await two.get('/admin/')).status).toBe(303)
  })

  it('ends elsewhere with a new password, and goes on here', async () => {
    const [one, two] = [await world.as('user'), await world.as('user')]
    const fields = { current: PASSWORD, password: 'a new password', again: 'a new password' }
    expect((await one.post('/admin/profile/password', { ...fields, current: 'wrong' })).status).toBe(422)
    expect(await one.post('/admin/profile/password', { ...fields, again: 'differs' })).toMatchObject(DIFFER)
    expect((await one.post('/admin/profile/password', fields)).location).toBe('/admin/profile?note=password-changed')
    expect((await one.get('/admin/')).status).toBe(200)
    expect((await two.get('/admin/')).status).toBe(303)
    expect((await two.signIn('user')).status).toBe(403)
    expect((await two.signIn('user', 'a new password')).status).toBe(303)
  })

  it.each(['blocked', 'deactivated', 'deleted'])('ends when its person is %s, for good', async (state) => {
    const [user, admin] = [await world.as('user'), await world.as('admin')]
    const path = `/admin/people/${world.people.user.id}`
    await admin.get(path)
    await admin.post(path, { change: 'state', state })
    expect((await user.get('/admin/')).status).toBe(303)
    expect((await world.visitor().signIn('user')).status).toBe(403)
    await admin.post(path, { change: 'state', state: 'active' })
    expect((await user.get('/admin/')).status).toBe(303)
    expect((await user.signIn('user')).status).toBe(303)
  })

  it('ends with a password that an admin sets', async () => {
    const [user, admin] = [await world.as('user'), await world.as('admin')]
    const path = `/admin/people/${world.people.user.id}`
    await admin.get(path)
    await admin.post(`${path}/password`, { password: 'set by an admin' })
    expect((await user.get('/admin/')).status).toBe(303)
    expect((await user.signIn('user', 'set by an admin')).status).toBe(303)
  })

  it('follows a change of role at the next request', async () => {
    const user = await world.as('user')
    expect((await user.get('/admin/settings')).status).toBe(403)
    const owner = await world.as('super_admin')
    await owner.post(`/admin/people/${world.people.user.id}`, { change: 'role', role: 'admin' })
    expect((await user.get('/admin/settings')).status).toBe(200)
  })

  it('finds a name in any letter case', async () => {
    expect((await world.visitor().signIn('SUPER_Admin')).status).toBe(303)
  })
})

describe('failed sign-ins', () => {
  it('look the same for a wrong name and a wrong password, and for an account that is not active', async () => {
    await changeState(world.app, null, 'translator', 'blocked')
    const answers = [
      await world.visitor().signIn('nobody'),
      await world.visitor().signIn('user', 'wrong'),
      await world.visitor().signIn('translator'),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(403)
      expect(body).toContain('Name or password is wrong')
    }
  })

  it('are throttled, the right password too, and say when to come back', async () => {
    const visitor = world.visitor()
    for (let i = 0; i < 10; i++) expect((await visitor.signIn('user', `wrong ${i}`)).status).toBe(403)
    const { status, headers } = await visitor.signIn('user')
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await visitor.signIn('moderator')).status).toBe(303)
  })

  it('count at once when they come at once', async () => {
    const attempts = Array.from({ length: 16 }, () => world.visitor().signIn('user', 'wrong'))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  })
})

describe('passwords', () => {
  it('are kept as salted scrypt digests', async () => {
    const [one, two] = [await digestOf('the same'), await digestOf('the same')]
    expect(one).toMatch(/^scrypt\$/)
    expect(one).not.toBe(two)
    expect(await isRight('the same', one)).toBe(true)
    expect(await isRight('another', one)).toBe(false)
    expect(await isRight('the same', null)).toBe(false)
    expect(await isRight('x', 'md5$nonsense')).toBe(false)
  })

  it('are the same however their characters were typed', async () => {
    const stored = await digestOf('caf\u00e9 caf\u00e9')
    expect(await isRight('cafe\u0301 cafe\u0301', stored)).toBe(true)
  })

  it('have a length', async () => {
    expect(await passwordFault('short', 'Olena')).toEqual({ code: 'password_short' })
    expect(await passwordFault('x'.repeat(257), 'Olena')).toEqual({ code: 'password_long' })
    expect(await passwordFault('eight ch', 'Olena')).toBeNull()
  })

  it.each(['12345678', 'Password', 'QWERTYUIOP', 'iloveyou'])('are none of the commonest: %s', async (password) => {
    expect(await passwordFault(password, 'Olena')).toEqual({ code: 'password_common' })
  })

  it.each([
    ['Oleksandra', 'oleksandra'],
    ['Oleksandra', '!OLEKSANDRA2026'],
    ['Ніна Бойко', 'нінабойко1'],
    ['anybody', 'windrow!!'],
  ])('are not the name of %s: %s', async (name, password) => {
    expect(await passwordFault(password, name)).toEqual({ code: 'password_is_name' })
  })

  it('cost what OWASP names unless a test says otherwise', async () => {
    expect(PASSWORD_COST).toEqual({ logN: 17, blockSize: 8, parallelization: 1 })
    const digest = granted(await createPasswords(systemRandom).hash('the same'))
    expect(digest).toMatch(/^scrypt\$17\$8\$1\$/)
  })

  it('are renewed at sign-in when their digest is of another cost, and other sessions go on', async () => {
    const before = await world.as('user')
    const old = granted(await createPasswords(systemRandom, { ...QUICK_PASSWORDS, logN: 4 }).hash(PASSWORD))
    await writeOrThrow(world.app.store, (txn) => {
      const user = readUserByName(txn.db, 'user') as User
      putUser(txn, user, { ...user, password: old })
    })
    const olderSession = await world.as('user')
    expect(readUserByName(world.app.store.main, 'user')?.password).toMatch(/^scrypt\$10\$/)
    expect((await world.visitor().signIn('user')).status).toBe(303)
    expect((await olderSession.get('/admin/')).status).toBe(200)
    // Its password was another digest when it began: that it ends is no matter of renewing.
    expect((await before.get('/admin/')).status).toBe(303)
  })

  it('wait for their turn in a queue of twenty', async () => {
    const passwords = createPasswords(systemRandom, QUICK_PASSWORDS)
    const results = await Promise.all(Array.from({ length: 30 }, () => passwords.verify('any', null)))
    expect(results.filter(({ ok }) => !ok)).toHaveLength(8)
    expect((await passwords.verify('any', null)).ok).toBe(true)
  })

  it('of known devices take every other turn', async () => {
    const passwords = createPasswords(systemRandom, QUICK_PASSWORDS)
    const done: string[] = []
    const come = (from: 'stranger' | 'known') =>
      passwords.verify('any', null, from).then(({ ok }) => done.push(ok ? from : 'crowded'))
    const flood = Array.from({ length: 22 }, () => come('stranger'))
    await Promise.all([...flood, come('known'), come('known')])
    expect(done).not.toContain('crowded')
    // Two strangers are looked at already; the order of two that are looked at at once is open.
    expect(done.slice(0, 12).filter((from) => from === 'known')).toHaveLength(2)
  })
})

describe('the set-up link', () => {
  const withoutPasswords = async (): Promise<void> => {
    await writeOrThrow(world.app.store, (txn) => {
      const everybody = [...allUsers(txn.db)]
      for (const user of everybody) putUser(txn, user, { ...user, password: null })
    })
    freshen(world.app.store)
  }

  it('is not made while a super admin has a password', async () => {
    expect(await createSetupLink(world.app)).toBeNull()
    expect(readSetupCode(world.app.store)).toBeUndefined()
  })

  it('holds 256 random bits, of which only the digest is kept', async () => {
    await withoutPasswords()
    const code = (await createSetupLink(world.app)) ?? ''
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    for (const { value } of world.app.store.volatile.getRange({})) expect(Buffer.from(value).includes(code)).toBe(false)
  })

  it('gives the super admin a password, once', async () => {
    await withoutPasswords()
    const code = (await createSetupLink(world.app)) ?? ''
    const visitor = world.visitor()
    for (let i = 0; i < 3; i++) {
      const page = await visitor.get(`/admin/setup?code=${code}`)
      expect(page.status).toBe(200)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    }
    const fields = { code, name: 'super_admin', password: 'a first password', again: 'a first password' }
    expect((await visitor.post('/admin/setup', { ...fields, password: 'short', again: 'short' })).status).toBe(422)
    expect(await visitor.post('/admin/setup', { ...fields, again: 'differs' })).toMatchObject(DIFFER)
    // A browser that was told no-referrer sends its origin as null.
    expect((await visitor.post('/admin/setup', fields, { origin: 'null' })).location).toBe('/admin/')
    expect((await visitor.get('/admin/people')).status).toBe(200)
    const late = world.visitor()
    const again = await late.get(`/admin/setup?code=${code}`)
    expect(again.status).toBe(403)
    expect(again.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await late.post('/admin/setup', fields)).status).toBe(403)
    expect(await createSetupLink(world.app)).toBeNull()
  })

  it('offers the language that the browser asks for, by names in the language of the page', async () => {
    await withoutPasswords()
    const path = `/admin/setup?code=${(await createSetupLink(world.app)) ?? ''}`
    const offered = async (header: string): Promise<string | undefined> =>
      /<option value="([^"]*)" selected>/.exec(
        (await world.visitor().get(path, { 'accept-language': header })).body,
      )?.[1]
    expect(await offered('uk-UA,uk;q=0.9,en;q=0.8')).toBe('uk')
    expect(await offered('en-GB,pt-BR;q=0.5')).toBe('pt-BR')
    expect(await offered('en')).toBe('')
    const { body } = await world.visitor().get(path, { 'accept-language': 'uk' })
    expect(body).toContain('>українська</option>')
    expect(body).toContain('>арабська (العربية)</option>')
  })

  it('makes the first super admin where there is none', async () => {
    await writeOrThrow(world.app.store, (txn) => {
      const everybody = [...allUsers(txn.db)]
      for (const user of everybody) putUser(txn, user, { ...user, role: 'user' })
    })
    const code = (await createSetupLink(world.app)) ?? ''
    const visitor = world.visitor()
    await visitor.get(`/admin/setup?code=${code}`)
    const password = 'a first password'
    expect((await visitor.post('/admin/setup', { code, name: 'admin', password })).status).toBe(409)
    expect((await visitor.post('/admin/setup', { code, name: 'Owner', password })).status).toBe(303)
    expect(readUserByName(world.app.store.main, 'owner')?.role).toBe('super_admin')
  })

  it('is dead after another start, after a day, and once a password was set elsewhere', async () => {
    await withoutPasswords()
    const first = (await createSetupLink(world.app)) ?? ''
    const second = (await createSetupLink(world.app)) ?? ''
    const visitor = world.visitor()
    expect((await visitor.get(`/admin/setup?code=${first}`)).status).toBe(403)
    expect((await visitor.get(`/admin/setup?code=${second}`)).status).toBe(200)
    const stored = readSetupCode(world.app.store)
    putSetupCode(world.app.store, { digest: stored?.digest ?? '', madeAtMs: Date.now() - 24 * 60 * 60 * 1000 - 1 })
    expect((await visitor.get(`/admin/setup?code=${second}`)).status).toBe(403)
    const third = (await createSetupLink(world.app)) ?? ''
    await changePassword(world.app, null, 'super_admin', await digestOf('from the terminal'))
    expect((await visitor.get(`/admin/setup?code=${third}`)).status).toBe(403)
  })

  it('throttles guesses', async () => {
    await withoutPasswords()
    const code = (await createSetupLink(world.app)) ?? ''
    const visitor = world.visitor()
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await visitor.get(`/admin/setup?code=guess${i}`)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 403))
    expect(statuses[20]).toBe(429)
    // No web page that guesses can keep the right one out.
    expect((await visitor.get(`/admin/setup?code=${code}`)).status).toBe(200)
  })
})
