// Game files for tests: text dumps and containers of given entries, and containers with a damaged shard.
import { buildContainer, type BuildEntry } from './container-builder.ts'
import { shardOfKey } from '../../packages/formats/src/container/container-shard.ts'

export type { BuildEntry } from './container-builder.ts'

/** The row id of a number. */
export const idOf = (number: number): string => number.toString(16).padStart(16, '0')

export const jsonLines = (entries: readonly BuildEntry[]): string =>
  entries
    .map(({ id, text }) => `${JSON.stringify({ id, text: text ?? '', ...(text === null && { deleted: true }) })}\n`)
    .join('')

/** Texts by row id as JSON lines; null is a deletion marker. */
export const textLines = (texts: Readonly<Record<string, string | null>>): string =>
  jsonLines(Object.entries(texts).map(([id, text]) => ({ id, text })))

export function shardOf(id: string, shardCount: number): number {
  const key = Buffer.from(id, 'hex')
  return shardOfKey(key.readUInt32LE(4), key.readUInt32LE(0), shardCount)
}

export const container = (entries: readonly BuildEntry[], shardCount: number): Buffer =>
  buildContainer({ entries, shardCount, level: 1 })

/** The same with the zstd frames of some shards broken. */
export function damagedContainer(
  entries: readonly BuildEntry[],
  shardCount: number,
  isDamaged: (shard: number) => boolean,
): Buffer {
  const bytes = container(entries, shardCount)
  const blocks = bytes.readUInt32LE(8)
  const shards = [...new Set(entries.map(({ id }) => shardOf(id, shardCount)))].sort((a, b) => a - b)
  const first = 16 + 4 * blocks
  shards.forEach((shard, at) => {
    // Block 0 is the index; 9 bytes of head stand before a block's frame.
    const frame = first + bytes.readUInt32LE(16 + 4 * at) + 9
    if (isDamaged(shard)) bytes.fill(0, frame, frame + 4)
  })
  return bytes
}
