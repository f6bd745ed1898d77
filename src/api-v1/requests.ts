// The bodies of both POST routes: zod schemas, from which OpenAPI is made too, and all faults of a body at once.
// Agent API v1, POST /translations and /validate; spelling of faults: decisions §6.
import * as z from 'zod'
import { ok, refuse, type Result } from '../base/result.ts'
import type { ValidateItem } from '../app/validate-batch.ts'
import type { WriteItem } from '../app/write-batch.ts'
import { batchItemsMax, providerLengthMax } from '../domain/limits.ts'
import { LAYERS, WRITE_MODES } from '../domain/vocabulary.ts'
import type { JsonObject } from '../http/json-body.ts'
import type { Allowed, Fault } from './faults.ts'

const rowId = z
  .string()
  .regex(/^[0-9a-fA-F]{16}$/)
  .describe('Row key')
const text = z.string().describe('Translation; an empty string is also a value')
const layer = z.enum(LAYERS).default('manual').describe('Layer that the text is for')
const sourceHash = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .describe('source_hash of the row as you read it; another one fails the item with stale_source')

const ValidateItemSchema = z.strictObject({
  row_id: rowId,
  text,
  layer,
  source_hash: sourceHash.optional(),
})

// `provider` and `model` are the business of machine items alone; see `provenanceFaults`.
const WriteItemSchema = z.strictObject({
  row_id: rowId,
  text,
  layer,
  source_hash: sourceHash,
  mode: z.enum(WRITE_MODES).default('proposal').describe('For manual items'),
  overwrite: z.boolean().default(false).describe('For machine items: true replaces existing machine text'),
  provider: z.unknown().optional().describe('For machine items: the party that serves the model, such as my-provider'),
  model: z.unknown().optional().describe("For machine items: the model's exact identifier at that provider"),
})
const name = { type: 'string', minLength: 1, maxLength: providerLengthMax }
WriteItemSchema.register(z.globalRegistry, {
  if: { properties: { layer: { const: 'machine' } }, required: ['layer'] },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
  then: { required: ['provider', 'model'], properties: { provider: name, model: name } },
})

const batchOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item).min(1).max(batchItemsMax) })

export const ValidateSchema = batchOf(ValidateItemSchema)
export const WriteSchema = batchOf(WriteItemSchema)

interface MemberFacts {
  /** What a good value is: `must be …`. */
  readonly expects: string
  readonly allowed?: Allowed
}

const FACTS: Readonly<Record<string, MemberFacts>> = {
  items: { expects: `a list of 1 to ${batchItemsMax} items`, allowed: { min: 1, max: batchItemsMax } },
  row_id: { expects: '16 hex characters' },
  text: { expects: 'a string' },
  layer: { expects: `one of ${LAYERS.join(', ')}`, allowed: LAYERS },
  source_hash: { expects: '64 hex characters' },
  mode: { expects: `one of ${WRITE_MODES.join(', ')}`, allowed: WRITE_MODES },
  overwrite: { expects: 'true or false' },
  provider: {
    expects: `a string of 1 to ${providerLengthMax} characters without control characters`,
    allowed: { min: 1, max: providerLengthMax },
  },
  model: {
    expects: `a string of 1 to ${providerLengthMax} characters without control characters`,
    allowed: { min: 1, max: providerLengthMax },
  },
}

/** True when there are more items than a batch may have; asked before any other fault is looked for. */
export const hasTooManyItems = (body: JsonObject): boolean =>
  Array.isArray(body['items']) && body['items'].length > batchItemsMax

/** Reads the body of POST /translations/validate. */
export function parseValidateBody(body: JsonObject): Result<readonly ValidateItem[], readonly Fault[]> {
  const parsed = ValidateSchema.safeParse(body)
  if (!parsed.success) return refuse(faultsOf(parsed.error, body, ValidateItemSchema))
  return ok(
    parsed.data.items.map((item) => ({
      rowId: item.row_id.toLowerCase(),
      text: item.text,
      layer: item.layer,
      sourceHash: item.source_hash?.toLowerCase() ?? null,
    })),
  )
}

/** Reads the body of POST /translations. */
export function parseWriteBody(body: JsonObject): Result<readonly WriteItem[], readonly Fault[]> {
  const parsed = WriteSchema.safeParse(body)
  const faults = parsed.success ? [] : faultsOf(parsed.error, body, WriteItemSchema)
  faults.push(...provenanceFaults(body))
  if (!parsed.success || faults.length > 0) return refuse(faults)
  return ok(parsed.data.items.map(writeItemOf))
}

function writeItemOf(item: z.infer<typeof WriteItemSchema>): WriteItem {
  const isMachine = item.layer === 'machine'
  return {
    rowId: item.row_id.toLowerCase(),
    text: item.text,
    layer: item.layer,
    mode: item.mode,
    overwrite: isMachine && item.overwrite,
    sourceHash: item.source_hash.toLowerCase(),
    provider: isMachine ? (item.provider as string).trim() : null,
    model: isMachine ? (item.model as string).trim() : null,
  }
}

/** Machine items name who produced the text and with what; on manual items both are ignored, whatever they are. */
function provenanceFaults(body: JsonObject): Fault[] {
  const faults: Fault[] = []
  const items: readonly unknown[] = Array.isArray(body['items']) ? body['items'] : []
  items.forEach((item, i) => {
    if (typeof item !== 'object' || item === null || (item as JsonObject)['layer'] !== 'machine') return
    for (const name of ['provider', 'model']) {
      const value = Object.hasOwn(item, name) ? (item as JsonObject)[name] : undefined
      if (!isName(value)) faults.push(faultAt(`items[${i}].${name}`, name, value === undefined))
    }
  })
  return faults
}

/** Trimmed, 1 to 128 code points and no control character among them. */
const isName = (value: unknown): boolean => typeof value === 'string' && namePattern.test(value.trim())
const namePattern = new RegExp(`^\\P{Cc}{1,${providerLengthMax}}$`, 'u')

function faultAt(field: string, member: string, isAbsent: boolean): Fault {
  const facts = FACTS[member]
  const expects = facts?.expects ?? 'an object'
  const message = isAbsent ? `is required: ${expects}` : `must be ${expects}`
  return facts?.allowed === undefined ? { field, message } : { field, message, allowed: facts.allowed }
}

function faultsOf(error: z.ZodError, body: JsonObject, item: z.ZodObject): Fault[] {
  return error.issues.flatMap((issue) => {
    const field = fieldOf(issue.path)
    if (issue.code !== 'unrecognized_keys') {
      const member = issue.path.at(-1)
      return [faultAt(field, typeof member === 'string' ? member : '', isAbsentAt(body, issue.path))]
    }
    const known = issue.path.length === 0 ? ['items'] : Object.keys(item.shape)
    return issue.keys.map((name) => ({
      field: field === '' ? name : `${field}.${name}`,
      message: `unknown member; known are ${known.join(', ')}`,
      allowed: known,
    }))
  })
}

/** `items[3].provider`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`
    return field === '' ? String(step) : `${field}.${String(step)}`
  }, '')
}

function isAbsentAt(body: JsonObject, path: readonly PropertyKey[]): boolean {
  let value: unknown = body
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return true
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return false
}
