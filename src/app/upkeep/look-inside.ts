// A look into a store without doing anything with it: what `windrow doctor` says of one.
import type { Clock } from '../../base/clock.ts'
import { openInTurn } from '../../store/door/opening-gate.ts'
import { lastTimeGiven } from '../../store/door/times.ts'
import { automaticBackups } from '../backup/periodic-backups.ts'
import { countRows } from '../rows/read-row.ts'
import { settingsOf } from '../rules.ts'
import { otherServers } from '../servers.ts'

interface InsideOfStore {
  readonly rows: number
  /** In milliseconds; 0: nothing was written yet. */
  readonly lastWriteMs: number
  /** 0: none are made by themselves. */
  readonly backupEveryHours: number
  readonly latestBackupMs: number | null
  readonly servers: ReturnType<typeof otherServers>
}

/** Opens the store of the folder and looks around. Throws when it does not open. */
export async function lookInside(folder: string, clock: Clock): Promise<InsideOfStore> {
  const { store, leave } = await openInTurn(folder, clock)
  try {
    return {
      rows: countRows({ store }),
      lastWriteMs: lastTimeGiven(store),
      backupEveryHours: settingsOf({ store }).backup_every_hours,
      latestBackupMs: automaticBackups(folder).at(-1)?.timeMs ?? null,
      servers: otherServers({ store }),
    }
  } finally {
    await leave()
  }
}
