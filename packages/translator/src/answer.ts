// Reads texts by number from a model's answer, by the first reader that finds any. A text that may be incomplete or
// wrong is left out and bought again.
import { fromLine } from '../../../src/agent/text-lines.ts'
import {
  KEY,
  LEFT_OVER,
  LINES,
  NUMBER_NAMES,
  OTHER_MEMBERS,
  PAIRED_LINES,
  RARE_LINES,
  TEXT_NAMES,
  THOUGHTS,
} from './manners.ts'

interface NumberedText {
  readonly number: number
  /** The text for this number. Null: the answer has it only in part. */
  readonly text: string | null
}

interface Given {
  readonly answer: string
  /** How many texts were asked for; they are numbered from 1. */
  readonly count: number
  /** True: the answer was cut at the model's length limit. */
  readonly isCut: boolean
}

// Reads a model's answer in JSON: an object of number to text, or a list of objects with both; alone, wrapped, or within chatter.
// In JSON that does not parse (an unescaped quote, a cut answer) a member counts only when the next member or the object's end
// follows it: a text that ends at its first inner quote is half a text.

const TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*"/g
const TEXT_OR_BRACKET = new RegExp(`${TEXT.source}|[[\\]{}]`, 'g')
const MEMBER = new RegExp(`"${KEY}"\\s*:\\s*(${TEXT.source})`, 'gi')
const MEMBER_NAME = new RegExp(`^${KEY}$`, 'i')
/** The end of an object, with no quote after it in its line: a quote would mean that the end was inside a text. */
const ENDS = /[ \t]*(?:,\s*(?:$|\{\s*"\w+"\s*:)|[^"\n]*(?:$|\n))/
const OUTSIDE = new RegExp(`^${ENDS.source}`)
const FOLLOWS = new RegExp(`^\\s*(?:,\\s*(?:$|"\\w*(?:$|"\\s*:))|,?\\s*\\}${ENDS.source})`)

/** Reads an answer that is valid JSON. Where a number repeats, its last text counts. */
function wholeJson({ answer }: Given): readonly NumberedText[] {
  let found: NumberedText[] = []
  for (const { value, json } of valuesIn(answer)) {
    // JSON.parse keeps the last of two members with one name; the raw members show both.
    const pairs = [...pairsIn(value), ...membersOf(json, true)]
    const numbers = new Set(pairs.map(({ number }) => number))
    if (numbers.size > 1) found = found.filter(({ number }) => !numbers.has(number))
    found.push(...pairs)
  }
  return found
}

const brokenJson = ({ answer }: Given): readonly NumberedText[] =>
  /[[{]\s*"/.test(answer) ? membersOf(answer, false) : []

function* valuesIn(answer: string): Generator<{ readonly value: unknown; readonly json: string }> {
  const start = /[[{](?=(?:\s|\/\/[^\n]*\n)*(?:["[{]|\d{1,4}\s*:|\d{1,4}\s*,\s*"))/g
  for (let at = start.exec(answer); at !== null; at = start.exec(answer)) {
    const json = balanced(answer.slice(at.index))
    const value = json === null ? undefined : parsed(json)
    if (json === null || value === undefined) continue
    const end = at.index + json.length
    if (!OUTSIDE.test(answer.slice(end))) continue
    start.lastIndex = end
    yield { value, json }
  }
}

/** The JSON up to the end of its outermost bracket; null: that bracket is never closed. */
function balanced(from: string): string | null {
  let depth = 0
  for (const { 0: found, index } of from.matchAll(TEXT_OR_BRACKET)) {
    if (!found.startsWith('"')) depth += found === '[' || found === '{' ? 1 : -1
    if (depth === 0) return from.slice(0, index + 1)
  }
  return null
}

/** Parses JSON, in which strings may have raw line breaks and tabs. Undefined: it is no JSON. */
function parsed(json: string): unknown {
  const escaped = json.replaceAll(TEXT, (text) =>
    text.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
  )
  for (const each of [escaped, escaped.replaceAll(TEXT_OR_EXCESS, mended)])
    try {
      return JSON.parse(each) as unknown
    } catch {
      // the next one, or none
    }
  return undefined
}

/** A string of JSON, or what models wrongly add to JSON: a comment, a comma after the last member, a name without quotes. */
const TEXT_OR_EXCESS = new RegExp(`${TEXT.source}|//[^\\n]*|/\\*[^]*?\\*/|,(?=\\s*[}\\]])|\\d{1,4}(?=\\s*:)`, 'g')
const mended = (found: string): string => (found.startsWith('"') ? found : /^\d/.test(found) ? `"${found}"` : '')

/** A list of just as many texts as were asked for, alone or as the only member of an object. */
function listOfTexts({ answer, count, isCut }: Given): readonly NumberedText[] {
  if (isCut) return []
  const lists = [...valuesIn(answer)].flatMap(({ value }) => {
    const inner = Array.isArray(value) ? [value] : Object.values(value as object)
    return inner.length === 1 && Array.isArray(inner[0]) ? [inner[0] as readonly unknown[]] : []
  })
  const [texts = [], ...others] = lists
  const isWhole = others.length === 0 && texts.length === count && texts.every((text) => typeof text === 'string')
  return isWhole ? texts.map((text, i) => ({ number: i + 1, text: fromLine(text) })) : []
}

const otherMembers = ({ answer }: Given): readonly NumberedText[] =>
  OTHER_MEMBERS.map((shape) =>
    [...answer.matchAll(shape)].map(([, number, text = '']) => ({
      number: Number(number),
      text: fromLine(text.trim().replaceAll(/\\(['"])/g, '$1')),
    })),
  ).find((pairs) => pairs.length > 0) ?? []

function* pairsIn(value: unknown): Generator<NumberedText> {
  // JSON within a text of JSON.
  if (typeof value === 'string' && /^\s*[[{]\s*["[{\d]/.test(value)) yield* pairsIn(parsed(value.trim()))
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && typeof value[1] === 'string') {
    yield { number: value[0] as number, text: fromLine(value[1]) }
    return
  }
  const members = value as Readonly<Record<string, unknown>>
  const number = NUMBER_NAMES.map((name) => members[name]).find((each) => /^\d{1,4}$/.test(String(each)))
  const text = textIn(members)
  if (number !== undefined && text !== null) {
    yield { number: Number(number), text }
    return
  }
  for (const [name, each] of Object.entries(members)) {
    const key = Array.isArray(value) ? undefined : MEMBER_NAME.exec(name)?.[1]
    const own = key === undefined ? null : textIn(each)
    if (own === null) yield* pairsIn(each)
    else yield { number: Number(key), text: own }
  }
}

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return fromLine(value)
  if (Array.isArray(value)) return value.length === 1 ? textIn(value[0]) : null
  if (value === null || typeof value !== 'object') return null
  const members = value as Readonly<Record<string, unknown>>
  const text = TEXT_NAMES.map((name) => members[name]).find((each) => typeof each === 'string')
  return text === undefined ? null : fromLine(text)
}

const membersOf = (json: string, isWhole: boolean): NumberedText[] =>
  [...json.matchAll(MEMBER)].map(({ 0: member, 1: number, 2: text = '', index }) => {
    const read = isWhole || FOLLOWS.test(json.slice(index + member.length)) ? parsed(text) : undefined
    return { number: Number(number), text: typeof read === 'string' ? fromLine(read) : null }
  })

type ReadLine = (line: string) => NumberedText | null

const reading =
  (shapes: readonly RegExp[]): ReadLine =>
  (line) => {
    const [, number, text = ''] = shapes.map((shape) => shape.exec(line)).find((found) => found !== null) ?? []
    return number === undefined ? null : { number: Number(number), text: fromLine(withoutNotes(text)) }
  }

/**
 * Reads a model's answer in lines: a number, a separator, a text. A line without a number means that the text before it
 * is incomplete, as is the last text of a cut answer.
 */
const lines = (given: Given): readonly NumberedText[] => numbered(given, reading(LINES))

/** Reads a table: the number is in the first cell, the text in the last. Ambiguous cells give no text. */
function table(given: Given): readonly NumberedText[] {
  const rule = /^\s*\|(?:\s*:?-+:?\s*\|){2,}\s*$/m.exec(given.answer)?.[0] ?? ''
  const columns = rule.split('|').length - 2
  const read: ReadLine = (line) => {
    const [, number, rest = ''] = /^\s*\|\s*(\d{1,4})\s*\|(.*?)\|?\s*$/.exec(line) ?? []
    if (number === undefined) return null
    const cells = columns === 2 ? [rest] : rest.split(/(?<!\\)\|/)
    const text = cells.length === columns - 1 ? (cells.at(-1) ?? '').trim().replaceAll('\\|', '|') : null
    return { number: Number(number), text: text === null ? null : fromLine(text) }
  }
  return columns < 2 ? [] : numbered(given, read)
}

/** Drops what may be part of a text, such as "2 swords", unless all numbers are there in order; in a cut answer, the first ones. */
function inOrder({ count, isCut }: Given, pairs: readonly NumberedText[]): readonly NumberedText[] {
  const isOrdered = pairs.every(({ number, text }, i) => number === i + 1 && (text !== null || i === pairs.length - 1))
  return isOrdered && (isCut ? pairs.length <= count : pairs.length === count) ? pairs : []
}

/** Reads lines of one rare shape. */
const rareLines = (given: Given): readonly NumberedText[] =>
  RARE_LINES.map((shape) => inOrder(given, numbered(given, reading([shape])))).find((pairs) => pairs.length > 0) ?? []

function pairedLines(given: Given): readonly NumberedText[] {
  const pairs = [...given.answer.replaceAll('\r', '').matchAll(PAIRED_LINES)].map(([, number, text = '']) => ({
    number: Number(number),
    text: fromLine(withoutNotes(text.trim())),
  }))
  return given.isCut ? [] : inOrder(given, pairs)
}

/** Reads lines with a space where the tab should be; a sign behind it may belong to the shape as well. */
const spaced = (given: Given): readonly NumberedText[] =>
  inOrder(given, numbered(given, reading([/^(\d{1,4}) ([^\s=:|–—-].*)$/])))

/** What models put around a text or before it: quotation marks, where the source has none; the source and an arrow or a bar. */
export function plainText(source: string, text: string): string {
  const [, behind] = text.startsWith(source) ? (BEHIND_SOURCE.exec(text.slice(source.length)) ?? []) : []
  const bare = behind ?? text
  const [, open = '', inner = '', close = ''] = QUOTED.exec(bare) ?? []
  const same = (of: string): number => of.split(open).length + of.split(close).length
  const isWrapped = inner !== '' && !QUOTED.test(source) && [same(''), same(source)].includes(same(inner))
  return isWrapped ? inner.replaceAll('\\"', '"') : bare
}

const BEHIND_SOURCE = /^\s*(?:==>|=>|->|→|⇒|\||\t)\s*(\S[^]*)$/
const QUOTED = /^\s*(["„“«])([^]*)(["“”»])\s*$/

function numbered({ answer, isCut }: Given, read: ReadLine): NumberedText[] {
  const pairs: NumberedText[] = []
  let gap = false
  for (const line of answer.split(/\r?\n/)) {
    const pair = read(line)
    if (pair !== null) {
      pairs.push(pair)
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

const withoutNotes = (text: string): string =>
  text.replace(/\t\[(?:keep|zh|was|now|text|max|refused|because): .*$/, '').replace(/\t+$/, '')

/** The answer without the model's thoughts. */
export const withoutThoughts = (answer: string): string =>
  THOUGHTS.reduce((rest, thought) => rest.replace(thought, ''), answer)

/** The answer without the model's thoughts and marks, with plain digits before lines. If it is a JSON string, what is in that. */
function bareAnswer(answer: string): string {
  const rest = withoutThoughts(answer).replace(LEFT_OVER, '')
  const inner = /^\s*"/.test(rest) ? parsed(rest.trim()) : undefined
  const bare = typeof inner === 'string' ? inner : rest
  return bare.replaceAll(/^\s*[０-９]+/gm, (digits) => digits.normalize('NFKC'))
}

export interface ReadAnswer {
  readonly texts: ReadonlyMap<number, string>
  /** True: the answer had the requested form. A text from any other form is bought again if the text gate doubts it. */
  readonly isSure: boolean
  /** The last numbers of a whole answer are missing: the model may have skipped a line and renumbered. */
  readonly looksRenumbered: boolean
  /** True: no number was found in the answer. */
  readonly isUnreadable: boolean
}

/** If more numbers than this are missing, the model probably stopped early and did not renumber. */
const renumberedMax = 3

const READERS: readonly { readonly isSure: boolean; readonly read: (given: Given) => readonly NumberedText[] }[] = [
  { isSure: true, read: wholeJson },
  { isSure: false, read: brokenJson },
  { isSure: false, read: listOfTexts },
  { isSure: false, read: otherMembers },
  { isSure: false, read: table },
  { isSure: true, read: lines },
  { isSure: false, read: rareLines },
  { isSure: false, read: pairedLines },
  { isSure: false, read: spaced },
]

export function readAnswer(answer: string, count: number, isCut: boolean): ReadAnswer {
  const given: Given = { answer: bareAnswer(answer), count, isCut }
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

/** True: the model counts from zero. All numbers from 0 to `count` − 1 are there, each once. */
function isFromZero(pairs: readonly NumberedText[], count: number): boolean {
  const numbers = new Set(pairs.map(({ number }) => number))
  return numbers.has(0) && numbers.size === count && Math.max(...numbers) === count - 1
}

function endsEarly(given: ReadonlySet<number>, count: number): boolean {
  const missing = count - Math.max(0, ...given)
  return missing > 0 && missing <= renumberedMax && given.size > 0
}
