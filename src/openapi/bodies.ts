// Bodies of requests in the OpenAPI document: those of v1, and those of v2 that the document shows in another shape than the
// server checks. Machine and manual items are separate, so that generated clients know the members of each; the server accepts
// and ignores members of the other kind.
import * as z from 'zod'
import { ValidateSchema } from '../api-v1/requests.ts'
import { V2WriteItemSchema } from '../api-v2/batches.ts'
import { ClaimBody } from '../api-v2/claims.ts'
import { nameShapes } from '../api-v2/shapes.ts'
import { batchItemsMax, providerLengthMax } from '../domain/limits.ts'

const {
  row_id: RowKey,
  text,
  source_hash: SourceHash,
  mode,
  overwrite,
  expected_revision,
  copies,
  fault,
  client,
  client_version,
  prompt_version,
  brief_version,
} = V2WriteItemSchema.shape
const name = z.string().min(1).max(providerLengthMax).regex(/\S/)

const common = { row_id: RowKey, text, source_hash: SourceHash }
const machine = {
  ...common,
  layer: z.literal('machine'),
  provider: name.describe('Who serves the model: lower case, such as my-provider'),
  model: name.describe("The model's exact identifier there"),
  overwrite: overwrite.describe(
    'true replaces existing machine text: stale rows need it, else they stay unchanged as already_filled',
  ),
}
const manual = {
  ...common,
  layer: z.literal('manual').optional().describe('The layer of an item that names none'),
  mode: mode.describe('proposal (unless named) waits for review; direct is approved at once'),
}

// Loose, so that v2 can extend the item; the server still refuses unknown members.
const MachineItem = z.looseObject(machine)
const ManualItem = z.looseObject(manual)
const Expected = z.looseObject({ expected_revision, client, client_version, prompt_version, brief_version })
const MachineItemV2 = z.intersection(z.intersection(MachineItem, Expected), z.looseObject({ copies, fault }))
const ManualItemV2 = z.intersection(ManualItem, Expected)

/** A `oneOf` of two shapes, selected by `layer`: programs that generate clients understand this form. */
const batchOf = (one: z.ZodType, other: z.ZodType) =>
  z.strictObject({
    items: z
      .array(z.xor([one, other]))
      .min(1)
      .max(batchItemsMax),
  })

const Filter = z
  .record(z.string(), z.string())
  .describe('Instead of work and source: parameters of a filter as in GET /api/v2/rows')

/** The shape of each body, by the name of its address. */
export const BODIES: Readonly<Record<string, z.ZodType>> = {
  validate: ValidateSchema,
  write: batchOf(MachineItem, ManualItem),
  takeClaim: ClaimBody.extend({ filter: Filter.optional() }),
  writeV2: batchOf(MachineItemV2, ManualItemV2).extend({
    client: client.describe('For items that name none'),
    client_version,
    prompt_version,
    brief_version,
  }),
}

/** Parts that several bodies share, under the names that the document gives them. */
export const TAKEN = z.registry<{ id: string }>()
nameShapes({ Expected, RowKey, SourceHash, MachineItem, ManualItem, MachineItemV2, ManualItemV2 }, TAKEN)
