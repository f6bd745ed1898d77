// A first look at JSON text: its brackets, strings and commas, before anything is built from them. Memory and time follow
// what is allowed, and what is long can be parsed in pieces. Of what has been built, being short, the same is counted sooner.

export interface JsonLimits {
  /** Containers may be nested as deep, the object itself included. */
  readonly depthMax: number
  /** Strings, commas and opening brackets together. */
  readonly partsMax: number
}

/** A list right below the root: where it begins and ends, exclusive, and the commas between its members. */
export interface JsonList {
  readonly start: number
  end: number
  readonly commas: number[]
}

interface JsonLook {
  /** More than is allowed: nested too deep, or the text of its first parts where it has too many. */
  readonly excess: 'too deep' | { readonly beginning: string } | null
  /** Those that have their end. Of damaged JSON they may be anything, but what stands in them stands between brackets. */
  readonly lists: readonly JsonList[]
}

/** Finds the lists of a JSON text, and what is too much in it. */
export function lookAtJson(text: string, { depthMax, partsMax }: JsonLimits): JsonLook {
  const closers: string[] = []
  const lists: JsonList[] = []
  let list: JsonList | null = null
  let parts = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) {
      closers.push(code === openBracket ? ']' : '}')
      if (closers.length > depthMax) return { excess: 'too deep', lists }
      if (code === openBracket && closers.length === 2) list = { start: at, end: at, commas: [] }
    } else if (code === closeBracket || code === closeBrace) {
      if (list !== null && closers.length === 2) {
        list.end = at + 1
        if (code === closeBracket) lists.push(list)
        list = null
      }
      closers.pop()
      continue
    } else if (code !== comma) continue
    else if (closers.length === 2) list?.commas.push(at)
    if (++parts <= partsMax) continue
    // Where a comma stands, what came before is whole but for its ends; damaged JSON may have none for long.
    if (code === comma) return { excess: { beginning: text.slice(0, at) + closers.reverse().join('') }, lists }
    if (parts > 2 * partsMax) return { excess: { beginning: '' }, lists }
  }
  return { excess: null, lists }
}

/** How many parts the text of a value has, each name of a member once; infinitely many where it is nested deeper than `depthMax`. */
export function partsOf(value: unknown, depthMax: number): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  if (depthMax === 0) return Number.POSITIVE_INFINITY
  let [parts, members] = [1, 0]
  if (Array.isArray(value)) {
    members = value.length
    for (let at = 0; at < members; at++) parts += partsOf(value[at], depthMax - 1)
  } else {
    for (const name in value) {
      members++
      parts += 1 + partsOf((value as Readonly<Record<string, unknown>>)[name], depthMax - 1)
    }
  }
  return parts + Math.max(0, members - 1)
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** In a string with more of them it is quicker to look at each character. */
const escapedQuotesFew = 64

/** Looks for quotes, which the engine does many characters at a time: bodies are mostly strings. */
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

/** The end of a string from a place in it that is not escaped. */
function endCharByChar(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}
