// A row of the game and the heads of its two layers (docs/decisions.md#3-rows and docs/decisions.md#4-layers).
// Freshness, shown status and cell are always derived from these values.
import type { Freshness, Layer, Origin, SourceKind, TranslationStatus } from './vocabulary.ts'

/** Where a text was in its file: the 1-based line or entry number. */
interface FilePlace {
  readonly fileName: string
  readonly number: number
}

export interface SlotText extends FilePlace {
  /** `''` with `isDeleted`: a deletion marker of the diff. */
  readonly text: string
  readonly isDeleted: boolean
}

export interface Row {
  /** 16 lower-case hex characters, the game's key bytes in file order. */
  readonly rowId: string
  readonly ordinal: number
  readonly main: SlotText | null
  readonly diff: SlotText | null
  /** SHA-256 of the effective source's UTF-8 bytes, lower-case hex. */
  readonly sourceHash: string
  readonly isServiceRow: boolean
}

export const ROW_ID_BYTES = 8
/** SHA-256. */
export const SOURCE_HASH_BYTES = 32

export interface Reference {
  readonly main: string | null
  readonly diff: string | null
}

export const sourceKindOf = (row: Row): SourceKind => (row.diff === null ? 'main' : 'diff')
export const effectiveSlot = (row: Row): SlotText => {
  const slot = row.diff ?? row.main
  if (slot === null) throw new Error(`row ${row.rowId} has no source`)
  return slot
}
export const sourceTextOf = (row: Row): string => effectiveSlot(row).text

/** Never changed. */
export interface Revision {
  readonly seq: number
  readonly text: string
  /** As written; the shown status may be `invalid` (see `shownStatus`). */
  readonly status: TranslationStatus
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  readonly sourceHash: string
  /** The writer sent that hash, or a reviewer confirmed it. */
  readonly isVerified: boolean
  readonly authorId: number | null
  readonly keyId: number | null
  readonly approverId: number | null
  readonly approvedAtMs: number | null
  readonly proposalId: number | null
  readonly createdAtMs: number
  /** The piece of work that wrote it (revision.ts); absent on single writes and on older revisions. */
  readonly via?: string
  /** On a revert: the revision of its layer that it brings back; 0: none, the layer has no text any more. */
  readonly restores?: number
  /** On a revert: who did it; null: the command line. `authorId` stays the text's author. */
  readonly revertedById?: number | null
  /** On a reviewer's mark: the reviewer. Absent on older revisions. */
  readonly markedById?: number
  /** On a revision that a merge brought: number and time in the store where it was written (docs/merging.md). */
  readonly mergedSeq?: number
  readonly mergedAtMs?: number
  /** Numbers in this store of the revisions over which it was written, separated by blanks. */
  readonly mergedAfter?: string
}

export const isWithdrawal = (revision: Pick<Revision, 'restores'>): boolean => revision.restores === 0

export interface Head extends Revision {
  /** The text breaks the functional markup (TAGS_01, TAGS_03) of the current effective source. */
  readonly isInvalid: boolean
}

export interface Heads {
  readonly manual: Head | null
  readonly machine: Head | null
  /** The number of the revision that took the manual text away, if no text has come since. */
  readonly withdrawnManual?: number
  readonly withdrawnMachine?: number
}

export const NO_HEADS: Heads = { manual: null, machine: null }

/** Including withdrawals; 0: none. */
export const lastSeq = (heads: Heads, layer: Layer): number =>
  heads[layer]?.seq ?? (layer === 'manual' ? heads.withdrawnManual : heads.withdrawnMachine) ?? 0

export function headsAfter(heads: Heads, layer: Layer, latest: Head): Heads {
  const { withdrawnManual, withdrawnMachine, manual, machine } = heads
  const head = isWithdrawal(latest) ? null : latest
  const withdrawn = head === null ? latest.seq : undefined
  const ended = layer === 'manual' ? [withdrawn, withdrawnMachine] : [withdrawnManual, withdrawn]
  return {
    manual: layer === 'manual' ? head : manual,
    machine: layer === 'machine' ? head : machine,
    ...(ended[0] !== undefined && { withdrawnManual: ended[0] }),
    ...(ended[1] !== undefined && { withdrawnMachine: ended[1] }),
  }
}

/** Null: none. */
export const reviewerOf = ({ markedById, approverId }: Pick<Revision, 'markedById' | 'approverId'>): number | null =>
  markedById ?? approverId

export const isStale = (revision: Pick<Revision, 'sourceHash'>, sourceHash: string): boolean =>
  revision.sourceHash !== sourceHash

export const freshnessOf = (revision: Revision, sourceHash: string): Freshness =>
  freshness(isStale(revision, sourceHash), revision.isVerified)

export const freshness = (isOfOtherSource: boolean, isVerified: boolean): Freshness =>
  isOfOtherSource ? 'stale' : isVerified ? 'fresh' : 'unverified'

export const shownStatus = (head: Pick<Head, 'status' | 'isInvalid'>): TranslationStatus =>
  head.isInvalid ? 'invalid' : head.status

export type GameHead = Pick<Head, 'text' | 'status' | 'sourceHash' | 'isInvalid'>
type GameFacts = Omit<GameHead, 'text'>
export interface GameHeads {
  readonly manual: GameHead | null
  readonly machine: GameHead | null
}

interface GameText {
  readonly text: string
  /** Null: the original text. */
  readonly layer: Layer | null
}

export type FallbackReason = 'untranslated' | 'stale' | 'rejected' | 'invalid' | 'not_approved'

/**
 * The layer whose head goes into the game (docs/decisions.md#what-goes-into-the-game): manual if its shown status is
 * approved and it is not stale, else machine if it is neither rejected, invalid nor stale, else null. `allowStale`
 * lifts only staleness.
 */
export function gameLayerOf(
  { sourceHash }: Pick<Row, 'sourceHash'>,
  heads: { readonly manual: GameFacts | null; readonly machine: GameFacts | null },
  allowStale = false,
): Layer | null {
  const { manual, machine } = heads
  const isTooStale = (head: GameFacts): boolean => isStale(head, sourceHash) && !allowStale
  if (manual !== null && shownStatus(manual) === 'approved' && !isTooStale(manual)) return 'manual'
  if (machine !== null && machine.status !== 'rejected' && !machine.isInvalid && !isTooStale(machine)) return 'machine'
  return null
}

export function gameTextOf(row: Row, heads: Heads, allowStale = false): GameText {
  const layer = gameLayerOf(row, heads, allowStale)
  return { text: layer === null ? sourceTextOf(row) : (heads[layer] as Head).text, layer }
}

/** Only for rows of which `gameLayerOf` is null. */
export function fallbackReasonOf({ sourceHash }: Pick<Row, 'sourceHash'>, heads: GameHeads): FallbackReason {
  const head = heads.machine ?? heads.manual
  if (head === null) return 'untranslated'
  if (head.status === 'rejected') return 'rejected'
  if (isStale(head, sourceHash)) return 'stale'
  return head.isInvalid ? 'invalid' : 'not_approved'
}
