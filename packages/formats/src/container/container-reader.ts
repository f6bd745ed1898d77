// Reads a game container shard by shard, in block order, then slot order (docs/game-files.md#reading). With `skipDamaged`
// a damaged shard or entry is left out and recorded, so the importer can leave its rows unchanged. Hot: 963,050 entries
// in a real file; a pass costs little more than inflating it.
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { placeOf, unpackBlock } from './container-block.ts'
import type { BlockPlace } from './container-block.ts'
import { readBlocks, readFrame } from './container-frame.ts'
import type { ContainerFrame } from './container-frame.ts'
import { readShard, shardOfKey } from './container-shard.ts'
import type { BadSlot, Oddity, Shard, ShardWatch } from './container-shard.ts'
import type { GameText, OpenOptions, Skipped } from '../game-text.ts'
import { byteHalves, IdSet } from '../id-set.ts'
import { entriesMax, inflatedBytesMax, inflatedMaxOf, skippedMax, type TextEntry } from '../text-entry.ts'
import { changedFile, type Damage, DamagedFile, type Place, placeText } from '../damage.ts'

export const INDEX: Place = { at: 'overlay_index' }

/** Collects harmless faults by their kind, with the first place of each. */
export function makeOddityLog() {
  const seen = new Map<Oddity, { found: number; readonly where: Place }>()
  return {
    /** `found`: what is found there; else the places are counted. */
    odd(this: void, oddity: Oddity, where: Place, found = 1): void {
      const entry = seen.get(oddity)
      if (entry === undefined) seen.set(oddity, { found, where })
      else entry.found++
    },
    warnings: (file: string): Damage[] => Array.from(seen, ([problem, entry]) => ({ file, problem, ...entry })),
  }
}

/** Collects the parts that were left out, and tells which rows are unknown because of that. */
function makeSkipLog(shardCount: number) {
  const skipped: Skipped[] = []
  const shards = new Set<number>()
  const ids = new Set<string>()
  /** Ids of good entries in shards where another entry has a wrong key. */
  const given = new IdSet(16)
  const note = (kind: Skipped['kind'], where: Place, { damage }: DamagedFile, id: string | null): void => {
    if (skipped.length >= skippedMax)
      throw new DamagedFile({ file: damage.file, where, problem: 'too_much_damaged', expected: skippedMax })
    skipped.push({ kind, place: placeText(where), damage, id })
  }
  return {
    skipped,
    shard(shard: number, place: BlockPlace, damage: DamagedFile): void {
      shards.add(shard)
      note('shard', placeOf(place), damage, null)
    },
    slot(shard: number, { damage, id, isKeySuspect }: BadSlot): void {
      if (isKeySuspect) shards.add(shard)
      else ids.add(id)
      note('entry', damage.damage.where, damage, id)
    },
    given(shard: number, entries: readonly { readonly id: string }[]): void {
      if (shards.has(shard)) for (const { id } of entries) given.add(...byteHalves(id))
    },
    isSkipped(id: string): boolean {
      const halves = byteHalves(id)
      return ids.has(id) || (shards.has(shardOfKey(...halves, shardCount)) && !given.has(...halves))
    },
  }
}

/** Opens a container. Throws DamagedFile. */
export async function openContainer(path: string, options: OpenOptions): Promise<GameText> {
  const name = options.name ?? basename(path)
  const frame = await withFile(path, (file) => readFrame(file, name))
  let oddities = makeOddityLog()
  let skips = makeSkipLog(frame.shardCount)

  async function* entries(): AsyncGenerator<readonly TextEntry[]> {
    oddities = makeOddityLog()
    skips = makeSkipLog(frame.shardCount)
    const pass = makePass(frame, options, oddities, skips)
    await using file = await open(path, 'r')
    // Read again, to refuse a file that changed since it was opened.
    const now = await readFrame(file, name)
    if (!now.indexBlock.equals(frame.indexBlock)) throw changedFile(name)
    if (frame.firstShardOutOfOrder !== null) oddities.odd('odd_id_order', INDEX, frame.firstShardOutOfOrder)
    for await (const { place, bytes } of readBlocks(file, now)) {
      const batch = pass.read(bytes, place)
      options.onProgress?.(place.byte + place.lengthBytes, frame.sizeBytes)
      if (batch.length > 0) yield batch
    }
    pass.finish()
  }

  return {
    name,
    format: 'container',
    sizeBytes: frame.sizeBytes,
    shardCount: frame.shardCount,
    totalEntries: frame.totalEntries,
    entries,
    warnings: () => oddities.warnings(name),
    skipped: () => skips.skipped,
    isSkipped: (id) => skips.isSkipped(id),
  }
}

/** How many entries a container has, by the heads of its shards. All blocks are inflated, but no text is decoded. Throws DamagedFile. */
export async function countEntries(path: string): Promise<number> {
  const name = basename(path)
  return await withFile(path, async (file) => {
    let entries = 0
    for await (const { place, bytes } of readBlocks(file, await readFrame(file, name))) {
      const raw = unpackBlock(bytes, place)
      if (raw.length >= sizeFieldEnd) entries += raw.readUInt32LE(sizeFieldEnd - 4)
    }
    return entries
  })
}
/** Where the low half of the u64 `size` ends in a shard's head. */
const sizeFieldEnd = 12

type OddityLog = ReturnType<typeof makeOddityLog>
type SkipLog = ReturnType<typeof makeSkipLog>

/** Reads the file once, with counts, limits, and what is done about damage. */
function makePass(frame: ContainerFrame, options: OpenOptions, oddities: OddityLog, skips: SkipLog) {
  const isMain = options.role === 'source'
  const budget = makeBudget(inflatedMaxOf(frame.sizeBytes))
  let count = 0

  return {
    read(bytes: Buffer, place: BlockPlace): TextEntry[] {
      const shard = frame.shardOfBlock[place.block] ?? -1
      const watch: ShardWatch = {
        odd: oddities.odd,
        badSlot: (bad) => {
          if (options.skipDamaged !== true) throw bad.damage
          skips.slot(shard, bad)
        },
      }
      let read: Shard
      try {
        const raw = unpackBlock(bytes, place)
        budget.spendInflated(raw.length, place)
        read = readShard(raw, place, { shard, shardCount: frame.shardCount }, watch)
      } catch (error) {
        if (!(error instanceof DamagedFile) || !error.isSkippable || options.skipDamaged !== true) throw error
        skips.shard(shard, place, error)
        return []
      }
      const before = count
      count += read.occupied
      budget.checkEntries(count, place)
      skips.given(shard, read.entries)
      let bytesOfText = 0
      const batch = read.entries.map(({ nth, id, text, start, end }): TextEntry => {
        bytesOfText += end - start
        if (text === null && isMain) oddities.odd('odd_tombstone', placeOf(place))
        return { id, text, file: frame.name, number: before + nth }
      })
      budget.spendText(bytesOfText, place)
      return batch
    },
    finish(): void {
      if (isMain && count !== frame.totalEntries && skips.skipped.length === 0) {
        oddities.odd('odd_total', INDEX, frame.totalEntries)
      }
    },
  }
}

/** Counts the inflated bytes of a whole container and limits them, because a small file can inflate without end. */
export function makeBudget(bytesMax = inflatedBytesMax) {
  let inflated = 0
  let text = 0
  type Excess = 'too_many_inflated' | 'too_much_text' | 'too_many_entries'
  const refuse = (place: BlockPlace, problem: Excess, found: number, expected: number): never => {
    throw new DamagedFile({ file: place.file, where: placeOf(place), problem, found, expected })
  }
  return {
    spendInflated(bytes: number, place: BlockPlace): void {
      inflated += bytes
      if (inflated > bytesMax) refuse(place, 'too_many_inflated', inflated, bytesMax)
    },
    spendText(bytes: number, place: BlockPlace): void {
      text += bytes
      if (text > inflatedBytesMax) refuse(place, 'too_much_text', text, inflatedBytesMax)
    },
    checkEntries(count: number, place: BlockPlace): void {
      if (count > entriesMax) refuse(place, 'too_many_entries', count, entriesMax)
    },
  }
}

async function withFile<T>(path: string, use: (file: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  await using file = await open(path, 'r')
  return await use(file)
}
