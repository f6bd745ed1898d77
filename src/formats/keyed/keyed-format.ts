// A game's own text file in which each text has a key: read whole, and written again with other texts in the same places, every
// other byte as it was.

import type { Edit } from '../text-entry.ts'

/** What says beside a translation that nobody has finished it: a flag, a state. The forms of a plural share one. */
export interface Unfinished {
  readonly why: 'fuzzy' | 'state'
  /** How many texts it speaks of. */
  readonly texts: number
  /** Take it away. */
  readonly edits: readonly Edit[]
}

/** A text with its place in the document. Offsets are UTF-16, end exclusive. */
export interface KeyedText {
  /** Unique in its file. */
  readonly key: string
  readonly text: string
  /** From 1. */
  readonly line: number
  /** What `write` replaces; empty where a text is to be inserted. */
  readonly start: number
  readonly end: number
  /** Absent: its translation is done. */
  readonly unfinished?: Unfinished | null
}

/** `translation`: what a translator wrote beside the source, in formats that hold both. Texts that are absent or unfinished are left out. */
export type KeyedSide = 'source' | 'translation'

export interface KeyedFormat {
  /** For lists and refusals, as `FORMATS` has them. */
  readonly meaning: string
  /** `start`: the first lines, without a byte order mark. */
  readonly looksLike: (start: string) => boolean
  /** In file order. `document` is the whole file with its byte order mark. Throws DamagedFile. Texts that cannot be written back safely are left out and told in `warnings`. */
  readonly read: (document: string, file: string, side: KeyedSide) => KeyedDocument
  /** What stands between `start` and `end` when the text is this; `before` stands there now, and stays if it is that text. */
  readonly write: (before: string, text: string) => string
}

export interface KeyedDocument {
  readonly texts: readonly KeyedText[]
  /** Translations that are there, but not done. */
  readonly unfinished: number
  /** Keys whose text no store can hold. */
  readonly unread: readonly string[]
  /** Something could not be read, and may have been any text. */
  readonly isPartial: boolean
  /** One sentence a kind of fault. */
  readonly warnings: readonly string[]
}
