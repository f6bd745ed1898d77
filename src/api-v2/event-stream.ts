// GET /events as server-sent events (docs/api-v2.md#events). The next text is made when the client has taken the one before, so none
// waits here; a client that does not read is cut (runtime/listen.ts).
import { setImmediate as nextRound } from 'node:timers/promises'
import type { KeyActor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import type { EventStream } from '../app/events/event-streams.ts'
import { eventJson, type EventQuery, readEvents } from '../app/events/read-events.ts'
import { isApiV1Enabled, writesSeen } from '../app/people/admit-request.ts'
import { createNames } from '../app/people/read-people.ts'
import { readmit } from '../app/people/readmit.ts'
import { type Answer, failure, retryAfter } from '../api-v1/answer.ts'
import { type Call, lacking } from '../api-v1/visit.ts'
import { eventStreamsPerKeyMax } from '../domain/limits.ts'

const heartbeatMs = 15_000
const busySeconds = 10
const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }

export function streamOfEvents(call: Call, query: Omit<EventQuery, 'limit'>): Answer {
  const { eventStreams } = call.app
  const words = wordsOf(call, query)
  const state = { isOver: false, wake: (): void => {} }
  const stream: EventStream = {
    keyId: (call.actor as KeyActor).key.id,
    look: () => state.wake(),
    end: () => over(),
  }
  const over = (): void => {
    state.isOver = true
    eventStreams.leave(stream)
    state.wake()
  }
  const entered = eventStreams.enter(stream)
  if (entered !== 'entered') return refused(entered)
  const encoder = new TextEncoder()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> => {
    while (!state.isOver) {
      const { text, step } = words()
      if (text !== '') return controller.enqueue(encoder.encode(text))
      if (step === 'end') over()
      else if (step === 'wait') await new Promise<void>((resolve) => (state.wake = resolve))
      else await nextRound()
    }
    controller.close()
  }
  return { status: 200, body: '', stream: new ReadableStream({ pull, cancel: over }, { highWaterMark: 0 }), headers }
}

function refused(why: 'too many of this key' | 'too many'): Answer {
  const headers = retryAfter(busySeconds)
  if (why === 'too many') {
    return failure('limiter_unavailable', { message: 'The server cannot open more event streams.', headers })
  }
  const message = `The key has ${eventStreamsPerKeyMax} event streams open; close one first.`
  return failure('rate_limited', { message, details: { max: eventStreamsPerKeyMax }, headers })
}

const eventsAtOnce = 100

interface Words {
  /** The text to send; '' sends nothing. */
  readonly text: string
  /** What to do if the text is '': `end` the stream, `wait` for the next write, or read `more` events now. */
  readonly step: 'end' | 'wait' | 'more'
}

function wordsOf(call: Call, { after: from, kinds }: Omit<EventQuery, 'limit'>): () => Words {
  const { app, actor } = call
  const { clock } = app
  let after = from
  let writes = writesSeen(app)
  let saidAtMs: number | null = null
  const saying = (text: string): Words => {
    saidAtMs = clock.monotonicMs()
    return { text, step: 'more' }
  }
  return () => {
    if (saidAtMs === null) return saying('retry: 1000\n\n')
    if (writesSeen(app) !== writes && !mayStillRead(app, actor)) return { text: '', step: 'end' }
    writes = writesSeen(app)
    const { events, next, first, last } = readEvents(app, { after, limit: eventsAtOnce, kinds })
    const gap = first > after + 1 ? `event: gap\ndata: ${JSON.stringify({ after, first })}\n\n` : ''
    after = Math.max(next, first - 1)
    const names = createNames(app)
    const text = gap + events.map((event) => blockOf(event.id, event.kind, eventJson(event, names))).join('')
    if (text !== '') return saying(text)
    // Without data it is no event, but moves the client's Last-Event-ID past events of other kinds.
    if (clock.monotonicMs() - saidAtMs >= heartbeatMs) return saying(`:\nid: ${after}\n\n`)
    return { text, step: after < last ? 'more' : 'wait' }
  }
}

const blockOf = (id: number, kind: string, data: object): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`

function mayStillRead(app: App, actor: Call['actor']): boolean {
  const now = readmit(app.store.main, app.clock.nowMs(), actor)
  return now.ok && isApiV1Enabled(app) && lacking('rows:read', now.value) === null
}
