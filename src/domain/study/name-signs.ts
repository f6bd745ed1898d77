// The places of a source that look like a name: a row that is nothing else, capitals that are not the sentence's, a colour,
// quotation marks.
import { areBeside, type SourceWord, withoutArticle, wordsIn } from './name-words.ts'

export const NAME_SIGNS = ['row', 'capitals', 'colour', 'quotation'] as const
export type NameSign = (typeof NAME_SIGNS)[number]

export interface SignedName {
  readonly sign: NameSign
  readonly words: readonly SourceWord[]
}

/** Names have at most so many words. */
export const nameWordsMax = 6
const rowWordsMax = 5
const markedWordsMax = 4

/** `source`: as in the game; `bare`: without tokens; `words`: of `bare`. */
export function signsIn(source: string, bare: string, words: readonly SourceWord[]): SignedName[] {
  const found: SignedName[] = []
  const add = (sign: NameSign, run: readonly SourceWord[]): void => {
    const name = withoutArticle(run)
    if (name.length > 0 && name.length <= nameWordsMax && name.some(({ text }) => NAME.test(text)))
      found.push({ sign, words: name })
  }
  const isShouted = words.every((word) => word.isShouted || !/\p{L}/u.test(word.text))
  if (isShouted) return found
  if (words.length <= rowWordsMax && !SENTENCE.test(bare.trim())) {
    add('row', words)
    return found
  }
  if (!isTitle(words)) for (const run of capitalRuns(bare, words)) add('capitals', run)
  for (const [, inner = ''] of source.matchAll(COLOURED)) addMarked(inner, 'colour', add)
  for (const [, inner = ''] of bare.matchAll(QUOTED)) addMarked(inner, 'quotation', add)
  return found
}

/** Most of its words have capitals, so that these say nothing. */
const isTitle = (words: readonly SourceWord[]): boolean =>
  words.filter((word) => word.hasCapital).length > 0.6 * words.length

/** Two letters or more. */
const NAME = /\p{L}{2}/u
/** Marks of a sentence, a line break, or the stand-in of a token. */
const SENTENCE = /[.!?:;,…\n\ufffc]/u
const COLOURED = /#(?:[A-Z]|[0-9a-fA-F]{6})((?:(?!#)[^\n]){2,50})#E/g
const QUOTED = /["“«]([^"“”«»\n]{2,40})["”»]/g
const NO_NAME = /[.!?,;:%{+\d]/

function addMarked(inner: string, sign: NameSign, add: (sign: NameSign, run: readonly SourceWord[]) => void): void {
  if (NO_NAME.test(inner)) return
  const words = wordsIn(inner)
  if (words.length <= markedWordsMax) add(sign, words)
}

/** Small words inside names: "Scroll of the Moon". */
const JOINERS: ReadonlySet<string> = new Set(['of', 'the', 'and', 'de', 'in', 'for', 'to', 'with'])
const joinersMax = 2

/** The word that begins a sentence has its capital from there, and is left out. */
function* capitalRuns(text: string, words: readonly SourceWord[]): Generator<readonly SourceWord[]> {
  for (let first = 0; first < words.length; first++) {
    const word = words[first] as SourceWord
    if (!isNameWord(word)) continue
    let last = first
    for (let next = nextOfRun(text, words, last); next !== null; next = nextOfRun(text, words, last)) last = next
    const from = beginsSentence(text, word) ? first + 1 : first
    if (from <= last) yield words.slice(from, last + 1)
    first = last
  }
}

/** "I" has a capital everywhere. */
const isNameWord = ({ text, hasCapital, isShouted }: SourceWord): boolean =>
  hasCapital && !isShouted && !/^I(?:['’]|$)/.test(text)

function nextOfRun(text: string, words: readonly SourceWord[], last: number): number | null {
  for (let next = last + 1; next < words.length && next - last <= joinersMax + 1; next++) {
    const word = words[next] as SourceWord
    if (!areBeside(text, words[next - 1] as SourceWord, word)) return null
    if (isNameWord(word)) return next
    if (!JOINERS.has(word.text)) return null
  }
  return null
}

const BEFORE_SENTENCE = /(?:^|[.!?:…"“«(\ufffc—–*-])\s*$|\n\s*$/u

export const beginsSentence = (text: string, { start }: SourceWord): boolean =>
  BEFORE_SENTENCE.test(text.slice(Math.max(0, start - 8), start)) || start === 0
