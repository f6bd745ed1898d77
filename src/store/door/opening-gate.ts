// One process at a time opens a store or ends, on Windows. LMDB's locks are named mutexes there, which die with the last
// process that holds them, and a process that opens the store finds out that there is another one before it opens that
// one's mutexes: when the other ends in between, LMDB fails and takes the process with it. So opening happens inside a gate,
// and whoever ends goes into it and does not come out. The gate is a file that is opened so that nobody else can: it is free
// at once when its process is gone, however it went. Elsewhere the locks lie in a file and no gate is needed.
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { isHeld } from '../../base/held-files.ts'
import { openStore } from './open-store.ts'
import type { OnWait } from './writer.ts'
import type { Store } from '../store.ts'

/** Opens the store in its turn. `leave` is the last thing a process does with it: no other opens it until that is gone. */
export async function openInTurn(
  dataFolder: string,
  clock: Clock,
  onWait: OnWait | null = null,
): Promise<{ readonly store: Store; readonly leave: () => Promise<void> }> {
  const goOut = await enterGate(dataFolder)
  try {
    const store = openStore(dataFolder, clock, { onWait })
    const leave = async (): Promise<void> => {
      await store.leave()
      await enterGate(dataFolder)
    }
    return { store, leave }
  } finally {
    goOut()
  }
}

/** libuv's UV_FS_O_EXLOCK, which Node has no name for: on Windows the file is shared with nobody. */
const notShared = 0x1000_0000
const flags = constants.O_RDWR | constants.O_CREAT | notShared

const retryAfterMs = 10
/** Longer than an opening or an end takes; a program that hangs inside must not hold up all others. */
const waitMsMax = 3_000

/** Waits until nobody else is inside, though not for ever, and goes in; gives the way out. */
export async function enterGate(
  dataFolder: string,
  platform: NodeJS.Platform = process.platform,
  open: (file: string, flags: number) => number = openSync,
): Promise<() => void> {
  if (platform !== 'win32') return () => {}
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += retryAfterMs) {
    try {
      const gate = open(join(dataFolder, 'gate'), flags)
      return () => closeSync(gate)
    } catch (error) {
      // A folder that is not there yet, or cannot be written, is for the opening itself to deal with.
      if (!isHeld(error, platform)) break
    }
    await sleep(retryAfterMs)
  }
  return () => {}
}
