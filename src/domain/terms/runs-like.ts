// Words of a text that may be forms of a name: they begin alike.

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’ʼ-][\p{L}\p{M}]+)*/gu
const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? []

/** What endings and the changes before them may replace. */
const endingMax = 3
const beginningMin = 2

/** Runs of as many words as `name` has, each of which begins like its word, as they stand in the text. */
export function runsLike(name: string, text: string): string[] {
  const beginnings = wordsOf(name.replaceAll('*', '')).map((word) =>
    word.toLowerCase().slice(0, Math.max(beginningMin, word.length - endingMax)),
  )
  const words = wordsOf(text)
  const found: string[] = []
  for (let at = 0; beginnings.length > 0 && at + beginnings.length <= words.length; at++) {
    const run = words.slice(at, at + beginnings.length)
    if (run.every((word, place) => word.toLowerCase().startsWith(beginnings[place] ?? ''))) found.push(run.join(' '))
  }
  return found
}
