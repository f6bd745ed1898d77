// Parses the queries of API v2. Parameters of v1's GET /rows have the same meaning here.
import type { TextsOfWork } from '../app/claims/find-rows.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import { CORE_ONLY, groupsOf, limitOf, oneOf, parametersOf } from '../api-v1/query.ts'
import { isHex } from '../base/bytes.ts'
import { aroundMax, rowsLimitMax, searchTextMax } from '../domain/limits.ts'
import { parseSearch, type SearchQuery } from '../search/query.ts'
import {
  type FieldGroup,
  PROPOSAL_STATUSES,
  type ProposalStatus,
  ROW_STATES,
  type RowState,
  SEARCH_FIELDS,
  type SearchField,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../domain/vocabulary.ts'
import type { WorkFilter } from '../domain/work/work-filter.ts'
import { filterOf, WORK_NAMES, workFilterOf } from './work-query.ts'

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
  /** Null: no parameter of a filter of work is given, so rows without work are listed, too. */
  readonly filter: WorkFilter | null
}

interface RowsQuery extends Page {
  /** Null: no ids given. */
  readonly ids: readonly string[] | null
  readonly around: string | null
  readonly eachSide: number
}

const PAGE = ['state', 'after', 'limit', ...WORK_NAMES]
const ROWS = ['ids', 'around', 'each_side', 'fields', 'official', ...PAGE]
const SEARCH = ['text', 'in', 'whole_words', 'filter', 'fields', 'official', ...PAGE]
const eachSideDefault = 3
const ordinalMax = 0xffff_ffff

/** GET /rows. */
export function parseRowsQuery(query: string, faults: Fault[]): RowsQuery {
  const values = parametersOf(query, ROWS, faults)
  const [ids, around] = [idsOf(values, faults), values.get('around') ?? null]
  if (around !== null && !isRowId(around)) faults.push({ field: 'around', message: 'must be 16 hex characters' })
  const way = ids !== null ? 'ids' : around !== null ? 'around' : null
  for (const name of way === null ? [] : [...PAGE, 'ids', 'around']) {
    if (name !== way && values.has(name)) faults.push({ field: name, message: `cannot stand beside ${way}` })
  }
  const eachSide = wholeNumber('each_side', { min: 0, max: aroundMax }, values, eachSideDefault, faults)
  return { ...pageOf(values, faults), ids, around, eachSide }
}

/** GET /search. */
export function parseSearchQuery(query: string, faults: Fault[]): TextsOfWork & Pick<Page, 'groups' | 'official'> {
  const values = parametersOf(query, SEARCH, faults)
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
}

/** Replaces an unreadable query, which is refused for its fault. */
const NOTHING: SearchQuery = { terms: [], wholeWords: false }

interface SuggestionsQuery {
  /** Null: all. */
  readonly status: ProposalStatus | null
  readonly after: number
  readonly limit: number
}

/** GET /glossary/proposals and GET /labels/proposals. */
export function parseSuggestionsQuery(query: string, faults: Fault[]): SuggestionsQuery {
  const values = parametersOf(query, ['status', 'after', 'limit'], faults)
  const status = oneOf('status', [...PROPOSAL_STATUSES, 'all'], values.get('status'), 'pending', faults)
  return {
    status: status === 'all' ? null : status,
    after: wholeNumber('after', { min: 0, max: ordinalMax }, values, 0, faults),
    limit: limitOf(values.get('limit'), faults),
  }
}

/** Parses the query of an address that has no parameters. */
export function parseNoQuery(query: string, faults: Fault[]): null {
  parametersOf(query, [], faults)
  return null
}

const isRowId = (text: string): boolean => isHex(text, 16)

function idsOf(values: Values, faults: Fault[]): readonly string[] | null {
  const ids = values.get('ids')?.split(',') ?? null
  if (ids === null || (ids.length <= rowsLimitMax && ids.every(isRowId))) return ids
  const allowed = { min: 1, max: rowsLimitMax }
  faults.push({ field: 'ids', message: `must be 1 to ${rowsLimitMax} row ids with commas between them`, allowed })
  return ids
}

export const afterOf = (values: Values, faults: Fault[], field = 'after'): number =>
  wholeNumber(field, { min: 0, max: ordinalMax }, values, 0, faults)

function pageOf(values: Values, faults: Fault[]): Page {
  const plainSource = SOURCE_FILTERS.find((each) => each === (values.get('source') ?? 'all'))
  const isPlain = plainSource !== undefined && !WORK_NAMES.some((name) => name !== 'source' && values.has(name))
  return {
    state: oneOf('state', ROW_STATES, values.get('state'), 'all', faults),
    source: isPlain ? plainSource : 'all',
    filter: isPlain ? null : workFilterOf(values, faults),
    after: afterOf(values, faults),
    limit: limitOf(values.get('limit'), faults),
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

export function wholeNumber(
  field: string,
  { min, max }: { readonly min: number; readonly max: number },
  values: Values,
  absent: number,
  faults: Fault[],
): number {
  const value = values.get(field)
  if (value === undefined) return absent
  const number = /^\d{1,10}$/.test(value) ? Number(value) : -1
  if (number >= min && number <= max) return number
  faults.push({ field, message: `must be a whole number from ${min} to ${max}`, allowed: { min, max } })
  return absent
}
