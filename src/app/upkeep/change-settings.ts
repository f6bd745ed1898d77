// Changing a setting. A change of what counts as a token changes which translations are `invalid`: the same transaction
// recomputes those flags, at about 15 µs a translation.
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission } from '../../domain/access.ts'
import type { User } from '../../domain/people.ts'
import type { Head, Row } from '../../domain/row.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { MARKUP_SETTINGS, type Markup, markupOf, type ProfileName } from '../../domain/profile.ts'
import { parseSetting, type SettingName, type SettingValue } from '../../domain/settings.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { putAudit } from '../../store/records.ts'
import { isWithoutGame, ordinalsWithHeads, readHeads, readRow } from '../../store/rows.ts'
import { putHeads, writeLong } from '../../store/change-rows.ts'
import { putSetting, raiseGeneration, readSettings } from '../../store/people.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { actingIn, change, type NotWritten } from '../change.ts'

export type SettingRefusal =
  | NotWritten
  | { readonly code: 'bad_setting'; readonly name: SettingName }
  | { readonly code: 'settings_out_of_reach' }
  | { readonly code: 'profile_is_fixed'; readonly holds: string }

interface ChangeHooks {
  readonly signal: AbortSignal
  readonly onProgress: (headsDone: number, headsTotal: number) => void
}

/**
 * Sets a setting from the text that somebody typed. `hooks`: for a process without other work; a change of captions can then be interrupted
 * and does not block writers.
 */
export async function changeSetting(
  app: App,
  actor: Actor | null,
  name: SettingName,
  text: string,
  hooks: ChangeHooks | null = null,
): Promise<Result<SettingValue, SettingRefusal>> {
  const value = parseSetting(name, text)
  if (value === null) return refuse({ code: 'bad_setting', name })
  if (MARKUP_SETTINGS.includes(name) && hooks !== null) {
    return await writeLong(app.store, { isDryRun: false, signal: hooks.signal }, async (txn) => {
      const acting = actingIn(txn, actor)
      if (!acting.ok) return acting
      const changed = set(txn, acting.value?.user ?? null, name, value)
      if (!changed.ok) return changed
      if (!changed.value.isChanged) return ok(value)
      const ordinals = [...ordinalsWithHeads(txn.db)]
      for (let at = 0; at < ordinals.length; at += headsPerBreath) {
        hooks.onProgress(at, ordinals.length)
        recomputeInvalid(txn, markupOf(readSettings(txn.db)), ordinals.slice(at, at + headsPerBreath))
        await txn.breathe()
      }
      return ok(value)
    })
  }
  return await change<Actor | null, SettingValue, SettingRefusal>(app, actor, (txn, acting) => {
    const changed = set(txn, acting?.user ?? null, name, value)
    if (!changed.ok) return changed
    if (changed.value.isChanged && MARKUP_SETTINGS.includes(name)) recomputeInvalid(txn, markupOf(readSettings(txn.db)))
    return ok(value)
  })
}

const headsPerBreath = 2_000

const GAMES: Readonly<Record<ProfileName, string>> = {
  'where-winds-meet': 'Where Winds Meet',
  generic: 'another game (generic)',
}

/** Sets a setting in a transaction that changes more. The flags of translations stay as they were. */
export function set(
  txn: Txn,
  by: User | null,
  name: SettingName,
  value: SettingValue,
): Result<{ readonly isChanged: boolean }, SettingRefusal> {
  if (by !== null && !hasPermission(by.role, 'manage_settings')) {
    return refuse({ code: 'settings_out_of_reach' })
  }
  const settings = readSettings(txn.db)
  const before = settings[name]
  if (before === value) return ok({ isChanged: false })
  if (name === 'profile' && !isWithoutGame(txn.db)) {
    return refuse({ code: 'profile_is_fixed', holds: GAMES[settings.profile] })
  }
  putSetting(txn, name, value)
  // Caches must notice it: the flags of translations change, but the times of their rows do not.
  if (MARKUP_SETTINGS.includes(name)) raiseGeneration(txn, 'unstamped')
  putAudit(txn, { userId: by?.id ?? null, action: 'setting.set', subject: name, details: { from: before, to: value } })
  return ok({ isChanged: true })
}

/** Finds anew which translations are `invalid`. `ordinals` ascend; by default they are all rows with translations. */
function recomputeInvalid(
  txn: Txn,
  markup: Markup,
  // Collected before anything is written, because the table must not change while it is read.
  ordinals: readonly number[] = [...ordinalsWithHeads(txn.db)],
): void {
  const fresh = (head: Head | null, row: Row): Head | null =>
    head === null ? null : { ...head, isInvalid: breaksMarkup(sourceTextOf(row), head.text, markup) }
  for (const ordinal of ordinals) {
    const row = readRow(txn.db, txn.store.files, ordinal)
    if (row === null) continue
    const heads = readHeads(txn.db, ordinal)
    const after = { ...heads, manual: fresh(heads.manual, row), machine: fresh(heads.machine, row) }
    const isSame =
      after.manual?.isInvalid === heads.manual?.isInvalid && after.machine?.isInvalid === heads.machine?.isInvalid
    if (!isSame) putHeads(txn.db, ordinal, after)
  }
}
