// The queries of addresses that look rows up. A parameter that v1's GET /rows has, too, means the same here.
import type { TextsOfWork } from '../app/claims/find-rows.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import { LIST_PARAMETERS, ROW_PARAMETERS } from '../api-v1/parameters.ts'
import { CORE_ONLY, groupsOf, oneOf } from '../api-v1/query.ts'
import { isHex } from '../base/bytes.ts'
import { aroundMax, rowsLimitMax, searchTextMax } from '../domain/limits.ts'
import { parseSearch, type SearchQuery } from '../search/query.ts'
import {
  type FieldGroup,
  ROW_STATES,
  type RowState,
  SEARCH_FIELDS,
  type SearchField,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../domain/vocabulary.ts'
import type { WorkFilter } from '../domain/work/work-filter.ts'
import { AFTER, LIMIT, type Query, whole } from './declared.ts'
import { FILTER, filterOf, WORK, WORK_NAMES, workFilterOf } from './work-query.ts'

type Values = ReadonlyMap<string, string>

interface Page {
  readonly state: RowState
  readonly source: SourceFilter
  /** The number of the last row already seen; 0 for the first page. */
  readonly after: number
  readonly limit: number
  readonly groups: ReadonlySet<FieldGroup>
  /** Languages whose official texts are asked for; null: none. */
  readonly official: readonly string[] | null
  /** A filter of work. Null: no parameter of it is given, so rows without work are listed, too. */
  readonly filter: WorkFilter | null
}

interface RowsQuery extends Page {
  /** Ids of rows to list. Null: none are given. */
  readonly ids: readonly string[] | null
  readonly around: string | null
  readonly eachSide: number
}

const OF_CARDS = {
  fields: ROW_PARAMETERS.fields,
  official: { description: 'Languages of official texts, with commas', schema: { type: 'string' } },
}
const PAGE = { state: LIST_PARAMETERS.state, after: AFTER, limit: LIMIT }
const EACH_SIDE = whole(
  { min: 0, max: aroundMax, absent: 3 },
  { description: 'Of around', schema: { type: 'integer', minimum: 0, maximum: aroundMax, default: 3 } },
)

/** The query of GET /rows. */
export const ROWS: Query<RowsQuery> = {
  parameters: {
    ids: { description: `Up to ${rowsLimitMax}, with commas`, schema: { type: 'string' } },
    around: { description: 'Rows next to this one in the file, not in the game', schema: { type: 'string' } },
    each_side: EACH_SIDE,
    ...OF_CARDS,
    ...PAGE,
    ...WORK,
  },
  read: (values, faults) => {
    const [ids, around] = [idsOf(values, faults), values.get('around') ?? null]
    if (around !== null && !isRowId(around)) faults.push({ field: 'around', message: 'must be 16 hex characters' })
    const way = ids !== null ? 'ids' : around !== null ? 'around' : null
    for (const name of way === null ? [] : [...Object.keys(PAGE), ...WORK_NAMES, 'ids', 'around']) {
      if (name !== way && values.has(name)) faults.push({ field: name, message: `cannot be used with ${way}` })
    }
    const eachSide = EACH_SIDE.read(values.get('each_side'), faults, 'each_side')
    return { ...pageOf(values, faults), ids, around, eachSide }
  },
}

/** The query of GET /search. */
export const SEARCH: Query<TextsOfWork & Pick<Page, 'groups' | 'official'>> = {
  parameters: {
    text: {
      description: 'Words in any order, phrases in quotation marks',
      schema: { type: 'string', maxLength: searchTextMax },
      required: true,
    },
    in: {
      description: `With commas, of ${SEARCH_FIELDS.join(', ')}`,
      schema: { type: 'string', default: 'source,translation' },
    },
    whole_words: { description: 'Match whole words only', schema: { type: 'string', enum: ['1'] } },
    filter: FILTER,
    ...OF_CARDS,
    ...PAGE,
    source: LIST_PARAMETERS.source,
  },
  also: WORK_NAMES,
  read: (values, faults) => {
    const text = values.get('text') ?? ''
    const wholeWords = oneOf('whole_words', ['1'], values.get('whole_words'), '', faults) === '1'
    const asked = text.length > searchTextMax ? null : parseSearch(text, wholeWords)
    if (asked === null) {
      const allowed = { min: 1, max: searchTextMax }
      faults.push({ field: 'text', message: `is required: 1 to ${searchTextMax} characters to look for`, allowed })
    }
    const fields = fieldsOf(values.get('in'), faults)
    const page = pageOf(values, faults)
    const filter = filterOf(values, page.filter, faults)
    return { ...page, query: asked ?? NOTHING, fields, filter, updatedSinceMs: null }
  },
}

/** Stands in for a search that can't be read; the request is refused for its fault anyway. */
const NOTHING: SearchQuery = { terms: [], wholeWords: false }

const isRowId = (text: string): boolean => isHex(text, 16)

function idsOf(values: Values, faults: Fault[]): readonly string[] | null {
  const ids = values.get('ids')?.split(',') ?? null
  if (ids === null || (ids.length <= rowsLimitMax && ids.every(isRowId))) return ids
  const allowed = { min: 1, max: rowsLimitMax }
  faults.push({ field: 'ids', message: `must be 1 to ${rowsLimitMax} row ids with commas between them`, allowed })
  return ids
}

function pageOf(values: Values, faults: Fault[]): Page {
  const plainSource = SOURCE_FILTERS.find((each) => each === (values.get('source') ?? 'all'))
  const isPlain = plainSource !== undefined && !WORK_NAMES.some((name) => name !== 'source' && values.has(name))
  return {
    state: oneOf('state', ROW_STATES, values.get('state'), 'all', faults),
    source: isPlain ? plainSource : 'all',
    filter: isPlain ? null : workFilterOf(values, faults),
    after: AFTER.read(values.get('after'), faults, 'after'),
    limit: LIMIT.read(values.get('limit'), faults, 'limit'),
    groups: groupsOf(values.get('fields'), CORE_ONLY, faults),
    official: values.get('official')?.split(',') ?? null,
  }
}

function fieldsOf(value: string | undefined, faults: Fault[]): ReadonlySet<SearchField> {
  const names = value?.split(',') ?? ['source', 'translation']
  const fields = SEARCH_FIELDS.filter((field) => names.includes(field))
  if (fields.length === names.length) return new Set(fields)
  const message = `must be names from ${SEARCH_FIELDS.join(', ')}, each once, with commas between them`
  faults.push({ field: 'in', message, allowed: SEARCH_FIELDS })
  return new Set(fields)
}
