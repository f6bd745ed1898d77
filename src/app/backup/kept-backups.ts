// The automatic backups of a store: their names, and which of them are kept. Backups of a damaged store are counted separately, so
// that they do not displace a good one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tried } from '../tried.ts'

const hourMs = 60 * 60 * 1000
const weekMs = 7 * 24 * hourMs
/** A backup's time may be ahead of the clock by this much, because clocks are sometimes set back. */
const clockStepMs = hourMs

/** The folder of automatic backups, unless the configuration names one. */
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

/** The automatic backups, oldest first. One of a later time than now (by a wrong clock) is left out: it would displace older ones. */
export function automaticBackups(folder: string, nowMs: number): AutomaticBackup[] {
  // The folder is made by the first backup.
  const names = tried(() => readdirSync(folder)) ?? []
  return names
    .map(backupNamed)
    .filter((backup) => backup !== null)
    .filter(({ timeMs }) => timeMs <= nowMs + clockStepMs)
    .sort((a, b) => a.timeMs - b.timeMs)
}

export const latestGoodBackup = (folder: string, nowMs: number): AutomaticBackup | undefined =>
  automaticBackups(folder, nowMs).findLast(({ isDamaged }) => !isDamaged)

/** The backups to delete after `written` was made, which itself always stays. All are of one kind, oldest first. */
export function backupsToDrop(
  backups: readonly AutomaticBackup[],
  written: string,
  { latest, weeks }: { readonly latest: number; readonly weeks: number },
): AutomaticBackup[] {
  const newestFirst = backups.filter(({ name }) => name !== written).toReversed()
  // Of each week the last one set stays in the map: the newest.
  const ofWeeks = [...new Map(backups.map((backup) => [Math.floor(backup.timeMs / weekMs), backup])).values()]
  const kept = new Set([...newestFirst.slice(0, latest - 1), ...(weeks === 0 ? [] : ofWeeks.slice(-weeks))])
  return newestFirst.filter((backup) => !kept.has(backup))
}
