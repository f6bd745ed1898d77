// Installs translated files into the game and uninstalls them (docs/command-line.md#install). Copies of the game's files are kept
// first. At each step the folder has whole files that belong together. A file of unknown origin (a patch, the launcher's repair,
// another translation) is not overwritten without asking.
import { dirname, join } from 'node:path'
import { ok, refuse, type Result } from '../../base/result.ts'
import { isHeld } from '../../base/held-files.ts'
import { removeLeftover } from '../../base/whole-file.ts'
import type { App } from '../app.ts'
import { exportGameFiles, type ExportOutcome } from '../export/export-game-files.ts'
import { heldTarget } from '../export/export-targets.ts'
import type { AnyRefusal, WorkRefusal } from '../refused.ts'
import { dataFolderOf } from '../import/follow-import.ts'
import { listImports } from '../upkeep/read-records.ts'
import { GAME_FILES } from './game-files.ts'
import {
  clearParts,
  type CopyBeside,
  copyBeside,
  digestOfFile,
  forgetInstalled,
  type GameFileState,
  type InstalledFile,
  keptPath,
  readInstalled,
  stateOfGameFile,
  twinsFolder,
  writeInstalled,
} from './installed.ts'

export interface PlannedFile {
  readonly slot: 'main' | 'diff'
  readonly name: string
  readonly path: string
  readonly state: GameFileState
  /** The digest of the present file; null if there is none. */
  readonly sha256: string | null
  readonly known: InstalledFile | undefined
}

const SLOTS = ['main', 'diff'] as const
const importsLookedAt = 50
const differingShareMax = 0.01

/** The name of the imported file if the game's folder has it, else the game's name. */
function nameOf(app: App, slot: (typeof SLOTS)[number]): string {
  const files = listImports(app, importsLookedAt).flatMap((record) => record.files)
  const name = files.find((file) => file.slot === slot)?.fileName
  return name !== undefined && /^translate_words_map_\w+$/.test(name) ? name : GAME_FILES[slot]
}

/** Refuses a folder without the main file, and any folder but the one already in use. */
export async function planInstall(app: App, folder: string): Promise<Result<readonly PlannedFile[], WorkRefusal>> {
  const record = readInstalled(dataFolderOf(app))
  if (record !== null && record.folder !== folder) {
    return refuse({ code: 'installed_elsewhere', folder: record.folder })
  }
  const planned: PlannedFile[] = []
  for (const slot of SLOTS) {
    const known = record?.files.find((file) => file.slot === slot)
    const name = known?.name ?? nameOf(app, slot)
    const path = join(folder, name)
    const sha256 = await digestOfFile(path)
    planned.push({ slot, name, path, sha256, known, state: stateOfGameFile(known, sha256) })
  }
  const here = planned.filter(({ state }) => state !== 'missing')
  if (here.some(({ slot }) => slot === 'main')) return ok(here)
  return refuse({ code: 'no_game_there', folder, name: planned[0]?.name ?? '' })
}

interface InstallOptions {
  readonly level: number
  readonly allowStale: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Leaves the game unchanged if it refuses. */
export async function installTwins(
  app: App,
  folder: string,
  planned: readonly PlannedFile[],
  options: InstallOptions,
): Promise<Result<ExportOutcome, AnyRefusal>> {
  const data = dataFolderOf(app)
  const untouched = new Map<string, string>()
  for (const file of planned) {
    const kept = await keepAside(data, file)
    if (!kept.ok) return kept
    untouched.set(file.slot, kept.value)
  }
  const template = (slot: 'main' | 'diff'): string | null => {
    const file = planned.find((each) => each.slot === slot)
    return file === undefined ? null : keptPath(data, untouched.get(slot) ?? '', file.name)
  }
  const out = twinsFolder(data)
  try {
    const request = { main: template('main'), diff: template('diff'), out, force: true, ...options }
    const exported = await exportGameFiles(app, request)
    if (!exported.ok) return exported
    const strange = exported.value.files.find(
      ({ fallback, entries }) => fallback.template_differs > entries * differingShareMax,
    )
    if (strange !== undefined) {
      const { slot, name, path } = planned.find((file) => file.slot === strange.slot) as PlannedFile
      return refuse({ code: 'game_patched', name, slot, path })
    }
    const put = await putTwins(data, folder, planned, untouched)
    return put.ok ? exported : put
  } finally {
    await removeLeftover(out)
  }
}

/** Keeps a copy of the untouched file; returns its digest. */
async function keepAside(data: string, file: PlannedFile): Promise<Result<string, AnyRefusal>> {
  const { name, path, sha256, known, state } = file
  const digest = state === 'ours' ? known?.untouched : sha256
  const kept = keptPath(data, digest ?? '', name)
  if ((await digestOfFile(kept)) === digest) return ok(digest ?? '')
  if (state === 'ours' || digest === null || digest === undefined) {
    return refuse({ code: 'kept_file_lost', name })
  }
  try {
    const copy = await copyBeside(path, kept)
    await copy.finish()
  } catch (error) {
    const refusal = noCopy(error, kept)
    if (refusal === null) throw error
    return refuse(refusal)
  }
  if ((await digestOfFile(kept)) === digest) return ok(digest)
  return refuse({ code: 'game_file_changed', path })
}

async function putTwins(
  data: string,
  folder: string,
  planned: readonly PlannedFile[],
  untouched: ReadonlyMap<string, string>,
): Promise<Result<void, AnyRefusal>> {
  const steps: { readonly file: PlannedFile; readonly twin: string; readonly from: string }[] = []
  for (const file of planned) {
    const from = join(twinsFolder(data), file.name)
    steps.push({ file, from, twin: (await digestOfFile(from)) ?? '' })
  }
  const recordWith = (twinsOf: (step: (typeof steps)[number]) => readonly string[]) => ({
    folder,
    files: steps.map((step) => {
      const { slot, name } = step.file
      return { slot, name, untouched: untouched.get(slot) ?? '', twins: twinsOf(step) }
    }),
  })
  await writeInstalled(
    data,
    recordWith(({ file, twin }) => [...new Set([...(file.known?.twins ?? []), twin])]),
  )
  const put = await replaceAll(steps.map(({ file, from }) => ({ ...file, from })))
  if (put.ok)
    await writeInstalled(
      data,
      recordWith(({ twin }) => [twin]),
    )
  return put
}

interface Replacement {
  readonly name: string
  readonly path: string
  /** Refuse if the target's digest differs by now. */
  readonly sha256: string | null
  readonly from: string
}

/** Copies all files beside their targets, checks the targets again, then renames one after the other. */
async function replaceAll(files: readonly Replacement[]): Promise<Result<void, AnyRefusal>> {
  const copies: { readonly file: Replacement; readonly copy: CopyBeside }[] = []
  let isCopied = false
  try {
    for (const file of files) copies.push({ file, copy: await copyBeside(file.from, file.path) })
    isCopied = true
    const held = await heldTarget(files)
    if (held !== null) return refuse({ code: 'game_file_open', path: held })
    for (const { file, copy } of copies) {
      if ((await digestOfFile(file.path)) !== file.sha256) {
        return refuse({ code: 'game_file_changed', path: file.path })
      }
      await copy.finish()
    }
    return ok()
  } catch (error) {
    const path = files[0]?.path ?? ''
    const refusal = isCopied && isHeld(error) ? ({ code: 'game_file_open', path } as const) : noCopy(error, path)
    if (refusal === null) throw error
    return refuse(refusal)
  } finally {
    await Promise.all(copies.map(({ copy }) => copy.discard()))
  }
}

const READ_ONLY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS']
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Why a copy could not be written. Null for other errors. */
function noCopy(error: unknown, path: string): AnyRefusal | null {
  const { code } = error as NodeJS.ErrnoException
  if (READ_ONLY.includes(code)) return { code: 'game_read_only', folder: dirname(path) }
  return FULL.includes(code) ? { code: 'disk_full' } : null
}

interface UninstallOutcome {
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly state: GameFileState }[]
  /** Where untouched files stay kept because the game has other files now. */
  readonly kept: string | null
}

export function installedFolder(app: App): Result<string, AnyRefusal> {
  const record = readInstalled(dataFolderOf(app))
  return record === null ? refuse({ code: 'nothing_installed' }) : ok(record.folder)
}

/** Restores the kept files byte for byte. Files changed since the install are left alone. */
export async function uninstallTwins(app: App): Promise<Result<UninstallOutcome, AnyRefusal>> {
  const data = dataFolderOf(app)
  const record = readInstalled(data)
  if (record === null) return refuse({ code: 'nothing_installed' })
  const planned = await Promise.all(
    record.files.map(async (known) => {
      const path = join(record.folder, known.name)
      const sha256 = await digestOfFile(path)
      const from = keptPath(data, known.untouched, known.name)
      return { ...known, path, sha256, from, state: stateOfGameFile(known, sha256) }
    }),
  )
  const ours = planned.filter(({ state }) => state === 'ours')
  for (const { from, untouched, name } of ours) {
    if ((await digestOfFile(from)) === untouched) continue
    return refuse({ code: 'kept_file_lost', name })
  }
  const put = await replaceAll(ours)
  if (!put.ok) return put
  const isWhole = planned.every(({ state }) => state === 'ours' || state === 'untouched')
  for (const { path } of planned) await clearParts(path)
  if (isWhole) await forgetInstalled(data, record.folder)
  const files = planned.map(({ name, state }) => ({ name, state }))
  return ok({ folder: record.folder, files, kept: isWhole ? null : join(data, 'game', 'untouched') })
}
