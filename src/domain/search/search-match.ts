// Whether texts answer a search, and where in them its terms stand.
import { isBoundary, kindAt, SPACE } from '../checks/glossary/glossary-units.ts'
import { foldForSearch, idPrefixOf, type SearchQuery, type SearchTerm } from './search-query.ts'

/** A place in a text: UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface SearchMatcher {
  /** Some term may be the beginning of a row id. */
  readonly mayBeIds: boolean
  /** Whether some of many texts, in one folded piece, may be those of a hit; ids are not looked at. */
  mayHoldHits(piece: string): boolean
  /** Whether every term is in some of the texts, or begins the id; null: ids are not looked at. */
  isHit(texts: readonly string[], rowId: string | null): boolean
  /** Where the terms stand in a text, ascending and without overlaps. */
  spansIn(text: string): readonly Span[]
  /** The beginning of an id that a term is; none or one. */
  idSpansIn(rowId: string): readonly Span[]
}

/** Prepares a search for many texts. */
export function createMatcher({ terms, wholeWords }: SearchQuery): SearchMatcher {
  const finders = terms.map((term) => finderOf(term, wholeWords))
  const prefixes = terms.map(idPrefixOf)
  // Words are folded already, and folding leaves them as they are: a text that holds one as it stands need not be folded for it.
  const words = terms.map(({ pieces: [word, ...others] }) => (others.length > 0 || wholeWords ? undefined : word))
  const beginsId = (rowId: string | null, term: number): boolean => {
    const prefix = prefixes[term] ?? null
    return rowId !== null && prefix !== null && rowId.startsWith(prefix)
  }
  return {
    mayBeIds: prefixes.some((prefix) => prefix !== null),
    mayHoldHits(piece) {
      return finders.every((find, term) => prefixes[term] !== null || find(piece, 0) !== null)
    },
    isHit(texts, rowId) {
      let folded: readonly string[] | null = null
      return finders.every((find, term) => {
        if (beginsId(rowId, term)) return true
        const word = words[term]
        if (word !== undefined && texts.some((text) => text.includes(word))) return true
        folded ??= texts.map(foldForSearch)
        return folded.some((text) => find(text, 0) !== null)
      })
    },
    spansIn(text) {
      const folded = foldForSearch(text)
      const spans: Span[] = []
      for (const find of finders) {
        for (let span = find(folded, 0); span !== null; span = find(folded, span.end)) spans.push(span)
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

/** The first place at or after `from` where the term stands in a folded text. */
type Find = (folded: string, from: number) => Span | null

function finderOf({ pieces }: SearchTerm, wholeWords: boolean): Find {
  const [word = '', ...others] = pieces
  if (others.length === 0 && !wholeWords) {
    return (folded, from) => {
      const start = folded.indexOf(word, from)
      return start < 0 ? null : { start, end: start + word.length }
    }
  }
  const pattern = new RegExp(patternOf(pieces), 'g')
  return (folded, from) => {
    pattern.lastIndex = from
    for (let found = pattern.exec(folded); found !== null; found = pattern.exec(folded)) {
      const span = { start: found.index, end: found.index + found[0].length }
      if (!wholeWords || standsAlone(folded, span)) return span
      pattern.lastIndex = span.start + 1
    }
    return null
  }
}

/** One character of white space is enough at the ends of a phrase; asking for the whole run there would be quadratic. */
const patternOf = (pieces: readonly string[]): string =>
  pieces
    .map(literally)
    .join('\\s+')
    .replace(/^\\s\+|\\s\+$/g, '\\s')

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The same boundaries as those of the glossary's terms; white space that a phrase ends with is one itself. */
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
