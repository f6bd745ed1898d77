// Reads the workbench: the list around the current row, and the row itself.
import {
  familyAround,
  isOfFamily,
  readSameSource,
  rowsOfAuthor,
  type SameSource,
} from '../../../app/bench/bench-rows.ts'
import { readHistory, type RowHistory } from '../../../app/rows/read-history.ts'
import {
  gateOf,
  pendingOfRow,
  type ProposalView,
  readProposal,
  readProposalRow,
} from '../../../app/rows/read-proposal.ts'
import { readRow } from '../../../app/rows/read-row.ts'
import { findWorkAtHand } from '../../../app/work/find-work.ts'
import { pageOf, placeIn, type WorkPage, type WorkRow } from '../../../app/work/list-work.ts'
import { rowsOfParcel } from '../../../app/work/read-map.ts'
import { letOthersGo, NoTurn } from '../../../base/turn.ts'
import type { GateResult } from '../../../domain/finding.ts'
import type { Proposal } from '../../../domain/proposal.ts'
import type { Row } from '../../../domain/row.ts'
import type { RowSet } from '../../../domain/work/row-set.ts'
import { type Matter, matterOf } from '../../../domain/work/workbench.ts'
import { may, type Visit } from '../../visit.ts'
import { type BenchAddress, isByFamily, type Step } from './address.ts'

/**
 * The rows of a list on the workbench: those of a filter, of a search or a parcel of the map within it, or of one person's
 * proposals. Throws `NoTurn` when too many others search.
 */
export async function rowsOfList(
  { app, site, user }: Visit,
  { filter, search, proposedBy, parcel }: BenchAddress,
): Promise<RowSet> {
  if (proposedBy !== null) return rowsOfAuthor(app, proposedBy)
  if (parcel !== null) return (await rowsOfParcel(app, user.id, parcel)).and(await findWorkAtHand(app, filter))
  if (search === null) return await findWorkAtHand(app, filter)
  const rows = await site.foundTexts.rowsOf(user.id, search, filter)
  if (rows === null) throw new NoTurn()
  return rows
}

export interface Present {
  readonly history: RowHistory
  /** What is to be decided; `decided`: the proposal that was asked for is no longer pending. */
  readonly matter: Matter | 'decided'
  readonly view: ProposalView | null
  readonly decided: Proposal | null
  /** The text gate's result for the text to decide on; null without a text. */
  readonly gate: GateResult | null
  /** The row's pending proposals, the oldest first. */
  readonly pending: readonly Proposal[]
  readonly sameSource: SameSource
}

export interface Bench {
  readonly address: BenchAddress
  /** The current row and those around it, some thirty: those before it, itself and those of its family, and what follows in the file. */
  readonly list: { readonly [Part in 'before' | 'alike' | 'further']: readonly WorkRow[] }
  /** How many follow in the file. */
  readonly furtherRows: number
  readonly total: number
  /** The row's position, from 1; null when it has left the filter. */
  readonly index: number | null
  readonly previous: Step | null
  readonly next: Step | null
  /** The current row. Null: the filter has no rows. */
  readonly present: Present | null
}

const listedBefore = 6
const listedMax = 30
const revisionsShown = 8

/** Reads the workbench. A row that is no longer in the game counts as missing. */
export async function readBench(visit: Visit, address: BenchAddress, isTyped: boolean): Promise<Bench> {
  const { app } = visit
  const rows = await rowsOfList(visit, address)
  const asked = address.rowId === null ? rowOfProposal(visit, address) : readRow(app, address.rowId)
  const row = asked ?? firstFree(visit, rows, 0)
  if (row === null)
    return {
      address,
      list: { before: [], alike: [], further: [] },
      furtherRows: 0,
      total: 0,
      index: null,
      previous: null,
      next: null,
      present: null,
    }
  const { ordinal } = row
  if (may(visit, 'propose_translation')) visit.site.presence.at(visit.user.id, row.rowId)
  const { index, total } = placeIn(rows, ordinal)
  const { begun, family, ...steps } = await stepsFrom(visit, rows, address, row)
  const listed = (after: number, limit: number): readonly WorkRow[] => pageOf(app, rows, { after, limit }).rows
  const alike = [row, ...family].flatMap(({ ordinal: at }) => (rows.has(at) ? listed(at - 1, 1) : []))
  const isElsewhere = ({ row: each }: WorkRow): boolean => alike.every(({ row: own }) => own.ordinal !== each.ordinal)
  const passed =
    rows.countBefore(begun.ordinal + 1) + alike.filter(({ row: each }) => each.ordinal > begun.ordinal).length
  const before = pageOf(app, rows, { after: 0, before: begun.ordinal, limit: listedBefore }).rows
  return {
    address,
    list: {
      before,
      alike,
      further: listed(begun.ordinal, listedMax - before.length - alike.length).filter(isElsewhere),
    },
    furtherRows: total - passed,
    total,
    index,
    ...steps,
    present: readPresent(visit, address, row.rowId, isTyped),
  }
}

/** A proposal may be named without its row. */
function rowOfProposal(visit: Visit, { proposalId }: BenchAddress): Row | null {
  if (proposalId === null || !may(visit, 'propose_translation')) return null
  return readProposalRow(visit.app, proposalId)?.row ?? null
}

function readPresent(visit: Visit, address: BenchAddress, rowId: string, isTyped: boolean): Present | null {
  const { app } = visit
  const history = readHistory(app, rowId, visit.user, revisionsShown)
  if (history === null) return null
  const pending = may(visit, 'propose_translation') ? pendingOfRow(app, history.row) : []
  const decided = decidedOf(visit, address, history.row)
  // A text typed without a proposal, or for one that was decided meanwhile, must not become another proposal's wording.
  const wanted =
    pending.find(({ id }) => id === address.proposalId) ??
    (isTyped ? undefined : pending.find(({ authorId }) => [null, authorId].includes(address.proposedBy)))
  const asked = matterOf({
    row: history.row,
    heads: history.heads,
    canReview: may(visit, 'review_translation'),
    wantsProposals:
      address.filter.proposals === 'with' || address.filter.proposals === 'waived' || address.proposalId !== null,
    hasPending: wanted !== undefined,
    wantsToWrite: address.wantsToWrite,
  })
  const matter = decided !== null && !address.wantsToWrite ? 'decided' : asked
  const view = matter === 'proposal' && wanted !== undefined ? readProposal(app, wanted.id) : null
  return {
    history,
    matter,
    view,
    decided,
    gate: view?.gate ?? gateOfHead(visit, history, matter),
    pending,
    sameSource: readSameSource(app, visit.user, history.row),
  }
}

function decidedOf(visit: Visit, { proposalId }: BenchAddress, { ordinal }: Row): Proposal | null {
  if (proposalId === null || !may(visit, 'propose_translation')) return null
  const proposal = readProposalRow(visit.app, proposalId)?.proposal
  return proposal?.ordinal === ordinal && proposal.status !== 'pending' ? proposal : null
}

function gateOfHead({ app }: Visit, { row, heads }: RowHistory, matter: Present['matter']): GateResult | null {
  const head = matter === 'manual' || matter === 'machine' ? heads[matter] : null
  return head === null ? null : gateOf(app, row, head.text, matter === 'manual' ? 'manual' : 'machine')
}

/**
 * In a list by families, the next rows are those of this row's family. After the last of them comes the row that follows
 * the one where the family was begun.
 */
async function stepsFrom(visit: Visit, rows: RowSet, address: BenchAddress, row: Row) {
  const { app } = visit
  const begun = (address.begunId === null ? null : readRow(app, address.begunId)) ?? row
  const before = pageOf(app, rows, { after: 0, before: begun.ordinal, limit: 1 }).rows[0]?.row
  const previous = before === undefined ? null : { row: before.rowId }
  if (!isByFamily(address)) {
    const after = firstFree(visit, rows, row.ordinal)
    return { begun, family: [], previous, next: after === null ? null : { row: after.rowId } }
  }
  const family = await familyAround(app, address.filter, row, begun.ordinal)
  const inFamily = (to: Row): Step => ({ row: to.rowId, ...(to.ordinal !== begun.ordinal && { begun: begun.rowId }) })
  const [after = null] = family.after
  return {
    begun,
    family: family.after,
    previous: family.before === null ? previous : inFamily(family.before),
    next: after === null || isTaken(visit, after) ? await firstBehind(visit, rows, begun) : inFamily(after),
  }
}

/** True: somebody else is at the row just now. */
const isTaken = ({ site, user }: Visit, { rowId }: Row): boolean => site.presence.others(user.id, rowId).length > 0

/** The first row that nobody else is at; the first one where all of the next are taken. */
function firstFree(visit: Visit, rows: RowSet, after: number): Row | null {
  let first: Row | null = null
  for (const ordinal of rows.after(after, listedMax)) {
    const row = pageOf(visit.app, rows, { after: ordinal - 1, limit: 1 }).rows[0]?.row ?? null
    if (row !== null && !isTaken(visit, row)) return row
    first ??= row
  }
  return first
}

/** The first row behind this one that is not of its family, as those had their turn. A family may have thousands of rows. */
async function firstBehind(visit: Visit, rows: RowSet, begun: Row): Promise<Step | null> {
  for (let after: number | null = begun.ordinal; after !== null; ) {
    const page: WorkPage = pageOf(visit.app, rows, { after, limit: listedMax })
    const found = page.rows.find(({ row }) => !isOfFamily(row, begun) && !isTaken(visit, row))
    if (found !== undefined) return { row: found.row.rowId }
    after = page.next
    if (after !== null) await letOthersGo()
  }
  return null
}

/** The row after this one; behind the last one it starts again at the first. Null: the filter is empty. */
export async function stepAfter(visit: Visit, address: BenchAddress, row: Row): Promise<Step | null> {
  const rows = await rowsOfList(visit, address)
  const { next } = await stepsFrom(visit, rows, address, row)
  if (next !== null) return next
  const first = firstFree(visit, rows, 0)
  return first === null ? null : { row: first.rowId }
}
