// What a language of the interface is, and which one the answer under way is written in. The English sentences in the code
// are the keys; another language is a table from them to its own (docs/translating-windrow.md).
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Language {
  /** BCP 47, as in `<html lang>`. */
  readonly tag: string
  /** In the language itself. */
  readonly name: string
  /** In the order in which the catalogue writes the forms of a word: `{0|рядок|рядки|рядків}`. */
  readonly plurals: readonly Intl.LDMLPluralRule[]
  /** What the pages say; `messages.ts` reads both sides. */
  readonly messages: Readonly<Record<string, string>>
  /** What use cases refuse, by code; `{id}` is what the refusal has under that name (`src/admin/parts/said/telling.ts`). */
  readonly refusals: Readonly<Record<string, string>>
  /** What checks find, by rule: texts with the details of the finding, each left out when one of its details is not there. */
  readonly findings: Readonly<Record<string, readonly string[]>>
  /** What is wrong with a file, by problem, and the places in it (src/formats/damage.ts). */
  readonly damage: Readonly<Record<string, string>>
  readonly places: Readonly<Record<string, string>>
  /** What pages refuse, words of settings and abilities: whole sentences without gaps. */
  readonly sentences: Readonly<Record<string, string>>
  /** What the scripts in the browser say; the page carries it to them. */
  readonly scripts: Readonly<Record<string, string>>
}

/** The language of the code: it needs no catalogue. */
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

/** Everything that `act` says, and what it waits for says, is in this language. */
export const speaking = <T>(language: Language, act: () => T): T => underWay.run(language, act)

/** The language of the answer under way; English outside of one. */
export const languageNow = (): Language => underWay.getStore() ?? ENGLISH
