// Disposable indexes beside the store: what is derived of main, chunk by chunk of 512 rows, and kept in an environment of its
// own that is never flushed (file/disposable.ts). An index names itself and derives one chunk; keep-up.ts does the rest. So
// writes cost nothing, many processes share the work, and a killed process or a lost file costs a rebuild, never a wrong
// answer (docs/architecture.md#disposable-indexes).
//
// To add one: give it a number here, its tables in keyspace.ts (and raise `DERIVED_SHAPE`), a `DerivedIndex`, and a `KeptIndex` in
// create-app.ts.
import type { Database } from '../file/environment.ts'

/** Numbers of the indexes in the keys of their stamps. Never given twice. */
export const INDEX_NUMBERS = { work: 1 } as const

export interface DerivedIndex {
  readonly name: keyof typeof INDEX_NUMBERS
  /**
   * Replaces what the index holds of a chunk by what main holds of it now; of a chunk without visible rows nothing stays.
   * Called inside a transaction of `derived`, again and again for the same chunk, whatever came of the time before. It must
   * not wait and should take a few milliseconds at most; what it reads must be in main and change only together with the
   * change times of its rows (or raise the generation `unstamped`).
   */
  deriveChunk(main: Database, derived: Database, chunk: number): void
}
