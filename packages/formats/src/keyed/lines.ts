// For formats that have a line or more for each entry: the lines with their places, and the comments right above an entry.
import { type Remark, remarkOf } from '../../../../src/base/remark.ts'

interface Line {
  /** From 1. */
  readonly number: number
  readonly start: number
  /** Of the line feed. */
  readonly end: number
  /** With a CR, and without a byte order mark, whose place has a blank. */
  readonly text: string
}

export function* linesIn(document: string): Generator<Line> {
  let number = 1
  for (let start = 0; start < document.length; number++) {
    const next = document.indexOf('\n', start)
    const end = next === -1 ? document.length : next
    const text = document.slice(start, end)
    yield { number, start, end, text: start === 0 ? text.replace(/^\uFEFF/, ' ') : text }
    start = end + 1
  }
}

const isBlank = (text: string, at: number): boolean => ' \t\r\n'.includes(text.charAt(at))

/** Without the blanks of a format at its end; a no-break space is text. */
export function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text, end - 1)) end--
  return text.slice(0, end)
}

/** Without the blanks of a format at its ends; a no-break space is text. */
export function withoutBlanks(text: string): string {
  let start = 0
  while (start < text.length && isBlank(text, start)) start++
  return withoutEnd(text.slice(start))
}

const linesMax = 40
/** An entry is first in its line if no more than this stands before it, all of it blank. */
const indentMax = 200

/** How a format marks a line that is a comment; its first group is what the comment says. */
export const HASH = /^[ \t\uFEFF]*#+(.*)$/
export const SEMICOLON = /^[ \t\uFEFF]*[;#]+(.*)$/
export const BANG = /^[ \t\uFEFF]*[#!]+(.*)$/
export const SLASHES = /^[ \t\uFEFF]*(?:\/\/+|\/\*+|\*(?!\/))(.*?)(?:\*\/[ \t]*)?$/
export const SLASHES_OR_HASH = new RegExp(`${SLASHES.source}|${HASH.source}`)

/** `at`: where the entry begins. Null: no comment stands above, or the entry is not the first of its line. A blank line ends a comment. */
export function remarkAbove(document: string, at: number, comment: RegExp): Remark | null {
  let start = at
  while (start > 0 && at - start < indentMax && /[ \t-]/.test(document[start - 1] ?? '')) start--
  const notes: string[] = []
  while (start > 0 && document[start - 1] === '\n' && notes.length < linesMax) {
    const before = start < 2 ? 0 : document.lastIndexOf('\n', start - 2) + 1
    const found = comment.exec(document.slice(before, start - 1).replace(/\r$/, ''))
    if (found === null) break
    notes.unshift(found.slice(1).find((said) => said !== undefined) ?? '')
    start = before
  }
  return notes.length === 0 ? null : remarkOf({ notes })
}
