// Reads a model's answer in JSON: an object of number to text, or a list of objects with both; alone, wrapped, or within chatter.
// In JSON that does not parse (an unescaped quote, a cut answer) a member counts only when the next member or the object's end
// follows it: a text that ends at its first inner quote is half a text.
import { fromLine } from '../../agent/text-lines.ts'
import type { Given, NumberedText } from './numbered-text.ts'

const TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*"/g
const TEXT_OR_BRACKET = new RegExp(`${TEXT.source}|[[\\]{}]`, 'g')
const MEMBER = new RegExp(`"(\\d{1,4})"\\s*:\\s*(${TEXT.source})`, 'g')
/** The end of an object, with no quote after it in its line: a quote would mean that the end was inside a text. */
const ENDS = /[ \t]*(?:,\s*(?:$|\{\s*"\w+"\s*:)|[^"\n]*(?:$|\n))/
const OUTSIDE = new RegExp(`^${ENDS.source}`)
const FOLLOWS = new RegExp(`^\\s*(?:,\\s*(?:$|"\\w*(?:$|"\\s*:))|,?\\s*\\}${ENDS.source})`)

const NUMBER_NAMES = ['n', 'id', 'number', 'no', 'num', 'index', 'key', 'line', 'row'] as const
/** Member names in order of preference. */
const TEXT_NAMES = ['translation', 'translated', 'target', 'text', 'value'] as const

/** Where numbers repeat, the last one counts. */
export function wholeJson({ answer }: Given): readonly NumberedText[] {
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

export const brokenJson = ({ answer }: Given): readonly NumberedText[] =>
  /[[{]\s*"/.test(answer) ? membersOf(answer, false) : []

function* valuesIn(answer: string): Generator<{ readonly value: unknown; readonly json: string }> {
  const start = /[[{](?=(?:\s|\/\/[^\n]*\n)*["[{])/g
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

/** The JSON up to the end of its outermost bracket; null: it has no end. */
function balanced(from: string): string | null {
  let depth = 0
  for (const { 0: found, index } of from.matchAll(TEXT_OR_BRACKET)) {
    if (!found.startsWith('"')) depth += found === '[' || found === '{' ? 1 : -1
    if (depth === 0) return from.slice(0, index + 1)
  }
  return null
}

/** Allows raw line breaks and tabs in strings. Undefined: not JSON. */
function parsed(json: string): unknown {
  const escaped = json.replaceAll(TEXT, (text) =>
    text.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
  )
  for (const each of [escaped, escaped.replaceAll(TEXT_OR_EXCESS, (found) => (found.startsWith('"') ? found : ''))])
    try {
      return JSON.parse(each) as unknown
    } catch {
      // the next one, or none
    }
  return undefined
}

/** A comment, or a comma after the last member. */
const TEXT_OR_EXCESS = new RegExp(`${TEXT.source}|//[^\\n]*|/\\*[^]*?\\*/|,(?=\\s*[}\\]])`, 'g')

/** A list of just as many texts as were asked for, alone or as the only member of an object. */
export function listOfTexts({ answer, count, isCut }: Given): readonly NumberedText[] {
  if (isCut) return []
  const lists = [...valuesIn(answer)].flatMap(({ value }) => {
    const inner = Array.isArray(value) ? [value] : Object.values(value as object)
    return inner.length === 1 && Array.isArray(inner[0]) ? [inner[0] as readonly unknown[]] : []
  })
  const [texts = [], ...others] = lists
  const isWhole = others.length === 0 && texts.length === count && texts.every((text) => typeof text === 'string')
  return isWhole ? texts.map((text, i) => ({ number: i + 1, text: fromLine(text) })) : []
}

/** Members in quotes of another kind, and texts in tags. */
const OTHER_MEMBERS: readonly RegExp[] = [
  /“(\d{1,4})”\s*:\s*“([^”]*)”(?=\s*[,}])/g,
  /'(\d{1,4})'\s*:\s*'((?:[^'\\]|\\.)*)'(?=\s*(?:,\s*'\d|,?\s*\}))/g,
  /<(?:text|line|row|item|t)\s+(?:id|n|number)="(\d{1,4})">([^<]*(?:<(?!\/?(?:text|line|row|item|t)\b)[^<]*)*)<\/(?:text|line|row|item|t)>/g,
]

export const otherMembers = ({ answer }: Given): readonly NumberedText[] =>
  OTHER_MEMBERS.map((shape) =>
    [...answer.matchAll(shape)].map(([, number, text = '']) => ({
      number: Number(number),
      text: fromLine(text.trim()),
    })),
  ).find((pairs) => pairs.length > 0) ?? []

function* pairsIn(value: unknown): Generator<NumberedText> {
  if (value === null || typeof value !== 'object') return
  const members = value as Readonly<Record<string, unknown>>
  const number = NUMBER_NAMES.map((name) => members[name]).find((each) => /^\d{1,4}$/.test(String(each)))
  const text = textIn(members)
  if (number !== undefined && text !== null) {
    yield { number: Number(number), text }
    return
  }
  for (const [name, each] of Object.entries(members)) {
    const own = Array.isArray(value) || !/^\d{1,4}$/.test(name) ? null : textIn(each)
    if (own === null) yield* pairsIn(each)
    else yield { number: Number(name), text: own }
  }
}

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return fromLine(value)
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
