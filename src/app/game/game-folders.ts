// The folder of the game's texts: the named one, that of the last install, that of the import, or the games on this machine.
import { join } from 'node:path'
import type { App } from '../app.ts'
import { listImports } from '../upkeep/read-records.ts'
import { findGames, isGameFolder, LOCALE_FOLDERS, type Machine } from './find-game.ts'
import { lastGameFolder } from './installed.ts'

const importsLookedAt = 50

/** The latest first. */
export const importedFolders = (app: App): readonly string[] =>
  listImports(app, importsLookedAt).flatMap(({ files }) =>
    files.flatMap(({ slot, folder }) => (slot === 'main' && folder !== undefined ? [folder] : [])),
  )

/** Absolute folders; several if it can't be decided. `named`: from the configuration. */
export function gameFoldersOf(
  dataFolder: string,
  machine: Machine,
  named: string | null,
  imported: readonly string[],
): readonly string[] {
  const known = named ?? lastGameFolder(dataFolder) ?? imported.find(isGameFolder)
  return known === undefined ? findGames(machine).map(({ folder }) => folder) : [known]
}

/** The folder that a person names may be the game's own; both may have the texts. */
export const textFoldersIn = (folder: string): readonly string[] => [
  folder,
  ...LOCALE_FOLDERS.map((parts) => join(folder, ...parts)),
]
