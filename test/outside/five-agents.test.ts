// Five agents at once over HTTP, with a key each, against a server of two processes: they take claims, write, and give back.
// One dies with rows in its hands. Nothing is left undone, and next to nothing is bought twice.
import { afterAll, expect, it } from 'vitest'
import { idOf, textLines } from '../support/game-files.ts'
import { done } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { type Answer, type Json, send } from '../support/v1-client.ts'

const rows = 1_000
const textOf = (number: number): string => `Row number ${number} of the tale`

const world = programWorld()
afterAll(() => world.close())
const texts = Object.fromEntries(Array.from({ length: rows }, (_, i) => [idOf(i + 1), textOf(i + 1)]))
await world.done(['import', '--main', world.file('main.jsonl', textLines(texts))])
const keys: string[] = []
for (let agent = 0; agent < 5; agent++) keys.push(await world.person(`agent ${agent}`, 'admin'))
const server = await world.serve(['--workers', '2'])

const ask = (agent: number, method: string, path: string, body?: unknown, key?: string): Promise<Answer> =>
  send(server.port, {
    method,
    path,
    key: keys[agent],
    ...(body !== undefined && { body }),
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  })

/** How often each row was given to somebody, which is when its text is bought. */
const bought = new Map<string, number>()
let batches = 0

/** Works until its work is finished; `dies` after so many claims, with rows in its hands. */
async function work(agent: number, dies: number): Promise<void> {
  for (let claims = 0; ; claims++) {
    const taken = await ask(agent, 'POST', '/api/v2/claims', { limit: 20, ttl_s: 60, fields: 'core' }, `take ${claims}`)
    expect([200, 201]).toContain(taken.status)
    const { claim, rows: given } = taken.json.data as { claim: { id: string } | null; rows: Json[] }
    for (const { row_id } of given) bought.set(row_id, (bought.get(row_id) ?? 0) + 1)
    if (claims === dies) return
    if (claim === null) {
      const wait = taken.headers['retry-after']
      if (wait === undefined) return
      // The dead one's rows come back when its claim ends; a test need not sit it out.
      expect(Number(wait)).toBeLessThanOrEqual(60)
      return
    }
    const items = given.map(({ row_id, ordinal, source_hash }) => ({
      row_id,
      source_hash,
      layer: 'machine',
      provider: 'p',
      model: 'm',
      text: `Рядок ${ordinal} з оповіді про мандри`,
    }))
    const written = await ask(agent, 'POST', '/api/v2/translations', { items }, `batch ${++batches}`)
    expect(written.json.meta).toMatchObject({ written: items.length, rejected: 0, unchanged: 0 })
    expect((await ask(agent, 'DELETE', `/api/v2/claims/${claim.id}`)).status).toBe(204)
  }
}

it('five agents, one of which dies: nothing undone, at most 2 % bought twice', async () => {
  await Promise.all([0, 1, 2, 3, 4].map((agent) => work(agent, agent === 4 ? 3 : Number.POSITIVE_INFINITY)))
  expect(bought.size).toBe(rows)
  // What the dead one held is still there, and nothing else.
  const left = await ask(0, 'GET', '/api/v1/rows?state=none&limit=100&include_total=1')
  expect(left.json.meta.total_matching).toBe(20)
  // It comes back with its key, asks again what it asked last, and finishes.
  const again = await ask(4, 'POST', '/api/v2/claims', { limit: 20, ttl_s: 60, fields: 'core' }, 'take 3')
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await ask(4, 'DELETE', `/api/v2/claims/${again.json.data.claim.id}`)).status).toBe(204)
  await work(1, Number.POSITIVE_INFINITY)
  expect((await ask(0, 'GET', '/api/v1/rows?state=none&include_total=1')).json.meta.total_matching).toBe(0)
  const twice = [...bought.values()].reduce((sum, times) => sum + times - 1, 0)
  expect(twice / rows).toBeLessThanOrEqual(0.02)
})

it('the document and llms.txt are there without a key, and every answer points to them', async () => {
  const document = await send(server.port, { path: '/openapi.json' })
  expect([document.status, document.headers['content-type']]).toEqual([200, 'application/json'])
  expect(document.text).toBe((await done(['openapi'])).trim())
  expect(document.json.paths).toHaveProperty(['/api/v2/claims', 'post'])
  const text = await send(server.port, { path: '/llms.txt' })
  expect([text.status, text.text.startsWith('# windrow\n')]).toEqual([200, true])
  expect(text.text).toContain('(/openapi.json)')
  for (const path of ['/api/v1/me', '/api/v2/claims'])
    expect((await send(server.port, { path })).headers['link']).toBe('</openapi.json>; rel="service-desc"')
})
