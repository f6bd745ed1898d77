// Reads the facts about a store for `windrow doctor`.
import type { Clock } from '../../base/time.ts'
import { openInTurn } from '../../store/open.ts'
import { lastTimeGiven } from '../../store/view.ts'
import { damageOf, type FoundDamage } from '../backup/found-damage.ts'
import { automaticBackups } from '../backup/periodic-backups.ts'
import { lateTime } from '../late-times.ts'
import { countRows } from '../rows/read-row.ts'
import { settingsOf } from '../rules.ts'
import { otherServers } from '../servers.ts'

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
  readonly damage: FoundDamage | null
  readonly servers: ReturnType<typeof otherServers>
}

export async function lookInside(folder: string, clock: Clock): Promise<InsideOfStore> {
  const { store, leave } = await openInTurn(folder, clock)
  try {
    return {
      rows: countRows({ store }),
      lastWriteMs: lastTimeGiven(store),
      isLate: lateTime({ store, clock }) !== null,
      backupEveryHours: settingsOf({ store }).backup_every_hours,
      latestBackupMs: automaticBackups(folder, clock.nowMs()).findLast(({ isDamaged }) => !isDamaged)?.timeMs ?? null,
      damage: damageOf({ store }),
      servers: otherServers({ store }),
    }
  } finally {
    await leave()
  }
}
