// A receiver of webhooks on this machine, which notes what arrives and answers as a test says.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface Arrived {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The numbers of the events in a plain body. */
  readonly numbers: readonly number[]
  readonly missed: number
}

export interface Receiver {
  /** At a name that a test has to allow. */
  readonly address: string
  readonly arrived: Arrived[]
  /** Connections made, also those without a request. */
  readonly connections: () => number
  close(): Promise<void>
}

type Answer = (answer: ServerResponse, nth: number) => void

/** `answer`: by default 204. */
export async function webhookReceiver(
  answer: Answer = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const arrived: Arrived[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { events = [], missed = 0 } = JSON.parse(body) as { events?: { id: number }[]; missed?: number }
      arrived.push({ headers: request.headers, body, numbers: events.map(({ id }) => id), missed })
      answer(response, arrived.length)
    })
  })
  server.on('connection', () => void connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As docs/webhooks.md tells receivers to do it. */
export const isSignedWith = (secret: string, { headers, body }: Arrived): boolean =>
  headers['x-windrow-signature'] ===
  `sha256=${createHmac('sha256', secret)
    .update(`${String(headers['x-windrow-timestamp'])}.${body}`)
    .digest('hex')}`
