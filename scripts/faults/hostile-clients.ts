// The clients of the hostile drill, in a thread of their own: what they cost themselves must not slow the clock by which
// the honest agent is measured. Each does one kind of harm, over and over, until the time is up.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { send } from '../../test/support/v1-client.ts'
import { hashOf, idOf, rowCount, sourceOf } from './world.ts'

export interface Hand {
  readonly name: string
  readonly secret: string
  /** Of a session at the site; empty where there is none. */
  readonly cookie: string
  readonly attack: AttackName
}

export interface Orders {
  readonly port: number
  readonly seconds: number
  readonly hands: readonly Hand[]
}

/** How often each attack ended how: a status, or `cut` where the server closed the connection. */
export type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>

interface Turn {
  readonly port: number
  readonly hand: Hand
  /** Counts the turns of this client. */
  readonly nth: number
}

const fiftyOf = (text: string): string => {
  const item = { row_id: idOf(1), text, source_hash: hashOf(sourceOf(1, 0)) }
  return JSON.stringify({ items: Array.from({ length: 50 }, () => item) })
}
/** Fifty texts of 262,144 characters: 13 MB, each far above the hard limit. */
const oversized = fiftyOf('{0}'.repeat(87_381))
/** Fifty texts just inside the limits, each of some thousand tokens that the source has not. */
const manyTokens = fiftyOf(Array.from({ length: 5_000 }, (_, n) => `{${n + 1}}`).join(''))
const unknownMembers = `{${Array.from({ length: 200_000 }, (_, n) => `"m${n}":1`).join(',')},"items":[]}`

const validate = '/api/v1/translations/validate'
const holdMs = 4_000

async function post({ port, hand, nth }: Turn, path: string, body: string): Promise<number> {
  const headers = { 'Idempotency-Key': `${hand.name}-${nth}` }
  return (await send(port, { method: 'POST', path, key: hand.secret, headers, body })).status
}

async function visit({ port, hand }: Turn, path: string): Promise<number> {
  const { status } = await send(port, { path, headers: { Cookie: hand.cookie, Host: `127.0.0.1:${port}` } })
  // Who is refused for their rate waits a little, or would do nothing but be refused.
  if (status === 429) await wait(50)
  return status
}

const headOf = (key: string, length: number): string =>
  `POST ${validate} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Opens connections that read nothing, sends `text` on each, and holds them for a while. */
async function hold(port: number, count: number, text: string): Promise<string> {
  const outcome = { cut: 0 }
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', () => outcome.cut++)
    if (text !== '') socket.write(text)
    return socket
  })
  await wait(holdMs)
  const wasCut = outcome.cut > 0
  for (const socket of sockets) socket.destroy()
  return wasCut ? 'cut' : 'held'
}

const ATTACKS = {
  'oversized validates': (turn) => post(turn, validate, oversized),
  'token-heavy validates': (turn) => post(turn, validate, manyTokens),
  'unknown members': (turn) => post(turn, validate, unknownMembers),
  'refused batches': (turn) => post(turn, '/api/v1/translations', manyTokens),
  'unread answers': ({ port, hand }) => hold(port, 8, `${headOf(hand.secret, manyTokens.length)}${manyTokens}`),
  'slow bodies': ({ port, hand }) => hold(port, 40, `${headOf(hand.secret, 16_000_000)}{${' '.repeat(500_000)}`),
  searches: (turn) => visit(turn, `/admin/rows?q=no-such-text-${turn.nth}`),
  'row pages': (turn) => visit(turn, `/admin/rows/${idOf(1 + (turn.nth % rowCount))}`),
  'proposals beyond the quota': (turn) => {
    const row = 1 + (turn.nth % rowCount)
    const text = `Vorschlag {0} ${turn.hand.name} ${turn.nth}.`
    const item = { row_id: idOf(row), text, source_hash: hashOf(sourceOf(row, 0)), mode: 'proposal' }
    return post(turn, '/api/v1/translations', JSON.stringify({ items: [item] }))
  },
  'held connections': ({ port }) => hold(port, 200, ''),
} as const satisfies Record<string, (turn: Turn) => Promise<number | string>>

type AttackName = keyof typeof ATTACKS
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]
export const isOfTheSite = (attack: AttackName): boolean => attack === 'searches' || attack === 'row pages'

async function attackAll({ port, seconds, hands }: Orders): Promise<Tally> {
  const endMs = performance.now() + seconds * 1_000
  const tally: Record<string, Record<string, number>> = {}
  const actAs = async (hand: Hand): Promise<void> => {
    const counts = (tally[hand.attack] ??= {})
    for (let nth = 0; performance.now() < endMs; nth++) {
      const outcome = await ATTACKS[hand.attack]({ port, hand, nth }).catch(() => 'cut')
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  }
  // Whoever still waits for an answer then leaves without it.
  await Promise.race([Promise.all(hands.map(actAs)), wait(seconds * 1_000)])
  return tally
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, no window
if (parentPort !== null) parentPort.postMessage(await attackAll(workerData as Orders))
