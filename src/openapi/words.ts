// Small schemas, of which the OpenAPI document's others are made.
import * as z from 'zod'
import { AGENT_ACTIONS } from '../api-v1/errors.ts'
import { ABILITIES, FIELD_GROUPS, ROLES } from '../domain/vocabulary.ts'

/** Integers from 0, and from 1; without an upper limit, which would be repeated a hundred times. */
export const count = z.int()
export const id = z.int()
export const plainAnswer = <D extends z.ZodType>(data: D) => z.looseObject({ success: z.literal(true), data })
export const answer = (data: z.ZodRawShape, meta: z.ZodRawShape) =>
  plainAnswer(z.looseObject(data)).extend({ meta: z.looseObject(meta) })
export const RowId = z.string().regex(/^[0-9a-f]{16}$/)
export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the text in UTF-8')
export const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .describe('UTC')
export const Counts = z.record(z.string(), z.int()).describe('How often each token occurs')
export const Ability = z.enum(ABILITIES)
export const Groups = z.array(z.enum(FIELD_GROUPS))
export const Role = z.enum(ROLES)
export const AgentAction = z
  .enum(AGENT_ACTIONS)
  .describe(
    'retranslate: make another text; refetch: read the row again; skip: leave it; wait: send the same again after Retry-After; stop_until_quota_reset: go on after resets_at; abort: a person must change something',
  )
