// Adding, switching, removing and testing webhooks (docs/webhooks.md), for people who may change settings; a null
// `actor` is the command line. The secret is returned once; addresses are never shown, because those of Discord and
// Telegram carry a token.
import { ok, refuse, type Result } from '../../base/result.ts'
import { EVENT_KINDS, type EventKind } from '../../domain/events.ts'
import { webhookAddressLengthMax, webhookChatLengthMax, webhooksMax } from '../../domain/limits.ts'
import { outcomeText, type Webhook, type WebhookForm, type WebhookPlace } from '../../domain/webhook.ts'
import {
  allWebhooks,
  lastEventId,
  nextId,
  putAudit,
  putWebhook,
  putWebhookPlace,
  readWebhook,
  readWebhookPlace,
  removeWebhook as removeStored,
  WEBHOOK,
} from '../../store/records.ts'
import { freshen } from '../../store/view.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { changeAsManager, mayChangeSettings, type NotWritten } from '../change.ts'
import { type AddressFault, addressFault, hostIn } from './guard.ts'

export interface WebhookRequest {
  readonly address: string
  /** The kinds of events that the webhook wants; empty: every kind. */
  readonly kinds: readonly string[]
  readonly form: WebhookForm
  readonly chat: string | null
}

export type WebhookRefusal =
  | NotWritten
  | { readonly code: AddressFault | 'webhooks_out_of_reach' | 'too_many_webhooks' | 'webhook_chat' }
  | { readonly code: 'no_event_kind'; readonly name: string }
  | { readonly code: 'no_webhook'; readonly id: number }

type Changed<T> = Promise<Result<T, WebhookRefusal>>

/** What a webhook shows of itself: all but the secret and the address. */
export interface WebhookView extends Omit<Webhook, 'address' | 'secret'> {
  readonly host: string
  readonly place: WebhookPlace | null
  /** How many events of the log the webhook has not got yet. */
  readonly behind: number
}

const hostOf = ({ address }: Webhook): string => hostIn(new URL(address))

export function listWebhooks({ store }: App): readonly WebhookView[] {
  const last = lastEventId(store.main)
  return Array.from(allWebhooks(store.main), (webhook) => {
    const { address: _address, secret: _secret, ...shown } = webhook
    const place = readWebhookPlace(store.main, webhook.id) ?? null
    return { ...shown, host: hostOf(webhook), place, behind: Math.max(0, last - (place?.after ?? 0)) }
  })
}

/** Webhooks that windrow itself switched off, so that an admin hears of them. */
export const endedWebhooks = (app: App): readonly WebhookView[] =>
  listWebhooks(app).filter(({ ended }) => ended !== null)

const outOfReach = { code: 'webhooks_out_of_reach' } as const

const isEventKind = (text: string): text is EventKind => (EVENT_KINDS as readonly string[]).includes(text)

function faultOf({ webhookHosts }: App, { address, kinds, form, chat }: WebhookRequest): WebhookRefusal | null {
  if (address.length > webhookAddressLengthMax) return { code: 'webhook_address' }
  const fault = addressFault(address, webhookHosts)
  if (fault !== null) return { code: fault }
  const unknown = kinds.find((kind) => !isEventKind(kind))
  if (unknown !== undefined) return { code: 'no_event_kind', name: unknown }
  const isChat = chat !== null && /^(?:-?\d+|@\w+)$/.test(chat) && chat.length <= webhookChatLengthMax
  return isChat === (form === 'telegram') && (isChat || chat === null) ? null : { code: 'webhook_chat' }
}

const secretBytes = 30

interface NewWebhook {
  readonly id: number
  readonly host: string
  readonly secret: string
}

/** Adds a webhook. It gets the events that happen after this moment. */
export async function addWebhook(app: App, actor: Actor | null, request: WebhookRequest): Changed<NewWebhook> {
  const fault = faultOf(app, request)
  if (fault !== null) return refuse(fault)
  // The secret looks like a key, so that the log cuts it.
  const secret = `whs_${app.random.bytes(secretBytes).toString('hex')}`
  return await changeAsManager<NewWebhook, WebhookRefusal>(app, actor, outOfReach, (txn, userId) => {
    if ([...allWebhooks(txn.db)].length >= webhooksMax) return refuse({ code: 'too_many_webhooks' })
    const webhook: Webhook = {
      id: nextId(txn, WEBHOOK),
      address: new URL(request.address).href,
      secret,
      kinds: [...new Set(request.kinds)].filter(isEventKind),
      form: request.form,
      chat: request.chat,
      madeById: userId,
      createdAtMs: txn.timeMs,
      isOn: true,
      ended: null,
    }
    putWebhook(txn, null, webhook)
    putWebhookPlace(txn, { ...BEGINNING, id: webhook.id, after: lastEventId(txn.db), nextAtMs: txn.timeMs })
    audit(txn, userId, 'webhook.add', webhook, { form: webhook.form, kinds: webhook.kinds.join(' ') })
    return ok({ id: webhook.id, host: hostOf(webhook), secret })
  })
}

const BEGINNING = { failures: 0, failingSinceMs: null, deliveredAtMs: null, last: null } as const

const audit = (
  txn: Txn,
  userId: number | null,
  action: string,
  webhook: Webhook,
  details: Readonly<Record<string, string>> = {},
): void => putAudit(txn, { userId, action, subject: `${webhook.id} ${hostOf(webhook)}`, details })

const changeOne = (
  app: App,
  actor: Actor | null,
  id: number,
  work: (txn: Txn, webhook: Webhook, userId: number | null) => void,
): Changed<null> =>
  changeAsManager<null, WebhookRefusal>(app, actor, outOfReach, (txn, userId) => {
    const webhook = readWebhook(txn.db, id)
    if (webhook === undefined) return refuse({ code: 'no_webhook', id })
    work(txn, webhook, userId)
    return ok(null)
  })

export const removeWebhook = (app: App, actor: Actor | null, id: number): Changed<null> =>
  changeOne(app, actor, id, (txn, webhook, userId) => {
    removeStored(txn, webhook)
    audit(txn, userId, 'webhook.remove', webhook)
  })

/** Switches a webhook on or off. Once it is on, it gets the events that it missed. */
export const switchWebhook = (app: App, actor: Actor | null, id: number, isOn: boolean): Changed<null> =>
  changeOne(app, actor, id, (txn, webhook, userId) => {
    putWebhook(txn, webhook, { ...webhook, isOn, ended: null })
    const place = readWebhookPlace(txn.db, id)
    if (isOn && place !== undefined)
      putWebhookPlace(txn, { ...place, failures: 0, failingSinceMs: null, nextAtMs: txn.timeMs })
    audit(txn, userId, isOn ? 'webhook.on' : 'webhook.off', webhook)
  })

/** Sends the webhook a request without events, even if it is off. Nothing is stored. */
export async function testWebhook(
  app: App,
  actor: Actor | null,
  id: number,
  signal: AbortSignal,
): Changed<{ readonly host: string; readonly isDelivered: boolean; readonly outcome: string }> {
  if (!mayChangeSettings(actor)) return refuse(outOfReach)
  freshen(app.store)
  const webhook = readWebhook(app.store.main, id)
  if (webhook === undefined) return refuse({ code: 'no_webhook', id })
  const { sendTest } = await import('./deliver.ts')
  const outcome = await sendTest(app, webhook, signal)
  const { hostname: host } = new URL(webhook.address)
  return ok({ host, isDelivered: outcome.code === 'delivered', outcome: outcomeText(outcome) })
}
