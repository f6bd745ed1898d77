// Writes translated copies of a game container (docs/game-files.md#writing). Header, index, keys and slot positions are
// the template's; only relOffset, byteLen and values change. No key is added, because the game's slot hash is unknown.
// Hot: compression dominates, so some blocks at a time are packed on the runtime's thread pool and written in order.
// Every block is read back before the file gets its name.
import { type FileHandle, open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeWhole } from '../../../../src/base/whole-file.ts'
import { DamagedFile, damageText, placeText } from '../damage.ts'
import { blockBytesMax, textBytesMax } from '../text-entry.ts'
import { type BlockPlace, nameOf, packBlock, unpackBlock } from './container-block.ts'
import { headBytes, MAGIC, readBlocks, readFrame, VERSION } from './container-frame.ts'
import { INDEX, makeBudget, makeOddityLog } from './container-reader.ts'
import { readShard, type ShardWatch, slotBytes, TOMBSTONE } from './container-shard.ts'
import { defaultLevel } from './default-level.ts'

// Places the values in a shard of a game container (docs/game-files.md#writing): slot by slot, a new value goes to the
// end, an equal one points at its first copy, an empty slot points at the end with length 0.

/** The text of a slot. Null: a deletion marker; undefined: the slot is empty. */
export type SlotText = string | null | undefined

/**
 * Makes the bytes of a shard. `head` has everything before the values (control bytes, keys), and perhaps more; its relOffset and byteLen
 * fields are overwritten. `texts` has a text for each slot.
 */
export function layOutShard(
  head: Buffer,
  { capacity, slotsAt, valuesAt }: { readonly capacity: number; readonly slotsAt: number; readonly valuesAt: number },
  texts: readonly SlotText[],
): Buffer {
  const { places, endsAt } = placeTexts(texts, valuesAt)
  if (endsAt > blockBytesMax)
    throw new Error(`the translated texts of one shard need ${endsAt} bytes, more than ${blockBytesMax}`)
  const shard = Buffer.alloc(endsAt)
  head.copy(shard, 0, 0, valuesAt)
  let cursor = valuesAt
  for (let slot = 0; slot < capacity; slot++) {
    const field = slotsAt + slotBytes * slot + 8
    const text = texts[slot]
    const place = text === undefined ? undefined : places.get(text)
    const at = place?.at ?? cursor
    shard.writeUInt32LE(at - field, field)
    shard.writeUInt32LE(place?.lengthBytes ?? 0, field + 4)
    if (place === undefined || text === undefined || at !== cursor) continue
    if (text === null) shard[at] = TOMBSTONE
    else shard.write(text, at)
    cursor += place.lengthBytes
  }
  return shard
}

interface Place {
  readonly at: number
  readonly lengthBytes: number
}

function placeTexts(
  texts: readonly SlotText[],
  valuesAt: number,
): { places: Map<string | null, Place>; endsAt: number } {
  const places = new Map<string | null, Place>()
  let cursor = valuesAt
  for (const text of texts) {
    if (text === undefined || places.has(text)) continue
    const lengthBytes = text === null ? 1 : Buffer.byteLength(text)
    places.set(text, { at: cursor, lengthBytes })
    cursor += lengthBytes
  }
  return { places, endsAt: cursor }
}

/** How many blocks are packed at a time; enough to keep every core busy. */
const blocksInFlightMax = 4 * availableParallelism()
const writtenAtOnceBytes = 1024 * 1024

export interface TwinRequest {
  readonly out: string
  /** The name that it gets in the end; absent: that of `out`. */
  readonly called?: string
  /** The text of an entry in the copy. Null: it keeps the template's. Not called for deletion markers. */
  readonly textOf: (id: string, sourceText: string) => string | null
  /** Called for every entry in file order; null: a deletion marker. */
  readonly onEntry?: (id: string, sourceText: string | null, written: string | null) => void
}

/** Blocks that an earlier writing packed with the level of this request. */
export interface PackedBefore {
  /** The packed block of the shard with this content; if it was not packed before, it is made by `pack`. */
  blockOf(raw: Buffer, pack: () => Promise<Buffer>, shard: number): Promise<Buffer>
}

export interface Common {
  readonly template: string
  /** How much zstd compresses, from 1 to 22. */
  readonly level?: number
  readonly packedBefore?: PackedBefore
  readonly onProgress?: (bytesRead: number, totalBytes: number) => void
  readonly signal?: AbortSignal
}

export type TranslateRequest = Common & TwinRequest

export interface TranslatedContainer {
  readonly entries: number
  /** How many entries have another text than the template's. */
  readonly translated: number
  /** How many entries kept their source because the translation exceeds 65,536 bytes. */
  readonly tooLong: number
  /** How many entries kept their source because the translation is empty; the game has no empty texts. */
  readonly empty: number
  readonly deletionMarkers: number
  readonly sizeBytes: number
  /** Harmless faults of the template; the copy does not have them. */
  readonly warnings: readonly string[]
  /** Twins that have the same bytes as this one, by their place in the request; earlier ones only. */
  readonly sameAs: readonly number[]
}

export async function translateContainer(request: TranslateRequest): Promise<TranslatedContainer> {
  const [twin] = await translateContainers({ ...request, twins: [request] })
  return twin as TranslatedContainer
}

/**
 * Several translated copies in one pass: blocks are read once, and a block that copies share is packed once. `textOf`
 * of all twins is called for an entry, in their order, before the next one. Throws DamagedFile for a damaged template;
 * a file gets its name only when all were read back as written.
 */
export async function translateContainers(
  request: Common & { readonly twins: readonly TwinRequest[] },
): Promise<readonly TranslatedContainer[]> {
  const name = basename(request.template)
  await using template = await open(request.template, 'r')
  const frame = await readFrame(template, name)
  const oddities = makeOddityLog()
  if (frame.firstShardOutOfOrder !== null) oddities.odd('odd_id_order', INDEX, frame.firstShardOutOfOrder)
  const translate = shardTranslator(request, oddities.odd)

  const write = async (files: readonly FileHandle[]): Promise<readonly number[]> => {
    const outs = files.map((file) => makeBlockWriter(file, frame.blockCount))
    const sums = files.map(() => new Uint32Array(frame.blockCount))
    try {
      for (const out of outs) await out.add(Promise.resolve(frame.indexBlock))
      for await (const { place, bytes } of readBlocks(template, frame)) {
        request.signal?.throwIfAborted()
        const shard = frame.shardOfBlock[place.block] ?? -1
        const twins = translate.next(bytes, place, { shard, shardCount: frame.shardCount })
        for (const [at, { block, sum }] of twins.entries()) {
          ;(sums[at] as Uint32Array)[place.block] = sum
          await outs[at]?.add(block)
        }
        request.onProgress?.(place.byte + place.lengthBytes, frame.sizeBytes)
      }
      const sizes: number[] = []
      for (const out of outs) sizes.push(await out.finish())
      for (const [at, file] of files.entries()) {
        await readBack(file, name, sums[at] as Uint32Array, request.signal)
      }
      return sizes
    } catch (error) {
      await Promise.all(outs.map((out) => out.abandon()))
      throw error
    }
  }
  const sizes = await writeTogether(
    request.twins.map(({ out }) => out),
    write,
  )
  const warnings = oddities.warnings(name).map((each) => `${damageText(each)}; laid out anew`)
  return translate.counts.map((counts, at) => ({
    ...counts,
    sizeBytes: sizes[at] ?? 0,
    warnings: at === 0 ? warnings : [],
    sameAs: translate.sameAs(at),
  }))
}

/** Writes several files together: none gets its name before `write` is done with all. */
async function writeTogether<T>(
  paths: readonly string[],
  write: (files: readonly FileHandle[]) => Promise<T>,
  opened: readonly FileHandle[] = [],
): Promise<T> {
  const path = paths[opened.length]
  if (path === undefined) return await write(opened)
  return await writeWhole(path, (file) => writeTogether(paths, write, [...opened, file]))
}

type Counts = { -readonly [K in 'entries' | 'translated' | 'tooLong' | 'empty' | 'deletionMarkers']: number }

interface Twin {
  /** The packed block: a copy of the template's if nothing in it changes. */
  readonly block: Promise<Buffer>
  /** CRC-32 of the block's unpacked bytes. */
  readonly sum: number
}

/** Reads a written file again, to find faults of compressor and disk. It costs a tenth of writing. */
async function readBack(file: FileHandle, name: string, sums: Uint32Array, signal?: AbortSignal): Promise<void> {
  const refuse = (place: string, reason: string): never => {
    throw new Error(
      `the translated ${name} does not read back as it was written (${place}: ${reason}); export it again`,
    )
  }
  try {
    for await (const { place, bytes } of readBlocks(file, await readFrame(file, name))) {
      signal?.throwIfAborted()
      if (crc32(unpackBlock(bytes, place)) !== sums[place.block]) refuse(nameOf(place), 'another content')
    }
  } catch (error) {
    if (error instanceof DamagedFile) refuse(placeText(error.damage.where), error.damage.problem)
    throw error
  }
}

const noCounts = (): Counts => ({ entries: 0, translated: 0, tooLong: 0, empty: 0, deletionMarkers: 0 })

function shardTranslator(
  { twins, level = defaultLevel, packedBefore }: Common & { readonly twins: readonly TwinRequest[] },
  odd: ShardWatch['odd'],
) {
  const packed = (raw: Buffer, shard: number): Promise<Buffer> => {
    const pack = (): Promise<Buffer> => packBlock(raw, level)
    return packedBefore === undefined ? pack() : packedBefore.blockOf(raw, pack, shard)
  }
  const budget = makeBudget()
  const watch: ShardWatch = {
    odd,
    badSlot: ({ damage }) => {
      throw damage
    },
  }
  const counts = twins.map(noCounts)
  /** For each twin, the earlier ones that have had the same bytes so far. */
  const sameSoFar = twins.map((_, at) => new Set(Array.from({ length: at }, (__, earlier) => earlier)))

  function next(bytes: Buffer, place: BlockPlace, at: { shard: number; shardCount: number }): Twin[] {
    const raw = unpackBlock(bytes, place)
    budget.spendInflated(raw.length, place)
    const shard = readShard(raw, place, at, watch)
    const texts = twins.map((): SlotText[] => Array.from({ length: shard.capacity }))
    for (const { slot, id, text } of shard.entries) {
      for (const [which, twin] of twins.entries()) {
        const written = choose(twin, counts[which] as Counts, id, text)
        twin.onEntry?.(id, text, written)
        ;(texts[which] as SlotText[])[slot] = written
      }
    }
    budget.checkEntries(counts[0]?.entries ?? 0, place)
    const made: Twin[] = []
    for (const [which, its] of texts.entries()) {
      const equal = texts.findIndex((others) => isSame(others, its))
      for (const earlier of sameSoFar[which] ?? []) {
        if (earlier !== equal && !isSame(texts[earlier] ?? [], its)) sameSoFar[which]?.delete(earlier)
      }
      made.push(made[equal] ?? twinOf(raw, layOutShard(raw, shard, its), bytes, at.shard))
    }
    return made
  }

  // The next step overwrites `bytes`, so an unchanged block is copied.
  const twinOf = (raw: Buffer, twin: Buffer, bytes: Buffer, shard: number): Twin => ({
    block: twin.equals(raw) ? Promise.resolve(Buffer.from(bytes)) : packed(twin, shard),
    sum: crc32(twin),
  })

  return { counts, next, sameAs: (at: number): readonly number[] => [...(sameSoFar[at] ?? [])] }
}

const isSame = (some: readonly SlotText[], others: readonly SlotText[]): boolean =>
  some === others || some.every((text, slot) => text === others[slot])

function choose(twin: TwinRequest, counts: Counts, id: string, source: string | null): string | null {
  counts.entries++
  if (source === null) {
    counts.deletionMarkers++
    return null
  }
  const text = twin.textOf(id, source)
  if (text === null || text === source) return source
  if (text === '') {
    counts.empty++
    return source
  }
  if (text.length * 3 > textBytesMax && Buffer.byteLength(text) > textBytesMax) {
    counts.tooLong++
    return source
  }
  counts.translated++
  return text
}

/** Writes blocks in the order in which they were added, whichever is packed first, and the header at the end. */
function makeBlockWriter(file: FileHandle, blockCount: number) {
  const header = Buffer.alloc(headBytes + 4 * blockCount)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(VERSION, 4)
  header.writeUInt32LE(blockCount, 8)
  const waiting: Promise<Buffer>[] = []
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let written = 0
  let end = 0

  async function writeGathered(): Promise<void> {
    await writeAll(file, Buffer.concat(gathered), header.length + end - gatheredBytes)
    gathered = []
    gatheredBytes = 0
  }

  async function writeNext(): Promise<void> {
    const block = await waiting[0]
    void waiting.shift()
    if (block === undefined) return
    gathered.push(block)
    gatheredBytes += block.length
    end += block.length
    if (gatheredBytes >= writtenAtOnceBytes) await writeGathered()
    if (header.length + end > 0xffffffff)
      throw new Error('the translated file would be larger than 4 GiB, which its format cannot hold')
    header.writeUInt32LE(end, headBytes + 4 * written++)
  }

  return {
    async add(block: Promise<Buffer>): Promise<void> {
      // Awaited later; until then a failure must not be an unhandled rejection.
      block.catch(() => undefined)
      waiting.push(block)
      if (waiting.length >= blocksInFlightMax) await writeNext()
    },
    /** Writes what is left, and returns the file's size. */
    async finish(): Promise<number> {
      while (waiting.length > 0) await writeNext()
      await writeGathered()
      await writeAll(file, header, 0)
      return header.length + end
    },
    /** Gives the file up after a failure; waits until no thread works on it. */
    async abandon(): Promise<void> {
      await Promise.allSettled(waiting)
    },
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

interface Paired {
  readonly name: string
  readonly shardCount: number | null
}

/** Refuses a main file and a diff that do not belong together. */
export function assertPair(main: Paired, overlay: Paired): void {
  if (main.shardCount === null || overlay.shardCount === null || main.shardCount === overlay.shardCount) return
  throw new DamagedFile({
    file: overlay.name,
    where: { at: 'overlay_index' },
    problem: 'overlay_of_another',
    main: main.name,
    found: overlay.shardCount,
    expected: main.shardCount,
  })
}
