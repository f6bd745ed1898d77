// Stores the team's brief, and settings and the glossary, each with a generation that goes up with every change: a
// process keeps its copy while the generation is the same.
import { TERM_CHOICES } from '../../base/term-facts.ts'
import type { GlossaryEntry } from '../../domain/checks/glossary.ts'
import type { SettingName, Settings, SettingValue } from '../../domain/settings.ts'
import type { BriefVersion } from '../../domain/discussion.ts'
import { DEFAULT_SETTINGS, isSettingName, parseSetting, SETTING_NAMES } from '../../domain/settings.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { getRecord, putRecord } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  type Kind,
  latestOfKind,
  nextId,
  type NumberedKind,
  putNumbered,
  putOfKind,
  readNumbered,
  readOfKind,
  upcomingId,
} from './kind.ts'
import * as is from './members.ts'

const SETTING = { name: 'setting', number: 23 } as const
const GLOSSARY = { name: 'glossary', number: 24 } as const
const BRIEF = { name: 'brief', number: 59, hasIds: true } as const

export const STORED_SETTINGS: Kind<SettingValue> = {
  table: SETTING,
  shape: (zod) => zod.union([zod.string(), zod.number(), zod.boolean()]),
  nameOf: (key) => key.toString('utf8', 1),
  problem: (value, key) => {
    const name = key.toString('utf8', 1)
    return !isSettingName(name) || parseSetting(name, String(value)) === value
      ? null
      : `has the value ${String(value)}, which it does not take`
  },
}

export const TERM: is.Members<GlossaryEntry> = {
  source: is.words,
  forms: is.listOf(is.text),
  caseSensitive: is.flag,
  doNotTranslate: is.flag,
  note: is.text,
  facts: is.maybe(
    is.whole({
      kind: is.maybe(is.oneOf(TERM_CHOICES.kind)),
      gender: is.maybe(is.oneOf(TERM_CHOICES.gender)),
      number: is.maybe(is.oneOf(TERM_CHOICES.number)),
      inflection: is.maybe(is.oneOf(TERM_CHOICES.inflection)),
      force: is.maybe(is.oneOf(TERM_CHOICES.force)),
      meaning: is.maybe(is.words),
    }),
  ),
}

export const GLOSSARY_ENTRIES: Kind<GlossaryEntry> = {
  table: GLOSSARY,
  ...is.stored<GlossaryEntry>(TERM),
}

/**
 * Counters that caches compare. `unstamped`: heads or rows changed but kept their time; `refiled`: unchanged rows came from another
 * file and a label rule asks for files; `labels` with labels or their rules; `sources` when sources change, come or go.
 */
type Generational = 'settings' | 'glossary' | 'unstamped' | 'refiled' | 'labels' | 'sources' | 'releases'
const generationKey = {
  settings: keyOf('meta', 'generation_settings'),
  glossary: keyOf('meta', 'generation_glossary'),
  unstamped: keyOf('meta', 'generation_unstamped'),
  refiled: keyOf('meta', 'generation_refiled'),
  labels: keyOf('meta', 'generation_labels'),
  sources: keyOf('meta', 'generation_sources'),
  releases: keyOf('meta', 'generation_releases'),
}

export const readGeneration = (db: Database, of: Generational): number => getRecord<number>(db, generationKey[of]) ?? 0

export const raiseGeneration = (txn: Pick<Txn, 'db'>, of: Generational): void =>
  putRecord(txn.db, generationKey[of], readGeneration(txn.db, of) + 1)

/** Undefined: it is as by default. */
export const readSetting = <Name extends SettingName>(db: Database, name: Name): Settings[Name] | undefined =>
  readOfKind(db, STORED_SETTINGS as Kind<unknown> as Kind<Settings[Name]>, keyOf(SETTING, name))

export function readSettings(db: Database): Settings {
  const changed: Record<string, SettingValue> = {}
  for (const name of SETTING_NAMES) {
    const value = readSetting(db, name)
    if (value !== undefined) changed[name] = value
  }
  return { ...DEFAULT_SETTINGS, ...changed }
}

/** `value` must come from `parseSetting`. */
export function putSetting(txn: Txn, name: SettingName, value: SettingValue): void {
  putOfKind(txn.db, STORED_SETTINGS, keyOf(SETTING, name), null, value)
  raiseGeneration(txn, 'settings')
}

export const readGlossary = (db: Database): GlossaryEntry[] => [...allOfKind(db, GLOSSARY_ENTRIES)]

/**
 * Writes the entries that changed, and removes places behind the new end. `before` is what `readGlossary` returned; an entry that is
 * still the same object at the same place is not written again.
 */
export function putGlossary(txn: Txn, before: readonly GlossaryEntry[], after: readonly GlossaryEntry[]): void {
  const keyAt = (at: number): Buffer => keyOf(GLOSSARY, u32(at + 1))
  for (const [at, entry] of after.entries())
    if (entry !== before[at]) putOfKind(txn.db, GLOSSARY_ENTRIES, keyAt(at), null, entry)
  for (let at = after.length; at < before.length; at++) void txn.db.remove(keyAt(at))
  raiseGeneration(txn, 'glossary')
}

export const BRIEFS: NumberedKind<BriefVersion> = {
  table: BRIEF,
  ...is.stored<BriefVersion>({ id: is.id, text: is.text, atMs: is.time, userId: is.orNull(is.id) }),
  problem: callsItself(''),
  people: ({ userId }) => (userId === null ? [] : [['was written by', userId]]),
}

/** The version of the team's brief in force; 0: there is none. Versions are never removed. */
export const latestBriefId = (db: Database): number => upcomingId(db, BRIEF) - 1

export const readBrief = (db: Database, id: number): BriefVersion | undefined => readNumbered(db, BRIEFS, id)

/** The versions of the team's brief, the newest first. */
export const briefVersions = (db: Database, beforeId?: number, limit?: number): BriefVersion[] => [
  ...latestOfKind(db, BRIEFS, beforeId, limit),
]

export function putBrief(txn: Pick<Txn, 'db'>, version: Omit<BriefVersion, 'id'>): BriefVersion {
  const added = { ...version, id: nextId(txn, BRIEF) }
  putNumbered(txn.db, BRIEFS, null, added)
  return added
}
