// docs/site.md: forms carry a token, other sites can't start them, foreign host names are refused on
// loopback, and every answer carries the security headers.
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { safePath } from '../../../src/admin/gatekeeper.ts'
import { ROUTES } from '../../../src/admin/routes.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { readSettings } from '../../../src/store/records/settings.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { gitHubOf, ORIGIN, siteWorld } from './site-world.ts'

const world = await siteWorld({}, '', undefined, gitHubOf)
// Every form is sent several times, in less than a minute.
granted(await changeSetting(world.app, null, 'site_writes_per_minute', '1000'))
const owner = await world.as('super_admin')
afterAll(() => world.close())

const posts = ROUTES.filter(({ method }) => method === 'POST').map(({ path }) =>
  path.replace(':row', idOf(1)).replace(':id', '1').replace(':key', '1'),
)

describe.each(posts)('POST %s', (path) => {
  it('is refused without the token, and with a wrong one', async () => {
    for (const csrf of ['', 'f'.repeat(64)]) {
      const { status } = await owner.post(path, { csrf })
      expect(status).toBe(path === '/admin/imports' ? 400 : 403)
    }
  })

  it('is refused when another site started it, even with the token', async () => {
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:9999' },
    ]
    for (const headers of foreign) {
      const { status, body } = await owner.post(path, {}, headers)
      expect(status).toBe(403)
      expect(body).toContain('sent from another site')
    }
  })
})

it('takes a form from a client that says nothing about where it comes from, by its token', async () => {
  const visitor = world.visitor()
  await visitor.signIn('admin')
  const body = new URLSearchParams({ csrf: visitor.token, daily_row_quota: '77' }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await visitor.send('POST', '/admin/settings', body, type)).status).toBe(303)
  expect(readSettings(world.app.store.main).daily_row_quota).toBe(77)
})

it('puts another mask over the token of each page, and takes every one of them', async () => {
  const visitor = await world.as('admin')
  const masked = new Set<string>()
  for (let i = 0; i < 5; i++) {
    await visitor.get('/admin/settings')
    masked.add(visitor.token)
    expect((await visitor.post('/admin/settings', {})).status).toBe(303)
  }
  expect(masked.size).toBe(5)
  const flipped = `${visitor.token.startsWith('A') ? 'B' : 'A'}${visitor.token.slice(1)}`
  expect((await visitor.post('/admin/settings', { csrf: flipped })).status).toBe(403)
  expect((await visitor.post('/admin/settings', { csrf: owner.token })).status).toBe(403)
})

describe('pages are packed', () => {
  const gzip = { 'accept-encoding': 'gzip, br' }

  it('where others than this machine reach the site, for browsers that take it', async () => {
    const proxied = await siteWorld({ trustedProxy: ['127.0.0.1'] })
    const visitor = proxied.visitor()
    const plain = await visitor.get('/admin/sign-in')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await visitor.bytes('/admin/sign-in', gzip)
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['gzip', 'Accept-Encoding'])
    const shown = gunzipSync(packed.bytes).toString()
    expect(shown).toContain('<h1>Sign in</h1>')
    expect(packed.bytes.length).toBeLessThan(shown.length)
    await proxied.close()
  })

  it('and not on loopback, where the way costs nothing', async () => {
    expect((await world.visitor().get('/admin/sign-in', gzip)).headers.get('content-encoding')).toBeNull()
  })
})

it('takes a form only as a form', async () => {
  const body = JSON.stringify({ csrf: owner.token, name: 'daily_row_quota', value: '5' })
  const answer = await owner.send('POST', '/admin/settings', body, { 'content-type': 'application/json' })
  expect(answer.status).toBe(400)
})

it('refuses a form that is larger than any of its own', async () => {
  const { status } = await owner.post('/admin/settings', { name: 'x'.repeat(3 * 1024 * 1024) })
  expect(status).toBe(413)
})

describe('headers', () => {
  it.each([
    '/admin/sign-in',
    '/admin/',
    '/admin/rows?q=blizzard',
    '/admin/nothing',
    '/admin/glossary/export',
    '/admin',
  ])('%s carries the strict ones', async (path) => {
    const { headers } = await owner.get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store, private')
  })

  it('serves style, script and icon under hashed names for good, and nothing else from there', async () => {
    const { body } = await owner.get('/admin/')
    const assets = Array.from(body.matchAll(/(?:href|src)="(\/admin\/assets\/[^"]+)"/g), ([, path]) => path as string)
    expect(assets).toHaveLength(6)
    for (const path of assets) {
      expect(path).toMatch(/\.[0-9a-f]{12}\.(css|js|svg)$/)
      const { status, headers } = await owner.get(path)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    for (const name of ['site.css', 'site.000000000000.css', '..%2Froutes.ts', 'constructor'])
      expect((await owner.get(`/admin/assets/${name}`)).status).toBe(404)
  })

  it('loads nothing from another host and holds no inline script or style on any page', async () => {
    for (const { method, path } of ROUTES) {
      if (method !== 'GET') continue
      const { body } = await owner.get(path.replace(':row', idOf(2)).replace(':id', '1'))
      expect(body).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//)
      expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script(?! src=)/)
    }
  })
})

describe('host names on loopback', () => {
  it.each(['evil.example', 'evil.example:8787', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', ''])(
    'refuses %s',
    async (host) => expect((await owner.get('/admin/', { host })).status).toBe(403),
  )

  it.each(['127.0.0.1:8787', '127.0.0.1', 'localhost:8787', 'LOCALHOST', '[::1]:8787', '127.3.2.1:80'])(
    'takes %s',
    async (host) => expect((await owner.get('/admin/', { host })).status).toBe(200),
  )

  it('takes the public names behind a trusted proxy, and no others', async () => {
    const behind = await siteWorld({ trustedProxy: ['10.0.0.1'], publicNames: ['translate.example.org'] })
    const statusAt = async (host: string): Promise<number> =>
      (await behind.visitor().get('/admin/sign-in', { host })).status
    expect(await statusAt('translate.example.org')).toBe(200)
    expect(await statusAt('evil.example')).toBe(403)
    await behind.close()
  })
})

describe('coming back after signing in', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/admin/../../evil',
    '/admin//evil.example',
    '/elsewhere',
    'javascript:alert(1)',
    '/admin/\r\nSet-Cookie: a=b',
    '/admin/@evil.example',
  ])('never leads to %j', async (next) => {
    expect(safePath(next)).toBe('/admin/')
    const visitor = world.visitor()
    await visitor.get(`/admin/sign-in?next=${encodeURIComponent(next)}`)
    const answer = await visitor.post('/admin/sign-in', { name: 'user', password: 'correct horse battery', next })
    expect(answer.location).toBe('/admin/')
  })

  it('leads to the page that was asked for', async () => {
    const visitor = world.visitor()
    const asked = await visitor.get('/admin/rows?state=none&source=diff')
    const form = await visitor.get(asked.location ?? '')
    expect(form.body).toContain('value="/admin/rows?state=none&amp;source=diff"')
    const next = '/admin/rows?state=none&source=diff'
    const answer = await visitor.post('/admin/sign-in', { name: 'user', password: 'correct horse battery', next })
    expect(answer.location).toBe(next)
  })
})

it('says only what it has to say, whatever the address asks for', async () => {
  expect((await owner.get('/admin/?note=commented')).body).toContain('Your comment was added.')
  for (const note of ['constructor', '__proto__', '<b>'])
    expect((await owner.get(`/admin/?note=${encodeURIComponent(note)}`)).body).not.toContain('class="note"')
})

it('compares the origin with the host that the request came to', async () => {
  const other = await world.as('admin')
  expect((await other.post('/admin/settings', { daily_row_quota: '78' }, { origin: ORIGIN })).status).toBe(303)
})
