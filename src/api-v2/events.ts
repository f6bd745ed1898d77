// GET /events: a page of the log of events, or a stream of it (event-stream.ts).
import * as z from 'zod'
import { eventJson, readEvents } from '../app/events/read-events.ts'
import { createNames } from '../app/people/read-people.ts'
import { type Answer, success } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import type { Call } from '../api-v1/visit.ts'
import { EVENT_KINDS, type EventKind } from '../domain/events.ts'
import { AFTER, type Declared, each, LIMIT, queried } from './declared.ts'
import { streamOfEvents } from './event-stream.ts'
import { answer, count, id, Time } from './shapes.ts'

const Event = z.looseObject({
  id: id.describe('Its number'),
  kind: z.enum(EVENT_KINDS),
  at: Time,
  actor: z.looseObject({ id, name: z.string() }).nullable().describe('null: the command line'),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

const KIND = { description: 'Kinds, with commas', schema: { type: 'string' }, read: kindsOf }
const PAGE = each({ after: AFTER, limit: LIMIT, kind: KIND })
const STREAM = each({ after: AFTER, kind: KIND })

const events: Declared = {
  name: 'events',
  method: 'GET',
  path: '/events',
  needs: 'rows:read',
  summary: 'What happened, by number',
  description: 'Go on with after=meta.next until it is meta.last. Those before meta.first are gone.',
  parameters: PAGE.parameters,
  gives: answer(
    { events: z.array(Event) },
    { count, next: count.describe('after of the next request'), first: id, last: count },
  ),
  answer: eventsAnswer,
}

function eventsAnswer(call: Call): Answer {
  const { app, request } = call
  const faults: Fault[] = []
  const isStream = request.headers.get('accept')?.includes('text/event-stream') === true
  const lastId = isStream ? request.headers.get('last-event-id') : null
  const query = isStream ? { limit: 1, ...queried(call, STREAM, faults) } : queried(call, PAGE, faults)
  // A client that connects again sends the address of the first time, so the header goes before the query.
  const after = lastId === null ? query.after : AFTER.read(lastId, faults, lastIdHeader)
  if (faults.length > 0) return invalidRequest(faults)
  const { events: found, ...ends } = readEvents(app, { after, limit: query.limit, kinds: query.kind })
  if (after > ends.last) return invalidRequest([beyond(lastId === null ? 'after' : lastIdHeader, ends.last)])
  if (isStream) return streamOfEvents(call, { after, kinds: query.kind })
  const names = createNames(app)
  return success({ events: found.map((event) => eventJson(event, names)) }, { count: found.length, ...ends })
}

const lastIdHeader = 'Last-Event-ID'

/** The fault of a reader that has seen more events than the store has: it was restored from a backup, or is another store. */
const beyond = (field: string, last: number): Fault => ({
  field,
  message: `the last event is ${last}: the store was restored from a backup, or is another one; read it all again, and go on from there`,
  allowed: { min: 0, max: last },
})

function kindsOf(value: string | undefined, faults: Fault[]): ReadonlySet<EventKind> | null {
  if (value === undefined) return null
  const names = value.split(',')
  const kinds = EVENT_KINDS.filter((kind) => names.includes(kind))
  if (kinds.length !== names.length) {
    const message = `must be kinds of events, each once, with commas between them: ${EVENT_KINDS.join(', ')}`
    faults.push({ field: 'kind', message, allowed: EVENT_KINDS })
  }
  return new Set(kinds)
}

export const EVENTS: readonly Declared[] = [events]
