// Finds names in the sources that may be terms of the glossary: what looks like a name, counted in bounded memory, and how likely
// it is a term.

export interface SourceWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The word in small letters, without a possessive or plural ending. */
  readonly folded: string
  readonly hash: number
  readonly hasCapital: boolean
  /** True: all letters are capitals, as in "DRINK". */
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

/** Cuts endings of English, in which most sources are; in other languages such endings are rare. */
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

/** The hash of a run of words, from the hash of the words before and that of the next word. */
const runHash = (before: number, word: number): number =>
  Math.imul(Math.imul(before, 0x9e3779b1) ^ word, 0x85ebca6b) >>> 0

const hashOfRun = (words: readonly SourceWord[]): number => words.reduce((hash, word) => runHash(hash, word.hash), 0)

export const keyOfRun = (words: readonly SourceWord[]): string => words.map(({ folded }) => folded).join(' ')

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an'])

export function withoutArticle(words: readonly SourceWord[]): readonly SourceWord[] {
  const first = words.findIndex(({ folded }) => !ARTICLES.has(folded))
  return first === -1 ? [] : words.slice(first)
}

/** True: one space or hyphen is between two words, as in a name. */
const areBeside = (text: string, left: SourceWord, right: SourceWord): boolean =>
  right.start === left.end + 1 && /[ \u00a0-]/.test(text.charAt(left.end))

/**
 * The places of a source that look like a name: a row that is nothing else, capitals that are not the sentence's, a
 * colour, quotation marks.
 */
export const NAME_SIGNS = ['row', 'capitals', 'colour', 'quotation'] as const
export type NameSign = (typeof NAME_SIGNS)[number]

interface SignedName {
  readonly sign: NameSign
  readonly words: readonly SourceWord[]
}

/** The most words that a name may have. */
const nameWordsMax = 6
const rowWordsMax = 5
const markedWordsMax = 4

/** Finds what looks like a name. `source` is as in the game, `bare` is the source without tokens, `words` are those of `bare`. */
export function signsIn(source: string, bare: string, words: readonly SourceWord[]): SignedName[] {
  const found: SignedName[] = []
  const add = (sign: NameSign, run: readonly SourceWord[]): void => {
    const name = withoutArticle(run)
    if (name.length > 0 && name.length <= nameWordsMax && name.some(({ text }) => NAME.test(text)))
      found.push({ sign, words: name })
  }
  const isShouted = words.every((word) => word.isShouted || !/\p{L}/u.test(word.text))
  if (isShouted) return found
  if (words.length <= rowWordsMax && !SENTENCE.test(bare.trim())) {
    add('row', words)
    return found
  }
  if (!isTitle(words)) for (const run of capitalRuns(bare, words)) add('capitals', run)
  for (const [, inner = ''] of source.matchAll(COLOURED)) addMarked(inner, 'colour', add)
  for (const [, inner = ''] of bare.matchAll(QUOTED)) addMarked(inner, 'quotation', add)
  return found
}

/** True: most words have capitals, so that a capital is no sign of a name here. */
const isTitle = (words: readonly SourceWord[]): boolean =>
  words.filter((word) => word.hasCapital).length > 0.6 * words.length

/** A name has at least two letters together. */
const NAME = /\p{L}{2}/u
/** Signs that no name contains: marks of a sentence, a line break, or the stand-in of a token. */
const SENTENCE = /[.!?:;,…\n\ufffc]/u
const COLOURED = /#(?:[A-Z]|[0-9a-fA-F]{6})((?:(?!#)[^\n]){2,50})#E/g
const QUOTED = /["“«]([^"“”«»\n]{2,40})["”»]/g
const NO_NAME = /[.!?,;:%{+\d]/

function addMarked(inner: string, sign: NameSign, add: (sign: NameSign, run: readonly SourceWord[]) => void): void {
  if (NO_NAME.test(inner)) return
  const words = wordsIn(inner)
  if (words.length <= markedWordsMax) add(sign, words)
}

/** Small words inside names: "Scroll of the Moon". */
const JOINERS: ReadonlySet<string> = new Set(['of', 'the', 'and', 'de', 'in', 'for', 'to', 'with'])
const joinersMax = 2

/** Runs of words with capitals. The first word of a sentence is left out, because it has a capital anyway. */
function* capitalRuns(text: string, words: readonly SourceWord[]): Generator<readonly SourceWord[]> {
  for (let first = 0; first < words.length; first++) {
    const word = words[first] as SourceWord
    if (!isNameWord(word)) continue
    let last = first
    for (let next = nextOfRun(text, words, last); next !== null; next = nextOfRun(text, words, last)) last = next
    const from = beginsSentence(text, word) ? first + 1 : first
    if (from <= last) yield words.slice(from, last + 1)
    first = last
  }
}

/** True: a word that may be part of a name. "I" is none, because it always has a capital. */
const isNameWord = ({ text, hasCapital, isShouted }: SourceWord): boolean =>
  hasCapital && !isShouted && !/^I(?:['’]|$)/.test(text)

function nextOfRun(text: string, words: readonly SourceWord[], last: number): number | null {
  for (let next = last + 1; next < words.length && next - last <= joinersMax + 1; next++) {
    const word = words[next] as SourceWord
    if (!areBeside(text, words[next - 1] as SourceWord, word)) return null
    if (isNameWord(word)) return next
    if (!JOINERS.has(word.text)) return null
  }
  return null
}

const BEFORE_SENTENCE = /(?:^|[.!?:…"“«(\ufffc—–*-])\s*$|\n\s*$/u

export const beginsSentence = (text: string, { start }: SourceWord): boolean =>
  BEFORE_SENTENCE.test(text.slice(Math.max(0, start - 8), start)) || start === 0

const sizeMax = 64

/** A sample of a list of unknown length: at most 64 of its numbers, evenly spread. */
export class Spread {
  readonly #kept: number[] = []
  #every = 1
  #seen = 0

  add(value: number): void {
    if (this.#seen++ % this.#every !== 0) return
    this.#kept.push(value)
    if (this.#kept.length <= sizeMax) return
    for (let at = 0; at * 2 < this.#kept.length; at++) this.#kept[at] = this.#kept[at * 2] as number
    this.#kept.length = Math.ceil(this.#kept.length / 2)
    this.#every *= 2
  }

  get values(): readonly number[] {
    return this.#kept
  }
}

// The names that may be terms, in bounded memory: first all runs of words are counted in a sketch, then the marked ones that are
// met often enough are kept, then their uses are counted.

/** Saturating counters of runs of words, by hash; a collision only keeps a candidate too many. */
export class RunSketch {
  readonly #counts = new Uint8Array(1 << 22)

  add(text: string, words: readonly SourceWord[]): void {
    for (let first = 0; first < words.length; first++) {
      let hash = 0
      for (let at = first; at < words.length && at < first + nameWordsMax; at++) {
        if (at > first && !areBeside(text, words[at - 1] as SourceWord, words[at] as SourceWord)) break
        hash = runHash(hash, (words[at] as SourceWord).hash)
        const place = hash >>> 10
        if ((this.#counts[place] as number) < 0xff) this.#counts[place]!++
      }
    }
  }

  /** How many texts have this run; with a collision the number is too high. */
  countOf = (hash: number): number => this.#counts[hash >>> 10] as number
}

export interface Candidate {
  readonly key: string
  readonly words: number
  readonly signs: Record<NameSign, number>
  /** Ordinals of rows whose source is the name alone; at most four. */
  readonly labels: number[]
  /** How many rows have the name, and how many of these have a source that no earlier row has. */
  rows: number
  texts: number
  /** How often the name stands inside sentences, with a capital and without. */
  capital: number
  small: number
  readonly spellings: Map<string, number>
  readonly places: Spread
}

const candidatesMax = 50_000
const labelsMax = 4
const spellingsMax = 12
/** With fewer texts nothing is known about how the name is written. */
const textsMin = 3

export class NameBook {
  readonly #byHash = new Map<number, Candidate>()
  /** For each first word: how many words its longest candidate has. */
  readonly #longest = new Map<number, number>()

  /** Adds a name that was met, unless the sketch counts it in fewer than three texts. */
  add({ sign, words }: SignedName, ordinal: number, sketch: RunSketch): void {
    const hash = hashOfRun(words)
    if (sketch.countOf(hash) < textsMin) return
    let candidate = this.#byHash.get(hash)
    if (candidate === undefined) {
      if (this.#byHash.size >= candidatesMax) return
      candidate = newCandidate(keyOfRun(words), words.length)
      this.#byHash.set(hash, candidate)
      const first = (words[0] as SourceWord).hash
      this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, words.length))
    }
    candidate.signs[sign]++
    if (sign === 'row' && candidate.labels.length < labelsMax) candidate.labels.push(ordinal)
  }

  /** Counts the names in a source, from its left and the longest first. `isNew`: no earlier row has this source. */
  count(
    text: string,
    words: readonly SourceWord[],
    ordinal: number,
    isNew: boolean,
    isSentenceStart: (word: SourceWord) => boolean,
  ): void {
    const counted = new Set<Candidate>()
    for (let first = 0; first < words.length; first++) {
      const found = this.#longestAt(text, words, first)
      if (found === null) continue
      const { candidate, length } = found
      const word = words[first] as SourceWord
      if (!counted.has(candidate)) {
        counted.add(candidate)
        candidate.rows++
        if (isNew) candidate.texts++
        candidate.places.add(ordinal)
      }
      if (length < words.length && !isSentenceStart(word)) candidate[word.hasCapital ? 'capital' : 'small']++
      const spelling = text.slice(word.start, (words[first + length - 1] as SourceWord).end)
      const { spellings } = candidate
      if (spellings.has(spelling) || spellings.size < spellingsMax)
        spellings.set(spelling, (spellings.get(spelling) ?? 0) + 1)
      first += length - 1
    }
  }

  #longestAt(text: string, words: readonly SourceWord[], first: number) {
    const longest = Math.min(this.#longest.get((words[first] as SourceWord).hash) ?? 0, words.length - first)
    let [hash, found]: [number, { candidate: Candidate; length: number } | null] = [0, null]
    for (let length = 1; length <= longest; length++) {
      const at = first + length - 1
      if (length > 1 && !areBeside(text, words[at - 1] as SourceWord, words[at] as SourceWord)) break
      hash = runHash(hash, (words[at] as SourceWord).hash)
      const candidate = this.#byHash.get(hash)
      if (candidate !== undefined && candidate.words === length) found = { candidate, length }
    }
    return found
  }

  all(): Candidate[] {
    return [...this.#byHash.values()].filter(({ texts }) => texts >= textsMin)
  }
}

const newCandidate = (key: string, words: number): Candidate => ({
  key,
  words,
  signs: { row: 0, capitals: 0, colour: 0, quotation: 0 },
  labels: [],
  rows: 0,
  texts: 0,
  capital: 0,
  small: 0,
  spellings: new Map(),
  places: new Spread(),
})

/** The name as it is shown: the spelling that is used most, with a preference for one without a plural or possessive ending. */
export function displayName({ spellings, key }: Candidate): string {
  const isPlain = (spelling: string): boolean => spelling.toLowerCase() === key
  const [best] = [...spellings].sort(
    ([a, timesA], [b, timesB]) => Number(isPlain(b)) - Number(isPlain(a)) || timesB - timesA,
  )
  return best?.[0] ?? key
}

interface Agreements {
  /** The share of texts that have what the row of the name alone has, in the reference or the translation; null: not known. */
  readonly withLabel: number | null
  /** How well one word of the texts goes with the name, from 0 to 1; null: there are no texts. */
  readonly fit: number | null
}

/** Names below are left out. Chosen on a game's names (docs/consistency.md#names-not-in-the-glossary). */
export const strengthMin = 0.6

/** True: the name may be a term, as far as that is known without its texts. It decides which candidates' texts are read. */
export const mayBeTerm = (candidate: Candidate): boolean =>
  strengthOf(candidate, { withLabel: 1, fit: 1 }) >= strengthMin

export function strengthOf({ signs, words, capital, small }: Candidate, { withLabel, fit }: Agreements): number {
  const capitals = signs.capitals === 0 ? 0 : capital / Math.max(1, capital + small)
  const ofRow =
    signs.row === 0 ? 0 : withLabel === null ? (words > 1 ? 0.9 : 0.8) : 0.5 + 2.1 * Math.max(0, withLabel - 0.3)
  const ofMarks = Math.min(0.5, 0.25 * signs.colour) + Math.min(0.3, 0.15 * signs.quotation)
  const signed = ofRow + (capitals >= 0.6 ? 1.2 * capitals : 0) + ofMarks
  return signed === 0 ? 0 : (signed + (words > 1 ? 0.4 : 0)) * (fit === null ? 0.8 : 0.4 + 0.6 * fit)
}

export const scoreOf = (candidate: Candidate, strength: number): number => strength * Math.log2(1 + candidate.texts)
