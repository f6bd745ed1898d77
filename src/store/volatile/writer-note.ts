// Names the process that has the writer of main, which LMDB's lock does not: id and machine in a small file. Only
// messages use it, so errors are ignored.
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../base/alive.ts'

export interface WriterHolder {
  readonly pid: number
  readonly host: string
}

const fileOf = (dataFolder: string): string => join(dataFolder, 'writer')
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

  put(): void {
    this.#try((file) => void writeSync(file, this.#ours, 0, noteBytes, 0))
  }

  /** Keeps a note that another process has written since. */
  remove(): void {
    this.#try((file) => {
      if (read(file).equals(this.#ours)) writeSync(file, nobody, 0, noteBytes, 0)
    })
  }

  /** Null: no noted process is alive. */
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
