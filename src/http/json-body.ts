// From the bytes of a body to a JSON object: strict UTF-8, no nesting beyond a depth, no half of a surrogate pair, not
// even as an escape. Refusals are sentences for the sender.
import { ok, refuse, type Result } from '../base/result.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** True for `application/json`, with at most `charset=utf-8`. */
export const isJsonContentType = (header: string | null): boolean =>
  header !== null && /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?;?[ \t]*$/i.test(header)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The JSON object in a body. Containers may be nested `depthMax` deep, the object itself included. */
export function parseJsonObject(bytes: Uint8Array, depthMax: number): Result<JsonObject, string> {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return refuse('The body is not UTF-8: send JSON encoded in UTF-8.')
  }
  if (isDeeper(text, depthMax)) {
    return refuse(`The body is nested deeper than ${depthMax} levels: send it in the documented shape.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('The body is damaged JSON: send one complete JSON object.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('The body must be a JSON object.')
  }
  if (text.includes('\\u') && !isWellFormed(value)) {
    return refuse('The body has half of a surrogate pair: send whole characters only.')
  }
  return ok(value as JsonObject)
}

/** Looks at the brackets outside strings before anything is built from them: memory follows the depth allowed. */
function isDeeper(text: string, depthMax: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) {
      if (++depth > depthMax) return true
    } else if (code === closeBracket || code === closeBrace) depth--
  }
  return false
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Looks for quotes, which the engine does many characters at a time: bodies are mostly strings. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}
