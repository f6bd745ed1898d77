// Reads query parameters (docs/api-v1.md#get-rows, docs/api-v1.md#get-rowsrow_id; docs/api-v1.md#failures). Hot for
// GET /rows. Hono's reader would drop a parameter without a name, and zod is slow to load.
import { ok, refuse, type Result } from '../base/result.ts'
import { ordinalInCursor, type RowFilter } from '../domain/cursor.ts'
import { rowsLimitDefault, rowsLimitMax } from '../domain/limits.ts'
import { FIELD_GROUPS, type FieldGroup, ROW_STATES, SOURCE_FILTERS } from '../domain/vocabulary.ts'
import type { Fault } from './bad-request.ts'
import { LIST_PARAMETERS, ROW_PARAMETERS } from './parameters.ts'
import { parseTime } from '../base/time.ts'

const LIST_NAMES = Object.keys(LIST_PARAMETERS)
const ROW_NAMES = Object.keys(ROW_PARAMETERS)

type Values = ReadonlyMap<string, string>

/** Splits a query into values by name, and adds unknown and repeated parameters to `faults`. */
export function parametersOf(query: string, known: readonly string[], faults: Fault[]): Values {
  const values = new Map<string, string>()
  if (query === '') return values
  for (const [name, value] of pairsOf(query)) {
    if (!known.includes(name)) {
      const takes = known.length === 0 ? 'this address takes no parameters' : `known are ${known.join(', ')}`
      faults.push({ field: name, message: `unknown parameter; ${takes}`, allowed: known })
    } else if (values.has(name)) {
      faults.push({ field: name, message: 'given twice; give it once' })
    } else values.set(name, value)
  }
  return values
}

/** True: no character of the query is encoded, so it can be read as it is. */
const isPlain = (query: string): boolean => /^[\w.,:=&-]*$/.test(query)

function pairsOf(query: string): Iterable<readonly [name: string, value: string]> {
  if (!isPlain(query)) return new URLSearchParams(query)
  const pairs: [string, string][] = []
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    if (pair !== '') pairs.push(equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)])
  }
  return pairs
}

export interface ListQuery extends RowFilter {
  readonly limit: number
  readonly after: number
  readonly withTotal: boolean
  readonly groups: ReadonlySet<FieldGroup>
}

export function parseListQuery(query: string): Result<ListQuery, readonly Fault[]> {
  const faults: Fault[] = []
  const values = parametersOf(query, LIST_NAMES, faults)
  const limit = limitOf(values.get('limit'), faults)
  const state = oneOf('state', ROW_STATES, values.get('state'), 'all', faults)
  const source = oneOf('source', SOURCE_FILTERS, values.get('source'), 'all', faults)
  const updatedSinceMs = updatedSinceOf(values.get('updated_since'), faults)
  const withTotal = oneOf('include_total', ['1'], values.get('include_total'), '', faults) === '1'
  const groups = groupsOf(values.get('fields'), CORE_ONLY, faults)
  const filter = { state, source, updatedSinceMs }
  const after = afterOf(values.get('cursor'), filter, faults)
  return faults.length > 0 ? refuse(faults) : ok({ ...filter, limit, after, withTotal, groups })
}

/** The groups of fields that the query asks for; without `fields` all of them. */
export function parseRowQuery(query: string): Result<ReadonlySet<FieldGroup>, readonly Fault[]> {
  const faults: Fault[] = []
  const groups = groupsOf(parametersOf(query, ROW_NAMES, faults).get('fields'), ALL_GROUPS, faults)
  return faults.length > 0 ? refuse(faults) : ok(groups)
}

export const CORE_ONLY: ReadonlySet<FieldGroup> = new Set(['core'])
const ALL_GROUPS: ReadonlySet<FieldGroup> = new Set(FIELD_GROUPS)

export function limitOf(value: string | undefined, faults: Fault[]): number {
  if (value === undefined) return rowsLimitDefault
  const limit = /^\d+$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= rowsLimitMax) return limit
  const allowed = { min: 1, max: rowsLimitMax }
  faults.push({ field: 'limit', message: `must be a whole number from 1 to ${rowsLimitMax}`, allowed })
  return rowsLimitDefault
}

export function oneOf<T extends string, D extends string>(
  field: string,
  allowed: readonly T[],
  value: string | undefined,
  absent: D,
  faults: Fault[],
): T | D {
  if (value === undefined) return absent
  if ((allowed as readonly string[]).includes(value)) return value as T
  faults.push({ field, message: `must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`, allowed })
  return absent
}

function updatedSinceOf(value: string | undefined, faults: Fault[]): number | null {
  if (value === undefined) return null
  const since = parseTime(value)
  if (since === null) {
    const message = 'must be an ISO 8601 date, such as 2026-01-31 or 2026-01-31T09:30:00Z'
    faults.push({ field: 'updated_since', message })
  }
  return since
}

/** The groups of fields in a value of `fields`. `absent` is returned when there is no value; what is wrong is added to `faults`. */
export function groupsOf(
  value: string | undefined,
  absent: ReadonlySet<FieldGroup>,
  faults: Fault[],
): ReadonlySet<FieldGroup> {
  if (value === undefined) return absent
  const groups = new Set<FieldGroup>(['core'])
  for (const name of value.split(',')) {
    if ((FIELD_GROUPS as readonly string[]).includes(name)) {
      groups.add(name as FieldGroup)
      continue
    }
    const message = `must be names from ${FIELD_GROUPS.join(', ')}, with a comma between them and no space`
    faults.push({ field: 'fields', message, allowed: FIELD_GROUPS })
    break
  }
  return groups
}

function afterOf(cursor: string | undefined, filter: RowFilter, faults: Fault[]): number {
  if (cursor === undefined) return 0
  const ordinal = ordinalInCursor(cursor, filter)
  if (ordinal.ok) return ordinal.value
  const message =
    ordinal.refusal === 'damaged'
      ? 'is damaged; send meta.next_cursor of the page before, unchanged'
      : 'belongs to other filters; keep state, source and updated_since as they were, or begin without a cursor'
  // The cursor can't be checked against a filter that has faults.
  const isFilterKnown = !faults.some(({ field }) => FILTERS.includes(field))
  if (ordinal.refusal === 'damaged' || isFilterKnown) faults.push({ field: 'cursor', message })
  return 0
}

const FILTERS: readonly string[] = ['state', 'source', 'updated_since']
