// See docs/operations.md#transport.
import { describe, expect, test } from 'vitest'
import { exposureOf } from '../../../src/config/exposure.ts'
import { addressTest, isLoopback, isNetwork } from '../../../src/config/network.ts'

const bare = { host: '127.0.0.1', tls: { cert: null, key: null }, trustedProxy: [], allowInsecureHttp: false }

describe('whether windrow may listen', () => {
  test.each(['127.0.0.1', '127.9.8.7', '::1', '[::1]', '0:0:0:0:0:0:0:1', 'localhost', 'LOCALHOST'])(
    'on the loopback address %s it needs nothing',
    (host) => expect(exposureOf({ ...bare, host })).toEqual({ ok: true, value: 'loopback' }),
  )

  test.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    '::2',
    'example.org',
    '127.0.0.1.example.org',
    'localhost.example.org',
  ])('on %s it refuses, and the sentence names every way out', (host) => {
    const answer = exposureOf({ ...bare, host })
    expect(answer.ok).toBe(false)
    const text = answer.ok ? '' : answer.refusal
    for (const part of [host, 'HTTPS only', 'tls.cert', 'tls.key', 'trusted_proxy', 'allow_insecure_http: true'])
      expect(text).toContain(part)
  })

  test('TLS, a trusted proxy or the words allow_insecure_http open other addresses', () => {
    const host = '0.0.0.0'
    expect(exposureOf({ ...bare, host, tls: { cert: 'c', key: 'k' } })).toEqual({ ok: true, value: 'tls' })
    expect(exposureOf({ ...bare, host, trustedProxy: ['10.0.0.7'] })).toEqual({ ok: true, value: 'trusted_proxy' })
    expect(exposureOf({ ...bare, host, allowInsecureHttp: true })).toEqual({ ok: true, value: 'insecure' })
  })

  test('half of a TLS configuration is refused everywhere', () => {
    expect(exposureOf({ ...bare, tls: { cert: 'c', key: null } })).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('set tls.key too'),
    })
    expect(exposureOf({ ...bare, tls: { cert: null, key: 'k' } })).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('set tls.cert too'),
    })
  })
})

describe('networks', () => {
  test.each(['10.0.0.7', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '2001:db8::/128'])('%s is one', (text) => {
    expect(isNetwork(text)).toBe(true)
  })

  test.each(['', 'proxy', '10.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', 'fe80::1%eth0', '*'])(
    '"%s" is none',
    (text) => expect(isNetwork(text)).toBe(false),
  )

  test('an address is found in its network, also when an IPv4 client comes over an IPv6 socket', () => {
    const isTrusted = addressTest(['10.0.0.0/8', 'fd00::/8', '192.168.1.5'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.168.1.5'].map(isTrusted)).toEqual([true, true, true, true])
    expect(['11.1.2.3', '::ffff:11.1.2.3', 'fe80::1', '192.168.1.6', '', 'x'].some(isTrusted)).toBe(false)
  })

  test('a name is no loopback address, whatever it looks like', () => {
    expect(isLoopback('127.0.0.1.example.org')).toBe(false)
  })
})
