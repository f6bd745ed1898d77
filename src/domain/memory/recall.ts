// Chooses the text that memory puts into the rows with one source (docs/decisions.md#memory). A row gives the text that
// it has in the game: approved manual texts come first, then approved, reviewed and other machine texts; of equals the
// most frequent, then the newest.
import { gameLayerOf, type Head, type Heads, isStale, shownStatus } from '../row.ts'
import { equalFolded } from '../text/normalize.ts'
import type { Layer } from '../vocabulary.ts'
import { type Donor, donorOf } from '../donor.ts'
import { RANKS } from './ranks.ts'

/** A row with the source, by which its place in the game is known. */
export interface Witness {
  readonly rowId: string
  readonly heads: Heads
}

export interface Remembered {
  readonly text: string
  readonly donor: Donor
  /** The current text's row and revision: the donor, or a draft that memory made of the donor. */
  readonly stood: Donor
  /** The hash of the text's own source: for a twin, another one than the row's. */
  readonly sourceHash: string
  /** The donor's writer named the source. */
  readonly isVerified: boolean
}

export type Recall =
  | { readonly kind: 'text'; readonly remembered: Remembered }
  | { readonly kind: 'divided'; readonly texts: readonly string[] }
  | { readonly kind: 'nothing' }

const NOTHING: Recall = { kind: 'nothing' }

interface Candidate extends Omit<Remembered, 'sourceHash'> {
  readonly rank: number
  votes: number
  createdAtMs: number
}

interface Source {
  readonly text: string
  readonly hash: string
}

export function recall(source: Source, witnesses: Iterable<Witness>): Recall {
  const heard = new Witnesses(source)
  for (const witness of witnesses) heard.add(witness)
  return heard.decide()
}

/** The rows with one source, given one after the other: a decision costs as much as they have different texts. */
export class Witnesses {
  readonly #source: Source
  readonly #candidates = new Map<string, Candidate>()
  readonly #approved = new Set<string>()
  readonly #rejected = new Set<string>()

  constructor(source: Source) {
    this.#source = source
  }

  add({ rowId, heads }: Witness): void {
    const { text, hash } = this.#source
    const { machine } = heads
    if (machine?.status === 'rejected' && !isStale(machine, hash)) this.#rejected.add(machine.text)
    const layer = gameLayerOf({ sourceHash: hash }, heads)
    const head = layer === null ? null : heads[layer]
    if (layer === null || head === null) return
    if (!this.#candidates.has(head.text) && equalFolded(text, head.text)) return
    if (head.status === 'approved') this.#approved.add(head.text)
    addTo(this.#candidates, candidateOf(rowId, layer, head))
  }

  decide(): Recall {
    if (this.#approved.size > 1) return { kind: 'divided', texts: [...this.#approved] }
    let best: Candidate | undefined
    for (const each of this.#candidates.values()) {
      if (each.rank >= unreviewed && this.#rejected.has(each.text)) continue
      if (best === undefined || isBefore(each, best)) best = each
    }
    if (best === undefined) return NOTHING
    const { text, donor, stood, isVerified } = best
    return { kind: 'text', remembered: { text, donor, stood, isVerified, sourceHash: this.#source.hash } }
  }
}

/** Of equal candidates the last given counts: the text that was just written. */
const isBefore = (a: Candidate, b: Candidate): boolean =>
  (a.rank - b.rank || b.votes - a.votes || b.createdAtMs - a.createdAtMs) <= 0

/** Machine texts that no reviewer marked. */
const unreviewed = RANKS.length - 1

/** A draft of memory counts as its donor and has no vote: a copy is no second opinion. */
function candidateOf(rowId: string, layer: Layer, head: Head): Candidate {
  const { text, seq, isVerified, createdAtMs } = head
  const status = shownStatus(head)
  const rank = RANKS.findIndex((each) => each.layer === layer && each.status === status)
  const donor = status === 'draft' ? donorOf(head) : null
  const stood = { rowId, layer, seq }
  return { text, isVerified, createdAtMs, rank, votes: donor === null ? 1 : 0, donor: donor ?? stood, stood }
}

function addTo(candidates: Map<string, Candidate>, next: Candidate): void {
  const known = candidates.get(next.text)
  if (known === undefined) return void candidates.set(next.text, next)
  const isBetter = next.rank < known.rank || (next.rank === known.rank && next.votes > 0 && known.votes === 0)
  const votes = known.votes + next.votes
  const createdAtMs = Math.max(known.createdAtMs, next.createdAtMs)
  candidates.set(next.text, { ...(isBetter ? next : known), votes, createdAtMs })
}
