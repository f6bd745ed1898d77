// Copies a store of an earlier schema, converted, into an empty database.
import { append, type Database, putSchema, readSchema } from '../file/environment.ts'
import { STORE_SCHEMA } from '../schema-version.ts'
import { openSnapshot } from '../view.ts'
import { TABLES } from '../file/keyspace.ts'
import type { Store } from '../store.ts'
import { earlierEntries } from './earlier-entries.ts'
import { writePastEvents } from './past-events.ts'

const entriesAtOnce = 20_000

/** Copies in key order, so that pages are full. Throws `StoreUnusable` on damage. */
export async function writeAnew(
  store: Store,
  db: Database,
  breathe: () => Promise<void>,
  onEntries: (done: number, total: number) => void,
): Promise<void> {
  const snapshot = openSnapshot(store)
  try {
    const changes = earlierEntries(readSchema(snapshot.db), db)
    const total = snapshot.db.getKeysCount({ start: Buffer.from([0]) })
    // The table `aside` is left out: reading a range follows pointers to it, so its values come under their own keys.
    const ranges = [
      { start: Buffer.from([0]), end: Buffer.from([TABLES.aside]) },
      { start: Buffer.from([TABLES.aside + 1]) },
    ]
    let done = 0
    for (const range of ranges) {
      const source = snapshot.db.getRange(range)[Symbol.iterator]()
      const writeSome = (): boolean => {
        for (let count = 0; count < entriesAtOnce; count++) {
          const next = source.next()
          if (next.done === true) return false
          const entry = changes.asNow({ key: Buffer.from(next.value.key), value: Buffer.from(next.value.value) })
          if (entry !== null && !append(db, entry)) throw new Error('broken assumption: entries are out of order')
          done++
        }
        return true
      }
      for (let isMore = true; isMore; onEntries(done, total)) {
        isMore = db.transactionSync(writeSome)
        await breathe()
      }
    }
    db.transactionSync(() => changes.finish())
  } finally {
    snapshot.close()
  }
}

/** Completes a copy of a store whose entries already have the form of the present schema. */
export const setPresentSchema = (db: Database): void =>
  db.transactionSync(() => {
    writePastEvents(db)
    putSchema(db, STORE_SCHEMA)
  })
