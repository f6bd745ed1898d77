// An address as it is counted. A customer with IPv6 has a whole /64 network, 2^64 addresses: they count as one.
import { isIPv6 } from 'node:net'

const groupsOfAddress = 8
const groupsOfNetwork = 4

/** The network of an IPv6 address, as `2001:db8:0:1::/64`; any other address as it is. */
export function countedAddress(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  // Most have no colon, and Node takes 5 ms to make its pattern of those that do.
  if (!plain.includes(':') || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = groupsIn(head)
  const after = groupsIn(tail ?? '')
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => '0')
  const network = [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, groupsOfNetwork)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Groups of 16 bits; an IPv4 address at the end stands for two. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
