// Tries the newest automatic backup once a week while a server runs, in processes of lower priority: restores it into a
// folder of its own, checks that store as `windrow check` does, and removes it.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../app/app.ts'
import { backupToTry, noteRestoreTrial } from '../../../app/backup/restore-trial.ts'
import { doAlone } from '../../../app/upkeep/do-alone.ts'
import { type Ended, reasonOf, startOwn } from '../../../runtime/start-own.ts'

const lookEveryMs = 10 * 60 * 1000
const trialPrefix = '.trial-'

/** Tries backups while a server runs. Not on Deno, which would ask its user for permission. */
export function keepTryingBackups(app: App, signal: AbortSignal): void {
  if (process.versions['deno'] !== undefined) return
  let isBusy = false
  const look = (): void => {
    if (isBusy) return
    isBusy = true
    tryIfDue(app, signal)
      .catch((error: unknown) => app.log.error('the newest backup could not be tested', { err: error }))
      .finally(() => (isBusy = false))
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}

/** Tries the newest backup if a week has passed since the last trial. */
export async function tryIfDue(app: App, signal: AbortSignal): Promise<void> {
  if (backupToTry(app) === null) return
  // Another process may have tried it before the claim.
  await doAlone(app, 'restore_trial', async () => {
    const backup = backupToTry(app)
    if (backup === null || signal.aborted) return
    const problem = await restoreAndCheck(app.backups.folder, backup, signal)
    if (signal.aborted) return
    await noteRestoreTrial(app.backups.folder, { backup, atMs: app.clock.nowMs(), problem })
    if (problem === null) app.log.info('a test restore of the newest backup worked', { backup })
    else app.log.error('the newest backup cannot be restored', { backup, problem })
  })
}

/** Restores a backup and checks it. Returns the fault, or null. */
async function restoreAndCheck(folder: string, backup: string, signal: AbortSignal): Promise<string | null> {
  for (const name of readdirSync(folder)) if (name.startsWith(trialPrefix)) remove(join(folder, name))
  const data = join(folder, `${trialPrefix}${process.pid}`)
  try {
    for (const command of [['restore', join(folder, backup)], ['check']]) {
      const end = await runUntil(signal, data, command)
      if (end.code !== 0) return reasonOf(end)
    }
    return null
  } finally {
    remove(data)
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

async function runUntil(signal: AbortSignal, data: string, command: readonly string[]): Promise<Ended> {
  const { child, ended } = startOwn(data, command)
  const kill = (): void => void child.kill()
  signal.addEventListener('abort', kill, { once: true })
  try {
    return await ended
  } finally {
    signal.removeEventListener('abort', kill)
  }
}
