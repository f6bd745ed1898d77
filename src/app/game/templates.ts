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
import { countMatching } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { isContainer } from '../export/export-targets.ts'
import { dataFolderOf } from '../import/follow-import.ts'
import type { WorkRefusal } from '../refused.ts'
import { isOfAnotherGame } from '../rules.ts'
import { type ImportRecord, listImports } from '../upkeep/read-records.ts'
import { GAME_FILES } from './game-files.ts'
import { keptPath, readInstalled } from './installed.ts'

const SLOTS = ['main', 'diff'] as const
type Slot = (typeof SLOTS)[number]

interface Templates {
  readonly main: string | null
  readonly diff: string | null
}

const importsLookedAt = 50

const templatesFolder = (app: App, slot: string): string => join(dataFolderOf(app), 'game', 'templates', slot)

const isGameName = (name: string): boolean => /^translate_words_map_\w+$/.test(name)

/** The name that the game knows; an upload may have any. */
const keptName = (slot: Slot, fileName: string): string => (isGameName(fileName) ? fileName : GAME_FILES[slot])

export async function keepTemplates(
  app: App,
  uploads: readonly { readonly slot: string; readonly fileName: string; readonly path: string }[],
): Promise<void> {
  const isKeyed = isOfAnotherGame(app)
  for (const slot of SLOTS) {
    const upload = uploads.find((each) => each.slot === slot)
    if (upload === undefined || !(isKeyed || (await isContainer(upload.path)))) continue
    const folder = templatesFolder(app, slot)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = isKeyed ? upload.fileName : keptName(slot, upload.fileName)
    const kept = join(folder, name)
    // A folder cannot be renamed over another one.
    if (isKeyed) await removeLeftover(kept)
    await replaceFile(upload.path, kept)
    await syncFolder(folder)
    for (const other of await readdir(folder)) if (other !== name) await removeLeftover(join(folder, other))
  }
}

/** Refuses when the files are gone, no containers, or not the imported ones. A folder of another game is taken as it is now. */
export async function findTemplates(app: App): Promise<Result<Templates, WorkRefusal>> {
  const found: { main: string | null; diff: string | null } = { main: null, diff: null }
  for (const slot of SLOTS) {
    if (slot === 'diff' && !hasDiff(app)) continue
    const file = listImports(app, importsLookedAt)
      .flatMap(({ files }) => files)
      .find((each) => each.slot === slot)
    if (file === undefined) continue
    const path = await untouchedFile(app, slot, file)
    const there = await stat(path).catch(() => null)
    if (there === null || !(isOfAnotherGame(app) || (await isContainer(path)))) return refuse({ code: 'no_templates' })
    if (there.isFile() && there.size !== file.sizeBytes) {
      return refuse({ code: 'game_patched', name: basename(path), slot, path })
    }
    found[slot] = path
  }
  return found.main === null && found.diff === null ? refuse({ code: 'no_templates' }) : ok(found)
}

const hasDiff = ({ store }: App): boolean => countMatching(store.main, cellsOf('all', 'diff'), null) > 0

async function untouchedFile(app: App, slot: Slot, file: ImportRecord['files'][number]): Promise<string> {
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

export const foldersOf = ({ main, diff }: Templates): readonly string[] =>
  [main, diff].flatMap((path) => (path === null ? [] : [dirname(path)]))
