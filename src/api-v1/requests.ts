// The bodies of both POST routes as zod schemas, also for OpenAPI (docs/api-v1.md#post-translations,
// docs/api-v1.md#post-translationsvalidate; docs/api-v1.md#failures).
import * as z from 'zod'
import { isHex } from '../base/bytes.ts'
import type { ValidateItem } from '../app/writes/validate-batch.ts'
import type { WriteItem } from '../app/writes/write-item.ts'
import { batchItemsMax, providerLengthMax } from '../domain/limits.ts'
import { type Layer, LAYERS, WRITE_MODES } from '../domain/vocabulary.ts'
import type { JsonObject } from '../http/json-body.ts'
import type { Fault } from './bad-request.ts'
import { type BodyShape, type Facts, faultAt } from './body-faults.ts'
import type { BodyKind } from './sent-body.ts'

/** A text of hex digits. It is tested character by character, because a pattern takes several times as long. */
const hexText = (digits: number, description: string) =>
  z
    .string()
    .refine((text) => isHex(text, digits))
    .meta({ pattern: `^[0-9a-fA-F]{${digits}}$`, description })

const rowId = hexText(16, 'Row key')
const text = z.string().describe('Translation; an empty string is also a value')
const layer = z.enum(LAYERS).optional().describe('Layer that the text is for; manual unless named')
const sourceHash = hexText(64, 'source_hash of the row as you read it; another one fails the item with stale_source')

const ValidateItemSchema = z.strictObject({
  row_id: rowId,
  text,
  layer,
  source_hash: sourceHash.optional(),
})

// `provenanceFaults` checks `provider` and `model`, for machine items only.
export const WriteItemSchema = z.strictObject({
  row_id: rowId,
  text,
  layer,
  source_hash: sourceHash,
  mode: z.enum(WRITE_MODES).optional().describe('For manual items; proposal unless named'),
  overwrite: z.boolean().optional().describe('For machine items: true replaces existing machine text'),
  provider: z.unknown().optional().describe('For machine items: the party that serves the model, such as my-provider'),
  model: z.unknown().optional().describe("For machine items: the model's exact identifier at that provider"),
})
export const batchOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item).min(1).max(batchItemsMax) })

export const ValidateSchema = batchOf(ValidateItemSchema)
export const WriteSchema = batchOf(WriteItemSchema)

const nameFacts = {
  expects: `a string of 1 to ${providerLengthMax} characters without control characters`,
  allowed: { min: 1, max: providerLengthMax },
}

export const BATCH_FACTS: Facts = {
  items: { expects: `a list of 1 to ${batchItemsMax} items`, allowed: { min: 1, max: batchItemsMax } },
  row_id: { expects: '16 hex characters' },
  text: { expects: 'a string' },
  layer: { expects: `one of ${LAYERS.join(', ')}`, allowed: LAYERS },
  source_hash: { expects: '64 hex characters' },
  mode: { expects: `one of ${WRITE_MODES.join(', ')}`, allowed: WRITE_MODES },
  overwrite: { expects: 'true or false' },
  provider: nameFacts,
  model: nameFacts,
}

function shapeOf(item: z.ZodObject): BodyShape {
  const itemMembers = Object.keys(item.shape)
  return { facts: BATCH_FACTS, membersAt: (path) => (path.length === 0 ? ['items'] : itemMembers) }
}

export const VALIDATE_BODY: BodyKind<z.infer<typeof ValidateSchema>, readonly ValidateItem[]> = {
  isBatch: true,
  schema: ValidateSchema,
  shape: shapeOf(ValidateItemSchema),
  header: 'ignored',
  moreFaults: () => [],
  read: ({ items }) =>
    items.map((item) => ({
      rowId: item.row_id.toLowerCase(),
      text: item.text,
      layer: layerOf(item.layer),
      sourceHash: item.source_hash?.toLowerCase() ?? null,
    })),
}

export const WRITE_BODY: BodyKind<z.infer<typeof WriteSchema>, readonly WriteItem[]> = {
  isBatch: true,
  schema: WriteSchema,
  shape: shapeOf(WriteItemSchema),
  header: 'required',
  moreFaults: provenanceFaults,
  read: ({ items }) => items.map(writeItemOf),
}

/** Returns a constant in place of the body's own string, because a constant is faster as the name of a property. */
const layerOf = (layer: Layer = 'manual'): Layer => (layer === 'machine' ? 'machine' : 'manual')

export function writeItemOf(item: z.infer<typeof WriteItemSchema>): WriteItem {
  const isMachine = item.layer === 'machine'
  return {
    rowId: item.row_id.toLowerCase(),
    text: item.text,
    layer: layerOf(item.layer),
    mode: item.mode ?? 'proposal',
    overwrite: isMachine && item.overwrite === true,
    sourceHash: item.source_hash.toLowerCase(),
    provider: isMachine ? (item.provider as string).trim() : null,
    model: isMachine ? (item.model as string).trim() : null,
  }
}

/** `provider` and `model` are required for machine items and ignored for manual ones. */
export function provenanceFaults(body: JsonObject): Fault[] {
  const faults: Fault[] = []
  const items: readonly unknown[] = Array.isArray(body['items']) ? body['items'] : []
  items.forEach((item, i) => {
    if (typeof item !== 'object' || item === null || (item as JsonObject)['layer'] !== 'machine') return
    for (const name of ['provider', 'model']) {
      const value = Object.hasOwn(item, name) ? (item as JsonObject)[name] : undefined
      if (!isName(value)) faults.push(faultAt(BATCH_FACTS, `items[${i}].${name}`, name, value === undefined))
    }
  })
  return faults
}

/** True: a text of 1 to 128 code points after trimming, without control characters. */
const isName = (value: unknown): boolean => typeof value === 'string' && namePattern.test(value.trim())
const namePattern = new RegExp(`^\\P{Cc}{1,${providerLengthMax}}$`, 'u')
