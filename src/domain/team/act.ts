// What people do to texts, as the feed of what happened counts it: acts of one kind by one person, with one key and one model,
// add up hour by hour. Imports, merges and reverts are told by their own records.

/** In the order of their numbers in the store: new kinds come last. */
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
  /** Null: on the site or the command line. */
  readonly keyId: number | null
  /** Of machine texts. */
  readonly provider: string | null
  readonly model: string | null
  readonly ordinal: number
  /** The id of the proposal or comment, or the number of the revision in its layer. */
  readonly number: number
}

/** Kinds that judge what somebody else, or a machine, wrote. */
export const DECISIONS = [
  'approved',
  'rejected',
  'marked_reviewed',
  'marked_approved',
  'marked_rejected',
  'confirmed',
] as const satisfies readonly ActKind[]

/** What an act's number counts. */
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

/** Whether acts of a kind are kept one by one. Machine texts come by the million: they are counted, and found in the rows. */
export const isKeptAlone = (kind: ActKind): boolean => kind !== 'machine_text'

const hourMs = 60 * 60 * 1000
export const hourOf = (timeMs: number): number => Math.floor(timeMs / hourMs)
export const startOfHour = (hour: number): number => hour * hourMs
