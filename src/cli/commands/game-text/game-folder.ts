// The folder of the game's texts for a command.
import type { App } from '../../../app/app.ts'
import { gameFoldersOf } from '../../../app/game/game-folders.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'

export const knownFolders = ({ config, platform, env }: CommandContext, app: App): readonly string[] =>
  gameFoldersOf(app, { platform, env }, config.game)

/** Throws Failure unless there is one candidate. */
export function gameFolderOf(context: CommandContext, app: App): string {
  const [folder, ...others] = knownFolders(context, app)
  if (folder === undefined) {
    throw new Failure(
      'the game was not found on this machine; name the folder of its texts (…/HD/oversea/locale) with --game',
    )
  }
  if (others.length === 0) return folder
  throw new Failure(`the game is here several times: ${[folder, ...others].join('; ')}; choose one with --game`)
}
