// A search by text in an address: on the page of rows, and as a list of the workbench.
import type { TextSearch } from '../../../app/bench/found-texts.ts'
import { SEARCH_FIELDS, type SearchField } from '../../../domain/vocabulary.ts'
import { parseSearch } from '../../../search/query.ts'

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

/** The parameters of the search, for an address. */
export function writeTextSearch(search: TextSearch | null): readonly (readonly [string, string])[] {
  if (search === null) return []
  const { text, query, fields } = search
  const isEverywhere = fields.size === SEARCH_FIELDS.length
  return [
    ['q', text],
    ...(query.wholeWords ? [['whole', '1'] as const] : []),
    ...(isEverywhere ? [] : [...fields].map((field) => ['in', field] as const)),
  ]
}
