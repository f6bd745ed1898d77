// Revisions and heads as bytes. A revision that counts is stored once, in its row's head; it gets a record of its own, in
// the table `revision`, when another one takes its place. One that takes the text away (a withdrawal) is no head and has
// its own record at once.
//
//   either    u32  checksum of all that follows
//   revision  u8   status | origin << 3 | verified << 5 | invalid << 6 (of heads only)
//             u16  which of the members below it has, a bit each in the order of MEMBERS
//             u48  time in milliseconds
//             32 bytes  source hash
//             number, a whole one · text · the members that it has
//   head      u8   manual | machine << 1 | manual withdrawn << 2 | machine withdrawn << 3
//             the number of the withdrawal, for each layer that is withdrawn · the revision, for each layer with a text
//
// u16, u32 and u48 are little-endian; other numbers take seven bits a byte, lowest first, the high bit says that more follow;
// texts are their length so, and UTF-8. Names of providers and models stand in full: as numbers they would save a tenth
// of a row and cost a table that everybody has to look into.
import { writeHex } from '../../base/bytes.ts'
import { checksumOf } from '../../base/checksum.ts'
import { type Head, type Heads, type Revision, SOURCE_HASH_BYTES } from '../../domain/row.ts'
import { ORIGINS, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
import { StoreUnusable } from '../file/environment.ts'

export const [hashAt, hashBytes] = [9, SOURCE_HASH_BYTES]
const [bitsAt, timeAt, seqAt] = [1, 3, hashAt + hashBytes]
const [originShift, verifiedBit, invalidBit] = [3, 0x20, 0x40]
const [statusMask, originMask] = [0x07, 0x03]
const [manualBit, machineBit, manualGoneBit, machineGoneBit] = [1, 2, 4, 8]

const checksumBytes = 4

/** What a member is stored as; `null` has no bytes. */
type Kind = 'number' | 'text' | 'null'
interface Member {
  readonly name: Exclude<
    keyof Revision,
    'seq' | 'text' | 'status' | 'origin' | 'sourceHash' | 'isVerified' | 'createdAtMs'
  >
  readonly kind: Kind
  /** The value of the member; each in code of its own, which the engine compiles for one name. Asked of every text written. */
  readonly of: (revision: Revision) => number | string | null | undefined
}

/** New ones are added at the end. A member that may be absent or null stands twice, once for null. */
const MEMBERS: readonly Member[] = [
  { name: 'provider', kind: 'text', of: ({ provider }) => provider },
  { name: 'model', kind: 'text', of: ({ model }) => model },
  { name: 'authorId', kind: 'number', of: ({ authorId }) => authorId },
  { name: 'approverId', kind: 'number', of: ({ approverId }) => approverId },
  { name: 'markedById', kind: 'number', of: ({ markedById }) => markedById },
  { name: 'keyId', kind: 'number', of: ({ keyId }) => keyId },
  { name: 'approvedAtMs', kind: 'number', of: ({ approvedAtMs }) => approvedAtMs },
  { name: 'proposalId', kind: 'number', of: ({ proposalId }) => proposalId },
  { name: 'via', kind: 'text', of: ({ via }) => via },
  { name: 'restores', kind: 'number', of: ({ restores }) => restores },
  { name: 'revertedById', kind: 'number', of: ({ revertedById }) => revertedById },
  { name: 'revertedById', kind: 'null', of: ({ revertedById }) => revertedById },
  { name: 'mergedSeq', kind: 'number', of: ({ mergedSeq }) => mergedSeq },
  { name: 'mergedAtMs', kind: 'number', of: ({ mergedAtMs }) => mergedAtMs },
  { name: 'mergedAfter', kind: 'text', of: ({ mergedAfter }) => mergedAfter },
]
/** The first five, which lists want of heads (head-view.ts). */
export const [providerBit, modelBit, authorBit, approverBit, markerBit] = [1, 2, 4, 8, 16]
export const listedBits = 31

/** Thrown for bytes that are not as windrow wrote them. */
class Damaged extends StoreUnusable {
  constructor() {
    super('a stored translation is damaged: `windrow check` names its row, and `windrow restore` brings back a backup')
  }
}

const hasItsChecksum = (bytes: Buffer): boolean =>
  bytes.length > checksumBytes && bytes.readInt32LE(0) === checksumOf(bytes, checksumBytes)

/** Goes through the bytes of one record. Every record is read by one, and none that is not as it was written. */
export class RecordReader {
  readonly bytes: Buffer
  at = checksumBytes

  constructor(bytes: Buffer) {
    if (!hasItsChecksum(bytes)) throw new Damaged()
    this.bytes = bytes
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new Damaged()
    return this.bytes[this.at++] as number
  }

  number(): number {
    let [value, unit] = [0, 1]
    for (let byte = this.byte(); ; byte = this.byte()) {
      value += (byte & 0x7f) * unit
      if (byte < 0x80) return value
      unit *= 0x80
    }
  }

  /** Gives where a text begins, and goes behind it. */
  skipText(): number {
    const length = this.number()
    const start = this.at
    this.at += length
    if (this.at > this.bytes.length) throw new Damaged()
    return start
  }

  text(): string {
    const start = this.skipText()
    return this.bytes.toString('utf8', start, this.at)
  }

  /** Goes behind the members that these bits name. */
  skipMembers(bits: number): void {
    for (let i = 0; bits >> i > 0; i++) {
      if (((bits >> i) & 1) === 0) continue
      const kind = MEMBERS[i]?.kind
      if (kind === 'number') this.number()
      else if (kind === 'text') this.skipText()
    }
  }
}

/** The first byte of the revision that begins at `start`: its status and flags. */
export const flagsOf = (bytes: Uint8Array, start: number): number => bytes[start] as number
export const bitsOf = (bytes: Uint8Array, start: number): number =>
  (bytes[start + bitsAt] as number) | ((bytes[start + bitsAt + 1] as number) << 8)
export const timeOf = (bytes: Uint8Array, start: number): number => {
  const at = start + timeAt
  const low = (bytes[at] as number) + (bytes[at + 1] as number) * 0x100 + (bytes[at + 2] as number) * 0x1_0000
  return (
    low +
    (bytes[at + 3] as number) * 0x100_0000 +
    (bytes[at + 4] as number) * 0x1_0000_0000 +
    (bytes[at + 5] as number) * 0x100_0000_0000
  )
}
export const statusOf = (flags: number): Revision['status'] => known(TRANSLATION_STATUSES[flags & statusMask])
export const originOf = (flags: number): Revision['origin'] => known(ORIGINS[(flags >> originShift) & originMask])
export const isVerifiedIn = (flags: number): boolean => (flags & verifiedBit) !== 0
export const isInvalidIn = (flags: number): boolean => (flags & invalidBit) !== 0
/** Puts the reader on the number of a revision, behind the part that is equally long in all. */
export const skipToSeq = (reader: RecordReader, start: number): void => {
  reader.at = start + seqAt
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Damaged()
  return value
}

type Mutable = { -readonly [M in keyof Revision]?: Revision[M] }

function revisionFrom(reader: RecordReader): Revision {
  const { bytes, at: start } = reader
  const [flags, bits] = [flagsOf(bytes, start), bitsOf(bytes, start)]
  skipToSeq(reader, start)
  if (reader.at >= bytes.length || bits >> MEMBERS.length > 0) throw new Damaged()
  const revision: Mutable = {
    seq: reader.number(),
    text: reader.text(),
    status: statusOf(flags),
    origin: originOf(flags),
    provider: null,
    model: null,
    sourceHash: bytes.toString('hex', start + hashAt, start + hashAt + hashBytes),
    isVerified: isVerifiedIn(flags),
    authorId: null,
    keyId: null,
    approverId: null,
    approvedAtMs: null,
    proposalId: null,
    createdAtMs: timeOf(bytes, start),
  }
  const members = revision as Record<string, unknown>
  for (let i = 0; bits >> i > 0; i++) {
    if (((bits >> i) & 1) === 0) continue
    const { name, kind } = MEMBERS[i] as Member
    members[name] = kind === 'number' ? reader.number() : kind === 'text' ? reader.text() : null
  }
  return revision as Revision
}

/** A record of the table `revision`. Throws when it is damaged. */
export function decodeRevision(bytes: Buffer): Revision {
  const reader = new RecordReader(bytes)
  const revision = revisionFrom(reader)
  if (reader.at !== bytes.length) throw new Damaged()
  return revision
}

function headFrom(reader: RecordReader): Head {
  const isInvalid = isInvalidIn(flagsOf(reader.bytes, reader.at))
  return Object.assign(revisionFrom(reader), { isInvalid })
}

/** Which parts a record of the table `head` has; the reader goes to the first revision. */
export function partsOfHeads(reader: RecordReader): HeadParts {
  const parts = reader.byte()
  if (parts >> 4 > 0) throw new Damaged()
  const withdrawnManual = (parts & manualGoneBit) === 0 ? undefined : reader.number()
  const withdrawnMachine = (parts & machineGoneBit) === 0 ? undefined : reader.number()
  return {
    hasManual: (parts & manualBit) !== 0,
    hasMachine: (parts & machineBit) !== 0,
    withdrawnManual,
    withdrawnMachine,
  }
}
interface HeadParts {
  readonly hasManual: boolean
  readonly hasMachine: boolean
  readonly withdrawnManual: number | undefined
  readonly withdrawnMachine: number | undefined
}

/** A record of the table `head`. Throws when it is damaged. */
export function decodeHeads(bytes: Buffer): Heads {
  const reader = new RecordReader(bytes)
  const { hasManual, hasMachine, withdrawnManual, withdrawnMachine } = partsOfHeads(reader)
  const heads = {
    manual: hasManual ? headFrom(reader) : null,
    machine: hasMachine ? headFrom(reader) : null,
    ...(withdrawnManual !== undefined && { withdrawnManual }),
    ...(withdrawnMachine !== undefined && { withdrawnMachine }),
  }
  if (reader.at !== bytes.length) throw new Damaged()
  return heads
}

/** What is written lies here until the next is: the engine copies at once what it is given. */
let room = Buffer.allocUnsafeSlow(64 * 1024)
let end = 0
/** The numbers and the fixed part of a revision, at most. */
const frameBytesMax = 512

function reserve(bytes: number): void {
  if (end + bytes <= room.length) return
  const larger = Buffer.allocUnsafeSlow(2 * (end + bytes))
  room.copy(larger, 0, 0, end)
  room = larger
}

function putNumber(value: number): void {
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) room[end++] = (rest % 0x80) | 0x80
  room[end++] = rest
}

/** A text of at most so many UTF-16 units has at most 126 bytes, so that its length takes one byte. */
const shortUnitsMax = 42

/** Names of models and batches: of a short text in ASCII that the room has space for, written without a call of the engine. */
function hasPutAscii(text: string): boolean {
  const { length } = text
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x80) return false
    room[end + 1 + i] = unit
  }
  room[end] = length
  end += 1 + length
  return true
}

function putText(text: string): void {
  if (text.length <= shortUnitsMax) {
    reserve(frameBytesMax)
    if (hasPutAscii(text)) return
    const bytes = room.write(text, end + 1)
    room[end] = bytes
    end += 1 + bytes
    return
  }
  const bytes = Buffer.byteLength(text)
  reserve(bytes + frameBytesMax)
  putNumber(bytes)
  end += room.write(text, end)
}

function putRevision(revision: Revision, isInvalid: boolean): void {
  reserve(frameBytesMax)
  const start = end
  const { status, origin, isVerified, sourceHash } = revision
  room[start] =
    TRANSLATION_STATUSES.indexOf(status) |
    (ORIGINS.indexOf(origin) << originShift) |
    (isVerified ? verifiedBit : 0) |
    (isInvalid ? invalidBit : 0)
  room.writeUIntLE(revision.createdAtMs, start + timeAt, 6)
  if (!writeHex(sourceHash, room, start + hashAt, hashBytes)) throw new Error(`${sourceHash} is no source hash`)
  end = start + seqAt
  putNumber(revision.seq)
  putText(revision.text)
  let bits = 0
  for (let i = 0; i < MEMBERS.length; i++) {
    const { kind, of } = MEMBERS[i] as Member
    const value = of(revision)
    if (value === undefined || (value === null) !== (kind === 'null')) continue
    bits |= 1 << i
    if (kind === 'number') putNumber(value as number)
    else if (kind === 'text') putText(value as string)
  }
  room.writeUInt16LE(bits, start + bitsAt)
}

/** The bytes of a revision in the table `revision`; good until the next is encoded. */
export function encodeRevision(revision: Revision): Buffer {
  end = checksumBytes
  putRevision(revision, false)
  return sealed()
}

/** The bytes of heads of which there are any, or were; good until the next is encoded. */
export function encodeHeads({ manual, machine, withdrawnManual, withdrawnMachine }: Heads): Buffer {
  end = checksumBytes + 1
  room[checksumBytes] =
    (manual === null ? 0 : manualBit) |
    (machine === null ? 0 : machineBit) |
    (withdrawnManual === undefined ? 0 : manualGoneBit) |
    (withdrawnMachine === undefined ? 0 : machineGoneBit)
  if (withdrawnManual !== undefined) putNumber(withdrawnManual)
  if (withdrawnMachine !== undefined) putNumber(withdrawnMachine)
  if (manual !== null) putRevision(manual, manual.isInvalid)
  if (machine !== null) putRevision(machine, machine.isInvalid)
  return sealed()
}

/** What was written, with its checksum. */
function sealed(): Buffer {
  const record = room.subarray(0, end)
  record.writeInt32LE(checksumOf(record, checksumBytes), 0)
  return record
}

/** A record as it was before there were checksums, with one; good until the next is encoded. */
export function withChecksum(bytes: Buffer): Buffer {
  end = checksumBytes
  reserve(bytes.length)
  end += bytes.copy(room, end)
  return sealed()
}
