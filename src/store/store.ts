// An open store: the environments of one data folder, and what a process remembers about them. A function that needs
// one part asks for it under its name here, so that the whole store can be passed.
import type { Clock } from '../base/time.ts'
import type { Faults } from './door/disk-trouble.ts'
import type { RecentWrites } from './door/recent-writes.ts'
import type { Writer } from './door/writer.ts'
import type { Database } from './file/environment.ts'
import type { FileNames } from './rows/source-files.ts'

export type { Database } from './file/environment.ts'

export interface Store {
  readonly folder: string
  /** Read it again after every wait: a disk fault replaces it. */
  readonly main: Database
  readonly volatile: Database
  /** Indexes made from main (derived/). Opened by the first access, which may throw. */
  readonly derived: Database
  readonly clock: Clock
  readonly files: FileNames
  readonly faults: Faults
  readonly writes: WriteLine
  readonly writer: Writer
  /** The count of writes that reads see; null: unknown. */
  readonly view: { writes: number | null }
  readonly recentWrites: RecentWrites
  readonly advanceCounts: AdvanceCounts
  /**
   * Stops all work before the process ends, which closes the environments. True: no write is under way. Closing them
   * here would destroy the locks in the shared lock file if no other process has it open; a process that opens the
   * store at that moment would take the destroyed locks for good (LMDB, ITS#10095), and fail with `Invalid argument` or
   * crash.
   */
  leave(): Promise<boolean>
  /** Closes the environments. Only for a store that no other process can open. */
  close(): Promise<void>
}

export interface Job {
  /** Runs the job in an undoable part of the transaction. False: the caller gave up, and nothing was changed. */
  run(): boolean
  /** Called when `run` threw: its part was undone. */
  threw(error: unknown): void
  /** Called when the commit is durable. */
  saved(): void
  /** Called when nothing was kept, or its durability is unknown. */
  notSaved(): void
  /** Ends the wait for the writer. It has no effect after `run`. */
  giveUp(): void
}

export interface WriteLine {
  add(store: Store, job: Job): void
  idle(): Promise<void>
  /** Resolves when the current round has run, or another process seems to hold the writer; null: no round is about to run. */
  readonly roundHasRun: Promise<void> | null
  /** The process is about to end: no job may begin to wait. */
  readonly isGivenUp: boolean
  giveUpWaiting(): void
}

/** Counts requests to API v1: in advance while this process is the only server. */
export interface AdvanceCounts {
  /** This process is a server, and no worker of one. */
  begin(): void
  admit(store: Store, userId: number, ceiling: number): Admission
  /** Gives back at once what is counted and has not come, as at the end of the process. */
  giveBack(store: Pick<Store, 'volatile'>): void
}

export interface Admission {
  readonly isAdmitted: boolean
  readonly remaining: number
  readonly windowEndsAtMs: number
}
