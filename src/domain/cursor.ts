// Cursors for the pages of the row list: the number of the last row, and the filter. Row numbers never change, so a
// cursor outlives restarts, imports and writes (docs/api-v1.md#pages-and-cursors).
//
//   18 bytes, base64url:  u8 version · u8 state · u8 source · u8 has a time · u48 updated since · u32 ordinal · u32 check
import { ok, refuse, type Result } from '../base/result.ts'
import { ROW_STATES, type RowState, SOURCE_FILTERS, type SourceFilter } from './vocabulary.ts'

export interface RowFilter {
  readonly state: RowState
  readonly source: SourceFilter
  /** The earliest time of change that the pages show, in milliseconds; null: no bound. */
  readonly updatedSinceMs: number | null
}

const version = 1
const [timeAt, timeBytes, ordinalAt, checkAt] = [4, 6, 10, 14]
const sizeBytes = 18

export function cursorAfter(ordinal: number, filter: RowFilter): string {
  const bytes = Buffer.alloc(sizeBytes)
  bytes[0] = version
  bytes[1] = ROW_STATES.indexOf(filter.state)
  bytes[2] = SOURCE_FILTERS.indexOf(filter.source)
  bytes[3] = filter.updatedSinceMs === null ? 0 : 1
  bytes.writeUIntBE(timeOf(filter.updatedSinceMs), timeAt, timeBytes)
  bytes.writeUInt32BE(ordinal, ordinalAt)
  bytes.writeUInt32BE(checkOf(bytes), checkAt)
  return bytes.toString('base64url')
}

export function ordinalInCursor(cursor: string, filter: RowFilter): Result<number, 'damaged' | 'other_filter'> {
  // 24 characters are exactly 18 bytes, so each cursor has one spelling.
  if (!/^[\w-]{24}$/.test(cursor)) return refuse('damaged')
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes[0] !== version || bytes.readUInt32BE(checkAt) !== checkOf(bytes)) return refuse('damaged')
  return isOf(bytes, filter) ? ok(bytes.readUInt32BE(ordinalAt)) : refuse('other_filter')
}

const isOf = (bytes: Buffer, { state, source, updatedSinceMs }: RowFilter): boolean =>
  bytes[1] === ROW_STATES.indexOf(state) &&
  bytes[2] === SOURCE_FILTERS.indexOf(source) &&
  bytes[3] === (updatedSinceMs === null ? 0 : 1) &&
  bytes.readUIntBE(timeAt, timeBytes) === timeOf(updatedSinceMs)

/** No row changed before 1970, so all earlier times mean the same. */
const timeOf = (updatedSinceMs: number | null): number => Math.max(0, updatedSinceMs ?? 0)

/** A checksum (FNV-1a) against errors in copying. Forging it gains nothing: a cursor shows rows that its holder may list anyway. */
function checkOf(bytes: Buffer): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < checkAt; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return hash >>> 0
}
