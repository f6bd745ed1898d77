// The OpenAPI 3.1 document of API v1, made from the tables and schemas that the server itself works with: routes,
// parameters, request and answer schemas, the catalogue of errors.
import * as z from 'zod'
import { idempotencyKeyLengthMax } from '../domain/limits.ts'
import { type ErrorCode, ERRORS } from './errors.ts'
import { LIST_PARAMETERS, ROW_PARAMETERS } from './parameters.ts'
import { ValidateSchema, WriteSchema } from './requests.ts'
import { NAMED, SUCCESSES } from './responses.ts'
import { BASE_PATH, ROUTES } from './routes.ts'

type RouteName = (typeof ROUTES)[number]['name']
type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly summary: string
  readonly parameters: readonly Json[]
  /** Failures beyond those of every route. */
  readonly failures: readonly ErrorCode[]
}

const query = (parameters: Readonly<Record<string, Json>>): Json[] =>
  Object.entries(parameters).map(([name, facts]) => ({ name, in: 'query', ...facts }))

const rowIdParameter = {
  name: 'row_id',
  in: 'path',
  required: true,
  description: 'Row key, 16 hex characters in either case; any other form is not_found.',
  schema: { type: 'string', pattern: '^[0-9a-fA-F]{16}$' },
}
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Printable ASCII. The same key with the same body gets the stored answer for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyLengthMax, pattern: '^[ -~]+$' },
}

const ABILITY_FAILURES: readonly ErrorCode[] = ['forbidden_ability', 'forbidden_permission']

const OPERATIONS: Readonly<Record<RouteName, Operation>> = {
  me: { summary: 'Identity, abilities and limits of the key', parameters: [], failures: [] },
  rows: {
    summary: 'A page of rows, ordered by ordinal',
    parameters: query(LIST_PARAMETERS),
    failures: ABILITY_FAILURES,
  },
  row: {
    summary: 'One row; without fields all groups',
    parameters: [rowIdParameter, ...query(ROW_PARAMETERS)],
    failures: [...ABILITY_FAILURES, 'entry_not_found'],
  },
  taxonomy: {
    summary: 'Allowed values, abilities and error codes of this API',
    parameters: [],
    failures: ABILITY_FAILURES,
  },
  validate: {
    summary: 'Whether the site would accept translations; writes nothing and spends no quota',
    parameters: [],
    failures: [...ABILITY_FAILURES, 'batch_too_large'],
  },
  write: {
    summary: 'Write a batch of translations into the machine or the manual layer',
    parameters: [idempotencyParameter],
    failures: [
      'forbidden_ability',
      'batch_too_large',
      'duplicate_idempotency_key',
      'layer_busy',
      'daily_row_quota_exceeded',
      'save_failed',
    ],
  },
}

const EVERY_ROUTE: readonly ErrorCode[] = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'key_inactive',
  'account_inactive',
  'api_disabled',
  'not_found',
  'rate_limited',
  'internal_error',
  'limiter_unavailable',
]

const HEADERS: Json = {
  'X-RateLimit-Limit': { description: 'Requests a minute', schema: { type: 'integer', minimum: 0 } },
  'X-RateLimit-Remaining': { description: 'What is left of them', schema: { type: 'integer', minimum: 0 } },
  'Cache-Control': { schema: { const: 'no-store, private' } },
  'X-Robots-Tag': { schema: { const: 'noindex, nofollow' } },
  'X-Content-Type-Options': { schema: { const: 'nosniff' } },
}

/** The document. `version` is that of the program. */
export function openApiDocument(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'windrow API v1',
      version,
      description: 'Reading rows of game text, checking translations and writing them, for scripts and agents.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: pathsJson(),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: { ...schemasJson({ ...NAMED, ...answers }, 'output'), ...schemasJson(bodies, 'input') },
    },
  }
}

const answerName = (route: string): string => `${route}_answer`
const bodyName = (route: string): string => `${route}_body`
const answers = Object.fromEntries(Object.entries(SUCCESSES).map(([route, schema]) => [answerName(route), schema]))
const bodies = { [bodyName('validate')]: ValidateSchema, [bodyName('write')]: WriteSchema }

const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** JSON Schemas by name, in which one refers to another by its place in the document. */
function schemasJson(named: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri: (name) => `#/components/schemas/${name}` })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutHead(schema)]))
}

/** Without what only a document of its own has. */
function withoutHead(schema: object): Json {
  const { $schema: _schema, $id: _id, ...rest } = schema as Record<string, unknown>
  return rest
}

function pathsJson(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of ROUTES) {
    const path = (paths[BASE_PATH + route.path] ??= {})
    path[route.method.toLowerCase()] = operationJson(route)
  }
  return paths
}

function operationJson({ name, needs }: (typeof ROUTES)[number]): Json {
  const { summary, parameters, failures } = OPERATIONS[name]
  const ability = needs === 'some write' ? 'an ability to write; which one is decided for each item' : needs
  const hasBody = Object.hasOwn(bodies, bodyName(name))
  return {
    operationId: name,
    summary,
    ...(ability !== null && { description: `Needs ${ability}.` }),
    parameters,
    ...(hasBody && { requestBody: { required: true, ...jsonContent(referenceTo(bodyName(name))) } }),
    responses: responsesJson(name, [...EVERY_ROUTE, ...failures]),
  }
}

const jsonContent = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

function responsesJson(route: RouteName, failures: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(failures, (code) => ERRORS[code].status)
  const refusals = [...byStatus].map(([status, codes]) => {
    const schema = { allOf: [referenceTo('Failure'), { properties: { error: { enum: codes } } }] }
    return [String(status), responseJson(codes.join(', '), schema)] as const
  })
  return Object.fromEntries([['200', responseJson('Success', referenceTo(answerName(route)))], ...refusals])
}

const responseJson = (description: string, schema: Json): Json => ({
  description,
  headers: HEADERS,
  ...jsonContent(schema),
})
