// Which folder the game's texts lie in: the one that is named, where windrow was installed last, where the texts were imported from,
// or the only game on this machine.
import type { App } from '../../../app/app.ts'
import { findGames, isGameFolder } from '../../../app/game/find-game.ts'
import { lastGameFolder } from '../../../app/game/installed.ts'
import { listImports } from '../../../app/upkeep/read-records.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'

const importsLookedAt = 50

/** The folders that it may be, absolute: one, unless nothing tells, or there are several games and nothing says which. */
export function gameFoldersOf({ config, platform, env }: CommandContext, app: App): readonly string[] {
  const imported = listImports(app, importsLookedAt).flatMap(({ files }) =>
    files.flatMap(({ slot, folder }) => (slot === 'main' && folder !== undefined ? [folder] : [])),
  )
  const known = config.game ?? lastGameFolder(config.data) ?? imported.find(isGameFolder)
  return known === undefined ? findGames({ platform, env }).map(({ folder }) => folder) : [known]
}

/** The one folder. Throws Failure when there is none, or several. */
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
