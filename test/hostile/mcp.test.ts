// Messages of MCP over HTTP cost no more than bodies of API v1: bounded in parts, in their time, in the room that all bodies
// share, and from somebody who is still welcome when the message has come.
import { afterAll, expect, test } from 'vitest'
import { hold } from '../support/held-request.ts'
import { send } from '../support/v1-client.ts'
import { eventually, filled, headOf, hostileWorld, openWire } from './hostile-world.ts'

const world = await hostileWorld({ WINDROW_BODY_TIMEOUT: '2', WINDROW_BODIES_MIB_MAX: '4' })
afterAll(() => world.close())

const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
const post = (body: string | Buffer) =>
  send(world.server.port, { method: 'POST', path: '/mcp', key: world.keys.translator, headers, body })

test.each([
  ['members', `{${filled('"m":1,', 600_000)}"jsonrpc":"2.0"}`],
  ['brackets', filled('[', 600_000)],
  ['items', `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[${filled('{},', 600_000)}1]}}`],
])('a message of nothing but %s is refused before it is read', async (_what, body) => {
  const answer = await post(body)
  expect(answer.status).toBe(400)
  expect(answer.json.error.message).toContain('strings, commas and brackets')
})

test('an array of messages is refused, and nothing in it is done', async () => {
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'take_rows' } })
  for (const messages of [[call(1), call(2)], [call(1)], []]) {
    const answer = await post(`\n ${JSON.stringify(messages)}`)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      jsonrpc: '2.0',
      error: { code: -32_600, message: 'The message is an array: send each of its messages in a request of its own.' },
      id: null,
    })
  }
  const { json } = await send(world.server.port, { path: '/api/v2/status', key: world.keys.translator })
  const taken = await send(world.server.port, {
    method: 'POST',
    path: '/api/v2/claims',
    key: world.keys.translator,
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(taken.json.meta).toMatchObject({ left: json.data.untranslated - taken.json.meta.count, held_by_others: 0 })
})

// A reader that drops the mark would find the array that the check did not.
test.each([
  ['a byte order mark', Buffer.from('\uFEFF')],
  ['a blank that JSON has not', Buffer.from('\u00A0')],
  ['UTF-16', null],
])('no array is done behind %s', async (_what, lead) => {
  const calls = JSON.stringify([JSON.parse(list), JSON.parse(list)])
  const body = lead === null ? Buffer.from(`\uFEFF${calls}`, 'utf16le') : Buffer.concat([lead, Buffer.from(calls)])
  const answer = await post(body)
  expect(answer.status).toBe(400)
  expect(answer.json.error.code).toBe(-32_700)
})

test('a message that is late is refused in words', async () => {
  const wire = openWire(world.server.port)
  wire.socket.write(`${headOf('/mcp', 10_000, { ...headers, 'X-API-Key': world.keys.translator })}{`)
  await wire.closed
  expect(wire.received()).toMatch(/^HTTP\/1\.1 400 /)
  expect(wire.received()).toContain('did not arrive in time')
})

test('messages have no room beside bodies that fill it', async () => {
  const taken = () => {
    const wire = openWire(world.server.port)
    const head = headOf('/mcp', 4_000_000, { ...headers, 'X-API-Key': world.keys.translator })
    wire.socket.write(head + filled(' ', 2_600_000))
    return wire
  }
  let held = taken()
  await eventually(async () => {
    if (held.socket.destroyed) held = taken()
    return (await post(list + filled(' ', 700_000))).status === 503
  })
  held.socket.destroy()
  await eventually(async () => (await post(list)).status === 200)
})

test('who lost the key while the message came is turned away', async () => {
  const key = world.keys.user
  const held = await hold(world.server.port, { path: '/mcp', headers: { ...headers, 'X-API-Key': key }, body: list })
  await world.windrow('key', 'revoke', key.slice(0, 12))
  expect((await held.finish()).status).toBe(401)
})
