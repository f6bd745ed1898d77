// A look into a store without doing anything with it: what `windrow doctor` says of one.
import type { Clock } from '../../base/clock.ts'
import { openInTurn } from '../../store/door/opening-gate.ts'
import { lastTimeGiven } from '../../store/door/times.ts'
import { damageOf, type FoundDamage } from '../backup/found-damage.ts'
import { automaticBackups } from '../backup/periodic-backups.ts'
import { lateTime } from '../late-times.ts'
import { countRows } from '../rows/read-row.ts'
import { settingsOf } from '../rules.ts'
import { otherServers } from '../servers.ts'

interface InsideOfStore {
  readonly rows: number
  /** In milliseconds; 0: nothing was written yet. */
  readonly lastWriteMs: number
  /** Its time lies in the future. */
  readonly isLate: boolean
  /** 0: none are made by themselves. */
  readonly backupEveryHours: number
  /** Of those without damage. */
  readonly latestBackupMs: number | null
  /** What the latest look at everything found. */
  readonly damage: FoundDamage | null
  readonly servers: ReturnType<typeof otherServers>
}

/** Opens the store of the folder and looks around. Throws when it does not open. */
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
