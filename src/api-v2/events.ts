// GET /events: a page of the log of events, or a stream of it (event-stream.ts).
import { eventJson, type EventQuery, readEvents } from '../app/events/read-events.ts'
import { createNames } from '../app/people/read-people.ts'
import { type Answer, success } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import { limitOf, parametersOf } from '../api-v1/query.ts'
import type { Call } from '../api-v1/visit.ts'
import { EVENT_KINDS, type EventKind } from '../domain/events.ts'
import { rawQuery } from '../http/request-target.ts'
import { streamOfEvents } from './event-stream.ts'
import { afterOf } from './lookup-queries.ts'

export function events(call: Call): Answer {
  const { app, request, env } = call
  const faults: Fault[] = []
  const isStream = request.headers.get('accept')?.includes('text/event-stream') === true
  const lastId = isStream ? request.headers.get('last-event-id') : null
  const query = queryOf(rawQuery(request, env), isStream, faults)
  // A client that connects again sends the address of the first time, so the header goes before the query.
  const after = lastId === null ? query.after : afterOf(new Map([[lastIdHeader, lastId]]), faults, lastIdHeader)
  if (faults.length > 0) return invalidRequest(faults)
  const { events: found, ...ends } = readEvents(app, { ...query, after })
  if (after > ends.last) return invalidRequest([beyond(lastId === null ? 'after' : lastIdHeader, ends.last)])
  if (isStream) return streamOfEvents(call, { ...query, after })
  const names = createNames(app)
  return success({ events: found.map((event) => eventJson(event, names)) }, { count: found.length, ...ends })
}

const lastIdHeader = 'Last-Event-ID'

function queryOf(query: string, isStream: boolean, faults: Fault[]): EventQuery {
  const values = parametersOf(query, isStream ? ['after', 'kind'] : ['after', 'limit', 'kind'], faults)
  return {
    after: afterOf(values, faults),
    limit: limitOf(values.get('limit'), faults),
    kinds: kindsOf(values.get('kind'), faults),
  }
}

/** A store with fewer events than a reader has seen was restored from a backup, or is another one. */
const beyond = (field: string, last: number): Fault => ({
  field,
  message: `the last event is ${last}: the store was restored from a backup, or is another one; read it again, and continue from there`,
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
