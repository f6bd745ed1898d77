// The words of a source, and the key under which the spellings of a name are one entry: "the Mohist Hill", "Mohist Hill's".

export interface SourceWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** In small letters, without a possessive or plural ending. */
  readonly folded: string
  readonly hash: number
  readonly hasCapital: boolean
  /** All capitals: "DRINK". */
  readonly isShouted: boolean
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

/** `text`: without tokens. */
export const wordsIn = (text: string): SourceWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
    ...knownWord(word),
  }))

type KnownWord = Omit<SourceWord, 'text' | 'start' | 'end'>

const knownMax = 50_000
const known = new Map<string, KnownWord>()

function knownWord(word: string): KnownWord {
  const found = known.get(word)
  if (found !== undefined) return found
  const folded = fold(word)
  const read = { folded, hash: hashOf(folded), hasCapital: /^\p{Lu}/u.test(word), isShouted: isShouted(word) }
  if (known.size >= knownMax) known.clear()
  known.set(word, read)
  return read
}

const isShouted = (word: string): boolean => /\p{L}{2}/u.test(word) && word === word.toUpperCase()

/** Endings of English, which most sources are in; other languages rarely have them. */
function fold(word: string): string {
  const small = word.toLowerCase().replace(/['’]s?$/, '')
  if (small.length > 4 && small.endsWith('ies')) return `${small.slice(0, -3)}y`
  if (small.length > 4 && /(?:sh|ch|x|ss|z)es$/.test(small)) return small.slice(0, -2)
  return small.length > 3 && /[^sui]s$/.test(small) ? small.slice(0, -1) : small
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Of a run of words, by the hashes of the words. */
export const runHash = (before: number, word: number): number =>
  Math.imul(Math.imul(before, 0x9e3779b1) ^ word, 0x85ebca6b) >>> 0

export const hashOfRun = (words: readonly SourceWord[]): number =>
  words.reduce((hash, word) => runHash(hash, word.hash), 0)

export const keyOfRun = (words: readonly SourceWord[]): string => words.map(({ folded }) => folded).join(' ')

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an'])

export function withoutArticle(words: readonly SourceWord[]): readonly SourceWord[] {
  const first = words.findIndex(({ folded }) => !ARTICLES.has(folded))
  return first === -1 ? [] : words.slice(first)
}

/** Words of a name have one space or hyphen between them. */
export const areBeside = (text: string, left: SourceWord, right: SourceWord): boolean =>
  right.start === left.end + 1 && /[ \u00a0-]/.test(text.charAt(left.end))
