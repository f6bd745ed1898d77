// Another game's folder on this machine: which of its files an export replaces or adds, and what they are made from, which are the
// game's own files, though translated ones may lie over them (docs/command-line.md#install).
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { digestOfFile } from '../../base/file-digest.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { keyedPaths } from '../../../packages/formats/src/keyed/keyed-paths.ts'
import {
  keptPath,
  oddPlace,
  planFile,
  type PlannedFile,
  readInstalled,
  twinsFolder,
} from '../../../packages/players/src/game-folder.ts'
import type { App } from '../app.ts'
import { planTargets } from '../export/export-targets.ts'
import { dataFolderOf } from '../import/follow-import.ts'
import { projectOf } from '../project.ts'
import type { WorkRefusal } from '../refused.ts'
import { importedFiles } from '../upkeep/read-records.ts'

interface OtherPlan {
  readonly files: readonly PlannedFile[]
  /** The folder, or the one file, as the game has it by itself. */
  readonly main: string
}

/**
 * Plans an installation of another game's files. Refuses a folder in which none of them would lie, and one with links on the way.
 * `ownAt`: where copies of the game's own files may be put; the caller removes it.
 */
export async function planOther(app: App, folder: string, ownAt: string): Promise<Result<OtherPlan, WorkRefusal>> {
  const data = dataFolderOf(app)
  const record = readInstalled(data)
  if (record !== null && record.folder !== folder) return refuse({ code: 'installed_elsewhere', folder: record.folder })
  const { fileName = '' } = importedFiles(app).find(({ slot }) => slot === 'main') ?? {}
  const isThere = (await stat(folder).catch(() => null))?.isDirectory() === true
  if (!isThere) return refuse({ code: 'no_game_there', folder, name: fileName })
  const copied = record === null ? ok(folder) : await ownFiles(data, folder, ownAt)
  if (!copied.ok) return copied
  const own = copied.value
  const isFile = (await stat(join(own, fileName)).catch(() => null))?.isFile() === true
  const main = isFile ? join(own, fileName) : own
  const out = twinsFolder(data)
  const project = projectOf(app.rules.now().settings)
  const targets = await planTargets({ main, diff: null, out, force: true, withoutCopies: true, project })
  if (!targets.ok) return refuse({ code: 'no_game_there', folder, name: fileName })
  const names = targets.value.map(({ path }) => relative(out, path).replaceAll('\\', '/'))
  const odd = await oddPlace(folder, names)
  if (odd !== null) return refuse({ code: 'odd_place', path: odd })
  const known = new Map(record?.files.map((file) => [file.name, file] as const))
  const files = names.map((name) => planFile(folder, { slot: null, name }, known.get(name)))
  return ok({ files: await Promise.all(files), main })
}

/** For one plan: a page may plan while an installation reads its own copies. */
export const ownFilesFolder = (data: string): string => join(data, 'game', `own-${randomBytes(8).toString('hex')}`)

/** Copies the game's own files of texts, without ours, into a folder and returns it. */
async function ownFiles(data: string, folder: string, own: string): Promise<Result<string, WorkRefusal>> {
  const installed = new Map(readInstalled(data)?.files.map((file) => [file.name, file] as const))
  await mkdir(own, { recursive: true, mode: 0o700 })
  for (const { path, place } of await keyedPaths(folder)) {
    const known = installed.get(place)
    const { state } = await planFile(folder, { slot: null, name: place }, known)
    const from = state !== 'ours' ? path : known?.untouched == null ? null : keptPath(data, known.untouched, place)
    if (from === null) continue
    if (state === 'ours' && (await digestOfFile(from)) !== known?.untouched)
      return refuse({ code: 'kept_file_lost', name: place })
    await mkdir(dirname(join(own, place)), { recursive: true, mode: 0o700 })
    await copyFile(from, join(own, place))
  }
  return ok(own)
}
