// Checks the log of events as a whole: numbers go up by one to the latest given, so that no event is missing in the middle or at the end.
import { EVENTS, type EventRecord, lastEventId } from '../records/events.ts'
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
