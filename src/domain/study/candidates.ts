// The names that may be terms, in bounded memory: first all runs of words are counted in a sketch, then the marked ones that are
// met often enough are kept, then their uses are counted.
import { type NameSign, nameWordsMax, type SignedName } from './name-signs.ts'
import { areBeside, hashOfRun, keyOfRun, runHash, type SourceWord } from './name-words.ts'
import { Spread } from './spread.ts'

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

  /** At least the number of texts that have this run. */
  countOf = (hash: number): number => this.#counts[hash >>> 10] as number
}

export interface Candidate {
  readonly key: string
  readonly words: number
  readonly signs: Record<NameSign, number>
  /** Ordinals of rows whose source is the name alone; at most four. */
  readonly labels: number[]
  /** Rows that have it, and how many of them have a source that no earlier row has. */
  rows: number
  texts: number
  /** Uses inside sentences with a capital, and without. */
  capital: number
  small: number
  readonly spellings: Map<string, number>
  readonly places: Spread
}

const candidatesMax = 50_000
const labelsMax = 4
const spellingsMax = 12
/** Fewer texts say nothing about a habit. */
const textsMin = 3

export class NameBook {
  readonly #byHash = new Map<number, Candidate>()
  /** How many words the longest candidate with this first word has. */
  readonly #longest = new Map<number, number>()

  /** Ignores names that the sketch counts in fewer than three texts. */
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

  /** Counts the longest names of a source, from its left. `isNew`: no earlier row has this source. */
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

/** The spelling that is used most, rather without a plural or possessive ending. */
export function displayName({ spellings, key }: Candidate): string {
  const isPlain = (spelling: string): boolean => spelling.toLowerCase() === key
  const [best] = [...spellings].sort(
    ([a, timesA], [b, timesB]) => Number(isPlain(b)) - Number(isPlain(a)) || timesB - timesA,
  )
  return best?.[0] ?? key
}
