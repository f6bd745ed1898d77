// The digest of the set-up code printed at this start (docs/decisions.md#set-up-link). In volatile, because the next
// start voids it even while an import holds the writer of main.
import { keyOf } from '../file/keyspace.ts'
import { getRecord, putRecord, removeEntry } from '../file/record.ts'
import type { Store } from '../store.ts'

interface SetupCode {
  /** SHA-256, hex. */
  readonly digest: string
  readonly madeAtMs: number
}

const key = keyOf('setup')

export const readSetupCode = (store: Store): SetupCode | undefined => getRecord<SetupCode>(store.volatile, key)

/** Null removes the code. */
export function putSetupCode(store: Store, code: SetupCode | null): void {
  store.volatile.transactionSync(() => {
    if (code === null) removeEntry(store.volatile, key)
    else putRecord(store.volatile, key, code)
  })
}

/** Removes the code if it is still this one; of concurrent callers one gets true. */
export function takeSetupCode(store: Store, digest: string): boolean {
  return store.volatile.transactionSync(
    () => getRecord<SetupCode>(store.volatile, key)?.digest === digest && removeEntry(store.volatile, key),
  )
}
