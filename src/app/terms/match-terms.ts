// Finds all glossary terms in texts, with the matcher of the text gate, so a client learns exactly what a write will require.
import type { Turn } from '../../base/turn.ts'
import { type CompiledEntry, everyTermIn, type GlossaryEntry, madeFormsOf } from '../../domain/checks/glossary.ts'
import { matchesPerTextMax } from '../../domain/limits.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { toLf } from '../../domain/text/normalize.ts'
import { readRowById } from '../../store/rows.ts'
import type { App } from '../app.ts'

/** What is asked about: texts, or rows by their ids in lower case. */
export type Asked = { readonly texts: readonly string[] } | { readonly rowIds: readonly string[] }

export interface AskedText {
  readonly text: string
  /** The text's place in the request, from 0. */
  readonly place: number
  /** The row whose source it is; null: the text itself was given. */
  readonly row: Row | null
}

interface AskedTexts {
  /** The texts in the order in which they were asked about. */
  readonly texts: readonly AskedText[]
  /** Asked ids that no row of the game has. */
  readonly unknownIds: readonly string[]
}

/** The texts of a lookup: given as they are, or the sources of rows. */
export function readAsked({ store: { main, files } }: App, asked: Asked): AskedTexts {
  if ('texts' in asked) return { texts: asked.texts.map((text, place) => ({ text, place, row: null })), unknownIds: [] }
  const texts: AskedText[] = []
  const unknownIds: string[] = []
  asked.rowIds.forEach((rowId, place) => {
    const row = readRowById(main, files, rowId)
    if (row === null) unknownIds.push(rowId)
    else texts.push({ text: sourceTextOf(row), place, row })
  })
  return { texts, unknownIds }
}

interface Match {
  /** Which term it is: its place in `terms`. */
  readonly term: number
  /** Where the term stands, in code points of the text as it was given; the end is excluded. */
  readonly start: number
  readonly end: number
  readonly isRequired: boolean
}

interface MatchedText extends AskedText {
  /** Where terms stand in the text: by start, then the longest first. */
  readonly matches: readonly Match[]
  readonly leftOut: number
}

export interface FoundTerm {
  readonly entry: GlossaryEntry
  /** Inflected forms that windrow made and accepts beside the written ones. */
  readonly made: readonly string[]
}

interface MatchedTexts {
  readonly texts: readonly MatchedText[]
  /** The terms that were found, each once. */
  readonly terms: readonly FoundTerm[]
  readonly unknownIds: readonly string[]
}

export async function matchTerms(app: App, request: Asked, turn: Turn): Promise<MatchedTexts> {
  const { glossary, gate } = app.rules.now()
  const asked = readAsked(app, request)
  const numbers = new Map<CompiledEntry, number>()
  const numberOf = (compiled: CompiledEntry): number => {
    const number = numbers.get(compiled) ?? numbers.size
    numbers.set(compiled, number)
    return number
  }
  const texts: MatchedText[] = []
  for (const each of asked.texts) {
    if (turn.isOver) await turn.next()
    const { found, required, leftOut } = everyTermIn(toLf(each.text), glossary, gate.markup, matchesPerTextMax)
    const placeOf = codePointsBefore(each.text)
    const matches = found.map((each) => ({
      term: numberOf(each.compiled),
      start: placeOf(each.start),
      end: placeOf(each.end),
      isRequired: required.has(each),
    }))
    texts.push({ ...each, matches, leftOut })
  }
  const terms: FoundTerm[] = []
  for (const compiled of numbers.keys()) {
    if (turn.isOver) await turn.next()
    terms.push({ entry: compiled.entry, made: madeFormsOf(compiled) })
  }
  return { texts, terms, unknownIds: asked.unknownIds }
}

/** Turns an offset in the text with LF line ends (in UTF-16 units) into a place in the text as it was given. */
function codePointsBefore(text: string): (offset: number) => number {
  if (!/[\r\uD800-\uDFFF]/.test(text)) return (offset) => offset
  const places: number[] = []
  let count = 0
  for (let at = 0; at < text.length; count++) {
    const isPair = (text.codePointAt(at) ?? 0) > 0xffff
    const isCrLf = text.startsWith('\r\n', at)
    places.push(count, ...(isPair ? [count] : []))
    if (isCrLf) count++
    at += isPair || isCrLf ? 2 : 1
  }
  places.push(count)
  return (offset) => places[offset] as number
}
