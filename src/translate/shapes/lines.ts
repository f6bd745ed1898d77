// Reads a model's answer in lines: a number, a separator, a text. A line without a number means that the text before it is
// incomplete, as is the last text of a cut answer.
import { fromLine } from '../../agent/text-lines.ts'
import type { Given, NumberedText } from './numbered-text.ts'

/** Separators and decorations of the number that models use. */
const LINES: readonly RegExp[] = [
  /^\s*(\d{1,4})(?:\t+|[.):]\s+| {2,}| \| )(.*)$/,
  /^\s*(\d{1,4})\s*(?:→|⇒|->|=>)\s*(.*)$/,
  /^\s*\*\*(\d{1,4})[.):]?\*\*[.):]?\s+(.*)$/,
]

type ReadLine = (line: string) => NumberedText | null

export const lines = (given: Given): readonly NumberedText[] => {
  const read: ReadLine = (line) => {
    const [, number, text = ''] = LINES.map((shape) => shape.exec(line)).find((found) => found !== null) ?? []
    return number === undefined ? null : { number: Number(number), text: fromLine(withoutNotes(text)) }
  }
  return numbered(given, read)
}

/** Reads the number from the first cell, the text from the last. Ambiguous cells give no text. */
export function table(given: Given): readonly NumberedText[] {
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

/** Reads lines with a space for the tab. "2 swords" may be part of a text, so all lines must be there in order, or none counts. */
export function spaced(given: Given): readonly NumberedText[] {
  const read: ReadLine = (line) => {
    const [, number, text = ''] = /^(\d{1,4}) (\S.*)$/.exec(line) ?? []
    return number === undefined ? null : { number: Number(number), text: fromLine(withoutNotes(text)) }
  }
  const pairs = numbered(given, read)
  const isWhole = pairs.every(({ number, text }, i) => number === i + 1 && text !== null)
  return isWhole && pairs.length === given.count ? pairs : []
}

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
