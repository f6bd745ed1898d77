// The folder of the game's texts: the named one, that of the last install, that of the import, or the only game on this machine.
import type { App } from '../../../app/app.ts'
import { findGames, isGameFolder } from '../../../app/game/find-game.ts'
import { lastGameFolder } from '../../../app/game/installed.ts'
import { listImports } from '../../../app/upkeep/read-records.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'

const importsLookedAt = 50

/** Absolute folders; several when it cannot be decided. */
export function gameFoldersOf({ config, platform, env }: CommandContext, app: App): readonly string[] {
  const imported = listImports(app, importsLookedAt).flatMap(({ files }) =>
    files.flatMap(({ slot, folder }) => (slot === 'main' && folder !== undefined ? [folder] : [])),
  )
  const known = config.game ?? lastGameFolder(config.data) ?? imported.find(isGameFolder)
  return known === undefined ? findGames({ platform, env }).map(({ folder }) => folder) : [known]
}

/** Throws Failure unless there is one candidate. */
export function gameFolderOf(context: CommandContext, app: App): string {
  const [folder, ...others] = gameFoldersOf(context, app)
  if (folder === undefined) {
    throw new Failure(
      'the game was not found on this machine; name the folder of its texts (…/HD/oversea/locale) with --game',
    )
  }
  if (others.length === 0) return folder
  throw new Failure(`the game is here several times: ${[folder, ...others].join('; ')}; choose one with --game`)
}
