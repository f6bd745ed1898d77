// Signing in with an account elsewhere (docs/people.md#sign-in-with-discord-github-or-openid): whom it lets in and makes, what linking
// does, and what forged, swapped, late and repeated ways back get.
import { createHmac } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, describe, expect, it } from 'vitest'
import { type SignIns } from '../../../src/admin/visit.ts'
import type { App } from '../../../src/app/app.ts'
import { createInvite } from '../../../src/app/people/invites.ts'
import { named } from '../../../src/app/actor.ts'
import { finishSignIn } from '../../../src/app/people/sign-in.ts'
import { sealErrand } from '../../../src/app/providers/errand.ts'
import { linkAccount, signInLinked, unlinkAccount } from '../../../src/app/providers/linked-accounts.ts'
import { providersOf } from '../../../src/app/providers/provider.ts'
import { present } from '../../../src/base/assert.ts'
import { allUsers, putUser, readUserByName } from '../../../src/store/people.ts'
import { change } from '../../../src/app/change.ts'
import { ok } from '../../../src/base/result.ts'
import type { SecondFactor } from '../../../src/domain/people.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { CLIENT, gitHubLike, listen, openIdProvider } from '../../support/sign-in-providers.ts'
import { type Answer, ORIGIN, PASSWORD, siteWorld, type Visitor } from '../../unit/admin/site-world.ts'

const NAMES: Readonly<Record<string, string>> = { kai: '\u202eKai\u0000  of\nthe hills ', imitator: 'Translator' }
const openid = await openIdProvider(`${ORIGIN}/admin/sign-in/from/openid`, (account) => NAMES[account] ?? account)
const github = await gitHubLike()

const signInsOf =
  (joining: SignIns['joining'], issuer = openid.url) =>
  (app: App): SignIns => {
    const server = { issuer: github.url, authorization_endpoint: `${github.url}/authorize`, token_endpoint: github.url }
    const plain = { title: 'GitHub', scope: '', server, user: `${github.url}/user`, names: ['login'] }
    const signIn = { discord: null, github: CLIENT.id, openid: CLIENT.id, openidIssuer: issuer, joining }
    const env = { GITHUB_CLIENT_SECRET: CLIENT.secret, OPENID_CLIENT_SECRET: CLIENT.secret }
    const providers = providersOf(app, signIn, env, { github: plain, discord: plain })
    return { providers, joining, addressOf: (origin) => origin }
  }

const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs, monotonicMs: () => performance.now() }
const world = await siteWorld({}, '', undefined, signInsOf('invited'), clock)
const { app } = world
const openWorld = await siteWorld({}, '', undefined, signInsOf('anybody'))
afterAll(async () => {
  await Promise.all([world.close(), openWorld.close(), openid.close(), github.close()])
})

const addressIn = ({ headers }: Answer): string => /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? ''

/** Sends somebody off to a provider, and returns the address there. */
async function leave(visitor: Visitor, fields: Readonly<Record<string, string>> = {}, to = 'openid'): Promise<string> {
  await visitor.get('/admin/sign-in')
  const sent = await visitor.post(`/admin/sign-in/with/${to}`, fields)
  expect([sent.status, sent.body.includes('Continue to')]).toEqual([200, true])
  return addressIn(sent)
}

const comeAs = async (visitor: Visitor, account: string, fields: Readonly<Record<string, string>> = {}) =>
  await visitor.get(await openid.visit(await leave(visitor, fields), account))

const errandIn = (sealed: string): Parameters<typeof sealErrand>[1] =>
  JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString())

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/admin/')).status === 200

async function link(visitor: Visitor, account: string, current = PASSWORD): Promise<Answer> {
  await visitor.get('/admin/profile')
  const sent = await visitor.post('/admin/profile/link/openid', { current })
  return addressIn(sent) === '' ? sent : await visitor.get(await openid.visit(addressIn(sent), account))
}

const invited = async (name: string | null, account: string): Promise<Visitor> => {
  const { secret } = granted(await createInvite(app, null, { role: 'moderator', name }))
  const visitor = world.visitor()
  expect((await visitor.get(`/admin/join?code=${secret}`)).body).toContain('Sign in with GitHub')
  const come = await comeAs(visitor, account, { invite: secret })
  expect([come.status, come.location]).toEqual([303, '/admin/first'])
  expect((await comeAs(world.visitor(), 'late', { invite: secret })).body).toContain('This invite was used')
  return visitor
}

describe('where no provider is configured', () => {
  it('has no button, and answers addresses of providers like any unknown one', async () => {
    const bare = await siteWorld()
    const visitor = bare.visitor()
    expect((await visitor.get('/admin/sign-in')).body).not.toContain('sign-in/with')
    const unknown = await visitor.post('/admin/sign-in/nowhere', { csrf: '' })
    for (const answer of [
      await visitor.post('/admin/sign-in/with/github', { csrf: '' }),
      await visitor.get('/admin/sign-in/from/github?code=x&state=y'),
      await visitor.post('/admin/profile/link/github', { csrf: '' }),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body.includes('There is no such page')).toBe(unknown.body.includes('There is no such page'))
    }
    await bare.close()
  })
})

describe('an account', () => {
  it('is made of an invite, once, with its role and a clean name, and signs in from then on', async () => {
    const visitor = await invited(null, 'kai')
    const person = present(readUserByName(app.store.main, 'Kai of the hills'), 'the person')
    expect([person.role, person.linked?.[0]?.subject, await isIn(visitor)]).toEqual(['moderator', 'kai', true])
    const again = await comeAs(world.visitor(), 'kai', { next: '/admin/rows?q=%E8%8C%B6' })
    expect(again.location).toBe('/admin/rows?q=%E8%8C%B6')
    for (const next of ['//evil.example/', 'https://evil.example/', '/admin/../x'])
      expect((await comeAs(world.visitor(), 'kai', { next })).location).toBe('/admin/')
    const password = await world.visitor().signIn(person.name, '')
    expect(password.status).toBe(403)
  })

  it('takes nobody over by name, and is made without an invite only if the team lets anybody in', async () => {
    const stranger = world.visitor()
    const come = await comeAs(stranger, 'imitator')
    expect([come.status, await isIn(stranger)]).toEqual([403, false])
    expect(come.body).toContain('Nobody here has linked this 127.0.0.1')
    const welcome = openWorld.visitor()
    expect((await comeAs(welcome, 'imitator')).status).toBe(303)
    const made = [...allUsers(openWorld.app.store.main)].at(-1)
    expect([made?.name, made?.role]).toEqual(['Translator 2', 'translator'])
    for (const account of ['two', 'three']) expect((await comeAs(openWorld.visitor(), account)).status).toBe(303)
    expect((await comeAs(openWorld.visitor(), 'four')).status).toBe(429)
  })

  it('is linked with the password, belongs to one person, and is unlinked, which ends the other sessions', async () => {
    const [mine, other] = [await world.as('moderator'), await world.as('admin')]
    expect((await link(mine, 'vale', 'a wrong one')).status).toBe(422)
    expect((await link(mine, 'vale')).location).toBe('/admin/profile?note=linked')
    expect((await link(other, 'vale')).body).toContain('belongs to somebody else here')
    expect((await link(mine, 'second')).body).toContain('You have linked a 127.0.0.1')
    const visitor = world.visitor()
    expect([(await comeAs(visitor, 'vale')).status, await isIn(visitor)]).toEqual([303, true])
    await mine.get('/admin/profile')
    const issuer = openid.url
    expect((await mine.post('/admin/profile/unlink', { issuer, current: 'a wrong one' })).status).toBe(422)
    expect((await mine.post('/admin/profile/unlink', { issuer, current: PASSWORD })).status).toBe(303)
    expect((await comeAs(world.visitor(), 'vale')).status).toBe(403)
    expect([await isIn(mine), await isIn(visitor)]).toEqual([true, false])
  })

  it('stays while it is the only way in, and ways in change only a moment after a sign-in', async () => {
    const visitor = await invited('Lone', 'lone')
    await visitor.get('/admin/profile')
    const only = await visitor.post('/admin/profile/unlink', { issuer: openid.url })
    expect([only.status, only.body.includes('choose a password first')]).toEqual([409, true])
    const password = 'quiet lantern road'
    clock.aheadMs += 11 * 60 * 1000
    const late = await visitor.post('/admin/profile/password', { password, again: password })
    expect([late.status, late.body.includes('Sign in again first')]).toEqual([403, true])
    await comeAs(visitor, 'lone')
    await visitor.get('/admin/profile')
    expect((await visitor.post('/admin/profile/password', { password, again: password })).status).toBe(303)
    await visitor.get('/admin/profile')
    const gone = await visitor.post('/admin/profile/unlink', { issuer: openid.url, current: password })
    expect(gone.location).toBe('/admin/profile?note=unlinked')
  })

  it('ends with a password that an admin gives, and with its person', async () => {
    const [owner, person] = [await world.as('super_admin'), world.people.translator]
    expect((await link(await world.as('translator'), 'leaver')).status).toBe(303)
    await owner.get(`/admin/people/${person.id}`)
    await owner.post(`/admin/people/${person.id}`, { change: 'state', state: 'blocked' })
    expect((await comeAs(world.visitor(), 'leaver')).body).toContain('this account is no longer active')
    await owner.post(`/admin/people/${person.id}`, { change: 'state', state: 'active' })
    await owner.post(`/admin/people/${person.id}/password`, { password: 'another quiet road' })
    expect((await comeAs(world.visitor(), 'leaver')).body).toContain('Nobody here has linked')
  })

  it('stands for the password alone: the second factor is asked for', async () => {
    expect((await link(await world.as('user'), 'careful')).status).toBe(303)
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    granted(
      await change(app, null, (txn) => {
        const user = present(readUserByName(txn.db, 'user'), 'the person')
        putUser(txn, user, { ...user, secondFactor: { secret, lastStep: 0, recovery: [], sinceMs: 1 } })
        return ok()
      }),
    )
    const visitor = world.visitor()
    const half = await comeAs(visitor, 'careful', { next: '/admin/news' })
    expect([half.status, await isIn(visitor)]).toEqual([200, false])
    const ticket = /name="ticket" value="([^"]+)"/.exec(half.body)?.[1] ?? ''
    await visitor.get('/admin/sign-in')
    const code = new TOTP({ secret }).generate({ timestamp: app.clock.nowMs() })
    const whole = await visitor.post('/admin/sign-in/code', { ticket, code, next: '/admin/news' })
    expect([whole.location, await isIn(visitor)]).toEqual(['/admin/news', true])
  })
})

describe('while a sign-in waits for the writer', () => {
  const provider = present(signInsOf('invited')(app).providers.at(-1), 'the provider')
  const identity = { issuer: provider.issuer, subject: 'waits', name: null }
  const comes = () => signInLinked(app, provider, identity, { address: '', invite: null, uninvited: null })
  const person = () => present(readUserByName(app.store.main, 'super_admin'), 'the person')
  const linkIt = async () => granted(await linkAccount(app, named(person()), provider, identity))
  const setFactor = (secondFactor: SecondFactor) =>
    change(app, null, (txn) => ok(putUser(txn, person(), { ...person(), secondFactor })))
  const factor = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', lastStep: 0, recovery: [], sinceMs: 1 }

  it('its account is unlinked: no session begins', async () => {
    await linkIt()
    const [unlinked, come] = await Promise.all([unlinkAccount(app, named(person()), provider.issuer), comes()])
    expect([unlinked.ok, come]).toEqual([true, { ok: false, refusal: { code: 'account_inactive' } }])
  })

  it('the person turns a second factor on: no session begins without a code', async () => {
    await linkIt()
    const [turnedOn, come] = await Promise.all([setFactor(factor), comes()])
    expect([turnedOn.ok, come]).toEqual([true, { ok: false, refusal: { code: 'account_inactive' } }])
  })

  it('and until the code is given, unlinking ends what the account began', async () => {
    const begun = granted(await comes())
    const ticket = 'ticket' in begun ? begun.ticket : ''
    const code = new TOTP({ secret: factor.secret }).generate({ timestamp: app.clock.nowMs() })
    granted(await unlinkAccount(app, named(person()), provider.issuer))
    expect(await finishSignIn(app, { ticket, code, address: '', device: null })).toEqual({
      ok: false,
      refusal: { code: 'wrong' },
    })
  })
})

describe('a way back', () => {
  const elsewhere = 'This was started in another browser, more than ten minutes ago, or already used'
  const unproved = 'did not say who you are'
  const withParameter = (path: string, name: string, value: string): string => {
    const url = new URL(path, ORIGIN)
    url.searchParams.set(name, value)
    return `${url.pathname}${url.search}`
  }
  const refuses = async (visitor: Visitor, path: string, why: string): Promise<void> => {
    const answer = await visitor.get(path)
    expect([answer.status, answer.body.includes(why), await isIn(visitor)]).toEqual([403, true, false])
  }

  it('is refused without its cookie, with one sealed with the client secret, with another state, and the second time', async () => {
    const visitor = world.visitor()
    const path = await openid.visit(await leave(visitor), 'kai')
    const errand = present(visitor.cookies.get('windrow_errand'), 'the cookie')
    await refuses(world.visitor(), path, elsewhere)
    const forged = world.visitor()
    forged.cookies.set('windrow_errand', `${errand.slice(0, -2)}AA`)
    await refuses(forged, path, elsewhere)
    const content = present(errand.split('.')[0], 'the content')
    for (const known of [content, `errand ${content}`]) {
      const seal = createHmac('sha256', CLIENT.secret).update(known).digest('base64url')
      forged.cookies.set('windrow_errand', `${content}.${seal}`)
      await refuses(forged, path, elsewhere)
    }
    const guessing = world.visitor()
    guessing.cookies.set('windrow_errand', errand)
    await refuses(guessing, withParameter(path, 'state', 'guessed'), elsewhere)
    expect((await visitor.get(path)).status).toBe(303)
    const repeating = world.visitor()
    repeating.cookies.set('windrow_errand', errand)
    await refuses(repeating, path, elsewhere)
    expect(visitor.cookies.has('windrow_errand')).toBe(false)
  })

  it('is refused after ten minutes, and in the session of somebody else than who began to link', async () => {
    const late = world.visitor()
    const path = await openid.visit(await leave(late), 'kai')
    clock.aheadMs += 10 * 60 * 1000
    await refuses(late, path, elsewhere)
    const [mine, other] = [await world.as('admin'), await world.as('moderator')]
    await mine.get('/admin/profile')
    const sent = await mine.post('/admin/profile/link/openid', { current: PASSWORD })
    other.cookies.set('windrow_errand', present(mine.cookies.get('windrow_errand'), 'the cookie'))
    const linked = await other.get(await openid.visit(addressIn(sent), 'nobody'))
    expect([linked.status, readUserByName(app.store.main, 'moderator')?.linked]).toEqual([403, undefined])
  })

  it("is refused with the code of another visitor's, a used code, another nonce and another issuer", async () => {
    const victim = world.visitor()
    const [hers, theirs] = [await leave(victim), await openid.visit(await leave(world.visitor()), 'kai')]
    const state = present(new URL(hers).searchParams.get('state'), 'a state')
    await refuses(victim, withParameter(theirs, 'state', state), unproved)

    const visitor = world.visitor()
    const path = await openid.visit(await leave(visitor), 'kai')
    expect((await visitor.get(path)).status).toBe(303)
    const code = present(new URL(path, ORIGIN).searchParams.get('code'), 'a code')
    const again = world.visitor()
    const mine = await openid.visit(await leave(again), 'kai')
    await refuses(again, withParameter(mine, 'code', code), unproved)

    const renamed = world.visitor()
    const address = await leave(renamed)
    const sealed = present(renamed.cookies.get('windrow_errand'), 'the cookie')
    const own = errandIn(sealed)
    const other = { ...own, proof: { ...own.proof, nonce: 'another' } }
    renamed.cookies.set('windrow_errand', sealErrand(app, other))
    await refuses(renamed, await openid.visit(address, 'kai'), unproved)

    const mixed = world.visitor()
    const issued = await openid.visit(await leave(mixed), 'kai')
    await refuses(mixed, withParameter(issued, 'iss', 'https://evil.example'), unproved)

    const denying = world.visitor()
    const asked = new URL(await leave(denying)).searchParams.get('state') ?? ''
    const denied = `/admin/sign-in/from/openid?error=access_denied&state=${asked}&iss=${encodeURIComponent(openid.url)}`
    await refuses(denying, denied, unproved)
  })

  it('is refused at the address of another provider', async () => {
    const visitor = world.visitor()
    const path = await openid.visit(await leave(visitor), 'kai')
    await refuses(visitor, path.replace('/from/openid', '/from/github'), elsewhere)
  })
})

describe('what somebody typed while they were signed out', () => {
  it('stays on its page, while a provider signs them in in another tab, and is saved from there', async () => {
    const visitor = await invited('Wordy', 'wordy')
    const [path, comment] = [`/admin/rows/${idOf(1)}/comments`, 'Is it snow or sand?']
    visitor.cookies.delete('windrow_session')
    const kept = await visitor.post(path, { comment })
    expect([kept.status, kept.body.includes(comment)]).toEqual([403, true])
    expect(kept.body).toMatch(/action="\/admin\/sign-in\/with\/openid" class="inline" target="_blank"/)
    expect(kept.body).toContain(`<form method="post" action="${path}" class="inline">`)
    const { token } = visitor
    expect((await comeAs(visitor, 'wordy')).status).toBe(303)
    const again = await visitor.post(path, { comment, csrf: token })
    expect([again.status, again.body.includes('What you wrote'), again.body.includes(comment)]).toEqual([
      403,
      true,
      true,
    ])
    expect((await visitor.post(path, { comment })).status).toBe(303)
    expect((await visitor.get(`/admin/rows/${idOf(1)}`)).body).toContain(comment)
  })
})

describe('at another name than the first of the site', () => {
  it('a visitor is led to the first one, to the same page or invite, before they leave', async () => {
    const addressOf = (): string => 'https://first.example'
    const named = await siteWorld({}, '', undefined, (of) => ({ ...signInsOf('invited')(of), addressOf }))
    const visitor = named.visitor()
    for (const [fields, path] of [
      [{ next: '/admin/rows?q=a' }, '/admin/sign-in?next=%2Fadmin%2Frows%3Fq%3Da'],
      [{ invite: 'a+b' }, '/admin/join?code=a%2Bb'],
    ] as const) {
      await visitor.get('/admin/sign-in')
      const sent = await visitor.post('/admin/sign-in/with/openid', fields)
      expect([sent.status, addressIn(sent)]).toEqual([200, ''])
      expect(sent.body).toContain(`<a href="https://first.example${path}">Open first.example</a>`)
    }
    expect(visitor.cookies.has('windrow_errand')).toBe(false)
    await named.close()
  })
})

describe('a provider', () => {
  it('without OpenID is known by the number of an account, not by its name', async () => {
    const { secret } = granted(await createInvite(app, null, { role: 'user', name: 'Octo' }))
    const come = async (user: { id: number; login: string }, fields = {}) => {
      const visitor = world.visitor()
      return await visitor.get(github.agree(await leave(visitor, fields, 'github'), user))
    }
    expect((await come({ id: 583231, login: 'octocat' }, { invite: secret })).status).toBe(303)
    expect((await come({ id: 583231, login: 'renamed' })).status).toBe(303)
    expect((await come({ id: 7, login: 'octocat' })).status).toBe(403)
    const visitor = world.visitor()
    const path = github.agree(await leave(visitor, {}, 'github'), { id: 583231, login: 'octocat' })
    const other = world.visitor()
    const state = new URL(await leave(other, {}, 'github')).searchParams.get('state') ?? ''
    const swapped = await other.get(path.replace(/state=[^&]+/, `state=${state}`))
    expect([swapped.status, await isIn(other)]).toEqual([403, false])
  })

  it.each([
    ['is another one', (url: string) => ({ issuer: `${url}/another` })],
    ['sends people into the private network', () => ({ authorization_endpoint: 'https://10.0.0.1/' })],
    ['sends people to plain http', () => ({ authorization_endpoint: 'http://example.org/' })],
    ['has its tokens at a metadata service', () => ({ token_endpoint: 'https://169.254.169.254/' })],
    ['leads on', null],
    ['says too much', () => ({ more: 'x'.repeat(300_000) })],
  ] as const)('that %s is refused', async (_, lie) => {
    const asked: string[] = []
    const lying = await listen((url) => (request, response) => {
      asked.push(request.url ?? '')
      const addresses = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` }
      const head = {
        'content-type': 'application/json',
        ...(lie === null && { location: `${openid.url}${request.url}` }),
      }
      response.writeHead(lie === null ? 302 : 200, head)
      response.end(JSON.stringify({ issuer: url, ...addresses, ...lie?.(url) }))
    })
    const provider = present(signInsOf('invited', lying.url)(app).providers.at(-1), 'the provider')
    const begun = await provider.begin(`${ORIGIN}/back`)
    const proof = begun.ok ? begun.value.proof : { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
    const query = new URLSearchParams({ code: 'c', state: proof.state })
    expect(begun.ok && (await provider.finish(query, proof, `${ORIGIN}/back`)).ok).toBe(false)
    expect(asked.filter((path) => path !== '/.well-known/openid-configuration')).toEqual([])
    await lying.close()
  })

  it('that does not answer leaves the password', async () => {
    const gone = await gitHubLike()
    await gone.close()
    const alone = await siteWorld({}, '', undefined, signInsOf('invited', gone.url))
    const visitor = alone.visitor()
    await visitor.get('/admin/sign-in')
    const sent = await visitor.post('/admin/sign-in/with/openid')
    expect([sent.status, sent.body.includes('does not answer; try again in a minute')]).toEqual([503, true])
    expect((await visitor.signIn('user')).status).toBe(303)
    await alone.close()
  })
})
