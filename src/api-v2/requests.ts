// Defines the bodies of API v2 as zod schemas, also for OpenAPI.
import * as z from 'zod'
import type { WriteItem } from '../app/writes/write-item.ts'
import type { Fault } from '../api-v1/bad-request.ts'
import type { BodyShape, Facts } from '../api-v1/body-faults.ts'
import { CORE_ONLY, groupsOf } from '../api-v1/query.ts'
import { BATCH_FACTS, batchOf, provenanceFaults, writeItemOf, WriteItemSchema } from '../api-v1/requests.ts'
import { clientOf, isClientText } from '../domain/revision.ts'
import type { Client } from '../domain/row.ts'
import type { BodyKind } from '../api-v1/sent-body.ts'
import {
  claimRowsDefault,
  claimRowsMax,
  claimSecondsDefault,
  claimSecondsMax,
  claimSecondsMin,
  clientLengthMax,
  jobClaimRows,
} from '../domain/limits.ts'
import {
  CLAIM_WORKS,
  type ClaimWork,
  type FieldGroup,
  SOURCE_FILTERS,
  type SourceFilter,
} from '../domain/vocabulary.ts'
import type { WorkFilter } from '../domain/work/work-filter.ts'
import { WORK_NAMES, workFilterOf } from './work-query.ts'

const seconds = z.int().min(claimSecondsMin).max(claimSecondsMax).optional()

/** A member `filter`: the parameters of a filter of work by their names. */
const FilterSchema = z.strictObject(Object.fromEntries(WORK_NAMES.map((name) => [name, z.string().optional()])))

export const ClaimSchema = z.strictObject({
  work: z
    .enum(CLAIM_WORKS)
    .optional()
    .describe('none (unless named): rows without a translation; stale: rows whose source has changed since'),
  source: z.enum(SOURCE_FILTERS).optional().describe('As in GET /api/v1/rows; all unless named'),
  filter: FilterSchema.optional().describe('Instead of work and source: parameters as in GET /api/v2/rows'),
  limit: z.int().min(1).max(claimRowsMax).optional().describe(`${claimRowsDefault} unless named`),
  ttl_s: seconds.describe(`Seconds until the claim ends; ${claimSecondsDefault} unless named`),
  fields: z.string().optional().describe('Groups of the cards as in GET /api/v1/rows; core unless named'),
  earlier: z.boolean().optional().describe('true: data.earlier has translations of like texts'),
})
export const RenewSchema = z.strictObject({
  ttl_s: seconds.describe(`Seconds from now until the claim ends; ${claimSecondsDefault} unless named`),
})

const whole = (min: number, max: number) => ({
  expects: `a whole number from ${min} to ${max}`,
  allowed: { min, max },
})
const oneOf = (allowed: readonly string[]) => ({ expects: `one of ${allowed.join(', ')}`, allowed })
const CLAIM_FACTS: Facts = {
  work: oneOf(CLAIM_WORKS),
  source: oneOf(SOURCE_FILTERS),
  filter: { expects: 'an object with the parameters of a filter of work' },
  limit: whole(1, claimRowsMax),
  ttl_s: whole(claimSecondsMin, claimSecondsMax),
  fields: { expects: 'names of groups with commas between them' },
  earlier: { expects: 'true or false' },
}
const FILTER_FACTS: Facts = Object.fromEntries(WORK_NAMES.map((name) => [name, { expects: 'a string' }]))

export interface ClaimBody {
  readonly work: ClaimWork
  readonly source: SourceFilter
  /** Replaces work and source; null: not given. */
  readonly filter: WorkFilter | null
  readonly limit: number
  readonly seconds: number
  readonly groups: ReadonlySet<FieldGroup>
  /** Whether the answer has translations of like texts, at some 10 ms a row. */
  readonly hasEarlier: boolean
}

const shapeOf = (schema: z.ZodObject): BodyShape => ({
  facts: { ...FILTER_FACTS, ...CLAIM_FACTS },
  membersAt: (path) => (path[0] === 'filter' ? WORK_NAMES : Object.keys(schema.shape)),
})

/** POST /claims. */
export const CLAIM_BODY: BodyKind<z.infer<typeof ClaimSchema>, ClaimBody> = {
  schema: ClaimSchema,
  shape: shapeOf(ClaimSchema),
  isBatch: false,
  header: 'optional',
  moreFaults: ({ fields, filter, ...body }) => {
    const faults: Fault[] = []
    if (typeof fields === 'string') groupsOf(fields, CORE_ONLY, faults)
    if (typeof filter !== 'object' || filter === null) return faults
    for (const name of ['work', 'source']) {
      if (name in body) faults.push({ field: name, message: 'cannot stand beside filter, which replaces it' })
    }
    const texts = Object.entries(filter).filter(([, value]) => typeof value === 'string')
    workFilterOf(new Map(texts), faults, { prefix: 'filter.' })
    if (Object.keys(filter).length === 0) faults.push({ field: 'filter', message: 'must have at least one parameter' })
    return faults
  },
  read: ({
    work = 'none',
    source = 'all',
    filter,
    limit = claimRowsDefault,
    ttl_s = claimSecondsDefault,
    fields,
    earlier,
  }) => ({
    work,
    source,
    filter: filter === undefined ? null : workFilterOf(new Map(Object.entries(filter)) as Map<string, string>, []),
    limit,
    seconds: ttl_s,
    groups: groupsOf(fields, CORE_ONLY, []),
    hasEarlier: earlier === true,
  }),
}

/** A call inside the process may claim more rows. */
export const CLAIM_BODY_INSIDE: typeof CLAIM_BODY = {
  ...CLAIM_BODY,
  schema: ClaimSchema.extend({ limit: z.int().min(1).max(jobClaimRows).optional() }),
}

/** PUT /claims/{id}: the seconds until the claim ends. */
export const RENEW_BODY: BodyKind<z.infer<typeof RenewSchema>, number> = {
  schema: RenewSchema,
  shape: shapeOf(RenewSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: () => [],
  read: ({ ttl_s = claimSecondsDefault }) => ttl_s,
}

const revisionMax = 0xffff_ffff

const briefVersionMax = 9_999

const clientMember = (description: string) =>
  z.string().refine(isClientText).meta({ minLength: 1, maxLength: clientLengthMax }).optional().describe(description)
/** Members of an item; beside `items` they count for the items without them. */
const CLIENT = {
  client: clientMember('The program that writes: my-agent'),
  client_version: clientMember('Its version: 1.4.2'),
  prompt_version: clientMember('The version of its prompt'),
  brief_version: z.int().min(0).max(briefVersionMax).optional().describe('Of the brief it worked by'),
}
type ClientMembers = z.infer<z.ZodObject<typeof CLIENT>>

const clientIn = (item: ClientMembers, beside: ClientMembers): Client | undefined =>
  clientOf(
    (item.client ?? beside.client)?.trim(),
    (item.client_version ?? beside.client_version)?.trim(),
    (item.prompt_version ?? beside.prompt_version)?.trim(),
    item.brief_version ?? beside.brief_version,
  )

export const V2WriteItemSchema = WriteItemSchema.extend({
  ...CLIENT,
  expected_revision: z
    .int()
    .min(0)
    .max(revisionMax)
    .optional()
    .describe("revision of the layer's head as you read it, 0 for none; another one fails the item with stale_head"),
  copies: z
    .boolean()
    .optional()
    .describe('For machine items: true gives the text to every row with this source whose machine layer is empty'),
  fault: z.string().optional().describe('A second reader: wrong words of the machine text; empty keeps it'),
})
const V2WriteSchema = batchOf(V2WriteItemSchema).extend(CLIENT)
const clientFacts = {
  expects: `a string of 1 to ${clientLengthMax} printable characters`,
  allowed: { min: 1, max: clientLengthMax },
}
const V2_BATCH_FACTS: Facts = {
  ...BATCH_FACTS,
  expected_revision: whole(0, revisionMax),
  copies: { expects: 'true or false' },
  fault: { expects: 'a string' },
  client: clientFacts,
  client_version: clientFacts,
  prompt_version: clientFacts,
  brief_version: whole(0, briefVersionMax),
}

/** POST /translations. */
export const V2_WRITE_BODY: BodyKind<z.infer<typeof V2WriteSchema>, readonly WriteItem[]> = {
  schema: V2WriteSchema,
  shape: {
    facts: V2_BATCH_FACTS,
    membersAt: (path) => Object.keys((path.length === 0 ? V2WriteSchema : V2WriteItemSchema).shape),
  },
  isBatch: true,
  header: 'required',
  moreFaults: provenanceFaults,
  read: (body) =>
    body.items.map((sent) => {
      const client = clientIn(sent, body)
      const item = {
        ...writeItemOf(sent),
        expectedRevision: sent.expected_revision ?? null,
        copies: sent.copies ?? false,
        ...(sent.fault !== undefined && { fault: sent.fault }),
      }
      return client === undefined ? item : { ...item, client }
    }),
}
