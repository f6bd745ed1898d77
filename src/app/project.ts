// How the files of another game lie in their folder, as the store keeps it (docs/another-game.md#a-project).
import type { KeyedRequest, Project } from '../../packages/formats/src/keyed/project.ts'
import type { Settings } from '../domain/settings.ts'
import type { App } from './app.ts'
import { isOfAnotherGame } from './rules.ts'

export const projectOf = (settings: Settings): Project => ({
  sourceLanguage: settings.source_language,
  targetLanguage: settings.target_language,
  only: settings.only,
  skip: settings.skip,
  keys: settings.keys,
  keyColumn: settings.key_column,
  sourceColumn: settings.source_column,
  targetColumn: settings.target_column,
})

/** What readers of keyed files are told of the game. `places`: of source files that the store does not know yet. */
export const keyedRequest = (app: App, places: readonly string[] = []): KeyedRequest => ({
  project: projectOf(app.rules.now().settings),
  known: [...app.store.files.all(), ...places],
})

/** What is needed to open files of the store's game. */
export const openingOf = (app: App, places: readonly string[] = []) => ({
  isKeyed: isOfAnotherGame(app),
  keyed: keyedRequest(app, places),
})
