// A game's own file of keyed texts on disk: read whole, recognised by content, its ids made of the keys
// (docs/another-game.md#files).
import { open } from 'node:fs/promises'
import { DamagedFile } from '../damage.ts'
import { keyedBytesMax } from '../limits.ts'
import { quoted } from '../text-entry.ts'
import { KEYED_FORMATS, type KeyedFormatName } from './keyed-formats.ts'

const startLength = 4_096

interface KeyedFile {
  readonly document: string
  /** Null: none that is known. */
  readonly format: KeyedFormatName | null
}

/** Throws DamagedFile. */
export async function readKeyedFile(path: string, name: string): Promise<KeyedFile> {
  await using file = await open(path, 'r')
  const there = await file.stat()
  if (!there.isFile()) throw new DamagedFile({ file: name, where: { at: 'file' }, problem: 'no_regular_file' })
  if (there.size > keyedBytesMax) {
    const where = { at: 'byte', byte: keyedBytesMax } as const
    throw new DamagedFile({ file: name, where, problem: 'file_too_large', expected: keyedBytesMax })
  }
  const document = textOf(await file.readFile(), name)
  const start = document.slice(0, startLength).replace(/^\uFEFF/, '')
  const known = Object.entries(KEYED_FORMATS) as [KeyedFormatName, (typeof KEYED_FORMATS)[KeyedFormatName]][]
  return { document, format: known.find(([, { looksLike }]) => looksLike(start))?.[0] ?? null }
}

const SHAPES = Object.values(KEYED_FORMATS)
  .map(({ meaning }) => meaning)
  .join('; ')

export const unknownFile = (file: string, document: string): DamagedFile =>
  new DamagedFile({
    file,
    where: { at: 'byte', byte: 0 },
    shapes: SHAPES,
    ...(document.trim() === ''
      ? { problem: 'shape_empty' }
      : { problem: 'shape_text', found: quoted(document.trimStart().split('\n', 1)[0] ?? '') }),
  })

/** Keeps a byte order mark. */
function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const line = lineOfBadByte(bytes)
    throw new DamagedFile({ file, where: { at: 'line', line }, problem: 'line_no_text' })
  }
}

/** The line of the first character that is no UTF-8. */
function lineOfBadByte(bytes: Buffer): number {
  const decoded = bytes.toString('utf8')
  return decoded.slice(0, Math.max(0, decoded.indexOf('\uFFFD'))).split('\n').length
}
