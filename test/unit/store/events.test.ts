// How long the log of events is, and what is said of events that are gone (docs/api-v2.md#events).
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventAgeMsMax, eventsKept } from '../../../src/domain/limits.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { eventsAfter, firstEventId, lastEventId } from '../../../src/store/records/events.ts'
import { putWebhook, putWebhookPlace } from '../../../src/store/records/webhooks.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { disagreementsIn } from '../../support/app-world.ts'
import { openV1App, type V1App } from '../../support/v1-app.ts'

inspectWrites(null)

let world: V1App
let secret = ''
beforeEach(async () => {
  world = openV1App()
  ;({ secret } = await world.person('reader', 'user'))
})
afterEach(() => world.close())

const tell = (count: number): Promise<void> =>
  writeOrThrow(world.app.store, ({ events }) => {
    for (let at = 0; at < count; at++) {
      const facts = { origin: 'x'.repeat(at % 50 === 0 ? 1_000 : 3), added: at, updated: 0, removed: 0 }
      events.tell(null, { kind: 'glossary.changed', facts })
    }
  })

it('keeps the latest hundred thousand, older ones for 90 days, and says which are gone', async () => {
  const { main } = world.app.store
  await tell(eventsKept)
  await tell(100)
  expect([firstEventId(main), lastEventId(main)]).toEqual([1, eventsKept + 101])
  const [fact] = eventsAfter(main, 1, 1).map(({ facts }) => facts['origin'])
  expect(fact).toBe('x'.repeat(200))
  world.clock.ms += eventAgeMsMax + 1
  for (let at = 0; at < 100; at++) await tell(1)
  const [first, last] = [firstEventId(main), lastEventId(main)]
  expect(last).toBe(eventsKept + 201)
  const kept = last - first + 1
  expect([kept >= eventsKept, kept < eventsKept + 48]).toEqual([true, true])
  expect(await disagreementsIn(world.app.store)).toEqual([])
  const { json } = await world.v2('GET', '/events?after=5&limit=2', secret)
  expect(json.data.events.map(({ id }: { id: number }) => id)).toEqual([first, first + 1])
  expect(json.meta).toEqual({ count: 2, next: first + 1, first, last })
})

it('a check finds a number that is missing, in the middle or at the end', async () => {
  const problems = async (id: number): Promise<string[]> => {
    const { main } = world.app.store
    const key = Buffer.from([48, 0, 0, 0, 0])
    key.writeUInt32BE(id, 1)
    const value = Buffer.from(main.getBinary(key) ?? '')
    await writeOrThrow(world.app.store, ({ db }) => void db.remove(key))
    const disagreements = await disagreementsIn(world.app.store)
    await writeOrThrow(world.app.store, ({ db }) => void db.put(key, value))
    return disagreements.filter(({ table }) => table === 'event').map(({ at, problem }) => `${at} ${problem}`)
  }
  await tell(10)
  const last = lastEventId(world.app.store.main)
  expect(await problems(last - 3)).toEqual([`event ${last - 2} follows event ${last - 4}: those between are missing`])
  expect(await problems(last)).toEqual([`event ${last + 1} is the next number, but the last event is ${last - 1}`])
})

it('a check finds a webhook without its place, and a place without its webhook', async () => {
  const { store } = world.app
  await writeOrThrow(store, (txn) => {
    const webhook = { address: 'https://example.org/', secret: 's', kinds: [], form: 'plain', chat: null } as const
    putWebhook(txn, null, { id: 1, ...webhook, madeById: null, createdAtMs: txn.timeMs, isOn: true, ended: null })
    const place = { after: 0, failures: 0, failingSinceMs: null, nextAtMs: 0, deliveredAtMs: null, last: null }
    putWebhookPlace(txn, { id: 2, ...place })
  })
  const disagreements = await disagreementsIn(store)
  expect(disagreements.filter(({ table }) => table.startsWith('webhook'))).toEqual([
    expect.objectContaining({ table: 'webhook', at: 'webhook 1', problem: expect.stringContaining('has no place') }),
    expect.objectContaining({ table: 'webhook_place', problem: 'is of webhook 2, which is not stored' }),
  ])
})
