// The untouched game files from which the site makes translated ones (docs/game-files.md#writing): those of the latest
// import. An import from a folder leaves them there, an installation keeps them, and uploaded ones stay here until the
// next upload:
//
//   DATA/game/templates/<slot>/<name>            the main and the diff file, as uploaded; of another game maybe a folder
import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removeLeftover, replaceFile, syncFolder } from '../../base/whole-file.ts'
import { digestOfFile } from '../../base/file-digest.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { cellsOf } from '../../domain/cell.ts'
import { SOURCE_KINDS } from '../../domain/vocabulary.ts'
import { countMatching, readPairs, readSlot, slotOfPair } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { isContainerFile } from '../../../packages/formats/src/container/container-frame.ts'
import { dataFolderOf } from '../import/follow-import.ts'
import type { WorkRefusal } from '../refused.ts'
import { isOfAnotherGame } from '../rules.ts'
import { importedFiles, type ImportRecord } from '../upkeep/read-records.ts'
import { GAME_FILES } from './game-files.ts'
import { keptPath, readInstalled } from '../../../packages/players/src/game-folder.ts'

interface Templates {
  readonly main: string | null
  readonly diff: string | null
  /** The files of further pairs. */
  readonly also: readonly string[]
}

const templatesFolder = (app: App, slot: string): string => join(dataFolderOf(app), 'game', 'templates', slot)

const isGameName = (name: string): boolean => /^translate_words_map_\w+$/.test(name)

/** The name under which an uploaded file is kept: the one that the game knows, because an upload may have any name. */
const keptName = (slot: string, fileName: string): string =>
  isGameName(fileName) ? fileName : GAME_FILES[slot === 'diff' ? 'diff' : 'main']

export async function keepTemplates(
  app: App,
  uploads: readonly { readonly slot: string; readonly fileName: string; readonly path: string }[],
): Promise<void> {
  const isKeyed = isOfAnotherGame(app)
  for (const upload of uploads) {
    const { slot } = upload
    const isSource = SOURCE_KINDS.some((each) => each === slot) || slot.startsWith('__')
    if (!isSource || !(isKeyed || (await isContainerFile(upload.path)))) continue
    const folder = templatesFolder(app, slot)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = isKeyed ? upload.fileName : keptName(slot, upload.fileName)
    const kept = join(folder, name)
    // The old folder goes first, because a folder cannot be renamed over another one.
    if (isKeyed) await removeLeftover(kept)
    await replaceFile(upload.path, kept)
    await syncFolder(folder)
    for (const other of await readdir(folder)) if (other !== name) await removeLeftover(join(folder, other))
  }
}

/** The files of the latest import. Refuses when they are gone, changed, or no containers; another game's folder is taken as it is. */
export async function findTemplates(app: App): Promise<Result<Templates, WorkRefusal>> {
  const found = new Map<string, string>()
  const further = readPairs(app.store.main).flatMap(({ name }) => SOURCE_KINDS.map((slot) => slotOfPair(name, slot)))
  for (const slot of [...SOURCE_KINDS, ...further]) {
    if (slot === 'diff' && !hasDiff(app)) continue
    if (slot !== 'main' && readSlot(app.store.main, slot) === undefined) continue
    const file = importedFiles(app).find((each) => each.slot === slot)
    if (file === undefined) continue
    const path = await untouchedFile(app, slot, file)
    const there = await stat(path).catch(() => null)
    if (there === null || !(isOfAnotherGame(app) || (await isContainerFile(path))))
      return refuse({ code: 'no_templates' })
    if (there.isFile() && there.size !== file.sizeBytes) {
      const option = slot.startsWith('__') ? 'also' : slot
      return refuse({ code: 'game_patched', name: basename(path), slot: option, path })
    }
    found.set(slot, path)
  }
  if (found.size === 0) return refuse({ code: 'no_templates' })
  const also = further.flatMap((slot) => found.get(slot) ?? [])
  return ok({ main: found.get('main') ?? null, diff: found.get('diff') ?? null, also })
}

const hasDiff = ({ store }: App): boolean => countMatching(store.main, cellsOf('all', 'diff'), null) > 0

async function untouchedFile(app: App, slot: string, file: ImportRecord['files'][number]): Promise<string> {
  if (file.folder === undefined) {
    const name = isOfAnotherGame(app) ? file.fileName : keptName(slot, file.fileName)
    return join(templatesFolder(app, slot), name)
  }
  const path = join(file.folder, file.fileName)
  const installed = readInstalled(dataFolderOf(app))
  const known = installed?.files.find(({ name }) => join(installed.folder, name) === path)
  if (known === undefined || !known.twins.includes((await digestOfFile(path)) ?? '')) return path
  return known.untouched === null ? path : keptPath(dataFolderOf(app), known.untouched, known.name)
}

export const foldersOf = ({ main, diff, also }: Templates): readonly string[] =>
  [main, diff, ...also].flatMap((path) => (path === null ? [] : [dirname(path)]))

/** The files as options of the commands `windrow export` and `publish`. */
export const optionsOf = ({ main, diff, also }: Templates): readonly string[] => [
  ...(main === null ? [] : [`--main=${main}`]),
  ...(diff === null ? [] : [`--diff=${diff}`]),
  ...also.map((path) => `--also=${path}`),
]
