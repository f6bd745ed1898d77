// Reads a file of history as labels and rows, checked against their schemas.
import * as z from 'zod'
import { providerLengthMax, userNameLengthMax } from '../../domain/limits.ts'
import type { RowHistory } from '../../domain/merge.ts'
import { clientOf, isClientText } from '../../domain/revision.ts'
import { excessSize } from '../../domain/text/row-size.ts'
import { ORIGINS, PROPOSAL_STATUSES, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
import { readHistory, refuseHistory } from '../../../packages/formats/src/history-lines.ts'
import { ordinalOf, readNextOrdinal } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import { parseUserName } from '../people/manage-users.ts'
import { FileLabels } from './label-lines.ts'

const number = z.int().min(1).max(0xffff_ffff)
const place = z.int().min(0)
const timeMs = z.int().min(0).max(8_640_000_000_000_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hex digits')
const whole = z.string().refine((text) => text.isWellFormed(), 'whole characters')
const text = whole.refine((value) => excessSize(value) === null, 'a text that a row can hold')
const name = z
  .string()
  .refine((value) => parseUserName(value) === value, `a name of 1 to ${userNameLengthMax} characters`)
const label = whole.max(4 * providerLengthMax).nullable()

const part = z
  .string()
  .refine((value) => value.trim() === value && isClientText(value), 'printable characters')
  .nullable()
const client = z
  .strictObject({ name: part, version: part, prompt: part, reader: part.unwrap().optional() })
  .refine(
    ({ name: named, version, prompt, reader }) =>
      reader !== undefined || clientOf(named, version, prompt) !== undefined,
    'a name or a version',
  )
  .optional()

const revision = z.strictObject({
  madeSeq: number,
  madeAtMs: timeMs,
  text,
  status: z.enum(TRANSLATION_STATUSES),
  origin: z.enum(ORIGINS),
  provider: label,
  model: label,
  sourceHash: hash,
  isVerified: z.boolean(),
  author: name.nullable(),
  approver: name.nullable(),
  approvedAtMs: timeMs.nullable(),
  proposal: place.nullable(),
  after: z.array(place),
  restores: place.nullable().optional(),
  revertedBy: name.nullable().optional(),
  markedBy: name.optional(),
  client,
})

const proposal = z.strictObject({
  madeId: number,
  conflict: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
  version: number,
  status: z.enum(PROPOSAL_STATUSES),
  text,
  sourceHash: hash,
  isVerified: z.boolean(),
  author: name,
  waivers: z.strictObject({ glossary: z.boolean(), validation: z.boolean() }),
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
  reviewer: name.nullable(),
  reviewedAtMs: timeMs.nullable(),
  reason: z.string().nullable(),
  client,
})

const Row = z
  .strictObject({
    rowId: z.string().regex(/^[0-9a-f]{16}$/, '16 lower-case hex digits'),
    sourceHash: hash.nullable(),
    manual: z.array(revision),
    machine: z.array(revision),
    proposals: z.array(proposal),
  })
  .superRefine((row, context) => {
    const fail = (message: string, ...path: (string | number)[]): void =>
      context.addIssue({ code: 'custom', message, path })
    const named = new Set(row.manual.map((each) => each.proposal))
    for (const layer of ['manual', 'machine'] as const) {
      row[layer].forEach((each, at) => {
        if (each.after.some((before) => before >= at)) fail('places of revisions before it', layer, at, 'after')
        if ((each.restores ?? -1) >= at) fail('the place of a revision before it', layer, at, 'restores')
        if (each.proposal === null) return
        const isGood = layer === 'manual' && each.proposal < row.proposals.length
        if (!isGood) fail('the place of a proposal of the row', layer, at, 'proposal')
      })
    }
    row.proposals.forEach(({ status, reviewer, reviewedAtMs, conflict }, at) => {
      const isPending = status === 'pending'
      if (isPending !== (reviewer === null) || isPending !== (reviewedAtMs === null)) {
        fail('a reviewer and a time, unless it is pending', 'proposals', at, 'reviewer')
      }
      if (isPending && conflict !== null) fail('no conflict that is still open', 'proposals', at, 'conflict')
      if (status === 'approved' && !named.has(at)) fail('a manual revision that names it', 'proposals', at)
    })
  })

/**
 * Reads a row's line in a file of history (docs/merging.md#the-file). Returns the row, or the first fault: its place in the line, and what
 * is expected there. Strict, because a file is taken whole or not at all.
 */
function parseRowHistory(
  value: unknown,
): { readonly row: RowHistory } | { readonly at: string; readonly expected: string } {
  const parsed = Row.safeParse(value)
  if (parsed.success) return { row: parsed.data as RowHistory }
  const [issue] = parsed.error.issues
  return { at: issue?.path.join('.') ?? '', expected: issue?.message ?? 'a row' }
}

/** Reads the rows of a file in batches; `labels` gets the other lines. Throws DamagedFile. */
export async function* readRows(path: string, labels?: FileLabels): AsyncGenerator<readonly RowHistory[]> {
  for await (const lines of readHistory(path)) {
    yield lines.flatMap(({ value, number, isLabel }) => {
      if (!isLabel) return [rowIn(path, value, number)]
      const expected = labels?.take(value) ?? null
      if (expected !== null) refuseHistory(path, number, { problem: 'history_label', expected })
      return []
    })
  }
}

function rowIn(path: string, value: unknown, number: number): RowHistory {
  const parsed = parseRowHistory(value)
  if ('row' in parsed) return parsed.row
  const { at, expected } = parsed
  return refuseHistory(
    path,
    number,
    at === '' ? { problem: 'history_line', expected } : { problem: 'history_row', at, expected },
  )
}

/** Reads the whole file once before anything is written, and refuses one that has a row twice. */
export async function readToItsEnd(
  db: Database,
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly rows: number; readonly labels: FileLabels }> {
  const met = new Uint8Array(Math.ceil(readNextOrdinal(db) / 8))
  const labels = new FileLabels(db)
  let rows = 0
  for await (const batch of readRows(path, labels)) {
    signal?.throwIfAborted()
    for (const { rowId } of batch) {
      rows++
      const ordinal = ordinalOf(db, rowId)
      if (ordinal === undefined) continue
      const [at, bit] = [ordinal >> 3, 1 << (ordinal & 7)]
      // The number of the line for the message: the header is line 1, and the labels come before the rows.
      const line = 1 + labels.lines + rows
      if (((met[at] ?? 0) & bit) !== 0) refuseHistory(path, line, { problem: 'row_twice', found: rowId })
      met[at] = (met[at] ?? 0) | bit
    }
  }
  return { rows, labels }
}
