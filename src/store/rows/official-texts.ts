// Official texts: what the game itself ships in its other languages. Table `official` has a value for a block of 64 rows and
// a language: one zstd frame of a block as in references.ts. (The Chinese is there, as it is, because search reads it.) Each
// language that a reader asks for costs it an inflated block, 0.1 to 0.2 ms.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database } from '../file/environment.ts'
import { blockOf, keyOf, ROWS_PER_BLOCK, u32 } from '../file/keyspace.ts'
import { keysUnder } from '../file/record.ts'
import type { Aside, Switch } from '../txn.ts'
import { officialSlot, slotKey } from './ordinals.ts'
import { referenceView } from './references.ts'

export interface OfficialText {
  /** As the names of the game's files spell it: `pt_br`. */
  readonly language: string
  /** The overlay's, else the main file's. */
  readonly text: string
}

/** More than 64 rows with two texts of the longest kind. */
const blockBytesMax = 16 * 1024 * 1024

const slotPrefix = slotKey(officialSlot('', 'main'))

/** Those with a main file or an overlay here, by name. */
export function officialLanguages(db: Database): readonly string[] {
  const names = Array.from(keysUnder(db, { prefix: slotPrefix }), (key) => key.toString('utf8', slotPrefix.length))
  return [...new Set(names.map((name) => name.replace(/_diff$/, '')))].sort()
}

const keyOfBlock = (language: string, block: number): Buffer => keyOf('official', u32(block), language)

/** Number of its block of rows, and language. */
export const placeOfKey = (key: Buffer): { readonly block: number; readonly language: string } => ({
  block: key.readUInt32BE(1),
  language: key.toString('utf8', 5),
})

/** Throws if it is no frame, or one of another content. */
export const inflateBlock = (frame: Uint8Array): Buffer => zstdDecompressSync(frame, { maxOutputLength: blockBytesMax })

export function storedOfficial(db: Database, language: string, block: number): Buffer | null {
  const frame = db.getBinary(keyOfBlock(language, block))
  return frame === undefined ? null : inflateBlock(frame)
}

export const putOfficialAside = (aside: Aside, language: string, block: number, bytes: Uint8Array): void =>
  aside.put(keyOfBlock(language, block), zstdCompressSync(bytes))

export const revealOfficial = (txn: Switch, language: string, block: number): void =>
  txn.reveal(keyOfBlock(language, block))

export const removeOfficial = (txn: Switch, language: string, block: number): void =>
  txn.remove(keyOfBlock(language, block))

/** Reads the texts of rows in these languages, those that there are, in this order; ascending rows inflate each block once. */
export function createOfficialReader(
  db: Database,
  languages: readonly string[],
): (ordinal: number) => readonly OfficialText[] {
  let at = -1
  let blocks: readonly (Buffer | null)[] = []
  return (ordinal) => {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      blocks = languages.map((language) => storedOfficial(db, language, at))
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
