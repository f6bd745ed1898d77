// The entry that every reader of game text returns.
import { isHex } from '../base/bytes.ts'

export interface TextEntry {
  /** 16 lower-case hex digits: the key's 8 bytes in file order. */
  readonly id: string
  /** Null: a deletion marker; `''`: an empty text. */
  readonly text: string | null
  /** A dump may name the game file it was made from. */
  readonly file: string
  /** The line or entry in that file, from 1. */
  readonly number: number
  /** In dumps that windrow wrote: the exported layer; null: the original. */
  readonly layer?: string | null
}

/** What stands between two offsets from then on. Offsets are UTF-16, end exclusive. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Returns the id in lower case; null: not 16 hex digits. */
export function parseHexId(text: string): string | null {
  if (/^[0-9a-f]{16}$/.test(text)) return text
  return isHex(text, 16) ? text.toLowerCase() : null
}

/** The 8 bytes of the same key, reversed. */
export function reversedId(id: string): string {
  let reversed = ''
  for (let at = 14; at >= 0; at -= 2) reversed += id.slice(at, at + 2)
  return reversed
}

/** Short, on one line, for messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
