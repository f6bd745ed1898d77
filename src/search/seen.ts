// A text as players see it, for searching: tokens end words, colours and tags have no width, and a gap (`{0}`, `%d`)
// may hold any number. A covered text keeps its length, so a place in it is the place in the text.
import { eachUnseen, type Unseen } from '../domain/text/seen.ts'
import { gramsOfTerm } from './grams.ts'
import { foldForSearch, type SearchTerm } from './query.ts'

// Noncharacters, which no text has.
const [HIDDEN, COLOUR, GAP] = ['\uFDD0', '\uFDD1', '\uFDD2']

const COVERS: Readonly<Record<Unseen, string>> = { tag: HIDDEN, colour: COLOUR, gap: GAP }

/** The folded text with its tokens covered; null: it has none. */
export function coveredText(text: string): string | null {
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
  `(?<number>\\p{Nd}+(?:[.,]\\p{Nd}+)*(?!\\p{Nd}|(?![${wide}])[\\p{L}\\p{M}]))|(?<wide>[${wide}]+)|(?<word>(?:(?![${wide}])[\\p{L}\\p{M}\\p{Nd}])+)|(?<mark>[^${wide}\\p{L}\\p{M}\\p{Nd}]+)`,
  'gu',
)
const isWide = (character: string): boolean => character >= '\u2E80'

/** `mayBeGaps`: a gap of the text may replace a number that has no letter beside it. */
const atomsOf = (piece: string, mayBeGaps: boolean): readonly Atom[] =>
  Array.from(piece.matchAll(ATOM), ({ 0: text, groups = {} }): Atom => {
    if (groups['wide'] !== undefined) return { text, kind: 'wide' }
    if (groups['mark'] !== undefined) return { text, kind: 'mark' }
    return { text, kind: groups['number'] !== undefined && mayBeGaps ? 'number' : 'word' }
  })

/** Only in phrases may tokens lie between words, and only in phrases with a letter may a gap replace a number. */
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

/** A mark after a word has a gram with the word's last two letters, even after colours (grams.ts). */
function gramsOfAtom({ text, kind }: Atom, next: Atom | undefined): readonly number[] {
  if (kind === 'number' || kind === 'mark') return []
  const isMarked = kind === 'word' && next?.kind === 'mark' && text.length > 1
  return isMarked ? [...gramsOfTerm(text), ...gramsOfTerm(text.slice(-2) + next.text.charAt(0))] : gramsOfTerm(text)
}

interface TermPattern {
  /** Null: the term is its own pattern. */
  readonly pattern: string | null
  /** A covered text may hold the term where the text itself does not. */
  readonly seesThrough: boolean
  /** A part of the term that every match has. */
  readonly needle: string
}

const tokens = `[${HIDDEN}${COLOUR}]*`
/** Tokens are passed on both sides of white space; at the ends one character of it is enough: a whole run there would be quadratic. */
const space = `${tokens}\\s[\\s${HIDDEN}${COLOUR}]*`
const gap = `(?<!${GAP})${GAP}+`

export function patternOf(term: SearchTerm): TermPattern {
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
export function literally(text: string): string {
  let before = ''
  return Array.from(text, (character) => {
    const isBetween = isWide(before) && isWide(character)
    before = character
    return `${isBetween ? `${COLOUR}*` : ''}${character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}`
  }).join('')
}
