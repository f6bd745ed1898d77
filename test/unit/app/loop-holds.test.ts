// How long one request with a hostile body holds the event loop at a time.
import { afterAll, describe, expect, test } from 'vitest'
import { v1Routes } from '../../../src/api-v1/routes.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { heldBy, holdMsMax } from '../../support/loop-hold.ts'
import { openV1App } from '../../support/v1-app.ts'

const id = '0000000000000001'
const source = 'Hello {0}, you have %d of <Agility|780|#C|15> left.'

const bound = holdMsMax()
const world = openV1App()
await world.importFiles([{ id, text: source }])
const v1 = v1Routes(world.app)
const secret = (await world.person('hand', 'admin')).secret
afterAll(() => world.close())

/** A request as it comes in, whose making costs nothing: its body is there in pieces of a socket's size. */
function requestOf(path: string, body: Buffer): Request {
  const headers = new Headers({ 'X-API-Key': secret, 'Content-Type': 'application/json', 'Idempotency-Key': path })
  const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, n) =>
    body.subarray(n * 65_536, (n + 1) * 65_536),
  )
  return { method: 'POST', url: `http://localhost/api/v1${path}`, headers, body: pieces } as unknown as Request
}

const costOf = async (path: string, body: string, ...kind: ['wholeMs'?]) => {
  const bytes = Buffer.from(body)
  const held = await heldBy(6, async () => (await v1.fetch(requestOf(path, bytes), {})).status, bound, ...kind)
  return { ...held, answers: [...new Set(held.answers)] }
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
    const { answers, longestMs } = await costOf('/translations/validate', body)
    expect(answers).toEqual([200])
    expect(longestMs).toBeLessThan(bound)
  })
})

test('200,000 unknown members are a 400 within 50 ms of processor time', async () => {
  const { answers, wholeMs } = await costOf('/translations/validate', `{${members(200_000)},"items":[]}`, 'wholeMs')
  expect(answers).toEqual([400])
  expect(wholeMs).toBeLessThan(bound)
})
