// The rows of a list on the workbench: those of a filter, of a search within it, or of one person's proposals.
import { rowsOfAuthor } from '../../../app/bench/rows-of-author.ts'
import { findWorkAtHand } from '../../../app/work/find-work.ts'
import { NoTurn } from '../../../base/turn.ts'
import type { RowSet } from '../../../domain/work/row-set.ts'
import type { Visit } from '../../visit.ts'
import type { BenchAddress } from './address.ts'

/** Throws `NoTurn` when too many others search. */
export async function rowsOfList(
  { app, site, user }: Visit,
  { filter, search, proposedBy }: BenchAddress,
): Promise<RowSet> {
  if (proposedBy !== null) return rowsOfAuthor(app, proposedBy)
  if (search === null) return await findWorkAtHand(app, filter)
  const rows = await site.foundTexts.rowsOf(user.id, search, filter)
  if (rows === null) throw new NoTurn()
  return rows
}
