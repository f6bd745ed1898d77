// Webhooks, and how far each is in the log of events. Backups have them, secrets included; merges do not.
import { WEBHOOK_ENDS, WEBHOOK_FORMS, type Webhook, type WebhookPlace } from '../../domain/webhook.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { asList } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  type Kind,
  type NumberedKind,
  piecesOf,
  putNumbered,
  putOfKind,
  readNumbered,
  readOfKind,
  removeNumbered,
  removeOfKind,
} from './kind.ts'

export const WEBHOOK = { name: 'webhook', number: 49, hasIds: true } as const
const PLACE = { name: 'webhook_place', number: 50 } as const

export const WEBHOOKS: NumberedKind<Webhook> = {
  table: WEBHOOK,
  form: asList<Webhook>({
    id: 0,
    address: 1,
    secret: 2,
    kinds: 3,
    form: 4,
    chat: 5,
    madeById: 6,
    createdAtMs: 7,
    isOn: 8,
    ended: 9,
  }),
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      id,
      address: zod.string().min(1),
      secret: zod.string().min(1),
      kinds: zod.array(zod.string().min(1)),
      form: zod.enum(WEBHOOK_FORMS),
      chat: zod.string().min(1).nullable(),
      madeById: id.nullable(),
      createdAtMs: timeMs,
      isOn: zod.boolean(),
      ended: zod.enum(WEBHOOK_ENDS).nullable(),
    })
  },
  indexes: [],
  problem: callsItself(''),
  people: ({ madeById }) => (madeById === null ? [] : [['was made by', madeById]]),
}

export const WEBHOOK_PLACES: Kind<WebhookPlace> = {
  table: PLACE,
  form: asList<WebhookPlace>({
    id: 0,
    after: 1,
    failures: 2,
    failingSinceMs: 3,
    nextAtMs: 4,
    deliveredAtMs: 5,
    last: 6,
  }),
  shape: (zod) => {
    const { id, timeMs, count } = piecesOf(zod)
    return zod.strictObject({
      id,
      after: count,
      failures: count,
      failingSinceMs: timeMs.nullable(),
      nextAtMs: timeMs,
      deliveredAtMs: timeMs.nullable(),
      last: zod.string().nullable(),
    })
  },
  indexes: [],
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
