// Sends the log of events to webhooks (docs/webhooks.md#delivery): in order, one request of a webhook at a time, each
// from its place in the log on, so there is no queue. A place is written after its request: a crash between them sends
// the same events again, and loses none.
import { createHmac } from 'node:crypto'
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { type ClientRequest, request as requestHttp, type RequestOptions } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createKeyedMutex } from '../../base/keyed-mutex.ts'
import type { EventKind } from '../../domain/events.ts'
import { isDue, type Outcome, outcomeText, placeAfter, type Webhook, type WebhookForm } from '../../domain/webhook.ts'
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
import type { Txn } from '../../store/txn.ts'
import { freshen } from '../../store/view.ts'
import type { App } from '../app.ts'
import { note } from '../change.ts'
import { eventJson } from '../events/read-events.ts'
import { createNames, type NameOf } from '../people/read-people.ts'
import { hostIn, isNamedHost, isPublicAddress } from './guard.ts'

// The bodies of webhooks: windrow's own with the events as in API v2, and those of Discord and Telegram with a sentence
// for each event.

/** The sentences for events. `who` is a person or the command line; other gaps are facts of the event. */
const SENTENCES: Readonly<Record<EventKind, string>> = {
  'rows.imported': '{who} imported {files}: rows added {added}, changed {changed}, gone {retired}',
  'texts.imported': '{who} imported texts from {files}: {count}',
  'history.merged': '{who} merged {files}: rows changed {rows}',
  'texts.reverted': '{who} took texts back: {count}',
  'texts.written': '{who} wrote texts in the {layer} layer: {count}',
  'texts.confirmed': '{who} confirmed texts for a new source: {count}',
  'texts.marked': '{who} marked machine texts as {mark}: {count}',
  'proposals.made': '{who} proposed texts: {count}',
  'proposals.approved': '{who} approved proposals: {count}',
  'proposals.rejected': '{who} rejected proposals: {count}',
  'proposals.reopened': '{who} reopened a proposal',
  'comments.written': '{who} commented on rows: {count}',
  'comments.removed': '{who} removed a comment of {author}',
  'glossary.changed': '{who} changed the glossary: terms added {added}, updated {updated}, removed {removed}',
  'brief.changed': '{who} changed the brief: version {version}',
  'labels.changed': '{who} changed the label {label}: {change}',
  'releases.published': '{who} published the release {version}: {editions}',
  'releases.withdrawn': '{who} withdrew the release {version}: {why}',
  'settings.changed': '{who} set {name} to {to}',
  'people.added': '{who} added {name} to the team',
  'people.joined': '{name} joined the team',
}

interface Said {
  readonly webhook: Webhook
  readonly events: readonly EventRecord[]
  readonly missed: number
  /** Sentences about the events, one a line, as many as fit. */
  readonly text: string
  readonly nameOf: NameOf
}

interface Form {
  /** The longest text that the receiver takes; null: the form has no text, and takes any number of events. */
  readonly charactersMax: number | null
  readonly escape: (fact: string) => string
  readonly body: (said: Said) => object
}

const FORMS: Readonly<Record<WebhookForm, Form>> = {
  plain: {
    charactersMax: null,
    escape: (fact) => fact,
    body: ({ webhook, events, missed, nameOf }) => ({
      webhook: webhook.id,
      missed,
      events: events.map((event) => eventJson(event, nameOf)),
    }),
  },
  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: {
    charactersMax: 2_000,
    escape: (fact) => fact.replace(/[\\*_~`|<>[\]()#@:-]/g, '\\$&'),
    body: ({ text }) => ({ content: text, allowed_mentions: { parse: [] } }),
  },
  // https://core.telegram.org/bots/api#sendmessage; without parse_mode nothing in a text is markup
  telegram: {
    charactersMax: 4_096,
    escape: (fact) => fact,
    body: ({ webhook, text }) => ({ chat_id: webhook.chat, text, link_preview_options: { is_disabled: true } }),
  },
}

const factLengthMax = 120

/** A fact as it stands in a line: short, and without control characters. */
function shown(value: string | number | null, { escape }: Form): string {
  const plain = String(value ?? '–').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
  const letters = Array.from(plain)
  return escape(letters.length <= factLengthMax ? plain : `${letters.slice(0, factLengthMax).join('')}…`)
}

function sentenceOf({ kind, actorId, facts }: EventRecord, nameOf: NameOf, form: Form): string {
  const who = actorId === null ? 'The command line' : (nameOf(actorId) ?? `Person ${actorId}`)
  const all: Readonly<Record<string, string | number | null>> = { who, ...facts }
  return SENTENCES[kind].replace(/\{(\w+)\}/g, (_gap, name: string) => shown(all[name] ?? null, form))
}

const missedLine = (missed: number): string => `Events that the log no longer has: ${missed}`

/** The body of a request, and how many of the events it has: at least one if there are any. */
function bodyOf(
  webhook: Webhook,
  events: readonly EventRecord[],
  missed: number,
  nameOf: NameOf,
): { readonly body: string; readonly count: number } {
  const form = FORMS[webhook.form]
  const { charactersMax } = form
  let text = missed === 0 ? '' : missedLine(missed)
  let count = charactersMax === null ? events.length : 0
  if (charactersMax !== null) {
    for (const event of events) {
      const longer = text === '' ? sentenceOf(event, nameOf, form) : `${text}\n${sentenceOf(event, nameOf, form)}`
      if (longer.length > charactersMax) break
      text = longer
      count++
    }
  }
  return { body: JSON.stringify(form.body({ webhook, events: events.slice(0, count), missed, text, nameOf })), count }
}

/** The body of a trial: without events, it shows an admin whether the receiver takes windrow's requests. */
const testBodyOf = (webhook: Webhook): string => {
  const said = { webhook, events: [], missed: 0, text: 'windrow: this is a test, and it arrived.', nameOf: () => null }
  return JSON.stringify({ ...FORMS[webhook.form].body(said), ...(webhook.form === 'plain' && { test: true }) })
}

interface Post {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface PostRules {
  /** Hosts that the configuration names: they may be private, and are reached over http, too. */
  readonly namedHosts: readonly string[]
  readonly signal: AbortSignal
  /** A certificate authority to trust; only tests with a certificate of their own set it. */
  readonly ca?: string
  readonly timeoutMs?: number
  /** Finds the addresses of a host; only tests set it. */
  readonly addressesOf?: (host: string) => Promise<readonly LookupAddress[]>
}

const timeoutMsDefault = 10_000
const headBytesMax = 16_384
const retryAfterSecondsMax = 3_600

/** Names are resolved one at a time: resolving takes one of the process's four threads, which also flush the store. */
const resolving = createKeyedMutex()
const lookupWaitMsMax = 10_000

async function resolved(host: string): Promise<readonly LookupAddress[]> {
  const found = await resolving.run(
    '',
    lookupWaitMsMax,
    async () =>
      new Promise<readonly LookupAddress[]>((done) =>
        resolve(host, { all: true }, (error, addresses) => done(error === null ? addresses : [])),
      ),
  )
  return found.ok ? found.value : []
}

/**
 * Sends one request of a webhook. It connects only to addresses that were checked, follows no redirect, takes no proxy,
 * verifies certificates, and ends within 10 s. It cuts the connection after the head of the answer, so an endless body
 * costs nothing. Resolves when the server answered or could not be reached; never throws, also where the runtime
 * forbids a connection (Deno).
 */
export const post = (request: Post, rules: PostRules): Promise<Outcome> =>
  sendOnce(request, rules).catch(() => ({ code: 'not_reached' }))

async function sendOnce({ address, headers, body }: Post, rules: PostRules): Promise<Outcome> {
  const url = new URL(address)
  const host = hostIn(url)
  const isNamed = isNamedHost(url, rules.namedHosts)
  if (url.protocol !== 'https:' && !isNamed) return { code: 'needs_https' }
  const within = AbortSignal.any([rules.signal, AbortSignal.timeout(rules.timeoutMs ?? timeoutMsDefault)])
  const family = isIP(host)
  const found =
    family === 0
      ? await Promise.race([(rules.addressesOf ?? resolved)(host), aborted(within)])
      : [{ address: host, family }]
  if (found === null) return { code: 'timeout' }
  if (found.length === 0) return { code: 'no_such_host' }
  // One private address among several is enough to refuse the host: no honest name has both kinds.
  if (!isNamed && !found.every((each) => isPublicAddress(each.address))) return { code: 'private_address' }
  const options: RequestOptions & { readonly ca?: string } = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' },
    lookup: answering(found),
    maxHeaderSize: headBytesMax,
    signal: within,
  }
  const sent =
    url.protocol === 'https:'
      ? requestHttps(url, { ...options, agent: new Agent(), ...(rules.ca !== undefined && { ca: rules.ca }) })
      : requestHttp(url, { ...options, agent: false })
  return await outcomeOf(sent, body, within)
}

/** A function that answers with the checked addresses, even if the name leads to others by now. */
const answering =
  (found: readonly LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = found as readonly [LookupAddress]
    if (options.all === true) done(null, [...found])
    else done(null, first.address, first.family)
  }

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((done) => {
    if (signal.aborted) done(null)
    else signal.addEventListener('abort', () => done(null), { once: true })
  })

const outcomeOf = (sent: ClientRequest, body: string, within: AbortSignal): Promise<Outcome> =>
  new Promise((done) => {
    sent.on('response', (answer) => {
      answer.on('error', () => {})
      const status = answer.statusCode ?? 0
      const isDelivered = status >= 200 && status < 300
      done(isDelivered ? { code: 'delivered' } : { code: 'refused', status, retryAfterMs: waitIn(answer.headers) })
      answer.destroy()
      sent.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      done({ code: within.aborted ? 'timeout' : isOfCertificate(error) ? 'bad_certificate' : 'not_reached' }),
    )
    sent.on('close', () => done({ code: within.aborted ? 'timeout' : 'not_reached' }))
    sent.end(body)
  })

const waitIn = (headers: Readonly<Record<string, unknown>>): number => {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(seconds, retryAfterSecondsMax) * 1_000 : 0
}

/** Whether an error is about the receiver's certificate: a code of OpenSSL's verification, or Node's own for a wrong name. */
const isOfCertificate = ({ code = '', message }: NodeJS.ErrnoException): boolean =>
  /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/.test(code) || /certificate/i.test(message)

const eventsReadAtOnce = 100
/** After so many events that a webhook does not want, its place in the log is stored. */
const passedMax = 1_000
const faultPauseMs = 60_000

export interface Deliverer {
  /** Begins requests that are due, and returns without waiting for them. */
  look(): void
  /** Cuts running requests. They count as not sent, and are sent again later. */
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
      const outcome = await sendSigned(app, webhook, part.body, part.upTo, { ...rules, signal: ending.signal })
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
  /** The body of the request; null: the webhook wants none of the events. */
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

/** Stores the outcome of a request. Returns why windrow switched the webhook off for it; null: it did not. */
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

/** Sends a signed request. `number`: if it succeeds, the receiver has all events up to this one. */
function sendSigned(app: App, webhook: Webhook, body: string, number: number, rules: Omit<PostRules, 'namedHosts'>) {
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
  sendSigned(app, webhook, testBodyOf(webhook), 0, { signal })
