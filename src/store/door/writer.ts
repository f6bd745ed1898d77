// The only way to LMDB's writer of main, for queued and long writes. A thread waits for the lock and cannot be called back: a
// caller that gives up leaves its transaction behind, which does nothing when its turn comes, and the process must not wait for
// it at its end (base/thread-work.ts).
import { noteThreadWork } from '../../base/thread-work.ts'
import { type WriterHolder, WriterNote } from '../volatile/writer-note.ts'
import type { Database } from '../file/environment.ts'

/** Only an import, or a process that hangs, writes for longer. */
const tellAfterMs = 1_000
const clearingWaitMsMax = 1_000

/** Called after a long wait for the writer; null: no process has noted that it has it. */
export type OnWait = (holder: WriterHolder | null) => void

/** Runs a change and checks what it left. */
type Inspect = (main: Database, change: () => unknown) => unknown
let inspection: (() => Inspect) | null = null

/** Stores that are opened from now on have every change of main checked before its commit (check/strict.ts); null: none. */
export function inspectWrites(inspect: (() => Inspect) | null): void {
  inspection = inspect
}

export class Writer {
  readonly #inspect = inspection?.() ?? null
  readonly #note: WriterNote
  readonly #onWait: OnWait | null
  #asked = 0
  #hasIt = false
  #telling: NodeJS.Timeout | undefined
  #givenUp: { readonly reason: unknown } | null = null

  constructor(dataFolder: string, onWait: OnWait | null) {
    this.#note = new WriterNote(dataFolder)
    this.#onWait = onWait
  }

  /**
   * Runs `change` in a transaction that its throw undoes; durable when the promise resolves. A signal ends the wait for the
   * writer, and every later transaction, but never a change that has begun.
   */
  async transaction<T>(main: Database, change: () => T, signal?: AbortSignal): Promise<T> {
    if (this.#givenUp !== null) throw this.#givenUp.reason
    const whole = noteThreadWork(main.childTransaction(() => this.#run(change)))
    if (this.#asked++ === 0 && this.#onWait !== null) this.#telling = setTimeout(() => this.tell(), tellAfterMs)
    const end = (): void => this.#end()
    whole.then(end, end)
    return await (signal === undefined ? whole : this.#withPatience(whole, signal))
  }

  /** Reports the holder that is waited for. */
  tell(holder: WriterHolder | null = this.#note.holder()): void {
    this.#onWait?.(holder)
  }

  get tellsAfterMs(): number {
    return this.#onWait === null ? Number.POSITIVE_INFINITY : tellAfterMs
  }

  close(): void {
    this.#note.close()
  }

  /** Runs a change inside its transaction, inspected if writes are. */
  inspected<T>(main: Database, change: () => T): T {
    return this.#inspect === null ? change() : (this.#inspect(main, change) as T)
  }

  #run<T>(change: () => T): T {
    if (this.#givenUp !== null) throw this.#givenUp.reason
    if (!this.#hasIt) this.#note.put()
    this.#hasIt = true
    clearTimeout(this.#telling)
    return change()
  }

  #end(): void {
    if (--this.#asked > 0) return
    clearTimeout(this.#telling)
    if (this.#hasIt) this.#note.remove()
    this.#hasIt = false
  }

  #withPatience<T>(whole: Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (this.#hasIt) return
        this.#givenUp = { reason: signal.reason }
        reject(signal.reason as Error)
      }
      // Clearing up after the signal may wait a little.
      const timer = signal.aborted ? setTimeout(giveUp, clearingWaitMsMax) : undefined
      signal.addEventListener('abort', giveUp, { once: true })
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      whole.finally(end).then(resolve, reject)
    })
  }
}
