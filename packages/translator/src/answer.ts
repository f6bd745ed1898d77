// Reads texts by number from a model's answer, by the first reader that finds any. A text that may be incomplete or
// wrong is left out and bought again.
import { fromLine } from '../../../src/agent/text-lines.ts'
import {
  BOXED,
  KEY,
  LEFT_BEFORE,
  LEFT_BEHIND,
  leftBehindCharactersMax,
  LINES,
  NUMBER_NAMES,
  OTHER_MEMBERS,
  OTHER_NAMES,
  PAIRED_LINES,
  QUOTED_LINES,
  RARE_LINES,
  SOURCE_NAMES,
  TEXT_NAMES,
  THOUGHT_TAG,
  THOUGHTS,
  WRAPPED,
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
  /** The texts that were sent, in order; none: they are not known. */
  readonly sources: readonly string[]
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

/** Deeper than any answer; a model that repeats itself nests thousands. */
const nestingMax = 20

/** The JSON up to the end of its outermost bracket; null: that bracket is never closed, or too much is open in it. */
function balanced(from: string): string | null {
  let depth = 0
  for (const { 0: found, index } of from.matchAll(TEXT_OR_BRACKET)) {
    if (!found.startsWith('"')) depth += found === '[' || found === '{' ? 1 : -1
    if (depth === 0) return from.slice(0, index + 1)
    if (depth > nestingMax) break
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
    const lists = Array.isArray(value) ? [value] : Object.values(value as object)
    // Beside the texts there may be a list of their numbers.
    const inner = lists.filter((list) => !(Array.isArray(list) && list.every((each, i) => Number(each) === i + 1)))
    return inner.length === 1 && Array.isArray(inner[0]) ? [inner[0] as readonly unknown[]] : []
  })
  const [texts = [], ...others] = lists
  const isWhole = others.length === 0 && texts.length === count && texts.every((text) => typeof text === 'string')
  return isWhole ? texts.map((text, i) => ({ number: i + 1, text: fromLine(text) })) : []
}

/** Texts under their sources instead of numbers: as members, or beside them. */
function bySource({ answer, sources }: Given): readonly NumberedText[] {
  const numberOf = new Map(sources.map((source, i) => [source.trim(), i + 1]))
  const textsIn = function* (value: unknown): Generator<NumberedText> {
    if (value === null || typeof value !== 'object') return
    const own = Object.entries(value).find(([name, each]) => SOURCE_NAMES.test(name) && typeof each === 'string')?.[1]
    const pairs = own === undefined ? Object.entries(value) : [[String(own), textIn(value)] as const]
    for (const [source, each] of pairs) {
      const number = numberOf.get(fromLine(source).trim())
      const text = typeof each === 'string' ? fromLine(each) : textIn(each)
      if (number === undefined || text === null) yield* textsIn(each)
      else yield { number, text }
    }
  }
  const found = numberOf.size < sources.length ? [] : [...valuesIn(answer)].flatMap(({ value }) => [...textsIn(value)])
  // A text that is like another source is no sign.
  return found.length === sources.length ? found : []
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
  if (
    Array.isArray(value) &&
    value.length === 2 &&
    /^\d{1,4}$/.test(String(value[0])) &&
    typeof value[1] === 'string'
  ) {
    yield { number: Number(value[0]), text: fromLine(value[1]) }
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
  const named = TEXT_NAMES.map((name) => members[name]).find((each) => typeof each === 'string')
  const others = Object.entries(members).filter(([name, each]) => typeof each === 'string' && !isBeside(name))
  const text = named ?? (others.length === 1 ? others[0]?.[1] : undefined)
  return typeof text === 'string' ? fromLine(text) : null
}

/** True: a text's own member is not called so. A number's name here is that of an answer with several texts. */
const isBeside = (name: string): boolean =>
  SOURCE_NAMES.test(name) || OTHER_NAMES.test(name) || MEMBER_NAME.test(name) || NUMBER_NAMES.includes(name)

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
  const rule = /^[^\S\n]*\|(?:\s*:?-+:?\s*\|){2,}\s*$/m.exec(given.answer)?.[0] ?? ''
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

/** Reads lines with their texts in quotes, as in CSV or YAML. */
const quotedLines = (given: Given): readonly NumberedText[] =>
  inOrder(given, numbered(given, reading(QUOTED_LINES))).map(({ number, text }) => ({
    number,
    text: text?.replaceAll(/\\"|""/g, '"') ?? null,
  }))

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
  for (const wrapped of WRAPPED) {
    const [, open = '', inner = '', close = '', end = ''] = wrapped.exec(bare) ?? []
    const same = (of: string): number => of.split(open).length + of.split(close).length
    if (inner === '' || wrapped.test(source) || ![same(''), same(source)].includes(same(inner))) continue
    const plain = plainText(source, inner.replaceAll('\\"', '"').replace(/\\$/, ''))
    return end !== '' && source.endsWith(end) && !plain.endsWith(end) ? plain + end : plain
  }
  return bare.replace(/^\\"([^]*)\\"$/, (_, inner: string) => plainText(source, `"${inner}"`))
}

const BEHIND_SOURCE = /^\s*(?:==>|=>|->|→|⇒|\||\t)\s*(\S[^]*)$/

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
  THOUGHTS.reduce((rest, thought) => rest.replace(thought, ''), withoutTaggedThoughts(answer))

/** A thought ends at the first closing tag of its name. An opening tag without one is left as it is. Takes time in proportion to length. */
function withoutTaggedThoughts(answer: string): string {
  const tags = [...answer.matchAll(THOUGHT_TAG)].map(({ 0: tag, index, groups }) => ({
    start: index,
    end: index + tag.length,
    opens: groups?.['opens']?.toLowerCase(),
    closes: groups?.['closes']?.toLowerCase(),
  }))
  const lastClosing = new Map(tags.map(({ closes, start }) => [closes, start]))
  let open: string | undefined
  let from = 0
  let kept = ''
  for (const { start, end, opens, closes } of tags) {
    if (open === undefined && opens !== undefined && (lastClosing.get(opens) ?? 0) > start) {
      kept += answer.slice(from, start)
      open = opens
    } else if (open !== undefined && closes === open) {
      from = end
      open = undefined
    }
  }
  return kept + answer.slice(from)
}

function withoutMarksBehind(answer: string): string {
  for (let rest = answer; ; ) {
    const end = rest.trimEnd()
    const mark = LEFT_BEHIND.exec(end.slice(-leftBehindCharactersMax))
    if (mark === null) return rest === answer ? answer : end
    rest = end.slice(0, end.length - mark[0].length)
  }
}

/** The answer without the model's thoughts and marks, with plain digits before lines. If it is a JSON string, what is in that. */
function bareAnswer(answer: string): string {
  const rest = withoutMarksBehind(withoutThoughts(answer)).replace(LEFT_BEFORE, '').replace(BOXED, '$1')
  const inner = /^\s*"/.test(rest) ? parsed(rest.trim()) : undefined
  const bare = typeof inner === 'string' ? inner : rest
  return bare.replaceAll(/^[^\S\n]*[０-９]+/gm, (digits) => digits.normalize('NFKC'))
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
  { isSure: false, read: bySource },
  { isSure: false, read: otherMembers },
  { isSure: false, read: table },
  { isSure: true, read: lines },
  { isSure: false, read: quotedLines },
  { isSure: false, read: rareLines },
  { isSure: false, read: pairedLines },
  { isSure: false, read: spaced },
]

/** `sources`: what was sent, where the answer may have its texts by them. */
export function readAnswer(answer: string, count: number, isCut: boolean, sources: readonly string[] = []): ReadAnswer {
  const given: Given = { answer: bareAnswer(answer), count, isCut, sources }
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
