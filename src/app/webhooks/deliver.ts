// Sends the log of events to webhooks (docs/webhooks.md#delivery): in order, one request of a webhook at a time, each
// from its place in the log on, so there is no queue. A place is written after its request: a crash between them sends
// the same events again, and loses none.
import { createHmac } from 'node:crypto'
import type { Outcome, Webhook } from '../../domain/webhook.ts'
import { isDue, outcomeText, placeAfter } from '../../domain/webhook.ts'
import {
  allWebhooks,
  type EventRecord,
  eventsAfter,
  putAudit,
  putWebhook,
  putWebhookPlace,
  readWebhook,
  readWebhookPlace,
} from '../../store/records.ts'
import { freshen } from '../../store/view.ts'
import type { Txn } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { note } from '../change.ts'
import { createNames } from '../people/read-people.ts'
import { bodyOf, testBodyOf } from './forms.ts'
import { hostIn } from './guard.ts'
import { post, type PostRules } from './post.ts'

const eventsReadAtOnce = 100
/** After so many unwanted events the place is written. */
const passedMax = 1_000
const faultPauseMs = 60_000

export interface Deliverer {
  /** Begins due requests; returns without waiting. */
  look(): void
  /** Cuts running requests, which count as not sent. */
  stop(): Promise<void>
}

export type SendRules = Omit<PostRules, 'namedHosts' | 'signal'>

export function createDeliverer(app: App, rules: SendRules = {}): Deliverer {
  const ending = new AbortController()
  const running = new Map<number, Promise<void>>()
  const passed = new Map<number, number>()
  const notBeforeMs = new Map<number, number>()

  const deliverAll = async (id: number): Promise<void> => {
    for (;;) {
      freshen(app.store)
      const webhook = readWebhook(app.store.main, id)
      const place = readWebhookPlace(app.store.main, id)
      if (ending.signal.aborted || webhook === undefined || !webhook.isOn || place === undefined) return
      if (!isDue(place, app.clock.nowMs())) return
      const part = nextPart(app, webhook, Math.max(place.after, passed.get(id) ?? 0))
      if (part === null) return
      if (part.body === null) {
        passed.set(id, part.upTo)
        if (part.upTo - place.after >= passedMax) await note(app, (txn) => passOver(txn, id, part.upTo))
        else await new Promise(setImmediate)
        continue
      }
      const outcome = await send(app, webhook, part.body, part.upTo, { ...rules, signal: ending.signal })
      if (ending.signal.aborted && outcome.code !== 'delivered') return
      const ended = await note(app, (txn) => settle(app, txn, id, outcome, part.upTo))
      if (ended !== null) sayEnd(app, webhook, outcomeText(outcome))
      if (outcome.code !== 'delivered') return
    }
  }

  return {
    look() {
      const nowMs = app.clock.monotonicMs()
      for (const { id, isOn } of allWebhooks(app.store.main)) {
        if (!isOn || running.has(id) || (notBeforeMs.get(id) ?? 0) > nowMs) continue
        const work = deliverAll(id)
          .catch((error: unknown) => {
            if (ending.signal.aborted) return
            notBeforeMs.set(id, app.clock.monotonicMs() + faultPauseMs)
            app.log.error('a webhook could not be served; it is tried again in a minute', { webhook: id, err: error })
          })
          .finally(() => running.delete(id))
        running.set(id, work)
      }
    },
    async stop() {
      ending.abort()
      await Promise.all(running.values())
    },
  }
}

interface Part {
  /** Null: none of the events is wanted. */
  readonly body: string | null
  readonly upTo: number
}

/** The next request of a webhook; null: the log has no event after `from`. */
function nextPart(app: App, webhook: Webhook, from: number): Part | null {
  const events = eventsAfter(app.store.main, from, eventsReadAtOnce)
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return null
  const missed = first.id - from - 1
  const wanted = events.filter(({ kind }) => webhook.kinds.length === 0 || webhook.kinds.includes(kind))
  if (wanted.length === 0 && missed === 0) return { body: null, upTo: last.id }
  const { body, count } = bodyOf(webhook, wanted, missed, createNames(app))
  const next: EventRecord | undefined = wanted[count]
  return { body, upTo: next === undefined ? last.id : next.id - 1 }
}

function passOver(txn: Txn, id: number, upTo: number): void {
  txn.changesOnly(new Set())
  const place = readWebhookPlace(txn.db, id)
  if (place !== undefined) putWebhookPlace(txn, { ...place, after: Math.max(place.after, upTo) })
}

/** Writes the outcome of a request. Returns why windrow switched the webhook off; null: it did not. */
function settle(app: App, txn: Txn, id: number, outcome: Outcome, upTo: number) {
  txn.changesOnly(new Set())
  const webhook = readWebhook(txn.db, id)
  const place = readWebhookPlace(txn.db, id)
  if (webhook === undefined || place === undefined) return null
  const chance = app.random.bytes(1).readUInt8() / 255
  const { place: after, ended } = placeAfter(place, outcome, upTo, txn.timeMs, chance)
  putWebhookPlace(txn, after)
  if (ended === null || !webhook.isOn) return null
  putWebhook(txn, webhook, { ...webhook, isOn: false, ended })
  const subject = `${id} ${hostIn(new URL(webhook.address))}`
  putAudit(txn, { userId: null, action: 'webhook.end', subject, details: { reason: ended } })
  return ended
}

const sayEnd = (app: App, { id, address }: Webhook, last: string): void =>
  app.log.error('a webhook was switched off; windrow webhook on switches it on again', {
    webhook: id,
    host: hostIn(new URL(address)),
    last,
  })

/** `number`: once the request succeeds, the receiver has all events up to this one. */
function send(app: App, webhook: Webhook, body: string, number: number, rules: Omit<PostRules, 'namedHosts'>) {
  const timestamp = String(Math.floor(app.clock.nowMs() / 1000))
  const signature = createHmac('sha256', webhook.secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'windrow-webhook',
    'X-Windrow-Webhook': String(webhook.id),
    'X-Windrow-Number': String(number),
    'X-Windrow-Timestamp': timestamp,
    'X-Windrow-Signature': `sha256=${signature}`,
  }
  return post({ address: webhook.address, headers, body }, { namedHosts: app.webhookHosts, ...rules })
}

export const sendTest = (app: App, webhook: Webhook, signal: AbortSignal): Promise<Outcome> =>
  send(app, webhook, testBodyOf(webhook), 0, { signal })
