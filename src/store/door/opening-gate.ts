// On Windows, processes open and leave a store one at a time. LMDB's locks are named mutexes there, which die with the
// last process that has them: if that process ends between being detected and its mutexes being opened, LMDB fails and
// ends the opening process. So opening happens inside a gate, and an ending process enters it and stays. The gate is a
// file opened without sharing, which the system frees when the process ends. Elsewhere the locks are in a file.
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/time.ts'
import { isHeld } from '../../base/held-files.ts'
import { openStore } from './open-store.ts'
import { inspectWrites, type OnWait } from './writer.ts'
import type { Store } from '../store.ts'

/** Opens the store inside the gate. After `leave`, no other process opens it until this one has ended. */
export async function openInTurn(
  dataFolder: string,
  clock: Clock,
  onWait: OnWait | null = null,
): Promise<{ readonly store: Store; readonly leave: () => Promise<void> }> {
  if (process.env['WINDROW_STRICT'] === '1') inspectWrites((await import('../check/strict.ts')).strictly)
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

/** libuv's UV_FS_O_EXLOCK, which Node lacks: opening without sharing. */
const notShared = 0x1000_0000
const flags = constants.O_RDWR | constants.O_CREAT | notShared

const retryAfterMs = 10
/** More than opening or ending takes; a program that hangs inside must not block the others. */
const waitMsMax = 3_000

/** Returns the way out. */
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
      // The opening of the store itself reports a missing or read-only folder.
      if (!isHeld(error, platform)) break
    }
    await sleep(retryAfterMs)
  }
  return () => {}
}
