// Notes the grams of changed rows in a filter for each chunk (search-index.ts), so that a search for a word that is nowhere
// need not read them. A server does it twice a second in slices of work, 10 µs a row. Where at most half of a chunk changed, as after an
// import, it notes all; of other chunks a thousand rows at a time, because a filter that is nearly full spares little.
import { type BlockRows, eachText, newBlockRows, storedTexts, TEXT_FIELDS, wordsPerBlock } from '../store/indexes.ts'
import { ROWS_PER_BLOCK, ROWS_PER_CHUNK } from '../store/rows.ts'
import { freshen } from '../store/view.ts'
import { bitsIn } from '../domain/work/row-set.ts'
import { type Run, runInSlices } from '../base/slices.ts'
import { FoldedUnits } from './folded-units.ts'
import { type GramSink, singleGram, takeGrams } from './grams.ts'
import { entryOf } from './pages.ts'
import type { ChunkNotes, Searched } from './search-index.ts'
import { addToFilter, ROWS_PER_SEGMENT } from './segment.ts'

/** With more rows, most of a filter's bits are set. */
const rowsThatFit = ROWS_PER_CHUNK / 2
/** So many of chunks with more are noted at a time. */
const rowsOfOthersMax = 1_024
const blocksPerChunk = ROWS_PER_CHUNK / ROWS_PER_BLOCK

export class ChangeNoter implements GramSink {
  readonly #app: Searched
  readonly #run: Run
  readonly #units = new FoldedUnits()
  readonly #rows: BlockRows = newBlockRows()
  /** Where the last noting ended. */
  #segment = 0
  #filter: Uint8Array = new Uint8Array()
  #field = 0

  constructor(app: Searched, run: Run = runInSlices) {
    this.#app = app
    this.#run = run
  }

  /** Looks at main, and notes rows that changed, chunk by chunk, until `othersMax` rows of chunks with too many are noted, or all. */
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
