// Finds a text that a batch has for several unlike sources. Such a text is an excuse or a loop, in whatever language
// (docs/text-gate.md#rules-about-content).
import { hasLetter, skeletonOf } from '../text/skeleton.ts'

/** From so many unlike sources on a text is reported: two may well have one translation. */
const unlikeMin = 3
/** Sources of fewer words are not counted: many short ones, such as "Yes", "Yeah" and "Yep", have one short translation. */
const wordsMin = 3

interface Pair {
  readonly source: string
  readonly text: string
}

/** The texts that several unlike sources have. Sources that differ only in numbers, tokens, marks or capitals are alike. */
export function textsForMany(pairs: readonly Pair[]): ReadonlySet<string> {
  const byText = Map.groupBy(pairs, ({ text }) => text)
  return new Set([...byText].filter(([text, same]) => isForMany(text, same)).map(([text]) => text))
}

function isForMany(text: string, same: readonly Pair[]): boolean {
  if (same.length < unlikeMin || !hasLetter(text)) return false
  const isLong = wordsOf(text).length >= wordsMin
  const sources = same.map(({ source }) => wordsOf(skeletonOf(source)))
  const counted = sources.filter((words) => words.length > 0 && (isLong || words.length >= wordsMin))
  return new Set(counted.map((words) => words.join(' '))).size >= unlikeMin
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []
