// What `trusted_proxy` means (docs/operations.md#transport).
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createProxyRules } from '../../../src/runtime/listen.ts'

const rules = createProxyRules(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
const from = (remoteAddress: string, headers: IncomingHttpHeaders = {}, encrypted = false): IncomingMessage =>
  ({ socket: { remoteAddress, ...(encrypted && { encrypted }) }, headers }) as unknown as IncomingMessage

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.7', true],
  ['fd00::1', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.8', false],
  ['11.0.0.1', false],
  ['2001:db8::1', false],
  ['', false],
])('a connection from %j may stay: %s', (address, mayStay) => expect(rules.mayConnect(address)).toBe(mayStay))

describe('the client', () => {
  test.each<[string, string, IncomingHttpHeaders, string]>([
    ['is whom a listed proxy names', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
    [
      'is the last that is no proxy',
      '10.0.0.1',
      { 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.0.0.2' },
      '203.0.113.9',
    ],
    ['may carry a port', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
    ['may be IPv6', '10.0.0.1', { 'x-forwarded-for': '[2001:db8::9]:4711' }, '2001:db8::9'],
    [
      'may stand in Forwarded',
      '10.0.0.1',
      { forwarded: 'for="[2001:db8::9]";proto=https, for=10.0.0.2' },
      '2001:db8::9',
    ],
    ['is the proxy when it names none', '::ffff:10.0.0.1', {}, '10.0.0.1'],
    [
      'is who is connected, whatever an unlisted peer claims',
      '127.0.0.1',
      { 'x-forwarded-for': '203.0.113.9' },
      '127.0.0.1',
    ],
  ])('%s', (_, peer, headers, client) => expect(rules.clientOf(from(peer, headers))).toBe(client))
})

describe('a request that was not https', () => {
  test.each<[string, IncomingMessage, boolean]>([
    ['forwarded from http', from('10.0.0.1', { 'x-forwarded-proto': 'http' }), true],
    ['forwarded from https', from('10.0.0.1', { 'x-forwarded-proto': 'https' }), false],
    ['in capitals', from('10.0.0.1', { 'x-forwarded-proto': 'HTTPS' }), false],
    ['over a hop of http', from('10.0.0.1', { 'x-forwarded-proto': 'https, http' }), true],
    ['Forwarded says http', from('10.0.0.1', { forwarded: 'for=1.2.3.4;proto=http' }), true],
    ['Forwarded says https', from('10.0.0.1', { forwarded: 'for=1.2.3.4; proto="https"' }), false],
    ['forwarded, and nobody says from what', from('10.0.0.1', { 'x-forwarded-for': '1.2.3.4' }), true],
    ['from a listed proxy that forwards nothing', from('10.0.0.1'), true],
    ['the same over TLS', from('10.0.0.1', {}, true), false],
    ['from this machine, unlisted', from('127.0.0.1', { 'x-forwarded-proto': 'http' }), false],
    ['from this machine', from('127.0.0.1'), false],
  ])('%s: %s', (_, incoming, wasInsecure) => expect(rules.wasInsecure(incoming)).toBe(wasInsecure))

  test('a proxy on this machine may look whether windrow is there', () => {
    const local = createProxyRules(['127.0.0.1'])
    expect(local.wasInsecure(from('127.0.0.1'))).toBe(false)
    expect(local.wasInsecure(from('127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }))).toBe(true)
  })
})
