// Decides which addresses a webhook may lead to (docs/webhooks.md#where-they-may-lead): public ones only, unless the
// configuration names the host. Sources: the IANA special-purpose address registries, and the metadata services of
// clouds.
import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not public. */
const CLOSED_4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by customers of a carrier (CGNAT); has Alibaba's metadata service
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's metadata and health service, on a public address
  ['169.254.0.0', 16], // link-local; has most metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; has Oracle's metadata service
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved; has the broadcast address
]

/** IPv6 that is public: not loopback, mapped IPv4, NAT64, ULA, link-local, site-local or multicast. */
const OPEN_6 = ['2000::', 3] as const

const CLOSED_6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23], // protocol assignments; has Teredo, which carries an IPv4 address
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries an IPv4 address
  ['3fff::', 20], // documentation
]

const listOf = (networks: typeof CLOSED_4, family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const closed4 = listOf(CLOSED_4, 'ipv4')
const closed6 = listOf(CLOSED_6, 'ipv6')
const open6 = listOf([OPEN_6], 'ipv6')

/** Whether an address, as a resolver returns it, is public. A text that is no address is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  return family === 6 && !address.includes('%') && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

/** The host in an address: in small letters, without the brackets of IPv6 and without a dot at the end. */
export const hostIn = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/** True: the configuration names the host of the address, so it may be private, and reached over http. */
export const isNamedHost = (url: URL, named: readonly string[]): boolean =>
  named.some((name) => name.toLowerCase() === hostIn(url))

export type AddressFault = 'webhook_address' | 'webhook_password' | 'webhook_http' | 'webhook_private'

/** What is wrong with an address, as far as it shows without asking a resolver. */
export function addressFault(text: string, named: readonly string[]): AddressFault | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'webhook_address'
  if (url.username !== '' || url.password !== '') return 'webhook_password'
  if (isNamedHost(url, named)) return null
  if (url.protocol !== 'https:') return 'webhook_http'
  const host = hostIn(url)
  const isPrivate = (isIP(host) !== 0 && !isPublicAddress(host)) || /(?:^|\.)localhost$/.test(host)
  return isPrivate ? 'webhook_private' : null
}
