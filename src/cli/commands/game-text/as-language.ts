// The option --as-language of export, publish and install: the game gets the texts as another of its languages.
import { GAME_LANGUAGES, type GameLanguage } from '../../../domain/game-language.ts'
import type { ParsedArgs } from '../../command.ts'

export function asLanguageOf(args: ParsedArgs): { readonly asLanguage?: GameLanguage } {
  const asLanguage = GAME_LANGUAGES.find((language) => language === args.text('as-language'))
  return asLanguage === undefined ? {} : { asLanguage }
}
