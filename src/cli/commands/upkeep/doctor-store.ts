// A check of `windrow doctor`: the store. Loaded late, because it loads the storage engine.
import { counted } from '../../../base/numeral.ts'
import type { Clock } from '../../../base/time.ts'
import { type FoundDamage, remedyOf } from '../../../app/backup/found-damage.ts'
import { remedyOfLateTime } from '../../../app/late-times.ts'
import { lookInside } from '../../../app/upkeep/look-inside.ts'
import { localTime } from '../../screen/lines.ts'
import type { DataDiagnosis, Diagnosis } from './diagnosis.ts'

/** A store that does not open is a finding. */
export async function diagnoseStore(data: string, clock: Clock): Promise<DataDiagnosis> {
  try {
    const inside = await lookInside(data, clock)
    const { rows, backupEveryHours, latestBackupMs, damage, servers } = inside
    const found: Diagnosis[] = [
      damage === null
        ? { what: 'store', status: 'ok', message: `opens, ${counted(rows, 'row')}; windrow check looks at everything` }
        : damaged(damage),
      lastWrite(inside.lastWriteMs, inside.isLate, clock.nowMs()),
      backups(backupEveryHours, latestBackupMs),
    ]
    return { found, servers }
  } catch (error) {
    return { found: [{ what: 'store', status: 'failed', message: (error as Error).message }], servers: [] }
  }
}

const damaged = (damage: FoundDamage): Diagnosis => ({
  what: 'store',
  status: 'failed',
  message: `is damaged: ${damage.problem}, found ${localTime(damage.atMs)}; ${remedyOf(damage)}`,
})

function lastWrite(lastMs: number, isLate: boolean, nowMs: number): Diagnosis {
  const what = 'latest write'
  if (lastMs === 0) return { what, status: 'ok', message: 'none yet' }
  const at = localTime(lastMs)
  if (!isLate) return { what, status: 'ok', message: at }
  const message = `${at} lies in the future: the clock was wrong, then or now; ${remedyOfLateTime(nowMs)}`
  return { what, status: 'warning', message }
}

function backups(everyHours: number, newestMs: number | null): Diagnosis {
  const what = 'backups'
  const newest = newestMs === null ? 'none yet' : `the latest is of ${localTime(newestMs)}`
  return everyHours === 0
    ? { what, status: 'warning', message: 'none are made by themselves; windrow setting set backup_every_hours 24' }
    : { what, status: 'ok', message: `every ${everyHours === 1 ? 'hour' : `${everyHours} hours`}, ${newest}` }
}
