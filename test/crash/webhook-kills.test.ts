// A server that is killed while it delivers: no event is lost, and what it may not have noted is sent again under the same number.
import { afterAll, expect, it } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import type { RunningServer } from '../support/program.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'

const world = programWorld()
let server: RunningServer
/** What happens to the server with the next request: before its answer, behind it, or nothing. */
let fate: 'before' | 'behind' | null = null
let killed: Promise<void> = Promise.resolve()

const receiver = await webhookReceiver((answer) => {
  const now = fate
  fate = null
  if (now !== null) killed = server.kill()
  if (now === 'before') return
  answer.writeHead(204).end()
})
world.file('config.json', JSON.stringify({ webhook_hosts: ['localhost'] }))
afterAll(async () => {
  await receiver.close()
  await world.close()
})

interface Listed {
  readonly behind: number
  readonly number: number
}
const listed = async (): Promise<Listed> => (JSON.parse(await world.done(['webhook', 'list', '--json'])) as [Listed])[0]

it('sends every event at least once, in order, however often it is killed', async () => {
  await world.done(['webhook', 'add', receiver.address])
  const begin = (await listed()).number
  let count = 0
  for (const next of ['before', 'behind', 'before', 'before', 'behind'] as const) {
    const was = receiver.arrived.length
    await world.done(['setting', 'set', 'daily_row_quota', String(1_000 + ++count)])
    fate = next
    server = await world.serve()
    while (receiver.arrived.length === was) await new Promise((resolve) => setTimeout(resolve, 10))
    await killed
  }
  server = await world.serve()
  while ((await listed()).behind > 0) await new Promise((resolve) => setTimeout(resolve, 100))
  await server.stop()

  const expected = Array.from({ length: count }, (_, i) => begin + 1 + i)
  const parts = receiver.arrived.map(({ numbers }) => numbers)
  expect([...new Set(parts.flat())]).toEqual(expected)
  // Each request begins at the latest with the event behind those that were answered before.
  parts.slice(1).forEach((part, i) => expect(part[0]).toBeLessThanOrEqual((parts[i]?.at(-1) ?? 0) + 1))
  // A request that was not answered was repeated.
  expect(parts[1]?.[0]).toBe(parts[0]?.[0])
  for (const part of parts) expect(part).toEqual(part.map((_, i) => (part[0] ?? 0) + i))
})
