// The languages of the interface, and the language of the current answer. English sentences in the code are the keys; another
// language is a table from them to its texts (docs/translating-windrow.md).
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Language {
  /** BCP 47, as in `<html lang>`. */
  readonly tag: string
  /** In the language itself. */
  readonly name: string
  /** In the order of a word's forms in the catalogue: `{0|рядок|рядки|рядків}`. */
  readonly plurals: readonly Intl.LDMLPluralRule[]
  /** Texts of pages; `messages.ts` reads both sides. */
  readonly messages: Readonly<Record<string, string>>
  /** Refusals by code; `{id}` is a fact of the refusal (`src/admin/parts/telling.ts`). */
  readonly refusals: Readonly<Record<string, string>>
  /** Findings by rule. A text is left out when the finding lacks one of its details. */
  readonly findings: Readonly<Record<string, readonly string[]>>
  /** Damage of a file by problem, and the places in it (src/formats/damage.ts). */
  readonly damage: Readonly<Record<string, string>>
  readonly places: Readonly<Record<string, string>>
  /** Refusals of pages, words of settings and abilities: whole sentences without gaps. */
  readonly sentences: Readonly<Record<string, string>>
  /** Texts of the scripts in the browser, which get them with the page. */
  readonly scripts: Readonly<Record<string, string>>
}

/** The language of the code, without a catalogue. */
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

/** Runs `act`, and what it awaits, in this language. */
export const speaking = <T>(language: Language, act: () => T): T => underWay.run(language, act)

/** The language of the current answer; English outside of one. */
export const languageNow = (): Language => underWay.getStore() ?? ENGLISH
