// What earlier exports left for the next one: files that need no second writing, and blocks that are packed already, which takes
// most of an export.
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { isAlive } from '../../base/alive.ts'
import { sha256Hex } from '../../base/bytes.ts'
import { digestOfFile } from '../../base/file-digest.ts'
import { compressorName } from '../../base/zstd.ts'
import type { Edition } from '../../domain/release.ts'
import type { PackedBefore } from '../../../packages/formats/src/container/container-writer.ts'
import { keepMade, readMade } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import { tried } from '../tried.ts'
import type { ExportTarget } from './export-targets.ts'

// What the last exports wrote, so that one with nothing changed leaves its files alone: the same templates, the same
// request, no write to the store since, and files that still have the bytes of that export.

interface LastExport<Outcome> {
  readonly request: string
  /** How many writes the store had seen, the export's own included. */
  readonly writes: number
  readonly files: readonly { readonly path: string; readonly sha256: string | null }[]
  readonly outcome: Outcome
}

interface Asked {
  readonly level: number
  readonly allowStale: boolean
  readonly plans: readonly { readonly edition: Edition; readonly targets: readonly ExportTarget[] }[]
}

const listName = 'exports 1'
const keptMax = 8

/** A digest of everything but the store that decides what an export writes. */
export async function nameOfExport({ level, allowStale, plans }: Asked): Promise<string> {
  const templates = new Map<string, string | null>()
  for (const { template } of plans[0]?.targets ?? []) templates.set(template, await digestOfFile(template))
  const facts = { level, allowStale, plans, templates: [...templates], compressorName }
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

const lastExports = <Outcome>(app: App): readonly LastExport<Outcome>[] =>
  readMade<readonly LastExport<Outcome>[]>(app.store, listName) ?? []

/** The result of the last export if this one would write the same files; null: something changed, or no export is known. */
export async function sameExport<Outcome>(app: App, request: string, writes: number): Promise<Outcome | null> {
  const last = lastExports<Outcome>(app).find((each) => each.request === request && each.writes === writes)
  if (last === undefined) return null
  for (const { path, sha256 } of last.files) if ((await digestOfFile(path)) !== sha256) return null
  return last.outcome
}

export async function rememberExport<Outcome>(
  app: App,
  { request, writes, paths, outcome }: Omit<LastExport<Outcome>, 'files'> & { readonly paths: readonly string[] },
): Promise<void> {
  const files = []
  for (const path of paths) files.push({ path, sha256: await digestOfFile(path) })
  const others = lastExports<Outcome>(app).filter((each) => each.request !== request)
  keepMade(app.store, listName, [{ request, writes, files, outcome }, ...others].slice(0, keptMax))
}

// Blocks that earlier exports packed, because packing takes most of an export and most blocks stay the same between two
// (docs/game-files.md#writing). They may be lost at any time; a damaged one, or one that the disk does not give, counts as lost.
//
//   DATA/packed/TIME-PID.blocks      the blocks that one export packed anew; written whole, never changed
//
//   blocks, back to back, then a table, an entry a block in the same order, then the number of entries:
//   20 bytes key, u32 CRC-32 of the block, u32 its length      u32 count
//
// The key is a digest of level, compressor and content: another compressor gives other bytes, and the files of a release
// must not depend on what was exported before.

const keyBytes = 20
const entryBytes = keyBytes + 8
const countBytes = 4
/** How much room packed blocks may take. The blocks of one edition of the real game take 64 MB. */
const keptBytesMax = 512 * 1024 * 1024
const keptFilesMax = 64
const writtenAtOnceBytes = 1024 * 1024
const NAME = /^(\d{13,15})-(\d+)\.(blocks|part)$/

interface Place {
  readonly fd: number
  readonly at: number
  readonly lengthBytes: number
  readonly sum: number
}

interface PackedBlocks extends PackedBefore, Disposable {
  /** Stores the blocks that were packed anew. If it is not called, the next export packs them again. */
  keep(): void
}

/** Opens the blocks of earlier exports. If the folder can't be written, every block is packed anew. */
export function openPackedBlocks(dataFolder: string, level: number, nowMs: number): PackedBlocks {
  const folder = join(dataFolder, 'packed')
  const places = new Map<string, Place>()
  const opened = filesIn(folder).flatMap((name) => readTable(join(folder, name), places) ?? [])
  const name = `${String(nowMs).padStart(13, '0')}-${process.pid}`
  const fresh = newFile(join(folder, `${name}.part`), join(folder, `${name}.blocks`))
  const kind = Buffer.from(`${level} ${compressorName} `)
  const keyOf = (raw: Buffer): string => sha256Hex(Buffer.concat([kind, raw])).slice(0, 2 * keyBytes)

  return {
    async blockOf(raw, pack) {
      const key = keyOf(raw)
      const place = places.get(key)
      const kept = place === undefined ? null : readBlock(place)
      if (kept !== null) return kept
      const block = await pack()
      fresh.add(key, block)
      return block
    },
    keep: () => fresh.keep(),
    [Symbol.dispose]() {
      fresh.drop()
      for (const fd of opened) closeSync(fd)
    },
  }
}

/** The files of blocks, newest first. Removes older ones that need too much room, and what killed exports left. */
function filesIn(folder: string): string[] {
  const names = (tried(() => readdirSync(folder)) ?? []).filter((name) => NAME.test(name))
  const kept: string[] = []
  let bytes = 0
  for (const name of names.toSorted().toReversed()) {
    const [, , pid, kind] = NAME.exec(name) ?? []
    if (kind === 'part' && isAlive(Number(pid))) continue
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
    if (kind === 'blocks' && bytes <= keptBytesMax && kept.length < keptFilesMax) kept.push(name)
    else tried(() => rmSync(join(folder, name), { force: true }))
  }
  return kept
}

/** Notes where each block of a file is, and returns the open file; null: it is not a file of blocks. */
function readTable(path: string, places: Map<string, Place>): number | null {
  const fd = tried(() => openSync(path, 'r'))
  if (fd === null) return null
  const table = tried(() => tableIn(fd, statSync(path).size)) ?? null
  if (table === null) {
    closeSync(fd)
    return null
  }
  let at = 0
  for (let entry = 0; entry < table.length; entry += entryBytes) {
    const key = table.toString('hex', entry, entry + keyBytes)
    const sum = table.readUInt32LE(entry + keyBytes)
    const lengthBytes = table.readUInt32LE(entry + keyBytes + 4)
    if (!places.has(key)) places.set(key, { fd, at, lengthBytes, sum })
    at += lengthBytes
  }
  return fd
}

function tableIn(fd: number, sizeBytes: number): Buffer | null {
  const count = readAt(fd, sizeBytes - countBytes, countBytes)?.readUInt32LE(0) ?? 0
  const start = sizeBytes - countBytes - count * entryBytes
  return start < 0 ? null : readAt(fd, start, count * entryBytes)
}

/** Reads a part of the file; null: the file is too short. */
function readAt(fd: number, at: number, lengthBytes: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(lengthBytes)
  return at >= 0 && readSync(fd, bytes, 0, lengthBytes, at) === lengthBytes ? bytes : null
}

function readBlock({ fd, at, lengthBytes, sum }: Place): Buffer | null {
  const block = tried(() => readAt(fd, at, lengthBytes))
  return block !== null && crc32(block) === sum ? block : null
}

/** A new file of blocks. It is made with the first block, and several blocks are gathered for each write. */
function newFile(part: string, path: string) {
  const entries: Buffer[] = []
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let fd: number | null = null
  let isBroken = false

  function writeGathered(): void {
    if (fd === null) {
      mkdirSync(join(part, '..'), { recursive: true, mode: 0o700 })
      fd = openSync(part, 'wx', 0o600)
    }
    const bytes = Buffer.concat(gathered)
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
    gathered = []
    gatheredBytes = 0
  }
  const attempt = (step: () => void): void => {
    if (isBroken) return
    isBroken = tried(() => (step(), true)) === null
  }
  const end = (): void => {
    if (fd !== null) closeSync(fd)
    fd = null
  }

  return {
    add(key: string, block: Buffer): void {
      const entry = Buffer.alloc(entryBytes)
      entry.write(key, 'hex')
      entry.writeUInt32LE(crc32(block), keyBytes)
      entry.writeUInt32LE(block.length, keyBytes + 4)
      entries.push(entry)
      gathered.push(block)
      gatheredBytes += block.length
      if (gatheredBytes >= writtenAtOnceBytes) attempt(writeGathered)
    },
    keep(): void {
      if (entries.length === 0) return
      const count = Buffer.alloc(countBytes)
      count.writeUInt32LE(entries.length)
      gathered.push(...entries, count)
      attempt(writeGathered)
      attempt(() => {
        end()
        renameSync(part, path)
      })
    },
    drop(): void {
      end()
      tried(() => rmSync(part, { force: true }))
    },
  }
}
