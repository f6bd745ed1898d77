// The paths that an export writes to. It never overwrites the untouched game file, not even through a link or another
// spelling of its path.
import { type BigIntStats, existsSync, statSync } from 'node:fs'
import { mkdir, readdir, realpath, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type ByteSink, sha256Hex } from '../../base/bytes.ts'
import { pauseBetweenFiles } from '../../base/read-small.ts'
import { removeLeftover } from '../../base/whole-file.ts'
import { type GameLanguage, gameFileOf, namedFile } from '../../domain/game-language.ts'
import { DamagedFile } from '../../../packages/formats/src/damage.ts'
import { translatedPlace } from '../../../packages/formats/src/keyed/keyed-paths.ts'
import type { OnFile } from '../../../packages/formats/src/keyed/read-project.ts'
import type { Project } from '../../../packages/formats/src/keyed/project.ts'
import { isContainerFile } from '../../../packages/formats/src/container/container-frame.ts'
import { isAlive } from '../../base/alive.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { App } from '../app.ts'
import type { AnyRefusal } from '../refused.ts'
import { isOfAnotherGame } from '../rules.ts'
import { importedFiles } from '../upkeep/read-records.ts'

export interface ExportTarget {
  readonly slot: 'main' | 'diff'
  /** The name of the further pair to which the file belongs; empty: the first pair. */
  readonly pair: string
  readonly template: string
  /** The template's path in a folder of keyed files, with `/`; empty: the template is a single file. */
  readonly place: string
  readonly path: string
  /** True: the file is no template. It is copied as it is, so that the folder is complete. */
  readonly isCopied?: true
}

export interface TargetRequest {
  /** How the files of a game with keyed texts lie; its templates may be folders. */
  readonly project?: Project | null
  readonly main: string | null
  readonly diff: string | null
  /** Paths of files of further pairs; their names tell which. */
  readonly also?: readonly string[]
  readonly out: string
  readonly force: boolean
  /** Leaves out the files that would be copied as they are. */
  readonly withoutCopies?: boolean
  /** Gives the files the names that the game has for this language; absent: the names of the templates. */
  readonly asLanguage?: GameLanguage
  /** For each file of a folder that was looked at. */
  readonly onFile?: OnFile
}

/** Why a text dump may not be written here: it would overwrite a game container, or an imported file of another game. Null: it may. */
export async function gameFileRefusal(app: App, to: string | ByteSink): Promise<AnyRefusal | null> {
  if (typeof to !== 'string' || !(isImported(app, to) || (await isContainerFile(to)))) return null
  return { code: 'to_game_file', path: to }
}

/** Text dumps of Where Winds Meet may be written again; of another game the files themselves are imported, alone or with their folder. */
const isImported = (app: App, path: string): boolean =>
  isOfAnotherGame(app) &&
  existsSync(path) &&
  importedFiles(app)
    .filter(({ slot, folder }) => slot === 'main' && folder !== undefined)
    .some(({ folder = '', fileName }) => `${path}${sep}`.startsWith(`${join(folder, fileName)}${sep}`))

/** Decides the path of each file and makes the folder for them, unless the export is refused. */
export async function planTargets(request: TargetRequest): Promise<Result<readonly ExportTarget[], AnyRefusal>> {
  const { out, force, asLanguage, project = null, withoutCopies } = request
  const targets: ExportTarget[] = []
  for (const slot of ['main', 'diff'] as const) {
    const template = request[slot]
    if (template === null) continue
    const files = project === null ? ok(null) : await filesOfFolder(template, project, request.onFile)
    if (!files.ok) return files
    const name = basename(template)
    const alone = project === null ? name : translatedPlace(name, [name], project.targetLanguage)
    for (const { name: own, ...file } of files.value ?? [{ template, place: '', name: alone }]) {
      const path = join(out, asLanguage === undefined ? own : gameFileOf(asLanguage, slot))
      if (file.isCopied !== true || (withoutCopies !== true && resolve(path) !== resolve(file.template)))
        targets.push({ slot, pair: '', ...file, path })
    }
  }
  for (const template of request.also ?? []) {
    const named = namedFile(basename(template))
    if (named === null || named.pair === '') return refuse({ code: 'names_no_pair', name: basename(template) })
    const { slot, pair } = named
    const name = asLanguage === undefined ? basename(template) : gameFileOf(asLanguage, slot, pair)
    targets.push({ slot, pair, template, place: '', path: join(out, name) })
  }

  const folder = await statOf(out)
  if (folder !== null && !folder.isDirectory()) return refuse({ code: 'out_is_file', path: out })
  const refusal = (await templateRefusal(request, targets)) ?? sameNameRefusal(targets)
  if (refusal !== null) return refuse(refusal)
  const made = targets.filter(({ isCopied }) => isCopied !== true)
  const templates = new Set(await Promise.all(made.map(({ template }) => identityOf(template))))
  for (const { path } of targets) {
    const there = await statOf(path)
    if (there === null) continue
    if (templates.has(await identityOf(path))) return refuse({ code: 'out_is_template', path })
    if (there.isDirectory()) return refuse({ code: 'out_has_folder', path })
    // Writing a game container needs seeking, so its target can't be a device.
    if (!there.isFile()) return refuse({ code: 'out_has_device', path })
    if (!force) return refuse({ code: 'out_has_file', path })
  }
  return ok(targets)
}

interface FolderFile extends Pick<ExportTarget, 'template' | 'place' | 'isCopied'> {
  readonly name: string
}

/**
 * The files of a folder; null: the path is a file by itself. Translated files get the names of their language; all others are copied as
 * they are.
 */
async function filesOfFolder(
  folder: string,
  project: Project,
  onFile?: OnFile,
): Promise<Result<readonly FolderFile[] | null, AnyRefusal>> {
  const { readProject } = await import('../../../packages/formats/src/keyed/read-project.ts')
  const read = await readProject(folder, basename(folder), project, onFile).catch((error: unknown) => {
    if (error instanceof DamagedFile) return error
    throw error
  })
  if (read instanceof DamagedFile) return refuse({ code: 'damaged_file', damage: read.damage })
  if (read === null) return ok(null)
  const pathOf = new Map(read.paths.map(({ place, path }) => [place, path]))
  const made = read.files
    .filter(({ file }) => !read.damaged.has(file))
    .map(({ place, file, out }) => ({ template: pathOf.get(file) ?? '', place, name: out }))
  const names = new Set(made.map(({ name }) => name))
  const others = read.paths
    .filter(({ place }) => !names.has(place) && read.damaged.get(place)?.damage.problem !== 'unreadable')
    .map(({ path, place }) => ({ template: path, place, name: place, isCopied: true as const }))
  return ok([...made, ...others])
}

/** Makes the folder. The function returned removes it again if this call made it and it is still empty. */
export async function makeFolder(out: string): Promise<() => Promise<void>> {
  const made = await mkdir(out, { recursive: true })
  return async () => {
    if (made !== undefined) await rmdir(out).catch(() => undefined)
  }
}

async function templateRefusal(
  { main, diff }: TargetRequest,
  targets: readonly ExportTarget[],
): Promise<AnyRefusal | null> {
  if (targets.length === 0) return { code: 'no_file', path: main ?? diff ?? '' }
  const seen = new Set<string>()
  for (const { template, isCopied } of targets) {
    const there = await statOf(template)
    if (there === null) return { code: 'no_file', path: template }
    if (!there.isFile()) return { code: 'no_game_file', path: template }
    const identity = await identityOf(template)
    if (isCopied === true) continue
    if (seen.has(identity)) return { code: 'same_file', path: template }
    seen.add(identity)
  }
  return null
}

function sameNameRefusal(targets: readonly ExportTarget[]): AnyRefusal | null {
  const seen = new Set<string>()
  for (const { path, place } of targets) {
    // A folder may have `a.json` and `A.json` where the system tells them apart.
    const name = place !== '' && process.platform === 'linux' ? path : path.toLowerCase()
    if (seen.has(name)) return { code: 'same_name', name: basename(path) }
    seen.add(name)
  }
  return null
}

/** Asked on this thread: a trip to another one for each of thousands of files takes longer. */
async function statOf(path: string): Promise<BigIntStats | null> {
  await pauseBetweenFiles()
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}

/** What identifies a file under any path: device and inode, or the real path where the file system has no inodes. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino } = statSync(path, { bigint: true })
  return ino === 0n ? await realpath(resolve(path)) : `${dev} ${ino}`
}

/** Matches a name that `partOf(path)` made, also when `.PID.part` follows it. */
const PART = /^\.+(.*?)\.(\d+)\.(?:windrow|part)(?:\.\d+\.part)?$/

export const partOf = (path: string): string => join(dirname(path), `.${partNameOf(path)}.${process.pid}.windrow`)

const nameBytesMax = 200
/** A name may have 255 bytes; one that leaves no room for more is known by its digest. */
function partNameOf(path: string): string {
  const name = basename(path)
  return Buffer.byteLength(name) > nameBytesMax ? sha256Hex(Buffer.from(name)).slice(0, 32) : name
}

/** Removes the unfinished files that killed exports left beside these paths. */
export async function clearLeftovers(paths: readonly string[]): Promise<void> {
  const names = new Set(paths.map(partNameOf))
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    for (const entry of await readdir(folder)) {
      const [, name, pid] = PART.exec(entry) ?? []
      if (name === undefined || !names.has(name) || isAlive(Number(pid))) continue
      await removeLeftover(join(folder, entry))
    }
  }
}
