// What callers import to open or make a store.

// Opens the store of a folder.
export { openStore } from './door/open-store.ts'
export { openInTurn } from './door/opening-gate.ts'

// Makes a new store beside another, to replace it.
export { makeStore } from './file/beside.ts'

// Reads a store's schema, and says why a store can't be opened.
export { readSchema } from './file/environment.ts'
export { type StoreRefusal, StoreUnusable } from './file/store-unusable.ts'
