// Reads the facts about a store for `windrow doctor`.
import type { Clock } from '../../base/time.ts'
import type { Project } from '../../../packages/formats/src/keyed/project.ts'
import { markupOf } from '../../domain/profile.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { functionalDifference } from '../../domain/text/compare.ts'
import { toLf } from '../../domain/text/normalize.ts'
import { type Scan, scan } from '../../domain/text/tokens.ts'
import { openInTurn } from '../../store/open.ts'
import { lastOrdinal, readHeads, readRow } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { lastTimeGiven } from '../../store/view.ts'
import { damageOf, type FoundDamage } from '../backup/found-damage.ts'
import { latestGoodBackup } from '../backup/kept-backups.ts'
import { readRestoreTrial, type RestoreTrial } from '../backup/restore-trial.ts'
import { lateTime } from '../late-times.ts'
import { countRows } from '../rows/read-row.ts'
import { projectOf } from '../project.ts'
import { settingsOf } from '../rules.ts'
import { otherServers } from '../servers.ts'
import { isNewStore } from './set-up-sample.ts'

const rowsMax = 2_000

export interface CaptionHabit {
  /** How many of at most 2,000 translations, spread over all rows, have other tags than their source. */
  readonly broken: number
  /** How many of these differ from their source only in captions. */
  readonly ofCaptions: number
}

/**
 * Whether the stored texts translate the captions of tags although `caption_policy` says keep, for `windrow doctor`.
 * Null: captions are free already, or the game has none.
 */
function readCaptionHabit(store: Store): CaptionHabit | null {
  if (markupOf(settingsOf({ store })) !== 'keep') return null
  const last = lastOrdinal(store.main)
  const every = Math.max(1, Math.ceil(last / rowsMax))
  let [broken, ofCaptions] = [0, 0]
  for (let ordinal = 0; ordinal <= last; ordinal += every) {
    const row = readRow(store.main, store.files, ordinal)
    const heads = row === null ? null : readHeads(store.main, ordinal)
    if (row === null || heads === null) continue
    const text = (heads.manual ?? heads.machine)?.text
    if (text === undefined) continue
    const { missing, unexpected, captions } = functionalDifference(tokensOf(sourceTextOf(row)), tokensOf(text))
    const isBroken = missing.size + unexpected.size > 0
    if (!isBroken && captions.length === 0) continue
    broken++
    if (!isBroken) ofCaptions++
  }
  return { broken, ofCaptions }
}

const tokensOf = (text: string): Scan => scan(toLf(text), 'keep')

interface InsideOfStore {
  readonly rows: number
  /** When the store was last written to; 0: never. */
  readonly lastWriteMs: number
  /** True: the last write has a time in the future. */
  readonly isLate: boolean
  /** The setting `backup_every_hours`; 0: there are no automatic backups. */
  readonly backupEveryHours: number
  /** When the latest backup of a store without damage was made; null: there is none. */
  readonly latestBackupMs: number | null
  readonly trial: RestoreTrial | null
  readonly damage: FoundDamage | null
  /** How the texts treat captions; null: they may be translated anyway, the game has none, or the store is damaged. */
  readonly captions: CaptionHabit | null
  readonly servers: ReturnType<typeof otherServers>
}

/** Reads the facts. `backups`: the folder of automatic backups. */
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

/** Which game a store has, for `windrow doctor FILE…`. */
export interface StoreGame {
  /** Not Where Winds Meet. */
  readonly isOther: boolean
  readonly project: Project
  /** Places of its source files; one empty: the game is one file. */
  readonly places: readonly string[]
}

/** Null: the store has no files yet, or only the sample, which another game's files replace. */
export async function gameOfStore(folder: string, clock: Clock): Promise<StoreGame | null> {
  const { store, leave } = await openInTurn(folder, clock)
  try {
    const settings = settingsOf({ store })
    if (isNewStore({ store })) return null
    return { isOther: settings.profile !== 'where-winds-meet', project: projectOf(settings), places: store.files.all() }
  } finally {
    await leave()
  }
}
