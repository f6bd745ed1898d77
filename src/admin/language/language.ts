// The language of the current answer. English sentences in the code are the keys of the other languages' tables, a JSON file
// each (docs/makers/translating-windrow.md).
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Language {
  /** The tag by BCP 47, as in `<html lang>`. */
  readonly tag: string
  /** The language's name in the language itself. */
  readonly name: string
  /** Classes of `Intl.PluralRules` in the order of a word's forms in the catalogue: `{0|рядок|рядки|рядків}`. */
  readonly plurals: readonly string[]
  readonly messages: Readonly<Record<string, string>>
  /** Sentences of refusals by code; `{id}` is a fact of the refusal, or a limit (`src/admin/parts/telling.ts`). */
  readonly refusals: Readonly<Record<string, string>>
  /** Sentences of the text gate's findings, by rule. A text is left out when the finding lacks one of its details. */
  readonly findings: Readonly<Record<string, readonly string[]>>
  readonly damage: Readonly<Record<string, string>>
  readonly places: Readonly<Record<string, string>>
  /** Sentences without gaps: refusals of pages, words of settings and abilities. */
  readonly sentences: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
}

export const ENGLISH: Language = {
  tag: 'en',
  name: 'English',
  plurals: ['one', 'other'],
  messages: {},
  refusals: {},
  findings: {},
  damage: {},
  places: {},
  sentences: {},
  scripts: {},
}

const underWay = new AsyncLocalStorage<Language>()

/** Sets the language for `act` and everything that it awaits. */
export const speaking = <T>(language: Language, act: () => T): T => underWay.run(language, act)

export const languageNow = (): Language => underWay.getStore() ?? ENGLISH
