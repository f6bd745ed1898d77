// Defines the bodies of the routes about terms, memory and context as zod schemas, also for OpenAPI.
import * as z from 'zod'
import type { Asked } from '../app/terms/asked-texts.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import type { BodyShape, Facts } from '../api-v1/body-faults.ts'
import type { BodyKind } from '../api-v1/sent-body.ts'
import { isHex } from '../base/bytes.ts'
import { contextExamplesDefault, contextExamplesMax, lookupTextLengthMax, lookupTextsMax } from '../domain/limits.ts'

const rowIds = z
  .array(
    z
      .string()
      .refine((id) => isHex(id, 16))
      .meta({ pattern: '^[0-9a-fA-F]{16}$' }),
  )
  .min(1)
  .max(lookupTextsMax)
  .optional()
  .describe('Rows, for their sources: either these or texts')
const texts = z.array(z.string().max(lookupTextLengthMax)).min(1).max(lookupTextsMax).optional()

export const LookupSchema = z.strictObject({ row_ids: rowIds, texts })
export const ContextSchema = LookupSchema.extend({
  examples: z
    .int()
    .min(1)
    .max(contextExamplesMax)
    .optional()
    .describe(`Of each term; ${contextExamplesDefault} unless named`),
})

const sized = { min: 1, max: lookupTextsMax }
const FACTS: Facts = {
  row_ids: { expects: `a list of 1 to ${lookupTextsMax} row ids`, allowed: sized },
  'row_ids[]': { expects: '16 hex characters' },
  texts: { expects: `a list of 1 to ${lookupTextsMax} strings`, allowed: sized },
  'texts[]': {
    expects: `a string of at most ${lookupTextLengthMax} UTF-16 units`,
    allowed: { min: 0, max: lookupTextLengthMax },
  },
  examples: {
    expects: `a whole number from 1 to ${contextExamplesMax}`,
    allowed: { min: 1, max: contextExamplesMax },
  },
}

const shapeOf = ({ shape }: z.ZodObject): BodyShape => ({
  facts: FACTS,
  membersAt: () => Object.keys(shape),
})

function eitherFault(body: object): readonly Fault[] {
  const given = ['row_ids', 'texts'].filter((name) => name in body)
  if (given.length === 1) return []
  const message = given.length === 0 ? 'is required, or row_ids instead' : 'cannot stand beside row_ids'
  return [{ field: 'texts', message }]
}

type LookupData = z.infer<typeof LookupSchema>

const askedOf = ({ row_ids, texts: given }: LookupData): Asked =>
  row_ids === undefined ? { texts: given ?? [] } : { rowIds: row_ids.map((id) => id.toLowerCase()) }

/** POST /glossary/match and POST /memory. */
export const LOOKUP_BODY: BodyKind<LookupData, Asked> = {
  schema: LookupSchema,
  shape: shapeOf(LookupSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: eitherFault,
  read: askedOf,
}

/** POST /context. */
export const CONTEXT_BODY: BodyKind<
  z.infer<typeof ContextSchema>,
  { readonly asked: Asked; readonly examples: number }
> = {
  schema: ContextSchema,
  shape: shapeOf(ContextSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: eitherFault,
  read: ({ examples = contextExamplesDefault, ...asked }) => ({ asked: askedOf(asked), examples }),
}
