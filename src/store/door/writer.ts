// The only way to LMDB's writer of main. A thread waits for the lock and cannot be called back: a caller that gives up
// leaves its transaction behind. That does nothing then, and an ending process must not wait for it
// (base/thread-work.ts).
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../base/alive.ts'
import { noteThreadWork } from '../../base/thread-work.ts'
import type { Database } from '../file/environment.ts'

interface WriterHolder {
  readonly pid: number
  readonly host: string
}

const fileOf = (dataFolder: string): string => join(dataFolder, 'writer')
const noteBytes = 128
const padded = (text: string): Buffer => Buffer.from(text.slice(0, noteBytes - 1).padEnd(noteBytes - 1) + '\n')
const nobody = padded('')

/**
 * Names the process that has the writer of main, which LMDB's lock does not: id and machine in a small file. Only
 * messages use it, so errors are ignored.
 */
class WriterNote {
  readonly #dataFolder: string
  readonly #ours = padded(`${process.pid} ${hostname()}`)
  #file: number | null = null

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
  }

  put(): void {
    this.#try((file) => void writeSync(file, this.#ours, 0, noteBytes, 0))
  }

  /** Removes this process's note, but not one that another process has written since. */
  remove(): void {
    this.#try((file) => {
      if (read(file).equals(this.#ours)) writeSync(file, nobody, 0, noteBytes, 0)
    })
  }

  /** The process that has the writer, by its note. Null: no noted process is alive. */
  holder(): WriterHolder | null {
    return this.#try((file) => {
      const [pid = '', host = ''] = read(file).toString().trim().split(' ')
      if (!/^\d+$/.test(pid)) return null
      return host === hostname() && !isAlive(Number(pid)) ? null : { pid: Number(pid), host }
    })
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #try<T>(work: (file: number) => T): T | null {
    try {
      this.#file ??= openSync(fileOf(this.#dataFolder), constants.O_RDWR | constants.O_CREAT, 0o600)
      return work(this.#file)
    } catch {
      return null
    }
  }
}

function read(file: number): Buffer {
  const note = Buffer.alloc(noteBytes)
  readSync(file, note, 0, noteBytes, 0)
  return note
}

/** After so long a wait the holder is named: only an import, or a hanging process, writes for longer. */
const tellAfterMs = 1_000
const clearingWaitMsMax = 1_000

/** Called when a write has to wait. Null: it is not known who has the writer. */
export type OnWait = (holder: WriterHolder | null) => void

type Inspect = (main: Database, change: () => unknown) => unknown
let inspection: (() => Inspect) | null = null

/** The check of every change of main before its commit (check/strict.ts), for stores opened later; null: none. */
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
   * Runs `change`, which a throw undoes; resolves when it is durable. A signal ends the wait for the writer, and every later
   * transaction, but never a change that has begun.
   */
  async transaction<T>(main: Database, change: () => T, signal?: AbortSignal): Promise<T> {
    if (this.#givenUp !== null) throw this.#givenUp.reason
    const whole = noteThreadWork(main.childTransaction(() => this.#run(change)))
    if (this.#asked++ === 0 && this.#onWait !== null) this.#telling = setTimeout(() => this.tell(), tellAfterMs)
    const end = (): void => this.#end()
    whole.then(end, end)
    return await (signal === undefined ? whole : this.#withPatience(whole, signal))
  }

  tell(holder: WriterHolder | null = this.#note.holder()): void {
    this.#onWait?.(holder)
  }

  get tellsAfterMs(): number {
    return this.#onWait === null ? Number.POSITIVE_INFINITY : tellAfterMs
  }

  close(): void {
    this.#note.close()
  }

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
      // Clearing up after the signal may still wait a little.
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
