// The folder of the game's texts: the named one, that of the last install, that of the import, or the games on this machine.
import { join } from 'node:path'
import type { App } from '../app.ts'
import { dataFolderOf } from '../import/follow-import.ts'
import { listImports } from '../upkeep/read-records.ts'
import { findGames, isGameFolder, LOCALE_FOLDERS, type Machine } from './find-game.ts'
import { lastGameFolder } from './installed.ts'

const importsLookedAt = 50

/** Absolute folders; several when it cannot be decided. `named` comes from the configuration. */
export function gameFoldersOf(app: App, machine: Machine, named: string | null): readonly string[] {
  const imported = listImports(app, importsLookedAt).flatMap(({ files }) =>
    files.flatMap(({ slot, folder }) => (slot === 'main' && folder !== undefined ? [folder] : [])),
  )
  const known = named ?? lastGameFolder(dataFolderOf(app)) ?? imported.find(isGameFolder)
  return known === undefined ? findGames(machine).map(({ folder }) => folder) : [known]
}

/** The folder of the texts in a folder that a person names: this one itself, or one inside the game's own. */
export const textFoldersIn = (folder: string): readonly string[] => [
  folder,
  ...LOCALE_FOLDERS.map((parts) => join(folder, ...parts)),
]
