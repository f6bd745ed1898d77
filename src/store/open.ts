// Opens and makes stores.

// The store of a folder.
export { openStore } from './door/open-store.ts'
export { openInTurn } from './door/opening-gate.ts'

// A new store, made beside another to replace it.
export { makeStore } from './file/beside.ts'

// The schema of a store, and why it can't be opened.
export { readSchema } from './file/environment.ts'
export { type StoreRefusal, StoreUnusable } from './file/store-unusable.ts'
