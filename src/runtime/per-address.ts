// Limits open connections by address. This machine and trusted proxies are exempt, because they connect for many
// clients. An IPv6 /64, which one customer has, counts as one address.
import { isLoopback } from '../config/network.ts'

export class PerAddress {
  readonly #most: number
  readonly #isExempt: (address: string) => boolean
  readonly #open = new Map<string, number>()

  constructor(most: number, isProxy: (address: string) => boolean) {
    this.#most = most
    this.#isExempt = (address) => isLoopback(address) || isProxy(address)
  }

  /** Null: the address has too many connections. Call the result when the connection is closed. */
  admit(remoteAddress: string): (() => void) | null {
    const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '')
    if (this.#isExempt(address)) return () => {}
    const group = groupOf(address)
    const open = this.#open.get(group) ?? 0
    if (open >= this.#most) return null
    this.#open.set(group, open + 1)
    return () => this.#leave(group)
  }

  #leave(group: string): void {
    const open = (this.#open.get(group) ?? 1) - 1
    if (open === 0) this.#open.delete(group)
    else this.#open.set(group, open)
  }
}

/** An IPv4 address, or the first four groups of an IPv6 address, in full. */
function groupOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0)
  return [...(first ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(last ?? [])]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}
