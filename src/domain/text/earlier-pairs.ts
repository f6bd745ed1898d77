// Chooses earlier translations, of texts like those of a batch, to show to a model. Pairs that have a term in common with the
// text come first, then the nearest; of equal ones the better. Twins count once, and the number of tokens is bounded.
import { skeletonOf } from './skeleton.ts'

// Estimates a text's number of tokens for language models, which are not the tokens of the game (tokens.ts).

/**
 * About how many tokens a text is for models that do not count. Characters per token of o200k on game texts: 3.6 for ASCII, 2.6 for
 * Cyrillic and similar, 1.2 for Han, kana and Hangul.
 */
export function estimateTokens(text: string): number {
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0
  const ascii = text.match(/[ -~\s]/g)?.length ?? 0
  return Math.ceil(ascii / 3.6 + ideographs / 1.2 + Math.max(0, text.length - ascii - ideographs) / 2.6)
}

export interface EarlierPair {
  readonly source: string
  readonly text: string
}

export interface LikePair extends EarlierPair {
  readonly percent: number
}

/** A text of the batch. */
interface Asked<P> {
  readonly terms: readonly { readonly source: string }[]
  /** Earlier translations of texts like it, the best first. */
  readonly like: readonly P[]
}

export const earlierTokensMax = 300
/** Texts that are longer than this are shown shortened. */
const shownMax = 160

export function earlierPairs<P extends LikePair>(batch: readonly Asked<P>[]): readonly P[] {
  const all = batch.flatMap(({ terms, like }) => like.map((pair) => ({ pair, hasTerm: hasTerm(pair, terms) })))
  all.sort((a, b) => Number(b.hasTerm) - Number(a.hasTerm) || b.pair.percent - a.pair.percent)
  const chosen = new Map<string, P>()
  let left = earlierTokensMax
  for (const { pair } of all) {
    const skeleton = skeletonOf(pair.source)
    const tokens = estimateTokens(`${shownShort(pair.source)}${shownShort(pair.text)}`)
    if (chosen.has(skeleton) || tokens > left) continue
    chosen.set(skeleton, pair)
    left -= tokens
  }
  return [...chosen.values()]
}

function hasTerm({ source }: EarlierPair, terms: Asked<unknown>['terms']): boolean {
  const folded = source.toLowerCase()
  return terms.some((term) => folded.includes(term.source.toLowerCase()))
}

export const shownShort = (text: string, most = shownMax): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
