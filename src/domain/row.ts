// A row of the game, its two layers, manual and machine, and the current text (head) of each layer
// (docs/rows.md#rows, docs/rows.md#layers).
import type { Freshness, Layer, Origin, SourceKind, TranslationStatus } from './vocabulary.ts'

/** A place in a file: the number of a line or entry, from 1. */
interface FilePlace {
  readonly fileName: string
  readonly number: number
}

export interface SlotText extends FilePlace {
  /** An empty text with `isDeleted` is a deletion marker of the diff. */
  readonly text: string
  readonly isDeleted: boolean
}

export interface Row {
  /** 16 lower-case hex digits: the game's key bytes in file order. */
  readonly rowId: string
  readonly ordinal: number
  readonly main: SlotText | null
  readonly diff: SlotText | null
  /** SHA-256 of the effective source's UTF-8 bytes, lower-case hex. */
  readonly sourceHash: string
  readonly isServiceRow: boolean
}

export const ROW_ID_BYTES = 8
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

/** The program that wrote a text, as it named itself. At least one member is not null. */
export interface Client {
  readonly name: string | null
  readonly version: string | null
  readonly prompt: string | null
  /** The version of the team's brief by which the program worked; absent: it named none. */
  readonly brief?: number
  /** The model of the second reader that kept or bettered the text (docs/api-v2.md#a-second-reader). */
  readonly reader?: string
}

/** A text of one layer with its status. A revision never changes. */
export interface Revision {
  readonly seq: number
  readonly text: string
  /** The status as it was written; `shownStatus` may be `invalid` instead. */
  readonly status: TranslationStatus
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  readonly sourceHash: string
  /** True: the writer sent the source's hash, or a reviewer confirmed the text. */
  readonly isVerified: boolean
  /** True: the gate took the text with a warning; absent: with none, or it was not asked. */
  readonly isDoubted?: true
  readonly authorId: number | null
  readonly keyId: number | null
  readonly approverId: number | null
  readonly approvedAtMs: number | null
  readonly proposalId: number | null
  readonly createdAtMs: number
  /** The piece of work that wrote the revision (revision.ts); absent on single writes and older revisions. */
  readonly via?: string
  /** On a revert: the number of the restored revision of the layer; 0: the layer becomes empty. */
  readonly restores?: number
  /** On a revert: its person; null: the command line. `authorId` stays the text's author. */
  readonly revertedById?: number | null
  /** The reviewer whose decision this revision records. Absent on older revisions. */
  readonly markedById?: number
  /** On a revision from another store: its number and time there (docs/merging.md). */
  readonly mergedSeq?: number
  readonly mergedAtMs?: number
  /** Numbers of the revisions that it replaced, in this store, separated by blanks. */
  readonly mergedAfter?: string
  /** The program that wrote the text; absent: the writer named none. */
  readonly client?: Client
}

export const isWithdrawal = (revision: Pick<Revision, 'restores'>): boolean => revision.restores === 0

export interface Head extends Revision {
  /** True: the text breaks the functional markup (TAGS_01, TAGS_03) of the current source. */
  readonly isInvalid: boolean
}

export interface Heads {
  readonly manual: Head | null
  readonly machine: Head | null
  /** The number of the revision that removed the manual text; absent if a text has followed. */
  readonly withdrawnManual?: number
  readonly withdrawnMachine?: number
}

export interface RowWithHeads {
  readonly row: Row
  readonly heads: Heads
}

export const NO_HEADS: Heads = { manual: null, machine: null }

/** The number of the latest revision, also if it removed the text; 0: none. */
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
  /** The layer whose text goes into the game; null: the original text does. */
  readonly layer: Layer | null
}

export type FallbackReason = 'untranslated' | 'stale' | 'rejected' | 'invalid' | 'not_approved'

/**
 * The layer whose head goes into the game (docs/rows.md#what-goes-into-the-game): manual if approved and not stale, else
 * machine if neither rejected, invalid nor stale, else null. `allowStale` lifts only staleness.
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

/** Why the game gets the original text. It is asked only for rows whose `gameLayerOf` is null. */
export function fallbackReasonOf({ sourceHash }: Pick<Row, 'sourceHash'>, heads: GameHeads): FallbackReason {
  const head = heads.machine ?? heads.manual
  if (head === null) return 'untranslated'
  if (head.status === 'rejected') return 'rejected'
  if (isStale(head, sourceHash)) return 'stale'
  return head.isInvalid ? 'invalid' : 'not_approved'
}
