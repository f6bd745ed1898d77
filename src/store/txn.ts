// The object that a change of the main database gets, and through which it writes.
import type { Database } from './file/environment.ts'
import type { Changes } from './door/recent-writes.ts'
import type { ActWriter } from './records/act-writer.ts'
import type { EventWriter } from './records/events.ts'
import type { Counted } from './records/kind.ts'
import type { ChunkWriter } from './rows/chunk-writer.ts'
import type { Store } from './store.ts'

export type { OnWait } from './door/writer.ts'

export interface Txn extends Changes {
  readonly store: Store
  readonly db: Database
  /** The larger of the clock and the last time given, so it never goes back. */
  readonly timeMs: number
  /** Promises that this write changes no rules, and only these rows (texts, proposals). Without it, anything may have changed. */
  changesOnly(rowIds: ReadonlySet<string>): void
  readonly proposals: number[]
  /** Moves rows between cells and stamps their times when the write ends. */
  readonly chunks: ChunkWriter
  /** Counts people's work on texts when the write ends. */
  readonly acts: ActWriter
  /** Appends to the log of events when the write ends. */
  readonly events: EventWriter
}

export type WriteResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: 'busy' | 'save_failed' }

/** Writes values where no reader sees them yet (file/aside.ts). */
export interface Aside {
  readonly db: Database
  /** The time of these writes: not before the latest write, and not after the end of this work. */
  readonly timeMs: number
  readonly breathe: () => Promise<void>
  /** The table's values may be aside. Flush before reading what was put. */
  put(key: Uint8Array, value: Uint8Array): void
  readonly isFull: boolean
  flush(): Promise<void>
  /** The value that is aside under this key, or else the present one; good until the next read. */
  ahead(key: Uint8Array): Buffer | undefined
  /** The first `count` keys with a value aside, from `from` on under a prefix, ascending. */
  keys(prefix: Uint8Array, from: Uint8Array, count: number): Buffer[]
  /**
   * Sets waiting pointers on the keys under a prefix that have a value and one aside, in small transactions, which
   * shortens the switch. Drops the value aside if `stands` returns false.
   */
  putWaitingPointers(prefix: Uint8Array, stands: (now: Buffer, later: Buffer) => boolean): Promise<void>
  /** A small transaction for data that no reader sees yet, and that may stay if nothing is revealed. */
  commit(change: () => void): Promise<void>
  /** Takes `count` ids and returns the first. Ids that are then not used leave a gap. */
  reserve(of: Counted, count: number): Promise<number>
  /** Gives the ids of new rows their ordinals. No reader finds a row by them before it exists. */
  nameRows(ids: Iterable<readonly [id: Uint8Array, ordinal: number]>): Promise<void>
}

export interface Switch extends Txn {
  readonly breathe: () => Promise<void>
  /** After the transaction readers find the value aside under this key. */
  reveal(key: Uint8Array): void
  remove(key: Uint8Array): void
  ahead(key: Uint8Array): Buffer | undefined
  keys(prefix: Uint8Array, from: Uint8Array, count: number): Buffer[]
  drop(key: Uint8Array): void
}
