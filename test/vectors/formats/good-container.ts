// A good container, and how to edit it byte by byte at any depth: the file, a packed block, the inflated index, an
// inflated shard. The vectors beside this file are made with it.
import { assembleContainer, buildShard, packBlockSync } from '../../support/container-builder.ts'
import type { BuildEntry } from '../../support/container-builder.ts'
import { shardOfKey, slotsStartOf } from '../../../packages/formats/src/container/container-shard.ts'

export const shardCount = 4

/** 40 entries, ten a shard: keys 0x…01 to 0x…28 as numbers. */
export const goodEntries: readonly BuildEntry[] = Array.from({ length: 40 }, (_, at) => ({
  id: idOfNumber(BigInt(at + 1) + (0xabcdn << 48n)),
  text: at % 7 === 0 ? 'The same words.' : `Text ${at} — 字`,
}))

export function idOfNumber(key: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(key)
  return bytes.toString('hex')
}

export function shardOf(id: string): number {
  const key = Buffer.from(id, 'hex')
  return shardOfKey(key.readUInt32LE(4), key.readUInt32LE(0), shardCount)
}

export const entriesOfShard = (shard: number): BuildEntry[] => goodEntries.filter(({ id }) => shardOf(id) === shard)

export interface Parts {
  index: Buffer
  shards: Buffer[]
}

/** The inflated parts of the good container: shard s is in block s + 1. */
export function goodParts(): Parts {
  const index = Buffer.alloc(16 + 4 * shardCount)
  index.writeUInt32LE(goodEntries.length, 0)
  index.writeUInt32LE(shardCount, 8)
  for (let shard = 0; shard < shardCount; shard++) index.writeUInt32LE(shard + 1, 16 + 4 * shard)
  return { index, shards: Array.from({ length: shardCount }, (_, shard) => buildShard(entriesOfShard(shard))) }
}

export const packed = (parts: Parts): Buffer[] => [parts.index, ...parts.shards].map((raw) => packBlockSync(raw, 3))
export const goodContainer = (): Buffer => assembleContainer(packed(goodParts()))

/** The capacity of every shard of the good container, and where its slots and values start. */
export const capacity = 15
export const slotsAt = slotsStartOf(capacity)
export const valuesAt = slotsAt + 16 * capacity

/** The slots of a shard that are occupied, and those that are not. */
export function slotsOf(shard: Buffer): { occupied: number[]; empty: number[] } {
  const slots = Array.from({ length: capacity }, (_, slot) => slot)
  const isEmpty = (slot: number): boolean => shard[24 + slot] === 0x80
  return { occupied: slots.filter((slot) => !isEmpty(slot)), empty: slots.filter(isEmpty) }
}

export const slotAt = (slot: number): number => slotsAt + 16 * slot

export const editFile = (edit: (file: Buffer) => Buffer | void) => (): Buffer => {
  const file = goodContainer()
  return edit(file) ?? file
}
export const editBlock = (block: number, edit: (bytes: Buffer) => Buffer | void) => (): Buffer => {
  const blocks = packed(goodParts())
  const bytes = blocks[block]
  if (bytes !== undefined) blocks[block] = edit(bytes) ?? bytes
  return assembleContainer(blocks)
}
export const editIndex = (edit: (index: Buffer) => Buffer | void) => (): Buffer => {
  const parts = goodParts()
  parts.index = edit(parts.index) ?? parts.index
  return assembleContainer(packed(parts))
}
export const editShard =
  (edit: (shard: Buffer, slots: { occupied: number[]; empty: number[] }) => Buffer | void) => (): Buffer => {
    const parts = goodParts()
    const shard = parts.shards[1]
    if (shard !== undefined) parts.shards[1] = edit(shard, slotsOf(shard)) ?? shard
    return assembleContainer(packed(parts))
  }

export interface ContainerVector {
  readonly name: string
  readonly make: () => Buffer
  /** Of the message: the place, what was found, what was expected. */
  readonly says: RegExp
}
