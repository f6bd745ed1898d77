// A fixed view of main for a long read: an export reads for minutes, with other work in between, and must not see half of a
// concurrent write. Close it soon: while it is open, LMDB reuses no pages that writers free.
import type { Database } from './environment.ts'
import { freshen, type Store } from '../store.ts'

export interface Snapshot {
  /** For every read function of the store; it can't be written through. */
  readonly db: Database
  close(): void
}

/** Takes a view of main as it is now. */
export function openSnapshot(store: Store): Snapshot {
  freshen(store)
  const { main } = store
  const transaction = main.useReadTransaction()
  const options = { transaction }
  // The typings leave out that binary reads take options. Read functions of the store use only these functions.
  const read = main as unknown as {
    getBinary(key: Uint8Array, options: unknown): Buffer | undefined
    getBinaryFast(key: Uint8Array, options: unknown): Buffer | undefined
  }
  const db = {
    get: (key: Uint8Array) => main.get(key, options),
    getBinary: (key: Uint8Array) => read.getBinary(key, options),
    getBinaryFast: (key: Uint8Array) => read.getBinaryFast(key, options),
    doesExist: (key: Uint8Array) => read.getBinaryFast(key, options) !== undefined,
    getRange: (range: object) => main.getRange({ ...range, transaction }),
    getKeys: (range: object) => main.getKeys({ ...range, transaction }),
    getKeysCount: (range: object) => main.getKeysCount({ ...range, transaction }),
  }
  let isOpen = true
  return {
    db: db as unknown as Database,
    close() {
      if (isOpen) transaction.done()
      isOpen = false
    },
  }
}
