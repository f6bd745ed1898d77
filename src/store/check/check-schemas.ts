// Shapes of stored records without a declared kind (records/kind.ts). Only `windrow check` uses them.
import * as z from 'zod'
import type { Heads, Revision } from '../../domain/row.ts'
import { ORIGINS, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
import * as is from '../records/members.ts'

const [id, timeMs, count, hash] = [is.id(z), is.time(z), is.count(z), is.hash(z)]

const clientPart = z.string().min(1).nullable()
const revision = {
  seq: id,
  text: z.string(),
  status: z.enum(TRANSLATION_STATUSES),
  origin: z.enum(ORIGINS),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  sourceHash: hash,
  isVerified: z.boolean(),
  isDoubted: z.literal(true).optional(),
  authorId: id.nullable(),
  keyId: id.nullable(),
  approverId: id.nullable(),
  approvedAtMs: timeMs.nullable(),
  proposalId: id.nullable(),
  createdAtMs: timeMs,
  via: z.string().optional(),
  restores: count.optional(),
  revertedById: id.nullable().optional(),
  markedById: id.optional(),
  mergedSeq: id.optional(),
  mergedAtMs: timeMs.optional(),
  mergedAfter: z
    .string()
    .regex(/^(\d+( \d+)*)?$/)
    .optional(),
  client: z
    .strictObject({
      name: clientPart,
      version: clientPart,
      prompt: clientPart,
      brief: z.int().min(1).optional(),
      reader: clientPart.unwrap().optional(),
    })
    .optional(),
}
// An optional member may be absent but never undefined, which JSON can't express.
export const RevisionSchema = z.strictObject(revision) as unknown as z.ZodType<Revision>
const head = z.strictObject({ ...revision, isInvalid: z.boolean() })
export const HeadsSchema = z.strictObject({
  manual: head.nullable(),
  machine: head.nullable(),
  withdrawnManual: id.optional(),
  withdrawnMachine: id.optional(),
}) as unknown as z.ZodType<Heads>

export const IdSchema = id
export const CountSchema = count
export const TextSchema = z.string()
export const AnySchema = z.unknown()
