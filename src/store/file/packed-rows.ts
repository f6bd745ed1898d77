// Encodes a set of 65,536 neighbouring rows (a piece, domain/work/row-set.ts): few rows as ascending places (u16 LE),
// many as bits; the length tells which.
import {
  addTo,
  bitsIn,
  bytesOf,
  countInBoth,
  countRows,
  isIn,
  newPiece,
  type Piece,
  ROWS_PER_PIECE,
} from '../../domain/work/row-set.ts'

const bytesPerPiece = ROWS_PER_PIECE / 8
/** A piece with more rows than this is stored as bits, which then take less than places. */
const placesMax = bytesPerPiece / 2 - 1

/** Encodes the rows of a piece. Null: it has none. */
export function packPiece(rows: Piece): Uint8Array | null {
  const count = countRows(rows)
  if (count === 0) return null
  if (count > placesMax) return bytesOf(rows)
  const bytes = Buffer.alloc(2 * count)
  let at = 0
  for (const place of placesIn(rows, count)) at = bytes.writeUInt16LE(place, at)
  return bytes
}

/** Decodes a piece into bits, in memory of their own. */
export function unpackPiece(bytes: Uint8Array): Piece {
  const rows = newPiece()
  if (bytes.length === bytesPerPiece) new Uint8Array(rows.buffer).set(bytes)
  else
    for (let at = 0; at < bytes.length; at += 2) addTo(rows, (bytes[at] as number) + (bytes[at + 1] as number) * 0x100)
  return rows
}

/** Rows of a piece as stored: bits, or the ascending places of few rows. */
export type ShortPiece = Piece | Uint16Array

/** Decodes a piece as it is stored: few rows take little memory, which is their own. */
export function unpackShort(bytes: Uint8Array): ShortPiece {
  if (bytes.length === bytesPerPiece) return unpackPiece(bytes)
  return Uint16Array.from(
    { length: bytes.length / 2 },
    (_, at) => (bytes[2 * at] as number) + (bytes[2 * at + 1] as number) * 0x100,
  )
}

/** The rows in the shorter form, which may be `rows` itself. */
export function asShort(rows: Piece): ShortPiece {
  const count = countRows(rows)
  return count > placesMax ? rows : placesIn(rows, count)
}

/** The places of the rows in a piece, ascending; `count`: how many rows there are. */
function placesIn(rows: Piece, count: number): Uint16Array {
  const places = new Uint16Array(count)
  let at = 0
  // Not by `eachPlace`: calling back takes up to six times as long.
  for (let word = 0; word < rows.length; word++) {
    for (let bits = rows[word] as number; bits !== 0; bits &= bits - 1)
      places[at++] = word * 32 + 31 - Math.clz32(bits & -bits)
  }
  return places
}

export function asPiece(rows: ShortPiece): Piece {
  if (rows instanceof Uint32Array) return rows
  const piece = newPiece()
  for (const place of rows) addTo(piece, place)
  return piece
}

export function countShortIn(rows: ShortPiece, within: Piece): number {
  if (rows instanceof Uint32Array) return countInBoth(rows, within)
  let count = 0
  for (let at = 0; at < rows.length; at++) count += isIn(within, rows[at] as number)
  return count
}

/** Counts rows of `within` that are in both pieces. */
export function countAlikeIn(rows: ShortPiece, others: ShortPiece, within: Piece): number {
  const [few, many] = rows instanceof Uint32Array ? [others, rows] : [rows, asPiece(others)]
  let count = 0
  if (few instanceof Uint32Array)
    for (let word = 0; word < few.length; word++)
      count += bitsIn((few[word] as number) & (many[word] as number) & (within[word] as number))
  else for (const place of few) count += isIn(many, place) & isIn(within, place)
  return count
}

/** Whether the bytes are valid: places ascending, none twice. */
export function isPacked(bytes: Uint8Array): boolean {
  if (bytes.length === bytesPerPiece) return true
  if (bytes.length === 0 || bytes.length % 2 !== 0 || bytes.length > 2 * placesMax) return false
  let last = -1
  for (let at = 0; at < bytes.length; at += 2) {
    const place = (bytes[at] as number) + (bytes[at + 1] as number) * 0x100
    if (place <= last) return false
    last = place
  }
  return true
}
