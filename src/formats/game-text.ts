// The interface of every reader of game text: entries in batches, in as many passes as needed, and after a pass its oddities and what
// was left out.
import type { TextEntry } from './text-entry.ts'

/** The known shapes, as the refusal of an unknown one lists them. */
export const FORMATS = {
  container: 'game container (translate_words_map_*, bytes EF BE AD DE)',
  jsonl: 'JSONL ({"id": "0123456789abcdef", "text": "…"} a line)',
  tsv: 'TSV (header ID<TAB>OriginalText)',
  'extractor-csv': 'extractor CSV (header Number;File;All Blocks;Work Blocks;Current Block;Unknown;ID;OriginalText)',
  csv: 'CSV (header ID;OriginalText or ID,OriginalText)',
  'entries-json': 'entries.json ({"<u64 decimal>": "text"})',
  'locmap-jsonl': 'locmap JSONL ({"b":1,"s":3,"h":"efcdab8967452301","v":"text"} a line)',
  'template-json': 'template JSON ([{"ID", "English", "Chinese", "Target"}])',
} as const
export type FormatName = keyof typeof FORMATS

/** The use of a file; it decides the column of a template JSON, and which entries are odd in a main file. */
export type Role = 'source' | 'diff' | 'reference' | 'localized'
export type TemplateColumn = 'English' | 'Chinese' | 'Target'

export interface OpenOptions {
  readonly role: Role
  /** In place of its name on disk. */
  readonly name?: string
  /** Instead of recognising the format by content. */
  readonly format?: FormatName
  /** Leave damaged shards and entries of a container out instead of refusing it. */
  readonly skipDamaged?: boolean
  /** The byte order of a file's hex ids is the one in which more of them are known. */
  readonly isKnownId?: (id: string) => boolean
  /** Of a template JSON; by default that of the role. */
  readonly column?: TemplateColumn
  readonly onProgress?: (bytesRead: number, totalBytes: number) => void
}

/** A shard or entry that `skipDamaged` left out. */
export interface Skipped {
  readonly kind: 'shard' | 'entry'
  readonly place: string
  /** The whole sentence of the damage. */
  readonly reason: string
  /** Of an entry: its key as found. */
  readonly id: string | null
}

export interface GameText {
  /** The file's base name. */
  readonly name: string
  readonly format: FormatName
  readonly sizeBytes: number
  /** Of a container, else `null`. */
  readonly shardCount: number | null
  /** From a container's index (that of an overlay counts the entries after it is applied), else `null`. */
  readonly totalEntries: number | null
  /**
   * Reads the file from its start: batches in file order, each small enough to hold. May be called again for a second
   * pass. Throws DamagedFile at the place of the damage, so what came before it has been given already.
   */
  entries(): AsyncGenerator<readonly TextEntry[]>
  /** Of the latest whole pass: one sentence a kind of oddity. */
  warnings(): readonly string[]
  /** Of the latest pass with `skipDamaged`: everything left out. */
  skipped(): readonly Skipped[]
  /** For an id that the latest pass did not give: it lies in what was left out, so its row stays as it was. */
  isSkipped(id: string): boolean
}
