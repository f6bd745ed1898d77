// Links that lead to the workbench: to a row or a proposal, in the list where it stood.
import type { TextSearch } from '../../../app/bench/bench-rows.ts'
import { SEARCH_FIELDS, type SearchField } from '../../../domain/vocabulary.ts'
import { jobOf, type WorkFilter, writeWorkFilter } from '../../../domain/work/work-filter.ts'
import { parseSearch } from '../../../search/query.ts'
import { type Html, html } from '../../html.ts'

export const textMax = 200

/** All of them where none is named. */
export function fieldsIn(asked: URLSearchParams): ReadonlySet<SearchField> {
  const fields = SEARCH_FIELDS.filter((each) => asked.getAll('in').includes(each))
  return new Set(fields.length === 0 ? SEARCH_FIELDS : fields)
}

/** Null: no text is asked for. */
export function readTextSearch(asked: URLSearchParams): TextSearch | null {
  const text = (asked.get('q') ?? '').trim().slice(0, textMax).toWellFormed()
  const query = parseSearch(text, asked.get('whole') === '1')
  return query === null ? null : { text, query, fields: fieldsIn(asked) }
}

function writeTextSearch(search: TextSearch | null): readonly (readonly [string, string])[] {
  if (search === null) return []
  const { text, query, fields } = search
  const isEverywhere = fields.size === SEARCH_FIELDS.length
  return [
    ['q', text],
    ...(query.wholeWords ? [['whole', '1'] as const] : []),
    ...(isEverywhere ? [] : [...fields].map((field) => ['in', field] as const)),
  ]
}

/** All work, in the order of the game. */
const everything = 'layer=any'

export function listOf(filter: WorkFilter, search: TextSearch | null = null): URLSearchParams {
  const job = jobOf(filter)
  const list = job === null ? writeWorkFilter(filter) : new URLSearchParams({ job })
  for (const [name, value] of writeTextSearch(search)) list.append(name, value)
  return list.size === 0 ? new URLSearchParams(everything) : list
}

export const benchOfRow = (rowId: string, list: URLSearchParams | string = everything): string =>
  `/admin/bench?${list.toString()}&row=${rowId}`

/** `list` is a list of pending proposals. A decided proposal is in no such list. */
export const benchOfProposal = (
  { id, status }: { readonly id: number; readonly status: string },
  rowId: string,
  list = 'job=proposals',
): string => `${benchOfRow(rowId, status === 'pending' ? list : everything)}&proposal=${id}`

export const rowLink = (rowId: string): Html => html`<a href="${benchOfRow(rowId)}"><code>${rowId}</code></a> `
