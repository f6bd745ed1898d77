// Puts files into the game's folder, all or none, after copies of the present ones are kept
// (docs/command-line.md#install). A file that changed since it was looked at is not overwritten.
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isHeld, whenFree } from '../../base/held-files.ts'
import { digestOfFile } from '../../base/file-digest.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { heldTarget } from '../export/export-targets.ts'
import type { AnyRefusal } from '../refused.ts'
import {
  type CopyBeside,
  copyBeside,
  type GameFileState,
  type InstalledFile,
  type InstalledRelease,
  keptPath,
  readInstalled,
  stateOfGameFile,
  twinsFolder,
  writeInstalled,
} from './installed.ts'

export interface PlannedFile extends Pick<InstalledFile, 'slot' | 'name'> {
  readonly path: string
  readonly state: GameFileState
  /** The digest of the present file; null if there is none. */
  readonly sha256: string | null
  readonly known: InstalledFile | undefined
}

export async function planFile(
  folder: string,
  file: Pick<InstalledFile, 'slot' | 'name'>,
  known: InstalledFile | undefined,
): Promise<PlannedFile> {
  const { slot, name } = file
  const path = join(folder, name)
  const sha256 = await digestOfFile(path)
  return { slot, name, path, sha256, known, state: stateOfGameFile(known, sha256) }
}

/** The digest of the game's own file, null if it has none: the present one, unless that is ours. */
export const untouchedOf = ({ known, state, sha256 }: PlannedFile): string | null =>
  state === 'ours' ? (known?.untouched ?? null) : sha256

export async function keepAside(data: string, files: readonly PlannedFile[]): Promise<Result<void, AnyRefusal>> {
  for (const file of files) {
    const { name, path, state } = file
    const digest = untouchedOf(file)
    if (digest === null) continue
    const kept = keptPath(data, digest, name)
    if ((await digestOfFile(kept)) === digest) continue
    if (state === 'ours') return refuse({ code: 'kept_file_lost', name })
    try {
      const copy = await copyBeside(path, kept)
      await copy.finish()
    } catch (error) {
      const refusal = noCopy(error, kept)
      if (refusal === null) throw error
      return refuse(refusal)
    }
    if ((await digestOfFile(kept)) !== digest) return refuse({ code: 'game_file_changed', path })
  }
  return ok()
}

/**
 * Takes the files of the same names from the folder of twins. Files of the last installation that this one does not
 * have get the game's own ones back.
 */
export async function putFiles(
  data: string,
  folder: string,
  planned: readonly PlannedFile[],
  release?: InstalledRelease,
): Promise<Result<void, AnyRefusal>> {
  const leaving = (readInstalled(data)?.files ?? []).filter(({ name }) => !planned.some((file) => file.name === name))
  const dropped = await Promise.all(leaving.map((known) => planFile(folder, known, known)))
  const steps: { readonly file: PlannedFile; readonly twin: string; readonly from: string }[] = []
  for (const file of planned) {
    const from = join(twinsFolder(data), file.name)
    steps.push({ file, from, twin: (await digestOfFile(from)) ?? '' })
  }
  const recordOf = ({ file, twin }: (typeof steps)[number], before: readonly string[]): InstalledFile => {
    const { slot, name } = file
    return { slot, name, untouched: untouchedOf(file), twins: [...new Set([...before, twin])] }
  }
  const under = steps.map((step) => recordOf(step, step.file.known?.twins ?? []))
  await writeInstalled(data, { folder, release, files: [...under, ...leaving] })
  const put = await replaceAll([
    ...steps.map(({ file, from }) => ({ ...file, from })),
    ...dropped.filter(({ state }) => state === 'ours').map((file) => ({ ...file, from: keptOf(data, file) })),
  ])
  if (put.ok) await writeInstalled(data, { folder, release, files: steps.map((step) => recordOf(step, [])) })
  return put
}

/** Null: the game had no such file. */
export function keptOf(data: string, file: PlannedFile): string | null {
  const untouched = untouchedOf(file)
  return untouched === null ? null : keptPath(data, untouched, file.name)
}

interface Replacement {
  readonly path: string
  /** Refuse if the target has another digest by now. */
  readonly sha256: string | null
  /** Null: the target is removed. */
  readonly from: string | null
}

/** Copies all files beside their targets, checks the targets again, then renames one after the other. */
export async function replaceAll(files: readonly Replacement[]): Promise<Result<void, AnyRefusal>> {
  const copies: { readonly file: Replacement; readonly copy: CopyBeside | null }[] = []
  let isCopied = false
  try {
    for (const file of files)
      copies.push({ file, copy: file.from === null ? null : await copyBeside(file.from, file.path) })
    isCopied = true
    const held = await heldTarget(files)
    if (held !== null) return refuse({ code: 'game_file_open', path: held })
    for (const { file, copy } of copies) {
      if ((await digestOfFile(file.path)) !== file.sha256) {
        return refuse({ code: 'game_file_changed', path: file.path })
      }
      await (copy === null ? whenFree(() => rm(file.path, { force: true })) : copy.finish())
    }
    return ok()
  } catch (error) {
    const path = files[0]?.path ?? ''
    const refusal = isCopied && isHeld(error) ? ({ code: 'game_file_open', path } as const) : noCopy(error, path)
    if (refusal === null) throw error
    return refuse(refusal)
  } finally {
    for (const { copy } of copies) await copy?.discard()
  }
}

const READ_ONLY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS']
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Null: another error. */
export function noCopy(error: unknown, path: string): AnyRefusal | null {
  const { code } = error as NodeJS.ErrnoException
  if (READ_ONLY.includes(code)) return { code: 'game_read_only', folder: dirname(path) }
  return FULL.includes(code) ? { code: 'disk_full' } : null
}
