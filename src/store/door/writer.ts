// The one way to LMDB's writer of main, for queued and for long writes alike. The lock is waited for in a thread that nobody
// can call back: whoever gives up waiting leaves the transaction behind, which does nothing when its turn comes, and the
// process must not wait for it at its end (base/thread-work.ts).
import { noteThreadWork } from '../../base/thread-work.ts'
import { type WriterHolder, WriterNote } from '../volatile/writer-note.ts'
import type { Database } from '../file/environment.ts'

/** Nobody writes for so long but an import, or a process that hangs. */
const tellAfterMs = 1_000
const clearingWaitMsMax = 1_000

/** Hears of a wait for the writer that lasts; null: nobody said that they have it. */
export type OnWait = (holder: WriterHolder | null) => void

export class Writer {
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
   * Runs `change` in a transaction that its throw undoes; durable when the promise resolves. A signal ends the waiting for the
   * writer, not the change; from then on nothing else is begun.
   */
  async transaction<T>(main: Database, change: () => T, signal?: AbortSignal): Promise<T> {
    if (this.#givenUp !== null) throw this.#givenUp.reason
    const whole = noteThreadWork(main.childTransaction(() => this.#run(change)))
    if (this.#asked++ === 0 && this.#onWait !== null) this.#telling = setTimeout(() => this.tell(), tellAfterMs)
    const end = (): void => this.#end()
    whole.then(end, end)
    return await (signal === undefined ? whole : this.#withPatience(whole, signal))
  }

  /** Says who is waited for; a lease knows its holder itself. */
  tell(holder: WriterHolder | null = this.#note.holder()): void {
    this.#onWait?.(holder)
  }

  get tellsAfterMs(): number {
    return this.#onWait === null ? Number.POSITIVE_INFINITY : tellAfterMs
  }

  close(): void {
    this.#note.close()
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
      // What clears up after the signal may wait a little.
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
