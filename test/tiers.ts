// What runs when. `npm test` proves the product to whoever clones it, in minutes: the unit tests, and PROOF. `npm run test:all` runs
// everything that needs no build and no browser. test/README.md says what each folder is for.

/** The rooms of `src`, and the packages. */
export const UNIT = ['{test,packages/*/test}/unit/**/*.test.ts']

/** The contract of both APIs, the store and the formats as properties, the program's whole way once (started, imported, asked, exported), and
 * unit tests that would make the loop of their room long. */
export const PROOF = [
  'test/contract/!(generated-clients).test.ts',
  'test/property/{export,formats,gate,import,json-bytes,log,one-frame,store-check,stored-records,undo,v1-reading,v1-writing}.test.ts',
  'test/outside/{v1,legacy}-*.test.ts',
  'test/outside/{another-game,round-trip}.test.ts',
  'test/runtime/{enough-node,version}.test.ts',
  'test/slow/admin/{bench-draft,bench-lists,counting,labels,misfits,page-holds,sessions,suggestions,work-links}.test.ts',
  'test/slow/app/{claims,editions,export-again,export-texts,import-game-files,import-localized,labels}.test.ts',
  'test/slow/app/game/pairs-in-game.test.ts',
  'test/slow/cli/mistakes.test.ts',
  'packages/players/test/slow/install-release.test.ts',
]
