// The search index, segment by segment (segment.ts). For a chunk of 512 rows it is valid while that has the version it was made from.
// Searches read rows of all other chunks (`staleRows`), so they never wait, and making the index may stop at any time. An index that
// can't be opened, read or written counts as empty.
//
// Of a chunk that had the index's version when this process looked, those rows are read that changed since: a later write gives a row
// the last time of that look or a later one. Of any other chunk all rows are: times tell nothing if main was replaced by a copy. In a
// server the grams of these rows are noted in a filter for each chunk (builder.ts), so that most searches read only the last ones.
//
// Kept in memory: all segments' headers while the index is unchanged, the stale chunks and rows while main is. `look` checks both with
// two reads; later answers in the same turn of the event loop are consistent and read no state again.
import {
  type BlockTable,
  isMaker,
  putMaker,
  putSegment,
  readPage,
  readSegment,
  readStoredBlock,
  stateOfSegments,
  type Storing,
  type TextSource,
} from '../store/indexes.ts'
import { readGeneration } from '../store/people.ts'
import {
  chunkOf,
  type ChunkVersion,
  isSameVersion,
  lastOrdinal,
  latestChanges,
  placesBefore,
  ROWS_PER_BLOCK,
  ROWS_PER_CHUNK,
} from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { lastTimeIn, writesSoFar } from '../store/view.ts'
import { eachListOf, entriesOf, type StoredList } from './pages.ts'
import {
  BLOCKS_PER_SEGMENT,
  CHUNKS_PER_SEGMENT,
  type Generations,
  headerBytes,
  headerOf,
  mayHaveAll,
  newRowBits,
  pageOf,
  type SegmentHeader,
  type SegmentPages,
} from './segment.ts'

interface KnownBlock {
  readonly version: ChunkVersion
  readonly bytes: Buffer
}

/** A longer block is not kept, so that the blocks kept take at most 16 MB together. */
const keptBytesMax = 16 << 10

/**
 * Keeps the blocks of the first segment in memory once read: each search begins there, and the engine copies a whole
 * block (5 to 9 KB) for one text. Without it a search for three Chinese characters is slower than FTS5 (0.88 of its
 * answers; 1.16 with it). A block is good while its chunk has the version found before the reading.
 */
export class FirstBlocks implements TextSource {
  readonly #store: Store
  readonly #versions: () => ReadonlyMap<number, ChunkVersion>
  readonly #known: Readonly<Record<BlockTable, KnownBlock[]>> = { row: [], reference: [] }

  /** `versions`: the last known ones of all chunks. */
  constructor(store: Store, versions: () => ReadonlyMap<number, ChunkVersion>) {
    this.#store = store
    this.#versions = versions
  }

  get main(): Store['main'] {
    return this.#store.main
  }

  readBlock(table: BlockTable, block: number): Buffer | undefined {
    if (block >= BLOCKS_PER_SEGMENT) return readStoredBlock(this.main, table, block)
    const version = this.#versions().get(chunkOf(block * ROWS_PER_BLOCK))
    const known = this.#known[table][block]
    if (known !== undefined && known.version === version) return known.bytes
    const stored = readStoredBlock(this.main, table, block)
    if (stored !== undefined && version !== undefined && stored.length <= keptBytesMax)
      this.#known[table][block] = { version, bytes: Buffer.from(stored.subarray(0, stored.length)) }
    return stored
  }
}

export interface Searched {
  readonly store: Store
  readonly searchIndex: SearchIndex
}

interface MainState {
  readonly db: Store['main']
  readonly writes: number
  readonly lastTimeMs: number
  readonly unstamped: number
  readonly sources: number
  readonly latestMs: number
  readonly byChunk: Map<number, ChunkVersion>
  readonly lastOrdinal: number
}

interface IndexState {
  readonly db: Store['derived']
  readonly kept: string
}

interface KnownSegment {
  readonly stored: Buffer
  readonly header: SegmentHeader
  /** Chunks that the index lacks or has outdated; null: not looked up yet. */
  stale: readonly number[] | null
  /** The rows of those that have to be read; null: not looked up yet. */
  rows: StaleRows | null
  /** Chunks whose rows are to be looked up. */
  readonly changed: Set<number>
  /** For each chunk the version whose stale rows are in its filter. */
  readonly noted: Map<number, NotedChunk>
}

/** A version of a chunk whose stale rows are noted. */
interface NotedChunk extends PastVersion {
  /** The filter with the grams of these rows. */
  readonly filter: Uint8Array
}

/** The size of a chunk's filter. With changes in a twentieth of its rows about one bit in five is set. */
const noteBytes = 1 << 11

/** The rows of a chunk that are to be noted in its filter. */
export interface ChunkNotes {
  readonly chunk: number
  readonly rows: Uint32Array
  readonly filter: Uint8Array
  /** Marks the rows as noted. It must be called when the grams of all of them, or of later texts, are in the filter. */
  done(): void
}

/** One bit for each row of a segment. */
interface StaleRows {
  /** Rows that may have other texts than in the index. */
  readonly stale: Uint32Array
  /** Those of the stale rows whose texts may not be in the filter. */
  readonly unnoted: Uint32Array
  /** Rows that may have a translation. */
  readonly translated: Uint32Array
}

/** A version that a chunk had. */
interface PastVersion {
  readonly version: ChunkVersion
  /** Rows that changed since have this time or a later one. */
  readonly sinceMs: number
}

interface MadeSegment {
  readonly generations: Generations
  /** The chunks' versions when they were read; null: the chunk changed meanwhile. */
  readonly versions: readonly (ChunkVersion | null)[]
  readonly pages: SegmentPages
}

/**
 * A segment as it was when last asked for. Later changes of its chunks are marked in it, also before it is compared
 * with the index again.
 */
interface SeenSegment {
  readonly index: IndexState | null
  /** The segment as it is in the index; null: it was not there. */
  readonly known: KnownSegment | null
}

const wordsPerChunk = ROWS_PER_CHUNK / 32

const NO_VERSIONS: ReadonlyMap<number, ChunkVersion> = new Map()

export class SearchIndex {
  readonly texts: TextSource
  readonly #store: Store
  #main: MainState | null = null
  /** For each chunk the version that the index has of it, else the last one known. */
  readonly #past = new Map<number, PastVersion>()
  #index: IndexState | null = null
  #maker: Buffer | null = null
  /** The segments by number. Those of an earlier state of the index stay, because making one leaves the others as they are. */
  #seen: (SeenSegment | undefined)[] = []

  constructor(store: Store) {
    this.#store = store
    this.texts = new FirstBlocks(store, () => this.versions)
  }

  /** Reads the state of main and of the index. It must be called before the others, in the same turn of the event loop. */
  look(): void {
    this.#lookAtIndex()
    this.#lookAtMain()
  }

  /** After a write, reads only the versions that may have changed. */
  #lookAtMain(): void {
    const { main: db } = this.#store
    const writes = writesSoFar(db)
    if (this.#main?.writes === writes && this.#main.db === db) return
    const unstamped = readGeneration(db, 'unstamped')
    const before = this.#continues({ db, writes, unstamped }) ? this.#main : null
    const byChunk = before?.byChunk ?? new Map<number, ChunkVersion>()
    let latestMs = before?.latestMs ?? 0
    if (before === null) {
      this.#past.clear()
      this.#seen = []
    }
    for (const [chunk, { timeMs, write }] of latestChanges(db, latestMs)) {
      const [was, version] = [byChunk.get(chunk), { timeMs, write, unstamped }]
      latestMs = Math.max(latestMs, timeMs)
      if (isSameVersion(was, version)) continue
      if (before !== null && was !== undefined) this.#leave(chunk, { version: was, sinceMs: before.lastTimeMs })
      byChunk.set(chunk, version)
      const known = this.#seen[segmentOf(chunk)]?.known
      if (known) known.stale = null
      known?.changed.add(chunk)
    }
    const sources = readGeneration(db, 'sources')
    const lastTimeMs = lastTimeIn(db)
    this.#main = { db, writes, lastTimeMs, unstamped, sources, latestMs, byChunk, lastOrdinal: lastOrdinal(db) }
  }

  #continues({ db, writes, unstamped }: Pick<MainState, 'db' | 'writes' | 'unstamped'>): boolean {
    const before = this.#main
    return before?.db === db && before.writes <= writes && before.unstamped === unstamped
  }

  #leave(chunk: number, last: PastVersion): void {
    const inIndex = this.#segment(segmentOf(chunk))?.header.versions[chunk % CHUNKS_PER_SEGMENT]
    const past = this.#past.get(chunk)
    if (past === undefined || !isSameVersion(inIndex, past.version)) this.#past.set(chunk, last)
  }

  #lookAtIndex(): void {
    const db = this.#derived
    const kept = db === undefined ? '' : stateOfSegments(db)
    if (this.#index?.kept === kept && this.#index.db === db) return
    this.#index = db === undefined ? null : { db, kept }
  }

  /** An object that is another one when lists have changed; null: there is no index. */
  get state(): object | null {
    return this.#index
  }

  get versions(): ReadonlyMap<number, ChunkVersion> {
    return this.#main?.byChunk ?? NO_VERSIONS
  }

  get lastOrdinal(): number {
    return this.#main?.lastOrdinal ?? 0
  }

  /** The segment's chunks that the index has outdated; null: it lacks the whole segment. */
  staleChunks(segment: number): readonly number[] | null {
    const known = this.#segment(segment)
    if (known === null) return null
    known.stale ??= chunksOf(segment).filter((chunk, at) => {
      const version = this.versions.get(chunk)
      return version !== undefined && !isSameVersion(known.header.versions[at], version)
    })
    return known.stale
  }

  /** One bit for each row that may have other texts than in the index; null: the segment is not in it. */
  changedRows(segment: number): Uint32Array | null {
    const known = this.#segment(segment)
    return known && this.#rowsOf(known, segment).stale
  }

  /**
   * The rows of `changedRows` that a search has to read: in a chunk whose notes may hold what is looked for all of them, else those that
   * are not noted. Null: the segment is not in the index.
   */
  staleRows(segment: number, mayHold: (filter: Uint8Array) => boolean): Uint32Array | null {
    const known = this.#segment(segment)
    if (known === null) return null
    const { stale, unnoted } = this.#rowsOf(known, segment)
    if (known.noted.size === 0) return stale
    const rows = stale.slice()
    for (const [chunk, { filter }] of known.noted) {
      const first = wordOf(chunk)
      if (!mayHold(filter)) rows.set(unnoted.subarray(first, first + wordsPerChunk), first)
    }
    return rows
  }

  /** One bit for each row that may have a translation; null: the segment is not in the index. */
  translatedRows(segment: number): Uint32Array | null {
    const known = this.#segment(segment)
    return known && this.#rowsOf(known, segment).translated
  }

  /** The next chunk of a segment with rows to note; null: none. */
  notesOf(segment: number): ChunkNotes | null {
    const known = this.#segment(segment)
    if (known === null) return null
    const { unnoted } = this.#rowsOf(known, segment)
    const word = unnoted.findIndex((bits) => bits !== 0)
    const chunk = segment * CHUNKS_PER_SEGMENT + Math.floor(word / wordsPerChunk)
    const [version, sinceMs] = [this.versions.get(chunk), this.#main?.lastTimeMs]
    if (word < 0 || version === undefined || sinceMs === undefined) return null
    const rows = unnoted.subarray(wordOf(chunk), wordOf(chunk) + wordsPerChunk)
    const filter = known.noted.get(chunk)?.filter ?? new Uint8Array(noteBytes)
    const done = (): void => {
      known.noted.set(chunk, { version, sinceMs, filter })
      rows.fill(0)
    }
    return { chunk, rows: rows.slice(), filter, done }
  }

  #rowsOf(known: KnownSegment, segment: number): StaleRows {
    const { header, changed } = known
    const stale = this.staleChunks(segment) ?? []
    if (known.rows === null) for (const chunk of stale) changed.add(chunk)
    const rows = (known.rows ??= {
      stale: newRowBits(),
      unnoted: newRowBits(),
      translated: header.translated.slice(),
    })
    for (const chunk of stale) {
      if (!changed.has(chunk)) continue
      const [past, noted] = [this.#past.get(chunk), known.noted.get(chunk)]
      const isKnown = isSameVersion(header.versions[chunk % CHUNKS_PER_SEGMENT], past?.version)
      this.#putSince(chunk, isKnown ? past?.sinceMs : undefined, rows.stale)
      this.#putSince(chunk, noted?.sinceMs, rows.unnoted)
      const first = wordOf(chunk)
      const isNoted = isSameVersion(noted?.version, this.versions.get(chunk))
      for (let word = first; word < first + wordsPerChunk; word++) {
        const bits = rows.stale[word] as number
        rows.unnoted[word] = isNoted ? 0 : (rows.unnoted[word] as number) & bits
        rows.translated[word] = (rows.translated[word] as number) | bits
      }
    }
    changed.clear()
    return rows
  }

  /** Marks the rows of a chunk that changed at or after a time; undefined: all of them. */
  #putSince(chunk: number, sinceMs: number | undefined, rows: Uint32Array): void {
    const first = wordOf(chunk)
    rows.fill(0xffff_ffff, first, first + wordsPerChunk)
    if (sinceMs === undefined) return
    for (const place of placesBefore(this.#store.main, chunk, sinceMs)) {
      const word = first + (place >>> 5)
      rows[word] = (rows[word] as number) & ~(1 << (place & 31))
    }
  }

  /** Chunks in which the index may lack sources: writes of translations leave those as they are. Null: all of the segment. */
  staleSources(segment: number): readonly number[] | null {
    const header = this.#segment(segment)?.header
    const isOfNow = header?.sources === this.#main?.sources && header?.versions[0]?.unstamped === this.#main?.unstamped
    return isOfNow ? [] : this.staleChunks(segment)
  }

  /** For each row of a segment the length class (segment.ts) of its skeleton; null: the segment is not in the index. */
  lengthsOf(segment: number): Uint8Array | null {
    return this.#segment(segment)?.header.lengths ?? null
  }

  /** False: no row of the segment has an entry with each of these hashes. True may be wrong. */
  mayHaveAll(segment: number, hashes: readonly number[]): boolean {
    const filter = this.#segment(segment)?.header.filter
    return filter === undefined || mayHaveAll(filter, hashes)
  }

  /** Calls back with a gram's list in each field, good until the next read. */
  eachList(segment: number, gram: number, visit: (field: number, list: StoredList) => void): void {
    const header = this.#segment(segment)?.header
    if (header === undefined) return
    const { firstEntries, firstPlaces } = header
    const { first, last } = entriesOf(gram)
    let number = Math.max(0, pageOf(firstEntries, first))
    const nextPage = (): Uint8Array | undefined =>
      this.#index === null ? undefined : readPage(this.#index.db, segment, number++)
    const [entry, at] = [firstEntries[number], firstPlaces[number]]
    if (entry === undefined || at === undefined || entry > last) return
    const page = nextPage()
    if (page !== undefined) eachListOf({ page, at, entry }, nextPage, gram, visit)
  }

  async keep(segment: number, { generations, versions, pages: made }: MadeSegment, when: Storing): Promise<boolean> {
    try {
      await putSegment(this.#store.derived, when, segment, headerBytes(generations, versions, made), made.pages)
      return true
    } catch {
      return false
    }
  }

  /** Makes this process the only maker of the index; an earlier maker then ends. */
  takeOver(): void {
    try {
      this.#maker = putMaker(this.#store.derived)
    } catch {
      // If the maker can't be stored, neither can segments, so nothing is made twice.
    }
  }

  get isTakenOver(): boolean {
    const derived = this.#derived
    return this.#maker !== null && derived !== undefined && !isMaker(derived, this.#maker)
  }

  #segment(segment: number): KnownSegment | null {
    const seen = this.#seen[segment]
    if (seen?.index === this.#index) return seen.known
    const known = this.#readSegment(segment, seen?.known)
    this.#seen[segment] = { index: this.#index, known }
    return known
  }

  #readSegment(segment: number, before: KnownSegment | null | undefined): KnownSegment | null {
    const stored = this.#index === null ? undefined : readSegment(this.#index.db, segment)
    if (stored === undefined) return null
    if (before?.stored.equals(stored)) return before
    const copy = Buffer.from(stored)
    return { stored: copy, header: headerOf(copy), stale: null, rows: null, changed: new Set(), noted: new Map() }
  }

  get #derived(): Store['derived'] | undefined {
    try {
      return this.#store.derived
    } catch {
      return undefined
    }
  }
}

/** Where the bits of a chunk begin among those of its segment's rows, in words of 32. */
const wordOf = (chunk: number): number => (chunk % CHUNKS_PER_SEGMENT) * wordsPerChunk

const segmentOf = (chunk: number): number => Math.floor(chunk / CHUNKS_PER_SEGMENT)

export const chunksOf = (segment: number): number[] =>
  Array.from({ length: CHUNKS_PER_SEGMENT }, (_, at) => segment * CHUNKS_PER_SEGMENT + at)
