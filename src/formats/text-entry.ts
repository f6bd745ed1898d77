// The record that every reader of game text gives.
import { isHex } from '../base/bytes.ts'

/** A text of the game under its key. */
export interface TextEntry {
  /** 16 lower-case hex digits: the key's 8 bytes in file order. */
  readonly id: string
  /** `null` is a deletion marker; `''` is a text without characters. */
  readonly text: string | null
  /** The name of the file the text came from (a dump may name the game file it was made of). */
  readonly file: string
  /** 1-based line or entry number in that file. */
  readonly number: number
  /** Only where a dump of ours carries it: the layer the text was exported from, `null` for an original text. */
  readonly layer?: string | null
}

/** The id in lower case, or `null` when it isn't 16 hex digits. */
export function parseHexId(text: string): string | null {
  if (/^[0-9a-f]{16}$/.test(text)) return text
  return isHex(text, 16) ? text.toLowerCase() : null
}

/** The same key with its 8 bytes in the other order. */
export function reversedId(id: string): string {
  let reversed = ''
  for (let at = 14; at >= 0; at -= 2) reversed += id.slice(at, at + 2)
  return reversed
}

/** Found text as it goes into a message: short, on one line, quoted. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
