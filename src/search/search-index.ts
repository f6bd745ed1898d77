// The search index of a store, segment by segment (segment.ts). What it says of a chunk counts only for the version that it was
// made from, and searches look for themselves at the others; so it needs no state of the whole as other derived indexes do, a
// search need not wait for it, and whoever makes it may stop at any time. What can't be opened, read or written is as if it
// were empty.
//
// The headers of all segments stay in memory for as long as nothing of the index changes, and which chunks are stale for as long as
// nothing in main does: `look` finds out with two reads, and what is asked in the same breath costs none.
import { readGeneration } from '../store/records/settings.ts'
import { type ChunkVersion, isSameVersion, latestChanges, writesSoFar } from '../store/rows/changes.ts'
import { lastOrdinal } from '../store/rows/scan.ts'
import type { Store } from '../store/store.ts'
import { FirstBlocks } from './first-blocks.ts'
import { eachListOf, entriesOf, type StoredList } from './pages.ts'
import {
  CHUNKS_PER_SEGMENT,
  headerBytes,
  headerOf,
  mayHaveAll,
  pageOf,
  type SegmentHeader,
  type SegmentPages,
} from './segment.ts'
import {
  isMaker,
  putMaker,
  putSegment,
  readPage,
  readSegment,
  stateOfSegments,
} from '../store/derived/search-tables.ts'
import type { Storing } from '../store/derived/storing.ts'
import type { TextSource } from '../store/rows/block-texts.ts'

/** What is searched: a store and its index. */
export interface Searched {
  readonly store: Store
  readonly searchIndex: SearchIndex
}

interface MainState {
  readonly writes: number
  readonly unstamped: number
  readonly latestMs: number
  readonly byChunk: Map<number, ChunkVersion>
  readonly lastOrdinal: number
}

interface IndexState {
  readonly db: Store['derived']
  /** Names it; '' before anything was kept. */
  readonly kept: string
}

interface KnownSegment {
  readonly stored: Buffer
  readonly header: SegmentHeader
  /** Chunks of the store of which the index says nothing; null: not looked up yet. */
  stale: readonly number[] | null
}

/** A segment to be kept. */
interface MadeSegment {
  readonly unstamped: number
  /** Of its chunks; null where one changed while it was read. */
  readonly versions: readonly (ChunkVersion | null)[]
  readonly pages: SegmentPages
}

/** By number; null: there is none, undefined: not looked up yet. */
type KnownSegments = (KnownSegment | null | undefined)[]

const NO_VERSIONS: ReadonlyMap<number, ChunkVersion> = new Map()

export class SearchIndex {
  /** The texts that the index is about. */
  readonly texts: TextSource
  readonly #store: Store
  #main: MainState | null = null
  #index: IndexState | null = null
  #maker: Buffer | null = null
  #known: KnownSegments = []
  /** Those of the state before, which mostly are the same. */
  #knownBefore: KnownSegments = []

  constructor(store: Store) {
    this.#store = store
    this.texts = new FirstBlocks(store, () => this.versions)
  }

  /** Looks how main and the index are now. To be called first by whoever asks something, in the same breath. */
  look(): void {
    this.#lookAtMain()
    this.#lookAtIndex()
  }

  /** After a write only those versions are read that may have changed. */
  #lookAtMain(): void {
    const { main } = this.#store
    const writes = writesSoFar(main)
    if (this.#main?.writes === writes) return
    const unstamped = readGeneration(main, 'unstamped')
    const before = this.#main?.unstamped === unstamped ? this.#main : null
    const byChunk = before?.byChunk ?? new Map<number, ChunkVersion>()
    let latestMs = before?.latestMs ?? 0
    if (before === null) for (const known of this.#known) if (known) known.stale = null
    for (const [chunk, { timeMs, write }] of latestChanges(main, latestMs)) {
      const version = { timeMs, write, unstamped }
      latestMs = Math.max(latestMs, timeMs)
      if (before !== null && isSameVersion(byChunk.get(chunk), version)) continue
      byChunk.set(chunk, version)
      const known = this.#known[segmentOf(chunk)]
      if (known) known.stale = null
    }
    this.#main = { writes, unstamped, latestMs, byChunk, lastOrdinal: lastOrdinal(main) }
  }

  #lookAtIndex(): void {
    const db = this.#derived
    const kept = db === undefined ? '' : stateOfSegments(db)
    if (this.#index?.kept === kept && this.#index.db === db) return
    this.#knownBefore = this.#known
    this.#known = []
    this.#index = db === undefined ? null : { db, kept }
  }

  /** The versions of all chunks. */
  get versions(): ReadonlyMap<number, ChunkVersion> {
    return this.#main?.byChunk ?? NO_VERSIONS
  }

  /** Of the store. */
  get lastOrdinal(): number {
    return this.#main?.lastOrdinal ?? 0
  }

  /** Chunks of a segment of which the index doesn't tell as main is now; null: it knows nothing of the segment. */
  staleChunks(segment: number): readonly number[] | null {
    const known = this.#segment(segment)
    if (known === null) return null
    known.stale ??= chunksOf(segment).filter((chunk, at) => {
      const version = this.versions.get(chunk)
      return version !== undefined && !isSameVersion(known.header.versions[at], version)
    })
    return known.stale
  }

  /** False: no row of the segment has an entry with each of these hashes, as far as the index tells. */
  mayHaveAll(segment: number, hashes: readonly number[]): boolean {
    const filter = this.#segment(segment)?.header.filter
    return filter === undefined || mayHaveAll(filter, hashes)
  }

  /** The rows of a segment with a translation, a bit each, but for those of stale chunks; null: any. */
  translatedRows(segment: number): Uint32Array | null {
    return this.#segment(segment)?.header.translated ?? null
  }

  /** Calls back with the list of a gram in each field that has one; what is in it is good until the next read. */
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

  /** Keeps a segment. False: it could not be kept. */
  async keep(segment: number, { unstamped, versions, pages: made }: MadeSegment, when: Storing): Promise<boolean> {
    try {
      await putSegment(this.#store.derived, when, segment, headerBytes(unstamped, versions, made), made.pages)
      return true
    } catch {
      return false
    }
  }

  /** Makes this process the one command that makes the index: one that began before ends. */
  takeOver(): void {
    try {
      this.#maker = putMaker(this.#store.derived)
    } catch {
      // Then no segment can be kept either.
    }
  }

  /** Whether another process took over since this one did. */
  get isTakenOver(): boolean {
    const derived = this.#derived
    return this.#maker !== null && derived !== undefined && !isMaker(derived, this.#maker)
  }

  #segment(segment: number): KnownSegment | null {
    const known = this.#known[segment]
    return known === undefined ? (this.#known[segment] = this.#readSegment(segment)) : known
  }

  #readSegment(segment: number): KnownSegment | null {
    const stored = this.#index === null ? undefined : readSegment(this.#index.db, segment)
    if (stored === undefined) return null
    const before = this.#knownBefore[segment]
    if (before?.stored.equals(stored)) return { ...before, stale: null }
    const copy = Buffer.from(stored)
    return { stored: copy, header: headerOf(copy), stale: null }
  }

  /** Undefined when it can't be opened. */
  get #derived(): Store['derived'] | undefined {
    try {
      return this.#store.derived
    } catch {
      return undefined
    }
  }
}

const segmentOf = (chunk: number): number => Math.floor(chunk / CHUNKS_PER_SEGMENT)

export const chunksOf = (segment: number): number[] =>
  Array.from({ length: CHUNKS_PER_SEGMENT }, (_, at) => segment * CHUNKS_PER_SEGMENT + at)
