// Tables of API v1, from what its routes, schemas and catalogue say.
import { numeral } from '../../src/base/numeral.ts'
import * as z from 'zod'
import { ERROR_CODES, ERRORS } from '../../src/api-v1/errors.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { LIST_PARAMETERS } from '../../src/api-v1/parameters.ts'
import { ValidateSchema, WriteSchema } from '../../src/api-v1/requests.ts'
import { ROUTES } from '../../src/api-v1/routes.ts'
import { ABILITY_RULES, REQUESTS_PER_MINUTE } from '../../src/domain/access.ts'
import * as limits from '../../src/domain/limits.ts'
import { SETTINGS } from '../../src/domain/settings.ts'
import * as words from '../../src/domain/vocabulary.ts'
import { code, codes, sizeText, table } from './markdown.ts'

/** What a table says of a JSON Schema. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}
export interface Operation {
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ({ readonly name: string } | { readonly $ref: string })[]
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const document = openApiDocument('') as unknown as Document

export const routes = (): string =>
  table(
    ['endpoint', 'ability', 'what it does'],
    ROUTES.map(({ method, path, needs }) => [
      code(`${method} ${path}`),
      needs === null ? 'none' : needs === 'some write' ? 'asked for each item' : code(needs),
      document.paths[`/api/v1${path}`]?.[method.toLowerCase()]?.summary ?? '',
    ]),
  )

export const parameters = (): string =>
  table(
    ['parameter', 'values', 'default', 'meaning'],
    Object.entries(LIST_PARAMETERS).map(([name, { schema, description }]) => {
      const facts: Schema = schema
      return [
        code(name),
        valuesOf(facts),
        facts.default === undefined ? 'none' : code(String(facts.default)),
        description,
      ]
    }),
  )

/** The members of an item of a batch. */
export function body(route: 'validate' | 'write'): string {
  const schema = route === 'validate' ? ValidateSchema : WriteSchema
  const batch = (z.toJSONSchema(schema, { io: 'input' }) as Schema).properties?.['items']
  const { properties = {}, required = [] } = batch?.items ?? {}
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(`items[].${name}`),
    valuesOf(schema),
    required.includes(name) ? 'yes' : name === 'provider' || name === 'model' ? 'for `machine`' : 'no',
    (schema.description ?? '') + (schema.default === undefined ? '' : `; default ${code(String(schema.default))}`),
  ])
  return table(
    ['member', 'values', 'required', 'meaning'],
    [
      [code('items'), `list, ${batch?.minItems}..${batch?.maxItems}`, 'yes', 'The batch; the answer keeps its order'],
      ...rows,
    ],
  )
}

function valuesOf(schema: Schema): string {
  if (schema.$ref !== undefined) return code(schema.$ref.replace(/^.*\//, ''))
  if (schema.anyOf !== undefined) return schema.anyOf.map(valuesOf).join(' or ')
  if (schema.enum !== undefined) return codes(schema.enum)
  const digits = /^\^\[0-9a-f(?:A-F)?\]\{(\d+)\}\$$/.exec(schema.pattern ?? '')?.[1]
  if (digits !== undefined) return `${digits} hex characters`
  if (schema.pattern?.startsWith('^(core') === true) return `groups, with commas: ${codes(words.FIELD_GROUPS)}`
  if (schema.type === 'integer' && schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) {
    return `integer, ${schema.minimum}..${schema.maximum}`
  }
  if (schema.type === 'object' || schema.properties !== undefined) return objectOf(schema)
  // Members that are looked at for machine items only have no schema of their own.
  if (schema.type === undefined) return `string, 1..${limits.providerLengthMax}`
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' or ')
}

const objectOf = ({ properties }: Schema): string =>
  properties === undefined ? 'object of counts' : `{${Object.keys(properties).map(code).join(', ')}}`

const MEANINGS: Readonly<Record<string, string>> = {
  row_id: 'Row key, lower case',
  ordinal: 'Place in the order of the files; never changes',
  source_kind: 'Which file the effective source comes from',
  source_hash: 'SHA-256 of the effective source; send it back with your text',
  sources: 'Text and SHA-256 in each file; `null` where the row is not in it',
  reference: 'Chinese text of the row, or `null`; never enters the game',
  layers: 'The head of each layer, or `null`',
  tokens:
    'What a translation must keep (`must_preserve`), what it should keep (`cosmetic`), and this rule in words (`note`)',
}

/** The members of a row card, and those of a layer's head. */
export function card(): string {
  const { RowCard, Head } = document.components.schemas
  const group = (name: string): string => ((words.FIELD_GROUPS as readonly string[]).includes(name) ? name : 'core')
  const rows = Object.entries(RowCard?.properties ?? {}).map(([name, schema]) => [
    code(name),
    code(group(name)),
    valuesOf(schema),
    schema.description ?? MEANINGS[name] ?? '',
  ])
  const head = Object.entries(Head?.properties ?? {}).map(([name, schema]) => [code(name), valuesOf(schema)])
  return `${table(['field', 'group', 'value', 'meaning'], rows)}\n\n${table(['field of a head', 'value'], head)}`
}

export const values = (): string =>
  table(
    ['what', 'values'],
    [
      ['`state` filter', codes(words.ROW_STATES)],
      ['`source` filter', codes(words.SOURCE_FILTERS)],
      ['layer', codes(words.LAYERS)],
      ['`mode` of a manual item', codes(words.WRITE_MODES)],
      ['status', codes(words.TRANSLATION_STATUSES)],
      ['freshness', codes(words.FRESHNESS)],
      ['origin', codes(words.ORIGINS)],
      ['reason of `unchanged`', codes(words.UNCHANGED_REASONS)],
      ['role', codes(words.ROLES)],
    ],
  )

export const abilities = (): string =>
  table(
    ['ability', 'what it allows', 'permission of the role', 'may be granted to a key of'],
    words.ABILITIES.map((ability) => {
      const { label, permission, grantFrom } = ABILITY_RULES[ability]
      return [code(ability), label, code(permission), grantFrom === null ? 'anybody' : `${grantFrom} and above`]
    }),
  )

export const errors = (): string =>
  table(
    ['code', 'HTTP', 'agent_action', 'retriable', 'what happened', 'what to do'],
    ERROR_CODES.map((name) => {
      const { status, agentAction, isRetriable, message, hint } = ERRORS[name]
      return [code(name), String(status), code(agentAction), isRetriable ? 'yes' : 'no', message, hint]
    }),
  )

export const v1Limits = (): string =>
  table(
    ['what', 'bound'],
    [
      ...words.ROLES.map((role) => [`requests a minute, ${code(role)}`, numeral(REQUESTS_PER_MINUTE[role])]),
      ['requests a minute, own value of a key', `1..${numeral(limits.requestsPerMinuteMax)}`],
      ['rows a UTC day, unless a person has an own value', numeral(SETTINGS.daily_row_quota.default)],
      ['rows a UTC day, admins and super admins', numeral(SETTINGS.daily_row_quota_admin.default)],
      ['rows on a page', `1..${limits.rowsLimitMax}, ${limits.rowsLimitDefault} by default`],
      ['items of a batch', `1..${limits.batchItemsMax}`],
      ['body', `${sizeText(limits.bodyBytesMax)}, nested ${limits.bodyDepthMax} deep`],
      ['strings, commas and opening brackets of a body', numeral(limits.bodyPartsMax)],
      ['answer to a batch', sizeText(limits.answerBytesMax)],
      ['stored answers of a person a UTC day', sizeText(SETTINGS.daily_stored_answer_bytes.default)],
      ['text', `${numeral(limits.textCodePointsMax)} characters and ${sizeText(limits.textBytesMax)} of UTF-8`],
      ['`Idempotency-Key`', `1..${limits.idempotencyKeyLengthMax} printable ASCII characters`],
      ['a stored answer is kept', `${limits.idempotencyKeptMs / 3_600_000} hours`],
      ['`provider`, `model`', `1..${limits.providerLengthMax} characters`],
      ['waiting for an earlier request or the writer', `${limits.lockWaitMsMax / 1000} seconds`],
      ['agent keys of a person', String(limits.agentKeysPerPersonMax)],
    ],
  )
