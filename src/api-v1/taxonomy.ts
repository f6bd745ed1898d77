// GET /taxonomy lists the words of the API (states, layers, codes) from the tables that validate requests
// (docs/api-v1.md#versions).
import { ABILITY_RULES } from '../domain/access.ts'
import { rowsLimitDefault, rowsLimitMax } from '../domain/limits.ts'
import {
  ABILITIES,
  FIELD_GROUPS,
  FRESHNESS,
  LAYERS,
  ORIGINS,
  ROW_STATES,
  SOURCE_FILTERS,
  TRANSLATION_STATUSES,
} from '../domain/vocabulary.ts'
import { agentDetails, ERROR_CODES, ERRORS } from './errors.ts'

export const taxonomyJson = (): object => ({
  row_states: ROW_STATES,
  sources: SOURCE_FILTERS,
  field_groups: FIELD_GROUPS,
  layers: LAYERS,
  freshness: FRESHNESS,
  translation_statuses: TRANSLATION_STATUSES,
  origins: ORIGINS,
  limits: { rows_limit_default: rowsLimitDefault, rows_limit_max: rowsLimitMax },
  abilities: ABILITIES.map((value) => ({
    value,
    label: ABILITY_RULES[value].label,
    required_permission: ABILITY_RULES[value].permission,
  })),
  error_codes: ERROR_CODES.map((code) => ({
    code,
    http_status: ERRORS[code].status,
    hint: ERRORS[code].hint,
    ...agentDetails(code),
  })),
})
