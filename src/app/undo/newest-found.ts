// Collects the revisions of a search, as columns of numbers: a million take 32 MB. With a limit only the newest are
// kept; they are sorted whenever their number has doubled.
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'

interface FoundRevision {
  readonly ordinal: number
  readonly layer: Layer
  readonly seq: number
}

/** Revisions are ordered newest first; at equal times the later row, layer and revision first. */
const COLUMNS = ['timeMs', 'ordinal', 'layer', 'seq'] as const
type Columns = Readonly<Record<(typeof COLUMNS)[number], number[]>>

export class NewestFound {
  readonly #limit: number
  #columns: Columns = { timeMs: [], ordinal: [], layer: [], seq: [] }
  #count = 0

  constructor(limit: number | null) {
    this.#limit = limit ?? Number.POSITIVE_INFINITY
  }

  get count(): number {
    return this.#count
  }

  add({ ordinal, layer, seq }: FoundRevision, timeMs: number): void {
    this.#columns.timeMs.push(timeMs)
    this.#columns.ordinal.push(ordinal)
    this.#columns.layer.push(LAYERS.indexOf(layer))
    this.#columns.seq.push(seq)
    this.#count++
  }

  /** Revisions until `timeMs`, and at that time in rows before `ordinal`, are too old to be kept. */
  isFull(timeMs: number, ordinal: number): boolean {
    if (this.#columns.seq.length < 2 * this.#limit) return false
    const kept = Array.from(this.#order())
    const keptOf = (column: readonly number[]): number[] => kept.map((place) => column[place] as number)
    const { timeMs: times, ordinal: ordinals, layer, seq } = this.#columns
    this.#columns = { timeMs: keptOf(times), ordinal: keptOf(ordinals), layer: keptOf(layer), seq: keptOf(seq) }
    const [lastMs, lastOrdinal] = [this.#columns.timeMs.at(-1) ?? 0, this.#columns.ordinal.at(-1) ?? 0]
    return lastMs > timeMs || (lastMs === timeMs && lastOrdinal >= ordinal)
  }

  *inOrder(): Generator<FoundRevision> {
    const { ordinal, layer, seq } = this.#columns
    for (const place of this.#order()) {
      const layerName = LAYERS[layer[place] as number] as Layer
      yield { ordinal: ordinal[place] as number, layer: layerName, seq: seq[place] as number }
    }
  }

  #order(): Uint32Array {
    const columns = COLUMNS.map((name) => this.#columns[name])
    const places = Uint32Array.from(this.#columns.seq.keys()).sort((a, b) => {
      for (const column of columns) {
        const difference = (column[b] as number) - (column[a] as number)
        if (difference !== 0) return difference
      }
      return 0
    })
    return places.subarray(0, Math.min(this.#limit, places.length))
  }
}
