// Views of a row's heads: offsets in the stored bytes, so that little is decoded. Hot: a hundred rows a page, a million
// for each export.
import type { Span } from '../../base/bytes.ts'
import type { GameHead, GameHeads, Revision } from '../../domain/row.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../file/keyspace.ts'
import {
  approverBit,
  authorBit,
  bitsOf,
  clientBit,
  flagsOf,
  hashAt,
  hashBytes,
  isDoubtedIn,
  isInvalidIn,
  isVerifiedIn,
  listedBits,
  markerBit,
  modelBit,
  originOf,
  partsOfHeads,
  providerBit,
  RecordReader,
  skipToSeq,
  statusOf,
  timeOf,
} from './revision-bytes.ts'

export interface HeadView
  extends Pick<Revision, 'status' | 'origin' | 'isVerified' | 'createdAtMs' | 'authorId' | 'approverId'> {
  readonly bytes: Buffer
  readonly text: Span
  readonly provider: Span | null
  readonly model: Span | null
  readonly sourceHash: Span
  readonly isInvalid: boolean
  readonly isDoubted: boolean
  readonly markedById: number | null
  /** The text's client, encoded as `clientIn` reads it; null: not named. */
  readonly client: Span | null
}

export interface HeadsView {
  readonly manual: HeadView | null
  readonly machine: HeadView | null
}

const NO_HEADS: HeadsView = { manual: null, machine: null }

export function readHeadsView(db: Database, ordinal: number): HeadsView {
  const stored = db.getBinaryFast(keyOfU32('head', ordinal))
  // Testing the checksum in the engine's memory costs half as much as in a copy.
  return stored === undefined ? NO_HEADS : headsIn(stored, copyOf(stored))
}

const copyOf = (bytes: Buffer): Buffer => Uint8Array.prototype.slice.call(bytes, 0, bytes.length) as Buffer

/** The views refer to `kept`, which has the same bytes. Throws when the record is damaged. */
export function headsIn(bytes: Buffer, kept = bytes): HeadsView {
  const reader = new RecordReader(bytes)
  const { hasManual, hasMachine } = partsOfHeads(reader)
  const manual = hasManual ? headFrom(reader, kept, hasMachine) : null
  return { manual, machine: hasMachine ? headFrom(reader, kept, false) : null }
}

/** Visits the texts, manual before machine. Throws when the record is damaged. */
export function eachTextIn(bytes: Buffer, visit: (start: number, end: number) => void): void {
  const reader = new RecordReader(bytes)
  const { hasManual, hasMachine } = partsOfHeads(reader)
  for (let left = Number(hasManual) + Number(hasMachine); left > 0; left--) {
    const bits = bitsOf(bytes, reader.at)
    skipToSeq(reader, reader.at)
    reader.number()
    visit(reader.skipText(), reader.at)
    if (left > 1) reader.skipMembers(bits)
  }
}

/** Reads one head. `isMore`: another head follows; otherwise the bytes must end here. */
function headFrom(reader: RecordReader, kept: Buffer, isMore: boolean): HeadView {
  const { bytes, at: start } = reader
  const [flags, bits] = [flagsOf(bytes, start), bitsOf(bytes, start)]
  skipToSeq(reader, start)
  reader.number()
  const text = spanFrom(reader)
  const provider = (bits & providerBit) === 0 ? null : spanFrom(reader)
  const model = (bits & modelBit) === 0 ? null : spanFrom(reader)
  const authorId = (bits & authorBit) === 0 ? null : reader.number()
  const approverId = (bits & approverBit) === 0 ? null : reader.number()
  const markedById = (bits & markerBit) === 0 ? null : reader.number()
  const client = (bits & clientBit) === 0 ? null : clientFrom(reader, bits)
  if (isMore && client === null) reader.skipMembers(bits & ~listedBits)
  return {
    bytes: kept,
    text,
    status: statusOf(flags),
    origin: originOf(flags),
    provider,
    model,
    sourceHash: { start: start + hashAt, end: start + hashAt + hashBytes },
    isVerified: isVerifiedIn(flags),
    isInvalid: isInvalidIn(flags),
    isDoubted: isDoubtedIn(flags),
    createdAtMs: timeOf(bytes, start),
    authorId,
    approverId,
    markedById,
    client,
  }
}

/** Moves over the members before the client, which is the last one, and returns its place. */
function clientFrom(reader: RecordReader, bits: number): Span {
  reader.skipMembers(bits & ~listedBits & ~clientBit)
  return spanFrom(reader)
}

function spanFrom(reader: RecordReader): Span {
  const start = reader.skipText()
  return { start, end: reader.at }
}

export const textAt = ({ bytes }: HeadView, { start, end }: Span): string => bytes.toString('utf8', start, end)

/** The hash of the source for which the head was made, in hex. */
export const hashIn = ({ bytes, sourceHash }: HeadView): string =>
  bytes.toString('hex', sourceHash.start, sourceHash.end)

export class GameHeadReader {
  readonly #db: Database
  readonly #key = keyOfU32('head', 0)

  constructor(db: Database) {
    this.#db = db
  }

  read(ordinal: number): GameHeads {
    this.#key.writeUInt32BE(ordinal, 1)
    const bytes = this.#db.getBinaryFast(this.#key)
    if (bytes === undefined) return NO_GAME_HEADS
    const { manual, machine } = headsIn(bytes)
    return { manual: gameHeadOf(manual), machine: gameHeadOf(machine) }
  }
}

const NO_GAME_HEADS: GameHeads = { manual: null, machine: null }

function gameHeadOf(head: HeadView | null): GameHead | null {
  if (head === null) return null
  const { text, status, isInvalid } = head
  return { text: textAt(head, text), status, isInvalid, sourceHash: hashIn(head) }
}
