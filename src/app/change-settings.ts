// Changing a setting. A change of `caption_policy` changes which heads are shown `invalid`: those flags are recomputed in
// the same transaction, about 15 µs a head.
import { ok, refuse, type Result } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import type { User } from '../domain/people.ts'
import type { Head, Row } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import type { CaptionPolicy } from '../domain/text/tokens.ts'
import { allowedValues, parseSetting, type SettingName, type SettingValue } from '../domain/settings.ts'
import { breaksMarkup } from '../domain/text/compare.ts'
import { putAudit } from '../store/audit.ts'
import { ordinalsWithHeads, putHeads, readHeads } from '../store/heads.ts'
import { writeLong } from '../store/long-write.ts'
import { readRow } from '../store/rows.ts'
import { putSetting, readSettings } from '../store/settings.ts'
import type { Txn } from '../store/write.ts'
import type { App } from './app.ts'
import { manage, type ManageRefusal } from './manage-users.ts'

export interface ChangeHooks {
  readonly signal: AbortSignal
  /** Told of heads looked at after a change of captions. */
  readonly onProgress: (headsDone: number, headsTotal: number) => void
}

/**
 * Sets a setting from what a person typed. With `hooks` a change of captions is done as an import is (it may be interrupted,
 * writers are told not to wait): for a process that does nothing else.
 */
export async function changeSetting(
  app: App,
  by: User | null,
  name: SettingName,
  text: string,
  hooks: ChangeHooks | null = null,
): Promise<Result<SettingValue, ManageRefusal>> {
  const value = parseSetting(name, text)
  if (value === null) return refuse({ code: 'invalid', message: `${name} takes ${allowedValues(name)}` })
  if (name === 'caption_policy' && hooks !== null) {
    return await writeLong(app.store, { isDryRun: false, signal: hooks.signal }, async (txn) => {
      const changed = change(txn, by, name, value)
      if (!changed.ok) return changed
      if (!changed.value.isChanged) return ok(value)
      const ordinals = [...ordinalsWithHeads(txn.db)]
      for (let at = 0; at < ordinals.length; at += headsPerBreath) {
        hooks.onProgress(at, ordinals.length)
        recomputeInvalid(txn, value as CaptionPolicy, ordinals.slice(at, at + headsPerBreath))
        await txn.breathe()
      }
      return ok(value)
    })
  }
  return await manage(app, by, (txn) => {
    const changed = change(txn, by, name, value)
    if (!changed.ok) return changed
    if (changed.value.isChanged && name === 'caption_policy') recomputeInvalid(txn, value as CaptionPolicy)
    return ok(value)
  })
}

const headsPerBreath = 2_000

function change(
  txn: Txn,
  by: User | null,
  name: SettingName,
  value: SettingValue,
): Result<{ readonly isChanged: boolean }, ManageRefusal> {
  if (by !== null && (by.state !== 'active' || !hasPermission(by.role, 'manage_settings'))) {
    return refuse({ code: 'not_allowed', message: 'changing settings takes an admin or a super admin' })
  }
  const before = readSettings(txn.db)[name]
  if (before === value) return ok({ isChanged: false })
  putSetting(txn, name, value)
  putAudit(txn, { userId: by?.id ?? null, action: 'setting.set', subject: name, details: { from: before, to: value } })
  return ok({ isChanged: true })
}

/** Brings the derived flag of heads (of these rows, ascending; or of all) in line with a caption policy. */
export function recomputeInvalid(
  txn: Txn,
  policy: CaptionPolicy,
  // Collected first: the table is not to change under its own iteration.
  ordinals: readonly number[] = [...ordinalsWithHeads(txn.db)],
): void {
  const fresh = (head: Head | null, row: Row): Head | null =>
    head === null ? null : { ...head, isInvalid: breaksMarkup(sourceTextOf(row), head.text, policy) }
  for (const ordinal of ordinals) {
    const row = readRow(txn.db, txn.store.files, ordinal)
    if (row === null) continue
    const heads = readHeads(txn.db, ordinal)
    const after = { manual: fresh(heads.manual, row), machine: fresh(heads.machine, row) }
    const isSame =
      after.manual?.isInvalid === heads.manual?.isInvalid && after.machine?.isInvalid === heads.machine?.isInvalid
    if (!isSame) putHeads(txn.db, ordinal, after)
  }
}
