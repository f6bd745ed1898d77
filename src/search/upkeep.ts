// Renews the search index in slices, each followed by a rest in proportion: constant writes cost at most an eightieth of one core, and
// nothing in a store's first minute. Until then changed rows are noted (builder.ts), or read by searches.
import { skeletonOf } from '../domain/text/skeleton.ts'
import { ChangeNoter, FoldedUnits, SegmentBuilder } from './builder.ts'
import { eachText, newBlockRows, storedTexts, TEXT_FIELDS } from '../store/indexes.ts'
import { SKELETON_FIELD } from './pages.ts'
import { chunksOf, type Searched, type SearchIndex } from './search-index.ts'
import { BLOCKS_PER_SEGMENT, ROWS_PER_SEGMENT } from './segment.ts'
import { readGeneration } from '../store/people.ts'
import { blockOf, type ChunkVersion, isSameVersion } from '../store/rows.ts'
import { freshen, writesSoFar } from '../store/view.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../base/time.ts'
import type { Log } from '../base/log.ts'
import { type Run, runAlone, runInSlices } from '../base/slices.ts'

const EVERY_ROW = newBlockRows().fill(0xffff_ffff)

interface Served extends Searched {
  readonly clock: Clock
  readonly log: Log
}

interface Maker {
  readonly builder: SegmentBuilder
  readonly units: FoldedUnits
}

export class SearchIndexer {
  readonly #store: Store
  readonly #index: SearchIndex
  readonly #run: Run

  constructor({ store, searchIndex }: Searched, run: Run = runInSlices) {
    this.#store = store
    this.#index = searchIndex
    this.#run = run
  }

  /** Makes missing and outdated segments. False: it was signalled, a segment could not be stored, or another maker took over. */
  async renew(signal: AbortSignal): Promise<boolean> {
    freshen(this.#store)
    this.#index.look()
    // The maker takes ten megabytes, so it is made only when a segment needs it.
    let maker: Maker | null = null
    for (const segment of this.#segments()) {
      this.#index.look()
      if (this.#isKept(segment)) continue
      if (this.#index.isTakenOver) return false
      maker ??= { builder: new SegmentBuilder(), units: new FoldedUnits() }
      if (!(await this.#make(segment, maker, signal))) return false
    }
    return true
  }

  countToMake(): number {
    freshen(this.#store)
    this.#index.look()
    return this.#segments().filter((segment) => !this.#isKept(segment)).length
  }

  #segments(): number[] {
    return Array.from({ length: Math.floor(this.#index.lastOrdinal / ROWS_PER_SEGMENT) + 1 }, (_, segment) => segment)
  }

  #isKept(segment: number): boolean {
    return this.#index.staleChunks(segment)?.length === 0
  }

  async #make(segment: number, { builder, units }: Maker, signal: AbortSignal): Promise<boolean> {
    const { main } = this.#store
    const versions = (): (ChunkVersion | undefined)[] => {
      this.#index.look()
      return chunksOf(segment).map((chunk) => this.#index.versions.get(chunk))
    }
    const before = versions()
    const generations = { unstamped: readGeneration(main, 'unstamped'), sources: readGeneration(main, 'sources') }
    const first = segment * BLOCKS_PER_SEGMENT
    const blocks = Math.min(BLOCKS_PER_SEGMENT, blockOf(this.#index.lastOrdinal) + 1 - first)
    builder.begin()
    let block = 0
    const read = (): boolean => {
      for (const [field, name] of TEXT_FIELDS.entries()) {
        builder.beginBlock(block, field)
        eachText[name](storedTexts(this.#store.main), first + block, EVERY_ROW, (place, bytes, start, end) => {
          units.takeUtf8(bytes, start, end)
          builder.add(place, units)
        })
      }
      builder.beginBlock(block, SKELETON_FIELD)
      eachText.source(storedTexts(this.#store.main), first + block, EVERY_ROW, (place, bytes, start, end) =>
        builder.addSkeleton(place, skeletonOf(bytes.toString('utf8', start, end))),
      )
      return ++block < blocks
    }
    if (!(await this.#run(read, signal))) return false
    // A chunk with the same version before and after was read in that version.
    const after = versions()
    const stood = before.map((version, at) => {
      const now = after[at]
      return version !== undefined && now !== undefined && isSameVersion(version, now) ? version : null
    })
    const making = builder.pages()
    let made = making.next()
    if (!(await this.#run(() => !(made = making.next()).done, signal)) || !made.done) return false
    const when = this.#run === runAlone ? 'at once' : 'in turn'
    return await this.#index.keep(segment, { generations, versions: stood, pages: made.value }, when)
  }
}

interface Pace {
  readonly restMsMin: number
  readonly restPerWork: number
  /** The longest wait for a pause in the writing: a segment that is made during writes is soon outdated. */
  readonly waitMsMax: number
}

const SERVER_PACE: Pace = { restMsMin: 2_000, restPerWork: 79, waitMsMax: 60_000 }

const noteRestMs = 500

/** Keeps the index current in a server until the signal; does not keep the process alive. */
export function keepSearchIndex(app: Served, signal: AbortSignal, pace = SERVER_PACE, run?: Run): void {
  const { restMsMin, restPerWork, waitMsMax } = pace
  const [indexer, noter] = [new SearchIndexer(app, run), new ChangeNoter(app, run)]
  const { store, clock } = app
  let [writes, waitedMs] = [writesSoFar(store.main), 0]
  const isWrittenTo = (): boolean => {
    freshen(store)
    const before = writes
    writes = writesSoFar(store.main)
    return writes !== before
  }
  const renew = async (): Promise<void> => {
    waitedMs = isWrittenTo() && waitedMs < waitMsMax ? waitedMs + restMsMin : 0
    // A segment that could not be stored, as on a full disk, is tried again.
    if (waitedMs === 0) await indexer.renew(signal)
  }
  const repeat = (work: () => Promise<void>, restLeastMs: number, restsPerWork: number): void => {
    const again = async (): Promise<void> => {
      const startedMs = clock.monotonicMs()
      try {
        await work()
      } catch (error) {
        app.log.warn('the search index could not be renewed', { err: error })
      }
      rest(Math.max(restLeastMs, restsPerWork * (clock.monotonicMs() - startedMs)))
    }
    const rest = (ms: number): void => {
      if (!signal.aborted) setTimeout(() => void again(), ms).unref()
    }
    rest(restLeastMs)
  }
  repeat(renew, restMsMin, restPerWork)
  repeat(() => noter.note(signal), noteRestMs, 1)
}
