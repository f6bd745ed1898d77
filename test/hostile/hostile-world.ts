// What the hostile tests share: a game with people of several roles and a running server, and clients that do what no
// honest one does.
import { connect, type Socket } from 'node:net'
import { type Answer, send } from '../support/v1-client.ts'
import { ROWS, sourceHashOf, type V1World, v1World } from '../support/v1-world.ts'

const PEOPLE = {
  user: { user: 'Una', role: 'user' },
  translator: { user: 'Tess', role: 'translator' },
  bot: { user: 'Mod', role: 'moderator', options: ['--bot'] },
  admin: { user: 'Ada', role: 'admin' },
} as const

export type HostileWorld = V1World<keyof typeof PEOPLE>

/** A game, four people with a key each, and a server with these options. */
export const hostileWorld = (env: Readonly<Record<string, string>> = {}): Promise<HostileWorld> =>
  v1World(PEOPLE, { env })

export const itemOf = (text: string) => ({ row_id: ROWS.tokens, text, source_hash: sourceHashOf('tokens') })

export const fiftyOf = (text: string) => ({ items: Array.from({ length: 50 }, () => itemOf(text)) })

export const legacy = ({ server, keys }: HostileWorld, body: unknown): Promise<Answer> =>
  send(server.port, { method: 'POST', path: '/api/translations-api.php', key: keys.bot, body })

/** A text of `length` characters that repeats a piece. */
export const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Distinct tokens, as many as fit into the hard limits of a row. */
export const distinctTokens = (shape: (n: number) => string, length = 32_000): string => {
  let text = ''
  for (let n = 0; ; n++) {
    const token = shape(n)
    if (text.length + token.length > length) return text
    text += token
  }
}

/** A connection by hand. What comes back is gathered only while it is read. */
export interface Wire {
  readonly socket: Socket
  received(): string
  /** Resolves when the server has closed it. */
  readonly closed: Promise<void>
}

export function openWire(port: number): Wire {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  return { socket, received: () => text, closed }
}

/** The head of a POST whose body is to follow by hand. */
export const headOf = (path: string, length: number, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

export const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Tries until `isSo` says yes; fails after a while that no honest answer takes. */
export async function eventually(isSo: () => boolean | Promise<boolean>, waitMsMax = 20_000): Promise<void> {
  const endMs = performance.now() + waitMsMax
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
