// What an import will do to each changed row, by ascending ordinal, in eight bytes a row so that a whole game fits into
// memory.
import type { SourceChange } from '../../domain/decide-source.ts'
import type { HeadCounts } from '../../domain/reports/import-report.ts'

export type PlannedChange = Exclude<SourceChange, 'same'>

export interface PlannedRow {
  readonly change: PlannedChange
  /** Cells before and afterwards. */
  readonly from: number | null
  readonly to: number | null
  /** Bits of `FACTS`, and the numbers that `countsIn` reads. */
  readonly facts: number
}

export const FACTS = {
  hasTranslation: 1,
  isCosmetic: 2,
  mainChanged: 4,
  mainCarried: 8,
  mainReference: 16,
  diffChanged: 32,
  diffCarried: 64,
  diffReference: 128,
} as const
const [staleShift, invalidShift, changeShift] = [8, 10, 12]
/** How many heads of a row became stale or invalid: two at most. */
export const countsIn = (facts: number): { stale: number; invalid: number } => ({
  stale: (facts >> staleShift) & 3,
  invalid: (facts >> invalidShift) & 3,
})
export const factsOfCounts = (stale: number, invalid: number): number =>
  (stale << staleShift) | (invalid << invalidShift)

const CHANGES = ['moved', 'changed', 'added', 'back', 'retired'] as const satisfies readonly PlannedChange[]
const noCell = 0xff
const rowsPerPiece = 1 << 15

interface PlanPiece {
  readonly ordinals: Uint32Array
  readonly cells: Uint16Array
  readonly facts: Uint16Array
}

const cellOr = (cell: number): number | null => (cell === noCell ? null : cell)

export class RowPlan {
  count = 0
  readonly #pieces: PlanPiece[] = []
  readonly #heads = { changedWithTranslation: 0, changedCosmeticOnly: 0, headsNowStale: 0, headsNowInvalid: 0 }
  readonly #carried = {
    main: { changed: 0, carried: 0, reference: 0 },
    diff: { changed: 0, carried: 0, reference: 0 },
  }

  add(ordinal: number, row: PlannedRow): void {
    const index = this.count++
    if (index % rowsPerPiece === 0) {
      this.#pieces.push({
        ordinals: new Uint32Array(rowsPerPiece),
        cells: new Uint16Array(rowsPerPiece),
        facts: new Uint16Array(rowsPerPiece),
      })
    }
    const { ordinals } = this.#pieceOf(index)
    ordinals[index % rowsPerPiece] = ordinal
    this.#put(index, row)
  }

  set(index: number, row: PlannedRow): void {
    this.#tally(this.at(index), -1)
    this.#put(index, row)
  }

  #put(index: number, row: PlannedRow): void {
    const { change, from, to, facts } = row
    const piece = this.#pieceOf(index)
    piece.cells[index % rowsPerPiece] = ((from ?? noCell) << 8) | (to ?? noCell)
    piece.facts[index % rowsPerPiece] = facts | (CHANGES.indexOf(change) << changeShift)
    this.#tally(row, 1)
  }

  ordinalAt(index: number): number {
    return this.#pieceOf(index).ordinals[index % rowsPerPiece] as number
  }

  at(index: number): PlannedRow {
    const { cells, facts } = this.#pieceOf(index)
    const [both, all] = [cells[index % rowsPerPiece] as number, facts[index % rowsPerPiece] as number]
    const change = CHANGES[all >> changeShift] as PlannedChange
    return { change, from: cellOr(both >> 8), to: cellOr(both & 0xff), facts: all & ((1 << changeShift) - 1) }
  }

  #pieceOf(index: number): PlanPiece {
    return this.#pieces[Math.floor(index / rowsPerPiece)] as PlanPiece
  }

  #tally({ change, facts }: PlannedRow, by: 1 | -1): void {
    // As of each row of a first import.
    if (facts === 0) return
    const heads = this.#heads
    const one = (bit: number): number => ((facts & bit) === 0 ? 0 : by)
    if (change === 'changed') {
      heads.changedWithTranslation += one(FACTS.hasTranslation)
      heads.changedCosmeticOnly += one(FACTS.isCosmetic)
    }
    const { stale, invalid } = countsIn(facts)
    heads.headsNowStale += by * stale
    heads.headsNowInvalid += by * invalid
    for (const slot of ['main', 'diff'] as const) {
      const counts = this.#carried[slot]
      counts.changed += one(FACTS[`${slot}Changed`])
      counts.carried += one(FACTS[`${slot}Carried`])
      counts.reference += one(FACTS[`${slot}Reference`])
    }
  }

  /** Counted while rows are planned, because the last transaction asks for it. */
  sum(): { readonly heads: HeadCounts; readonly carried: Carried } {
    return { heads: this.#heads, carried: this.#carried }
  }
}

/** For each file: its changed texts, and how many equal this store's export or the row's reference. */
export type Carried = Readonly<Record<'main' | 'diff', { changed: number; carried: number; reference: number }>>
