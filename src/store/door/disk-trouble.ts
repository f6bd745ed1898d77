// Tells what a disk fault means. A commit that failed before its flush left nothing, and the next one may succeed (disk full).
// After a failed flush the content of the disk is unknown, because the kernel may have dropped the pages: nothing may be
// promised until a new process opens the store.
//
// Errors of lmdb-js 3.5.6, found by injecting errors into its system calls:
//   write of a page fails     "…: Attempting to write page at position …" and the errno
//   write of a page is short  bare EIO, like a failed flush; the disk (or a limit) is full
//   fdatasync fails           bare errno; the next commit would be acknowledged as usual
//   write of the header fails bare errno; then every transaction, also a read, gets MDB_PANIC, and writes never end
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytesIn, roomBytesMin } from '../../base/disk-room.ts'
import { dataFileOf } from '../data-files.ts'
import { endEngineLine, isEngineError } from '../file/environment.ts'

export class Faults {
  /** True after a failed flush, and never reset: only a new process may promise durability again. */
  flushFailed = false
  /** Called with a failed commit, for the log. */
  onFault: (error: unknown, isFlush: boolean) => void = () => {}
  readonly #folder: string
  readonly #reviveMain: () => Promise<void>

  /** `reviveMain` opens main again after a failed write of its header, so that reads go on. */
  constructor(dataFolder: string, reviveMain: () => Promise<void>) {
    this.#folder = dataFolder
    this.#reviveMain = reviveMain
  }

  /** Judges and logs a failed commit, and revives main if needed. */
  async report(error: unknown): Promise<void> {
    const { detail, isFlush } = await this.judge(error)
    this.onFault(detail, isFlush)
    try {
      // A full disk may refuse the header, too.
      await this.#reviveMain()
    } catch (reviveError) {
      this.onFault(reviveError, true)
    }
  }

  /** Sets `flushFailed`, and logs nothing. */
  async judge(error: unknown): Promise<{ readonly detail: unknown; readonly isFlush: boolean }> {
    const detail = await detailOf(error)
    endEngineLine(detail)
    if (!isFlushError(detail)) return { detail, isFlush: false }
    if (isRoomShort(this.#folder)) return { detail: noRoom(detail), isFlush: false }
    this.flushFailed = true
    return { detail, isFlush: true }
  }
}

const noRoom = (error: unknown): Error => new Error('no room on the disk: a write was cut short', { cause: error })

/** A commit's rejection, or a disk error of a write inside the transaction. */
export const isCommitFailure = (error: unknown): boolean =>
  isEngineError(error) || (error instanceof Error && 'commitError' in error)

/** A failed commit rejects twice, first without a reason: so long may the second error take, which has it. */
const detailWaitMs = 1_000

/** A failed commit rejects with an empty error; its promise `commitError` rejects with the real one. */
export async function detailOf(error: unknown): Promise<unknown> {
  const { commitError } = (error ?? {}) as { commitError?: Promise<unknown> }
  if (commitError === undefined) return error
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(error), detailWaitMs)
  })
  return await Promise.race([commitError.catch((reason: unknown) => reason), late]).finally(() => clearTimeout(timer))
}

/** Numbers of system errors other than a failed flush (EAGAIN, ENOMEM, EACCES), and Windows' numbers for full disks. */
const notTheFlush = new Set(process.platform === 'win32' ? [8, 14, 39, 112] : [11, 12, 13])

function isFlushError(error: unknown): boolean {
  const { message = '', code } = (error ?? {}) as { message?: string; code?: unknown }
  if (/MDB_PANIC/.test(message)) return true
  if (/Attempting to write page/.test(message)) return false
  return typeof code === 'number' && code > 0 && !notTheFlush.has(code)
}

const probeBytes = 1024 * 1024

/** A short write rather than a failed flush: the disk is nearly full, or a limit or quota applies. */
function isRoomShort(dataFolder: string): boolean {
  const probe = join(dataFolder, `room.${process.pid}`)
  try {
    if (freeBytesIn(dataFolder) < roomBytesMin) return true
    const end = statSync(dataFileOf(dataFolder)).size
    const fd = openSync(probe, 'w', 0o600)
    try {
      // Written where the store would grow, because a limit on file sizes shows only there.
      const written = writeSync(fd, Buffer.alloc(probeBytes), 0, probeBytes, end)
      return written < probeBytes
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    rmSync(probe, { force: true })
  }
}

let isQuiet = false

/** Keeps lmdb-js from printing errors, which `report` logs. */
export function quietEngine(): void {
  if (isQuiet) return
  isQuiet = true
  const { error: print } = console
  console.error = (...args: unknown[]) => {
    if (args.length !== 1 || !isEngineError(args[0])) print(...args)
  }
}
