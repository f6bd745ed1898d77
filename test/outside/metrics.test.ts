// GET /metrics: open on the own machine, with an admin's key on a server that others reach; counts what was asked and refused.
import { afterAll, expect, it } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { send } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())
await world.done([
  'import',
  '--main',
  world.file('main.jsonl', '{"id":"0000000000000001","text":"Take {0} and go."}\n'),
])
const keys = { admin: await world.person('admin', 'admin'), translator: await world.person('translator', 'translator') }

const valueOf = (text: string, sample: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? Number.NaN,
  )

it('tells what the process did, on the own machine to anybody', async () => {
  const server = await world.serve()
  await send(server.port, { path: '/api/v1/rows' })
  const rows = await send(server.port, { path: '/api/v1/rows', key: keys.admin })
  const item = {
    row_id: '0000000000000001',
    provider: 'p',
    model: 'm',
    source_hash: rows.json.data.rows[0].source_hash,
  }
  const write = (text: string, id: string) =>
    send(server.port, {
      method: 'POST',
      path: '/api/v1/translations',
      key: keys.admin,
      headers: { 'Idempotency-Key': id },
      body: { items: [{ ...item, text, layer: 'machine' }] },
    })
  await write('Nimm und geh.', 'one')
  await write('Nimm {0} und geh.', 'two')
  const { status, headers, text } = await send(server.port, { path: '/metrics' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
    'no-store',
  ])
  expect(text.endsWith('# EOF\n')).toBe(true)
  const counted = (sample: string): number => valueOf(text, `windrow_${sample}`)
  expect(counted('requests_total{route="v1.rows",status="401"}')).toBe(1)
  expect(counted('requests_total{route="v1.rows",status="200"}')).toBe(1)
  expect(counted('refusals_total{code="missing_key"}')).toBe(1)
  expect(counted('batch_items_total{outcome="written"}')).toBe(1)
  expect(counted('batch_items_total{outcome="rejected"}')).toBe(1)
  expect(counted('refusals_total{code="markup_functional_breakage"}')).toBe(1)
  expect(counted('writer_wait_seconds_count')).toBeGreaterThanOrEqual(2)
  for (const name of ['memory_bytes', 'store_bytes', 'disk_free_bytes']) expect(counted(name)).toBeGreaterThan(1_000)
  for (const name of ['bodies_held_bytes', 'store_flush_failed']) expect(counted(name)).toBe(0)
  const foreign = await send(server.port, { path: '/metrics', headers: { Host: 'evil.example' } })
  expect(foreign.status).toBe(401)
  expect((await send(server.port, { method: 'POST', path: '/metrics' })).status).toBe(405)
  expect(server.log()).not.toContain('/metrics')
})

it('takes the key of an admin where other machines come in', async () => {
  const server = await world.serve(['--trusted-proxy', '127.0.0.1', '--public-names', 'words.example.org'])
  const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9', Host: 'words.example.org' }
  const status = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await send(server.port, { path: '/metrics', headers: { ...proxied, ...headers } })).status
  expect(await status({})).toBe(401)
  expect(await status({ Authorization: `Bearer ${keys.translator}` })).toBe(401)
  expect(await status({ Authorization: `Bearer ${keys.admin}` })).toBe(200)
  expect(await status({ 'X-API-Key': keys.admin })).toBe(200)
})
