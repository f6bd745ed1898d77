// Which Host headers are this server's own, by how it is reached.
import { describe, expect, test } from 'vitest'
import { ownHostTest, publicUrlOf } from '../../../src/config/exposure.ts'

const bare = { host: '127.0.0.1', publicNames: [], trustedProxy: [], tls: { cert: null } }
const proxied = { ...bare, trustedProxy: ['10.0.0.7'] }
const names = ['Words.example.org']

describe.each([
  ['loopback', bare],
  ['loopback, IPv6', { ...bare, host: '::1' }],
  ['loopback, by name', { ...bare, host: 'localhost' }],
])('%s', (_, config) => {
  const isOwn = ownHostTest(config)
  test.each(['127.0.0.1', '127.0.0.1:8787', 'localhost:1', 'LOCALHOST', '[::1]:8787', '[::1]', '127.3.2.1:80'])(
    'takes %s',
    (host) => expect(isOwn(host)).toBe(true),
  )
  test.each([
    'evil.com',
    'evil.com:8787',
    '127.0.0.1.evil.com',
    'localhost.evil.com',
    '10.0.0.1',
    '[::2]',
    '::1.evil.com',
    '',
    ':80',
    '[::1].evil.com',
    '[evil.com]:1',
  ])('refuses %j', (host) => expect(isOwn(host)).toBe(false))
})

describe('beyond loopback', () => {
  const everywhere = { ...bare, host: '0.0.0.0' }
  test.each([
    ['a proxy without names', proxied, { '10.1.2.3:80': true, 'words.example.org': false, localhost: true }],
    ['a proxy with names', { ...proxied, publicNames: names }, { 'words.example.org:443': true, 'evil.com': false }],
    ['an address', everywhere, { '192.0.2.7:8787': true, '[2001:db8::1]': true, 'evil.com': false }],
    ['a name', { ...bare, host: 'box.lan' }, { 'BOX.lan:8787': true, 'evil.com': false }],
    ['TLS', { ...everywhere, tls: { cert: 'cert.pem' } }, { 'any.example.org': true }],
    ['TLS with names', { ...everywhere, tls: { cert: 'cert.pem' }, publicNames: names }, { 'any.example.org': false }],
  ])('%s', (_, config, hosts) => {
    const isOwn = ownHostTest(config)
    for (const [host, expected] of Object.entries(hosts)) expect([host, isOwn(host)]).toEqual([host, expected])
  })
})

test('links lead to the first public name, behind a proxy or with own TLS', () => {
  const [here, publicNames] = ['http://127.0.0.1:8787', ['words.example.org', 'other.example.org']]
  expect(publicUrlOf({ ...proxied, publicNames }, here)).toBe('https://words.example.org')
  const secured = { ...bare, tls: { cert: 'cert.pem' }, publicNames }
  expect(publicUrlOf(secured, 'https://0.0.0.0:8443')).toBe('https://words.example.org:8443')
  expect(publicUrlOf({ ...bare, publicNames }, here)).toBe(here)
  expect(publicUrlOf(proxied, here)).toBe(here)
})
