// Files that another program holds for a moment. On Windows a virus scanner, the search indexer or a sync client opens each
// new file, a large one for seconds, and whoever renames, replaces or removes it meanwhile is refused. Such a refusal is
// waited out; on other systems the same codes mean something else (EPERM: rights) and nothing is tried twice.
import { setTimeout as sleep } from 'node:timers/promises'

/** What Windows answers about a file in use: a sharing or lock violation, access denied, a folder whose file is not gone yet. */
const HELD: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'],
}

/** Between one try and the next; together 2.2 s. */
const pausesMs = [20, 50, 100, 200, 400, 600, 800]

/** Whether a fault of the file system may come from another program that holds the file. */
export const isHeld = (error: unknown, platform: NodeJS.Platform = process.platform): boolean =>
  HELD[platform]?.includes((error as NodeJS.ErrnoException | null)?.code ?? '') === true

/** Does it, again and again for about 2 s while the file is held; then its fault is thrown. */
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

/** As `whenFree`, for what has to be done at once: the thread sleeps. */
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
