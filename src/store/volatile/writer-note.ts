// Whose turn at the writer of main it is, for those who wait: the process that got it writes its number and its machine into
// a small file, and takes them out again when it is done. LMDB's own lock does not say who holds it. The note is for people:
// nothing depends on it, and a fault of the file is no fault.
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../base/alive.ts'

/** A process, and the machine that its number means something on. */
export interface WriterHolder {
  readonly pid: number
  readonly host: string
}

const fileOf = (dataFolder: string): string => join(dataFolder, 'writer')
/** Longer than the longest name of a machine and a number. */
const noteBytes = 128
const padded = (text: string): Buffer => Buffer.from(text.slice(0, noteBytes - 1).padEnd(noteBytes - 1) + '\n')
const nobody = padded('')

export class WriterNote {
  readonly #dataFolder: string
  readonly #ours = padded(`${process.pid} ${hostname()}`)
  #file: number | null = null

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
  }

  /** This process has the writer. */
  put(): void {
    this.#try((file) => void writeSync(file, this.#ours, 0, noteBytes, 0))
  }

  /** This process has given the writer back. The note of another one that has it by now stays. */
  remove(): void {
    this.#try((file) => {
      if (read(file).equals(this.#ours)) writeSync(file, nobody, 0, noteBytes, 0)
    })
  }

  /** Who has it; null: nobody who said so is still there. */
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
