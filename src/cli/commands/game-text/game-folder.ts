// Options of commands that put texts into the game: its folder, and the language as which the game gets them.
import type { App } from '../../../app/app.ts'
import { gameFoldersOf, importedFolders } from '../../../app/game/find-game.ts'
import { GAME_LANGUAGES, type GameLanguage } from '../../../domain/game-language.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
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

/** The option --as-language of export, publish and install: the game gets the texts as another of its languages. */
export function asLanguageOf(args: ParsedArgs): { readonly asLanguage?: GameLanguage } {
  const asLanguage = GAME_LANGUAGES.find((language) => language === args.text('as-language'))
  return asLanguage === undefined ? {} : { asLanguage }
}
