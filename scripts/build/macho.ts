// Mach-O files (64-bit, little-endian): walks the load commands and puts the blob into a segment of its own.
//
//   before   header, commands | … | __DATA |          | __LINKEDIT: fixups, exports, symbols, signature
//   after    header, commands | … | __DATA | NODE_SEA | __LINKEDIT: fixups', exports, symbols            (signed later)
//
// Not postject: it leaves the fixups' count of segments as it was, and recent macOS refuses such a file ("seg_count does
// not match number of segments"); it also rewrites imports and symbols, which need no touch. Here all bytes stay as they are
// but the offsets that move, the one new command and the one new entry among the fixups. Unknown commands are refused.
export const PAGE = 0x4000

export const COMMAND = {
  segment: 0x19,
  symbols: 0x2,
  dynamicSymbols: 0xb,
  codeSignature: 0x1d,
  functionStarts: 0x26,
  dataInCode: 0x29,
  exportsTrie: 0x80000033,
  chainedFixups: 0x80000034,
} as const

/** dylib, dylinker, uuid, rpath, source version, build version, main: they name no place in __LINKEDIT. */
const UNMOVED: ReadonlySet<number> = new Set([0xc, 0xe, 0x1b, 0x8000001c, 0x2a, 0x32, 0x80000028])

interface LoadCommand {
  readonly kind: number
  /** Offset of the command in the file. */
  readonly at: number
}

interface Segment extends LoadCommand {
  readonly name: string
  readonly address: number
  readonly offset: number
  readonly fileSize: number
}

const HEADER_SIZE = 32
const SEGMENT_SIZE = 72
const SECTION_SIZE = 80
const READ_ONLY = 1

/** Load commands in file order. Throws when the file is no thin 64-bit Mach-O. */
function loadCommands(file: Buffer): readonly LoadCommand[] {
  if (file.readUInt32LE(0) !== 0xfeedfacf) throw new Error('not a 64-bit Mach-O file')
  const commands: LoadCommand[] = []
  let at = HEADER_SIZE
  for (let i = 0; i < file.readUInt32LE(16); i += 1) {
    commands.push({ kind: file.readUInt32LE(at), at })
    at += file.readUInt32LE(at + 4)
  }
  return commands
}

/** Segments in file order. */
function segments(file: Buffer): readonly Segment[] {
  return loadCommands(file)
    .filter(({ kind }) => kind === COMMAND.segment)
    .map((command) => ({
      ...command,
      name: nameAt(file, command.at + 8),
      address: u64(file, command.at + 24),
      offset: u64(file, command.at + 40),
      fileSize: u64(file, command.at + 48),
    }))
}

/** The one command of this kind; throws when the file has none. */
export function commandOf(file: Buffer, kind: number): LoadCommand {
  const found = loadCommands(file).find((command) => command.kind === kind)
  if (found === undefined) throw new Error(`the Mach-O file has no load command 0x${kind.toString(16)}`)
  return found
}

export function segmentNamed(file: Buffer, name: string): Segment {
  const found = segments(file).find((segment) => segment.name === name)
  if (found === undefined) throw new Error(`the Mach-O file has no segment ${name}`)
  return found
}

/** A file with `blob` in the section `section` of the new segment `segment`, its old signature dropped: sign it next. */
export function withSegment(file: Buffer, segment: string, section: string, blob: Buffer): Buffer {
  const link = segmentNamed(file, '__LINKEDIT')
  const signature = file.readUInt32LE(commandOf(file, COMMAND.codeSignature).at + 8)
  const fixups = commandOf(file, COMMAND.chainedFixups)
  const fixupsAt = file.readUInt32LE(fixups.at + 8)
  const fixupsEnd = fixupsAt + file.readUInt32LE(fixups.at + 12)
  if (fixupsAt !== link.offset) throw new Error('__LINKEDIT of the Mach-O file does not begin with its fixups')
  const newFixups = withSegmentEntry(
    file.subarray(fixupsAt, fixupsEnd),
    segments(file).findIndex(({ at }) => at === link.at),
  )

  const room = Math.ceil(blob.length / PAGE) * PAGE
  const grown = newFixups.length - (fixupsEnd - fixupsAt)
  const head = Buffer.from(file.subarray(0, link.offset))
  moveCommands(head, { by: room + grown, fixupsBy: room })
  head.writeUInt32LE(newFixups.length, fixups.at + 12)
  writeU64(head, link.at + 24, link.address + room)
  writeU64(head, link.at + 40, link.offset + room)
  const tailSize = newFixups.length + (signature - fixupsEnd)
  writeU64(head, link.at + 48, tailSize)
  writeU64(head, link.at + 32, Math.ceil(tailSize / PAGE) * PAGE)
  insertCommand(head, link.at, segmentCommand(segment, section, link, blob.length, room))
  return Buffer.concat([head, blob, Buffer.alloc(room - blob.length), newFixups, file.subarray(fixupsEnd, signature)])
}

/** Adds the move to every file offset that points behind the fixups; zero means absent and stays. */
function moveCommands(head: Buffer, move: { by: number; fixupsBy: number }): void {
  const shift = (at: number, by: number) => {
    const offset = head.readUInt32LE(at)
    if (offset !== 0) head.writeUInt32LE(offset + by, at)
  }
  for (const { kind, at } of loadCommands(head)) {
    if (kind === COMMAND.segment || UNMOVED.has(kind)) continue
    const fields = OFFSET_FIELDS.get(kind)
    if (fields === undefined)
      throw new Error(`the Mach-O file has a load command 0x${kind.toString(16)} that is not known here`)
    for (const field of fields) shift(at + field, kind === COMMAND.chainedFixups ? move.fixupsBy : move.by)
  }
}

/** Where the commands keep offsets into __LINKEDIT. */
const OFFSET_FIELDS: ReadonlyMap<number, readonly number[]> = new Map([
  [COMMAND.chainedFixups, [8]],
  [COMMAND.exportsTrie, [8]],
  [COMMAND.functionStarts, [8]],
  [COMMAND.dataInCode, [8]],
  [COMMAND.codeSignature, [8]],
  [COMMAND.symbols, [8, 16]],
  [COMMAND.dynamicSymbols, [32, 40, 48, 56, 64, 72]],
] as [number, readonly number[]][])

/** The fixups with one more segment at `index` that needs none: its entry is zero. Infos behind the list move by what it grows. */
function withSegmentEntry(fixups: Buffer, index: number): Buffer {
  const starts = fixups.readUInt32LE(4)
  const count = fixups.readUInt32LE(starts)
  const entries = Array.from({ length: count }, (_, i) => fixups.readUInt32LE(starts + 4 + 4 * i))
  const infos = Math.min(...entries.filter((entry) => entry !== 0))
  const grown = Math.max(0, Math.ceil((4 + 4 * (count + 1) - infos) / 8) * 8)
  const list = Buffer.alloc(infos + grown)
  list.writeUInt32LE(count + 1, 0)
  entries.splice(index, 0, 0)
  for (const [i, entry] of entries.entries()) list.writeUInt32LE(entry === 0 ? 0 : entry + grown, 4 + 4 * i)
  const header = Buffer.from(fixups.subarray(0, starts))
  header.writeUInt32LE(header.readUInt32LE(8) + grown, 8)
  header.writeUInt32LE(header.readUInt32LE(12) + grown, 12)
  return Buffer.concat([header, list, fixups.subarray(starts + infos)])
}

function segmentCommand(segment: string, section: string, link: Segment, sizeBytes: number, room: number): Buffer {
  const command = Buffer.alloc(SEGMENT_SIZE + SECTION_SIZE)
  command.writeUInt32LE(COMMAND.segment, 0)
  command.writeUInt32LE(command.length, 4)
  command.write(segment, 8, 16, 'latin1')
  writeU64(command, 24, link.address)
  writeU64(command, 32, room)
  writeU64(command, 40, link.offset)
  writeU64(command, 48, room)
  command.writeUInt32LE(READ_ONLY, 56)
  command.writeUInt32LE(READ_ONLY, 60)
  command.writeUInt32LE(1, 64)
  command.write(section, SEGMENT_SIZE, 16, 'latin1')
  command.write(segment, SEGMENT_SIZE + 16, 16, 'latin1')
  writeU64(command, SEGMENT_SIZE + 32, link.address)
  writeU64(command, SEGMENT_SIZE + 40, sizeBytes)
  command.writeUInt32LE(link.offset, SEGMENT_SIZE + 48)
  return command
}

/** Pushes the commands from `at` on back by the new one, into the padding before the first section. */
function insertCommand(head: Buffer, at: number, command: Buffer): void {
  const end = HEADER_SIZE + head.readUInt32LE(20)
  if (head.subarray(end, end + command.length).some((byte) => byte !== 0))
    throw new Error('the Mach-O file has no room for another load command')
  head.copyWithin(at + command.length, at, end)
  command.copy(head, at)
  head.writeUInt32LE(head.readUInt32LE(16) + 1, 16)
  head.writeUInt32LE(end - HEADER_SIZE + command.length, 20)
}

function nameAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, at + 16).replace(/\0.*$/, '')
}

function u64(file: Buffer, at: number): number {
  return Number(file.readBigUInt64LE(at))
}

export function writeU64(file: Buffer, at: number, value: number): void {
  file.writeBigUInt64LE(BigInt(value), at)
}
