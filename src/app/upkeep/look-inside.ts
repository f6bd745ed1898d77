// Reads the facts about a store for `windrow doctor`.
import type { Clock } from '../../base/time.ts'
import { openInTurn } from '../../store/open.ts'
import { lastTimeGiven } from '../../store/view.ts'
import { damageOf, type FoundDamage } from '../backup/found-damage.ts'
import { latestGoodBackup } from '../backup/kept-backups.ts'
import { type RestoreTrial, readRestoreTrial } from '../backup/restore-trial.ts'
import { lateTime } from '../late-times.ts'
import { countRows } from '../rows/read-row.ts'
import { settingsOf } from '../rules.ts'
import { otherServers } from '../servers.ts'
import { type CaptionHabit, readCaptionHabit } from './caption-habit.ts'

interface InsideOfStore {
  readonly rows: number
  /** 0: nothing was written yet. */
  readonly lastWriteMs: number
  /** The last write's time is in the future. */
  readonly isLate: boolean
  /** 0: no automatic backups. */
  readonly backupEveryHours: number
  /** The latest backup of a store without damage. */
  readonly latestBackupMs: number | null
  readonly trial: RestoreTrial | null
  readonly damage: FoundDamage | null
  /** Null: captions are free, or the store is damaged. */
  readonly captions: CaptionHabit | null
  readonly servers: ReturnType<typeof otherServers>
}

/** `backups`: the folder of the automatic ones. */
export async function lookInside(folder: string, backups: string, clock: Clock): Promise<InsideOfStore> {
  const { store, leave } = await openInTurn(folder, clock)
  try {
    const damage = damageOf({ store })
    return {
      rows: countRows({ store }),
      lastWriteMs: lastTimeGiven(store),
      isLate: lateTime({ store, clock }) !== null,
      backupEveryHours: settingsOf({ store }).backup_every_hours,
      latestBackupMs: latestGoodBackup(backups, clock.nowMs())?.timeMs ?? null,
      trial: readRestoreTrial(backups),
      damage,
      captions: damage === null ? readCaptionHabit(store) : null,
      servers: otherServers({ store }),
    }
  } finally {
    await leave()
  }
}
