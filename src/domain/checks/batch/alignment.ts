// Has a batch slipped? A model that drops a line shifts all that follow, and every one of them may be a good translation
// of its neighbour. What can be seen of a pair without knowing a language (tokens, figures, line breaks, end mark, capital,
// length) is compared for each text with its own source and with the sources beside it; a run of texts that fit the
// neighbour better is a slip. Linear in the batch. Pure.

import type { Scan, Token } from '../../text/tokens.ts'
import { beginsWithCapital, endsSentence, lineBreaksOf } from '../../text/traits.ts'
import type { TextPair } from '../check.ts'

/** Smaller batches say too little. */
export const batchItemsMin = 5
/** Longer texts (UTF-16 units) stand aside: what is known of all their tokens would have to be held for the whole batch. */
export const alignedLengthMax = 4_096

/** What a text looks like from far away. Hot: two for every item of every batch. */
class Shape {
  readonly #scan: Scan
  #tokens: string | undefined
  readonly numbers: string
  readonly lineBreaks: number
  readonly endsSentence: boolean
  readonly isCapital: boolean
  /** Visible length, at least 1. */
  readonly length: number

  constructor(text: string, scan: Scan, visibleLength: number, numbers: string) {
    this.numbers = numbers
    this.#scan = scan
    this.lineBreaks = lineBreaksOf(scan)
    this.endsSentence = endsSentence(text)
    this.isCapital = beginsWithCapital(text)
    this.length = Math.max(1, visibleLength)
  }

  /** Its must-preserve tokens, sorted. */
  get tokens(): string {
    return (this.#tokens ??= mustTokens(this.#scan))
  }
}

/** What makes a run a slip: how much better the sources beside fit, as the sum of `fit`, and how many texts it has. */
const gainMin = 5
const runMin = 3
/** Below this a text is unlike its source; a slip has at least two such texts. */
const ownFitMin = -1
const misfitsMin = 2
/** What one text counts at most, below `gainMin`: no single text decides. */
const gainOfOneMax = 4

/** For each text that belongs to a neighbour: its index, and that of the neighbour. */
export function slippedTexts(pairs: readonly TextPair[]): ReadonlyMap<number, number> {
  if (pairs.length < batchItemsMin) return new Map()
  const sources = pairs.map(
    ({ source, sourceScan, sourceVisibleLength, sourceNumbers }) =>
      new Shape(source, sourceScan, sourceVisibleLength, sourceNumbers),
  )
  const texts = pairs.map(
    ({ text, textScan, textVisibleLength, textNumbers }) => new Shape(text, textScan, textVisibleLength, textNumbers),
  )
  const usualRatio = sum(texts) / sum(sources)
  const own = texts.map((text, i) => {
    const [pair, source] = [pairs[i] as TextPair, sources[i] as Shape]
    return fit(source, text, usualRatio, ownTokens(pair) ?? likeness(source.tokens, text.tokens))
  })
  // Nothing has slipped where nearly every text is like its own source, and that is the usual case.
  if (own.filter((each) => each < ownFitMin).length < misfitsMin) return new Map()
  const runs = [1, -1].map((step) => {
    const gains = texts.map((text, i) => {
      const beside = sources[i + step]
      if (beside === undefined) return 0
      const gain = fit(beside, text, usualRatio) - (own[i] as number)
      return Math.max(-gainOfOneMax, Math.min(gainOfOneMax, gain))
    })
    return { step, ...bestRun(gains) }
  })
  const [best] = runs.sort((a, b) => b.gain - a.gain)
  if (best === undefined || best.gain < gainMin || best.end - best.start < runMin) return new Map()
  const indexes = Array.from({ length: best.end - best.start }, (_, i) => best.start + i)
  return new Map(indexes.filter((i) => sources[i + best.step] !== undefined).map((i) => [i, i + best.step]))
}

const sum = (shapes: readonly Shape[]): number => shapes.reduce((total, { length }) => total + length, 0)

function mustTokens({ tokens }: Scan): string {
  if (tokens.length === 0) return ''
  const must = tokens.filter(isMust).map(({ text }) => text)
  return must.length < 2 ? (must[0] ?? '') : must.sort().join('\n')
}

const isMust = (token: Token): boolean => token.class === 'must'

/** How alike must-preserve tokens are, as lists in order. */
const likeness = (source: string, text: string): number => common(source, text, 3, -3)

/** The same of a pair whose text has what its source has, as the gate knows of nearly all without lists; else null. */
function ownTokens({ functional, hasBrokenTokens, sourceScan }: TextPair): number | null {
  if (hasBrokenTokens || functional.captions.length > 0) return null
  return sourceScan.tokens.some(isMust) ? 3 : 0
}

/** How well a text fits a source: above 0 where they have something rare in common, below where they differ. */
function fit(source: Shape, text: Shape, usualRatio: number, tokens = likeness(source.tokens, text.tokens)): number {
  const distance = Math.abs(Math.log(text.length / (source.length * usualRatio)))
  return (
    tokens +
    common(source.numbers, text.numbers, 2, -1.5) +
    (source.lineBreaks === text.lineBreaks
      ? source.lineBreaks > 0
        ? 1.5
        : 0
      : -Math.min(2, Math.abs(source.lineBreaks - text.lineBreaks))) +
    (source.endsSentence === text.endsSentence ? 0.4 : -1.2) +
    (source.isCapital === text.isCapital ? 0 : -0.8) -
    Math.min(3, 2.5 * distance)
  )
}

const common = (a: string, b: string, same: number, other: number): number => (a === b ? (a === '' ? 0 : same) : other)

/** The run of gains with the largest sum; `end` is exclusive. */
function bestRun(gains: readonly number[]): { readonly start: number; readonly end: number; readonly gain: number } {
  let best = { start: 0, end: 0, gain: 0 }
  let start = 0
  let gain = 0
  gains.forEach((each, i) => {
    if (gain <= 0) {
      gain = 0
      start = i
    }
    gain += each
    if (gain > best.gain) best = { start, end: i + 1, gain }
  })
  return best
}
