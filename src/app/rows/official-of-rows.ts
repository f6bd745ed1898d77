// The official texts of rows in the languages that somebody asks for (docs/makers/words.md#text-and-where-it-comes-from).
import type { Turn } from '../../base/turn.ts'
import { createOfficialReader, officialLanguages, type OfficialText } from '../../store/rows.ts'
import type { App } from '../app.ts'

export type { OfficialText } from '../../store/rows.ts'

interface UnknownOfficial {
  readonly message: string
  readonly allowed: readonly string[]
}

/** A refusal that names a language without official texts in this store; null: it has all of these. */
export function unknownOfficial(app: App, languages: readonly string[]): UnknownOfficial | null {
  if (languages.length === 0) return null
  const allowed = officialLanguages(app.store.main)
  const unknown = languages.find((language) => !allowed.includes(language))
  if (unknown === undefined) return null
  const there = allowed.length === 0 ? 'there are none of any language' : `known are ${allowed.join(', ')}`
  return {
    message: `no official texts in ${unknown === '' ? 'a language without a name' : unknown}; ${there}`,
    allowed,
  }
}

/** The languages in which the store has official texts. */
export const languagesThere = (app: App): readonly string[] => officialLanguages(app.store.main)

/** The official texts of each row. Works in turns: where rows lie apart, each costs a block for each language. */
export async function officialOfRows(
  app: App,
  ordinals: readonly number[],
  languages: readonly string[],
  turn: Turn,
): Promise<readonly (readonly OfficialText[])[]> {
  const textsOf = officialReader(app, languages)
  const texts: (readonly OfficialText[])[] = []
  for (const ordinal of ordinals) {
    if (turn.isOver) await turn.next()
    texts.push(textsOf(ordinal))
  }
  return texts
}

/** A reader of a row's official texts by its ordinal, each language once, in the order asked for. Quickest if rows ascend. */
export const officialReader = (
  app: App,
  languages: readonly string[],
): ((ordinal: number) => readonly OfficialText[]) => createOfficialReader(app.store.main, [...new Set(languages)])
