// The rows of a facet (a property that filters ask for), by pieces of 65,536 rows: stored, or derived and not yet stored.
import { sha256Hex } from '../../base/bytes.ts'
import { addTo, newPiece, type Piece, takeFrom } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { asPiece, packPiece, type ShortPiece, unpackPiece, unpackShort } from '../file/packed-rows.ts'
import { keysUnder, rangeOf } from '../file/record.ts'

/** Longer names of facets are hashed: LMDB's keys have at most 1,978 bytes. */
const facetBytesMax = 1_000

const nameOf = (facet: string): string => (Buffer.byteLength(facet) <= facetBytesMax ? facet : sha256Hex(facet))

const keyOfFacet = (piece: number, name: string): Buffer => keyOf('work_facet', u32(piece), name)

function readRows(derived: Database, key: Buffer): Piece | null {
  const bytes = derived.getBinary(key)
  return bytes === undefined ? null : unpackPiece(bytes)
}

/** Derived facets of a piece's rows, not stored yet. */
export class PieceAhead {
  /** Rows whose stored facets no longer count. */
  readonly #rows = newPiece()
  /** Rows that have had facets here. */
  readonly #noted = newPiece()
  readonly #facets = new Map<string, Piece>()

  /** `place` counts from the piece's first row. */
  put(place: number, facets: readonly string[]): void {
    const isAgain = (((this.#noted[place >>> 5] as number) >>> (place & 31)) & 1) === 1
    if (isAgain) for (const rows of this.#facets.values()) takeFrom(rows, place)
    addTo(this.#rows, place)
    this.add(place, facets)
  }

  /** Facets that the row does not have yet, stored or put. */
  add(place: number, facets: readonly string[]): void {
    addTo(this.#noted, place)
    for (const facet of facets) {
      const name = nameOf(facet)
      let rows = this.#facets.get(name)
      if (rows === undefined) this.#facets.set(name, (rows = newPiece()))
      addTo(rows, place)
    }
  }

  /** Drops `count` rows from `first` on; both are multiples of 32. */
  forget(first: number, count: number): void {
    for (const rows of [this.#rows, this.#noted, ...this.#facets.values()])
      rows.fill(0, first / 32, (first + count) / 32)
  }

  /** The rows of a piece with a facet, in memory of their own; null: none. */
  read(derived: Database, piece: number, facet: string): Piece | null {
    const name = nameOf(facet)
    return this.#over(readRows(derived, keyOfFacet(piece, name)), name)
  }

  each(derived: Database, piece: number, prefix: string, visit: VisitFacet): void {
    const left = new Set([...this.#facets.keys()].filter((name) => name.startsWith(prefix)))
    eachStoredFacet(derived, piece, prefix, (rest, stored) => {
      const name = prefix + rest
      // The usual case: a facet of few rows, none of which is derived here.
      if (!left.delete(name) && stored instanceof Uint16Array)
        visit(
          rest,
          stored.filter((place) => (((this.#rows[place >>> 5] as number) >>> (place & 31)) & 1) === 0),
        )
      else visit(rest, this.#over(asPiece(stored), name) ?? newPiece())
    })
    for (const name of left) visit(name.slice(prefix.length), this.#over(null, name) ?? newPiece())
  }

  /** `isOver`: no reader needs the facet any more, so it is removed. */
  store(derived: Database, piece: number, isOver: (facet: string) => boolean): void {
    const prefix = keyOfFacet(piece, '')
    const names = new Set(this.#facets.keys())
    for (const key of keysUnder(derived, { prefix })) names.add(key.toString('utf8', prefix.length))
    for (const name of names) {
      const key = keyOfFacet(piece, name)
      const before = readRows(derived, key)
      if (isOver(name)) {
        if (before !== null) void derived.remove(key)
        continue
      }
      const rows = this.#over(before?.slice() ?? null, name)
      if (rows === null || (before !== null && Buffer.compare(bytesOf(rows), bytesOf(before)) === 0)) continue
      const bytes = packPiece(rows)
      if (bytes !== null) void derived.put(key, bytes)
      else if (before !== null) void derived.remove(key)
    }
  }

  /** Changes `stored`. */
  #over(stored: Piece | null, name: string): Piece | null {
    const ahead = this.#facets.get(name)
    if (stored === null) return ahead?.slice() ?? null
    for (let word = 0; word < stored.length; word++) {
      stored[word] = ((stored[word] as number) & ~(this.#rows[word] as number)) | (ahead?.[word] ?? 0)
    }
    return stored
  }
}

const bytesOf = (rows: Piece): Uint8Array => new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength)

/** `rest`: the facet's name after the prefix. `rows`: in memory of their own, perhaps none. */
export type VisitFacet = (rest: string, rows: ShortPiece) => void

/** Leaves out facets with hashed names. */
export function eachStoredFacet(derived: Database, piece: number, prefix: string, visit: VisitFacet): void {
  const start = keyOfFacet(piece, prefix)
  for (const { key, value } of derived.getRange(rangeOf({ prefix: start }))) {
    visit((key as Buffer).toString('utf8', start.length), unpackShort(value))
  }
}

export const readStoredFacet = (derived: Database, piece: number, facet: string): Piece | null =>
  readRows(derived, keyOfFacet(piece, nameOf(facet)))
