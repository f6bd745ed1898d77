// Settings and the glossary, each with a generation that goes up with every change: a process keeps what it read for as
// long as the generation stands, so a change in any process takes effect at the next request of all.
import type { GlossaryEntry } from '../../domain/checks/glossary/glossary.ts'
import type { SettingName, Settings, SettingValue } from '../../domain/settings.ts'
import { DEFAULT_SETTINGS, SETTING_NAMES } from '../../domain/settings.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, keyOfU32, TABLES } from '../keyspace.ts'
import { getRecord, keysUnder, putRecord, records } from '../record.ts'
import type { Txn } from '../txn.ts'

/** `unstamped` goes up when heads or rows change and their times stay as they are. */
type Generational = 'settings' | 'glossary' | 'unstamped'
const generationKey = {
  settings: keyOf('meta', 'generation_settings'),
  glossary: keyOf('meta', 'generation_glossary'),
  unstamped: keyOf('meta', 'generation_unstamped'),
}

export const readGeneration = (db: Database, of: Generational): number => getRecord<number>(db, generationKey[of]) ?? 0

export const raiseGeneration = (txn: Pick<Txn, 'db'>, of: Generational): void =>
  putRecord(txn.db, generationKey[of], readGeneration(txn.db, of) + 1)

export function readSettings(db: Database): Settings {
  const changed: Record<string, SettingValue> = {}
  for (const name of SETTING_NAMES) {
    const value = getRecord<SettingValue>(db, keyOf('setting', name))
    if (value !== undefined) changed[name] = value
  }
  return { ...DEFAULT_SETTINGS, ...changed }
}

/** Stores a value that `parseSetting` accepted. */
export function putSetting(txn: Txn, name: SettingName, value: SettingValue): void {
  putRecord(txn.db, keyOf('setting', name), value)
  raiseGeneration(txn, 'settings')
}

export function readGlossary(db: Database): GlossaryEntry[] {
  const prefix = Buffer.from([TABLES.glossary])
  return [...records<GlossaryEntry>(db, { prefix })].map(({ value }) => value)
}

/** Replaces the whole list, kept in the order given. */
export function putGlossary(txn: Txn, entries: readonly GlossaryEntry[]): void {
  for (const key of Array.from(keysUnder(txn.db, { prefix: Buffer.from([TABLES.glossary]) }))) void txn.db.remove(key)
  entries.forEach((entry, i) => putRecord(txn.db, keyOfU32('glossary', i + 1), entry))
  raiseGeneration(txn, 'glossary')
}
