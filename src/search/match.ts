// Tells whether texts match a search, finds the places of its terms, and makes the excerpt to show.
import { isBoundary, kindAt, SPACE } from '../domain/checks/glossary-units.ts'
import { eachUnseen, type Unseen } from '../domain/text/skeleton.ts'
import { gramsOfTerm } from './grams.ts'
import { foldForSearch, idPrefixOf, type SearchQuery, type SearchTerm } from './query.ts'

// A text as players see it, for searching: tokens end words, colours and tags have no width, and a gap (`{0}`, `%d`)
// may hold any number. A covered text keeps its length, so a place in it is the place in the text.

// Noncharacters, which no text has.
const [HIDDEN, COLOUR, GAP] = ['\uFDD0', '\uFDD1', '\uFDD2']

const COVERS: Readonly<Record<Unseen, string>> = { tag: HIDDEN, colour: COLOUR, gap: GAP }

/** The folded text with its tokens covered. Null: it has no tokens. */
function coveredText(text: string): string | null {
  let [folded, covered, from] = ['', '', 0]
  eachUnseen(text, (as, start, end) => {
    if (from === 0) folded = foldForSearch(text)
    covered += folded.slice(from, start) + COVERS[as].repeat(end - start)
    from = end
  })
  return from === 0 ? null : covered + folded.slice(from)
}

/** A part of a phrase: colours may lie between two of them. */
interface Atom {
  readonly text: string
  readonly kind: 'word' | 'wide' | 'mark' | 'number'
}

const wide = '\\u2E80-\\u{10FFFF}'
const ATOM = new RegExp(
  [
    String.raw`(?<number>\p{Nd}+(?:[.,]\p{Nd}+)*(?!\p{Nd}|(?![${wide}])[\p{L}\p{M}]))`,
    String.raw`(?<wide>[${wide}]+)`,
    String.raw`(?<word>(?:(?![${wide}])[\p{L}\p{M}\p{Nd}])+)`,
    String.raw`(?<mark>[^${wide}\p{L}\p{M}\p{Nd}]+)`,
  ].join('|'),
  'gu',
)
const isWide = (character: string): boolean => character >= '\u2E80'

/** The atoms of a word. `mayBeGaps`: a gap of the text may replace a number that has no letter beside it. */
const atomsOf = (piece: string, mayBeGaps: boolean): readonly Atom[] =>
  Array.from(piece.matchAll(ATOM), ({ 0: text, groups = {} }): Atom => {
    if (groups['wide'] !== undefined) return { text, kind: 'wide' }
    if (groups['mark'] !== undefined) return { text, kind: 'mark' }
    return { text, kind: groups['number'] !== undefined && mayBeGaps ? 'number' : 'word' }
  })

/**
 * A phrase (several words) is also found where tokens stand between its words. If it has a letter, a gap of the text may stand for one of
 * its numbers.
 */
const isPhrase = ({ pieces }: SearchTerm): boolean => pieces.length > 1
const phraseAtoms = ({ pieces }: SearchTerm): readonly (readonly Atom[])[] => {
  const mayBeGaps = pieces.some((piece) => /\p{L}/u.test(piece))
  return pieces.map((piece) => atomsOf(piece, mayBeGaps))
}

/** The grams that every text has in which the term may be found. */
export function gramsToFind(term: SearchTerm): readonly number[] {
  if (!isPhrase(term)) return gramsOfTerm(term.pieces[0] ?? '')
  const pieces = phraseAtoms(term)
  const grams = pieces.flatMap((atoms) => atoms.flatMap((atom, at) => gramsOfAtom(atom, atoms[at + 1])))
  return [...new Set(grams.length > 0 ? grams : pieces.flat().flatMap(({ text }) => gramsOfTerm(text)))]
}

/** The grams that a text with this atom has. A word before a mark adds that of its last two letters and the mark, even after colours. */
function gramsOfAtom({ text, kind }: Atom, next: Atom | undefined): readonly number[] {
  if (kind === 'number' || kind === 'mark') return []
  const isMarked = kind === 'word' && next?.kind === 'mark' && text.length > 1
  return isMarked ? [...gramsOfTerm(text), ...gramsOfTerm(text.slice(-2) + next.text.charAt(0))] : gramsOfTerm(text)
}

interface TermPattern {
  /** The pattern for the term. Null: the term stands for itself. */
  readonly pattern: string | null
  /** True: a text with its tokens covered may hold the term where the text itself does not. */
  readonly seesThrough: boolean
  /** A part of the term that every match has, so that it can be looked for first. */
  readonly needle: string
}

const tokens = `[${HIDDEN}${COLOUR}]*`
/**
 * Matches white space of a phrase and tokens around it. One character of white space at its ends is enough: whole runs there would be
 * quadratic.
 */
const space = `${tokens}\\s[\\s${HIDDEN}${COLOUR}]*`
const gap = `(?<!${GAP})${GAP}+`

function patternOf(term: SearchTerm): TermPattern {
  const [word = ''] = term.pieces
  if (!isPhrase(term)) {
    const seesThrough = /[\u2E80-\uFFFF]{2}/.test(word)
    return { pattern: seesThrough ? literally(word) : null, seesThrough, needle: seesThrough ? word.charAt(0) : word }
  }
  const pieces = phraseAtoms(term)
  const inside = pieces
    .filter((atoms) => atoms.length > 0)
    .map((atoms) => atoms.map(patternOfAtom).join(`${COLOUR}*`))
    .join(space)
  const words = pieces.flat().filter(({ kind }) => kind === 'word')
  return {
    pattern: `${pieces[0]?.length === 0 ? `\\s${tokens}` : ''}${inside}${pieces.at(-1)?.length === 0 ? `${tokens}\\s` : ''}`,
    seesThrough: true,
    needle: words.reduce((longest, { text }) => (text.length > longest.length ? text : longest), ''),
  }
}

const patternOfAtom = ({ text, kind }: Atom): string =>
  kind === 'number' ? `(?:${literally(text)}|${gap})` : literally(text)

/** The text as a pattern. Colours may lie between two wide characters, whose languages write no spaces. */
function literally(text: string): string {
  let before = ''
  return Array.from(text, (character) => {
    const isBetween = isWide(before) && isWide(character)
    before = character
    return `${isBetween ? `${COLOUR}*` : ''}${character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}`
  }).join('')
}

/** A part of a text in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface SearchMatcher {
  readonly mayBeIds: boolean
  /** Whether some of these texts may belong to a hit; ids are ignored. */
  mayHoldHits(texts: readonly string[]): boolean
  /** Whether every term is in one of the texts or begins the id (null: ids are ignored). */
  isHit(texts: readonly string[], rowId: string | null): boolean
  /** The places of the terms in a text: ascending, without overlaps. */
  spansIn(text: string): readonly Span[]
  /** The beginning of the id, if a term is one: none or one place. */
  idSpansIn(rowId: string): readonly Span[]
}

export function createMatcher({ terms, wholeWords }: SearchQuery): SearchMatcher {
  const finders = terms.map((term) => finderOf(term, wholeWords))
  const prefixes = terms.map(idPrefixOf)
  // Folding leaves a word unchanged, so a text that contains it need not be folded.
  const words = terms.map(({ pieces: [word, ...others] }) => (others.length > 0 || wholeWords ? undefined : word))
  const beginsId = (rowId: string | null, term: number): boolean => {
    const prefix = prefixes[term] ?? null
    return rowId !== null && prefix !== null && rowId.startsWith(prefix)
  }
  return {
    mayBeIds: prefixes.some((prefix) => prefix !== null),
    mayHoldHits(texts) {
      const joinedTexts = foldForSearch(texts.join('\n'))
      const covered = onceOf(() => [coveredTexts(texts).join('\n')])
      return finders.every((find, term) => prefixes[term] !== null || isFound(find, [joinedTexts], covered))
    },
    isHit(texts, rowId) {
      const folded = onceOf(() => texts.map(foldForSearch))
      const covered = onceOf(() => coveredTexts(texts))
      return finders.every((find, term) => {
        if (beginsId(rowId, term)) return true
        const word = words[term]
        if (word !== undefined && texts.some((text) => text.includes(word))) return true
        return isFound(find, folded(), covered)
      })
    },
    spansIn(text) {
      const spans: Span[] = []
      for (const searched of [foldForSearch(text), ...coveredTexts([text])]) {
        for (const { find } of finders) {
          for (let span = find(searched, 0); span !== null; span = find(searched, span.end)) spans.push(span)
        }
      }
      return joined(spans)
    },
    idSpansIn(rowId) {
      return joined(
        prefixes.flatMap((prefix, term) => (beginsId(rowId, term) ? [{ start: 0, end: prefix?.length ?? 0 }] : [])),
      )
    },
  }
}

interface Finder {
  readonly find: (searched: string, from: number) => Span | null
  /** Whether covered texts are searched too. */
  readonly seesThrough: boolean
  /** Texts without this part of the term lack the term. */
  readonly needle: string
}

function onceOf<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

const coveredTexts = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const covered = coveredText(text)
    return covered === null ? [] : [covered]
  })

/** Whether a text has the term. Tokens are covered only for a term that may be found so. */
function isFound(
  { find, seesThrough, needle }: Finder,
  folded: readonly string[],
  covered: () => readonly string[],
): boolean {
  const isIn = (text: string): boolean => text.includes(needle) && find(text, 0) !== null
  if (folded.some(isIn)) return true
  return seesThrough && folded.some((text) => text.includes(needle)) && covered().some(isIn)
}

function finderOf(term: SearchTerm, wholeWords: boolean): Finder {
  const { pattern: own, seesThrough, needle } = patternOf(term)
  if (own === null && !wholeWords) {
    const find = (searched: string, from: number): Span | null => {
      const start = searched.indexOf(needle, from)
      return start < 0 ? null : { start, end: start + needle.length }
    }
    return { find, seesThrough, needle }
  }
  const pattern = new RegExp(own ?? literally(needle), 'g')
  const find = (searched: string, from: number): Span | null => {
    pattern.lastIndex = from
    for (let found = pattern.exec(searched); found !== null; found = pattern.exec(searched)) {
      const span = { start: found.index, end: found.index + found[0].length }
      if (!wholeWords || standsAlone(searched, span)) return span
      pattern.lastIndex = span.start + 1
    }
    return null
  }
  return { find, seesThrough: seesThrough || wholeWords, needle }
}

/** Whether a match is a whole word, as in the glossary; white space at a phrase's end is a boundary itself. */
function standsAlone(text: string, { start, end }: Span): boolean {
  const isApart = (edge: number, beside: number): boolean =>
    kindAt(text, edge) === SPACE ||
    isBoundary(kindAt(text, edge), beside < 0 || beside >= text.length ? undefined : kindAt(text, beside))
  return isApart(start, start - 1) && isApart(end - 1, end)
}

function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1)
    if (last === undefined || span.start >= last.end) apart.push(span)
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end }
  }
  return apart
}

interface ExcerptPart {
  readonly text: string
  readonly isHit: boolean
}

/** So much of an excerpt stands before the first hit. */
const shareBefore = 0.4
/** How far a cut may move to a space. */
const wordLengthMax = 16

/** About `length` UTF-16 units around the first of `spans` (`spansIn`), with … at the cuts. */
export function excerptAround(text: string, spans: readonly Span[], length: number): readonly ExcerptPart[] {
  const { start, end } = frameOf(text, spans[0] ?? null, length)
  const parts: ExcerptPart[] = []
  const add = (from: number, to: number, isHit: boolean): void => {
    if (from < to) parts.push({ text: text.slice(from, to).toWellFormed().replace(/\s+/g, ' '), isHit })
  }
  if (start > 0) parts.push({ text: '…', isHit: false })
  let at = start
  for (const span of spans) {
    if (span.start >= end) break
    add(at, span.start, false)
    add(span.start, Math.min(span.end, end), true)
    at = Math.min(span.end, end)
  }
  add(at, end, false)
  if (end < text.length) parts.push({ text: '…', isHit: false })
  return parts
}

function frameOf(text: string, hit: Span | null, length: number): Span {
  if (text.length <= length) return { start: 0, end: text.length }
  const wanted = hit === null ? 0 : Math.max(0, hit.start - Math.floor(shareBefore * length))
  const earliest = Math.min(wanted, text.length - length)
  const start = earliest === 0 ? 0 : betweenWords(text, earliest, hit?.start ?? earliest)
  return { start, end: Math.min(text.length, start + length) }
}

/** The start of a word between `from` and `limit`, else `from`, but never inside a surrogate pair. */
function betweenWords(text: string, from: number, limit: number): number {
  for (let at = from; at <= Math.min(limit, from + wordLengthMax); at++) {
    if (/\s/.test(text.charAt(at - 1))) return at
  }
  return (text.charCodeAt(from) & 0xfc00) === 0xdc00 ? from - 1 : from
}
