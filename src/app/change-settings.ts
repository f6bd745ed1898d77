// Changing a setting. A change of `caption_policy` changes which heads are shown `invalid`: those flags are recomputed in
// the same transaction.
import { ok, refuse, type Result } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import type { User } from '../domain/people.ts'
import type { Head, Row } from '../domain/row.ts'
import { sourceTextOf } from '../domain/row.ts'
import type { CaptionPolicy } from '../domain/text/tokens.ts'
import { allowedValues, parseSetting, type SettingName, type SettingValue } from '../domain/settings.ts'
import { breaksMarkup } from '../domain/text/compare.ts'
import { putAudit } from '../store/audit.ts'
import { allHeads, putHeads, readHeads } from '../store/heads.ts'
import { readRow } from '../store/rows.ts'
import { putSetting, readSettings } from '../store/settings.ts'
import type { Txn } from '../store/write.ts'
import type { App } from './app.ts'
import { manage, type ManageRefusal } from './manage-users.ts'

/** Sets a setting from what a person typed. `onProgress` is told of heads looked at after a change of captions. */
export async function changeSetting(
  app: App,
  by: User | null,
  name: SettingName,
  text: string,
  onProgress: (headsDone: number) => void = () => {},
): Promise<Result<SettingValue, ManageRefusal>> {
  const value = parseSetting(name, text)
  if (value === null) return refuse({ code: 'invalid', message: `${name} takes ${allowedValues(name)}` })
  return await manage(app, by, (txn) => {
    if (by !== null && (by.state !== 'active' || !hasPermission(by.role, 'manage_settings'))) {
      return refuse({ code: 'not_allowed', message: 'changing settings takes an admin or a super admin' })
    }
    const before = readSettings(txn.db)[name]
    if (before === value) return ok(value)
    putSetting(txn, name, value)
    if (name === 'caption_policy') recomputeInvalid(txn, value as CaptionPolicy, onProgress)
    putAudit(txn, {
      userId: by?.id ?? null,
      action: 'setting.set',
      subject: name,
      details: { from: before, to: value },
    })
    return ok(value)
  })
}

/** Brings every head's derived flag in line with a caption policy. Returns how many heads changed. */
export function recomputeInvalid(txn: Txn, policy: CaptionPolicy, onProgress: (headsDone: number) => void): number {
  let done = 0
  let changed = 0
  const fresh = (head: Head | null, row: Row): Head | null =>
    head === null ? null : { ...head, isInvalid: breaksMarkup(sourceTextOf(row), head.text, policy) }
  // Collected first: the table is not to change under its own iteration.
  const ordinals = Array.from(allHeads(txn.db), ({ ordinal }) => ordinal)
  for (const ordinal of ordinals) {
    onProgress(++done)
    const row = readRow(txn.db, txn.store.files, ordinal)
    if (row === null) continue
    const heads = readHeads(txn.db, ordinal)
    const after = { manual: fresh(heads.manual, row), machine: fresh(heads.machine, row) }
    const isSame =
      after.manual?.isInvalid === heads.manual?.isInvalid && after.machine?.isInvalid === heads.machine?.isInvalid
    if (isSame) continue
    putHeads(txn.db, ordinal, after)
    changed++
  }
  return changed
}
