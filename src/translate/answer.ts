// What a model answered → texts by number. Forgiving where nothing is lost by it (a code fence, thoughts, chatter around the
// texts, an answer that was cut); a text that may not be whole or not be the right one is left out, and bought again. Pure.
import { fromLine } from '../agent/text-lines.ts'

interface ReadAnswer {
  readonly texts: ReadonlyMap<number, string>
  /** The model may have left out a line and counted on: its last numbers are missing, though nothing cut it short. */
  readonly looksRenumbered: boolean
}

/** Last numbers that may be missing; a model that leaves out more has rather stopped early. */
const renumberedMax = 3

/** Reads an answer to texts 1 to `count`. */
export function readAnswer(answer: string, count: number, isCut: boolean): ReadAnswer {
  const bare = answer.replaceAll(/<think>[\s\S]*?<\/think>/g, '')
  const pairs = /^\s*(?:`{3}\w*\s*)?\{/.test(bare) ? jsonPairs(bare) : linePairs(bare, isCut)
  const texts = new Map<number, string>()
  const doubtful = new Set<number>()
  for (const { number, text } of pairs) {
    if (text === null || (texts.has(number) && texts.get(number) !== text)) doubtful.add(number)
    else texts.set(number, text)
  }
  for (const number of texts.keys()) if (number < 1 || number > count || doubtful.has(number)) texts.delete(number)
  return { texts, looksRenumbered: !isCut && endsEarly(new Set(pairs.map(({ number }) => number)), count) }
}

/** Null: the answer has this number, but not its whole text. */
interface NumberedText {
  readonly number: number
  readonly text: string | null
}

function endsEarly(given: ReadonlySet<number>, count: number): boolean {
  const missing = count - Math.max(0, ...given)
  return missing > 0 && missing <= renumberedMax && given.size > 0
}

/** Of a JSON object that may be cut: the members that are whole. A nested object only wraps them. */
function jsonPairs(answer: string): NumberedText[] {
  return [...answer.matchAll(/"(\d{1,4})"\s*:\s*("(?:[^"\\]|\\.)*")/gs)].map(([, number, json = '""']) => ({
    number: Number(number),
    text: textOfJson(json),
  }))
}

function textOfJson(json: string): string | null {
  try {
    return fromLine(JSON.parse(json.replaceAll('\n', '\\n').replaceAll('\t', '\\t')) as string)
  } catch {
    return null
  }
}

/** What a model likes to put between a number and a text where a tab was asked for. */
const LINE = /^\s*(\d{1,4})(?:\t+|[.):]\s+| {2,}| \| )(.*)$/

/** A line without a number belongs to the text before it, so that text is not whole; the last line of a cut answer is not. */
function linePairs(answer: string, isCut: boolean): NumberedText[] {
  const pairs: NumberedText[] = []
  let gap = false
  for (const line of answer.split(/\r?\n/)) {
    const [, number, rest = ''] = LINE.exec(line) ?? []
    if (number !== undefined) {
      pairs.push({ number: Number(number), text: fromLine(withoutNotes(rest)) })
      gap = false
    } else if (line.trim() === '' || /^`{3}/.test(line)) gap = true
    else if (!gap) spoil(pairs)
  }
  if (isCut) spoil(pairs)
  return pairs
}

function spoil(pairs: NumberedText[]): void {
  const last = pairs.at(-1)
  if (last !== undefined) pairs[pairs.length - 1] = { ...last, text: null }
}

/** Parts in brackets that came back with the text. */
const withoutNotes = (text: string): string =>
  text.replace(/\t\[(?:keep|zh|was|now|refused|because): .*$/, '').replace(/\t+$/, '')
