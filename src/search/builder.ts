// Makes the pages of a segment (32,768 rows of the search index) from its texts: notes each gram (some neighbouring
// characters) with its row, and sorts the notes at the end. Hot: each character of the store, at import.
import { type Run, runInSlices } from '../base/slices.ts'
import { bitsIn } from '../domain/work/row-set.ts'
import { type BlockRows, eachText, newBlockRows, storedTexts, TEXT_FIELDS, wordsPerBlock } from '../store/indexes.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../store/rows.ts'
import { freshen } from '../store/view.ts'
import { gramBits, gramOfText, type GramSink, singleGram, takeGrams } from './grams.ts'
import { entryOf, PageWriter, SKELETON_FIELD } from './pages.ts'
import { foldForSearch } from './query.ts'
import type { ChunkNotes, Searched } from './search-index.ts'
import { addToFilter, fieldBits, lengthClassOf, ROW_BITS, ROWS_PER_SEGMENT, type SegmentPages } from './segment.ts'

const folded = new Uint16Array(0x1_0000)
for (let unit = 0; unit < folded.length; unit++) folded[unit] = unit
let isFilled = false

function fill(): void {
  for (let unit = 0; unit < folded.length; unit++) {
    if ((unit & 0xf800) !== 0xd800) folded[unit] = foldForSearch(String.fromCharCode(unit)).charCodeAt(0)
  }
  isFilled = true
}

/** Folds texts for indexing, as UTF-16 units without making strings, unit by unit as `foldForSearch` does. */
export class FoldedUnits {
  units = new Uint16Array(1 << 14)
  count = 0

  constructor() {
    if (!isFilled) fill()
  }

  /** Folds a text that is valid UTF-8. Hot: each byte of the store, mostly ASCII. */
  takeUtf8(bytes: Uint8Array, from: number, end: number): void {
    this.#hold(end - from)
    const { units } = this
    let [at, count, hasPairs] = [from, 0, false]
    while (at < end) {
      const first = bytes[at] as number
      if (first < 0x80) {
        do units[count++] = folded[bytes[at++] as number] as number
        while (at < end && (bytes[at] as number) < 0x80)
      } else if (first < 0xe0) {
        units[count++] = folded[((first & 0x1f) << 6) | rest(bytes, at + 1)] as number
        at += 2
      } else if (first < 0xf0) {
        units[count++] = folded[((first & 0x0f) << 12) | (rest(bytes, at + 1) << 6) | rest(bytes, at + 2)] as number
        at += 3
      } else {
        const point =
          ((first & 0x07) << 18) | (rest(bytes, at + 1) << 12) | (rest(bytes, at + 2) << 6) | rest(bytes, at + 3)
        units[count++] = 0xd7c0 + (point >>> 10)
        units[count++] = 0xdc00 | (point & 0x3ff)
        hasPairs = true
        at += 4
      }
    }
    this.count = count
    if (hasPairs) this.#foldPairs()
  }

  #foldPairs(): void {
    const { units, count } = this
    for (let at = 1; at < count; at++) {
      const [high, low] = [units[at - 1] as number, units[at] as number]
      if ((high & 0xfc00) !== 0xd800 || (low & 0xfc00) !== 0xdc00) continue
      const letter = foldForSearch(String.fromCharCode(high, low))
      units[at - 1] = letter.charCodeAt(0)
      units[at] = letter.charCodeAt(1)
    }
  }

  #hold(length: number): void {
    if (length > this.units.length) this.units = new Uint16Array(2 * length)
  }
}

const rest = (bytes: Uint8Array, at: number): number => (bytes[at] as number) & 0x3f

/** A note is an entry without its highest bits, above a row or block. Those bits are its drawer, which can be sorted in the cache. */
const restBits = 32 - ROW_BITS
const gramRestBits = restBits - fieldBits
const drawers = 1 << (gramBits - gramRestBits)
const placeMask = (1 << ROW_BITS) - 1
const fieldAndPlaceBits = fieldBits + ROW_BITS
const pairMask = (1 << 12) - 1
/** Stands for no pair, because no pair of characters has this number: East Asian text has no coarse pairs (grams.ts). */
const noPair = -1
const roomAtFirst = 1 << 12
const pieceSize = 1 << 10
const piecesAtFirst = 4 * drawers
const translationField = TEXT_FIELDS.indexOf('translation')

export class SegmentBuilder implements GramSink {
  /** The notes, in pieces of one drawer each, in one array: looking up an array per drawer would cost more than the note. */
  #notes = new Uint32Array(piecesAtFirst * pieceSize)
  #notesUsed = 0
  /** For each drawer, where its pieces begin, and where its next note goes. */
  readonly #pieces = Array.from({ length: drawers }, (): number[] => [])
  readonly #next = new Int32Array(drawers)
  /** The drawer being written: its notes, its places list after list, the low bits of its entries, and a number for each. */
  #drawerNotes = new Uint32Array(roomAtFirst)
  #places = new Uint16Array(roomAtFirst)
  readonly #found = new Uint32Array(1 << restBits)
  readonly #known = new Int32Array(1 << restBits)
  /** The coarse grams that were noted already for the block and field. */
  readonly #singles = new Uint16Array(1 << 16)
  readonly #pairs = new Int32Array(pairMask + 1)
  readonly #translated = new Uint32Array(ROWS_PER_SEGMENT / 32)
  readonly #lengths = new Uint8Array(ROWS_PER_SEGMENT)
  #epoch = 0
  #field = 0
  #firstRow = 0
  /** The low bits of each note that is made now: the field, and the row or block. */
  #row = 0
  #block = 0

  begin(): void {
    this.#notesUsed = 0
    for (let drawer = 0; drawer < drawers; drawer++) {
      this.#pieces[drawer] = []
      this.#addPiece(drawer)
    }
    this.#translated.fill(0)
    this.#lengths.fill(0)
  }

  /** Begins a block, counted from the segment's first. Blocks of a field must ascend. */
  beginBlock(block: number, field: number): void {
    this.#firstRow = block * ROWS_PER_BLOCK
    this.#block = (field << ROW_BITS) | block
    this.#field = field
    this.#epoch = (this.#epoch + 1) & 0xffff
    if (this.#epoch === 0) this.#singles.fill(this.#epoch++)
    this.#pairs.fill(noPair)
  }

  /** Notes the grams of a row's text. Rows must ascend. */
  add(place: number, { units, count }: FoldedUnits): void {
    const row = this.#firstRow + place
    this.#row = (this.#field << ROW_BITS) | row
    if (this.#field === translationField) {
      this.#translated[row >>> 5] = (this.#translated[row >>> 5] as number) | (1 << (row & 31))
    }
    takeGrams(units, count, this)
  }

  /** Notes the skeleton of a row's source. Rows must ascend. */
  addSkeleton(place: number, skeleton: string): void {
    const row = this.#firstRow + place
    this.#lengths[row] = lengthClassOf(skeleton.length)
    this.#note(gramOfText(skeleton), (SKELETON_FIELD << ROW_BITS) | row)
  }

  fine(gram: number): void {
    this.#note(gram, this.#row)
  }

  single(code: number): void {
    if (this.#singles[code] === this.#epoch) return
    this.#singles[code] = this.#epoch
    this.#note(singleGram(code), this.#block)
  }

  /** Notes a pair, and with it the last character. */
  pair(gram: number, first: number, last: number): void {
    const place = gram & pairMask
    const both = (first << 16) | last
    if (this.#pairs[place] === both) return
    this.#pairs[place] = both
    this.#note(gram, this.#block)
    this.single(last)
  }

  #note(gram: number, fieldAndPlace: number): void {
    const drawer = gram >>> gramRestBits
    const at = this.#next[drawer] as number
    this.#notes[at] = (gram << fieldAndPlaceBits) | fieldAndPlace
    if (((at + 1) & (pieceSize - 1)) === 0) this.#addPiece(drawer)
    else this.#next[drawer] = at + 1
  }

  #addPiece(drawer: number): void {
    const at = this.#notesUsed
    this.#notesUsed += pieceSize
    if (this.#notesUsed > this.#notes.length) this.#makeRoom()
    this.#piecesOf(drawer).push(at)
    this.#next[drawer] = at
  }

  /** Makes room for notes. It grows by a quarter only, because long texts have many notes. */
  #makeRoom(): void {
    const full = this.#notes
    this.#notes = new Uint32Array(full.length + (full.length >>> 2))
    this.#notes.set(full)
  }

  #piecesOf(drawer: number): number[] {
    return this.#pieces[drawer] as number[]
  }

  #countOf(drawer: number): number {
    const pieces = this.#piecesOf(drawer)
    return (pieces.length - 1) * pieceSize + (this.#next[drawer] as number) - (pieces.at(-1) as number)
  }

  #gather(drawer: number): number {
    const count = this.#countOf(drawer)
    const [notes, pieces] = [this.#drawerNotes, this.#piecesOf(drawer)]
    for (let to = 0; to < count; to += pieceSize) {
      const from = pieces[to / pieceSize] as number
      notes.set(this.#notes.subarray(from, from + Math.min(count - to, pieceSize)), to)
    }
    return count
  }

  /** Makes the pages, and yields about every millisecond. */
  *pages(): Generator<void, SegmentPages> {
    const writer = new PageWriter()
    const most = Math.max(...this.#pieces.map((_, drawer) => this.#countOf(drawer)))
    if (most > this.#places.length) {
      this.#drawerNotes = new Uint32Array(most)
      this.#places = new Uint16Array(most)
    }
    for (let drawer = 0; drawer < drawers; drawer++) {
      this.#writeLists(writer, drawer)
      yield
    }
    return { ...writer.finish(), translated: this.#translated, lengths: this.#lengths }
  }

  /** Sorts a drawer's notes into a list for each entry, within the processor's cache. */
  #writeLists(writer: PageWriter, drawer: number): void {
    const count = this.#gather(drawer)
    const [notes, places, known] = [this.#drawerNotes, this.#places, this.#known]
    let [kept, entries] = [0, 0]
    // At first `known` holds each list's length, in the bits above its last place.
    for (let at = 0; at < count; at++) {
      const note = notes[at] as number
      const rest = note >>> ROW_BITS
      const place = note & placeMask
      const before = known[rest] as number
      if (before === 0) this.#found[entries++] = rest
      else if ((before & placeMask) === place) continue
      known[rest] = ((before | placeMask) + 1) | place
      notes[kept++] = note
    }
    const found = this.#found.subarray(0, entries).sort()
    // Then `known` holds the index of each list's next place, which ends as the end of the list.
    for (let each = 0, start = 0; each < entries; each++) {
      const rest = found[each] as number
      const size = (known[rest] as number) >>> ROW_BITS
      known[rest] = start
      start += size
    }
    for (let at = 0; at < kept; at++) {
      const note = notes[at] as number
      const rest = note >>> ROW_BITS
      const to = known[rest] as number
      known[rest] = to + 1
      places[to] = note & placeMask
    }
    for (let each = 0, start = 0; each < entries; each++) {
      const rest = found[each] as number
      const end = known[rest] as number
      known[rest] = 0
      writer.add((drawer << restBits) | rest, places, start, end)
      start = end
    }
  }
}

/** If more rows of a chunk are noted, most bits of its filter are set. */
const rowsThatFit = ROWS_PER_CHUNK / 2
/** The rows that one turn notes of chunks in which more rows changed. */
const rowsOfOthersMax = 1_024
const blocksPerChunk = ROWS_PER_CHUNK / ROWS_PER_BLOCK

/**
 * Notes the grams of changed rows in a filter for each chunk (search-index.ts), so that a search for a word that is
 * nowhere need not read them. A server does it twice a second in slices of work, 10 µs a row. Where at most half of a
 * chunk changed, as after an import, it notes all; of other chunks a thousand rows at a time, because a filter that is
 * nearly full spares little.
 */
export class ChangeNoter implements GramSink {
  readonly #app: Searched
  readonly #run: Run
  readonly #units = new FoldedUnits()
  readonly #rows: BlockRows = newBlockRows()
  /** The segment in which the last noting ended. */
  #segment = 0
  #filter: Uint8Array = new Uint8Array()
  #field = 0

  constructor(app: Searched, run: Run = runInSlices) {
    this.#app = app
    this.#run = run
  }

  /** Notes the changed rows, chunk by chunk. Stops when none are left, or when `othersMax` have come from chunks with too many. */
  async note(signal: AbortSignal, othersMax = rowsOfOthersMax): Promise<void> {
    const { store, searchIndex } = this.#app
    let notes: ChunkNotes | null = null
    let [block, ofOthers] = [0, 0]
    freshen(store)
    const step = (isFirst: boolean): boolean => {
      if (isFirst) searchIndex.look()
      if (notes === null) {
        notes = ofOthers < othersMax ? this.#next() : null
        if (notes === null) return false
        const rows = notes.rows.reduce((sum, word) => sum + bitsIn(word), 0)
        if (rows > rowsThatFit) ofOthers += rows
        block = 0
      }
      this.#noteBlock(notes, block)
      if (++block < blocksPerChunk) return true
      notes.done()
      notes = null
      return true
    }
    await this.#run(step, signal)
  }

  /** The next chunk to note, in the order of segments from the last one on. */
  #next(): ChunkNotes | null {
    const { searchIndex } = this.#app
    const segments = Math.floor(searchIndex.lastOrdinal / ROWS_PER_SEGMENT) + 1
    for (let each = 0; each < segments; each++) {
      const notes = searchIndex.notesOf(this.#segment % segments)
      if (notes !== null) return notes
      this.#segment = (this.#segment + 1) % segments
    }
    return null
  }

  #noteBlock({ chunk, rows, filter }: ChunkNotes, block: number): void {
    this.#rows.set(rows.subarray(block * wordsPerBlock, (block + 1) * wordsPerBlock))
    this.#filter = filter
    for (const [field, name] of TEXT_FIELDS.entries()) {
      this.#field = field
      const texts = storedTexts(this.#app.store.main)
      eachText[name](texts, chunk * blocksPerChunk + block, this.#rows, (_, bytes, start, end) => {
        this.#units.takeUtf8(bytes, start, end)
        takeGrams(this.#units.units, this.#units.count, this)
      })
    }
  }

  fine(gram: number): void {
    addToFilter(this.#filter, entryOf(gram, this.#field))
  }

  single(code: number): void {
    this.fine(singleGram(code))
  }

  pair(gram: number, _: number, last: number): void {
    this.fine(gram)
    this.single(last)
  }
}
