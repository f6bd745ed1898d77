// Waits while an import's last transaction runs, without asking LMDB for the writer: a wait inside LMDB blocks a thread that
// cannot be interrupted, even when the process ends. The import's record (lease) is only a hint; the lock is LMDB's.
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'

const lookEveryMs = 5

/** Waits, and returns how much of `waitMsMax` is left; null: nothing is, or the process is ending. */
export async function waitOutImport(app: App, waitMsMax: number): Promise<number | null> {
  const deadlineMs = app.clock.monotonicMs() + waitMsMax
  while (app.lease.isHeld(app.store)) {
    const leftMs = deadlineMs - app.clock.monotonicMs()
    if (leftMs <= 0 || app.store.writes.isGivenUp) return null
    await sleep(Math.min(lookEveryMs, leftMs))
  }
  return Math.max(0, deadlineMs - app.clock.monotonicMs())
}
