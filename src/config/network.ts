// Addresses and networks: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. An IPv4 client of a dual-stack socket arrives as `::ffff:10.0.0.7`;
// it is the same client.
import { BlockList, isIP } from 'node:net'

interface Network {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly bits: number
}

export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null
}

/** Whether a text is a host name: labels of letters, digits and dashes, with dots between, and no port. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text)

/** Tests whether an address is in one of the networks. Throws if a network is invalid. */
export function addressTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network === null) throw new Error(`not an address or network: ${text}`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
}

const isLoopback4 = addressTest(['127.0.0.0/8'])

/** Made when first needed: Node takes 5 ms to compile its pattern for IPv6, and most starts do not need it. */
let isLoopback6: ((address: string) => boolean) | null = null

/** Whether only this machine can reach the address: 127.0.0.0/8, ::1, localhost (docs/operations.md#transport). */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return isLoopback4(address) || (address.includes(':') && (isLoopback6 ??= addressTest(['::1']))(address))
}

function parseNetwork(text: string): Network | null {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return null
  const bitsMax = version === 4 ? 32 : 128
  const prefix = bits === undefined ? bitsMax : Number(bits)
  if (prefix > bitsMax) return null
  return { address, family: version === 4 ? 'ipv4' : 'ipv6', bits: prefix }
}
