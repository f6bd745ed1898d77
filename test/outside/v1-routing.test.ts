// Which addresses and methods API v1 has, and what stands on every answer (docs/api-v1.md#endpoints and
// docs/api-v1.md#envelope; docs/api-v1.md#order-of-checks).
import { afterAll, describe, expect, test } from 'vitest'
import { send } from '../support/v1-client.ts'
import { expectContractHeaders } from '../support/v1-openapi.ts'
import { ROWS, v1World } from '../support/v1-world.ts'

const world = await v1World({ reader: { user: 'Rita' } })
afterAll(() => world.close())

describe('Any unknown path or method gives 404 not_found, before any key is looked at', () => {
  test.each([
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/guide'],
    ['GET', '/ME'],
    ['GET', '/me/'],
    ['GET', '//me'],
    ['GET', '/./me'],
    ['GET', '/x/../me'],
    ['GET', '/%6de'],
    ['GET', '/me%20'],
    ['GET', '/me;x=1'],
    ['GET', '\\me'],
    ['GET', '/rows/'],
    ['GET', '/rows//'],
    ['GET', '/rows/00000000000000a'],
    ['GET', '/rows/00000000000000a1a'],
    ['GET', '/rows/00000000000000g1'],
    ['GET', '/rows/%30000000000000a1'],
    ['GET', `/rows/${ROWS.plain}/`],
    ['GET', `/rows/${ROWS.plain}/history`],
    ['GET', '/translations'],
    ['GET', '/translations/validate'],
    ['POST', '/translations/'],
    ['POST', '/translations/validate/'],
    ['POST', '/rows'],
    ['POST', '/me'],
    ['PUT', '/translations'],
    ['PATCH', '/translations'],
    ['DELETE', `/rows/${ROWS.plain}`],
    ['HEAD', '/me'],
    ['HEAD', '/rows'],
    ['OPTIONS', '/me'],
    ['OPTIONS', '/translations'],
    ['TRACE', '/me'],
  ])('%s /api/v1%s', async (method, path) => {
    for (const key of [undefined, 'nonsense', world.keys.reader]) {
      const answer = await world.ask({ method, path, key })
      expect(answer.status).toBe(404)
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })
      if (method === 'HEAD') continue
      expect(answer.json).toMatchObject({ success: false, error: 'not_found' })
      expect(answer.json.details).toEqual({ agent_action: 'abort', retriable: false })
    }
  })

  test('a query does not make an address another one', async () => {
    const answer = await world.ask({ path: '/rows?limit=1', key: world.keys.reader })
    expect(answer.status).toBe(200)
  })

  test('a row id is accepted in either case', async () => {
    const answer = await world.ask({ path: `/rows/${ROWS.short.toUpperCase()}`, key: world.keys.reader })
    expect(answer.json.data.row.row_id).toBe(ROWS.short)
  })

  test.each(['//api/v1/me', '/api//v1/me', '/api/v2/me', '/api', 'http://other.example/api/v1/nothing'])(
    '%s, which only looks like an address of API v1',
    async (path) => {
      const answer = await send(world.server.port, { path, key: world.keys.reader })
      expect([answer.status, answer.json.error]).toEqual([404, 'not_found'])
      expectContractHeaders(answer)
    },
  )

  test.each(['/api/translations-api.php/', '//api/translations-api.php', '/api//translations-api.php//'])(
    '%s, which only looks like the address of bots, is not found in the shape of theirs',
    async (path) => {
      for (const method of ['POST', 'GET']) {
        const answer = await send(world.server.port, { method, path, key: world.keys.reader })
        expect([answer.status, answer.json]).toEqual([404, { success: false, error: expect.any(String) }])
        expect(answer.json.error).toContain(' /api/translations-api.php,')
      }
    },
  )

  test.each([
    ['/rows?limit=1', 200],
    ['/nothing', 404],
  ])('%s is answered %i, whatever its header Expect asks for', async (path, status) => {
    const answer = await world.ask({ path, key: world.keys.reader, headers: { Expect: 'haste' } })
    expect([answer.status, answer.json.success]).toEqual([status, status === 200])
  })

  test('an address in absolute form is the same address', async () => {
    const answer = await send(world.server.port, {
      path: 'http://localhost/api/v1/rows?limit=1',
      key: world.keys.reader,
    })
    expect(answer.json.meta.count).toBe(1)
  })
})

test('the root leads to the site, and everything else is not found', async () => {
  const root = await send(world.server.port, { path: '/' })
  expect([root.status, root.headers['location']]).toEqual([302, '/admin/'])
  expect((await send(world.server.port, { path: '/nothing' })).status).toBe(404)
})
