// A check of `windrow doctor`: the store. Loaded late, because it loads the storage engine.
import { counted } from '../../../base/numeral.ts'
import type { Clock } from '../../../base/time.ts'
import { type FoundDamage, remedyOf } from '../../../app/backup/found-damage.ts'
import { remedyOfLateTime } from '../../../app/late-times.ts'
import type { RestoreTrial } from '../../../app/backup/restore-trial.ts'
import { type CaptionHabit, lookInside } from '../../../app/upkeep/look-inside.ts'
import { captionAdvice } from '../caption-share.ts'
import { localTime } from '../../streams/lines.ts'
import { type DataDiagnosis, type Diagnosis, failed, good, warning } from './diagnosis.ts'

const hourMs = 60 * 60 * 1000
/** How many times the hours between two automatic backups must have passed before one counts as late. */
const lateAfter = 2

/** Findings about the store; that it does not open is one of them. */
export async function diagnoseStore(data: string, backups: string, clock: Clock): Promise<DataDiagnosis> {
  try {
    const inside = await lookInside(data, backups, clock)
    const { rows, backupEveryHours, latestBackupMs, damage, servers, trial } = inside
    const found: Diagnosis[] = [
      damage === null
        ? good('store', `opens, ${counted(rows, 'row')}; windrow check looks at everything`)
        : damaged(damage),
      lastWrite(inside.lastWriteMs, inside.isLate, clock.nowMs()),
      latestBackup(backupEveryHours, latestBackupMs, clock.nowMs()),
      ...restoreTrial(trial),
      ...translatedCaptions(inside.captions),
    ]
    return { found, servers }
  } catch (error) {
    return { found: [failed('store', (error as Error).message)], servers: [] }
  }
}

const damaged = (damage: FoundDamage): Diagnosis =>
  failed('store', `is damaged: ${damage.problem}, found ${localTime(damage.atMs)}; ${remedyOf(damage)}`)

function lastWrite(lastMs: number, isLate: boolean, nowMs: number): Diagnosis {
  const what = 'latest write'
  if (lastMs === 0) return good(what, 'none yet')
  const at = localTime(lastMs)
  if (!isLate) return good(what, at)
  return warning(what, `${at} lies in the future: the clock was wrong, then or now; ${remedyOfLateTime(nowMs)}`)
}

function latestBackup(everyHours: number, newestMs: number | null, nowMs: number): Diagnosis {
  const what = 'backups'
  if (everyHours === 0) return warning(what, 'automatic backups are off; windrow setting set backup_every_hours 24')
  const often = `every ${everyHours === 1 ? 'hour' : `${everyHours} hours`} while a server runs`
  if (newestMs === null) return good(what, `${often}; none yet`)
  const message = `${often}; the latest is from ${localTime(newestMs)}`
  const isOld = nowMs - newestMs > lateAfter * everyHours * hourMs
  return isOld ? warning(what, `${message}: windrow backup makes one now`) : good(what, message)
}

/** What the latest trial of a backup found; nothing before the first trial. */
function restoreTrial(trial: RestoreTrial | null): Diagnosis[] {
  if (trial === null) return []
  const tried = `${trial.backup} was test-restored ${localTime(trial.atMs)}`
  return trial.problem === null
    ? [good('restore', `${tried}, without a fault`)]
    : [failed('restore', `${tried}, which failed: ${trial.problem}; windrow backup makes a new one`)]
}

/** A hint at translated captions, if most broken texts have no other fault. */
function translatedCaptions(habit: CaptionHabit | null): Diagnosis[] {
  const message =
    habit === null
      ? null
      : captionAdvice(habit.ofCaptions, habit.broken, 'text with changed tags', 'texts with changed tags')
  return message === null ? [] : [warning('captions', message)]
}
