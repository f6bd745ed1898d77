// What a browser is told about the way here, and under which names the site answers: HTTPS for good, cookies that nothing
// but this host over HTTPS can set, and no foreign name on any listener (DNS rebinding).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { PASSWORD, SiteClient } from '../support/site-client.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../support/tls-pair.ts'

const world = programWorld()
afterAll(() => world.close())
const [cert, key] = [world.file('cert.pem', CERTIFICATE), world.file('key.pem', PRIVATE_KEY)]
const start = (...argv: string[]): Promise<RunningServer> => world.serve(argv)
await world.done(['user', 'add', 'owner', '--role', 'super_admin', '--password-stdin'], `${PASSWORD}\n`)

describe('with TLS', () => {
  const host = 'words.example.org'
  let server: RunningServer
  beforeAll(async () => (server = await start('--tls-cert', cert, '--tls-key', key, '--public-names', host)))

  test.each(['/admin/sign-in', '/admin', '/admin/assets/none', '/admin/nowhere', '/', '/nothing'])(
    '%s tells browsers to come by HTTPS only, and to run nothing and guess nothing',
    async (path) => {
      const { status, headers } = await new SiteClient({ ...server, host }).get(path)
      expect(status).not.toBe(403)
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    },
  )

  test('an address and localhost are not tied to HTTPS: other programs live there', async () => {
    for (const own of ['localhost', '127.0.0.1', '[::1]']) {
      const { headers } = await new SiteClient({ ...server, host: `${own}:${server.port}` }).get('/admin/sign-in')
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  test('cookies have names that only this host can set over HTTPS, and those alone are taken', async () => {
    const owner = await new SiteClient({ ...server, host }).signIn('owner')
    expect([...owner.cookies.keys()]).toEqual(['__Host-windrow_session', '__Host-windrow_device'])
    const { headers } = await new SiteClient({ ...server, host }).get('/admin/sign-in')
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-windrow_visitor=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    const planted = new SiteClient({ ...server, host })
    planted.cookies.set('windrow_session', owner.cookies.get('__Host-windrow_session') ?? '')
    expect((await planted.get('/admin/')).status).toBe(303)
    await owner.get('/admin/')
    await owner.post('/admin/sign-out')
    expect(owner.cookies.has('__Host-windrow_session')).toBe(false)
  })
})

describe('without TLS', () => {
  test('nothing is promised about HTTPS', async () => {
    const server = await start()
    const owner = await new SiteClient(server).signIn('owner')
    expect([...owner.cookies.keys()]).toEqual(['windrow_session', 'windrow_device'])
    expect((await owner.get('/admin/')).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('behind a proxy', () => {
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
  let server: RunningServer
  beforeAll(async () => (server = await start('--trusted-proxy', '127.0.0.1', '--public-names', 'words.example.org')))
  const ask = (host: string, more: Readonly<Record<string, string>> = {}) =>
    new SiteClient({ url: server.url, host, headers: { ...https, ...more } }).get('/admin/sign-in')

  test('the public name is answered, as HTTPS', async () => {
    const { status, headers } = await ask('words.example.org')
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers['set-cookie']?.join()).toMatch(/^__Host-.*Secure/)
  })

  test.each([
    ['evil.com', {}],
    ['words.example.org.evil.com', {}],
    ['words.example.org', { 'x-forwarded-host': 'evil.com' }],
    ['evil.com', { 'x-forwarded-host': 'words.example.org' }],
  ])('a foreign name is not: %s %j', async (host, more) => {
    const { status, text } = await ask(host, more)
    expect(status).toBe(403)
    expect(text).toContain('public_names')
  })

  test('somebody signs in under the name that the proxy passes on', async () => {
    const headers = { ...https, 'x-forwarded-host': 'words.example.org', origin: 'https://words.example.org' }
    const owner = await new SiteClient({ url: server.url, host: '127.0.0.1', headers }).signIn('owner')
    expect((await owner.get('/admin/people')).status).toBe(200)
  })
})

describe.each(['::1', 'localhost', '127.0.0.1'])('on %s', (address) => {
  test('a foreign name is refused, an own one is not', async () => {
    const server = await start('--host', address)
    for (const host of ['evil.com', `evil.com:${server.port}`, '192.0.2.1', 'localhost.evil.com'])
      expect((await new SiteClient({ url: server.url, host }).get('/admin/sign-in')).status).toBe(403)
    for (const host of [`localhost:${server.port}`, '[::1]', '127.0.0.1'])
      expect((await new SiteClient({ url: server.url, host }).get('/admin/sign-in')).status).toBe(200)
  })
})
