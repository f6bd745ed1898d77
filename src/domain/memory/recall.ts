// Decides which text memory puts into the rows with one source (docs/decisions.md#memory). A row gives the text that it has in the
// game: approved manual texts come first, then approved, reviewed and other machine texts; of equals the most frequent, then the newest.
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
  /** The current text that has it: the donor, or a draft that memory made of the donor. */
  readonly stood: Donor
  /** The hash of the source with which it stood: another one than the row's for a twin. */
  readonly sourceHash: string
  /** Whether the donor's writer named the source. */
  readonly isVerified: boolean
}

export type Recall =
  | { readonly kind: 'text'; readonly remembered: Remembered }
  /** People approved different texts. */
  | { readonly kind: 'divided'; readonly texts: readonly string[] }
  | { readonly kind: 'nothing' }

const NOTHING: Recall = { kind: 'nothing' }

interface Candidate extends Omit<Remembered, 'sourceHash'> {
  readonly rank: number
  votes: number
  createdAtMs: number
}

export function recall(source: { readonly text: string; readonly hash: string }, witnesses: Iterable<Witness>): Recall {
  const candidates = new Map<string, Candidate>()
  const approved = new Set<string>()
  const rejected = new Set<string>()
  for (const { rowId, heads } of witnesses) {
    const { machine } = heads
    if (machine?.status === 'rejected' && !isStale(machine, source.hash)) rejected.add(machine.text)
    const layer = gameLayerOf({ sourceHash: source.hash }, heads)
    const head = layer === null ? null : heads[layer]
    if (layer === null || head === null || equalFolded(source.text, head.text)) continue
    if (head.status === 'approved') approved.add(head.text)
    addTo(candidates, candidateOf(rowId, layer, head))
  }
  if (approved.size > 1) return { kind: 'divided', texts: [...approved] }
  const [best] = [...candidates.values()]
    .filter(({ text, rank }) => rank < unreviewed || !rejected.has(text))
    .sort((a, b) => a.rank - b.rank || b.votes - a.votes || b.createdAtMs - a.createdAtMs)
  if (best === undefined) return NOTHING
  const { text, donor, stood, isVerified } = best
  return { kind: 'text', remembered: { text, donor, stood, isVerified, sourceHash: source.hash } }
}

/** Machine texts that no reviewer marked. */
const unreviewed = RANKS.length - 1

/** A draft of memory names its own donor and has no vote, because a copy is no second opinion. */
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
