// References: the Chinese texts of up to 64 neighbouring rows, in one value of table `reference`.
//
//   0     u32[64]   end of record i, counted from 256, as in row-block.ts
//   256   records: u8 flags (1 main, 2 diff), u32 length of the main text, both texts
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Span } from '../../base/bytes.ts'
import type { Reference } from '../../domain/row.ts'
import type { Database } from '../file/environment.ts'
import { blockOf, keyOf, keyOfU32, ROWS_PER_BLOCK, u32 } from '../file/keyspace.ts'
import { keysUnder } from '../file/record.ts'
import { type Shelf, storedBlock } from './bulk-writes.ts'
import { officialSlot, slotKey } from './ordinals.ts'
import { headerBytes, recordBounds, u32At } from './row-block.ts'

const IN_MAIN = 1
const IN_DIFF = 2
const [lengthAt, textsAt] = [1, 5]

export interface ReferenceView {
  readonly bytes: Buffer
  readonly main: Span | null
  readonly diff: Span | null
  /** The diff file's text if there is one, else the main file's. */
  readonly text: Span
}

/** The reference of the row at a place of a block. Null: it has none. If the block is borrowed, the view is valid until the next read. */
export function referenceView(bytes: Buffer, place: number): ReferenceView | null {
  const bounds = recordBounds(bytes, place)
  return bounds.start === bounds.end ? null : viewOf(bytes, bounds)
}

function viewOf(bytes: Buffer, { start, end }: Span): ReferenceView {
  const flags = bytes[start] as number
  const split = start + textsAt + u32At(bytes, start + lengthAt)
  const main = { start: start + textsAt, end: split }
  const diff = flags & IN_DIFF ? { start: split, end } : null
  return { bytes, main: flags & IN_MAIN ? main : null, diff, text: diff ?? main }
}

export function referenceFault(block: Buffer, { start, end }: Span, isUtf8: (bytes: Buffer) => boolean): string | null {
  if (start + textsAt > end) return 'is cut short'
  const split = start + textsAt + u32At(block, start + lengthAt)
  if (split > end) return 'is cut short'
  return isUtf8(block.subarray(start + textsAt, split)) && isUtf8(block.subarray(split, end)) ? null : 'is no UTF-8'
}

export function createReferenceReader(db: Database): (ordinal: number) => ReferenceView | null {
  let at = -1
  let block: Buffer | undefined
  return (ordinal) => {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      block = db.getBinary(keyOfU32('reference', at))
    }
    return block === undefined ? null : referenceView(block, ordinal % ROWS_PER_BLOCK)
  }
}

export function readReferenceView(db: Database, ordinal: number): ReferenceView | null {
  const block = db.getBinaryFast(keyOfU32('reference', blockOf(ordinal)))
  if (block === undefined) return null
  const { start, end } = recordBounds(block, ordinal % ROWS_PER_BLOCK)
  if (start === end) return null
  const record = Buffer.allocUnsafe(end - start)
  block.copy(record, 0, start, end)
  return viewOf(record, { start: 0, end: record.length })
}

export function readReference(db: Database, ordinal: number): Reference | null {
  const view = readReferenceView(db, ordinal)
  if (view === null) return null
  const textOf = (span: Span | null): string | null => span && view.bytes.toString('utf8', span.start, span.end)
  return { main: textOf(view.main), diff: textOf(view.diff) }
}

export interface RawReference {
  readonly main: Buffer | null
  readonly diff: Buffer | null
}

/** The reference's bytes are part of the block. */
export function rawReferenceIn(block: Buffer | null, place: number): RawReference | null {
  const view = block === null ? null : referenceView(block, place)
  if (view === null) return null
  const bytesOf = (span: Span | null): Buffer | null => span && view.bytes.subarray(span.start, span.end)
  return { main: bytesOf(view.main), diff: bytesOf(view.diff) }
}

/** A block of references, whose texts are UTF-8; null: no row has one. */
export function encodeReferences(references: readonly (RawReference | null)[]): Buffer | null {
  let size = headerBytes
  for (const r of references) if (r !== null) size += textsAt + (r.main?.length ?? 0) + (r.diff?.length ?? 0)
  if (size === headerBytes) return null
  const block = Buffer.allocUnsafe(size)
  let at = headerBytes
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    const r = references[place] ?? null
    if (r !== null) {
      block[at] = (r.main === null ? 0 : IN_MAIN) | (r.diff === null ? 0 : IN_DIFF)
      block.writeUInt32LE(r.main?.length ?? 0, at + lengthAt)
      at += textsAt
      for (const bytes of [r.main, r.diff]) {
        if (bytes === null) continue
        block.set(bytes, at)
        at += bytes.length
      }
    }
    block.writeUInt32LE(at - headerBytes, 4 * place)
  }
  return block
}

// Official texts: what the game itself ships in its other languages. Table `official` has a value for a block of 64 rows and
// a language: one zstd frame of a block as in references.ts. (The Chinese is there, as it is, because search reads it.) Each
// language that a reader asks for costs it an inflated block, 0.1 to 0.2 ms.

export interface OfficialText {
  /** The language as the names of the game's files spell it: `pt_br`. */
  readonly language: string
  /** The overlay file's text if there is one, else the main file's. */
  readonly text: string
}

/** The most bytes of an inflated block: more than 64 rows with two texts of the longest kind have. */
const blockBytesMax = 16 * 1024 * 1024

const slotPrefix = slotKey(officialSlot('', 'main'))

/** The languages of which the store has a main file or an overlay, by name. */
export function officialLanguages(db: Database): readonly string[] {
  const names = Array.from(keysUnder(db, { prefix: slotPrefix }), (key) => key.toString('utf8', slotPrefix.length))
  return [...new Set(names.map((name) => name.replace(/_diff$/, '')))].sort()
}

const keyOfBlock = (language: string, block: number): Buffer => keyOf('official', u32(block), language)

/** The block and the language that a key of the table `official` names. */
export const placeOfKey = (key: Buffer): { readonly block: number; readonly language: string } => ({
  block: key.readUInt32BE(1),
  language: key.toString('utf8', 5),
})

/** Inflates a block of official texts. Throws if the bytes are no zstd frame, or a damaged one. */
export const inflateBlock = (frame: Uint8Array): Buffer => zstdDecompressSync(frame, { maxOutputLength: blockBytesMax })

export const officialShelf = (language: string): Shelf => ({
  keyOf: (block) => keyOfBlock(language, block),
  pack: (block) => zstdCompressSync(block),
  unpack: inflateBlock,
})

/**
 * Makes a reader of rows' texts in those of these languages that the store has, in this order. It inflates each block once for ascending
 * rows.
 */
export function createOfficialReader(
  db: Database,
  languages: readonly string[],
): (ordinal: number) => readonly OfficialText[] {
  const shelves = languages.map(officialShelf)
  let at = -1
  let blocks: readonly (Buffer | null)[] = []
  return (ordinal) => {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      blocks = shelves.map((shelf) => storedBlock(db, shelf, at))
    }
    return languages.flatMap((language, index) => {
      const block = blocks[index] ?? null
      const view = block === null ? null : referenceView(block, ordinal % ROWS_PER_BLOCK)
      return view === null ? [] : [{ language, text: view.bytes.toString('utf8', view.text.start, view.text.end) }]
    })
  }
}

/** The official texts of a row, in these languages or all; without the Chinese (`readReference`). */
export const readOfficialTexts = (
  db: Database,
  ordinal: number,
  languages: readonly string[] = officialLanguages(db),
): readonly OfficialText[] => createOfficialReader(db, languages)(ordinal)
