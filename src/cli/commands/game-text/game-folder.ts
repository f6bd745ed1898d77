// The folder of the game's texts for a command.
import type { App } from '../../../app/app.ts'
import { gameFoldersOf, importedFolders } from '../../../app/game/game-folders.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'

/** `app`: null without a store. */
export const knownFolders = ({ config, platform, env }: CommandContext, app: App | null): readonly string[] =>
  gameFoldersOf(config.data, { platform, env }, config.game, app === null ? [] : importedFolders(app))

/** Throws Failure unless there is one candidate. */
export function gameFolderOf(context: CommandContext, app: App | null): string {
  const [folder, ...others] = knownFolders(context, app)
  if (folder === undefined) {
    throw new Failure(
      'the game was not found on this machine; name the folder of its texts (…/HD/oversea/locale) with --game',
    )
  }
  if (others.length === 0) return folder
  throw new Failure(`the game is here several times: ${[folder, ...others].join('; ')}; choose one with --game`)
}
