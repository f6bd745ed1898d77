// Installs the translated files of this store into the game (docs/command-line.md#install). Keeps copies of the game's
// files first. At each step the folder has whole files that belong together. A file of unknown origin (a patch, the
// launcher's repair, another translation) is not overwritten without asking.
import { basename, join } from 'node:path'
import { ok, refuse, type Result } from '../../base/result.ts'
import { removeLeftover } from '../../base/whole-file.ts'
import { type GameLanguage, gameFileOf, languageOfFile, namedFile } from '../../domain/game-language.ts'
import { SOURCE_KINDS, type SourceKind } from '../../domain/vocabulary.ts'
import { readPairs } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { isOfAnotherGame } from '../rules.ts'
import { exportGameFiles, type ExportGameFiles, type ExportOutcome } from '../export/export-game-files.ts'
import type { AnyRefusal, WorkRefusal } from '../refused.ts'
import { dataFolderOf } from '../import/follow-import.ts'
import { importedFiles } from '../upkeep/read-records.ts'
import { GAME_FILES } from './game-files.ts'
import { ownFilesFolder, planOther } from './install-other.ts'
import {
  keepAside,
  keptOf,
  planFile,
  type PlannedFile,
  putFiles,
  readInstalled,
  twinsFolder,
  untouchedOf,
} from '../../../packages/players/src/game-folder.ts'

const differingShareMax = 0.01

/** The file's name in the game's folder: the imported file's if that is a name as the game has them, else the usual one. */
function nameOf(app: App, slot: SourceKind): string {
  const name = importedFiles(app).find((file) => file.slot === slot)?.fileName
  return name !== undefined && /^translate_words_map_\w+$/.test(name) ? name : GAME_FILES[slot]
}

/** The names of the further pairs' files in a language. The game may not have all of them in every language. */
const furtherNames = (app: App, language: GameLanguage): string[] =>
  readPairs(app.store.main).flatMap(({ name }) => SOURCE_KINDS.map((slot) => gameFileOf(language, slot, name)))

/** The name of the imported file from which this one is made. */
function importedName(app: App, { slot, name }: PlannedFile): string {
  if (slot !== null) return nameOf(app, slot)
  const [named, language] = [namedFile(name), languageOfFile(nameOf(app, 'main'))]
  return named === null || language === undefined ? name : gameFileOf(language, named.slot, named.pair)
}

/**
 * Refuses a folder without the main file, and any folder but the one already in use. Without a language the files are those of the last
 * installation, else those of the imported language.
 */
export async function planInstall(
  app: App,
  folder: string,
  asLanguage?: GameLanguage,
): Promise<Result<readonly PlannedFile[], WorkRefusal>> {
  if (isOfAnotherGame(app)) {
    const ownAt = ownFilesFolder(dataFolderOf(app))
    try {
      const other = await planOther(app, folder, ownAt)
      return other.ok ? ok(other.value.files) : other
    } finally {
      await removeLeftover(ownAt)
    }
  }
  const record = readInstalled(dataFolderOf(app))
  if (record !== null && record.folder !== folder) {
    return refuse({ code: 'installed_elsewhere', folder: record.folder })
  }
  const planned: PlannedFile[] = []
  for (const slot of SOURCE_KINDS) {
    const installed = record?.files.find((file) => file.slot === slot)
    const name = asLanguage === undefined ? (installed?.name ?? nameOf(app, slot)) : gameFileOf(asLanguage, slot)
    planned.push(await planFile(folder, { slot, name }, installed?.name === name ? installed : undefined))
  }
  const language = asLanguage ?? languageOfFile(planned[0]?.name ?? '')
  for (const name of language === undefined ? [] : furtherNames(app, language)) {
    const installed = record?.files.find((file) => file.name === name)
    planned.push(await planFile(folder, { slot: null, name }, installed))
  }
  const here = planned.filter((file) => untouchedOf(file) !== null)
  if (here.some(({ slot }) => slot === 'main')) return ok(here)
  return refuse({ code: 'no_game_there', folder, name: planned[0]?.name ?? '' })
}

/** The game's own file of the imported language: where there is no translation, the players see its texts. */
async function templateFor(app: App, folder: string, file: PlannedFile): Promise<string | null> {
  const data = dataFolderOf(app)
  const name = importedName(app, file)
  if (file.name === name) return keptOf(data, file)
  const known = readInstalled(data)?.files.find((each) => each.name === name)
  const own = await planFile(folder, { slot: file.slot, name }, known)
  return own.state === 'ours' ? keptOf(data, own) : own.path
}

type InstallOptions = Required<Pick<ExportGameFiles, 'level' | 'allowStale' | 'signal' | 'onProgress'>>

/** Installs the files. If it refuses, the game is unchanged. */
export async function installTwins(
  app: App,
  folder: string,
  planned: readonly PlannedFile[],
  options: InstallOptions,
): Promise<Result<ExportOutcome, AnyRefusal>> {
  const data = dataFolderOf(app)
  const kept = await keepAside(data, planned)
  if (!kept.ok) return kept
  const template = async (slot: SourceKind): Promise<string | null> => {
    const file = planned.find((each) => each.slot === slot)
    return file === undefined ? null : await templateFor(app, folder, file)
  }
  const asLanguage = languageOfFile(planned.find(({ slot }) => slot === 'main')?.name ?? '')
  const out = twinsFolder(data)
  const ownAt = ownFilesFolder(data)
  const isOther = isOfAnotherGame(app)
  try {
    const other = isOther ? await planOther(app, folder, ownAt) : null
    if (other !== null && !other.ok) return other
    const [main, diff] = other === null ? [await template('main'), await template('diff')] : [other.value.main, null]
    const also: string[] = []
    for (const file of isOther ? [] : planned) {
      const path = file.slot === null ? await templateFor(app, folder, file) : null
      if (path !== null) also.push(path)
    }
    const named = asLanguage === undefined ? {} : { asLanguage }
    const files = { main, diff, also, out, force: true, withoutCopies: true, ...named }
    const exported = await exportGameFiles(app, { ...files, ...options })
    if (!exported.ok) return exported
    const strange = exported.value.files.find(
      ({ fallback, entries }) => fallback.template_differs > entries * differingShareMax,
    )
    if (strange !== undefined) {
      const { slot, pair, template } = strange
      const name = pair === '' ? nameOf(app, slot) : basename(template)
      return refuse({ code: 'game_patched', name, slot: pair === '' ? slot : 'also', path: join(folder, name) })
    }
    const put = await putFiles(data, folder, planned)
    return put.ok ? exported : put
  } finally {
    for (const leftover of [out, ownAt]) await removeLeftover(leftover)
  }
}
