// The record returned by every reader of game text.
import { isHex } from '../base/bytes.ts'

export interface TextEntry {
  /** 16 lower-case hex digits: the key's 8 bytes in file order. */
  readonly id: string
  /** `null` is a deletion marker, `''` an empty text. */
  readonly text: string | null
  /** Source file; a dump may name the game file it was made from. */
  readonly file: string
  /** 1-based line or entry in that file. */
  readonly number: number
  /** In our dumps only: the exported layer; null: the original. */
  readonly layer?: string | null
}

/** In lower case; null: not 16 hex digits. */
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

/** Shortened to one quoted line, for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
