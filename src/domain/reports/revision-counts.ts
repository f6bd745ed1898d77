// Counts revisions and heads by layer, origin, provider and model, for `windrow stats`. Reviewers' marks and reverts
// count too, but not in tally.ts, which counts work.
import { isWithdrawal, type Revision } from '../row.ts'
import { type Layer, LAYERS, type Origin } from '../vocabulary.ts'

export interface RevisionCount {
  readonly layer: Layer
  readonly origin: Origin
  readonly provider: string | null
  readonly model: string | null
  revisions: number
  /** Rows whose current text is one of these revisions. */
  heads: number
}

export type RevisionCounts = Map<string, RevisionCount>

/** The revisions of each layer are oldest first. */
export function countRevisions(counts: RevisionCounts, row: Readonly<Record<Layer, readonly Revision[]>>): void {
  for (const layer of LAYERS) {
    const head = row[layer].at(-1)
    for (const revision of row[layer]) {
      if (isWithdrawal(revision)) continue
      const { origin, provider, model } = revision
      const name = JSON.stringify([layer, origin, provider, model])
      let count = counts.get(name)
      if (count === undefined) counts.set(name, (count = { layer, origin, provider, model, revisions: 0, heads: 0 }))
      count.revisions++
      if (revision === head) count.heads++
    }
  }
}

export const headsOf = (counts: RevisionCounts, layer: Layer): number =>
  [...counts.values()].reduce((sum, count) => sum + (count.layer === layer ? count.heads : 0), 0)
