// `windrow merge FILE`: merges the history of another store (docs/merging.md). Reads the file to its end, plans each
// row and writes its changes where readers do not look; one transaction reveals all.
import type { Finding } from '../../domain/finding.ts'
import { type RowHistory, textOf } from '../../domain/merge.ts'
import { foldedName, type User } from '../../domain/people.ts'
import { viaImport } from '../../domain/revision.ts'
import { type Layer, LAYERS } from '../../domain/vocabulary.ts'
import { writeAside } from '../../store/change-rows.ts'
import { putUser, readUserByName, USER } from '../../store/people.ts'
import { IMPORT, nextId, PROPOSAL, putAudit, putImport, rowsOfProposals, upcomingId } from '../../store/records.ts'
import { readNextOrdinal, readRetiredId, RowFinder } from '../../store/rows.ts'
import type { Database } from '../../store/store.ts'
import type { Aside, Txn } from '../../store/txn.ts'
import { freshen } from '../../store/view.ts'
import type { App } from '../app.ts'
import { assertMayImport } from '../import/may-import.ts'
import { createRawRows, hexOf } from '../import/raw-row.ts'
import { namesOfPeople } from '../people/read-people.ts'
import { Refused } from '../refused.ts'
import type { FileLabels } from './label-lines.ts'
import { type LabelCounts, type LabelTrial, putLabels, tryLabels } from './merge-labels.ts'
import { type PlannedLayer, planRow, type RowPlan } from './plan-row.ts'
import { readRows, readToItsEnd } from './read-history-file.ts'
import { changesRow, namesIn, newProposalsOf, newsOf, revealMerge, stageRow } from './stage-row.ts'

/** The people in a merged file (docs/merging.md#people). An unknown name becomes a person who can't sign in. */
class MergedPeople {
  readonly #db: Database
  readonly #ids = new Map<string, number>()
  readonly #strangers = new Map<string, string>()

  constructor(db: Database) {
    this.#db = db
  }

  get strangers(): number {
    return this.#strangers.size
  }

  /** Gives each name a person of this store. `reserve` gives the ids for names that are new here. */
  async learn(names: Iterable<string>, reserve: (count: number) => Promise<number>): Promise<void> {
    const unknown: string[] = []
    for (const name of names) {
      const folded = foldedName(name)
      if (this.#ids.has(folded)) continue
      const id = readUserByName(this.#db, name)?.id
      this.#ids.set(folded, id ?? 0)
      if (id === undefined) unknown.push(name)
    }
    if (unknown.length === 0) return
    let next = await reserve(unknown.length)
    for (const name of unknown) {
      this.#strangers.set(foldedName(name), name)
      this.#ids.set(foldedName(name), next++)
    }
  }

  idOf = (name: string): number => {
    const id = this.#ids.get(foldedName(name))
    if (id === undefined) throw new Error(`nobody learned the name ${name}`)
    return id
  }

  /** Adds the new people. Throws Refused if somebody else added one of them meanwhile. */
  store(txn: Txn): void {
    for (const [folded, name] of this.#strangers) {
      if (readUserByName(txn.db, name) !== undefined) throw new Refused({ code: 'person_overtaken', name })
      const user: User = {
        id: this.#ids.get(folded) as number,
        name,
        role: 'user',
        state: 'deactivated',
        password: null,
        dailyRowQuota: null,
        historicalRequests: 0,
        createdAtMs: txn.timeMs,
      }
      putUser(txn, null, user)
    }
  }
}

const reservePeople =
  (aside: Aside) =>
  (count: number): Promise<number> =>
    aside.reserve(USER, count)

export interface MergeStore {
  /** The file of history. It must be a regular file, because it is read twice. */
  readonly path: string
  readonly name: string
  readonly dryRun: boolean
  readonly sizeBytes: number
  readonly userId: number | null
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
  readonly onLayer?: (change: LayerChange) => void
  readonly onNotTaken?: (left: RowNotTaken) => void
  /** Called for a row to which the label was given in one store and from which it was taken in the other. */
  readonly onLabelConflict?: (label: string, rowId: string) => void
}

export interface LayerChange {
  readonly rowId: string
  readonly layer: Layer
  /** `taken`: the file's text is current now; `kept`: ours is, the file's is a proposal or lost; `history`: only revisions are added. */
  readonly change: 'taken' | 'kept' | 'history'
  /** The row's current text before the merge and after it. */
  readonly before: string | null
  readonly after: string | null
  readonly proposed: readonly string[]
}

export interface RowNotTaken {
  readonly rowId: string
  /** The layer that was not taken; null: nothing of the row was. */
  readonly layer: Layer | null
  readonly text: string | null
  readonly reason: string
  readonly errors: readonly Finding[]
}

export interface MergeCounts {
  rows: number
  changed: number
  unknown: number
  revisions: number
  /** How many layers now have the file's text as the current one. */
  taken: number
  conflicts: number
  proposals: { added: number; changed: number; settled: number }
  refused: number
  people: number
  labels: LabelCounts
}

export interface Merged {
  /** The number by which the merge can be reverted; null if nothing was written. */
  readonly number: number | null
  readonly counts: MergeCounts
  /** The first ten layers whose current text changes, or over which the stores disagree. */
  readonly examples: readonly LayerChange[]
}

const examplesMax = 10

interface Pass {
  readonly labels: FileLabels
  readonly tried: LabelTrial
  readonly app: App
  readonly request: MergeStore
  readonly counts: MergeCounts
  readonly examples: LayerChange[]
}

/** Merges a file. Throws DamagedFile and Refused, and then nothing has changed. */
export async function mergeStore(app: App, request: MergeStore): Promise<Merged> {
  freshen(app.store)
  const { rows, labels } = await readToItsEnd(app.store.main, request.path, request.signal)
  const tried = countLabels(app.store.main, request, labels)
  const counts: MergeCounts = {
    rows,
    changed: 0,
    unknown: 0,
    revisions: 0,
    taken: 0,
    conflicts: 0,
    proposals: { added: 0, changed: 0, settled: 0 },
    refused: 0,
    people: 0,
    labels: tried.counts,
  }
  const pass: Pass = { app, request, labels, tried, counts, examples: [] }
  const people = new MergedPeople(app.store.main)
  const number = request.dryRun ? await tryAll(pass, people) : await writeAll(pass, people)
  counts.people = people.strangers
  return { number, counts, examples: pass.examples }
}

async function tryAll(pass: Pass, people: MergedPeople): Promise<null> {
  const reserve = async (): Promise<number> => 1
  await people.learn(pass.tried.names, reserve)
  await planAll(pass, async (plans) => people.learn(namesOf(plans), reserve))
  return null
}

function countLabels(main: Database, { onLabelConflict }: MergeStore, labels: FileLabels): LabelTrial {
  const rawRowOf = createRawRows(main)
  return tryLabels(main, labels, (label, ordinal) => {
    const id = rawRowOf(ordinal)?.row.id ?? readRetiredId(main, ordinal)
    if (id !== null) onLabelConflict?.(label, hexOf(id))
  })
}

function* namesOf(plans: readonly RowPlan[]): Generator<string> {
  for (const plan of plans) yield* namesIn(plan)
}

/** Plans every row of the file, and passes on those that change, in batches. */
async function planAll(pass: Pass, onPlans: (plans: readonly RowPlan[]) => Promise<void>): Promise<void> {
  const { app, request, counts } = pass
  const { main, files } = app.store
  const withProposals = new Uint8Array(readNextOrdinal(main))
  for (const { ordinal } of rowsOfProposals(main)) withProposals[ordinal] = 1
  const planning = {
    db: main,
    rows: new RowFinder(main, files),
    rules: app.rules.now(),
    nameOf: namesOfPeople(main),
    withProposals,
  }
  let done = 0
  for await (const batch of readRows(request.path)) {
    request.signal?.throwIfAborted()
    const plans: RowPlan[] = []
    for (const history of batch) {
      const plan = planRow(planning, history)
      if (plan === null) tellUnknown(pass, history)
      else if (tell(pass, plan)) plans.push(plan)
    }
    done += batch.length
    await onPlans(plans)
    request.onProgress?.(done, counts.rows)
  }
}

async function writeAll({ app, ...pass }: Pass, people: MergedPeople): Promise<number | null> {
  const { request, counts, labels, tried } = pass
  const signal = request.signal ?? new AbortController().signal
  const { userId } = request
  const options = { isDryRun: false, signal, keepsWritersOut: true, assertMay: assertMayImport(userId) } as const
  const prepare = async (aside: Aside): Promise<number> => {
    await people.learn(tried.names, reservePeople(aside))
    // The number is certain although it is not taken yet, because only one import or merge runs at a time.
    const id = upcomingId(aside.db, IMPORT)
    const via = viaImport(id)
    await planAll({ app, ...pass }, async (plans) => {
      await people.learn(namesOf(plans), reservePeople(aside))
      const wanted = plans.reduce((sum, plan) => sum + newProposalsOf(plan), 0)
      let nextProposal = wanted === 0 ? 0 : await aside.reserve(PROPOSAL, wanted)
      for (const plan of plans) stageRow(aside, plan, { person: people.idOf, proposal: () => nextProposal++, via })
      if (aside.isFull) await aside.flush()
      await aside.breathe()
    })
    return id
  }
  return await writeAside(app.store, options, prepare, async (txn, id) => {
    await revealMerge(txn)
    people.store(txn)
    await putLabels(txn, labels, tried, people.idOf)
    if (counts.changed === 0 && !changesLabels(tried.counts)) return null
    const { proposals, labels: _, ...numbers } = { ...counts, people: people.strangers }
    const report = { ...numbers, ...prefixed(proposals), ...tried.counts }
    const files = [{ slot: 'history', fileName: request.name, sizeBytes: request.sizeBytes }]
    putImport(txn, { userId, files, report: { merge: report } }, nextId(txn, IMPORT, id))
    putAudit(txn, { userId, action: 'store.merge', subject: request.name, details: { ...report, import: id } })
    return id
  })
}

const changesLabels = ({ labelsAdded, labelRulesAdded, labelRowsChanged }: LabelCounts): boolean =>
  labelsAdded + labelRulesAdded + labelRowsChanged > 0

const prefixed = ({ added, changed, settled }: MergeCounts['proposals']): Record<string, number> => ({
  proposalsAdded: added,
  proposalsChanged: changed,
  proposalsSettled: settled,
})

function tellUnknown({ request, counts }: Pass, { rowId }: RowHistory): void {
  counts.unknown++
  request.onNotTaken?.({ rowId, layer: null, text: null, reason: 'no row has this id here now', errors: [] })
}

/** Reports and counts what a plan changes. False: it changes nothing. */
function tell(pass: Pass, plan: RowPlan): boolean {
  const { counts, request } = pass
  for (const left of plan.notTaken) {
    counts.refused++
    request.onNotTaken?.({ rowId: plan.rowId, ...left })
  }
  if (!changesRow(plan)) return false
  counts.changed++
  counts.proposals.settled += plan.settled.length
  for (const each of plan.proposals) {
    if (each.from === 'conflict') counts.conflicts++
    else counts.proposals[each.before === null ? 'added' : 'changed']++
  }
  for (const layer of LAYERS) {
    const planned = plan.layers[layer]
    const news = newsOf(planned)
    counts.revisions += news.length
    if (planned.isTaken) counts.taken++
    const change = changeOf(plan, layer, planned)
    if (news.length === 0 && change.proposed.length === 0) continue
    request.onLayer?.(change)
    if (change.change !== 'history' && pass.examples.length < examplesMax) pass.examples.push(change)
  }
  return true
}

function changeOf({ rowId, proposals }: RowPlan, layer: Layer, planned: PlannedLayer): LayerChange {
  const { ours, theirs, news, isTaken } = planned
  const inForce = ours.revisions[ours.head]
  const before = inForce === undefined ? null : textOf(inForce)
  const proposed = proposals.flatMap((each) =>
    each.from === 'conflict' && each.layer === layer ? [each.revision.text] : [],
  )
  const taken = isTaken ? theirs[news.at(-1) ?? -1] : undefined
  const after = taken === undefined ? before : textOf(taken)
  return { rowId, layer, change: isTaken ? 'taken' : proposed.length > 0 ? 'kept' : 'history', before, after, proposed }
}
