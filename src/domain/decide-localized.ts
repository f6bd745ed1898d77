// Decides whether the text of a translated game file goes into its row's machine layer (docs/command-line.md#import;
// docs/api-v1.md#nothing-to-change). Markup is not checked: a text that breaks it is written and shown as invalid.
import type { Row } from './row.ts'
import { effectiveSlot, type Head, isStale, sourceKindOf, sourceTextOf } from './row.ts'
import type { UnchangedReason } from './vocabulary.ts'

/** Why a text is not imported. */
export type LocalizedSkip = 'source_equal' | 'empty' | 'deleted' | 'too_long' | 'control_characters'
export type LocalizedDecision = 'write' | LocalizedSkip | Exclude<UnchangedReason, 'unchanged' | 'unquoted'>

interface LocalizedText {
  /** The translation in the file; null: deleted, empty or blank. */
  readonly text: string | null
  readonly isTooLong: boolean
  /** The text was made for the main file, so it does not fit a row of the diff. */
  readonly isOfMainFile: boolean
  /** The file marks the text as untranslated. */
  readonly isOriginal: boolean
  /** FORMAT_01 would refuse the text. */
  readonly hasForeignCharacters: boolean
}

export interface LocalizedRules {
  /** True: the text may replace a current machine text that came from a translated file. */
  readonly overwrite: boolean
  readonly overwriteAll: boolean
}

export function decideLocalized(
  row: Row,
  head: Head | null,
  { text, isTooLong, isOfMainFile, isOriginal, hasForeignCharacters }: LocalizedText,
  { overwrite, overwriteAll }: LocalizedRules,
): LocalizedDecision {
  if (isOfMainFile && sourceKindOf(row) === 'diff') return 'diff_priority'
  if (text === null) return 'empty'
  if (effectiveSlot(row).isDeleted) return 'deleted'
  if (isOriginal || text === sourceTextOf(row)) return 'source_equal'
  if (isTooLong) return 'too_long'
  if (hasForeignCharacters) return 'control_characters'
  if (head === null) return 'write'
  if (head.text === text && !isStale(head, row.sourceHash)) return 'same_text'
  if (overwriteAll) return 'write'
  const isOurs = head.origin === 'localized_file_import'
  return isOurs && (overwrite || isStale(head, row.sourceHash)) ? 'write' : 'already_filled'
}
