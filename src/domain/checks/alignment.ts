// Detects a slipped batch: a model that drops a line shifts all following texts, each perhaps a good translation of its
// neighbour. Each text's tokens, digits, line breaks, end mark, first capital and length are compared with its own
// source and its neighbours'; a run of texts that fit a neighbour better is a slip.

import { hasSameMust } from '../text/compare.ts'
import type { Scan } from '../text/tokens.ts'
import { beginsWithCapital, endsSentence, lineBreaksOf } from '../text/traits.ts'
import type { TextPair } from './check.ts'

export const batchItemsMin = 5
/** The longest text that is compared, in UTF-16 units. Longer ones are skipped, to save memory. */
export const alignedLengthMax = 4_096

/** A run of texts is a slip if its gains add up to this. */
const gainMin = 5
const runMin = 3
/** A text whose fit with its own source is below this does not fit it; a slip has two such texts. */
const ownFitMin = -1
const misfitsMin = 2
/** One text's gain stays below `gainMin`, so that none decides alone. */
const gainOfOneMax = 4

/** Bits of `Shapes.features`; the higher bits are the number of line breaks. */
const capitalBit = 1
const sentenceBit = 2
const lineBreaksAt = 2

/** Features of all sources or all texts of a batch, in reused arrays: objects would be slow. */
class Shapes {
  features = new Int32Array(0)
  mustCounts = new Int32Array(0)
  /** The length of each text, taken as 1 at least. */
  lengths = new Float64Array(0)
  totalLength = 0

  clear(count: number): void {
    this.totalLength = 0
    if (count <= this.features.length) return
    this.features = new Int32Array(count)
    this.mustCounts = new Int32Array(count)
    this.lengths = new Float64Array(count)
  }

  set(at: number, text: string, scan: Scan, visibleLength: number): void {
    const length = Math.max(1, visibleLength)
    this.features[at] =
      (lineBreaksOf(scan) << lineBreaksAt) |
      (endsSentence(text) ? sentenceBit : 0) |
      (beginsWithCapital(text) ? capitalBit : 0)
    this.mustCounts[at] = countMust(scan)
    this.lengths[at] = length
    this.totalLength += length
  }
}

const SOURCES = new Shapes()
const TEXTS = new Shapes()
let ownFits = new Float64Array(0)
let usualRatio = 1

/** Maps each slipped text's index to that of the neighbour that it fits. */
export function slippedTexts(pairs: readonly TextPair[]): ReadonlyMap<number, number> {
  if (pairs.length < batchItemsMin || lookAt(pairs) < misfitsMin) return NONE
  const [forwards, backwards] = [bestRun(pairs, 1), bestRun(pairs, -1)]
  const { start, end, gain, step } = backwards.gain > forwards.gain ? backwards : forwards
  if (gain < gainMin || end - start < runMin) return NONE
  const slipped = new Map<number, number>()
  for (let at = start; at < end; at++) if (at + step >= 0 && at + step < pairs.length) slipped.set(at, at + step)
  return slipped
}

const NONE: ReadonlyMap<number, number> = new Map()

/** Notes the features of all sources and texts. Returns how many texts do not fit their source. */
function lookAt(pairs: readonly TextPair[]): number {
  SOURCES.clear(pairs.length)
  TEXTS.clear(pairs.length)
  if (ownFits.length < pairs.length) ownFits = new Float64Array(pairs.length)
  for (let at = 0; at < pairs.length; at++) {
    const pair = pairs[at] as TextPair
    SOURCES.set(at, pair.source, pair.sourceScan, pair.sourceVisibleLength)
    TEXTS.set(at, pair.text, pair.textScan, pair.textVisibleLength)
  }
  usualRatio = TEXTS.totalLength / SOURCES.totalLength
  let misfits = 0
  for (let at = 0; at < pairs.length; at++) {
    const own = fit(pairs, at, at)
    ownFits[at] = own
    if (own < ownFitMin) misfits++
  }
  return misfits
}

/** A run of texts. `end` is exclusive, `step` leads to the neighbours that they fit, `gain` is a sum. */
interface Run {
  readonly start: number
  readonly end: number
  readonly gain: number
  readonly step: 1 | -1
}

function bestRun(pairs: readonly TextPair[], step: 1 | -1): Run {
  let start = 0
  let end = 0
  let gain = 0
  let from = 0
  let sum = 0
  for (let at = 0; at < pairs.length; at++) {
    if (sum <= 0) {
      sum = 0
      from = at
    }
    const beside = at + step
    if (beside >= 0 && beside < pairs.length) {
      const more = fit(pairs, beside, at) - (ownFits[at] as number)
      sum += Math.max(-gainOfOneMax, Math.min(gainOfOneMax, more))
    }
    if (sum > gain) {
      gain = sum
      start = from
      end = at + 1
    }
  }
  return { start, end, gain, step }
}

/** Positive if text and source share rare features, negative if they differ. */
function fit(pairs: readonly TextPair[], source: number, text: number): number {
  const [expected, found] = [SOURCES.features[source] as number, TEXTS.features[text] as number]
  const [breaks, other] = [expected >> lineBreaksAt, expected ^ found]
  const more = Math.abs(breaks - (found >> lineBreaksAt))
  const distance = Math.abs(
    Math.log((TEXTS.lengths[text] as number) / ((SOURCES.lengths[source] as number) * usualRatio)),
  )
  const ofSource = pairs[source] as TextPair
  const ofText = pairs[text] as TextPair
  return (
    likeness(ofSource.sourceScan, ofText.textScan, SOURCES.mustCounts[source], TEXTS.mustCounts[text]) +
    common(ofSource.sourceNumbers, ofText.textNumbers) +
    (more === 0 ? (breaks > 0 ? 1.5 : 0) : -Math.min(2, more)) +
    ((other & sentenceBit) === 0 ? 0.4 : -1.2) +
    ((other & capitalBit) === 0 ? 0 : -0.8) -
    Math.min(3, 2.5 * distance)
  )
}

const common = (a: number, b: number): number => (a === b ? (a === 0 ? 0 : 2) : -1.5)

/** 3 if both have the same must-preserve tokens, in any order; -3 if not; 0 if there are none. */
function likeness(source: Scan, text: Scan, inSource = 0, inText = 0): number {
  if (inSource !== inText) return -3
  if (inSource === 0) return 0
  return hasSameMust(source, text) ? 3 : -3
}

function countMust({ tokens }: Scan): number {
  let count = 0
  for (const token of tokens) if (token.class === 'must') count++
  return count
}
