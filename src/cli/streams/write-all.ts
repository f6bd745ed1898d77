// Writes to a non-blocking file descriptor (a pipe) in pieces that a pipe takes whole or not at all, because some runtimes do not
// report how much of a larger piece was written.
import { setTimeout as sleep } from 'node:timers/promises'

/** The most bytes that a pipe of Linux takes whole or not at all (PIPE_BUF). Where that is less, partial writes are reported. */
const pieceBytes = 4096
const lookEveryMs = 10

export type WritePart = (bytes: Uint8Array, offset: number, length: number) => Promise<number>

/** Writes all bytes, trying again while the pipe's reader takes nothing. */
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
