// Automatic backups while a server runs (settings backup_every_hours, backups_kept and backup_weeks_kept). A claim in the volatile
// database lets only one process make a backup, and expires when that process is gone.
import { existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { removeLeftover } from '../../base/whole-file.ts'
import { readGlossary } from '../../store/people.ts'
import { ordinalsWithHeads } from '../../store/rows.ts'
import { claimSoleWork, giveUpSoleWork, keepSoleWork } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import { runInSlices } from '../../base/slices.ts'
import type { FoundDamage } from './found-damage.ts'
import { automaticBackups, backupsToDrop, nameOfBackup } from './kept-backups.ts'

/** How long a new server waits with the first backup of its store: it has other work in its first minutes. */
const firstBackupAfterMs = 10 * 60 * 1000
const nextBackupAfterMs = 10_000
const lookEveryMs = 30_000
const retryAfterMs = 15 * 60 * 1000
const hourMs = 60 * 60 * 1000
const aliveEveryMs = 1_000

/** Makes backups until it is stopped. `firstMs`: how long it waits before it first looks whether one is due. */
export function startPeriodicBackups(app: App, firstMs = firstLookAfterMs(app)): { stop(): Promise<void> } {
  const abort = new AbortController()
  let running: Promise<void> | null = null
  let notBeforeMs = Number.NEGATIVE_INFINITY
  const look = (): void => {
    if (running !== null || app.clock.monotonicMs() < notBeforeMs) return
    running = backUpIfDue(app, abort.signal)
      .catch((error: unknown) => {
        notBeforeMs = app.clock.monotonicMs() + retryAfterMs
        if (!abort.signal.aborted) {
          app.log.error('the automatic backup failed; windrow tries again in 15 minutes', { err: error })
        }
      })
      .finally(() => {
        running = null
      })
  }
  let timer = setTimeout(() => {
    look()
    timer = setInterval(look, lookEveryMs)
    timer.unref()
  }, firstMs)
  timer.unref()
  return {
    stop: async () => {
      clearTimeout(timer)
      abort.abort()
      await running
    },
  }
}

const firstLookAfterMs = ({ clock, backups }: App): number =>
  automaticBackups(backups.folder, clock.nowMs()).length === 0 ? firstBackupAfterMs : nextBackupAfterMs

export async function backUpIfDue(app: App, signal: AbortSignal): Promise<void> {
  if (!isDue(app)) return
  // Another process may have made a backup before the claim.
  const made = await backUp(app, { signal, isWanted: () => isDue(app) })
  if (made === null) return
  const { file, entries, damage, afterProblem } = made
  if (damage === null) app.log.info('automatic backup written', { file, entries })
  else
    app.log.error('the store is damaged; the automatic backup says so in its name, and no good backup is deleted', {
      file,
      problem: damage.problem,
    })
  if (afterProblem !== null) app.log.error('after_backup failed; the backup itself is whole', { err: afterProblem })
}

interface BackUp {
  readonly signal: AbortSignal
  /** Whether the backup is still wanted; asked when this process has the claim, so that no other one can make it. */
  readonly isWanted?: () => boolean
  readonly onEntries?: (done: number) => void
}

interface MadeBackup {
  readonly file: string
  readonly path: string
  readonly entries: number
  readonly damage: FoundDamage | null
  /** Why the configured program (`after_backup`) failed; null if it did not, or none is configured. */
  readonly afterProblem: string | null
}

/**
 * Makes an automatic backup, deletes those of its kind that are no longer kept, and starts the configured program if the store is whole.
 * Null: another process is making one, or it is not wanted any more.
 */
export async function backUp(app: App, how: BackUp): Promise<MadeBackup | null> {
  const made = await makeBackup(app, how)
  const { after } = app.backups
  if (made === null || made.damage !== null || after === null) return made
  const { runAfterBackup } = await import('./after-backup.ts')
  return { ...made, afterProblem: await runAfterBackup(after, made.path) }
}

async function makeBackup(app: App, { signal, isWanted, onEntries }: BackUp): Promise<MadeBackup | null> {
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
    const { folder } = app.backups
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Imported only here, because most starts make no backup.
    const { backupStore, dropPartials, refuseWithoutRoom } = await import('./backup-store.ts')
    refuseWithoutRoom(store, folder)
    // Leftovers may be removed, because only the process with the claim writes to this folder.
    await dropPartials(folder)
    const watching = { signal, run: runInSlices, onEntries: stayAlive }
    let timeMs = clock.nowMs()
    while (existsSync(join(folder, nameOfBackup(timeMs)))) timeMs += 1_000
    const { path, entries, damage } = await backupStore(store, join(folder, nameOfBackup(timeMs)), watching)
    const file = basename(path)
    await rotate(app, file)
    return { file, path, entries, damage, afterProblem: null }
  } finally {
    giveUpSoleWork(store, 'backup', claim)
  }
}

function isDue({ rules, clock, store, backups }: App): boolean {
  const hours = rules.now().settings.backup_every_hours
  if (hours === 0) return false
  const nowMs = clock.nowMs()
  const newest = automaticBackups(backups.folder, nowMs).at(-1)
  return newest === undefined ? hasOwnWork(store) : nowMs - newest.timeMs >= hours * hourMs
}

/** Whether anybody translated or added a term: before that, the store holds hardly more than the game's files. */
const hasOwnWork = ({ main }: App['store']): boolean =>
  ordinalsWithHeads(main).next().done === false || readGlossary(main).length > 0

/** Deletes old backups. A file that another program holds open is deleted next time. */
async function rotate({ rules, clock, backups: { folder } }: App, written: string): Promise<void> {
  const all = automaticBackups(folder, clock.nowMs())
  const isDamaged = all.find(({ name }) => name === written)?.isDamaged
  const ofKind = all.filter((backup) => backup.isDamaged === isDamaged)
  const { backups_kept: latest, backup_weeks_kept: weeks } = rules.now().settings
  for (const { name } of backupsToDrop(ofKind, written, { latest, weeks })) await removeLeftover(join(folder, name))
}
