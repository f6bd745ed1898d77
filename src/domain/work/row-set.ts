// A set of row numbers as bits, in pieces of 65,536 rows. A million rows take 147 kB.
import { checksumOf } from '../../base/checksum.ts'

/** A multiple of the rows that the store keeps in one record. */
export const ROWS_PER_PIECE = 0x10000
const wordsPerPiece = ROWS_PER_PIECE / 32

export type Piece = Uint32Array

export const newPiece = (): Piece => new Uint32Array(wordsPerPiece)

export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** `place` is counted from the first row of the piece. */
export function addTo(piece: Piece, place: number): void {
  piece[place >>> 5] = (piece[place >>> 5] as number) | (1 << (place & 31))
}

export function takeFrom(piece: Piece, place: number): void {
  piece[place >>> 5] = (piece[place >>> 5] as number) & ~(1 << (place & 31))
}

/** 1: the row is in the piece. */
export const isIn = (rows: Piece, place: number): number => ((rows[place >>> 5] as number) >>> (place & 31)) & 1

// Sets of rows, changed in place. An empty set is null.

export function andPiece(rows: Piece | null, other: Piece | null): Piece | null {
  if (rows === null || other === null) return null
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) & (other[word] as number)
  return rows
}

export function andNotPiece(rows: Piece | null, other: Piece | null): Piece | null {
  if (rows === null || other === null) return rows
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) & ~(other[word] as number)
  return rows
}

/** The rows of both. The result may be `other` itself. */
export function orPiece(rows: Piece | null, other: Piece | null): Piece | null {
  if (rows === null) return other
  if (other === null) return rows
  for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] as number) | (other[word] as number)
  return rows
}

/** Removes all rows outside `first` to `last`, which may lie outside the piece. */
export function keepBetween(piece: Piece, first: number, last: number): void {
  for (let word = 0; word < piece.length; word++) {
    const at = word * 32
    if (at >= first && at + 31 <= last) continue
    const isOutside = at + 31 < first || at > last
    const fromFirst = first <= at ? -1 : -1 << (first - at)
    const toLast = last >= at + 31 ? -1 : ~(-2 << (last - at))
    piece[word] = isOutside ? 0 : (piece[word] as number) & fromFirst & toLast
  }
}

function countBefore(piece: Piece, end: number): number {
  const words = end >>> 5
  let count = 0
  for (let word = 0; word < words; word++) count += bitsIn(piece[word] as number)
  const rest = end & 31
  return rest === 0 ? count : count + bitsIn((piece[words] as number) & ((1 << rest) - 1))
}

export const countRows = (piece: Piece): number => countBefore(piece, ROWS_PER_PIECE)

export function countInBoth(piece: Piece, other: Piece): number {
  let count = 0
  for (let word = 0; word < piece.length; word++) count += bitsIn((piece[word] as number) & (other[word] as number))
  return count
}

/** Rows in each piece, cached because pieces of a set never change. */
const counts = new WeakMap<Piece, number>()

function countOf(piece: Piece): number {
  let count = counts.get(piece)
  if (count === undefined) counts.set(piece, (count = countRows(piece)))
  return count
}

/** Calls back with the places of a piece's rows, ascending. */
export function eachPlace(rows: Piece, visit: (place: number) => void): void {
  for (let word = 0; word < rows.length; word++) {
    for (let bits = rows[word] as number; bits !== 0; bits &= bits - 1) visit(word * 32 + 31 - Math.clz32(bits & -bits))
  }
}

export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The highest number of a piece; -1: the sets are empty. */
export const lastPieceIn = (sets: readonly RowSet[]): number => Math.max(-1, ...sets.map((set) => set.lastPiece))

export const rowSetOf = (ordinals: Iterable<number>): RowSet => new RowSet(piecesOf(ordinals))

export function piecesOf(ordinals: Iterable<number>): Map<number, Piece> {
  const pieces = new Map<number, Piece>()
  for (const ordinal of ordinals) markRow(pieces, ordinal)
  return pieces
}

/** Adds a row to the pieces, or takes it out. */
export function markRow(pieces: Map<number, Piece>, ordinal: number, isIn = true): void {
  const number = Math.floor(ordinal / ROWS_PER_PIECE)
  let piece = pieces.get(number)
  if (piece === undefined && isIn) pieces.set(number, (piece = newPiece()))
  if (piece !== undefined) (isIn ? addTo : takeFrom)(piece, ordinal % ROWS_PER_PIECE)
}

export const copyOfPieces = (pieces: ReadonlyMap<number, Piece>): Map<number, Piece> =>
  new Map(Array.from(pieces, ([number, piece]) => [number, piece.slice()]))

export class RowSet {
  readonly #pieces: ReadonlyMap<number, Piece>
  /** The pieces in ascending order, each with the count of rows before it. */
  readonly #order: readonly { readonly number: number; readonly piece: Piece; readonly before: number }[]
  readonly size: number

  constructor(pieces: ReadonlyMap<number, Piece>) {
    this.#pieces = pieces
    let size = 0
    this.#order = [...pieces]
      .sort(([a], [b]) => a - b)
      .map(([number, piece]) => {
        const before = size
        size += countOf(piece)
        return { number, piece, before }
      })
    this.size = size
  }

  /** The highest number of a piece; -1: the set is empty. */
  get lastPiece(): number {
    return this.#order.at(-1)?.number ?? -1
  }

  /** A checksum of 32 bits: sets of the same rows have the same. */
  get checksum(): number {
    const ofPieces = this.#order.map(({ number, piece }) => [number, checksumOf(bytesOf(piece), 0)]).flat()
    return checksumOf(bytesOf(Uint32Array.from(ofPieces)), 0)
  }

  /** The rows of one piece, which the caller must not change; undefined: it has none. */
  piece(number: number): Piece | undefined {
    return this.#pieces.get(number)
  }

  and(other: RowSet): RowSet {
    const both = new Map<number, Piece>()
    for (const [number, piece] of this.#pieces) {
      const others = other.piece(number)
      if (others !== undefined)
        both.set(
          number,
          piece.map((word, at) => word & (others[at] as number)),
        )
    }
    return new RowSet(both)
  }

  /** Pieces with rows, ascending; the caller must not change them. */
  *pieces(): Generator<readonly [number: number, piece: Piece]> {
    for (const { number, piece } of this.#order) yield [number, piece]
  }

  has(ordinal: number): boolean {
    const piece = this.#pieces.get(Math.floor(ordinal / ROWS_PER_PIECE))
    return piece !== undefined && isIn(piece, ordinal % ROWS_PER_PIECE) === 1
  }

  countBefore(ordinal: number): number {
    const number = Math.floor(ordinal / ROWS_PER_PIECE)
    const found = this.#order.findLast((each) => each.number <= number)
    if (found === undefined) return 0
    const end = found.number === number ? ordinal % ROWS_PER_PIECE : ROWS_PER_PIECE
    return found.before + countBefore(found.piece, end)
  }

  /** The next row numbers behind `after`, at most `count`, ascending. */
  after(after: number, count: number): number[] {
    const found: number[] = []
    for (const { number, piece } of this.#order) {
      const first = number * ROWS_PER_PIECE
      if (first + ROWS_PER_PIECE <= after + 1) continue
      const from = Math.max(0, after + 1 - first)
      for (let word = from >>> 5; word < wordsPerPiece && found.length < count; word++) {
        let bits = piece[word] as number
        if (word === from >>> 5) bits &= -1 << (from & 31)
        for (; bits !== 0 && found.length < count; bits &= bits - 1) {
          found.push(first + word * 32 + 31 - Math.clz32(bits & -bits))
        }
      }
      if (found.length === count) break
    }
    return found
  }

  /** The nearest row numbers before `before`, at most `count`, ascending. */
  before(before: number, count: number): number[] {
    const found: number[] = []
    for (const { number, piece } of this.#order.toReversed()) {
      const first = number * ROWS_PER_PIECE
      if (first >= before) continue
      const end = Math.min(ROWS_PER_PIECE, before - first)
      for (let word = (end - 1) >>> 5; word >= 0 && found.length < count; word--) {
        let bits = piece[word] as number
        if (word === end >>> 5) bits &= (1 << (end & 31)) - 1
        for (; bits !== 0 && found.length < count; bits &= ~(1 << (31 - Math.clz32(bits)))) {
          found.push(first + word * 32 + 31 - Math.clz32(bits))
        }
      }
      if (found.length === count) break
    }
    return found.reverse()
  }
}
