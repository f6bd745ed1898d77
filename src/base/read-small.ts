// Reads files of which a game may have thousands. A small one is read at once: another thread for it costs several times what the
// reading costs. Every few milliseconds the other work of the process goes first.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A stream takes this much memory for each file, and so much is read in a fraction of a millisecond. */
export const smallBytesMax = 1024 * 1024
const pauseEveryMs = 3

let pausedAtMs = 0

/** Lets other work of the process run, if none has run for a few milliseconds. */
export async function pauseBetweenFiles(): Promise<void> {
  if (performance.now() - pausedAtMs < pauseEveryMs) return
  await nextTurn()
  pausedAtMs = performance.now()
}

/** The bytes of a file. `sizeBytes`: as it says itself. */
export async function readSmall(path: string, sizeBytes: number): Promise<Buffer> {
  await pauseBetweenFiles()
  return sizeBytes <= smallBytesMax ? readFileSync(path) : await readFile(path)
}
