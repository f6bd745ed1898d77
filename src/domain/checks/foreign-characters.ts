// FORMAT_01: characters that no one types on purpose and the game may trip over. Those that the source has are its own.

import { multisetOf, toRecord } from '../text/multiset.ts'
import { TRAIT } from '../text/traits.ts'
import type { Check } from './check.ts'
import { mojibakeIn } from './form/mojibake.ts'
import { listed } from './naming.ts'

const SUSPECT = /[\p{Cc}\uFFFD\uFEFF\u202D\u202E]/gu
/** What a wrong encoding leaves: U+FFFD for what was lost, and second bytes of UTF-8. */
const DAMAGE = /[\u0080-\u009F\uFFFD]/
const ALLOWED = /[\n\r\t]/
/** One of `SUSPECT` that isn't in `ALLOWED`, quick to look for: most texts have none. */
// oxlint-disable-next-line no-control-regex
const ANY = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uFFFD\uFEFF\u202D\u202E]/

/** Whether a text has such characters. For files as well: what the gate refuses must not come in by another door. */
export const hasForeignCharacters = (source: string, text: string): boolean =>
  ANY.test(text) && foreignIn(source, text).length > 0

function foreignIn(source: string, text: string): string[] {
  const known = new Set(source.match(SUSPECT))
  return (text.match(SUSPECT) ?? []).filter((character) => !ALLOWED.test(character) && !known.has(character))
}

/** No control character, U+FFFD, BOM or bidi override that the source hasn't. */
export const foreignCharacters: Check = {
  rule: 'FORMAT_01',
  code: 'markup_cosmetic_breakage',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: TRAIT.suspect,
  run: ({ source, text }) => {
    const unexpected = multisetOf(foreignIn(source, text))
    if (unexpected.size === 0) return null
    const names = new Map([...unexpected].map(([character, count]) => [codePointName(character), count]))
    return {
      message:
        [...unexpected.keys()].some((character) => DAMAGE.test(character)) || mojibakeIn(text) !== null
          ? `The text was read in a wrong encoding and is damaged (${listed(names)}): send it again as UTF-8; without these characters it would be as wrong.`
          : `The text has invisible characters that the source has not: take out ${listed(names)}.`,
      details: { unexpected: toRecord(unexpected), characters: [...names.keys()] },
    }
  },
}

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
