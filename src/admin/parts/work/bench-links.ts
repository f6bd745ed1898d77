// Links that lead to the workbench: to a row or a proposal, in the list where it stood.
import type { TextSearch } from '../../../app/bench/found-texts.ts'
import { writeWorkFilter } from '../../../domain/work/work-address.ts'
import { jobOf, type WorkFilter } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { writeTextSearch } from './text-search.ts'

/** All work, in the order of the game. */
const everything = 'layer=any'

/** The parameters of a list. */
export function listOf(filter: WorkFilter, search: TextSearch | null = null): URLSearchParams {
  const job = jobOf(filter)
  const list = job === null ? writeWorkFilter(filter) : new URLSearchParams({ job })
  for (const [name, value] of writeTextSearch(search)) list.append(name, value)
  return list.size === 0 ? new URLSearchParams(everything) : list
}

export const benchOfRow = (rowId: string, list: URLSearchParams | string = everything): string =>
  `/admin/bench?${list.toString()}&row=${rowId}`

/** `list`: of pending proposals; a decided one stands in none. */
export const benchOfProposal = (
  { id, status }: { readonly id: number; readonly status: string },
  rowId: string,
  list = 'job=proposals',
): string => `${benchOfRow(rowId, status === 'pending' ? list : everything)}&proposal=${id}`

export const rowLink = (rowId: string): Html => html`<a href="${benchOfRow(rowId)}"><code>${rowId}</code></a> `
