// Backups that come back, whatever was sent before they were made.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { done, serve } from '../support/program.ts'
import { send } from '../support/v1-client.ts'
import { ROWS, sourceHashOf } from '../support/v1-world.ts'
import { distinctTokens, fiftyOf, filled, type HostileWorld, hostileWorld, legacy } from './hostile-world.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: HostileWorld
beforeAll(async () => {
  world = await hostileWorld()
})
afterAll(() => world.close())

const write = (port: number, body: unknown, idempotencyKey: string) => {
  const headers = { 'Idempotency-Key': idempotencyKey }
  return send(port, { method: 'POST', path: '/api/v1/translations', key: world.keys.translator, body, headers })
}
const proposal = { items: [{ row_id: ROWS.plain, text: 'Willkommen daheim.', source_hash: sourceHashOf('plain') }] }

test('a store full of refused batches and waived proposals is backed up while it serves, and restored', async () => {
  const { port } = world.server
  const refused = fiftyOf(distinctTokens((n) => `{${filled('"\\', 30)}${n}}`, 30_000))
  for (let n = 0; n < 4; n++) {
    const { status, text } = await write(port, refused, `refused ${n}`)
    expect(status).toBe(200)
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20)
  }
  const largest = `{0} {0} $E ${filled('字', 21_000)}`
  const waived = { user_translate_text: largest, ignore_validation_errors: true }
  expect((await legacy(world, { row_id: ROWS.tokens, ...waived })).status).toBe(200)
  expect((await write(port, proposal, 'proposal')).json.meta.proposed).toBe(1)

  const [backup, data] = [join(world.data, '..', 'all.backup'), join(world.data, '..', 'restored')]
  await done(['backup', backup, '--data', world.data])
  // Answers to refused batches are no part of it.
  expect(statSync(backup).size).toBeLessThan(1_000_000)
  await done(['restore', backup, '--data', data])
  expect(await done(['check', '--data', data])).toContain('everything agrees')

  const server = await serve(['--data', data])
  try {
    const card = await send(server.port, { path: `/api/v1/rows/${ROWS.tokens}`, key: world.keys.translator })
    expect(card.status).toBe(200)
    const info = await send(server.port, {
      method: 'POST',
      path: '/api/translations-api.php',
      key: world.keys.bot,
      body: { action: 'show_info', row_id: ROWS.tokens },
    })
    expect(info.json.proposals[0].user_translate_text).toBe(largest)
    // Nobody remembers the answer: the batch is judged anew, and finds its proposal there.
    const again = await write(server.port, proposal, 'proposal')
    expect(again.headers['idempotent-replayed']).toBeUndefined()
    expect(again.json.meta).toMatchObject({ proposed: 0, unchanged: 1 })
  } finally {
    await server.stop()
  }
})
