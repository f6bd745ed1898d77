// FORMAT_01: control characters, U+FFFD, BOM and bidi overrides that the source does not have. They may break the game.

import { codePointName } from '../text/invisible.ts'
import { multisetOf, toRecord } from '../text/multiset.ts'
import { TRAIT } from '../text/traits.ts'
import type { Check } from './check.ts'
import { mojibakeIn } from './form/mojibake.ts'
import { listed } from './naming.ts'

const SUSPECT = /[\p{Cc}\uFFFD\uFEFF\u202D\u202E]/gu
/** Traces of a wrong encoding: U+FFFD, and second bytes of UTF-8. */
const DAMAGE = /[\u0080-\u009F\uFFFD]/
const ALLOWED = /[\n\r\t]/
/** The characters of `SUSPECT` except those of `ALLOWED`; a fast first test. */
// oxlint-disable-next-line no-control-regex
const ANY = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uFFFD\uFEFF\u202D\u202E]/

/** Imports call this too, so that they refuse what the gate refuses. */
export const hasForeignCharacters = (source: string, text: string): boolean =>
  ANY.test(text) && foreignIn(source, text).length > 0

function foreignIn(source: string, text: string): string[] {
  const known = new Set(source.match(SUSPECT))
  return (text.match(SUSPECT) ?? []).filter((character) => !ALLOWED.test(character) && !known.has(character))
}

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
          ? `The text was read in a wrong encoding and is damaged (${listed(names)}): send it again as UTF-8. Taking these characters out does not repair it.`
          : `The text has invisible characters that the source does not have: take out ${listed(names)}.`,
      details: { unexpected: toRecord(unexpected), characters: [...names.keys()] },
    }
  },
}
