// Chooses the open rows of a claim: a family (rows with one skeleton, docs/decisions.md#likeness) as a whole, with its
// rows further on, the families with most rows in the game first. Families of one size keep the order of the rows. Hot:
// inside the transaction of a claim.
import type { RowAtWork } from '../../domain/claim.ts'
import { claimFamilyLooksMax } from '../../domain/limits.ts'
import { countOfSkeleton, rowsOfSkeleton } from '../../search/same-skeleton.ts'
import type { SearchIndex } from '../../search/search-index.ts'

export interface OpenRow {
  readonly ordinal: number
  readonly skeleton: string
  readonly at: RowAtWork
}

export class Families {
  readonly #index: SearchIndex
  readonly #count: number
  readonly #openAt: (ordinal: number) => OpenRow | null
  readonly #taken = new Map<number, RowAtWork>()
  #looks = 0

  /** Takes at most `count` rows. `openAt` reads a row that the index names; null: it is not open. */
  constructor(index: SearchIndex, count: number, openAt: (ordinal: number) => OpenRow | null) {
    index.look()
    this.#index = index
    this.#count = count
    this.#openAt = openAt
  }

  /** Each family together, in the order of taking. */
  get rows(): readonly RowAtWork[] {
    return [...this.#taken.values()]
  }

  get isFull(): boolean {
    return this.#taken.size === this.#count
  }

  has(ordinal: number): boolean {
    return this.#taken.has(ordinal)
  }

  /** Takes these open rows of a family; then those behind a row, as far as the index names them. */
  take(skeleton: string, rows: readonly OpenRow[], behind: number | null): void {
    for (const { ordinal, at } of rows.slice(0, this.#count - this.#taken.size)) this.#taken.set(ordinal, at)
    if (behind === null || this.isFull) return
    for (const ordinal of rowsOfSkeleton(this.#index, skeleton, behind + 1)) {
      if (this.isFull || this.#looks++ >= claimFamilyLooksMax) return
      const open = this.#openAt(ordinal)
      if (open?.skeleton === skeleton) this.#taken.set(ordinal, open.at)
    }
  }

  /** Takes the largest families of open rows, which must ascend from where the search began. `hasMore`: others are behind them. */
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
