// Writes the events of imports and audited changes that are older than the log of events, at upgrades and restores, so
// that readers need the log only. Work on texts gets none: its sums by the hour are older than the log.
import { eventOfAudit, eventOfImport, type Told } from '../../domain/events.ts'
import { eventsKept } from '../../domain/limits.ts'
import type { Database } from '../file/environment.ts'
import { AUDIT_ENTRIES } from '../records/audit.ts'
import { EventWriter, lastEventId } from '../records/events.ts'
import { upcomingId } from '../records/ids.ts'
import { IMPORTS } from '../records/imports.ts'
import { type NumberedKind, readNumbered } from '../records/kind.ts'

interface Past {
  readonly id: number
  readonly atMs: number
  readonly userId: number | null
}

/** Does nothing if the log has begun. Call it in a transaction. */
export function writePastEvents(db: Database): void {
  if (lastEventId(db) > 0) return
  const past = [
    ...toldOf(db, IMPORTS, ({ id, files, report }) => eventOfImport(id, files, report)),
    ...toldOf(db, AUDIT_ENTRIES, ({ action, subject, details }) => eventOfAudit(action, subject, details)),
  ]
  for (const { atMs, userId, told } of past.toSorted((a, b) => a.atMs - b.atMs).slice(-eventsKept)) {
    const events = new EventWriter(db, atMs)
    events.tell(userId, told)
    events.finish()
  }
}

/** Damaged records are left to `windrow check`. */
function* toldOf<T extends Past>(db: Database, kind: NumberedKind<T>, tell: (record: T) => Told | null) {
  for (let id = 1; id < upcomingId(db, kind.table); id++) {
    try {
      const record = readNumbered(db, kind, id)
      const told = record === undefined ? null : tell(record)
      if (record !== undefined && told !== null) yield { atMs: record.atMs, userId: record.userId, told }
    } catch {}
  }
}
