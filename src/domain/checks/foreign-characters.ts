// FORMAT_01: characters that no one types on purpose and the game may trip over. Those that the source has are its own.

import { multisetOf, toRecord } from '../text/multiset.ts'
import type { Check } from './check.ts'
import { listed } from './naming.ts'

const SUSPECT = /[\p{Cc}\uFFFD\uFEFF\u202D\u202E]/gu
const ALLOWED = /[\n\r\t]/
/** Any of them that isn't allowed; most texts have none. */
// oxlint-disable-next-line no-control-regex
const ANY = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uFFFD\uFEFF\u202D\u202E]/

/** No control character, U+FFFD, BOM or bidi override that the source hasn't. */
export const foreignCharacters: Check = {
  rule: 'FORMAT_01',
  code: 'markup_cosmetic_breakage',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  run: ({ source, text }) => {
    if (!ANY.test(text)) return null
    const known = new Set(source.match(SUSPECT))
    const unexpected = multisetOf((text.match(SUSPECT) ?? []).filter((c) => !ALLOWED.test(c) && !known.has(c)))
    if (unexpected.size === 0) return null
    const names = new Map([...unexpected].map(([character, count]) => [codePointName(character), count]))
    return {
      message: `The text has invisible characters that the source has not: take out ${listed(names)}.`,
      details: { unexpected: toRecord(unexpected), characters: [...names.keys()] },
    }
  },
}

const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
