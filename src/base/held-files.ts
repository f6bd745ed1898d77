// Retries a change of a file that another program has open. On Windows a virus scanner, the search indexer or a sync client
// opens each new file, and renaming, replacing or removing it fails meanwhile, for seconds if it is large. Elsewhere the same
// codes mean something else (EPERM: rights).
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * By platform the error codes of a file in use. On Windows: sharing or lock violation, access denied, a folder with a file that is not
 * removed yet.
 */
const HELD: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'],
}

/** The pauses between attempts, together 2.2 s. */
const pausesMs = [20, 50, 100, 200, 400, 600, 800]

export const isHeld = (error: unknown, platform: NodeJS.Platform = process.platform): boolean =>
  HELD[platform]?.includes((error as NodeJS.ErrnoException | null)?.code ?? '') === true

/** Does the change. While the file is in use it tries again, for about 2 s, and then throws the error. */
export async function whenFree<T>(
  action: () => T | Promise<T>,
  platform: NodeJS.Platform = process.platform,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await action()
    } catch (error) {
      if (!isHeld(error, platform)) throw error
    }
    await pause(ms)
  }
  return await action()
}

/** Does what `whenFree` does, with the thread asleep during the pauses. */
export function whenFreeSync<T>(
  action: () => T,
  platform: NodeJS.Platform = process.platform,
  pause: (ms: number) => void = sleepSync,
): T {
  for (const ms of pausesMs) {
    try {
      return action()
    } catch (error) {
      if (!isHeld(error, platform)) throw error
    }
    pause(ms)
  }
  return action()
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * The first target that can't be replaced, because another program has it open. All are tested before one is replaced, because main and
 * diff must be of one export. Renaming a file to its own name fails on Windows exactly when replacing it would; opening it does not,
 * because most programs share reading.
 */
export async function heldTarget(
  targets: readonly { readonly path: string }[],
  platform: NodeJS.Platform = process.platform,
  tryRename: typeof rename = rename,
): Promise<string | null> {
  if (platform !== 'win32') return null
  for (const { path } of targets) {
    try {
      await whenFree(() => tryRename(path, path), platform)
    } catch (error) {
      if (isAbsent(error)) continue
      if (isHeld(error, platform)) return path
      throw error
    }
  }
  return null
}
