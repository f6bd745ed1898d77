// The entry that every reader of game text returns, and the limits of reading and writing game text (docs/game-files.md#limits).
import { isHex } from '../../../src/base/bytes.ts'

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

/** `edits`: in any order, none over another. */
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

// Limits of reading and writing game text (docs/game-files.md#reading; docs/command-line.md#import). They bound memory and
// keep time linear for any file.

/** Sixteen times those of the real game. */
export const entriesMax = 16_000_000
/** `textBytesMax` of domain/limits.ts, which formats may not import. */
export const textBytesMax = 65_536
/** The inflated size of a container's block. */
export const blockBytesMax = 64 * 1024 * 1024
/** The stored size of a block: generously above zstd's worst case for a full block. */
export const packedBytesMax = blockBytesMax + 1024 * 1024
/** The inflated size of a whole file; also the size of all its texts. */
export const inflatedBytesMax = 4 * 1024 ** 3
/** The most inflated bytes for each packed byte; game text has three to fifteen. */
export const inflatedPerByteMax = 200
export const inflatedAlways = 64 * 1024 * 1024

export const inflatedMaxOf = (packedBytes: number): number =>
  Math.min(inflatedBytesMax, Math.max(inflatedAlways, inflatedPerByteMax * packedBytes))

/** A line of a text dump, an element of a JSON document, or a CSV record over several lines. */
export const lineBytesMax = 1024 * 1024
/** A row's line in a history file, with all its revisions and proposals. */
export const rowLineBytesMax = 64 * 1024 * 1024
/** Damaged places that `skipDamaged` leaves out. */
export const skippedMax = 100_000
/** A file of keyed texts, which is read whole. */
export const keyedBytesMax = 64 * 1024 * 1024
/** More than fit into such a file with keys and texts of some length. */
export const keyedEntriesMax = 2_000_000
/** The texts of such a file. */
export const keyedTextsMax = 4 * keyedBytesMax
/** The keys of such a file, and of a folder of them: a million have some 30 characters each. */
export const keyedKeysMax = keyedBytesMax
/** Characters of a key that is made of several names. A name or a source that is a key by itself may be longer. */
export const joinedKeyMax = 1_000
/** Columns of a table of keyed texts; what stands in further ones is passed over. */
export const keyedColumnsMax = 1_000
/** Forms of a plural in a PO file; no language has so many. */
export const pluralFormsMax = 16
/** Objects and lists of JSON, or elements of XML, in one another. */
export const nestingMax = 100
