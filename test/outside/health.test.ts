// GET /health and `windrow health`: what a watcher sees of a server that is well, and of one that is not there.
import { afterAll, expect, it } from 'vitest'
import { run } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { send } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())
await world.done(['user', 'add', 'Ada', '--role', 'admin'])
const server = await world.serve()

it('a server that can read and save says so to anybody, and logs nothing of it', async () => {
  const { status, headers, json } = await send(server.port, { path: '/health' })
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(json).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    schema: expect.any(Number),
    last_backup_seconds: null,
  })
  expect((await send(server.port, { method: 'POST', path: '/health' })).status).toBe(405)
  expect(server.log()).not.toContain('/health')
})

it('windrow health ends with 0, and says the age of the last backup', async () => {
  await world.done(['backup'])
  const { code, stdout } = await run(['health', server.url])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok: windrow \S+, schema \d+, last backup 0 h ago\n$/)])
  const said = JSON.parse((await run(['health', '--port', String(server.port), '--json'])).stdout)
  expect(said).toMatchObject({ status: 'ok', last_backup_seconds: expect.any(Number) })
})

it('ends with 1 where nothing answers, and where something else does', async () => {
  const nobody = await run(['health', 'http://127.0.0.1:9'])
  expect([nobody.code, nobody.stderr]).toEqual([
    1,
    expect.stringContaining('no windrow answers at http://127.0.0.1:9 ('),
  ])
  const site = await run(['health', 'somewhere'])
  expect([site.code, site.stderr]).toEqual([2, expect.stringContaining('http://127.0.0.1:8787')])
})
