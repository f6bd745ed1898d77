// Writes all bytes to a file descriptor that may not wait (a pipe): in pieces that a pipe takes whole or not at all, since
// not every runtime says how much of a larger one it took.
import { setTimeout as sleep } from 'node:timers/promises'

/** PIPE_BUF of Linux; where it is less, a piece may be taken in part, and how much is told. */
const pieceBytes = 4096
const lookEveryMs = 10

/** Writes a part of the bytes; gives how many were taken. */
export type WritePart = (bytes: Uint8Array, offset: number, length: number) => Promise<number>

/** Writes all of them, trying again for as long as the reader takes none. */
export async function writeAll(write: WritePart, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += await write(bytes, done, Math.min(pieceBytes, bytes.length - done))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await sleep(lookEveryMs, undefined, signal === undefined ? {} : { signal })
    }
  }
}
