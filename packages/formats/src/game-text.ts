// The interface of every reader of game text: batches of entries, readable any number of times, with the faults that were
// found and the parts that were left out.
import type { Remark } from '../../../src/base/remark.ts'
import type { Damage } from './damage.ts'
import type { KeyedRequest } from './keyed/project.ts'
import type { TextEntry } from './text-entry.ts'

/** All formats, in the order in which the refusal of an unknown one lists them. */
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

/** What a file is for. It decides the column of a template JSON, and which entries are odd in a main file. */
export type Role = 'source' | 'diff' | 'reference' | 'localized'
export type TemplateColumn = 'English' | 'Chinese' | 'Target'

export interface OpenOptions {
  /** True: the file, or a folder of files, has texts with keys (keyed/keyed-format.ts). Else it is of Where Winds Meet. */
  readonly isKeyed?: boolean
  readonly role: Role
  /** For keyed texts: how the files lie; for a folder of translations also the places of the sources. */
  readonly keyed?: KeyedRequest
  /** The file's name in messages and rows, if that is not its name on disk. */
  readonly name?: string
  /** The format of the file. Absent: it is recognised by the content. */
  readonly format?: FormatName
  /** Leaves out damaged shards and entries of a container, and reads the rest. */
  readonly skipDamaged?: boolean
  /** True for ids that the store has. Hex ids may have either byte order, and the one with more known ids is taken. */
  readonly isKnownId?: (id: string) => boolean
  /** The column of a template JSON. Absent: the one for the role. */
  readonly column?: TemplateColumn
  readonly onProgress?: (bytesRead: number, totalBytes: number) => void
}

/** A shard or entry that `skipDamaged` left out. */
export interface Skipped {
  readonly kind: 'shard' | 'entry'
  readonly place: string
  readonly damage: Damage
  readonly id: string | null
}

export interface GameText {
  readonly name: string
  readonly format: FormatName | 'keyed'
  readonly sizeBytes: number
  /** How many shards a container has; null: the file is no container. */
  readonly shardCount: number | null
  /** The number in a container's index (an overlay counts the entries after it is applied); null: the file is no container. */
  readonly totalEntries: number | null
  /**
   * Reads batches in file order, from the start at each call. Throws DamagedFile when it reaches the damage, not
   * earlier.
   */
  entries(): AsyncGenerator<readonly TextEntry[]>
  /** One sentence for each kind of harmless fault in the latest complete reading. */
  warnings(): readonly Damage[]
  /** The parts that the latest reading with `skipDamaged` left out. */
  skipped(): readonly Skipped[]
  /** Keys by the ids of their entries, from the latest complete reading. Absent: the format has no keys. */
  keys?(): ReadonlyMap<string, string>
  /** What the file says beside texts, by the ids of their entries, from the same reading. */
  remarks?(): ReadonlyMap<string, Remark>
  /** Names of grammars that the formats of the latest complete reading have by themselves (docs/another-game.md#markup). */
  markup?(): readonly string[]
  /** Names of files that the latest reading left out, whole or in part. */
  unread?(): readonly string[]
  /** True: the latest reading left out the part in which this row would be, so it must not change. `file`: where the row came from. */
  isSkipped(id: string, file?: string): boolean
}
