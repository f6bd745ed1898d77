// The entry that every reader of game text returns, and the limits of reading and writing game text (docs/game-files.md#limits).
import { isHex } from '../../../src/base/bytes.ts'

export interface TextEntry {
  /** 16 lower-case hex digits: the key's 8 bytes in file order. */
  readonly id: string
  /** Null: a deletion marker; `''`: an empty text. */
  readonly text: string | null
  /** The game file of the entry. A dump may name the one it was made from. */
  readonly file: string
  /** The line or entry in that file, from 1. */
  readonly number: number
  /** The layer that was exported, in a dump that windrow wrote; null: the original text. */
  readonly layer?: string | null
}

/** Replaces what stands between two offsets. Offsets count UTF-16 units; the end is exclusive. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The document with all edits made. They may come in any order, but must not overlap. */
export function edited(document: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let done = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(document.slice(done, start), text)
    done = end
  }
  return [...pieces, document.slice(done)].join('')
}

/** Returns the id in lower case; null: not 16 hex digits. */
export function parseHexId(text: string): string | null {
  if (/^[0-9a-f]{16}$/.test(text)) return text
  return isHex(text, 16) ? text.toLowerCase() : null
}

/** The id whose 8 bytes are those of this one in reverse order. */
export function reversedId(id: string): string {
  let reversed = ''
  for (let at = 14; at >= 0; at -= 2) reversed += id.slice(at, at + 2)
  return reversed
}

/** A text for messages: shortened, on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

// Limits of reading and writing game text (docs/game-files.md#reading; docs/command-line.md#import). They bound memory and
// keep time linear for any file.

/** The most entries of a file, sixteen times those of the real game. */
export const entriesMax = 16_000_000
/** `textBytesMax` of domain/limits.ts, which formats may not import. */
export const textBytesMax = 65_536
/** The most inflated bytes of a container's block. */
export const blockBytesMax = 64 * 1024 * 1024
/** The stored size of a block: generously above zstd's worst case for a full block. */
export const packedBytesMax = blockBytesMax + 1024 * 1024
/** The most inflated bytes of a whole file, and of all its texts. */
export const inflatedBytesMax = 4 * 1024 ** 3
/** The most inflated bytes for each packed byte; game text has three to fifteen. */
export const inflatedPerByteMax = 200
export const inflatedAlways = 64 * 1024 * 1024

export const inflatedMaxOf = (packedBytes: number): number =>
  Math.min(inflatedBytesMax, Math.max(inflatedAlways, inflatedPerByteMax * packedBytes))

/** The longest line of a text dump, element of a JSON document, or CSV record of several lines. */
export const lineBytesMax = 1024 * 1024
/** The longest line of a history file. A row is one line, with all its revisions and proposals. */
export const rowLineBytesMax = 64 * 1024 * 1024
/** How many damaged places `skipDamaged` leaves out at most. */
export const skippedMax = 100_000
/** The largest file of keyed texts, because such a file is read whole. */
export const keyedBytesMax = 64 * 1024 * 1024
/** The most entries of such a file: more than fit into it with keys and texts of some length. */
export const keyedEntriesMax = 2_000_000
/** The most bytes of all texts in such a file. */
export const keyedTextsMax = 4 * keyedBytesMax
/** The most bytes of all keys in such a file or in a folder of them: a million keys have some 30 characters each. */
export const keyedKeysMax = keyedBytesMax
/** The longest key that is joined of several names, in characters. A name or a source that is a key by itself may be longer. */
export const joinedKeyMax = 1_000
/** The most columns of a table of keyed texts; further ones are not read. */
export const keyedColumnsMax = 1_000
/** The most plural forms in a PO file; no language has so many. */
export const pluralFormsMax = 16
/** How deep objects and lists of JSON, or elements of XML, may nest. */
export const nestingMax = 100
