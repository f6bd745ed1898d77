// What a change of main is handed, and how a write ends.
import type { Database } from './file/environment.ts'
import type { ActWriter } from './records/act-writer.ts'
import type { ChunkWriter } from './rows/chunk-writer.ts'
import type { Store } from './store.ts'

// Called while a change waits for the writer.
export type { OnWait } from './door/writer.ts'

/** Inside a write: the database to read and put with, and the one time of this write. */
export interface Txn {
  readonly store: Store
  readonly db: Database
  /** Milliseconds; the larger of the clock and the last time given, so it never goes back. */
  readonly timeMs: number
  /**
   * Says that this write changes nothing of any row but of these (texts, proposals), and none of the rules. Whoever does
   * not call it may change anything.
   */
  changesOnly(rowIds: ReadonlySet<string>): void
  /** Null until `changesOnly` was called. */
  readonly changedRows: ReadonlySet<string> | null
  /** Moves rows between cells and stamps their times; what it gathered is stored when the write ends. */
  readonly chunks: ChunkWriter
  /** Counts what people do to texts; stored when the write ends. */
  readonly acts: ActWriter
}

/** What has ids that count from 1 (records/ids.ts). */
export interface Counted {
  readonly name: string
  readonly hasIds: true
}

export type WriteResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: 'busy' | 'save_failed' }

/** Writing values aside, where nobody sees them yet (file/aside.ts). */
export interface Aside {
  readonly db: Database
  /** For what is written aside: not before the latest write, and not after the end of the work. */
  readonly timeMs: number
  readonly breathe: () => Promise<void>
  /** Gathers the value of a key of a table whose values may lie aside. Flush before it is looked at. */
  put(key: Uint8Array, value: Uint8Array): void
  /** True when so much is gathered that it should be flushed. */
  readonly isFull: boolean
  flush(): Promise<void>
  /** The value that a key will have, good until the next read: the one written aside, else the one it has. */
  ahead(key: Uint8Array): Buffer | undefined
  /** The first `count` keys from `from` on that have a value aside, under a prefix, in order. */
  keys(prefix: Uint8Array, from: Uint8Array, count: number): Buffer[]
  /**
   * Keys under a prefix that have a value aside and one of their own get marks that wait for the switch, in small
   * transactions: revealing them costs nothing there. Where `stands` denies it the value aside is dropped.
   */
  markWaiting(prefix: Uint8Array, stands: (now: Buffer, later: Buffer) => boolean): Promise<void>
  /** A small transaction for what nobody sees yet, and may stay if nothing is revealed. */
  commit(change: () => void): Promise<void>
  /** Takes the next ids of a table, at once and for good: what comes to nothing leaves a gap. Gives the first. */
  reserve(of: Counted, count: number): Promise<number>
  /** Gives ids of new rows their ordinals. No reader finds a row by them before there is one. */
  nameRows(ids: Iterable<readonly [id: Uint8Array, ordinal: number]>): Promise<void>
}

/** The transaction that makes visible what was written aside. */
export interface Switch extends Txn {
  readonly breathe: () => Promise<void>
  /** Readers of this key find the value written aside, from the end of this transaction on. */
  reveal(key: Uint8Array): void
  /** Takes away what a key of such a table has. */
  remove(key: Uint8Array): void
  /** As `Aside.ahead`. */
  ahead(key: Uint8Array): Buffer | undefined
  /** As `Aside.keys`. */
  keys(prefix: Uint8Array, from: Uint8Array, count: number): Buffer[]
  /** Takes back what was written aside for a key. */
  drop(key: Uint8Array): void
}
