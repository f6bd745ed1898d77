// What a text of a localized file does to the machine layer of its row (command line, import; decisions §6, reasons of
// `unchanged`). Pure; markup is not asked for here: a text that breaks it is written and shows as invalid.
import type { Row } from './row.ts'
import { type Head, isStale, sourceKindOf, sourceTextOf } from './row.ts'
import type { UnchangedReason } from './vocabulary.ts'

export type LocalizedDecision = 'write' | 'source_equal' | Exclude<UnchangedReason, 'unchanged'>

export interface LocalizedText {
  /** Null: nothing to read, be it a deletion marker, an empty or a blank text. */
  readonly text: string | null
  /** It was made for the main file, so it says nothing about a row whose source is the diff. */
  readonly isOfMainFile: boolean
  /** The file itself says that it is no translation. */
  readonly isOriginal: boolean
}

export interface LocalizedRules {
  /** Replace any machine head that came from a localized file. */
  readonly overwrite: boolean
  /** Replace any machine head. */
  readonly overwriteAll: boolean
}

/** Decides one text. Where there is nothing to read that counts as `source_equal`: it is no translation either. */
export function decideLocalized(
  row: Row,
  head: Head | null,
  { text, isOfMainFile, isOriginal }: LocalizedText,
  { overwrite, overwriteAll }: LocalizedRules,
): LocalizedDecision {
  if (isOfMainFile && sourceKindOf(row) === 'diff') return 'diff_priority'
  if (isOriginal || text === null || text === sourceTextOf(row)) return 'source_equal'
  if (head === null) return 'write'
  if (head.text === text && !isStale(head, row.sourceHash)) return 'same_text'
  if (overwriteAll) return 'write'
  const isOurs = head.origin === 'localized_file_import'
  return isOurs && (overwrite || isStale(head, row.sourceHash)) ? 'write' : 'already_filled'
}
