// Options of commands that put texts into the game: its folder, and the language as which the game gets them.
import type { App } from '../../../app/app.ts'
import { gameFoldersOf, importedFolders } from '../../../app/game/find-game.ts'
import { lastGameFolder } from '../../../../packages/players/src/game-folder.ts'
import { GAME_LANGUAGES, type GameLanguage } from '../../../domain/game-language.ts'
import { defaultLevel } from '../../../../packages/formats/src/container/default-level.ts'
import type { CommandContext, OptionSpec, ParsedArgs } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { FILE, word } from '../../options.ts'

/** The option `--also`, of export and publish. */
export const ALSO = {
  name: 'also',
  summary: 'Untouched file of a further pair, recognised by its name; repeat for more',
  value: FILE,
  isRepeatable: true,
} as const satisfies OptionSpec

/** The option `--level`: how much game containers are compressed. */
export const LEVEL = {
  name: 'level',
  value: { kind: 'integer', placeholder: 'N', min: 1, max: 22 },
  defaultText: String(defaultLevel),
} as const

/** The option `--as-language`; install has another summary for it. */
export const AS_LANGUAGE: OptionSpec = {
  name: 'as-language',
  summary: "Name the files as the game's files of this language, for players who keep English",
  value: word('LANGUAGE', GAME_LANGUAGES, 'language'),
  defaultText: 'the names of the templates',
}

/** Folders in which the game may be. `app` is null without a store. */
export const knownFolders = ({ config, platform, env }: CommandContext, app: App | null): readonly string[] =>
  gameFoldersOf(config.data, { platform, env }, config.game, app === null ? [] : importedFolders(app))

/** The game's folder. Throws Failure unless exactly one is known. */
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

/** Of another game: the folder that is named, else that of the last installation. Throws Failure if there is none. */
export function folderOfAnotherGame({ config }: CommandContext): string {
  const folder = config.game ?? lastGameFolder(config.data)
  if (folder !== undefined) return folder
  throw new Failure("the files belong to a game other than Where Winds Meet; name that game's folder with --game")
}

/** The option --as-language of export, publish and install: the game gets the texts as another of its languages. */
export function asLanguageOf(args: ParsedArgs): { readonly asLanguage?: GameLanguage } {
  const asLanguage = GAME_LANGUAGES.find((language) => language === args.text('as-language'))
  return asLanguage === undefined ? {} : { asLanguage }
}
