// What other tools and the game itself get wrong without harm: accepted with a warning (docs/game-files.md#reading).
import { assembleContainer, buildShard } from '../../support/container-builder.ts'
import {
  capacity,
  editIndex,
  editShard,
  entriesOfShard,
  goodParts,
  idOfNumber,
  packed,
  slotAt,
} from './good-container.ts'

const first = (slots: readonly number[]): number => slots[0] ?? 0

export interface OddVector {
  readonly name: string
  readonly make: () => Buffer
  readonly warning: RegExp
  /** How many entries it has. */
  readonly entries: number
}

/** What is accepted with a warning. */
export const ODD_CONTAINERS: readonly OddVector[] = [
  {
    name: 'a size that is the capacity',
    entries: 40,
    make: editShard((s) => void s.writeUInt32LE(capacity, 8)),
    warning: /block 2 .*size of a table/,
  },
  {
    name: 'a control byte 0xFE',
    entries: 40,
    make: editShard((s, { empty }) => {
      s.writeUInt8(0xfe, 24 + first(empty))
      s.writeUInt8(0xfe, 24 + capacity + 1 + first(empty))
    }),
    warning: /slot \d+: slots marked as deleted/,
  },
  {
    name: 'clones that differ',
    entries: 40,
    make: editShard((s) => void s.writeUInt8(0x55, 24 + capacity + 2)),
    warning: /block 2 .*mirrored control bytes/,
  },
  { name: 'padding that is not zero', entries: 31, make: oddPadding, warning: /block 1 .*padding/ },
  { name: 'another seed', entries: 40, make: editShard((s) => void s.writeUInt32LE(1, 16)), warning: /block 2 .*seed/ },
  {
    name: 'data in an empty slot',
    entries: 40,
    make: editShard((s, { empty }) => void s.writeUInt32LE(9, slotAt(first(empty)) + 12)),
    warning: /slot \d+: data in an empty slot/,
  },
  { name: 'key 0', entries: 41, make: keyZero, warning: /block 1 .*slot \d+: an entry with key 0/ },
  {
    name: 'ids out of order',
    entries: 40,
    make: outOfOrder,
    warning: /index\): block ids out of order, the first of shard 1/,
  },
  {
    name: 'a total that disagrees in a main file',
    entries: 40,
    make: editIndex((i) => void i.writeUInt32LE(99, 0)),
    warning: /index\): a total of 99, which disagrees/,
  },
  {
    name: 'a tombstone in a main file',
    entries: 40,
    make: tombstone,
    warning: /block 2 .*deletion markers in a main file/,
  },
]

function keyZero(): Buffer {
  const parts = goodParts()
  parts.shards[0] = buildShard([...entriesOfShard(0), { id: '0000000000000000', text: 'zero' }])
  parts.index.writeUInt32LE(41, 0)
  return assembleContainer(packed(parts))
}

function outOfOrder(): Buffer {
  const { index, shards } = goodParts()
  const [a, b, ...rest] = shards
  index.writeUInt32LE(2, 16)
  index.writeUInt32LE(1, 20)
  return assembleContainer(packed({ index, shards: [b, a, ...rest].filter((shard) => shard !== undefined) }))
}

function tombstone(): Buffer {
  const parts = goodParts()
  parts.shards[1] = buildShard(entriesOfShard(1).map((entry, at) => (at === 3 ? { ...entry, text: null } : entry)))
  return assembleContainer(packed(parts))
}

/** Only capacities below 7 need padding. */
function oddPadding(): Buffer {
  const one = [{ id: idOfNumber(4n), text: 'alone' }]
  const parts = goodParts()
  const rest = parts.shards.slice(1)
  const shard = buildShard(one, 3)
  shard.writeUInt8(1, 24 + 3 + 17)
  parts.shards = [shard, ...rest]
  parts.index.writeUInt32LE(31, 0)
  return assembleContainer(packed(parts))
}
