// Plans a merge of one row, from the file's history and this store's. Writes nothing; new proposals and people get
// their ids later (stage-row.ts).
import type { Finding } from '../../domain/finding.ts'
import type { Markup } from '../../domain/profile.ts'
import { TextPair, type Waivers } from '../../domain/checks/check.ts'
import { judgePair, NO_WAIVERS } from '../../domain/checks/gate.ts'
import {
  conflictId,
  type Contender,
  decideLayer,
  identityOf,
  isLaterState,
  isOpenConflict,
  type LayerDecision,
  proposalIdentityOf,
  type RowHistory,
  textOf,
  type TracedLayer,
  type TracedProposal,
  type TracedRevision,
  traceLayer,
} from '../../domain/merge.ts'
import type { Proposal } from '../../domain/proposal.ts'
import { type Heads, type Row, sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import type { Database } from '../../store/store.ts'
import { proposalsOfRow } from '../../store/records.ts'
import { readHeads, revisionsUpTo, type RowFinder, type RowView } from '../../store/rows.ts'
import { gateInputOf } from '../rows/gate-reference.ts'
import type { Rules } from '../rules.ts'

export interface PlannedLayer extends LayerDecision {
  readonly ours: TracedLayer
  readonly theirs: readonly TracedRevision[]
  readonly theirIdentities: readonly string[]
  readonly isInvalid: boolean
  /** True: nothing of the layer is taken, because the row has no current text here and may take none from the file. */
  readonly isLeftOut: boolean
}

/** A proposal that the row gets: one of the file that is new or changed, or the text of a revision that lost. */
export type PlannedProposal =
  | { readonly from: 'file'; readonly theirs: TracedProposal; readonly place: number; readonly before: Proposal | null }
  | { readonly from: 'conflict'; readonly layer: Layer; readonly conflict: string; readonly revision: TracedRevision }

interface NotTaken {
  readonly layer: Layer
  readonly text: string
  readonly reason: string
  readonly errors: readonly Finding[]
}

export interface RowPlan {
  readonly rowId: string
  readonly ordinal: number
  readonly heads: Heads
  readonly layers: Readonly<Record<Layer, PlannedLayer>>
  readonly stored: readonly Proposal[]
  readonly proposals: readonly PlannedProposal[]
  /** The ids that proposals of the file already have here. The key is a proposal's place in the file. */
  readonly proposalIds: ReadonlyMap<number, number>
  /** Proposals that came from earlier conflicts and are over, because a later text settled them. */
  readonly settled: readonly Proposal[]
  readonly notTaken: readonly NotTaken[]
}

interface Planning {
  readonly db: Database
  readonly rows: RowFinder
  readonly rules: Rules
  readonly nameOf: (id: number) => string
  /** 1 at a row's ordinal: it had proposals when the merge began. Without this each row would cost a lookup, as much as all the rest. */
  readonly withProposals: Uint8Array
}

const NOTHING: TracedLayer = { revisions: [], identities: [], seqs: [], head: -1 }

export function planRow(planning: Planning, theirs: RowHistory): RowPlan | null {
  const { db, rows, withProposals } = planning
  const found = rows.find(theirs.rowId)
  if (found === null) return null
  const { ordinal } = found
  const heads = readHeads(db, ordinal)
  const stored = withProposals[ordinal] === 1 ? proposalsOfRow(db, ordinal) : []
  const gate = createGate(planning, found)
  const layers = {
    manual: planLayer(planning, gate, found, 'manual', heads, theirs),
    machine: planLayer(planning, gate, found, 'machine', heads, theirs),
  }
  const notTaken = LAYERS.flatMap((layer) => refusedIn(layer, layers[layer]))
  const fromFile = planFileProposals(gate, theirs, layers.manual, stored)
  const conflicts = LAYERS.flatMap((layer) =>
    layers[layer].isLeftOut ? [] : layers[layer].conflicts.map((each) => conflictOf(layer, each)),
  )
  const known = new Set([
    ...stored.map(({ conflict }) => conflict),
    ...fromFile.planned.map((each) => (each.from === 'file' ? each.theirs.conflict : null)),
  ])
  const wanted = new Set(conflicts.map(({ conflict }) => conflict))
  const decided = new Set(fromFile.planned.map((each) => (each.from === 'file' ? each.before?.id : undefined)))
  return {
    rowId: theirs.rowId,
    ordinal,
    heads,
    layers,
    stored,
    proposals: [...fromFile.planned, ...conflicts.filter(({ conflict }) => !known.has(conflict))],
    proposalIds: fromFile.ids,
    settled: stored.filter((each) => isOpenConflict(each) && !wanted.has(each.conflict ?? '') && !decided.has(each.id)),
    notTaken: [...notTaken, ...fromFile.notTaken],
  }
}

const conflictOf = (layer: Layer, { identity, revision }: Contender) =>
  ({ from: 'conflict', layer, conflict: conflictId(layer, identity), revision }) as const

interface RowGate {
  readonly row: () => Row
  readonly sourceHash: string
  readonly policy: Markup
  /** The errors that the checks find in a text; none for a stale text, which was made for another source. */
  readonly errorsOf: (
    layer: Layer,
    text: Pick<TracedRevision, 'text' | 'sourceHash'>,
    waivers: Waivers,
  ) => readonly Finding[]
}

function createGate({ rows, rules }: Planning, found: RowView): RowGate {
  const { sourceHash } = found
  let known: Row | null = null
  const row = (): Row => (known ??= rows.rowOf(found))
  return {
    row,
    sourceHash,
    policy: rules.gate.markup,
    errorsOf(layer, { text, sourceHash: madeFor }, waivers) {
      if (madeFor !== sourceHash) return []
      return judgePair(new TextPair({ ...gateInputOf(rules, row(), text, waivers), layer })).errors
    },
  }
}

function planLayer(
  { db, nameOf }: Planning,
  gate: RowGate,
  { ordinal }: RowView,
  layer: Layer,
  heads: Heads,
  history: RowHistory,
): PlannedLayer {
  const theirs = history[layer]
  const written = revisionsUpTo(db, ordinal, layer, heads)
  const ours = written.length === 0 ? NOTHING : traceLayer(written, nameOf, (id) => id)
  const theirIdentities = theirs.map(identityOf)
  const inForce = ours.revisions[ours.head]
  const errors = new Map<TracedRevision, readonly Finding[]>()
  const errorsOf = (revision: TracedRevision): readonly Finding[] => {
    if (textOf(revision) === null) return []
    // This text is current here already: the revision is a reviewer's decision about it, so no error keeps it out.
    if (revision.text === inForce?.text && revision.sourceHash === inForce.sourceHash) return []
    let found = errors.get(revision)
    if (found === undefined) {
      const { waivers = NO_WAIVERS } = revision.proposal === null ? {} : (history.proposals[revision.proposal] ?? {})
      errors.set(revision, (found = gate.errorsOf(layer, revision, waivers)))
    }
    return found
  }
  const decision = decideLayer({
    ours,
    theirs: { revisions: theirs, identities: theirIdentities },
    sourceHash: gate.sourceHash,
    errorsOf,
  })
  const taken = decision.isTaken ? theirs[decision.news.at(-1) ?? -1] : undefined
  return {
    ...decision,
    ours,
    theirs,
    theirIdentities,
    isInvalid:
      taken !== undefined && textOf(taken) !== null && breaksMarkup(sourceTextOf(gate.row()), taken.text, gate.policy),
    isLeftOut: decision.news.length > 0 && !decision.isTaken && ours.head === -1,
  }
}

function refusedIn(layer: Layer, { refused, isLeftOut }: PlannedLayer): NotTaken[] {
  const reason = isLeftOut
    ? 'the checks refuse it, and there is no other text here: left out'
    : 'the checks refuse it: it is kept in the history only'
  return refused.map(({ revision, errors }) => ({ layer, text: revision.text, reason, errors }))
}

function planFileProposals(
  gate: RowGate,
  { proposals }: RowHistory,
  manual: PlannedLayer,
  stored: readonly Proposal[],
): { planned: PlannedProposal[]; ids: ReadonlyMap<number, number>; notTaken: NotTaken[] } {
  const ids = new Map<number, number>()
  const here = new Map(stored.map((each) => [storedIdentity(each), each]))
  const brought = new Set(manual.isLeftOut ? [] : manual.news.map((place) => manual.theirs[place]?.proposal))
  // Ids of the proposals from which revisions of this store came.
  const named = new Set(manual.ours.revisions.map((each) => each.proposal))
  const planned: PlannedProposal[] = []
  const notTaken: NotTaken[] = []
  const leaveOut = (text: string, reason: string, errors: readonly Finding[] = []): void =>
    void notTaken.push({ layer: 'manual', text, reason, errors })
  proposals.forEach((theirs, place) => {
    const before = here.get(proposalIdentityOf(theirs)) ?? null
    if (before !== null) ids.set(place, before.id)
    if (before !== null && !isLaterState(theirs, before)) {
      if (theirs.text !== before.text) leaveOut(theirs.text, 'the proposal has changed here since')
      return
    }
    const hasRevision = brought.has(place) || (before !== null && named.has(before.id))
    if (theirs.status === 'approved' && !hasRevision) {
      return leaveOut(theirs.text, 'the approved text was not accepted')
    }
    const errors = theirs.status === 'pending' ? gate.errorsOf('manual', theirs, theirs.waivers) : []
    if (errors.length > 0) return leaveOut(theirs.text, 'the checks refuse the proposal: left out', errors)
    planned.push({ from: 'file', theirs, place, before })
  })
  return { planned, ids, notTaken }
}

const storedIdentity = ({ mergedId, id, conflict, createdAtMs }: Proposal): string =>
  proposalIdentityOf({ madeId: mergedId ?? id, conflict: conflict ?? null, createdAtMs })
