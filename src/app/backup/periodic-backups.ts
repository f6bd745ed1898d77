// Automatic backups into the data folder while a server runs (settings backup_every_hours and backups_kept). Any number of
// processes may ask; one at a time does it, by a claim in volatile that runs out when its holder is gone.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeLeftover } from '../../base/whole-file.ts'
import { claimBackup, giveUpBackup, keepBackupClaim } from '../../store/volatile/backup-claim.ts'
import type { App } from '../app.ts'

const lookEveryMs = 30_000
const retryAfterMs = 15 * 60 * 1000
const hourMs = 60 * 60 * 1000

const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')

const backupName = /^windrow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

const nameOf = (timeMs: number): string =>
  `windrow-${new Date(timeMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

function timeOf(name: string): number | null {
  const parts = backupName.exec(name)
  return parts === null ? null : Date.parse(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}Z`)
}

/** The automatic backups of a data folder, oldest first. */
export function automaticBackups(dataFolder: string): { readonly name: string; readonly timeMs: number }[] {
  let names: string[] = []
  try {
    names = readdirSync(backupFolder(dataFolder))
  } catch {
    // No folder yet: no backup yet.
  }
  return names
    .map((name) => ({ name, timeMs: timeOf(name) }))
    .filter((backup): backup is { name: string; timeMs: number } => backup.timeMs !== null)
    .sort((a, b) => a.timeMs - b.timeMs)
}

/** Looks every half minute whether a backup is due, from now until stopped. */
export function startPeriodicBackups(app: App): { stop(): Promise<void> } {
  const abort = new AbortController()
  let running: Promise<void> | null = null
  let notBeforeMs = Number.NEGATIVE_INFINITY
  const look = (): void => {
    if (running !== null || app.clock.monotonicMs() < notBeforeMs) return
    running = backUpIfDue(app, abort.signal)
      .catch((error: unknown) => {
        notBeforeMs = app.clock.monotonicMs() + retryAfterMs
        if (!abort.signal.aborted) {
          app.log.error('the automatic backup failed; it is tried again in 15 minutes', { err: error })
        }
      })
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  look()
  return {
    stop: async () => {
      clearInterval(timer)
      abort.abort()
      await running
    },
  }
}

/** Makes one backup if it is time, and drops the oldest beyond `backups_kept`. */
export async function backUpIfDue(app: App, signal: AbortSignal): Promise<void> {
  const { store, clock } = app
  if (!isDue(app)) return
  const claim = claimBackup(store)
  if (claim === null) return
  try {
    // Another process may have made one between our look and our claim.
    if (!isDue(app)) return
    const folder = backupFolder(store.folder)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Loaded when it is needed: most servers make no backups, and a start shall be quick.
    const { backupStore, dropPartials } = await import('./backup-store.ts')
    // The holder of the claim writes here alone.
    await dropPartials(folder)
    const name = nameOf(clock.nowMs())
    const { entries } = await backupStore(store, join(folder, name), {
      signal,
      onEntries: () => keepBackupClaim(store, claim),
    })
    await rotate(app)
    app.log.info('automatic backup written', { file: name, entries })
  } finally {
    giveUpBackup(store, claim)
  }
}

function isDue(app: App): boolean {
  const hours = app.rules.now().settings.backup_every_hours
  if (hours === 0) return false
  const newest = automaticBackups(app.store.folder).at(-1)
  const sinceMs = newest === undefined ? Number.POSITIVE_INFINITY : app.clock.nowMs() - newest.timeMs
  // A backup of the future was written while the clock was wrong: it must not hold back all others until then.
  return sinceMs >= hours * hourMs || sinceMs < -hourMs
}

/** One that cannot be removed now (another program copies it) goes after the next backup. */
async function rotate(app: App): Promise<void> {
  const kept = app.rules.now().settings.backups_kept
  const all = automaticBackups(app.store.folder)
  for (const { name } of all.slice(0, Math.max(0, all.length - kept)))
    await removeLeftover(join(backupFolder(app.store.folder), name))
}
