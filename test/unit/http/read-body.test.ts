// Reading and dropping bodies of requests over a real socket: whole, in pieces, with others in between.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { BodyRoom } from '../../../src/http/body-room.ts'
import { readBody } from '../../../src/http/read-body.ts'

const mib = 2 ** 20
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Reads a body of so many bytes with such a room; how often it was held, and what became of it. */
async function readSent(bytes: number, roomBytes: number): Promise<{ holds: number; read: string }> {
  const room = new BodyRoom({ bytesMax: roomBytes, arriveMsMax: 60_000 })
  const done = Promise.withResolvers<{ holds: number; read: string }>()
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    let holds = 0
    incoming.on('pause', () => holds++)
    const view = { method: 'POST', url: '/', body: null, headers: new Headers({ 'content-length': String(bytes) }) }
    void readBody(view, { incoming, outgoing, bodies: room }, 16 * mib, 1).then((body) => {
      done.resolve({ holds, read: body.ok ? body.value.toString('latin1') : body.refusal })
      outgoing.end()
    }, done.reject)
  })
  closing.push(() => server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const [answer, result] = await Promise.all([
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(bytes) }),
    done.promise,
  ])
  expect(answer.status).toBe(200)
  return result
}

test('a short body is read in one go', async () => {
  const { holds, read } = await readSent(100_000, 16 * mib)
  expect(holds).toBe(0)
  expect(read).toBe('x'.repeat(100_000))
})

test('a long body is held after each piece until others had their turn, and comes whole', async () => {
  const { holds, read } = await readSent(4 * mib, 16 * mib)
  expect(holds).toBeGreaterThanOrEqual(10)
  expect(read).toBe('x'.repeat(4 * mib))
})

test('what has no room is dropped as slowly, and answered', async () => {
  const { holds, read } = await readSent(8 * mib, mib)
  expect(holds).toBeGreaterThanOrEqual(20)
  expect(read).toBe('no_room')
})
