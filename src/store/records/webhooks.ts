// Webhooks, and how far each is in the log of events. Backups have them, secrets included; merges do not.
import { WEBHOOK_ENDS, WEBHOOK_FORMS, type Webhook, type WebhookPlace } from '../../domain/webhook.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  type Kind,
  type NumberedKind,
  putNumbered,
  putOfKind,
  readNumbered,
  readOfKind,
  removeNumbered,
  removeOfKind,
} from './kind.ts'
import * as is from './members.ts'

export const WEBHOOK = { name: 'webhook', number: 49, hasIds: true } as const
const PLACE = { name: 'webhook_place', number: 50 } as const

export const WEBHOOKS: NumberedKind<Webhook> = {
  table: WEBHOOK,
  ...is.stored<Webhook>({
    id: is.id,
    address: is.words,
    secret: is.words,
    kinds: is.listOf(is.words),
    form: is.oneOf(WEBHOOK_FORMS),
    chat: is.orNull(is.words),
    madeById: is.orNull(is.id),
    createdAtMs: is.time,
    isOn: is.flag,
    ended: is.orNull(is.oneOf(WEBHOOK_ENDS)),
  }),
  problem: callsItself(''),
  people: ({ madeById }) => (madeById === null ? [] : [['was made by', madeById]]),
}

export const WEBHOOK_PLACES: Kind<WebhookPlace> = {
  table: PLACE,
  ...is.stored<WebhookPlace>({
    id: is.id,
    after: is.count,
    failures: is.count,
    failingSinceMs: is.orNull(is.time),
    nextAtMs: is.time,
    deliveredAtMs: is.orNull(is.time),
    last: is.orNull(is.text),
  }),
  problem: callsItself(''),
}

const placeKey = (id: number): Buffer => keyOf(PLACE, u32(id))

export const readWebhook = (db: Database, id: number): Webhook | undefined => readNumbered(db, WEBHOOKS, id)
export const allWebhooks = (db: Database): Generator<Webhook> => allOfKind(db, WEBHOOKS)
export const readWebhookPlace = (db: Database, id: number): WebhookPlace | undefined =>
  readOfKind(db, WEBHOOK_PLACES, placeKey(id))

export const putWebhook = ({ db }: Txn, before: Webhook | null, after: Webhook): void =>
  putNumbered(db, WEBHOOKS, before, after)
export const putWebhookPlace = ({ db }: Txn, place: WebhookPlace): void =>
  putOfKind(db, WEBHOOK_PLACES, placeKey(place.id), null, place)

/** Removes a webhook and its place in the log. */
export function removeWebhook({ db }: Txn, webhook: Webhook): void {
  removeNumbered(db, WEBHOOKS, webhook)
  const place = readWebhookPlace(db, webhook.id)
  if (place !== undefined) removeOfKind(db, WEBHOOK_PLACES, placeKey(webhook.id), place)
}
