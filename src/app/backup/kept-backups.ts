// The automatic backups of a store: their names, and which of them are kept. Backups of a damaged store are counted separately, so
// that they do not displace a good one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const hourMs = 60 * 60 * 1000
const weekMs = 7 * 24 * hourMs
/** Clocks are sometimes set back by this much. */
const clockStepMs = hourMs

/** Where automatic backups lie unless the configuration names a folder. */
export const backupFolderIn = (dataFolder: string): string => join(dataFolder, 'backups')

const backupName = /^(damaged-)?windrow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

export const nameOfBackup = (timeMs: number): string =>
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
export function automaticBackups(folder: string, nowMs: number): AutomaticBackup[] {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // The folder does not exist before the first backup.
  }
  return names
    .map(backupNamed)
    .filter((backup) => backup !== null)
    .filter(({ timeMs }) => timeMs <= nowMs + clockStepMs)
    .sort((a, b) => a.timeMs - b.timeMs)
}

export const latestGoodBackup = (folder: string, nowMs: number): AutomaticBackup | undefined =>
  automaticBackups(folder, nowMs).findLast(({ isDamaged }) => !isDamaged)

/** Backups, all of one kind and oldest first, that are no longer kept after `written`, which always is. */
export function backupsToDrop(
  backups: readonly AutomaticBackup[],
  written: string,
  { latest, weeks }: { readonly latest: number; readonly weeks: number },
): AutomaticBackup[] {
  const newestFirst = backups.filter(({ name }) => name !== written).toReversed()
  // The last one set is the newest of its week.
  const ofWeeks = [...new Map(backups.map((backup) => [Math.floor(backup.timeMs / weekMs), backup])).values()]
  const kept = new Set([...newestFirst.slice(0, latest - 1), ...(weeks === 0 ? [] : ofWeeks.slice(-weeks))])
  return newestFirst.filter((backup) => !kept.has(backup))
}
