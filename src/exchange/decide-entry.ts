// Decides from plain values what becomes of an entry of a translators' file: left alone, refused by name, or given to the ordinary
// write, whose rules and gate decide the rest (docs/exchange.md#what-is-written).
import type { AgentRow, AgentText } from '../agent/agent.ts'
import { sha256Hex } from '../base/bytes.ts'
import type { ReadEntry } from '../formats/po/po-reader.ts'
import { hashOfText, isManualInGame, type Offer, offerOf, type Receipt, receiptIn, revisionOfMachine } from './offer.ts'

export type EntryRead = Omit<ReadEntry, 'line'>

export interface How {
  /** Machine texts; else proposals. */
  readonly isMachine: boolean
  /** Machine texts replace any machine text. */
  readonly overwrites: boolean
  readonly takesFuzzy: boolean
}

/** An entry whose row has to be looked at. */
export interface Candidate {
  readonly rowId: string
  readonly entry: EntryRead
  readonly receipt: Receipt | null
}

export type LeftAlone = 'untouched' | 'untranslated'

type Glance =
  | { readonly is: 'left'; readonly why: LeftAlone }
  | { readonly is: 'unreadable'; readonly problem: string }
  | { readonly is: 'candidate'; readonly candidate: Candidate }

/** Without the store: nearly all entries of a file that comes back end here. */
export function glance(entry: EntryRead): Glance {
  const { context, hasPlural, text, comments, isFuzzy } = entry
  const receipt = receiptIn(comments)
  // Some tools drop the context, or number the units.
  const rowId = context !== null && /^[0-9a-fA-F]{16}$/.test(context) ? context.toLowerCase() : receipt?.rowId
  if (rowId === null || rowId === undefined)
    return {
      is: 'unreadable',
      problem:
        'it names no row: msgctxt, the id of a trans-unit, or the key of ParaTranz must be the row id, 16 hex characters, or a comment its receipt',
    }
  if (hasPlural) return { is: 'unreadable', problem: 'it has plural forms: a row has one text' }
  if (text === '') return { is: 'left', why: 'untranslated' }
  const isAsGiven = receipt !== null && receipt.textHash === hashOfText(text) && (isFuzzy || !receipt.wasFuzzy)
  if (isAsGiven) return { is: 'left', why: 'untouched' }
  return { is: 'candidate', candidate: { rowId, entry, receipt } }
}

/** Refusals of an entry before the write, by code. `stale_head` and `already_filled` are those of the write, told in dry runs too. */
export const REFUSED = {
  fuzzy: 'The text is still marked fuzzy: clear the mark when it is done, or take such texts in with --fuzzy.',
  manual_in_game: 'The game gets the manual text of this row, so a machine text would not be seen: send a proposal.',
  stale_head: 'The machine text was replaced after the file was made.',
  already_filled:
    'The row has a machine text, and the file does not say which one it replaces: --overwrite replaces it.',
} as const
export type Refused = keyof typeof REFUSED

type Settled =
  | { readonly is: 'left'; readonly why: LeftAlone }
  | { readonly is: 'refused'; readonly code: Refused }
  | { readonly is: 'text'; readonly text: AgentText }

/** `row` is null for an unknown one, which the write refuses. */
export function settle({ rowId, entry, receipt }: Candidate, row: AgentRow | null, how: How): Settled {
  const sourceHash = receipt?.sourceHash ?? sha256Hex(entry.id)
  const sent = (replaces: AgentText['replaces']): Settled => ({
    is: 'text',
    text: { rowId, text: entry.text, sourceHash, replaces },
  })
  if (row === null) return sent(null)
  const offer = offerOf(row)
  if (isThere(entry, row, offer, how)) return { is: 'left', why: 'untouched' }
  if (entry.isFuzzy && !how.takesFuzzy) return { is: 'refused', code: 'fuzzy' }
  if (!how.isMachine || sourceHash !== row.sourceHash) return sent(null)
  if (isManualInGame(offer)) return { is: 'refused', code: 'manual_in_game' }
  if (how.overwrites) return sent('any')
  const revision = revisionOfMachine(row)
  if (receipt === null) return revision === 0 ? sent(null) : { is: 'refused', code: 'already_filled' }
  return receipt.revision === revision ? sent(revision) : { is: 'refused', code: 'stale_head' }
}

/** A text that is offered as fuzzy and comes back without that mark is confirmed, as a proposal or for the present source. */
function isThere({ text, isFuzzy }: EntryRead, { layers }: AgentRow, offer: Offer, { isMachine }: How): boolean {
  if (text === offer.text && (isFuzzy || !offer.isFuzzy)) return true
  return isMachine && text === layers.machine?.text && layers.machine.freshness !== 'stale'
}
