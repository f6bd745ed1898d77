// Damage to header, offset table and index: refuses the file, whatever the options (docs/game-files.md#reading).
import { editBlock, editFile, editIndex } from './good-container.ts'
import type { ContainerVector } from './good-container.ts'

export const DAMAGED_CONTAINERS: readonly ContainerVector[] = [
  {
    name: 'a header shorter than 16 bytes',
    make: editFile((f) => f.subarray(0, 10)),
    says: /, byte 0: .*found .*10 bytes.*expected .*16/,
  },
  {
    name: 'another magic',
    make: editFile((f) => void f.writeUInt8(0xee, 0)),
    says: /, byte 0: .*found .*EE BE AD DE.*expected .*EF BE AD DE/,
  },
  {
    name: 'a byte-swapped magic',
    make: editFile((f) => void f.writeUInt32BE(0xdeadbeef, 0)),
    says: /, byte 0: .*found .*DE AD BE EF.*byte-swapped.*expected .*EF BE AD DE/,
  },
  {
    name: 'another version',
    make: editFile((f) => void f.writeUInt32LE(2, 4)),
    says: /, byte 4: .*found .*2.*expected .*1/,
  },
  {
    name: 'a word at 12 that is not 0',
    make: editFile((f) => void f.writeUInt32LE(7, 12)),
    says: /, byte 12: .*found .*7.*expected .*0/,
  },
  {
    name: 'blockCount 0',
    make: editFile((f) => void f.writeUInt32LE(0, 8)),
    says: /, byte 8: .*found .*0.*expected .*1/,
  },
  {
    name: 'an offset table past the end',
    make: editFile((f) => void f.writeUInt32LE(1_000_000, 8)),
    says: /, byte 8: .*found .*1000000 blocks.*expected .*4000016 bytes/,
  },
  {
    name: 'offsets that descend',
    make: editFile((f) => void f.writeUInt32LE(1, 20)),
    says: /, byte 20 .*: .*found 1.*expected .*at least/,
  },
  {
    name: 'a block past the end',
    make: editFile((f) => void f.writeUInt32LE(f.length, 32)),
    says: /, byte 32 .*: .*found .*\d+.*expected .*at most/,
  },
  {
    name: 'bytes after the last block',
    make: editFile((f) => Buffer.concat([f, Buffer.from('x')])),
    says: /, byte \d+: .*found .*1 byte.*expected .*none/,
  },
  {
    name: 'an index block shorter than 9',
    make: editBlock(0, () => Buffer.alloc(8)),
    says: /, block 0 at byte 36: .*found .*8 bytes.*expected .*9/,
  },
  {
    name: 'an index block of another codec',
    make: editBlock(0, (b) => void b.writeUInt8(3, 0)),
    says: /, block 0 at byte 36: .*found .*3.*expected .*4/,
  },
  {
    name: 'an index shorter than 16',
    make: editIndex((i) => i.subarray(0, 12)),
    says: /, block 0 .*index\): .*found .*12 bytes.*expected .*16/,
  },
  {
    name: 'an index longer than its shards',
    make: editIndex((i) => Buffer.concat([i, Buffer.alloc(4)])),
    says: /, block 0 .*index\): .*found .*36 bytes.*expected .*32 for 4 shards/,
  },
  {
    name: 'an index shorter than its shards',
    make: editIndex((i) => i.subarray(0, 28)),
    says: /, block 0 .*index\): .*found .*28 bytes.*expected .*32 for 4 shards/,
  },
  {
    name: 'a shardCount beyond all bounds',
    make: editIndex((i) => void i.writeUInt32LE(1, 12)),
    says: /, block 0 .*index\): .*found .*32 bytes.*expected .*for 4294967300 shards/,
  },
  {
    name: 'shardCount 0',
    make: editIndex((i) => void i.writeUInt32LE(0, 8)),
    says: /, block 0 .*index\): .*found .*0.*expected .*1/,
  },
  {
    name: 'an id 0',
    make: editIndex((i) => void i.writeUInt32LE(0, 16)),
    says: /, block 0 .*index\): .*found .*block 0.*expected .*1 to 4/,
  },
  {
    name: 'an id of no block',
    make: editIndex((i) => void i.writeUInt32LE(5, 16)),
    says: /, block 0 .*index\): .*found .*block 5.*expected .*1 to 4/,
  },
  {
    name: 'one block named twice',
    make: editIndex((i) => void i.writeUInt32LE(2, 16)),
    says: /, block 0 .*index\): .*found .*block 2 for shards 0 and 1.*expected .*one shard/,
  },
  {
    name: 'a block no shard names',
    make: editIndex((i) => void i.writeUInt32LE(0xffffffff, 24)),
    says: /, block 0 .*index\): .*found .*block 3.*expected .*every block/,
  },
]
