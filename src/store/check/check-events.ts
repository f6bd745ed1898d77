// Checks the log of events as a whole: numbers go up by one to the latest given, so none is missing; each webhook has
// its place in the log, and each place its webhook.
import type { Webhook, WebhookPlace } from '../../domain/webhook.ts'
import { EVENTS, type EventRecord, lastEventId } from '../records/events.ts'
import { readWebhook, readWebhookPlace, WEBHOOK, WEBHOOK_PLACES } from '../records/webhooks.ts'
import type { Visit } from './check-findings.ts'
import type { Beside } from './check-kinds.ts'

export function eventsInOrder({ db, findings }: Visit): Beside<EventRecord> {
  let before: number | null = null
  const expect = (id: number, problem: string): void => {
    if (before !== null && id !== before + 1) findings.add(EVENTS.table, `event ${id}`, problem)
  }
  return {
    onRecord({ id }) {
      expect(id, `follows event ${before}: those between are missing`)
      before = id
    },
    onEnd: () => expect(lastEventId(db) + 1, `is the next number, but the last event is ${before}`),
  }
}

export const placeOfWebhook = ({ db, findings }: Visit): Beside<Webhook> => ({
  onRecord({ id }) {
    if (readWebhookPlace(db, id) === undefined)
      findings.add(WEBHOOK, `webhook ${id}`, 'has no place in the log, so it gets nothing')
  },
})

export const webhookOfPlace = ({ db, findings }: Visit): Beside<WebhookPlace> => ({
  onRecord({ id }) {
    if (readWebhook(db, id) === undefined)
      findings.add(WEBHOOK_PLACES.table, `webhook_place ${id}`, `is of webhook ${id}, which is not stored`)
  },
})
