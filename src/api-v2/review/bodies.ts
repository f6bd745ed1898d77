// Defines the bodies of decisions about proposals as zod schemas, also for OpenAPI.
import * as z from 'zod'
import type { BodyShape, Facts } from '../../api-v1/body-faults.ts'
import type { BodyKind } from '../../api-v1/sent-body.ts'
import { reasonLengthMax } from '../../domain/limits.ts'

const version = z.int().min(1).max(0xffff_ffff).describe('As you read it')

export const ApproveSchema = z.strictObject({
  version,
  text: z.string().optional().describe('Your wording'),
  source_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('Of the source you compared with; stale proposals need it'),
  confirm_waived: z.boolean().optional().describe('Right in spite of waived_errors'),
})
export const RejectSchema = z.strictObject({
  version,
  reason: z.string().max(reasonLengthMax).regex(/\S/).describe('For its author'),
})

const FACTS: Facts = {
  version: { expects: 'the whole number that the proposal has as version', allowed: { min: 1, max: 0xffff_ffff } },
  text: { expects: 'a text' },
  source_hash: { expects: 'the source_hash of the source you read, 64 lower-case hex characters' },
  confirm_waived: { expects: 'true or false' },
  reason: { expects: `a reason of 1 to ${reasonLengthMax} characters, not only white space` },
}
const shapeOf = (schema: z.ZodObject): BodyShape => ({ facts: FACTS, membersAt: () => Object.keys(schema.shape) })

interface Approval {
  readonly version: number
  readonly text: string | null
  readonly sourceHash: string | null
  readonly confirmWaived: boolean
}

/** POST /proposals/{proposal_id}/approve. */
export const APPROVE_BODY: BodyKind<z.infer<typeof ApproveSchema>, Approval> = {
  schema: ApproveSchema,
  shape: shapeOf(ApproveSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: () => [],
  read: ({ version: seen, text = null, source_hash: sourceHash = null, confirm_waived: confirmWaived = false }) => ({
    version: seen,
    text,
    sourceHash,
    confirmWaived,
  }),
}

/** POST /proposals/{proposal_id}/reject. */
export const REJECT_BODY: BodyKind<z.infer<typeof RejectSchema>, z.infer<typeof RejectSchema>> = {
  schema: RejectSchema,
  shape: shapeOf(RejectSchema),
  isBatch: false,
  header: 'ignored',
  moreFaults: () => [],
  read: (body) => body,
}
