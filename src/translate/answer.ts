// Reads texts by number from a model's answer, by the first reader that finds any. A text that may be incomplete or
// wrong is left out and bought again.
import { brokenJson, listOfTexts, otherMembers, wholeJson } from './shapes/json.ts'
import { lines, spaced, table } from './shapes/lines.ts'
import type { Given, NumberedText } from './shapes/numbered-text.ts'
import { withoutThoughts } from './shapes/thoughts.ts'

export interface ReadAnswer {
  readonly texts: ReadonlyMap<number, string>
  /** The answer had the requested form; a text in another form is bought again if the text gate doubts it. */
  readonly isSure: boolean
  /** The last numbers of a whole answer are missing: the model may have skipped a line and renumbered. */
  readonly looksRenumbered: boolean
  /** The answer has no number. */
  readonly isUnreadable: boolean
}

/** With more missing numbers, the model rather stopped early than renumbered. */
const renumberedMax = 3

const READERS: readonly { readonly isSure: boolean; readonly read: (given: Given) => readonly NumberedText[] }[] = [
  { isSure: true, read: wholeJson },
  { isSure: false, read: brokenJson },
  { isSure: false, read: listOfTexts },
  { isSure: false, read: otherMembers },
  { isSure: false, read: table },
  { isSure: true, read: lines },
  { isSure: false, read: spaced },
]

export function readAnswer(answer: string, count: number, isCut: boolean): ReadAnswer {
  const given: Given = { answer: withoutThoughts(answer), count, isCut }
  const readings = READERS.map(({ isSure, read }) => ({ isSure, pairs: read(given) }))
  const { isSure, pairs: found } = readings.find(({ pairs }) => pairs.length > 0) ?? { isSure: false, pairs: [] }
  const pairs = isFromZero(found, count) ? found.map((pair) => ({ ...pair, number: pair.number + 1 })) : found
  const texts = new Map<number, string>()
  const doubtful = new Set<number>()
  for (const { number, text } of pairs) {
    if (text === null || (texts.has(number) && texts.get(number) !== text)) doubtful.add(number)
    else texts.set(number, text)
  }
  for (const number of texts.keys()) if (number < 1 || number > count || doubtful.has(number)) texts.delete(number)
  const looksRenumbered = !isCut && endsEarly(new Set(pairs.map(({ number }) => number)), count)
  return { texts, isSure, looksRenumbered, isUnreadable: pairs.length === 0 }
}

/** All numbers from 0 to the last but one, and each once: the model counts from zero. */
function isFromZero(pairs: readonly NumberedText[], count: number): boolean {
  const numbers = new Set(pairs.map(({ number }) => number))
  return numbers.has(0) && numbers.size === count && Math.max(...numbers) === count - 1
}

function endsEarly(given: ReadonlySet<number>, count: number): boolean {
  const missing = count - Math.max(0, ...given)
  return missing > 0 && missing <= renumberedMax && given.size > 0
}
