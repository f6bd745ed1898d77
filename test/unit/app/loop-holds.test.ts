// How long one request holds the event loop at a time (docs/operations.md#hostile-hands), in processor time of this thread,
// which a busy machine does not change: between two rounds of the loop there is nothing but the one request.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { v1Routes } from '../../../src/api-v1/routes.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { openV1App, type V1App } from '../../support/v1-app.ts'

vi.setConfig({ testTimeout: 60_000 })

const holdMsMax = 50
const id = '0000000000000001'
const source = 'Hello {0}, you have %d of <Agility|780|#C|15> left.'

let world: V1App
let secret: string
let v1: ReturnType<typeof v1Routes>
beforeAll(async () => {
  world = openV1App()
  await world.importFiles([{ id, text: source }])
  v1 = v1Routes(world.app)
  secret = (await world.person('hand', 'admin')).secret
})
afterAll(() => world.close())

interface Cost {
  readonly status: number
  /** Processor time of the longest stretch without a round of the loop, and of all of it. */
  readonly longestMs: number
  readonly wholeMs: number
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A request as it comes in, whose making costs nothing: its body is there in pieces of a socket's size. */
function requestOf(path: string, body: Buffer): Request {
  const headers = new Headers({ 'X-API-Key': secret, 'Content-Type': 'application/json', 'Idempotency-Key': path })
  const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, n) =>
    body.subarray(n * 65_536, (n + 1) * 65_536),
  )
  return { method: 'POST', url: `http://localhost/api/v1${path}`, headers, body: pieces } as unknown as Request
}

async function costOf(path: string, body: Buffer): Promise<Cost> {
  const request = requestOf(path, body)
  let [isOver, last, longestMs] = [false, threadMs(), 0]
  const beganMs = last
  const look = (): void => {
    const now = threadMs()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const { status } = await v1.fetch(request, {})
  look()
  isOver = true
  return { status, longestMs, wholeMs: threadMs() - beganMs }
}

/** The least of a few runs: the first ones are compiled on the way, and another may meet a collection of garbage. */
async function leastCost(path: string, body: string): Promise<Cost> {
  const bytes = Buffer.from(body)
  const costs: Cost[] = []
  for (let nth = 0; nth < 4; nth++) costs.push(await costOf(path, bytes))
  const least = (of: (cost: Cost) => number): number => Math.min(...costs.map(of))
  return {
    status: costs[0]?.status ?? 0,
    longestMs: least(({ longestMs }) => longestMs),
    wholeMs: least(({ wholeMs }) => wholeMs),
  }
}

const itemsOf = (count: number, text: string): string => {
  const item = { row_id: id, text, source_hash: sha256Hex(source) }
  return JSON.stringify({ items: Array.from({ length: count }, () => item) })
}
const fifty = (text: string): string => itemsOf(50, text)
/** Enough for the look at the batch as a whole; more of them hold the loop no longer, only more often. */
const eight = (text: string): string => itemsOf(8, text)
const upTo = (length: number, piece: (n: number) => string): string => {
  let text = ''
  for (let n = 0; text.length < length; n++) text += piece(n)
  return text.slice(0, length)
}
const members = (count: number): string => Array.from({ length: count }, (_, n) => `"m${n}":1`).join(',')

const BODIES: readonly (readonly [string, string])[] = [
  ['fifty texts far above the limits, 13 MB', fifty('{0}'.repeat(87_381))],
  ['fifty texts of escapes, 16 MB', fifty('\u0001'.repeat(50_000))],
  ['one text of 8 MB', JSON.stringify({ items: [{ row_id: id, text: 'ж'.repeat(4_000_000) }] })],
  ['texts of thousands of tokens', eight(upTo(32_000, (n) => `{${n}}`))],
  ['texts of thousands of tags with captions', eight(upTo(32_000, (n) => `<Agility ${n}|780|#C|15>`))],
  ['texts of what only looks like tokens', eight(upTo(21_000, () => '｛0｝ ％d '))],
  ['texts of look-alike letters', eight(upTo(32_000, () => 'НеІІо '))],
  ['texts of words', eight(upTo(32_000, (n) => `слово${n % 97} `))],
  ['texts of one word', eight('a'.repeat(32_000))],
]

describe('a request holds the loop for less than 50 ms of processor time at a time', () => {
  test.each(BODIES)('%s', async (_says, body) => {
    const { status, longestMs } = await leastCost('/translations/validate', body)
    expect(status).toBe(200)
    expect(longestMs).toBeLessThan(holdMsMax)
  })
})

test('200,000 unknown members are a 400 within 50 ms of processor time', async () => {
  const { status, wholeMs } = await leastCost('/translations/validate', `{${members(200_000)},"items":[]}`)
  expect(status).toBe(400)
  expect(wholeMs).toBeLessThan(holdMsMax)
})
