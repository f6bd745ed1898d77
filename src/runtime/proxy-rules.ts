// The rules of `trusted_proxy` (docs/decisions.md#10-transport): who may connect, and whose forwarding headers count.
import type { IncomingMessage } from 'node:http'
import { addressTest, isLoopback } from '../config/network.ts'

export interface ProxyRules {
  mayConnect(address: string): boolean
  isProxy(address: string): boolean
  /** The client's address: from a listed proxy's header, else the connection's. */
  clientOf(incoming: IncomingMessage): string
  /** A listed proxy's header names a hop that was not HTTPS. */
  wasInsecure(incoming: IncomingMessage): boolean
}

export function createProxyRules(trustedProxy: readonly string[]): ProxyRules {
  const isListed = addressTest(trustedProxy)
  const peerOf = (incoming: IncomingMessage): string => plain(incoming.socket.remoteAddress ?? '')
  return {
    mayConnect: (address) => isLoopback(plain(address)) || isListed(address),
    isProxy: isListed,
    clientOf(incoming) {
      const peer = peerOf(incoming)
      if (!isListed(peer)) return peer
      // Each proxy appends its client, so the last unlisted address is the client's.
      return forwardedFor(incoming).findLast((address) => !isListed(address)) ?? peer
    },
    wasInsecure(incoming) {
      const peer = peerOf(incoming)
      if (!isListed(peer)) return false
      const isForwarded = forwardingHeaders.some((name) => incoming.headers[name] !== undefined)
      if (isForwarded) return !isHttps(forwardedProtos(incoming))
      return !isLoopback(peer) && !('encrypted' in incoming.socket)
    },
  }
}

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** There is a hop, and all are HTTPS. */
const isHttps = (protos: readonly string[]): boolean =>
  protos.length > 0 && protos.every((proto) => proto.toLowerCase() === 'https')

const headerText = (incoming: IncomingMessage, name: string): string => {
  const value = incoming.headers[name] ?? ''
  return typeof value === 'string' ? value : value.join(',')
}

const partsOf = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The values of one parameter of the header Forwarded (RFC 7239), in order. */
const forwardedValues = (incoming: IncomingMessage, parameter: 'for' | 'proto'): string[] =>
  [...headerText(incoming, 'forwarded').matchAll(/(?:^|[;,])\s*(for|proto)=("[^"]*"|[^;,\s]*)/gi)]
    .filter(([, name]) => name?.toLowerCase() === parameter)
    .map(([, , value = '']) => value.replaceAll('"', ''))

const forwardedProtos = (incoming: IncomingMessage): string[] => [
  ...partsOf(headerText(incoming, 'x-forwarded-proto')),
  ...forwardedValues(incoming, 'proto'),
]

function forwardedFor(incoming: IncomingMessage): string[] {
  const listed = partsOf(headerText(incoming, 'x-forwarded-for'))
  const addresses = listed.length > 0 ? listed : forwardedValues(incoming, 'for')
  return addresses.map((address) => plain(withoutPort(address)))
}

const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
