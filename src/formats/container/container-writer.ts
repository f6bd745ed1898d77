// Writes the translated copy of a game container (docs/game-files.md#writing). Header, index, keys and slot positions are
// the template's; only relOffset, byteLen and values change. No key is added, because the game's slot hash is unknown.
// Unchanged blocks are copied. Hot: compression dominates, so a bounded number of blocks is packed on the runtime's
// thread pool at the same time and written in order. Every block is read back before the file gets its name.
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import { nameOf, packBlock, unpackBlock } from './container-block.ts'
import { defaultLevel } from './default-level.ts'
import type { BlockPlace } from './container-block.ts'
import { headBytes, MAGIC, readBlocks, readFrame, VERSION } from './container-frame.ts'
import { layOutShard } from './container-layout.ts'
import type { SlotText } from './container-layout.ts'
import { makeBudget, makeOddityLog } from './container-reader.ts'
import { readShard } from './container-shard.ts'
import type { ShardWatch } from './container-shard.ts'
import { textBytesMax } from '../limits.ts'
import { DamagedFile, placeText } from '../damage.ts'
import { writeWhole } from '../../base/whole-file.ts'

/** Keeps every core busy while blocks are written in order. */
const blocksInFlightMax = 4 * availableParallelism()
const writtenAtOnceBytes = 1024 * 1024

export interface TranslateRequest {
  /** Path of the untouched game file. */
  readonly template: string
  readonly out: string
  /** Level of zstd, 1 to 22. */
  readonly level?: number
  /** Returns the new text, or null to keep the template's. Not called for deletion markers. */
  readonly textOf: (id: string, sourceText: string) => string | null
  /** Called for every entry in file order; null: a deletion marker. */
  readonly onEntry?: (id: string, sourceText: string | null, written: string | null) => void
  readonly onProgress?: (bytesRead: number, totalBytes: number) => void
  readonly signal?: AbortSignal
}

interface TranslatedContainer {
  readonly entries: number
  /** Entries whose text differs from the template's. */
  readonly translated: number
  /** They kept their source because the translation exceeds 65,536 bytes. */
  readonly tooLong: number
  /** They kept their source because the translation is empty; the game has no empty texts. */
  readonly empty: number
  readonly deletionMarkers: number
  readonly sizeBytes: number
  /** Harmless faults of the template, which the copy does not have. */
  readonly warnings: readonly string[]
}

/** Throws DamagedFile for a damaged template; on any failure `out` is unchanged. */
export async function translateContainer(request: TranslateRequest): Promise<TranslatedContainer> {
  const name = basename(request.template)
  await using template = await open(request.template, 'r')
  const frame = await readFrame(template, name)
  const oddities = makeOddityLog()
  const counts = { entries: 0, translated: 0, tooLong: 0, empty: 0, deletionMarkers: 0 }
  const translate = shardTranslator(request, counts, oddities.odd)
  if (frame.firstShardOutOfOrder !== null) oddities.odd('idOrder', `shard ${frame.firstShardOutOfOrder}`)

  const sizeBytes = await writeWhole(request.out, async (file) => {
    const out = makeBlockWriter(file, frame.blockCount)
    const sums = new Uint32Array(frame.blockCount)
    try {
      await out.add(Promise.resolve(frame.indexBlock))
      for await (const { place, bytes } of readBlocks(template, frame)) {
        request.signal?.throwIfAborted()
        const shard = frame.shardOfBlock[place.block] ?? -1
        const twin = translate(bytes, place, { shard, shardCount: frame.shardCount })
        sums[place.block] = crc32(twin.raw)
        await out.add(twin.block)
        request.onProgress?.(place.byte + place.lengthBytes, frame.sizeBytes)
      }
      const written = await out.finish()
      await readBack(file, name, sums, request.signal)
      return written
    } catch (error) {
      await out.abandon()
      throw error
    }
  })
  return { ...counts, sizeBytes, warnings: oddities.sentences(name).map((sentence) => `${sentence}; laid out anew`) }
}

type Counts = { -readonly [K in 'entries' | 'translated' | 'tooLong' | 'empty' | 'deletionMarkers']: number }

interface Twin {
  readonly raw: Buffer
  readonly block: Promise<Buffer>
}

/** Reads the written file block by block, to detect faults of compressor and disk. Costs a tenth of writing. */
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

function shardTranslator(request: TranslateRequest, counts: Counts, odd: ShardWatch['odd']) {
  const level = request.level ?? defaultLevel
  const budget = makeBudget()
  const watch: ShardWatch = {
    odd,
    badSlot: ({ damage }) => {
      throw damage
    },
  }
  const choose = (id: string, source: string | null): string | null => {
    counts.entries++
    if (source === null) {
      counts.deletionMarkers++
      return null
    }
    const text = request.textOf(id, source)
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

  return (bytes: Buffer, place: BlockPlace, at: { shard: number; shardCount: number }): Twin => {
    const raw = unpackBlock(bytes, place)
    budget.spendInflated(raw.length, place)
    const shard = readShard(raw, place, at, watch)
    const texts: SlotText[] = Array.from({ length: shard.capacity })
    for (const { slot, id, text } of shard.entries) {
      const written = choose(id, text)
      request.onEntry?.(id, text, written)
      texts[slot] = written
    }
    budget.checkEntries(counts.entries, place)
    const twin = layOutShard(raw, shard, texts)
    // The next step overwrites `bytes`, so an unchanged block is copied.
    return { raw: twin, block: twin.equals(raw) ? Promise.resolve(Buffer.from(bytes)) : packBlock(twin, level) }
  }
}

/** Writes blocks in the order they were added, whichever is ready first; the header is written last. */
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
    /** Returns the file's size. */
    async finish(): Promise<number> {
      while (waiting.length > 0) await writeNext()
      await writeGathered()
      await writeAll(file, header, 0)
      return header.length + end
    },
    /** After a failure: waits until all threads have finished. */
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

/** Refuses a main file and an overlay that do not belong together. */
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
