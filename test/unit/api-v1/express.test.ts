// The express lane makes no difference to a client: what it answers is what fetch answers, byte by byte, and all else it leaves
// alone (src/api-v1/express.ts).
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { expressLane, fetchOf } from '../../../src/api-v1/express.ts'
import { createFace, type Route } from '../../../src/api-v1/visit.ts'
import { BASE_PATH, ROUTES } from '../../../src/api-v1/routes.ts'
import { success } from '../../../src/api-v1/answer.ts'
import { listen, type Listener } from '../../../src/runtime/listen.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { plainConfig } from '../../support/plain-config.ts'
import { openV1App } from '../../support/v1-app.ts'

const id = '00000000000000a1'

/** A page of fifty of them is as long as those of a game. */
const longRows = Array.from({ length: 60 }, (_, i) => ({
  id: (0xb00 + i).toString(16).padStart(16, '0'),
  text: `${i} says “${'word '.repeat(20)}”`,
}))

let [lane, fetched]: Listener[] = []
const taken: boolean[] = []

const ROUTES_AND_LATE: readonly Route[] = [
  ...ROUTES,
  { name: 'late', method: 'GET', path: '/late', needs: null, answer: async () => success({ late: true }) },
  { name: 'broken', method: 'GET', path: '/broken', needs: null, answer: () => Promise.reject(new Error('a fault')) },
]

const world = openV1App()
await world.importFiles([{ id, text: 'A "row" of text — {0}' }, ...longRows], [{ id, text: 'Рядок {0}' }])
const secret = (await world.person('Ada', 'admin')).secret
const weak = (await world.person('Bob', 'user', { denies: ['rows:read'] })).secret
const face = createFace(world.app, BASE_PATH, ROUTES_AND_LATE)
const [fetch, express] = [fetchOf(face), expressLane(face)]
const config = plainConfig()
fetched = await listen(fetch, config)
lane = await listen(fetch, config, (env) => {
  const isTaken = express(env)
  taken.push(isTaken)
  return isTaken
})
afterAll(async () => {
  await Promise.all([lane?.close(), fetched?.close()])
  await world.close()
})

const exchange = (port: number, lines: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.write(`${lines.replace('\n', '\nConnection: close\n').replaceAll('\n', '\r\n')}\r\n\r\n`)
  })

/** Headers in any order and any case; without what tells two answers apart that were given one after the other. */
function told(answer: string): unknown {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  const same = headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
  const kept = same.filter((line) => !/^(date|x-ratelimit-remaining|keep-alive|content-length):/.test(line)).toSorted()
  return [status, kept, body.join('').replace(/"(?:request_id|last_used_at)":(?:null|"[^"]*")/, '')]
}

/** The secrets are made when the table below is read already. */
const withKey = (target: string, key = 'KEY'): string => `GET ${target} HTTP/1.1\nHost: localhost\nX-API-Key: ${key}`

async function both(given: string): Promise<{ readonly isTaken: boolean | undefined; readonly status: string }> {
  const lines = given.replace('KEY', secret).replace('WEAK', weak)
  taken.length = 0
  const [ours, theirs] = [await exchange(lane?.port ?? 0, lines), await exchange(fetched?.port ?? 0, lines)]
  expect(told(ours)).toEqual(told(theirs))
  return { isTaken: taken[0], status: ours.slice(9, 12) }
}

describe('a plain GET takes the express lane', () => {
  test.each([
    ['200', withKey('/api/v1/me')],
    ['200', withKey('/api/v1/taxonomy')],
    ['200', withKey('/api/v1/rows?limit=5&include_total=1&fields=core,sources,layers,tokens')],
    ['200', withKey(`/api/v1/rows/${id.toUpperCase()}`)],
    ['404', withKey('/api/v1/rows/00000000000000ff')],
    ['400', withKey('/api/v1/rows?limit=0&nothing=1&state=x')],
    ['400', withKey('/api/v1/me?x=%zz')],
    ['401', 'GET /api/v1/me HTTP/1.1\nHost: localhost:8787'],
    ['401', withKey('/api/v1/rows', 'wdr_unknown')],
    ['403', withKey('/api/v1/rows', 'WEAK')],
    // A promise of an answer is one, too.
    ['200', withKey('/api/v1/late')],
    ['500', withKey('/api/v1/broken')],
  ])('%s: %s', async (status, lines) => expect(await both(lines)).toEqual({ isTaken: true, status }))
})

/** With headers in lines of their own between target and body. */
const posted = (target: string, body: string, ...headers: readonly string[]): string =>
  [
    withKey(target).replace('GET', 'POST'),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\n')

const validate = '/api/v1/translations/validate'
const items = (...texts: readonly string[]): string =>
  JSON.stringify({ items: texts.map((text) => ({ row_id: id, text, layer: 'machine' })) })

describe('a plain POST takes the express lane', () => {
  test.each([
    ['200', posted(validate, items('Рядок {0}', 'Рядок без нічого'))],
    ['200', posted(`${validate}?`, items('Рядок {0}'))],
    ['400', posted(`${validate}?x=1`, '{"items":[{"row_id":1,"more":[]}],"x":2}')],
    ['400', posted(validate, '{"items":[')],
    ['400', posted(validate, '')],
    ['400', posted(validate, '['.repeat(100))],
    ['400', posted(validate, '"\\ud800"')],
    ['400', posted(validate, `{"items":[${'{},'.repeat(101)}{}]}`)],
    ['400', posted(validate, items('Рядок')).replace('application/json', 'text/plain')],
    ['400', posted('/api/v1/translations', items('Рядок {0}'))],
    ['401', posted(validate, items('Рядок')).replace('KEY', 'wdr_unknown')],
    ['403', posted('/api/v1/translations', items('Рядок'), 'Idempotency-Key: a').replace('KEY', 'WEAK')],
  ])('%s: %s', async (status, lines) => expect(await both(lines)).toEqual({ isTaken: true, status }))

  test('a batch is written by whichever of both it comes to first, and replayed by the other', async () => {
    const source_hash = sha256Hex('Рядок {0}')
    const item = {
      row_id: id,
      text: 'Стрічка {0}',
      layer: 'machine',
      source_hash,
      provider: 'p',
      model: 'm',
    }
    const headers = ['Idempotency-Key: once']
    const lines = posted('/api/v1/translations', JSON.stringify({ items: [item] }), ...headers).replace('KEY', secret)
    const [written, replayed] = [await exchange(lane?.port ?? 0, lines), await exchange(fetched?.port ?? 0, lines)]
    expect([taken.at(-1), written]).toEqual([true, expect.stringContaining('"written":1')])
    expect(replayed).toContain('Idempotent-Replayed: true')
    expect(replayed.split('\r\n\r\n')[1]).toBe(written.split('\r\n\r\n')[1])
  })
})

/** The bodies of answers that came one after the other. */
function bodiesIn(bytes: Buffer): string[] {
  const bodies: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf('\r\n\r\n', at) + 4
    const length = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', at, start))?.[1])
    bodies.push(bytes.toString('utf8', start, start + length))
    at = start + length
  }
  return bodies
}

/** Sends all of it, and reads nothing before the server can't send more. */
const readLate = (port: number, requests: string): Promise<Buffer> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('close', () => resolve(Buffer.concat(chunks)))
    socket.write(requests)
    setTimeout(() => socket.on('data', (chunk) => chunks.push(chunk)), 300)
  })

test('a client that reads late gets every answer as it was written', async () => {
  const limits = Array.from({ length: 800 }, (_, i) => 45 + (i % 15))
  const requests = limits.map((limit) => withKey(`/api/v1/rows?limit=${limit}`, secret).replaceAll('\n', '\r\n'))
  requests[799] += '\r\nConnection: close'
  const bodies = bodiesIn(await readLate(lane?.port ?? 0, `${requests.join('\r\n\r\n')}\r\n\r\n`))
  const once = new Map(bodies.slice(-15).map((body) => [JSON.parse(body).data.rows.length, body]))
  expect(new Set(once.keys())).toEqual(new Set(limits))
  for (const [limit, body] of once) {
    const alone = await exchange(lane?.port ?? 0, withKey(`/api/v1/rows?limit=${limit}`, secret))
    expect(alone.split('\r\n\r\n')[1]).toBe(body)
  }
  expect(bodies.every((body, i) => body === once.get(limits[i] as number))).toBe(true)
  expect(bodies).toHaveLength(limits.length)
})

describe('anything else is left to fetch', () => {
  test.each([
    ['404', withKey('/api/v1/nothing')],
    ['404', withKey('/api/v1')],
    ['404', withKey('/api/v1/me/')],
    ['404', withKey('/api/v1/../v1/me')],
    ['404', withKey('/api/v1/%6de')],
    ['404', withKey('/api/v1/rows/00000000000000a')],
    ['404', withKey('/api/v1/me').replace('GET', 'HEAD')],
    ['404', withKey('/api/v1/me').replace('GET', 'POST')],
    ['200', withKey('http://localhost/api/v1/me')],
    ['200', `${withKey('/api/v1/me')}\nContent-Length: 0`],
    ['200', `${withKey('/api/v1/me')}\nTransfer-Encoding: chunked\n\n0`],
    ['200', withKey('/api/v1/me').replace('1.1\nHost: localhost', '1.0')],
    ['400', withKey('/api/v1/rows?state="x"')],
    ['400', withKey('/api/v1/me').replace('localhost', 'a b')],
  ])('%s: %s', async (status, lines) => expect(await both(lines)).toEqual({ isTaken: false, status }))
})
