// A row of the game and the heads of its two layers: what is stored, and what follows from it (docs/decisions.md#3-rows
// and docs/decisions.md#4-layers). Freshness, the shown status and the cell are always derived from these values, never
// stored by hand.
import type { Freshness, Layer, Origin, SourceKind, TranslationStatus } from './vocabulary.ts'

/** Where a text stood in its file: the file's own name and the 1-based line or entry number in it. */
interface FilePlace {
  readonly fileName: string
  readonly number: number
}

export interface SlotText extends FilePlace {
  /** `''` with `isDeleted` is a deletion marker of the diff. */
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

/** A row id as bytes. */
export const ROW_ID_BYTES = 8
/** A source hash as bytes: SHA-256. */
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

/** One revision of one layer; never changed once written. */
export interface Revision {
  readonly seq: number
  readonly text: string
  /** The status it was written with; the shown status may be `invalid` (see `shownStatus`). */
  readonly status: TranslationStatus
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  /** The source it was made against. */
  readonly sourceHash: string
  /** Did the writer name that hash, or a reviewer confirm it? */
  readonly isVerified: boolean
  readonly authorId: number | null
  readonly keyId: number | null
  readonly approverId: number | null
  readonly approvedAtMs: number | null
  readonly proposalId: number | null
  readonly createdAtMs: number
  /** The piece of work that wrote it (undo/via.ts); absent of single writes, and of what was written before this was kept. */
  readonly via?: string
  /** Of a revert: the revision of its layer that it brings back; 0 for none, and then the layer has no text any more. */
  readonly restores?: number
  /** Of a revert: who did it; null is the command line. The author stays the text's own. */
  readonly revertedById?: number | null
  /** Of a reviewer's mark: whose it is. Absent of what was marked before this was kept. */
  readonly markedById?: number
  /** Of one that a merge brought: its number and time in the store where it was written (docs/merging.md). */
  readonly mergedSeq?: number
  readonly mergedAtMs?: number
  /** Numbers, here, of the revisions that it was written over, with blanks between them. */
  readonly mergedAfter?: string
}

/** It took the layer's text away: no head is made of it. */
export const isWithdrawal = (revision: Pick<Revision, 'restores'>): boolean => revision.restores === 0

/** The latest revision of a layer, with the one flag that is derived from text and source. */
export interface Head extends Revision {
  /** The text breaks the functional markup (TAGS_01, TAGS_03) of the current effective source. */
  readonly isInvalid: boolean
}

export interface Heads {
  readonly manual: Head | null
  readonly machine: Head | null
  /** The number of the revision that took the manual text away, while no text has come since. */
  readonly withdrawnManual?: number
  /** The same for the machine text. */
  readonly withdrawnMachine?: number
}

export const NO_HEADS: Heads = { manual: null, machine: null }

/** The number of the latest revision of a layer, withdrawals too; 0: nothing was ever written to it. */
export const lastSeq = (heads: Heads, layer: Layer): number =>
  heads[layer]?.seq ?? (layer === 'manual' ? heads.withdrawnManual : heads.withdrawnMachine) ?? 0

/** The heads after a revision was appended to a layer: it is the head, unless it takes the text away. */
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

/** Who stands behind the text: the reviewer who marked it, else who approved it; null: nobody. */
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

/** What decides whether a head goes into the game. */
export type GameHead = Pick<Head, 'text' | 'status' | 'sourceHash' | 'isInvalid'>
/** As much of it as decides whether its text does. */
type GameFacts = Omit<GameHead, 'text'>
export interface GameHeads {
  readonly manual: GameHead | null
  readonly machine: GameHead | null
}

interface GameText {
  readonly text: string
  /** Null: the original text stands. */
  readonly layer: Layer | null
}

export type FallbackReason = 'untranslated' | 'stale' | 'rejected' | 'invalid' | 'not_approved'

/**
 * The layer whose head goes into the game (docs/decisions.md#what-goes-into-the-game): manual if its shown status is
 * approved and it is not stale, else machine if it is neither rejected, invalid nor stale, else none (null).
 * `allowStale` lifts only staleness.
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

/** What goes into the game: the head of `gameLayerOf`, else the original text. */
export function gameTextOf(row: Row, heads: Heads, allowStale = false): GameText {
  const layer = gameLayerOf(row, heads, allowStale)
  return { text: layer === null ? sourceTextOf(row) : (heads[layer] as Head).text, layer }
}

/** Why neither head went into the game; asked only when `gameLayerOf` gave none. */
export function fallbackReasonOf({ sourceHash }: Pick<Row, 'sourceHash'>, heads: GameHeads): FallbackReason {
  const head = heads.machine ?? heads.manual
  if (head === null) return 'untranslated'
  if (head.status === 'rejected') return 'rejected'
  if (isStale(head, sourceHash)) return 'stale'
  return head.isInvalid ? 'invalid' : 'not_approved'
}
