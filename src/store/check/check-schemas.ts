// The shapes of stored records that are no declared kinds (records/kind.ts), for `windrow check` alone: writers are typed, so
// nobody else needs them at run time.
import * as z from 'zod'
import type { GlossaryEntry } from '../../domain/checks/glossary/glossary.ts'
import type { Proposal } from '../../domain/proposal.ts'
import type { Heads, Revision } from '../../domain/row.ts'
import { ACT_KINDS } from '../../domain/team/act.ts'
import { ORIGINS, PROPOSAL_STATUSES, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
import { piecesOf } from '../records/kind.ts'
import type { ActivityRecord } from '../records/team/act-writer.ts'
import type { AuditEntry, ExportDigest, ImportRecord } from '../records/audit.ts'
import type { StoredAnswer } from '../records/idempotency.ts'

const { id, timeMs, count, hash } = piecesOf(z)
const rowId = z.string().regex(/^[0-9a-f]{16}$/)

const revision = {
  seq: id,
  text: z.string(),
  status: z.enum(TRANSLATION_STATUSES),
  origin: z.enum(ORIGINS),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  sourceHash: hash,
  isVerified: z.boolean(),
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
}
// An optional member may be absent, never undefined: JSON has no other way, and zod's types know no difference.
export const RevisionSchema = z.strictObject(revision) as unknown as z.ZodType<Revision>
const head = z.strictObject({ ...revision, isInvalid: z.boolean() })
export const HeadsSchema = z.strictObject({
  manual: head.nullable(),
  machine: head.nullable(),
  withdrawnManual: id.optional(),
  withdrawnMachine: id.optional(),
}) as unknown as z.ZodType<Heads>

export const ProposalSchema = z.strictObject({
  id,
  version: id,
  status: z.enum(PROPOSAL_STATUSES),
  ordinal: id,
  rowId,
  text: z.string(),
  sourceHash: hash,
  isVerified: z.boolean(),
  authorId: id,
  keyId: id.nullable(),
  waivers: z.strictObject({ glossary: z.boolean(), validation: z.boolean() }),
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
  reviewerId: id.nullable(),
  reviewedAtMs: timeMs.nullable(),
  reason: z.string().nullable(),
  mergedId: id.optional(),
  conflict: z.string().optional(),
  isBeside: z.literal(true).optional(),
}) as unknown as z.ZodType<Proposal>

export const AnswerSchema = z.strictObject({
  bodyDigest: hash,
  committedAtMs: timeMs,
  body: z.string(),
}) satisfies z.ZodType<StoredAnswer>

export const GlossarySchema = z.strictObject({
  source: z.string().min(1),
  forms: z.array(z.string()),
  caseSensitive: z.boolean(),
  doNotTranslate: z.boolean(),
  note: z.string(),
}) satisfies z.ZodType<GlossaryEntry>

export const AuditSchema = z.strictObject({
  id,
  atMs: timeMs,
  userId: id.nullable(),
  action: z.string().min(1),
  subject: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
}) satisfies z.ZodType<AuditEntry>

export const ImportSchema = z.strictObject({
  id,
  atMs: timeMs,
  userId: id.nullable(),
  files: z.array(
    z.strictObject({ slot: z.string(), fileName: z.string(), sizeBytes: count, folder: z.string().optional() }),
  ),
  report: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<ImportRecord>

export const ExportDigestSchema = z.strictObject({
  fileName: z.string(),
  exportedAtMs: timeMs,
}) satisfies z.ZodType<ExportDigest>

export const ActivitySchema = z.strictObject({
  userId: id,
  kind: z.enum(ACT_KINDS),
  keyId: id.nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  count: id,
  firstMs: timeMs,
  lastMs: timeMs,
}) satisfies z.ZodType<ActivityRecord>
export const IdSchema = id
export const CountSchema = count
export const TextSchema = z.string()
export const AnySchema = z.unknown()
