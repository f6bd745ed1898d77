// What an import of game files is asked, and what it reports (import-game-files.ts).
import type { OfficialName } from '../../domain/game-language.ts'
import type { AffectedRow, HeadCounts, LeftOut, SlotCounts } from '../../domain/import-report.ts'
import type { FormatName } from '../../../packages/formats/src/game-text.ts'
import type { Slot } from '../../store/rows.ts'
import type { WorkRefusal } from '../refused.ts'
import type { Txn } from '../../store/txn.ts'
import type { FurtherRequest, PairCounts } from './further-pairs.ts'

/** What happens to a slot: a file replaces it (`name`: by default the last part of the path), it is emptied, or, for null, it stays. */
export type SlotRequest = { readonly path: string; readonly name?: string } | 'empty' | null

export interface OfficialRequest extends OfficialName {
  readonly file: Exclude<SlotRequest, null>
}

export interface ImportRequest {
  readonly slots: Readonly<Record<Slot, SlotRequest>>
  /** Files with the game's official texts in further languages. */
  readonly official?: readonly OfficialRequest[]
  /** The files of further pairs; absent: those pairs stay as they are. */
  readonly further?: FurtherRequest
  readonly format: FormatName | null
  readonly isDryRun: boolean
  readonly allowRetire: boolean
  readonly skipDamaged: boolean
  /** Accepts a file as the source although it seems to be a translated one. */
  readonly force: boolean
  readonly userId: number | null
  /** For the first import of another game: the translations that came with its files, by row id. Its markup is learnt from them. */
  readonly translations?: ReadonlyMap<string, string>
  /** For another game: the language in which its folder was read. The first import stores it. */
  readonly sourceLanguage?: string
}

export interface ImportHooks {
  readonly signal: AbortSignal
  readonly onRow: ((row: AffectedRow) => void) | null
  readonly onLeftOut?: ((left: LeftOut) => void) | null
  readonly onProgress: (what: string, done: number, total: number | undefined) => void
  /** Called in the transaction that shows the new rows, before anything else of their game is kept. */
  readonly onReveal?: (txn: Txn) => void
  /** Called in a dry run before it is undone, while the store looks as after the import. */
  readonly beforeUndo?: () => Promise<void>
}

export interface ImportReport {
  /** The number of the import, by which its rows are found. */
  readonly number: number
  readonly rows: SlotCounts | null
  readonly diff: SlotCounts | null
  readonly reference: SlotCounts | null
  readonly referenceDiff: SlotCounts | null
  /** Counts by the name of the file, such as `de` and `de-diff`. */
  readonly official: Readonly<Record<string, SlotCounts>>
  /** Counts of the further pairs for which this import had files. */
  readonly pairs: readonly PairCounts[]
  readonly heads: HeadCounts | null
  readonly warnings: readonly WorkRefusal[]
  /** True: some text has a tag with a caption, so the setting `caption_policy` matters. */
  readonly hasCaptions: boolean
  /** The value that the first import of another game gave the empty setting `markup`; null: it stays as it was. */
  readonly learntMarkup: string | null
  /** In a game with keys: how many rows got the text of another row, because they now have its source. */
  readonly followed?: number
}
