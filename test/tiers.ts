// What runs when. `npm test` proves the product to whoever clones it, in minutes: the unit tests, and PROOF. `npm run test:all` runs
// everything that needs no build and no browser. test/README.md says what each folder is for.

/** The contract of both APIs, the store and the formats as properties, and the program's whole way once: started, imported, asked, exported. */
export const PROOF = [
  'test/contract/!(generated-clients).test.ts',
  'test/property/{export,formats,gate,import,json-bytes,log,one-frame,store-check,stored-records,undo,v1-reading,v1-writing}.test.ts',
  'test/outside/{v1,legacy}-*.test.ts',
  'test/outside/{another-game,round-trip}.test.ts',
  'test/runtime/{enough-node,version}.test.ts',
]
