// Bodies: too many members, too large for where they are sent, too slow, too many at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { send } from '../support/v1-client.ts'
import {
  eventually,
  filled,
  formHeaders,
  headOf,
  hostileWorld,
  itemOf,
  legacy,
  openWire,
  type Wire,
} from './hostile-world.ts'
import { signedIn } from './visitor.ts'

const world = await hostileWorld({ WINDROW_BODY_TIMEOUT: '5', WINDROW_BODIES_MIB_MAX: '4' })
afterAll(() => world.close())

const post = (path: string, body: unknown) => {
  const headers = { 'Idempotency-Key': 'bodies' }
  return world.ask({ method: 'POST', path, key: world.keys.translator, body, headers })
}
const members = (count: number): string => Array.from({ length: count }, (_, n) => `"m${n}":1`).join(',')

describe.each(['/translations/validate', '/translations'])('two hundred thousand members to %s', (path) => {
  const item = JSON.stringify(itemOf('Text')).slice(1)

  test.each<[string, string, string]>([
    ['of the body', `{${members(200_000)},"items":[{${item}]}`, 'm0'],
    ['of an item', `{"items":[{${members(200_000)},${item}]}`, 'items[0].m0'],
  ])('%s are a fault like any other', async (_says, body, field) => {
    const answer = await post(path, body)
    expect(answer.status).toBe(400)
    expect(answer.json.error).toBe('invalid_request')
    expect(answer.json.message).toMatch(/^(items\[0\]\.)?m0: .* \(and at least \d+ more, see details\.errors\)$/)
    const { errors } = answer.json.details
    expect(errors.length).toBeLessThanOrEqual(1_000)
    expect(errors.find((error: { message: string }) => error.message.startsWith('unknown member')).field).toBe(field)
    expect(Buffer.byteLength(answer.text)).toBeLessThan(2 ** 20)
  })

  test('as items are too many items', async () => {
    const answer = await post(path, `{"items":[${filled('1,', 200_000)}1]}`)
    expect(answer.json.error).toBe('batch_too_large')
  })
})

test('a legacy body with as many members is refused in its own shape', async () => {
  const answer = await legacy(world, `{"action":"show_info","row_id":"0000000000000001",${members(200_000)}}`)
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({ success: false, error: expect.stringContaining('strings, commas and brackets') })
})

describe('without a key', () => {
  test.each(['/admin/sign-in', '/admin/setup'])('%s reads 16 KiB and no more', async (path) => {
    const form = (length: number) =>
      send(world.server.port, {
        method: 'POST',
        path,
        headers: formHeaders,
        body: `csrf=x&name=a&password=${filled('p', length)}`,
      })
    // A form that was read is refused for its token, one that was not for its size.
    expect((await form(8_000)).status).toBe(403)
    expect((await form(17_000)).status).toBe(400)
    expect((await form(2_000_000)).status).toBe(400)
  })
})

describe.concurrent('what does not arrive', () => {
  const slow = (path: string, headers: Readonly<Record<string, string>>): Wire => {
    const wire = openWire(world.server.port)
    wire.socket.write(headOf(path, 10_000, headers))
    wire.socket.write('{')
    return wire
  }

  test('a body of API v1 that is late is refused in words', async () => {
    const wire = slow('/api/v1/translations/validate', {
      'Content-Type': 'application/json',
      'X-API-Key': world.keys.translator,
    })
    await wire.closed
    expect(wire.received()).toMatch(/^HTTP\/1\.1 400 /)
    expect(wire.received()).toContain('did not arrive in time')
  })

  test('so is one of the legacy API', async () => {
    const wire = slow('/api/translations-api.php', { 'X-API-Key': world.keys.bot })
    await wire.closed
    expect(wire.received()).toMatch(/^HTTP\/1\.1 400 /)
    expect(wire.received()).toContain('did not arrive in time')
  })

  test('an upload may take longer', async () => {
    const { cookie } = await signedIn(world, 'Ada')
    const wire = slow('/admin/imports', { Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' })
    await sleep(8_000)
    expect([wire.received(), wire.socket.destroyed]).toEqual(['', false])
    wire.socket.destroy()
    await wire.closed
  })

  test.each([
    ['/admin/sign-in', formHeaders],
    ['/api/v1/translations', { 'Content-Type': 'application/json' }],
    ['/api/translations-api.php', {}],
  ])('without a key, a body to %s that does not arrive in time loses its connection', async (path, headers) => {
    const wire = openWire(world.server.port)
    wire.socket.write(headOf(path, 10_000, headers))
    const drip = setInterval(() => wire.socket.write('x'), 200)
    await wire.closed
    clearInterval(drip)
    expect(wire.received()).not.toContain('HTTP/1.1 500')
  })
})

describe('with a key', () => {
  test('bodies beyond the room of the process are answered 503 until there is room again', async () => {
    const taken = (): Wire => {
      const wire = openWire(world.server.port)
      wire.socket.write(
        headOf('/api/v1/translations/validate', 4_000_000, {
          'Content-Type': 'application/json',
          'X-API-Key': world.keys.translator,
        }) + filled(' ', 2_600_000),
      )
      return wire
    }
    let held = taken()
    const bodyOf = (length: number): string => `{"items":[${JSON.stringify(itemOf('Text'))}]${filled(' ', length)}}`
    const body = bodyOf(700_000)
    const path = '/translations/validate'
    let refused = await post(path, body)
    await eventually(async () => {
      // Cut as too slow before the others came: once more.
      if (held.socket.destroyed) held = taken()
      refused = await post(path, body)
      return refused.status === 503
    })
    expect(refused.json.error).toBe('limiter_unavailable')
    expect(refused.headers['retry-after']).toBe('1')
    expect(await legacy(world, bodyOf(1_200_000))).toMatchObject({ status: 503, json: { success: false } })
    // Short ones still find room, and of people who hold little longer ones too.
    expect((await post(path, { items: [itemOf('Text')] })).status).toBe(200)
    expect((await world.ask({ method: 'POST', path, key: world.keys.user, body })).status).toBe(200)
    held.socket.destroy()
    await eventually(async () => (await post(path, body)).status === 200)
  })
})
