// Labels of rows: their names, and the rules that give them by a text of the row (docs/filters.md#labels).
import { labelLengthMax, labelPatternLengthMax, labelPatternsLengthMax, labelPatternsMax } from './limits.ts'

// Patterns of label rules: `*` stands for any characters, `?` for one character, and `\` makes the next character
// plain. A pattern must match the whole text; letter case does not count. All patterns of a rule form one automaton
// whose states are bits, so each character of a text costs a few machine words, also with patterns such as `*a*a*a*b`.
// Most texts lack the letters of every pattern, which a search finds at a tenth of the cost.

/** A bit for each state of all patterns. State j of a pattern is set when its first j items matched. */
type Bits = Int32Array

interface Item {
  /** The code points that match this item; null: any. */
  readonly takes: readonly number[] | null
  readonly hasStarBefore: boolean
}

interface Glob {
  readonly items: readonly Item[]
  readonly hasStarAtEnd: boolean
}

/** The pattern's items. Null: it is empty, or ends with a lone `\`. */
function parseGlob(pattern: string): Glob | null {
  const items: Item[] = []
  let hasStar = false
  let isPlain = false
  for (const character of pattern) {
    if (!isPlain && character === '\\') isPlain = true
    else if (!isPlain && character === '*') hasStar = true
    else {
      items.push({ takes: !isPlain && character === '?' ? null : casesOf(character), hasStarBefore: hasStar })
      hasStar = isPlain = false
    }
  }
  return isPlain || pattern === '' ? null : { items, hasStarAtEnd: hasStar }
}

const casesOf = (character: string): number[] =>
  [character, character.toLowerCase(), character.toUpperCase()]
    .filter((each) => Array.from(each).length === 1)
    .map((each) => each.codePointAt(0) as number)

/** So many letters are looked for at most: more find no fewer texts, and cost a search more steps for each character. */
const lettersMax = 8

/** Letters that every matching text has in a row, in lower case; '': any text may match. */
function lettersIn({ items }: Glob): string {
  let [longest, run] = ['', '']
  for (const { takes, hasStarBefore } of items) {
    const letter = takes === null ? null : letterOf(takes)
    run = letter === null ? '' : hasStarBefore ? letter : run + letter
    if (run.length > longest.length) longest = run
  }
  return longest.slice(0, lettersMax)
}

/** The letter in lower case. Null: the item's characters have several lower cases, as sigma has by its place in a word. */
function letterOf(takes: readonly number[]): string | null {
  const [lowered, ...others] = new Set(takes.map((codePoint) => String.fromCodePoint(codePoint).toLowerCase()))
  return lowered === undefined || others.length > 0 || lowered === 'σ' || lowered === 'ς' ? null : lowered
}

export const isGlob = (pattern: string): boolean => parseGlob(pattern) !== null

/** Returns whether a text matches any of the patterns, which `isGlob` accepts. */
export function compileGlobs(patterns: readonly string[]): (text: string) => boolean {
  const globs = patterns.map(parseGlob).filter((glob) => glob !== null)
  const words = Math.ceil(globs.reduce((sum, { items }) => sum + items.length + 1, 0) / 32)
  const bits = (): Bits => new Int32Array(words)
  const [starts, accepts, loops, anyOne] = [bits(), bits(), bits(), bits()]
  const masks = new Map<number, Bits>()
  const set = (into: Bits, bit: number): void => {
    into[bit >>> 5] = (into[bit >>> 5] as number) | (1 << (bit & 31))
  }
  const maskOf = (codePoint: number): Bits => {
    const mask = masks.get(codePoint) ?? bits()
    masks.set(codePoint, mask)
    return mask
  }
  let bit = 0
  for (const { items, hasStarAtEnd } of globs) {
    set(starts, bit)
    for (const { takes, hasStarBefore } of items) {
      if (hasStarBefore) set(loops, bit)
      if (takes === null) set(anyOne, bit)
      else for (const codePoint of takes) set(maskOf(codePoint), bit)
      bit++
    }
    if (hasStarAtEnd) set(loops, bit)
    set(accepts, bit++)
  }
  for (const mask of masks.values()) for (let word = 0; word < words; word++) mask[word]! |= anyOne[word] as number
  const matches = matcherOf({ starts, accepts, loops, anyOne, masks })
  const letters = globs.map(lettersIn)
  if (letters.includes('')) return matches
  return (text) => {
    const lowered = text.toLowerCase()
    return letters.some((each) => lowered.includes(each)) && matches(text)
  }
}

interface Automaton {
  readonly starts: Bits
  readonly accepts: Bits
  readonly loops: Bits
  readonly anyOne: Bits
  readonly masks: ReadonlyMap<number, Bits>
}

function matcherOf({ starts, accepts, loops, anyOne, masks }: Automaton): (text: string) => boolean {
  const words = starts.length
  const states = new Int32Array(words)
  const ascii = Array.from({ length: 128 }, (_, code) => masks.get(code) ?? anyOne)
  /** Accepting states with a star at the end: once reached, the rest of the text makes no difference. */
  const finals = accepts.map((word, at) => word & (loops[at] as number))
  const isReached = (of: Bits): boolean => of.some((word, at) => (word & (states[at] as number)) !== 0)
  return (text) => {
    states.set(starts)
    for (let at = 0; at < text.length; at++) {
      const codePoint = text.codePointAt(at) as number
      if (codePoint > 0xffff) at++
      const mask = codePoint < 128 ? (ascii[codePoint] as Bits) : (masks.get(codePoint) ?? anyOne)
      let [carry, alive, final] = [0, 0, 0]
      for (let word = 0; word < words; word++) {
        const before = states[word] as number
        const matched = before & (mask[word] as number)
        const after = (matched << 1) | carry | (before & (loops[word] as number))
        carry = matched >>> 31
        states[word] = after
        alive |= after
        final |= after & (finals[word] as number)
      }
      if (final !== 0) return true
      if (alive === 0) return false
    }
    return isReached(accepts)
  }
}

// Rules that label rows by a text of theirs (docs/filters.md#labels). A rule never changes: another one replaces it.

/** The texts that a rule can look at. `file`: `main/NAME` or `diff/NAME`; `token`: each token of the source. */
export const RULE_FIELDS = ['source', 'reference', 'id', 'file', 'token'] as const
export type RuleField = (typeof RULE_FIELDS)[number]

export interface RuleText {
  readonly field: RuleField
  /** The patterns for the text: a row has the label if one of them matches. */
  readonly patterns: readonly string[]
}

/** A row's texts for rules, read on demand. */
export type RuleFacts = { readonly [Field in RuleField]: () => readonly string[] }

/** Whether a row with something to translate matches a rule. */
export type RuleMatch = (facts: RuleFacts) => boolean

export function compileRule({ field, patterns }: RuleText): RuleMatch {
  const matches = compileGlobs(patterns)
  return (facts) => facts[field]().some(matches)
}

/** What is wrong with a rule's patterns; null: nothing. */
export function patternsFault(patterns: readonly string[]): 'number' | 'length' | 'form' | null {
  if (patterns.length < 1 || patterns.length > labelPatternsMax) return 'number'
  const lengths = patterns.map((pattern) => pattern.length)
  if (Math.max(...lengths) > labelPatternLengthMax) return 'length'
  if (lengths.reduce((sum, length) => sum + length, 0) > labelPatternsLengthMax) return 'length'
  return patterns.every((pattern) => isGlob(pattern) && pattern.isWellFormed()) ? null : 'form'
}

// Names of labels: `kind:item`, `place:Kaifeng`, free ones (docs/filters.md#labels).

/** Stands in a filter for rows without any label. */
export const NO_LABEL = '-'

/** The name as it is stored: NFC, trimmed, in the letter case given. Null: it is refused. */
export function labelNameOf(text: string): string | null {
  const name = text.trim().normalize('NFC')
  const length = Array.from(name).length
  if (length < 1 || length > labelLengthMax || name === NO_LABEL) return null
  return /[\p{Cc}\p{Zl}\p{Zp},]/u.test(name) || !name.isWellFormed() ? null : name
}

/** The name for comparing: names of one label become equal, because letter case does not count. */
export const foldLabel = (name: string): string => name.normalize('NFC').toLowerCase()
