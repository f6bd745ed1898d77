// Whether the stored texts translate the captions of tags although `caption_policy` says keep, for `windrow doctor`.
import { sourceTextOf } from '../../domain/row.ts'
import { markupOf } from '../../domain/profile.ts'
import { functionalDifference } from '../../domain/text/compare.ts'
import { toLf } from '../../domain/text/normalize.ts'
import { type Scan, scan } from '../../domain/text/tokens.ts'
import { lastOrdinal, readHeads, readRow } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { settingsOf } from '../rules.ts'

const rowsMax = 2_000

export interface CaptionHabit {
  /** Texts with other tags than their source, among at most 2,000 rows, spread over all. */
  readonly broken: number
  /** Those that only have other captions. */
  readonly ofCaptions: number
}

/** Null: captions are free already, or the game has none. */
export function readCaptionHabit(store: Store): CaptionHabit | null {
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
