// What callers import to open or make a store.

export { openStore } from './door/open-store.ts'
export { openInTurn } from './door/open-store.ts'

export { makeStore } from './file/beside.ts'

export { readSchema } from './file/environment.ts'
export { type StoreRefusal, StoreUnusable } from './file/store-unusable.ts'
