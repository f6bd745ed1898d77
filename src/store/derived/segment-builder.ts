// Makes the pages of a segment from its texts: every gram is noted with its row as the texts come, row after row, and the
// notes are sorted at the end, by counting. Hot: each character of the store, at import.
import type { FoldedUnits } from '../../domain/search/folded-units.ts'
import { gramBits, type GramSink, pairGram, singleGram, takeGrams } from '../../domain/search/grams.ts'
import { ROWS_PER_BLOCK } from '../rows/grouping.ts'
import { TEXT_FIELDS } from './block-texts.ts'
import { PageWriter } from './segment-page.ts'
import { fieldBits, ROW_BITS, ROWS_PER_SEGMENT, type SegmentPages } from './segment.ts'

/**
 * A note is what is left of an entry without its highest bits, above a row or block. Notes lie in drawers by these highest
 * bits: each is small enough to be sorted within the processor's cache.
 */
const restBits = 32 - ROW_BITS
const drawers = 1 << (gramBits + fieldBits - restBits)
const placeMask = (1 << ROW_BITS) - 1
const digitBits = Math.ceil(restBits / 2)
const digitMask = (1 << digitBits) - 1
const roomAtFirst = 1 << 12
const translationField = TEXT_FIELDS.indexOf('translation')

export class SegmentBuilder implements GramSink {
  /** By drawer. Their sizes differ much, so each grows by itself. */
  readonly #notes = Array.from({ length: drawers }, () => new Uint32Array(roomAtFirst))
  readonly #counts = new Uint32Array(drawers)
  #sorted: readonly [Uint32Array, Uint32Array] = [new Uint32Array(roomAtFirst), new Uint32Array(roomAtFirst)]
  readonly #list = new Uint16Array(1 << ROW_BITS)
  /** Characters and pairs of them that were noted for the block and field: a mark by character, pairs by their hash. */
  readonly #singles = new Uint16Array(1 << 16)
  readonly #pairs = new Int32Array(1 << 12)
  readonly #translated = new Uint32Array(ROWS_PER_SEGMENT / 32)
  #mark = 0
  #field = 0
  #row = 0
  #block = 0

  begin(): void {
    this.#counts.fill(0)
    this.#translated.fill(0)
  }

  /** What comes next is of this block, counted from the segment's first, and field. Blocks of a field come ascending. */
  beginBlock(block: number, field: number): void {
    this.#block = block
    this.#field = field
    this.#mark = (this.#mark + 1) & 0xffff
    if (this.#mark === 0) this.#singles.fill(this.#mark++)
    this.#pairs.fill(0)
    // 0 stands for an empty place. The pair that is 0 itself belongs in the first one, so another value marks that as empty.
    this.#pairs[0] = 1
  }

  /** The grams of a text of the block. Rows come ascending. */
  add(place: number, { units, count }: FoldedUnits): void {
    const row = this.#block * ROWS_PER_BLOCK + place
    this.#row = row
    if (this.#field === translationField) {
      this.#translated[row >>> 5] = (this.#translated[row >>> 5] as number) | (1 << (row & 31))
    }
    takeGrams(units, count, this)
  }

  fine(gram: number): void {
    this.#note(gram, this.#row)
  }

  single(code: number): void {
    if (this.#singles[code] === this.#mark) return
    this.#singles[code] = this.#mark
    this.#note(singleGram(code), this.#block)
  }

  pair(first: number, second: number): void {
    const both = (first << 16) | second
    const place = Math.imul(both, 0x9e3779b1) >>> 20
    if (this.#pairs[place] === both) return
    this.#pairs[place] = both
    this.#note(pairGram(first, second), this.#block)
  }

  #note(gram: number, place: number): void {
    const entry = (gram << fieldBits) | this.#field
    const drawer = entry >>> restBits
    const count = this.#counts[drawer] as number
    let notes = this.#notes[drawer] as Uint32Array
    if (count === notes.length) notes = this.#makeRoom(drawer, notes)
    notes[count] = (entry << ROW_BITS) | place
    this.#counts[drawer] = count + 1
  }

  #makeRoom(drawer: number, full: Uint32Array): Uint32Array {
    const notes = new Uint32Array(2 * full.length)
    notes.set(full)
    this.#notes[drawer] = notes
    return notes
  }

  #notesIn(drawer: number): Uint32Array {
    return (this.#notes[drawer] as Uint32Array).subarray(0, this.#counts[drawer])
  }

  /** Makes the pages, about a millisecond's work between two yields; gives them with the entries that they begin with. */
  *pages(): Generator<void, SegmentPages> {
    const writer = new PageWriter()
    const most = Math.max(...this.#counts)
    if (most > this.#sorted[0].length) this.#sorted = [new Uint32Array(most), new Uint32Array(most)]
    for (let drawer = 0; drawer < drawers; drawer++) {
      const [half, whole] = this.#sorted
      const notes = this.#notesIn(drawer)
      sortInto(half, notes, ROW_BITS)
      sortInto(whole, half.subarray(0, notes.length), ROW_BITS + digitBits)
      this.#writeLists(writer, drawer, whole.subarray(0, notes.length))
      yield
    }
    return { ...writer.finish(), translated: this.#translated }
  }

  #writeLists(writer: PageWriter, drawer: number, notes: Uint32Array): void {
    const list = this.#list
    for (let at = 0; at < notes.length; ) {
      const rest = (notes[at] as number) >>> ROW_BITS
      let size = 0
      for (let last = -1; at < notes.length; at++) {
        const note = notes[at] as number
        if (note >>> ROW_BITS !== rest) break
        const place = note & placeMask
        if (place !== last) list[size++] = last = place
      }
      writer.add((drawer << restBits) | rest, list, size)
    }
  }
}

/** Sorts notes by a digit; those with the same one stay in order. */
function sortInto(sorted: Uint32Array, notes: Uint32Array, shift: number): void {
  const starts = new Uint32Array(digitMask + 2)
  for (let at = 0; at < notes.length; at++) {
    const digit = ((notes[at] as number) >>> shift) & digitMask
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
  for (let digit = 1; digit <= digitMask; digit++) {
    starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number)
  }
  for (let at = 0; at < notes.length; at++) {
    const note = notes[at] as number
    const digit = (note >>> shift) & digitMask
    const to = starts[digit] as number
    starts[digit] = to + 1
    sorted[to] = note
  }
}
