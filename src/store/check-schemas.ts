// The shapes of stored records, for `windrow check` alone: writers are typed, so nobody else needs them at run time.
import * as z from 'zod'
import type { GlossaryEntry } from '../domain/checks/glossary.ts'
import { userNameLengthMax } from '../domain/limits.ts'
import type { ApiKey, User } from '../domain/people.ts'
import type { Proposal } from '../domain/proposal.ts'
import type { Heads, Revision } from '../domain/row.ts'
import {
  ABILITIES,
  KEY_KINDS,
  KEY_STATES,
  ORIGINS,
  PROPOSAL_STATUSES,
  ROLES,
  TRANSLATION_STATUSES,
  USER_STATES,
} from '../domain/vocabulary.ts'
import type { AuditEntry, ExportDigest, ImportRecord } from './audit.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { Session } from './sessions.ts'

const id = z.int().min(1).max(0xffff_ffff)
const timeMs = z.int().min(0).max(8_640_000_000_000_000)
const count = z.int().min(0)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
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
}
export const RevisionSchema = z.strictObject(revision) satisfies z.ZodType<Revision>
const head = z.strictObject({ ...revision, isInvalid: z.boolean() })
export const HeadsSchema = z.strictObject({
  manual: head.nullable(),
  machine: head.nullable(),
}) satisfies z.ZodType<Heads>

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
}) satisfies z.ZodType<Proposal>

export const UserSchema = z.strictObject({
  id,
  name: z
    .string()
    .min(1)
    .refine((name) => Array.from(name).length <= userNameLengthMax, `longer than ${userNameLengthMax} characters`),
  role: z.enum(ROLES),
  state: z.enum(USER_STATES),
  password: z.string().min(1).nullable(),
  dailyRowQuota: count.nullable(),
  historicalRequests: count,
  createdAtMs: timeMs,
}) satisfies z.ZodType<User>

const legacyLimits = z.strictObject({
  user_translate_text: count.optional(),
  ai_translated_text: count.optional(),
  show_info: count.optional(),
})
export const KeySchema = z.strictObject({
  id,
  userId: id,
  kind: z.enum(KEY_KINDS),
  name: z.string(),
  prefix: z.string().length(12),
  digest: hash,
  state: z.enum(KEY_STATES),
  grants: z.array(z.enum(ABILITIES)),
  denies: z.array(z.enum(ABILITIES)),
  requestsPerMinute: id.nullable(),
  legacyLimits: legacyLimits as unknown as z.ZodType<ApiKey['legacyLimits']>,
  createdAtMs: timeMs,
  lastUsedAtMs: timeMs.nullable(),
}) satisfies z.ZodType<ApiKey>

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
  files: z.array(z.strictObject({ slot: z.string(), fileName: z.string(), sizeBytes: count })),
  report: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<ImportRecord>

export const ExportDigestSchema = z.strictObject({
  fileName: z.string(),
  exportedAtMs: timeMs,
}) satisfies z.ZodType<ExportDigest>

export const SessionSchema = z.strictObject({
  userId: id,
  createdAtMs: timeMs,
  expiresAtMs: timeMs,
  passwordMark: z.string(),
}) satisfies z.ZodType<Session>

export const IdSchema = id
export const CountSchema = count
export const TextSchema = z.string()
export const AnySchema = z.unknown()
