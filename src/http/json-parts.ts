// Scans JSON text for brackets, strings and commas before anything is built from it, to check limits and to parse long
// texts in pieces.

export interface JsonLimits {
  /** How deep lists and objects may be nested, the body's object included. */
  readonly depthMax: number
  /** How many strings, commas and opening brackets there may be together. */
  readonly partsMax: number
  /** Takes halves of surrogate pairs, so that whoever reads a member has to refuse them there. */
  readonly takesHalves?: true
}

/** A list directly below the root (end exclusive), with the commas between its members. */
export interface JsonList {
  readonly start: number
  end: number
  readonly commas: number[]
}

interface JsonLook {
  /** Which limit the text exceeds; null: none. With too many parts it has the text's beginning, which has the allowed ones. */
  readonly excess: 'too deep' | { readonly beginning: string } | null
  /** Complete lists; in damaged JSON possibly anything between brackets. */
  readonly lists: readonly JsonList[]
}

export function lookAtJson(text: string, { depthMax, partsMax }: JsonLimits): JsonLook {
  const closers: string[] = []
  const lists: JsonList[] = []
  let list: JsonList | null = null
  let parts = 0
  const counted = /["[\]{},]/g
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) {
      closers.push(code === openBracket ? ']' : '}')
      if (closers.length > depthMax) return { excess: 'too deep', lists }
      if (code === openBracket && closers.length === 2) list = { start: at, end: at, commas: [] }
    } else if (code === closeBracket || code === closeBrace) {
      // Damaged: what follows is no matter.
      if (closers.length === 0) break
      if (list !== null && closers.length === 2) {
        list.end = at + 1
        if (code === closeBracket) lists.push(list)
        list = null
      }
      closers.pop()
      continue
    } else if (code !== comma) {
      // Blanks, numbers and damage may be long, and the expression passes over them a hundred times as fast.
      counted.lastIndex = at
      at = (counted.exec(text)?.index ?? text.length) - 1
      continue
    } else if (closers.length === 2) list?.commas.push(at)
    if (++parts <= partsMax) continue
    // At a comma, the text before it lacks only closing brackets; damaged JSON may have no comma for long.
    if (code === comma) return { excess: { beginning: text.slice(0, at) + closers.reverse().join('') }, lists }
    if (parts > 2 * partsMax) return { excess: { beginning: '' }, lists }
  }
  return { excess: null, lists }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** If a string has more escaped quotation marks, reading each character is faster. */
const escapedQuotesFew = 64

function endOfString(text: string, start: number): number {
  let seen = 0
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return at
    if (++seen > escapedQuotesFew) return endCharByChar(text, at + 1)
  }
  return text.length
}

/** The end of a string, found character by character. `from`: a place in it that no backslash precedes. */
function endCharByChar(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}
