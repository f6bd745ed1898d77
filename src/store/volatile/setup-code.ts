// The digest of the set-up code that this start printed (docs/decisions.md#set-up-link). It lies in volatile: it is
// worth nothing after the next start, it needs no writer of main (an import may hold it), and all processes of the
// server see it.
import { keyOf } from '../keyspace.ts'
import { getRecord, putRecord, removeEntry } from '../record.ts'
import type { Store } from '../store.ts'

interface SetupCode {
  /** SHA-256 of the code, hex. */
  readonly digest: string
  readonly madeAtMs: number
}

const key = keyOf('setup')

export const readSetupCode = (store: Store): SetupCode | undefined => getRecord<SetupCode>(store.volatile, key)

/** Replaces the code of an earlier start; null: there is none from now on. */
export function putSetupCode(store: Store, code: SetupCode | null): void {
  store.volatile.transactionSync(() => {
    if (code === null) removeEntry(store.volatile, key)
    else putRecord(store.volatile, key, code)
  })
}

/** Takes the code out for good if it is still this one; of two that try at once only one gets it. */
export function takeSetupCode(store: Store, digest: string): boolean {
  return store.volatile.transactionSync(
    () => getRecord<SetupCode>(store.volatile, key)?.digest === digest && removeEntry(store.volatile, key),
  )
}
