// A row of the game and the heads of its two layers: what is stored, and what follows from it (decisions §3 and §4).
// Freshness, the shown status and the cell are always derived from these values, never stored by hand.
import type { Freshness, Layer, Origin, SourceKind, TranslationStatus } from './vocabulary.ts'

/** Where a text stood in its file: the file's own name and the 1-based line or entry number in it. */
export interface FilePlace {
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

/** The core of a row where it lies in stored bytes: for lists, which need not make strings of it. Good only for the moment. */
export interface CoreBytes {
  readonly ordinal: number
  readonly bytes: Buffer
  /** First byte of the id (8), and right behind it of the source hash (32). */
  readonly idAt: number
  /** Bounds of the effective source's UTF-8. */
  readonly textStart: number
  readonly textEnd: number
  readonly isFromDiff: boolean
  readonly isServiceRow: boolean
}

/** A text where it lies in stored bytes, UTF-8. Good only for the moment. */
export interface TextBytes {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/** Bounds of a value in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A layer's head where it lies in stored JSON: members as JSON values, strings with their quotes. Good only for the moment. */
export interface HeadBytes {
  readonly bytes: Uint8Array
  readonly text: Span
  readonly status: Span
  readonly origin: Span
  readonly provider: Span
  readonly model: Span
  readonly sourceHash: Span
  readonly isVerified: boolean
  readonly isInvalid: boolean
  readonly createdAtMs: number
}

export interface HeadsBytes {
  readonly manual: HeadBytes | null
  readonly machine: HeadBytes | null
}

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
}

/** The latest revision of a layer, with the one flag that is derived from text and source. */
export interface Head extends Revision {
  /** The text breaks the functional markup (TAGS_01, TAGS_03) of the current effective source. */
  readonly isInvalid: boolean
}

export interface Heads {
  readonly manual: Head | null
  readonly machine: Head | null
}

export const NO_HEADS: Heads = { manual: null, machine: null }

export const headOf = (heads: Heads, layer: Layer): Head | null => heads[layer]

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
export interface GameHeads {
  readonly manual: GameHead | null
  readonly machine: GameHead | null
}

export interface GameText {
  readonly text: string
  /** Null: the original text stands. */
  readonly layer: Layer | null
}

export type FallbackReason = 'untranslated' | 'stale' | 'rejected' | 'invalid' | 'not_approved'

/**
 * The layer whose head goes into the game (decisions §4): manual if its shown status is approved and it is not stale, else
 * machine if it is neither rejected, invalid nor stale, else none (null). `allowStale` lifts only staleness.
 */
export function gameLayerOf(
  { sourceHash }: Pick<Row, 'sourceHash'>,
  heads: GameHeads,
  allowStale = false,
): Layer | null {
  const { manual, machine } = heads
  const isTooStale = (head: GameHead): boolean => isStale(head, sourceHash) && !allowStale
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
