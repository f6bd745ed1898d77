// Automatic backups into the data folder while a server runs (settings backup_every_hours and backups_kept). A claim in the
// volatile database lets only one process make a backup, and expires when that process is gone. Backups of a damaged store are
// counted separately, so that they do not displace a good one.
import { mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { removeLeftover } from '../../base/whole-file.ts'
import { claimSoleWork, giveUpSoleWork, keepSoleWork } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import { runInSlices } from '../../base/slices.ts'
import type { FoundDamage } from './found-damage.ts'

const lookEveryMs = 30_000
const retryAfterMs = 15 * 60 * 1000
const hourMs = 60 * 60 * 1000
/** Clocks are sometimes set back by this much. */
const clockStepMs = hourMs
const aliveEveryMs = 1_000

export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')

const backupName = /^(damaged-)?windrow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

const nameOf = (timeMs: number): string =>
  `windrow-${new Date(timeMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

interface AutomaticBackup {
  readonly name: string
  readonly timeMs: number
  readonly isDamaged: boolean
}

function backupNamed(name: string): AutomaticBackup | null {
  const [, mark, date, hour, minute, second] = backupName.exec(name) ?? []
  if (date === undefined) return null
  return { name, timeMs: Date.parse(`${date}T${hour}:${minute}:${second}Z`), isDamaged: mark !== undefined }
}

/** Oldest first. Backups dated in the future (by a wrong clock) are left out: they would delay the next and displace older ones. */
export function automaticBackups(dataFolder: string, nowMs: number): AutomaticBackup[] {
  let names: string[] = []
  try {
    names = readdirSync(backupFolder(dataFolder))
  } catch {
    // The folder does not exist before the first backup.
  }
  return names
    .map(backupNamed)
    .filter((backup) => backup !== null)
    .filter(({ timeMs }) => timeMs <= nowMs + clockStepMs)
    .sort((a, b) => a.timeMs - b.timeMs)
}

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

/** Makes a backup if one is due. */
export async function backUpIfDue(app: App, signal: AbortSignal): Promise<void> {
  if (!isDue(app)) return
  // Another process may have made a backup before the claim.
  const made = await backUp(app, { signal, isWanted: () => isDue(app) })
  if (made === null) return
  const { file, entries, damage } = made
  if (damage === null) app.log.info('automatic backup written', { file, entries })
  else
    app.log.error('the store is damaged; the automatic backup says so in its name, and no good one is dropped', {
      file,
      problem: damage.problem,
    })
}

interface BackUp {
  readonly signal: AbortSignal
  /** Asked once no other process can make a backup. */
  readonly isWanted?: () => boolean
  readonly onEntries?: (done: number) => void
}

interface MadeBackup {
  readonly file: string
  readonly path: string
  readonly entries: number
  readonly damage: FoundDamage | null
}

/**
 * Makes a backup among the automatic ones, and deletes the oldest of its kind beyond `backups_kept`. Null: another process is
 * making one, or it is not wanted any more.
 */
export async function backUp(app: App, { signal, isWanted, onEntries }: BackUp): Promise<MadeBackup | null> {
  const { store, clock } = app
  const claim = claimSoleWork(store, 'backup')
  if (claim === null) return null
  let aliveAtMs = clock.monotonicMs()
  const stayAlive = (done: number): void => {
    onEntries?.(done)
    if (clock.monotonicMs() - aliveAtMs < aliveEveryMs) return
    aliveAtMs = clock.monotonicMs()
    keepSoleWork(store, 'backup', claim)
  }
  try {
    if (isWanted?.() === false) return null
    const folder = backupFolder(store.folder)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Imported only here, because most starts make no backup.
    const { backupStore, dropPartials } = await import('./backup-store.ts')
    // Only the process with the claim writes here.
    await dropPartials(folder)
    const watching = { signal, run: runInSlices, onEntries: stayAlive }
    const { path, entries, damage } = await backupStore(store, join(folder, nameOf(clock.nowMs())), watching)
    const file = basename(path)
    await rotate(app, file)
    return { file, path, entries, damage }
  } finally {
    giveUpSoleWork(store, 'backup', claim)
  }
}

function isDue(app: App): boolean {
  const hours = app.rules.now().settings.backup_every_hours
  if (hours === 0) return false
  const nowMs = app.clock.nowMs()
  const newest = automaticBackups(app.store.folder, nowMs).at(-1)
  return newest === undefined || nowMs - newest.timeMs >= hours * hourMs
}

/** Deletes the oldest backups, never the one just written. A file that another program holds open is deleted next time. */
async function rotate(app: App, written: string): Promise<void> {
  const { folder } = app.store
  const isDamaged = backupNamed(written)?.isDamaged
  const others = automaticBackups(folder, app.clock.nowMs()).filter(
    (backup) => backup.isDamaged === isDamaged && backup.name !== written,
  )
  const tooMany = others.length + 1 - app.rules.now().settings.backups_kept
  for (const { name } of others.slice(0, Math.max(0, tooMany))) await removeLeftover(join(backupFolder(folder), name))
}
