// Faults of the disk. A commit that failed before its flush left nothing, and the next one may succeed (disk full). After a failed
// flush the content of the disk is unknown, because the kernel may have dropped the pages: nothing may be promised until the store
// is opened again.
//
// Errors of lmdb-js 3.5.6, found by injecting errors into its system calls:
//   write of a page fails     "…: Attempting to write page at position …" and the errno
//   write of a page is short  bare errno EIO, as a failed flush; it happens when the disk (or a limit) fills up
//   fdatasync fails           bare errno; the next commit would be acknowledged as if nothing had been
//   write of the header fails bare errno; from then on every transaction, reads too, is MDB_PANIC, and writes never end
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { dataFileOf } from '../data-files.ts'
import { endEngineLine } from '../file/environment.ts'
import type { DiskTrouble, Store } from '../store.ts'

export class Faults implements DiskTrouble {
  /** Set by a failed flush and never taken back: only a new process may promise anything again. */
  flushFailed = false
  /** Called with each failed commit; the composition root logs it. */
  onFault: (error: unknown, isFlush: boolean) => void = () => {}

  /** Takes the error of a failed commit: decides what it means, logs it, and restores reading if it is gone. */
  async report(store: Store, error: unknown): Promise<void> {
    const { detail, isFlush } = await this.judge(store, error)
    this.onFault(detail, isFlush)
    if (!isFlush) return
    try {
      await store.reviveMain()
    } catch (reviveError) {
      this.onFault(reviveError, true)
    }
  }

  /** What the error of a failed commit means; notes a failed flush, and logs nothing. */
  async judge(store: Store, error: unknown): Promise<{ readonly detail: unknown; readonly isFlush: boolean }> {
    const detail = await detailOf(error)
    endEngineLine(detail)
    if (!isFlushError(detail)) return { detail, isFlush: false }
    if (isRoomShort(store.folder)) return { detail: noRoom(detail), isFlush: false }
    this.flushFailed = true
    return { detail, isFlush: true }
  }
}

const noRoom = (error: unknown): Error =>
  new Error('no room on the disk: the engine could write only a part of a page', { cause: error })

/** An error of the storage engine, which has a number. */
export const isEngineError = (error: unknown): boolean =>
  // The reason of an AbortSignal has a number too, for old times' sake.
  error instanceof Error && !(error instanceof DOMException) && typeof (error as { code?: unknown }).code === 'number'

/** The rejection of a failed commit, or an error of the disk thrown by a write inside the transaction. */
export const isCommitFailure = (error: unknown): boolean =>
  isEngineError(error) || (error instanceof Error && 'commitError' in error)

/** A promise that never settles must not delay the answer: then the first error is used. */
const detailWaitMs = 1_000

/** A failed commit comes as an empty error whose `commitError`, another promise, rejects with the real one. */
export async function detailOf(error: unknown): Promise<unknown> {
  const { commitError } = (error ?? {}) as { commitError?: Promise<unknown> }
  if (commitError === undefined) return error
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(error), detailWaitMs)
  })
  return await Promise.race([commitError.catch((reason: unknown) => reason), late]).finally(() => clearTimeout(timer))
}

/** Errors of the system that do not concern the disk (EAGAIN, ENOMEM, EACCES), and full disks by Windows' numbers. */
const notTheFlush = new Set(process.platform === 'win32' ? [8, 14, 39, 112] : [11, 12, 13])

function isFlushError(error: unknown): boolean {
  const { message = '', code } = (error ?? {}) as { message?: string; code?: unknown }
  if (/MDB_PANIC/.test(message)) return true
  if (/Attempting to write page/.test(message)) return false
  return typeof code === 'number' && code > 0 && !notTheFlush.has(code)
}

/** Less free room than this counts as a full disk. */
const roomBytesMin = 32 * 1024 * 1024
/** Bytes of a trial write. */
const probeBytes = 1024 * 1024

/** Whether a short write is likelier: the disk is nearly full, or a limit of the process or a quota applies. */
function isRoomShort(dataFolder: string): boolean {
  const probe = join(dataFolder, `room.${process.pid}`)
  try {
    const { bavail, bsize } = statfsSync(dataFolder)
    if (bavail * bsize < roomBytesMin) return true
    const end = statSync(dataFileOf(dataFolder)).size
    const fd = openSync(probe, 'w', 0o600)
    try {
      // Where the store would grow: a limit on file sizes shows there.
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

/** Keeps lmdb-js from printing its errors by `console.error`: `report` logs each in one line. */
export function quietEngine(): void {
  if (isQuiet) return
  isQuiet = true
  const { error: print } = console
  console.error = (...args: unknown[]) => {
    if (args.length !== 1 || !isEngineError(args[0])) print(...args)
  }
}
