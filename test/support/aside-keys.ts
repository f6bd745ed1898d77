// Keys of all tables whose values may lie aside, for tests that write under them by hand; some share a slot of what a process
// remembers of marks (store/file/aside.ts).
import { openSnapshot } from '../../src/store/view.ts'
import { keyOfU32 } from '../../src/store/file/keyspace.ts'
import type { Store } from '../../src/store/store.ts'

const NUMBERS = [0, 1, 7, 2 ** 18, 2 ** 18 + 1, 2 ** 31 + 7, 2 ** 32 - 1]
export const ASIDE_KEYS: readonly Buffer[] = (['row', 'reference', 'head', 'official'] as const).flatMap((table) =>
  NUMBERS.map((number) => keyOfU32(table, number)),
)

type Reading = Pick<Store['main'], 'getBinary'>

/** The texts under all these keys; null: there is none. */
export const textsIn = (db: Reading): (string | null)[] =>
  ASIDE_KEYS.map((key) => {
    const value = db.getBinary(key)
    return value === undefined ? null : Buffer.from(value).toString()
  })

/** What a process reads by the marks that it remembers, and what it reads without: of one state. */
export function bothWays(store: Store): { remembering: (string | null)[]; plainly: (string | null)[] } {
  const snapshot = openSnapshot(store)
  try {
    return { remembering: textsIn(store.main), plainly: textsIn(snapshot.db) }
  } finally {
    snapshot.close()
  }
}
