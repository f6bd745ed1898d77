// Which addresses webhooks may lead to (docs/webhooks.md#where-they-may-lead): a table of every range that is not public, and of hosts
// that are such an address under another spelling or name.
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { addressFault, hostIn, isPublicAddress } from '../../../../src/app/webhooks/guard.ts'
import { post } from '../../../../src/app/webhooks/deliver.ts'

/** The first and the last address of each range. */
const CLOSED: readonly (readonly [range: string, ...addresses: string[]])[] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10', '10.0.0.0', '10.255.255.255'],
  ['carrier NAT', '100.64.0.0', '100.127.255.255', '100.100.100.200'],
  ['loopback', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['the wire server of Azure', '168.63.129.16'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.254.169.254', '169.254.170.2'],
  ['private 172', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', '192.0.0.192'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private 192', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['IPv6 unspecified and loopback', '::', '::1'],
  ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  ['discard-only', '100::', '100::ffff'],
  ['Teredo and other assignments', '2001::', '2001::7f00:1', '2001:1ff:ffff::'],
  ['documentation of IPv6', '2001:db8::', '2001:db8:ffff::', '3fff::', '3fff:fff:ffff::'],
  ['6to4', '2002::', '2002:7f00:1::', '2002:ffff:ffff::'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::', 'fdff:ffff::', 'fd00:ec2::254', 'fd20:ce::254'],
  ['link-local of IPv6', 'fe80::', 'febf:ffff::', 'fe80::1%eth0'],
  ['site-local', 'fec0::', 'feff::'],
  ['multicast of IPv6', 'ff00::', 'ff02::1', 'ffff::'],
  ['unassigned', '4000::', '8000::', '1::'],
]

const OPEN = [
  ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ['2000::1', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2606:4700::1111', '3ffe:ffff::', '3fff:1000::'],
].flat()

describe('an address', () => {
  it.each(CLOSED)('of %s is not public', (_range, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
    for (const address of addresses.filter((each) => !each.includes('%')))
      expect(addressFault(`https://${isIP(address) === 6 ? `[${address}]` : address}/x`, [])).toBe('webhook_private')
  })

  it('beside those ranges is public', () => expect(OPEN.filter((address) => !isPublicAddress(address))).toEqual([]))

  it('is what a resolver returns, and nothing else', () => {
    for (const text of ['', 'localhost', '8.8.8', '8.8.8.8.', '0x7f.1', '08.8.8.8', ' 8.8.8.8'])
      expect(isPublicAddress(text), text).toBe(false)
  })
})

describe('the address of a webhook', () => {
  it.each([
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://①②⑦.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
  ])('%s is not public', (address) => expect(addressFault(address, [])).toBe('webhook_private'))

  it.each([
    ['', 'webhook_address'],
    ['example.org', 'webhook_address'],
    ['ftp://example.org/', 'webhook_address'],
    ['file:///etc/passwd', 'webhook_address'],
    ['https://', 'webhook_address'],
    ['https://me@example.org/', 'webhook_password'],
    ['https://me:secret@example.org/', 'webhook_password'],
    ['http://example.org/', 'webhook_http'],
    ['http://127.0.0.1/', 'webhook_http'],
    ['https://example.org:8443/a?b=c', null],
    ['https://1.1.1.1/', null],
    ['https://[2606:4700::1111]/', null],
  ])('%s: %s', (address, fault) => expect(addressFault(address, [])).toBe(fault))

  it('may lead to a host that the configuration names, over http too, and to no other', () => {
    const named = ['n8n.LAN', 'localhost', '127.0.0.1']
    const good = [
      'http://n8n.lan:5678/x',
      'https://N8N.lan./',
      'http://localhost/',
      'http://127.0.0.1:1/',
      'http://0x7f.1/',
    ]
    expect(good.map((address) => addressFault(address, named))).toEqual(good.map(() => null))
    expect(addressFault('http://a.n8n.lan/', named)).toBe('webhook_http')
    expect(addressFault('https://127.0.0.2/', named)).toBe('webhook_private')
    expect(addressFault('http://me@localhost/', named)).toBe('webhook_password')
    expect(hostIn(new URL('https://EXAMPLE.org./'))).toBe('example.org')
  })
})

describe('a name', () => {
  const rules = { namedHosts: [], signal: new AbortController().signal }
  const request = { address: 'https://hook.example.org/', headers: {}, body: '{}' }
  const leadingTo = (...addresses: string[]) => ({
    ...rules,
    addressesOf: async (): Promise<readonly LookupAddress[]> =>
      addresses.map((address) => ({ address, family: isIP(address) })),
  })

  it.each(CLOSED)('that leads to %s is not connected to', async (_range, ...addresses) => {
    for (const address of addresses)
      expect(await post(request, leadingTo(address)), address).toEqual({ code: 'private_address' })
  })

  it('that leads to a public and a private address is not connected to', async () => {
    expect(await post(request, leadingTo('1.1.1.1', '10.0.0.1'))).toEqual({ code: 'private_address' })
    expect(await post(request, leadingTo())).toEqual({ code: 'no_such_host' })
  })

  it('of this machine resolves to loopback, however it is written', async () => {
    for (const host of ['localhost', 'localhost.', 'LOCALHOST'])
      expect(await post({ ...request, address: `https://${host}/` }, rules), host).toEqual({ code: 'private_address' })
  })
})
