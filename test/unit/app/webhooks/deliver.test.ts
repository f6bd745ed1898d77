// Delivery of events to webhooks (docs/webhooks.md#delivery): each once and in order while all goes well, at least once otherwise, and
// whatever a receiver does, nobody else waits for it.
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../../src/base/log.ts'
import type { App } from '../../../../src/app/app.ts'
import { readAudit } from '../../../../src/app/upkeep/read-records.ts'
import { createDeliverer, type Deliverer } from '../../../../src/app/webhooks/deliver.ts'
import { keepDelivering } from '../../../../src/app/webhooks/keep-delivering.ts'
import {
  addWebhook,
  endedWebhooks,
  listWebhooks,
  switchWebhook,
  testWebhook,
  type WebhookRequest,
} from '../../../../src/app/webhooks/manage-webhooks.ts'
import { failingMsMax, longestPauseMs } from '../../../../src/domain/webhook.ts'
import { EVENTS, eventsAfter, lastEventId } from '../../../../src/store/records/events.ts'
import { removeNumbered } from '../../../../src/store/records/kind.ts'
import { freshen } from '../../../../src/store/view.ts'
import { writeOrThrow } from '../../../../src/store/write.ts'
import { type AppWorld, disagreementsIn, granted, openAppWorld } from '../../../support/app-world.ts'
import { isSignedWith, type Receiver, webhookReceiver } from '../../../support/webhook-receiver.ts'

let world: AppWorld
let app: App
let logged = ''
let deliverer: Deliverer
const closing: (() => unknown)[] = []

beforeEach(() => {
  world = openAppWorld()
  logged = ''
  const log = createLog({ level: 'trace', write: (line) => void (logged += line) })
  app = { ...world.app, log, webhookHosts: ['localhost'] }
  deliverer = createDeliverer(app)
})

afterEach(async () => {
  await deliverer.stop()
  for (const close of closing.splice(0)) await close()
  const disagreements = await disagreementsIn(app.store)
  await world.close()
  expect(disagreements).toEqual([])
})

async function receiver(...answer: Parameters<typeof webhookReceiver>): Promise<Receiver> {
  const made = await webhookReceiver(...answer)
  closing.push(() => made.close())
  return made
}

const add = async (address: string, request: Partial<WebhookRequest> = {}) =>
  granted(await addWebhook(app, null, { address, kinds: [], form: 'plain', chat: null, ...request }))

let nth = 0
/** Makes events, one each; returns their numbers. */
async function happen(count: number): Promise<number[]> {
  const from = lastEventId(app.store.main)
  await writeOrThrow(app.store, ({ events }) => {
    for (let i = 0; i < count; i++)
      events.tell(null, { kind: 'settings.changed', facts: { name: 'daily_row_quota', to: String(++nth) } })
  })
  freshen(app.store)
  return Array.from({ length: count }, (_, i) => from + 1 + i)
}

/** Looks until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    deliverer.look()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

const numbersOf = ({ arrived }: Receiver): number[] => arrived.flatMap(({ numbers }) => numbers)
const viewOf = (id: number) => {
  freshen(app.store)
  return listWebhooks(app).find((each) => each.id === id)
}
/** A receiver has answered, and what came of it is stored. */
const isSettled = (id: number) => (): boolean => viewOf(id)?.place?.last !== null

describe('a webhook', () => {
  it('gets every event from its beginning on, in order, once, signed, with its number', async () => {
    const { arrived, ...good } = await receiver()
    await happen(3)
    const { id, secret } = await add(good.address)
    const numbers = [...(await happen(2)), ...(await happen(150))]
    await until(() => viewOf(id)?.behind === 0)
    expect(arrived.flatMap((each) => each.numbers)).toEqual(numbers)
    expect(arrived.length).toBeLessThan(numbers.length / 50)
    for (const each of arrived) {
      expect(isSignedWith(secret, each)).toBe(true)
      expect(isSignedWith(`${secret}0`, each)).toBe(false)
      expect(each.headers).toMatchObject({
        'content-type': 'application/json',
        'x-windrow-webhook': String(id),
        'x-windrow-number': String(each.numbers.at(-1)),
        'x-windrow-timestamp': String(Math.floor(world.clock.ms / 1000)),
      })
    }
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({
      webhook: id,
      missed: 0,
      events: expect.arrayContaining([
        {
          id: numbers[0],
          kind: 'settings.changed',
          at: new Date(world.clock.ms).toISOString(),
          actor: null,
          facts: { name: 'daily_row_quota', to: expect.stringMatching(/^\d+$/) },
        },
      ]),
    })
    expect(viewOf(id)).toMatchObject({ host: 'localhost', place: { failures: 0, last: 'delivered' } })
  })

  it('gets the kinds that it names, and passes over the others without a request', async () => {
    const good = await receiver()
    const { id } = await add(good.address, { kinds: ['people.added'] })
    await happen(1_050)
    await until(() => (viewOf(id)?.behind ?? 0) <= 50)
    expect(good.connections()).toBe(0)
    granted(await switchWebhook(app, null, id, false))
    const all = await receiver()
    const other = await add(all.address, { kinds: ['people.added', 'settings.changed'] })
    const numbers = await happen(2)
    await until(() => viewOf(other.id)?.behind === 0)
    expect([numbersOf(all), good.connections()]).toEqual([numbers, 0])
  })

  it('is told how many events the log no longer has', async () => {
    const good = await receiver()
    const { id } = await add(good.address)
    granted(await switchWebhook(app, null, id, false))
    const numbers = await happen(6)
    const gone = numbers.slice(0, 4)
    await writeOrThrow(app.store, ({ db }) => {
      for (const event of eventsAfter(db, (gone[0] ?? 0) - 1, gone.length)) removeNumbered(db, EVENTS, event)
    })
    granted(await switchWebhook(app, null, id, true))
    await until(() => viewOf(id)?.behind === 0)
    expect(good.arrived.map(({ missed, numbers: sent }) => [missed, sent])).toEqual([[4, numbers.slice(4)]])
  })

  it('gets again what was answered when the place could not be stored, and nothing is left out', async () => {
    const isStopping = { now: true }
    const good = await receiver((answer) => {
      // As if the process had ended between the answer and the stored place.
      if (isStopping.now) void deliverer.stop()
      answer.writeHead(204).end()
    })
    const { id } = await add(good.address)
    const first = await happen(2)
    await until(() => good.arrived.length > 0)
    await deliverer.stop()
    expect(viewOf(id)?.behind).toBe(2)
    isStopping.now = false
    deliverer = createDeliverer(app)
    const later = await happen(1)
    await until(() => viewOf(id)?.behind === 0)
    expect(good.arrived.map(({ numbers }) => numbers)).toEqual([first, [...first, ...later]])
  })

  it('goes on where it stopped when it is switched on again, and gets nothing while it is off', async () => {
    const good = await receiver()
    const { id } = await add(good.address)
    granted(await switchWebhook(app, null, id, false))
    const numbers = await happen(3)
    for (let i = 0; i < 20; i++) {
      deliverer.look()
      await new Promise(setImmediate)
    }
    expect(good.connections()).toBe(0)
    granted(await switchWebhook(app, null, id, true))
    await until(() => viewOf(id)?.behind === 0)
    expect(numbersOf(good)).toEqual(numbers)
  })
})

describe('forms', () => {
  const bodies = ({ arrived }: Receiver) => arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

  it('Discord gets sentences of at most 2,000 characters, in which nobody is mentioned', async () => {
    const discord = await receiver()
    const { id } = await add(discord.address, { form: 'discord' })
    await happen(100)
    await until(() => viewOf(id)?.behind === 0)
    const texts = bodies(discord).map(({ content }) => String(content))
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(2_000)
    expect(texts.join('\n').split('\n')).toHaveLength(100)
    expect(texts[0]).toMatch(/^The command line set daily\\_row\\_quota to \d+\n/)
    expect(bodies(discord)[0]?.['allowed_mentions']).toEqual({ parse: [] })
  })

  it('Telegram gets its chat and a text without markup', async () => {
    const telegram = await receiver()
    const { id } = await add(telegram.address, { form: 'telegram', chat: '-100123' })
    await happen(1)
    await until(() => viewOf(id)?.behind === 0)
    expect(bodies(telegram)).toEqual([
      {
        chat_id: '-100123',
        text: expect.stringMatching(/^The command line set daily_row_quota to \d+$/),
        link_preview_options: { is_disabled: true },
      },
    ])
  })

  it('have a test that carries no event and changes nothing', async () => {
    const good = await receiver()
    const { id, secret } = await add(good.address)
    await happen(1)
    const before = viewOf(id)
    const never = new AbortController().signal
    expect(granted(await testWebhook(app, null, id, never))).toMatchObject({ isDelivered: true, outcome: 'delivered' })
    expect(viewOf(id)).toEqual(before)
    expect(good.arrived.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { webhook: id, missed: 0, events: [], test: true },
    ])
    expect(good.arrived.every((each) => isSignedWith(secret, each))).toBe(true)
  })
})

describe('a receiver that fails', () => {
  it('is asked again after pauses that double up to an hour, with what it did not take', async () => {
    const bad = await receiver((answer) => void answer.writeHead(500).end())
    const { id } = await add(bad.address)
    const numbers = await happen(1)
    const pauses: number[] = []
    for (let i = 1; i <= 12; i++) {
      await until(() => viewOf(id)?.place?.failures === i)
      const next = viewOf(id)?.place?.nextAtMs ?? 0
      pauses.push(next - world.clock.ms)
      world.clock.ms = next
    }
    pauses.forEach((pause, i) => {
      const whole = Math.min(10_000 * 2 ** i, longestPauseMs)
      expect(pause).toBeGreaterThanOrEqual(0.75 * whole)
      expect(pause).toBeLessThanOrEqual(whole)
    })
    expect(bad.arrived.map((each) => each.numbers)).toEqual(Array.from({ length: 12 }, () => numbers))
  })

  it('waits as long as it asks to', async () => {
    const busy = await receiver(
      (answer, n) => void answer.writeHead(n === 1 ? 429 : 204, { 'Retry-After': '900' }).end(),
    )
    const { id } = await add(busy.address)
    await happen(1)
    await until(isSettled(id))
    expect((viewOf(id)?.place?.nextAtMs ?? 0) - world.clock.ms).toBe(900_000)
    world.clock.ms += 900_000
    await until(() => viewOf(id)?.behind === 0)
  })

  it('a day long is switched off, with a word to the admins, and gets everything once it is on again', async () => {
    const isUp = { now: false }
    const bad = await receiver((answer) => void answer.writeHead(isUp.now ? 200 : 503).end())
    const { id } = await add(bad.address)
    const first = await happen(1)
    const beganMs = world.clock.ms
    for (let i = 1; viewOf(id)?.isOn === true; i++) {
      expect(world.clock.ms - beganMs).toBeLessThan(failingMsMax + 2 * longestPauseMs)
      await until(() => viewOf(id)?.place?.failures === i)
      if (viewOf(id)?.isOn === true) world.clock.ms = viewOf(id)?.place?.nextAtMs ?? 0
    }
    expect(world.clock.ms - beganMs).toBeGreaterThanOrEqual(failingMsMax)
    expect(endedWebhooks(app).map((each) => [each.id, each.ended])).toEqual([[id, 'failing']])
    // The log line follows the commit.
    await until(() => logged.includes('a webhook was switched off'))
    expect(readAudit(app, { beforeId: null, userId: null, limit: 1 }).items[0]).toMatchObject({
      action: 'webhook.end',
      subject: `${id} localhost`,
      details: { reason: 'failing' },
    })
    isUp.now = true
    const later = await happen(1)
    granted(await switchWebhook(app, null, id, true))
    await until(() => viewOf(id)?.behind === 0)
    expect(bad.arrived.at(-1)?.numbers).toEqual([...first, ...later])
    expect(endedWebhooks(app)).toEqual([])
  })

  it('with 410 is switched off at its first answer', async () => {
    const gone = await receiver((answer) => void answer.writeHead(410).end())
    const { id } = await add(gone.address)
    await happen(1)
    await until(isSettled(id))
    expect(viewOf(id)).toMatchObject({ isOn: false, ended: 'gone', place: { last: 'answered 410' } })
    await happen(1)
    deliverer.look()
    expect(gone.arrived).toHaveLength(1)
  })
})

describe('whatever a receiver does', () => {
  /** A server of bytes that are no HTTP, or never end. */
  async function raw(onConnection: (socket: Socket) => void): Promise<{ address: string; count: () => number }> {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      onConnection(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return { address: `http://localhost:${(server.address() as AddressInfo).port}/`, count: () => sockets.length }
  }
  const repeated = (text: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(text), 1)
    socket.on('close', () => clearInterval(timer))
  }

  it('the others get theirs and writes are answered, while the silent one holds its one request', async () => {
    const good = await receiver()
    const silent = await raw(() => {})
    const target = await receiver()
    const closed = await receiver()
    await closed.close()
    closing.pop()
    const bad: Readonly<Record<string, string>> = {
      redirecting: (await receiver((answer) => void answer.writeHead(307, { Location: target.address }).end())).address,
      garbage: (await raw((socket) => socket.end('\0\xff no HTTP at all\r\n\r\n'))).address,
      'cutting off': (await raw((socket) => socket.destroy())).address,
      'sending a head without end': (await raw(repeated(`X: ${'y'.repeat(500)}\r\n`))).address,
      dead: closed.address,
    }
    const endless = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      repeated('x'.repeat(10_000))(socket)
    })
    const quiet = await add(silent.address)
    const failing = await Promise.all(Object.values(bad).map((address) => add(address)))
    const flooded = await add(endless.address)
    const { id } = await add(good.address)

    const first = await happen(1)
    await until(
      () => silent.count() === 1 && [id, ...failing.map((each) => each.id)].every((each) => isSettled(each)()),
    )
    const later = await happen(60)
    await until(() => viewOf(id)?.behind === 0 && viewOf(flooded.id)?.behind === 0)

    expect(numbersOf(good)).toEqual([...first, ...later])
    expect(viewOf(quiet.id)?.place).toMatchObject({ last: null, failures: 0 })
    expect(silent.count()).toBe(1)
    for (const each of failing) expect(viewOf(each.id)?.place).toMatchObject({ failures: 1 })
    expect(failing.map((each) => viewOf(each.id)?.place?.last)).toEqual([
      'answered 307, and redirects are not followed',
      ...Array.from({ length: 4 }, () => 'no connection, or no HTTP answer'),
    ])
    expect(target.connections()).toBe(0)
    // A stop cuts the silent one, which has to get it all again.
    await deliverer.stop()
    expect(viewOf(quiet.id)).toMatchObject({ behind: 61, place: { last: null } })
  })

  it('one that leads to this machine is not connected to, once its host is no longer named', async () => {
    const here = await receiver()
    const { id } = await add(here.address.replace('http:', 'https:'))
    app = { ...app, webhookHosts: [] }
    deliverer = createDeliverer(app)
    await happen(1)
    await until(isSettled(id))
    expect(viewOf(id)?.place?.last).toBe('not sent: the address is not public')
    expect(here.connections()).toBe(0)
  })
})

describe('servers on one store', () => {
  it('deliver once: one of them does it, and another one when that has stopped', async () => {
    const good = await receiver()
    const { id } = await add(good.address)
    const [one, other] = [keepDelivering(app, {}, 1), keepDelivering(app, {}, 1)]
    const numbers = await happen(5)
    const isDone = async (): Promise<void> => {
      while (viewOf(id)?.behind !== 0) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await isDone()
    await one.stop()
    numbers.push(...(await happen(5)))
    await isDone()
    await other.stop()
    expect(numbersOf(good)).toEqual(numbers)
  })
})

describe('secrets', () => {
  it('of a webhook, and its address, are in no list, audit or log', async () => {
    const bad = await receiver((answer) => void answer.writeHead(410).end('no'))
    const { id, secret } = await add(`${bad.address}/token-of-a-bot`)
    await happen(1)
    await until(isSettled(id))
    app.log.info(`made ${secret}`)
    const { items } = readAudit(app, { beforeId: null, userId: null, limit: 50 })
    expect(items.filter(({ action }) => action.startsWith('webhook'))).toHaveLength(2)
    const told = JSON.stringify([items, listWebhooks(app), eventsAfter(app.store.main, 0, 1_000)]) + logged
    expect(told).toContain('localhost')
    expect(told).toContain('made whs_')
    for (const hidden of [secret, 'token-of-a-bot']) expect(told).not.toContain(hidden)
  })
})
