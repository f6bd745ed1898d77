// What the rest of the program holds of an open store: the environments of one data folder, and what a process remembers
// about them. The parts are named by what is asked of them, so that each of them can be handed the store itself.
import type { Clock } from '../base/time.ts'
import type { RecentWrites } from './door/recent-writes.ts'
import type { Writer } from './door/writer.ts'
import type { Database } from './file/environment.ts'
import type { FileNames } from './rows/file-names.ts'

// An environment of LMDB.
export type { Database } from './file/environment.ts'

export interface Store {
  readonly folder: string
  /** Ask for it anew after every wait: it is another one after a fault of the disk. */
  readonly main: Database
  readonly volatile: Database
  /** What is made from main to find things in it (derived/); opened when it is first asked for, and may fail to. */
  readonly derived: Database
  readonly clock: Clock
  readonly files: FileNames
  readonly faults: DiskTrouble
  readonly writes: WriteLine
  /** Where both the line and long work begin their transactions. */
  readonly writer: Writer
  /** What is known of the state that reads see now; null: nothing. */
  readonly view: { writes: number | null }
  readonly recentWrites: RecentWrites
  /** Counts v1 requests in memory once this process serves alone. */
  readonly soleCounter: SoleRequests
  /** Opens main anew when LMDB gave it up after a failed write of its header, so that reads go on. */
  reviveMain(): Promise<void>
  /**
   * Stops what runs by itself, for a process that is about to end: its end closes the environments. Closing them here
   * would destroy the locks in the shared lock file when nobody else has it open, and a process that opens the store at
   * that moment would take the destroyed locks for good (LMDB, ITS#10095): it fails with `Invalid argument`, or crashes.
   * True: nothing is being written any more.
   */
  leave(): Promise<boolean>
  /** Leaves, and closes the environments: only where no other process can come to open them. */
  close(): Promise<void>
}

/** What went wrong with the disk, for as long as it matters. */
export interface DiskTrouble {
  /** Set by a failed flush and never taken back: only a new process may promise anything again. */
  flushFailed: boolean
  /** Called with each failed commit; the composition root logs it. */
  onFault: (error: unknown, isFlush: boolean) => void
  /** Takes the error of a failed commit: decides what it means, tells the log, and brings reading back if it is gone. */
  report(store: Store, error: unknown): Promise<void>
  /** What the error of a failed commit means; notes a failed flush, and tells nobody. */
  judge(store: Store, error: unknown): Promise<{ readonly detail: unknown; readonly isFlush: boolean }>
}

/** One change that waits for the writer. */
export interface Job {
  /** Runs inside the transaction, in an undoable part of its own; false: the writer gave up, and nothing happens. */
  run(): boolean
  /** What `run` threw, for whoever asked; its part was undone. */
  threw(error: unknown): void
  /** The commit that held the job is durable. */
  saved(): void
  /** Nothing of it was kept, or nothing may be promised about it. */
  notSaved(): void
  /** Stop waiting for the writer; no effect once `run` was called. */
  giveUp(): void
}

/** Who wants to write, in order. */
export interface WriteLine {
  add(store: Store, job: Job): void
  /** Resolves when nobody waits. */
  idle(): Promise<void>
  /** Resolves when those whose turn has come have run, or another process holds the writer; null: nobody's has come. */
  readonly begun: Promise<void> | null
  /** The process is about to end: nobody should begin to wait. */
  readonly isGivenUp: boolean
  /** Everybody who still waits for the writer is told that it was not free: the process is about to end. */
  giveUpWaiting(): void
}

/** Counts the v1 requests of people, minute by minute, in memory. */
export interface SoleRequests {
  /** Says that this process is about to serve; it counts alone if no other does. Call it before the first request. */
  begin(store: Store, isAlone: boolean): void
  /** Stores what is counted, at the end of the server. */
  end(store: Store): void
  /** The requests a person made in the minute so far; undefined when only the store can tell. */
  usedIn(store: Store, minute: number, userId: number): number | undefined
  /** Takes over the count of a person from the store. */
  remember(minute: number, userId: number, used: number): void
  /** Counts one request of a person whose count `usedIn` knew. */
  add(store: Store, userId: number): void
}

export interface RequestCount {
  readonly isAdmitted: boolean
  /** What the person has used, with this request if it was admitted. */
  readonly used: number
  /** The one it was counted in: a later one after a small step back of the clock. */
  readonly minute: number
}
