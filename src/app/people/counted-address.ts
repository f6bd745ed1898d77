// Addresses for counting attempts. A customer with IPv6 has a /64 network, 2^64 addresses, which count as one.
import { isIPv6 } from 'node:net'

const groupsOfAddress = 8
const groupsOfNetwork = 4

/** IPv6 as its network, `2001:db8:0:1::/64`; any other address unchanged. */
export function countedAddress(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  // Most addresses have no colon, and Node takes 5 ms to make its pattern for IPv6.
  if (!plain.includes(':') || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = groupsIn(head)
  const after = groupsIn(tail ?? '')
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => '0')
  const network = [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, groupsOfNetwork)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The groups of 16 bits; an IPv4 address at the end is two of them. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
