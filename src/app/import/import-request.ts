// What an import of game files is asked, and what it reports (import-game-files.ts).
import type { OfficialName } from '../../domain/game-language.ts'
import type { AffectedRow, HeadCounts, LeftOut, SlotCounts } from '../../domain/import-report.ts'
import type { FormatName } from '../../../packages/formats/src/game-text.ts'
import type { Slot } from '../../store/rows.ts'
import type { FurtherRequest, PairCounts } from './further-pairs.ts'

/** A file (`name`: by default the last part of its path), a slot to be emptied, or null for no change. */
export type SlotRequest = { readonly path: string; readonly name?: string } | 'empty' | null

export interface OfficialRequest extends OfficialName {
  readonly file: Exclude<SlotRequest, null>
}

export interface ImportRequest {
  readonly slots: Readonly<Record<Slot, SlotRequest>>
  /** The game's texts in further languages. */
  readonly official?: readonly OfficialRequest[]
  /** Files of further pairs; absent: they stay as they are. */
  readonly further?: FurtherRequest
  readonly format: FormatName | null
  readonly isDryRun: boolean
  readonly allowRetire: boolean
  readonly skipDamaged: boolean
  /** Accepts a translated file as a source. */
  readonly force: boolean
  readonly userId: number | null
  /** The translations that come with the first files of a generic game, by row id. Its markup is learnt from them. */
  readonly translations?: ReadonlyMap<string, string>
  /** Of a generic game: the language that its folder was read by; kept at its first import. */
  readonly sourceLanguage?: string
}

export interface ImportHooks {
  readonly signal: AbortSignal
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onLeftOut?: ((left: LeftOut) => void) | null
  readonly onProgress: (what: string, done: number, total: number | undefined) => void
  /** Called in a dry run while the store looks as after the import. */
  readonly beforeUndo?: () => Promise<void>
}

export interface ImportReport {
  /** The import's number, by which its rows are found. */
  readonly number: number
  readonly rows: SlotCounts | null
  readonly diff: SlotCounts | null
  readonly reference: SlotCounts | null
  readonly referenceDiff: SlotCounts | null
  /** By name of the file: `de`, `de-diff`. */
  readonly official: Readonly<Record<string, SlotCounts>>
  /** The further pairs of this import. */
  readonly pairs: readonly PairCounts[]
  readonly heads: HeadCounts | null
  readonly warnings: readonly string[]
  /** Some text has a tag with a caption, so the caption policy matters. */
  readonly hasCaptions: boolean
  /** What the setting `markup` became, because it was empty at the first import of a generic game; null: it stays. */
  readonly learntMarkup: string | null
  /** In a game with keys, the rows that got the text of another row, because they now have its source. */
  readonly followed?: number
}
