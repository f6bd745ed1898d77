// People's work on texts, added up for the activity feed by hour, kind, person, key and model. Imports, merges and
// reverts have separate records.

/** The store holds indexes into this list, so new kinds must be added at its end. */
export const ACT_KINDS = [
  'machine_text',
  'manual_text',
  'proposed',
  'approved',
  'rejected',
  'marked_reviewed',
  'marked_approved',
  'marked_rejected',
  'confirmed',
  'commented',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

export interface Act {
  readonly kind: ActKind
  readonly userId: number
  /** Null: done on the site or the command line. */
  readonly keyId: number | null
  /** Of a machine text: its own; of a mark: those of the second reader; else null. */
  readonly provider: string | null
  readonly model: string | null
  readonly ordinal: number
  readonly rowId: string
  /** The number of the proposal, comment or revision. */
  readonly number: number
  /** Names the batch that the act is part of (`Revision.via`). */
  readonly via?: string | null | undefined
}

export const DECISIONS = [
  'approved',
  'rejected',
  'marked_reviewed',
  'marked_approved',
  'marked_rejected',
  'confirmed',
] as const satisfies readonly ActKind[]

export const NUMBER_OF: Readonly<Record<ActKind, 'proposal' | 'manual' | 'machine' | 'comment'>> = {
  machine_text: 'machine',
  manual_text: 'manual',
  proposed: 'proposal',
  approved: 'proposal',
  rejected: 'proposal',
  marked_reviewed: 'machine',
  marked_approved: 'machine',
  marked_rejected: 'machine',
  confirmed: 'manual',
  commented: 'comment',
}

/** Machine texts come by the million, so they are only counted. */
export const isKeptAlone = (kind: ActKind): boolean => kind !== 'machine_text'

const hourMs = 60 * 60 * 1000
export const hourOf = (timeMs: number): number => Math.floor(timeMs / hourMs)
export const startOfHour = (hour: number): number => hour * hourMs
