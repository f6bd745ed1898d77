// Opens any file of game text. The format is recognised by content, never by name (docs/game-files.md#game-files).
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { hexBytes, isContainer } from './container/container-frame.ts'
import { openContainer } from './container/container-reader.ts'
import { bytesOf, type Compression, compressionOf } from './dump/dump-bytes.ts'
import { openDump } from './dump/dump-reader.ts'
import { firstLineOf, refuseShape, shapeOf } from './dump/dump-formats.ts'
import type { GameText, OpenOptions } from './game-text.ts'
import { kindOfFile, ownKindOf } from './file-kinds.ts'
import { lineBytesMax, quoted } from './text-entry.ts'
import { DamagedFile, type UnknownShape } from './damage.ts'

/** Opens a file of game text. Throws DamagedFile. */
export async function openGameText(path: string, options: OpenOptions): Promise<GameText> {
  const name = options.name ?? basename(path)
  if (options.isKeyed === true) {
    const { openKeyedText } = await import('./keyed/open-keyed-text.ts')
    return await openKeyedText(path, name, options.role, options.keyed)
  }
  const { start, sizeBytes } = await readStart(path)
  const compression = compressionOf(start)
  if (options.format === 'container' || (options.format === undefined && isContainer(start)))
    return openContainer(path, options)
  const bytes = compression === 'none' && start.length === 0 ? start : await inflatedStart(path, name, compression)
  const text = bytes.toString('utf8')
  const own = options.format === undefined ? ownKindOf(text) : null
  if (own !== null) refuseShape(name, { problem: own }, placeOf(compression))
  const format =
    options.format ?? shapeOf(text) ?? refuseShape(name, await whatItIs(path, bytes, text), placeOf(compression))
  return openDump({ path, name, sizeBytes, compression, format, firstLine: firstLineOf(text).trimEnd() }, options)
}

async function readStart(path: string): Promise<{ start: Buffer; sizeBytes: number }> {
  await using file = await open(path, 'r')
  const there = await file.stat()
  if (!there.isFile() && !there.isDirectory()) {
    throw new DamagedFile({ file: path, where: { at: 'file' }, problem: 'no_regular_file' })
  }
  const start = Buffer.alloc(16)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  return { start: start.subarray(0, bytesRead), sizeBytes: there.size }
}

/** The beginning of a file, inflated: enough to have the first line. */
async function inflatedStart(path: string, name: string, compression: Compression): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytesOf({ path, name, compression })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > lineBytesMax || firstLineOf(chunk.toString('latin1')).length + 1 < chunk.length) break
  }
  return Buffer.concat(chunks)
}

/** Faults that only another game's readers know. */
const TELLING: readonly string[] = ['named_charset', 'file_too_large']

/** The kind of a file of another game, as that game's readers recognise it; null: none does. */
async function ofAnotherGame(path: string): Promise<UnknownShape | null> {
  const { readKeyedFile } = await import('./keyed/keyed-file.ts')
  const found = await readKeyedFile(path, basename(path)).catch((error: unknown) => {
    // They say more than the first line does.
    const isTelling = error instanceof DamagedFile && TELLING.includes(error.damage.problem)
    if (error instanceof DamagedFile && !isTelling) return null
    throw error
  })
  return found === null ? null : { problem: 'shape_other_game', found: found.called }
}

const placeOf = (compression: Compression) =>
  compression === 'none' ? ({ at: 'byte', byte: 0 } as const) : ({ at: 'inflated', compression } as const)

async function whatItIs(path: string, bytes: Buffer, text: string): Promise<UnknownShape> {
  if (text.trim() === '') return { problem: 'shape_empty' }
  const known = kindOfFile(bytes) ?? (await ofAnotherGame(path))
  if (known !== null) return known
  if (isContainer(bytes)) return { problem: 'shape_container' }
  const isUtf16 = bytes.length >= 2 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0))
  if (isUtf16) return { problem: 'shape_utf16' }
  // oxlint-disable-next-line no-control-regex
  const isBinary = /[\0-\x08\x0e-\x1f]/.test(text.slice(0, 512))
  // The last line may be cut off.
  if (!isBinary && text.slice(0, text.lastIndexOf('\n')).includes('\ufffd')) return { problem: 'shape_encoding' }
  return isBinary
    ? { problem: 'shape_bytes', found: hexBytes(bytes.subarray(0, 8)) }
    : { problem: 'shape_text', found: quoted(firstLineOf(text).trimEnd()) }
}
