// The words of a text that show its language.
import type { TextPair } from '../check.ts'

/** Enough to tell; the whole of a large text would take seconds. */
const judgedMax = 1_000

/**
 * The beginning of the text without words with a capital that the source has too: names stay the same in any language.
 */
export const withoutNames = ({ bareSource, bareText }: TextPair): string =>
  bareText.slice(0, judgedMax).replace(NAME, (word) => (bareSource.includes(word) ? ' ' : word))

const NAME = /\p{Lu}[\p{L}\p{M}]*/gu
