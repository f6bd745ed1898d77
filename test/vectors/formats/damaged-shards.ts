// Damaged shards and entries: refuse the file, or are left out with `skipDamaged` (docs/game-files.md#reading). All of
// them are in block 2, which holds shard 1.
import { constants, zstdCompressSync } from 'node:zlib'
import { assembleContainer, buildShard } from '../../support/container-builder.ts'
import { capacity, editBlock, editShard, entriesOfShard, goodParts, packed, slotAt } from './good-container.ts'
import type { ContainerVector } from './good-container.ts'

const first = (slots: readonly number[]): number => slots[0] ?? 0
const zstd = (raw: Buffer): Buffer =>
  zstdCompressSync(raw, { params: { [constants.ZSTD_c_contentSizeFlag]: 1 }, pledgedSrcSize: raw.length })

/** A block around a frame, with sizes as claimed. */
function block(frame: Buffer, unpackedSize: number, packedSize = frame.length): Buffer {
  const head = Buffer.alloc(9)
  head[0] = 4
  head.writeUInt32LE(packedSize, 1)
  head.writeUInt32LE(unpackedSize, 5)
  return Buffer.concat([head, frame])
}

/** A damaged shard (block 2, shard 1): refuses the file, or is left out as a whole. */
export const DAMAGED_SHARDS: readonly ContainerVector[] = [
  {
    name: 'a block shorter than 9',
    make: editBlock(2, () => Buffer.alloc(5)),
    says: /, block 2 at byte \d+: .*found .*5 bytes.*expected .*9/,
  },
  {
    name: 'a block of length 0',
    make: editBlock(2, () => Buffer.alloc(0)),
    says: /, block 2 at byte \d+: .*found .*0 bytes.*expected .*9/,
  },
  {
    name: 'another codec',
    make: editBlock(2, (b) => void b.writeUInt8(2, 0)),
    says: /, block 2 at byte \d+: .*found .*2.*expected .*4/,
  },
  {
    name: 'a packedSize that disagrees',
    make: editBlock(2, (b) => void b.writeUInt32LE(b.length, 1)),
    says: /, block 2 at byte \d+: .*found .*\d+.*expected .*\d+/,
  },
  {
    name: 'an unpackedSize that is too small',
    make: editBlock(2, (b) => void b.writeUInt32LE(b.readUInt32LE(5) - 1, 5)),
    says: /, block 2 at byte \d+: .*disagrees with the unpacked data; found .*expected /,
  },
  {
    name: 'an unpackedSize that is too large',
    make: editBlock(2, (b) => void b.writeUInt32LE(b.readUInt32LE(5) + 1, 5)),
    says: /, block 2 at byte \d+: .*disagrees with the unpacked data; found .*expected /,
  },
  {
    name: 'an unpackedSize above 64 MiB',
    make: editBlock(2, (b) => void b.writeUInt32LE(64 * 1024 * 1024 + 1, 5)),
    says: /, block 2 at byte \d+: .*found .*67108865.*expected .*at most 67108864/,
  },
  {
    name: 'a bomb that claims little',
    make: editBlock(2, () => block(zstd(Buffer.alloc(8 * 1024 * 1024)), 100)),
    says: /, block 2 at byte \d+: .*disagrees with the unpacked data; found 100, expected more/,
  },
  {
    name: 'a frame with a flipped byte in its head',
    make: editBlock(2, (b) => void b.writeUInt8(0, 9)),
    says: /, block 2 at byte \d+: .*found .*not a whole frame.*expected .*one frame/,
  },
  {
    name: 'a frame that is cut off',
    make: editBlock(2, (b) => block(b.subarray(9, -3), b.readUInt32LE(5))),
    says: /, block 2 at byte \d+: .*found .*not a whole frame.*expected .*one frame/,
  },
  {
    name: 'bytes after the frame',
    make: editBlock(2, (b) => block(Buffer.concat([b.subarray(9), Buffer.alloc(3)]), b.readUInt32LE(5))),
    says: /, block 2 at byte \d+: .*found .*3 bytes after the frame.*expected .*one frame/,
  },
  {
    name: 'a second frame',
    make: editBlock(2, (b) => block(Buffer.concat([b.subarray(9), zstd(Buffer.from('x'))]), b.readUInt32LE(5))),
    says: /, block 2 at byte \d+: .*found .*after the frame.*expected .*one frame/,
  },
  {
    name: 'a shard shorter than 24',
    make: editShard((s) => s.subarray(0, 20)),
    says: /, block 2 at byte \d+: .*found .*20 bytes.*expected .*24/,
  },
  {
    name: 'a capacity that is not 2^k − 1',
    make: editShard((s) => void s.writeUInt32LE(14, 0)),
    says: /, block 2 at byte \d+: .*found .*14.*expected .*1, 3, 7, 15/,
  },
  {
    name: 'capacity 0',
    make: editShard((s) => void s.writeUInt32LE(0, 0)),
    says: /, block 2 at byte \d+: .*found .*0.*expected .*1, 3, 7, 15/,
  },
  {
    name: 'a huge capacity',
    make: editShard((s) => void s.writeUInt32LE(1, 4)),
    says: /, block 2 at byte \d+: .*found .*4294967311.*expected .*at most/,
  },
  {
    name: 'no room for the slots',
    make: editShard((s) => void s.writeUInt32LE(1023, 0)),
    says: /, block 2 at byte \d+: .*found .*\d+ bytes.*expected .*for capacity 1023/,
  },
  {
    name: 'a wrong sentinel',
    make: editShard((s) => void s.writeUInt8(0x80, 24 + capacity)),
    says: /, block 2 at byte \d+: .*found .*0x80.*expected .*0xFF/,
  },
]

/** A damaged slot of block 2: refuses the file, or is left out as an entry. */
export const DAMAGED_ENTRIES: readonly (ContainerVector & {
  /** Entries that are lost; the rest of the shard is good. */
  readonly lost: number
})[] = [
  {
    name: 'a control byte 0x81',
    lost: 1,
    make: editShard((s, { occupied }) => void s.writeUInt8(0x81, 24 + first(occupied))),
    says: /, slot \d+: .*found .*0x81.*expected .*0x00 to 0x80/,
  },
  {
    name: 'a control byte 0xFD',
    lost: 1,
    make: editShard((s, { occupied }) => void s.writeUInt8(0xfd, 24 + first(occupied))),
    says: /, slot \d+: .*found .*0xFD.*expected .*0x00 to 0x80/,
  },
  {
    name: 'a value before the value area',
    lost: 1,
    make: editShard((s, { occupied }) => void s.writeUInt32LE(0, slotAt(first(occupied)) + 8)),
    says: /, slot \d+: .*found .*bytes \d+ to \d+.*expected .*bytes \d+ to \d+/,
  },
  {
    name: 'a value past the block',
    lost: 1,
    make: editShard((s, { occupied }) => void s.writeUInt32LE(s.length, slotAt(first(occupied)) + 12)),
    says: /, slot \d+: .*found .*bytes \d+ to \d+.*expected .*bytes \d+ to \d+/,
  },
  {
    name: 'a relOffset beyond all bounds',
    lost: 1,
    make: editShard((s, { occupied }) => void s.writeUInt32LE(0xffffffff, slotAt(first(occupied)) + 8)),
    says: /, slot \d+: .*found .*bytes \d+ to \d+.*expected .*bytes \d+ to \d+/,
  },
  {
    name: 'a key in the wrong shard',
    lost: 1,
    make: editShard(
      (s, { occupied }) => void s.writeUInt8((s[slotAt(first(occupied))] ?? 0) ^ 1, slotAt(first(occupied))),
    ),
    says: /, slot \d+: .*found .*a key of shard.*expected .*a key of shard 1/,
  },
  {
    name: 'a key that comes twice',
    lost: 1,
    make: editShard(
      (s, { occupied }) =>
        void s.copy(s, slotAt(occupied[1] ?? 0), slotAt(first(occupied)), slotAt(first(occupied)) + 8),
    ),
    says: /, slot \d+: .*found .*[0-9a-f]{16}.*expected .*once/,
  },
  {
    name: 'a value that two slots share and that is no UTF-8',
    lost: 2,
    make: editShard(
      (s, { occupied }) =>
        void s.writeUInt8(0xff, s.readUInt32LE(slotAt(first(occupied)) + 8) + slotAt(first(occupied)) + 8),
    ),
    says: /, slot \d+: .*found .*not UTF-8.*expected .*UTF-8, or the single byte 0xFF/,
  },
  {
    name: 'a value that ends inside a character',
    lost: 1,
    make: editShard((s, { occupied }) => {
      const slot =
        occupied.find(
          (at) =>
            (s[s.readUInt32LE(slotAt(at) + 8) + slotAt(at) + 8 + s.readUInt32LE(slotAt(at) + 12) - 1] ?? 0) > 0x7f,
        ) ?? 0
      s.writeUInt32LE(s.readUInt32LE(slotAt(slot) + 12) - 1, slotAt(slot) + 12)
    }),
    says: /, slot \d+: .*found .*not UTF-8.*expected .*UTF-8/,
  },
  {
    name: 'a text over 64 KiB',
    lost: 1,
    make: () => {
      const parts = goodParts()
      parts.shards[1] = buildShard(
        entriesOfShard(1).map((entry, at) => (at === 0 ? { ...entry, text: 'x'.repeat(65_537) } : entry)),
      )
      return assembleContainer(packed(parts))
    },
    says: /, slot \d+: .*found .*65537 bytes.*expected .*65536/,
  },
]
