// Checks of a text as a whole: nothing to translate, empty, equal to its source, with characters that break it
// (docs/text-gate.md#rules).
import { multisetOf, toRecord } from '../text/compare.ts'
import { equalFolded, isBlank } from '../text/normalize.ts'
import { isServiceText } from '../text/service-text.ts'
import { eachPiece } from '../text/tokens.ts'
import { codePointName, TRAIT } from '../text/traits.ts'
import { ALWAYS, type Check, PAIR_TRAIT, type TextPair } from './check.ts'
import { mojibakeIn } from './form.ts'
import { listed } from './naming.ts'

/** SERVICE_01: a service row has nothing to translate and takes no text. No flag of the legacy API skips this check. */
export const serviceRow: Check = {
  rule: 'SERVICE_01',
  code: 'non_translatable',
  severity: 'error',
  waiver: null,
  standsAlone: true,
  needs: ALWAYS,
  run: ({ input }) =>
    (input.isServiceRow ?? isServiceText(input.source))
      ? { message: 'This row has nothing to translate and is kept as it is: skip it.', details: {} }
      : null,
}

/**
 * EMPTY_01: a text of nothing but white space and zero-width characters. No flag of the legacy API skips this check.
 */
export const emptyText: Check = {
  rule: 'EMPTY_01',
  code: 'empty_text',
  severity: 'error',
  waiver: null,
  standsAlone: true,
  needs: TRAIT.letterless,
  run: ({ text }) =>
    isBlank(text) ? { message: 'The text is empty: give a translation of the source.', details: {} } : null,
}

const LETTER = /\p{L}/u

/**
 * SOURCE_01: the text equals its source, apart from letter case and white space, and the source has letters outside
 * tokens and outside terms that are not translated.
 */
export const sourceText: Check = {
  rule: 'SOURCE_01',
  code: 'source_equivalent',
  severity: 'error',
  waiver: 'validation',
  standsAlone: false,
  needs: PAIR_TRAIT.sharesScript,
  run: (pair) =>
    equalFolded(pair.source, pair.text) && hasWordsToTranslate(pair)
      ? { message: 'The text is the same as the source: translate it.', details: {} }
      : null,
}

function hasWordsToTranslate({ source, sourceScan, terms }: TextPair): boolean {
  const kept = terms.filter(({ compiled }) => compiled.entry.doNotTranslate)
  let next = 0
  let found = false
  eachPiece(source, sourceScan.tokens, (start, end) => {
    let from = start
    for (let term = kept[next]; term && term.start < end; term = kept[++next]) {
      found ||= LETTER.test(source.slice(from, term.start))
      from = term.end
    }
    found ||= LETTER.test(source.slice(from, end))
  })
  return found
}

const SUSPECT = /[\p{Cc}\uFFFD\uFEFF\u202D\u202E]/gu
/** Traces of a wrong encoding: U+FFFD, and second bytes of UTF-8. */
const DAMAGE = /[\u0080-\u009F\uFFFD]/
const ALLOWED = /[\n\r\t]/
/** The characters of `SUSPECT` except those of `ALLOWED`; a fast first test. */
// oxlint-disable-next-line no-control-regex
const ANY = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uFFFD\uFEFF\u202D\u202E]/

/** Whether a text has characters that FORMAT_01 refuses. Imports ask this too, so that they refuse what the gate refuses. */
export const hasForeignCharacters = (source: string, text: string): boolean =>
  ANY.test(text) && foreignIn(source, text).length > 0

function foreignIn(source: string, text: string): string[] {
  const known = new Set(source.match(SUSPECT))
  return (text.match(SUSPECT) ?? []).filter((character) => !ALLOWED.test(character) && !known.has(character))
}

/**
 * FORMAT_01: control characters, U+FFFD, BOM and bidi overrides that the source does not have. They may break the game.
 */
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
          ? `The text was read in a wrong encoding and is damaged (${listed(names)}): send it again as UTF-8. ` +
            `Taking these characters out does not repair it.`
          : `The text has invisible characters that the source does not have: take out ${listed(names)}.`,
      details: { unexpected: toRecord(unexpected), characters: [...names.keys()] },
    }
  },
}
