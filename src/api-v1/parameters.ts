// All query parameters of API v1, for the parser and OpenAPI.
import { rowsLimitDefault, rowsLimitMax } from '../domain/limits.ts'
import { FIELD_GROUPS, ROW_STATES, SOURCE_FILTERS } from '../domain/vocabulary.ts'

type Parameter = Readonly<{
  description: string
  /** The values that the parameter may have, as a JSON Schema. */
  schema: Readonly<Record<string, unknown>>
}>

const group = `(${FIELD_GROUPS.join('|')})`

const fields: Parameter = {
  description: 'Groups of fields, with commas between them; core is always there.',
  schema: { type: 'string', pattern: `^${group}(,${group})*$` },
}

/** The parameters of GET /rows. */
export const LIST_PARAMETERS = {
  limit: {
    description: 'Rows on a page.',
    schema: { type: 'integer', minimum: 1, maximum: rowsLimitMax, default: rowsLimitDefault },
  },
  cursor: {
    description: 'meta.next_cursor of the page before, unchanged; state, source and updated_since stay as they were.',
    schema: { type: 'string', minLength: 1 },
  },
  state: {
    description:
      'none: neither layer (service rows of the diff left out); machine: machine layer only; ' +
      'manual: a manual layer; stale: some layer is stale.',
    schema: { type: 'string', enum: ROW_STATES, default: 'all' },
  },
  source: {
    description:
      'main: effective source from the main file; diff: from the diff file; diff_only: not in the main file.',
    schema: { type: 'string', enum: SOURCE_FILTERS, default: 'all' },
  },
  updated_since: {
    description:
      'Rows whose source, reference or translation changed at or after this time: YYYY-MM-DD, ' +
      'or with THH:MM[:SS[.f]] and Z or an offset; UTC without either. Next time pass the Date header of the first ' +
      'page minus five minutes.',
    schema: { type: 'string' },
  },
  include_total: { description: 'Adds meta.total_matching.', schema: { type: 'string', enum: ['1'] } },
  fields: { ...fields, schema: { ...fields.schema, default: 'core' } },
} as const satisfies Record<string, Parameter>

/** The parameters of GET /rows/{row_id}. */
export const ROW_PARAMETERS = { fields } as const satisfies Record<string, Parameter>
