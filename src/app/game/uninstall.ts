// Takes our files out of the game: the former ones come back, byte for byte. Needs no store.
import { join } from 'node:path'
import { digestOfFile } from '../../base/file-digest.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { AnyRefusal } from '../refused.ts'
import { clearParts, forgetInstalled, type GameFileState, readInstalled } from './installed.ts'
import { keptOf, planFile, replaceAll } from './replace-files.ts'

interface UninstallOutcome {
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly state: GameFileState }[]
  /** Where untouched files stay kept because the game has other files now. */
  readonly kept: string | null
}

export function installedFolder(dataFolder: string): Result<string, AnyRefusal> {
  const record = readInstalled(dataFolder)
  return record === null ? refuse({ code: 'nothing_installed' }) : ok(record.folder)
}

/** Leaves files alone that changed since the install. */
export async function uninstall(dataFolder: string): Promise<Result<UninstallOutcome, AnyRefusal>> {
  const record = readInstalled(dataFolder)
  if (record === null) return refuse({ code: 'nothing_installed' })
  const planned = await Promise.all(record.files.map((known) => planFile(record.folder, known, known)))
  const ours = planned
    .filter(({ state }) => state === 'ours')
    .map((file) => ({ ...file, from: keptOf(dataFolder, file) }))
  for (const { from, known, name } of ours) {
    if (from === null || (await digestOfFile(from)) === known?.untouched) continue
    return refuse({ code: 'kept_file_lost', name })
  }
  const put = await replaceAll(ours)
  if (!put.ok) return put
  const isWhole = planned.every(({ state }) => state === 'ours' || state === 'untouched')
  for (const { path } of planned) await clearParts(path)
  if (isWhole) await forgetInstalled(dataFolder, record.folder)
  const files = planned.map(({ name, state }) => ({ name, state }))
  return ok({ folder: record.folder, files, kept: isWhole ? null : join(dataFolder, 'game', 'untouched') })
}
