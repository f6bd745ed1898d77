// Finds rows to give out as a claim: the next open rows in file order, in whole families, passing rows that others hold. A
// search tries a limited number of rows; the next one continues where it ended, or before the first row that it left (the
// `Hand`), so rows that cannot be given out are passed once and not by every claim.
import { present } from '../../base/assert.ts'
import type { Claimant, RowAtWork } from '../../domain/claim.ts'
import { claimFamilyLooksMax, claimLooksMax, claimWindowRows } from '../../domain/limits.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { skeletonOf } from '../../domain/text/skeleton.ts'
import { countOfSkeleton, rowsOfSkeleton } from '../../search/like-candidates.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { createRowReader, readHeads, readRow, ROWS_PER_CHUNK } from '../../store/rows.ts'
import type { Hand } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import { pendingOfRow } from '../rows/read-proposal.ts'
import type { Claimable } from './claimable.ts'

interface OpenRow {
  readonly ordinal: number
  readonly skeleton: string
  readonly at: RowAtWork
}

/**
 * Chooses the open rows of a claim, family by family (rows with one skeleton, docs/memory.md#likeness), also rows of a family that stand
 * further on. Families with the most rows in the game come first, equal ones in the order of the rows. Hot: inside the transaction of a
 * claim.
 */
class Families {
  readonly #index: SearchIndex
  readonly #count: number
  readonly #openAt: (ordinal: number) => OpenRow | null
  readonly #taken = new Map<number, RowAtWork>()
  #looks = 0

  /** Takes at most `count` rows. `openAt` reads a row that the index names, and answers null if it is not open. */
  constructor(index: SearchIndex, count: number, openAt: (ordinal: number) => OpenRow | null) {
    index.look()
    this.#index = index
    this.#count = count
    this.#openAt = openAt
  }

  /** The rows taken, in the order of taking, so that each family stands together. */
  get rows(): readonly RowAtWork[] {
    return [...this.#taken.values()]
  }

  get isFull(): boolean {
    return this.#taken.size === this.#count
  }

  has(ordinal: number): boolean {
    return this.#taken.has(ordinal)
  }

  /** Takes these open rows of a family, then those of its rows behind the ordinal `behind` that the index names. */
  take(skeleton: string, rows: readonly OpenRow[], behind: number | null): void {
    for (const { ordinal, at } of rows.slice(0, this.#count - this.#taken.size)) this.#taken.set(ordinal, at)
    if (behind === null || this.isFull) return
    for (const ordinal of rowsOfSkeleton(this.#index, skeleton, behind + 1)) {
      if (this.isFull || this.#looks++ >= claimFamilyLooksMax) return
      const open = this.#openAt(ordinal)
      if (open?.skeleton === skeleton) this.#taken.set(ordinal, open.at)
    }
  }

  /** Takes families of open rows, the largest first. The rows ascend from where the search began; `hasMore`: more rows follow them. */
  takeFrom(open: readonly OpenRow[], hasMore: boolean): void {
    const last = open.at(-1)?.ordinal ?? 0
    const families = [...Map.groupBy(open, ({ skeleton }) => skeleton)].map(([skeleton, rows]) => {
      return { skeleton, rows, size: Math.max(rows.length, countOfSkeleton(this.#index, skeleton)) }
    })
    families.sort((a, b) => b.size - a.size)
    for (const { skeleton, rows, size } of families) {
      if (this.isFull) return
      this.take(skeleton, rows, hasMore && size > rows.length ? last : null)
    }
  }
}

export function rowAtWork(
  app: App,
  ordinal: number,
  row = readRow(app.store.main, app.store.files, ordinal),
): RowAtWork | null {
  if (row === null) return null
  // Most rows have no pending proposal, and are not looked up.
  const pending = pendingOfRow(app, row)
  return { row, heads: readHeads(app.store.main, ordinal), pendingBy: pending.map(({ authorId }) => authorId) }
}

const skeletonsKeptMax = 10_000
/** Skeletons by source hash. They are kept, because claims look at the same rows again and copies share a source. */
const skeletons = new Map<string, string>()

function skeletonOfRow(row: Row): string {
  const known = skeletons.get(row.sourceHash)
  if (known !== undefined) return known
  if (skeletons.size >= skeletonsKeptMax) skeletons.clear()
  const skeleton = skeletonOf(sourceTextOf(row))
  skeletons.set(row.sourceHash, skeleton)
  return skeleton
}

interface Look {
  readonly claimant: Claimant
  readonly work: Claimable
  readonly isClaimed: (ordinal: number) => boolean
  readonly count: number
  readonly from: Hand
}

export interface Looked {
  /** The rows found, each family together, the largest first. */
  readonly rows: readonly RowAtWork[]
  readonly hasMore: boolean
  /** All rows of this kind of work were tried, in this search or in those since the last row was found. */
  readonly cameRound: boolean
  readonly hand: Hand
}

/** Begins with the family that the last search left, goes on behind the row where that ended, and passes each row at most once. */
export function findOpenRows(app: App, { claimant, work, isClaimed, count, from }: Look): Looked {
  const { main, files } = app.store
  const openAt = (ordinal: number, row = readRow(main, files, ordinal)): OpenRow | null => {
    const at = rowAtWork(app, ordinal, row)
    return at !== null && work.isOpen(claimant, at) ? { ordinal, at, skeleton: skeletonOfRow(at.row) } : null
  }
  const families = new Families(app.searchIndex, count, (ordinal) =>
    !isClaimed(ordinal) && work.has(ordinal) ? openAt(ordinal) : null,
  )
  const unfinished = from.family === undefined ? null : readRow(main, files, from.family)
  if (unfinished !== null) families.take(skeletonOfRow(unfinished), [], unfinished.ordinal)
  const readNext = createRowReader(main, files)
  const open: (OpenRow & { readonly before: number })[] = []
  let looks = 0
  let { after } = from
  let cameRound = !families.isFull
  for (const ordinal of families.isFull ? [] : roundFrom(work, from)) {
    if (isClaimed(ordinal) || families.has(ordinal)) continue
    cameRound = looks < claimLooksMax && open.length < count + claimWindowRows
    if (!cameRound) break
    const row = openAt(ordinal, readNext(ordinal))
    if (row === null) looks++
    else open.push({ ...row, before: after })
    after = ordinal
  }
  families.takeFrom(open, !cameRound)
  const { rows } = families
  const left = open.find(({ ordinal }) => !families.has(ordinal))
  const end = left?.before ?? after
  if (cameRound && left === undefined) return { rows, hasMore: false, cameRound, hand: { after: 0, since: 0 } }
  const hand = { after: end, since: rows.length > 0 ? end : from.since }
  return {
    rows,
    hasMore: left !== undefined,
    cameRound: false,
    hand: { ...hand, ...(families.isFull && { family: present(rows.at(-1), 'a row').row.ordinal }) },
  }
}

const rowsPerPage = ROWS_PER_CHUNK

/** The ordinals behind the place where the last search ended, then those from the beginning to where the round began. */
function* roundFrom(work: Claimable, { after, since }: Hand): Generator<number> {
  if (after >= since) yield* ordinalsBetween(work, after, Number.POSITIVE_INFINITY)
  yield* ordinalsBetween(work, after >= since ? 0 : after, since)
}

function* ordinalsBetween(work: Claimable, first: number, last: number): Generator<number> {
  for (let after = first; ; ) {
    const page = work.after(after, rowsPerPage)
    for (const ordinal of page) {
      if (ordinal > last) return
      yield ordinal
    }
    if (page.length < rowsPerPage) return
    after = page.at(-1) as number
  }
}
