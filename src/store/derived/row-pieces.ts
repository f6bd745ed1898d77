// The rows of a facet (a property that filters ask for), by pieces of 65,536 rows: stored, or derived and not yet stored.
import { sha256Hex } from '../../base/bytes.ts'
import { addTo, bytesOf, isIn, newPiece, orPiece, type Piece, takeFrom } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { asPiece, asShort, packPiece, type ShortPiece, unpackPiece, unpackShort } from '../file/packed-rows.ts'
import { keysUnder, rangeOf } from '../file/record.ts'
import type { Label } from '../records/labels.ts'
import { type Hand, shortHandsInPiece } from '../rows/label-rows.ts'
import type { LabelBook } from './work-facets.ts'

/** A facet whose name is longer is stored under the name's hash: LMDB's keys have at most 1,978 bytes. */
const facetBytesMax = 1_000

const nameOf = (facet: string): string => (Buffer.byteLength(facet) <= facetBytesMax ? facet : sha256Hex(facet))

const keyOfFacet = (piece: number, name: string): Buffer => keyOf('work_facet', u32(piece), name)

function readRows(derived: Database, key: Buffer): Piece | null {
  const bytes = derived.getBinary(key)
  return bytes === undefined ? null : unpackPiece(bytes)
}

/** The facets of a piece's rows that were derived and are not stored yet. */
export class PieceAhead {
  /** Rows whose stored facets no longer count. */
  readonly #rows = newPiece()
  /** Rows that have got facets here: `put` first takes the earlier ones from such a row. */
  readonly #noted = newPiece()
  readonly #facets = new Map<string, Piece>()

  /** `place` counts from the piece's first row. */
  put(place: number, facets: readonly string[]): void {
    if (isIn(this.#noted, place) === 1) for (const rows of this.#facets.values()) takeFrom(rows, place)
    addTo(this.#rows, place)
    this.add(place, facets)
  }

  /** Gives a row further facets, which it does not have yet, neither stored nor put. */
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

  /** The rows of the piece with this facet, stored and derived ones together, in memory of their own; null: no row has it. */
  read(derived: Database, piece: number, facet: string): Piece | null {
    const name = nameOf(facet)
    return this.#over(readRows(derived, keyOfFacet(piece, name)), name)
  }

  each(derived: Database, piece: number, prefix: string, visitAny: VisitFacet): void {
    const visit: VisitFacet = (rest, rows) => {
      if (rows instanceof Uint16Array ? rows.length > 0 : rows.some((word) => word !== 0)) visitAny(rest, rows)
    }
    const left = new Set([...this.#facets.keys()].filter((name) => name.startsWith(prefix)))
    eachStoredFacet(derived, piece, prefix, (rest, stored) => {
      const name = prefix + rest
      // The usual case: a facet of few rows, none of which is derived here.
      if (!left.delete(name) && stored instanceof Uint16Array)
        visit(
          rest,
          stored.filter((place) => isIn(this.#rows, place) === 0),
        )
      else visit(rest, this.#over(asPiece(stored), name) ?? newPiece())
    })
    for (const name of left) visit(name.slice(prefix.length), this.#over(null, name) ?? newPiece())
  }

  /** Stores the derived facets. `isOver`: no reader needs the facet any more, so it is removed. */
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

  /** Puts the derived rows in place of the stored ones. It changes `stored`. */
  #over(stored: Piece | null, name: string): Piece | null {
    const ahead = this.#facets.get(name)
    if (stored === null) return ahead?.slice() ?? null
    for (let word = 0; word < stored.length; word++) {
      stored[word] = ((stored[word] as number) & ~(this.#rows[word] as number)) | (ahead?.[word] ?? 0)
    }
    return stored
  }
}

/** `rest`: the facet's name after the prefix. `rows`: at least one, in memory of their own. */
export type VisitFacet = (rest: string, rows: ShortPiece) => void

/** Visits the stored facets whose names begin with `prefix`; those stored under a hash are left out. */
export function eachStoredFacet(derived: Database, piece: number, prefix: string, visit: VisitFacet): void {
  const start = keyOfFacet(piece, prefix)
  for (const { key, value } of derived.getRange(rangeOf({ prefix: start }))) {
    visit((key as Buffer).toString('utf8', start.length), unpackShort(value))
  }
}

export const readStoredFacet = (derived: Database, piece: number, facet: string): Piece | null =>
  readRows(derived, keyOfFacet(piece, nameOf(facet)))

export interface PieceLabels {
  /** The rows of each label, by its name. A label without rows is not in the map. */
  readonly rows: ReadonlyMap<string, ShortPiece>
  /** Rows with at least one label. */
  readonly any: Piece
}

interface Kept {
  readonly labels: PieceLabels
  readonly book: LabelBook
  /** The version of the index that was read. */
  readonly version: number
  readonly changes: number
  readonly bytes: number
}

/** The state of the index. `version`: null while rules are not applied to all rows, so that nothing is kept. */
interface Asked {
  readonly main: Database
  readonly book: LabelBook
  /** How often rows of the piece got or lost a label by hand. */
  readonly changes: number
  readonly version: number | null
  /** The rows that need work; null: none. */
  readonly work: () => Piece | null
  readonly rowsOf: (label: Label) => Piece | null
}

/** If the pieces in memory have more bytes than this, further ones are read each time. */
const bytesMax = 64 << 20

/**
 * The rows of every label, by pieces of 65,536 rows, in memory until labels, rules, settings, sources or the rows by
 * hand in the piece change. A piece of 1,000 labels takes some 10 ms to read, and one to count in another set of rows.
 */
export class LabelPieces {
  readonly #kept = new Map<number, Kept>()
  #bytes = 0

  of(piece: number, asked: Asked): PieceLabels {
    const { book, changes, version } = asked
    const kept = this.#kept.get(piece)
    if (kept?.book === book && kept.version === version && kept.changes === changes) return kept.labels
    const labels = readLabels(piece, asked)
    this.#bytes -= kept?.bytes ?? 0
    this.#kept.delete(piece)
    const bytes = [...labels.rows.values()].reduce((sum, rows) => sum + rows.byteLength, labels.any.byteLength)
    if (version === null || this.#bytes + bytes > bytesMax) return labels
    this.#kept.set(piece, { labels, book, version, changes, bytes })
    this.#bytes += bytes
    return labels
  }
}

function readLabels(piece: number, { main, book, work, rowsOf }: Asked): PieceLabels {
  const hands = new Map<number, Partial<Record<Hand, ShortPiece>>>()
  for (const { labelId, hand, rows } of shortHandsInPiece(main, piece))
    hands.set(labelId, { ...hands.get(labelId), [hand]: rows })
  const working = work() ?? newPiece()
  const found = new Map<string, ShortPiece>()
  let any = newPiece()
  for (const label of book.labels) {
    const { added, removed } = hands.get(label.id) ?? {}
    const isByRules = book.rulesOf.has(label.id)
    if (added === undefined && !isByRules) continue
    if (isByRules || removed !== undefined || !(added instanceof Uint16Array)) {
      const rows = rowsOf(label)
      if (rows === null) continue
      any = orPiece(any, rows) ?? any
      found.set(label.name, asShort(rows))
    } else {
      const rows = added.filter((place) => isIn(working, place) === 1)
      for (const place of rows) addTo(any, place)
      found.set(label.name, rows)
    }
  }
  return { rows: found, any }
}
