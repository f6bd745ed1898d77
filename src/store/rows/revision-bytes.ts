// Revisions and heads as bytes. The latest revision of a layer is stored in its row's head only, until the next one
// replaces it; then it gets a record in table `revision`. A withdrawal gets its record immediately.
//
//   either    u32  checksum of all that follows
//   revision  u8   status | origin << 3 | verified << 5 | invalid << 6 (of heads only) | doubted << 7
//             u16  which of the members below it has, a bit each in the order of MEMBERS
//             u48  time in milliseconds
//             32 bytes  source hash
//             number · text · the members that it has
//   head      u8   manual | machine << 1 | manual withdrawn << 2 | machine withdrawn << 3
//             the number of the withdrawal, for each layer that is withdrawn · the revision, for each layer with a text
//
// u16, u32 and u48 are little-endian. Other numbers have seven bits a byte, lowest first; the high bit means that more
// follow. Texts are UTF-8 after their length as such a number. Providers and models are stored by name: ids would save
// a tenth of a row, but every reader would need their table. The client is one text: name, version and prompt with line
// feeds between, each empty if null; after a tab the version of the brief, if it named one, and after another the
// second reader, if one read the text. Its bit is the last of the
// u16.
import { writeHex } from '../../base/bytes.ts'
import { checksumOf } from '../../base/checksum.ts'
import { type Client, type Head, type Heads, type Revision, SOURCE_HASH_BYTES } from '../../domain/row.ts'
import { ORIGINS, TRANSLATION_STATUSES } from '../../domain/vocabulary.ts'
import { StoreUnusable } from '../file/store-unusable.ts'

export const [hashAt, hashBytes] = [9, SOURCE_HASH_BYTES]
const [bitsAt, timeAt, seqAt] = [1, 3, hashAt + hashBytes]
const [originShift, verifiedBit, invalidBit, doubtedBit] = [3, 0x20, 0x40, 0x80]
const [statusMask, originMask] = [0x07, 0x03]
const [manualBit, machineBit, manualGoneBit, machineGoneBit] = [1, 2, 4, 8]

const checksumBytes = 4

/** How a member is encoded; `null` has no bytes. */
type Kind = 'number' | 'text' | 'null' | 'client'
interface Member {
  readonly name: Exclude<
    keyof Revision,
    'seq' | 'text' | 'status' | 'origin' | 'sourceHash' | 'isVerified' | 'isDoubted' | 'createdAtMs'
  >
  readonly kind: Kind
  /**
   * How the member is read. Each has a function of its own, which the engine compiles to a fast access: it is called for every text
   * written.
   */
  readonly of: (revision: Revision) => number | string | null | undefined
}

/** A member that may be absent or null has two entries, the second for null. The client is last, for `putRevision`. */
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
  { name: 'client', kind: 'client', of: ({ client }) => client && clientText(client) },
]
/** Bits of the first five members, for lists (head-view.ts). */
export const [providerBit, modelBit, authorBit, approverBit, markerBit] = [1, 2, 4, 8, 16]
export const listedBits = 31
export const clientBit = 1 << (MEMBERS.length - 1)

const damaged = (): StoreUnusable => new StoreUnusable({ code: 'stored_translation_damaged' })

const clientText = ({ name, version, prompt, brief, reader }: Client): string => {
  const last = reader === undefined ? '' : `\t${reader}`
  return `${name ?? ''}\n${version ?? ''}\n${prompt ?? ''}${brief === undefined && last === '' ? '' : `\t${brief ?? ''}`}${last}`
}

export function clientIn(text: string): Client {
  const [, ...parts] = /^([^\n\t]*)\n([^\n\t]*)\n([^\n\t]*)(?:\t(?=.)([1-9]\d*)?(?:\t([^\n\t]+))?)?$/.exec(text) ?? []
  if (parts.length === 0) throw damaged()
  const [name, version, prompt, brief, reader] = parts.map((part) => part || null)
  const client = { name: name ?? null, version: version ?? null, prompt: prompt ?? null }
  return { ...client, ...(brief && { brief: Number(brief) }), ...(reader && { reader }) }
}

const hasItsChecksum = (bytes: Buffer): boolean =>
  bytes.length > checksumBytes && bytes.readInt32LE(0) === checksumOf(bytes, checksumBytes)

/** Reads the members of a record one after the other. It tests the checksum first. */
export class RecordReader {
  readonly bytes: Buffer
  at = checksumBytes

  constructor(bytes: Buffer) {
    if (!hasItsChecksum(bytes)) throw damaged()
    this.bytes = bytes
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw damaged()
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

  /** Moves behind a text, and returns where the text started. */
  skipText(): number {
    const length = this.number()
    const start = this.at
    this.at += length
    if (this.at > this.bytes.length) throw damaged()
    return start
  }

  text(): string {
    const start = this.skipText()
    return this.bytes.toString('utf8', start, this.at)
  }

  skipMembers(bits: number): void {
    for (let i = 0; bits >> i > 0; i++) {
      if (((bits >> i) & 1) === 0) continue
      const kind = MEMBERS[i]?.kind
      if (kind === 'number') this.number()
      else if (kind === 'text' || kind === 'client') this.skipText()
    }
  }
}

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
export const isDoubtedIn = (flags: number): boolean => (flags & doubtedBit) !== 0
/** Moves from the start of a revision over its part of fixed length, to its number. */
export const skipToSeq = (reader: RecordReader, start: number): void => {
  reader.at = start + seqAt
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw damaged()
  return value
}

type Mutable = { -readonly [M in keyof Revision]?: Revision[M] }

function revisionFrom(reader: RecordReader): Revision {
  const { bytes, at: start } = reader
  const [flags, bits] = [flagsOf(bytes, start), bitsOf(bytes, start)]
  skipToSeq(reader, start)
  if (reader.at >= bytes.length || bits >> MEMBERS.length > 0) throw damaged()
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
  if (isDoubtedIn(flags)) revision.isDoubted = true
  const members = revision as Record<string, unknown>
  for (let i = 0; bits >> i > 0; i++) {
    if (((bits >> i) & 1) === 0) continue
    const { name, kind } = MEMBERS[i] as Member
    members[name] = kind === 'number' ? reader.number() : kind === 'text' ? reader.text() : otherIn(reader, kind)
  }
  return revision as Revision
}

const otherIn = (reader: RecordReader, kind: 'null' | 'client'): Client | null =>
  kind === 'null' ? null : clientIn(reader.text())

export function decodeRevision(bytes: Buffer): Revision {
  const reader = new RecordReader(bytes)
  const revision = revisionFrom(reader)
  if (reader.at !== bytes.length) throw damaged()
  return revision
}

function headFrom(reader: RecordReader): Head {
  const isInvalid = isInvalidIn(flagsOf(reader.bytes, reader.at))
  return Object.assign(revisionFrom(reader), { isInvalid })
}

/** Reads which heads a record has and their withdrawals, and moves to the first head. */
export function partsOfHeads(reader: RecordReader) {
  const parts = reader.byte()
  if (parts >> 4 > 0) throw damaged()
  const withdrawnManual = (parts & manualGoneBit) === 0 ? undefined : reader.number()
  const withdrawnMachine = (parts & machineGoneBit) === 0 ? undefined : reader.number()
  return {
    hasManual: (parts & manualBit) !== 0,
    hasMachine: (parts & machineBit) !== 0,
    withdrawnManual,
    withdrawnMachine,
  }
}

export function decodeHeads(bytes: Buffer): Heads {
  const reader = new RecordReader(bytes)
  const { hasManual, hasMachine, withdrawnManual, withdrawnMachine } = partsOfHeads(reader)
  const heads = {
    manual: hasManual ? headFrom(reader) : null,
    machine: hasMachine ? headFrom(reader) : null,
    ...(withdrawnManual !== undefined && { withdrawnManual }),
    ...(withdrawnMachine !== undefined && { withdrawnMachine }),
  }
  if (reader.at !== bytes.length) throw damaged()
  return heads
}

/** The buffer in which all records are encoded: the engine copies them immediately. */
let room = Buffer.allocUnsafeSlow(64 * 1024)
let end = 0
/** The most bytes of a revision's numbers and fixed part. */
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

/** A text of this many UTF-16 units has at most 126 bytes, so its length takes one byte. */
const shortUnitsMax = 42

/** Writes a short ASCII name without a call into the engine. The caller reserves the space. */
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
    (isInvalid ? invalidBit : 0) |
    (revision.isDoubted === true ? doubtedBit : 0)
  room.writeUIntLE(revision.createdAtMs, start + timeAt, 6)
  if (!writeHex(sourceHash, room, start + hashAt, hashBytes)) throw new Error(`${sourceHash} is no source hash`)
  end = start + seqAt
  putNumber(revision.seq)
  putText(revision.text)
  let bits = 0
  for (let i = 0; i < MEMBERS.length - 1; i++) {
    const { kind, of } = MEMBERS[i] as Member
    const value = of(revision)
    if (value === undefined || (value === null) !== (kind === 'null')) continue
    bits |= 1 << i
    if (kind === 'number') putNumber(value as number)
    else if (kind === 'text') putText(value as string)
  }
  // Outside of the loop, where it would slow down texts without a client.
  if (revision.client !== undefined) {
    bits |= clientBit
    putText(clientText(revision.client))
  }
  room.writeUInt16LE(bits, start + bitsAt)
}

/** A revision as bytes, valid until the next record is encoded. */
export function encodeRevision(revision: Revision): Buffer {
  end = checksumBytes
  putRevision(revision, false)
  return sealed()
}

/** Heads as bytes, valid until the next record is encoded. `heads` must not be empty. */
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

function sealed(): Buffer {
  const record = room.subarray(0, end)
  record.writeInt32LE(checksumOf(record, checksumBytes), 0)
  return record
}

/** Adds a checksum to an older record. The bytes are valid until the next record is encoded. */
export function withChecksum(bytes: Buffer): Buffer {
  end = checksumBytes
  reserve(bytes.length)
  end += bytes.copy(room, end)
  return sealed()
}
