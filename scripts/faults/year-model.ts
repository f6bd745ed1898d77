// What every answer of a simulated year must be, by the contract and not by the code: rows with their sources, heads and revisions,
// proposals, quotas and the answers kept for idempotency keys. What an import does is in test/support/import-model.ts. A model is a value: `fork` gives a copy
// to try an operation on, and an operation gives what its answer has to say.
import {
  copyOf,
  type Entry,
  type ExpectedReport,
  type Given,
  hashOf,
  importInto,
  matches,
  type Model as Sources,
  newModel,
  sourceOf,
  visibleIds,
} from '../../test/support/import-model.ts'

import { decide, replacedBy, type Traced } from './year-merge.ts'

export type Role = 'translator' | 'moderator' | 'admin'
type Layer = 'manual' | 'machine'
export type State = 'all' | 'none' | 'machine' | 'manual' | 'stale'

export interface Person {
  readonly name: string
  readonly role: Role
  readonly secret: string
  /** Rows a day; null: the default of the role. */
  readonly quota: number | null
}

export interface Item {
  readonly row_id: string
  readonly text: string
  readonly source_hash: string
  readonly layer: Layer
  readonly mode?: 'direct' | 'proposal'
  readonly overwrite?: boolean
  readonly provider?: string
  readonly model?: string
}

interface Head extends Traced {
  readonly layer: Layer
  readonly seq: number
  readonly origin: 'ai_api' | 'human'
  readonly provider: string | null
  readonly model: string | null
  readonly author: string
  readonly approver: string | null
  readonly atMs: number
  readonly proposal: number | null
}

interface Proposal {
  readonly id: number
  readonly row: string
  readonly author: string
  readonly text: string
  readonly sourceHash: string
  /** `gone`: of a conflict that a later merge settled. */
  readonly status: 'pending' | 'approved' | 'rejected' | 'gone'
  /** Of the text that lost in a merge: its layer and name. */
  readonly conflict?: string
  readonly reviewer: string | null
  readonly reason: string | null
  /** The text that was approved. */
  readonly final: string | null
}

/** What the model says of an answer: its status, and what of its body is compared. */
export interface Said {
  readonly status: number
  readonly body: unknown
}

type MergeCounts = Record<
  'rows' | 'changed' | 'unknown' | 'revisions' | 'taken' | 'conflicts' | 'settled' | 'people',
  number
>
type Outcome = Readonly<Record<string, unknown>> & { readonly status: string }

const dayMs = 86_400_000
const dayOf = (timeMs: number): number => Math.floor(timeMs / dayMs)
const iso = (timeMs: number): string => new Date(timeMs).toISOString()

const REVIEWERS: readonly Role[] = ['moderator', 'admin']
const DEFAULT_QUOTA: Readonly<Record<Role, number>> = { translator: 10_000, moderator: 10_000, admin: 2_000_000 }

/** Tokens of the texts of a year, which have `{0}` and its like only. */
const tokensOf = (text: string): string => (text.match(/\{\d\}/g) ?? []).toSorted().join()
const lettersOf = (text: string): string => text.replaceAll(/\{\d\}/g, '')
const folded = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** The codes of the errors of a text (decisions.md#7-the-text-gate), for short sources without a glossary. */
function faultsOf(source: string, text: string): string[] {
  if (isService(source)) return ['non_translatable']
  if (/^[\s\u200b]*$/.test(text)) return ['empty_text']
  const faults: string[] = []
  if (folded(text) === folded(source)) faults.push('source_equivalent')
  if (tokensOf(text) !== tokensOf(source)) faults.push('markup_functional_breakage')
  if (text.includes('\u0007')) faults.push('markup_cosmetic_breakage')
  if (lettersOf(text).length > 3 * lettersOf(source).length + 40) faults.push('length_too_long')
  return faults.toSorted()
}

const isService = (source: string): boolean => !/\p{L}/u.test(lettersOf(source))
const shownStatus = (head: Head, source: string): string =>
  tokensOf(head.text) === tokensOf(source) ? head.status : 'invalid'

export class YearModel {
  readonly #names: Set<string>
  #name: string | null = null
  #sources: Sources = newModel()
  /** By row and layer. */
  #history = new Map<string, readonly Head[]>()
  #proposals: readonly Proposal[] = []
  /** By person and key: those that still count. */
  #answers = new Map<string, { readonly digest: string; readonly atMs: number; readonly said: Said }>()
  /** By person, of the last day that has any. */
  #used = new Map<string, { readonly day: number; readonly count: number }>()
  /** The time of the last write, which is never later than that of the next. */
  lastMs = 0

  constructor(names: Iterable<string>) {
    this.#names = new Set(names)
  }

  fork(): YearModel {
    const copy = new YearModel(this.#names)
    copy.#sources = copyOf(this.#sources)
    copy.#history = new Map(this.#history)
    copy.#proposals = this.#proposals
    copy.#answers = new Map(this.#answers)
    copy.#used = new Map(this.#used)
    copy.lastMs = this.lastMs
    return copy
  }

  /** Equal for equal states. A state that has a name changes no more. */
  get name(): string {
    if (this.#name !== null) return this.#name
    const { slots, ordinals, times } = this.#sources
    const files = [slots.main, slots.diff].map((slot) => digestOf(slot))
    const rows = [...ordinals.keys()].map((id) => [id, times.get(id)])
    const proposals = this.#proposals.map((each) => digestOf(each))
    const others = [this.#history, this.#answers, this.#used].map((of: ReadonlyMap<string, object>) =>
      [...of].map(([key, value]) => `${key} ${digestOf(value)}`).toSorted(),
    )
    const parts = [this.lastMs, [...this.#names].toSorted(), files, rows, proposals, others]
    return (this.#name = hashOf(JSON.stringify(parts)))
  }

  // ------------------------------------------------------------ what the simulator asks to make up sensible work

  get ids(): readonly string[] {
    return visibleIds(this.#sources)
  }

  get proposals(): readonly Proposal[] {
    return this.#proposals
  }

  sourceOf(id: string): string | null {
    return sourceOf(this.#sources, id)
  }

  entriesOf(slot: 'main' | 'diff'): ReadonlyMap<string, Entry> {
    return this.#sources.slots[slot]
  }

  headsOf(id: string): { readonly manual: Head | null; readonly machine: Head | null } {
    return (this.#sources.heads.get(id) ?? { manual: null, machine: null }) as ReturnType<YearModel['headsOf']>
  }

  // ------------------------------------------------------------ what changes rows

  #begin(nowMs: number): number {
    this.lastMs = Math.max(nowMs, this.lastMs)
    for (const [name, { atMs }] of this.#answers) if (this.lastMs >= atMs + dayMs) this.#answers.delete(name)
    return this.lastMs
  }

  import(given: { readonly main: Given; readonly diff: Given }, nowMs: number): ExpectedReport {
    return importInto(this.#sources, { reference: null, reference_diff: null, ...given }, this.#begin(nowMs))
  }

  #past(id: string, layer: Layer): readonly Head[] {
    return this.#history.get(`${id} ${layer}`) ?? []
  }

  #add(
    id: string,
    head: Omit<Head, 'seq' | keyof Traced> & Pick<Head, 'text' | 'sourceHash' | 'status'> & Partial<Traced>,
  ): void {
    const past = this.#past(id, head.layer)
    const seq = past.length + 1
    const made = `${seq} ${head.atMs} ${head.status} ${head.sourceHash} ${head.text}`
    const whole: Head = { made, madeAtMs: head.atMs, after: replacedBy(past), ...head, seq }
    this.#history.set(`${id} ${head.layer}`, [...past, whole])
    this.#sources.heads.set(id, { ...this.headsOf(id), [head.layer]: whole })
    this.#sources.times.set(id, head.atMs)
  }

  // ------------------------------------------------------------ windrow merge

  /** Takes in the history of another store; gives the counts of the report. */
  merge(theirs: YearModel, nowMs: number): MergeCounts {
    const counts = { rows: 0, changed: 0, unknown: 0, revisions: 0, taken: 0, conflicts: 0, settled: 0, people: 0 }
    // It is a write though it change nothing: no later one gets an earlier time.
    const atMs = this.#begin(nowMs)
    for (const id of theirs.#sources.ordinals.keys()) {
      if (!theirs.#sources.heads.has(id)) continue
      counts.rows++
      const source = this.sourceOf(id)
      if (source === null) counts.unknown++
      else if (this.#mergeRow(id, hashOf(source), theirs, atMs, counts)) counts.changed++
    }
    return counts
  }

  #mergeRow(id: string, sourceHash: string, theirs: YearModel, atMs: number, counts: MergeCounts): boolean {
    const before = { ...counts }
    const lost = new Map<string, Head>()
    for (const layer of ['manual', 'machine'] as const) {
      const current = this.headsOf(id)[layer]
      const decision = decide(this.#past(id, layer), theirs.#past(id, layer), sourceHash)
      for (const head of decision.news) this.#add(id, { ...head, atMs })
      // The last one is the current one.
      if (decision.news.length > 0 && !decision.isTaken && current !== null) this.#add(id, { ...current, atMs })
      for (const head of decision.lost) lost.set(`${layer} ${head.made}`, head)
      counts.revisions += decision.news.length
      counts.taken += Number(decision.isTaken)
      for (const { author } of decision.news) {
        if (!this.#names.has(author)) counts.people++
        this.#names.add(author)
      }
    }
    // One that was settled is proposed again where its text loses again: what a merge makes depends on the revisions alone.
    const there = this.#proposals.filter((each) => each.row === id && each.status !== 'gone')
    const known = new Set(there.map(({ conflict }) => conflict))
    this.#proposals = this.#proposals.map((each) => {
      if (each.row !== id || each.conflict === undefined || each.status !== 'pending' || lost.has(each.conflict))
        return each
      counts.settled++
      return { ...each, status: 'gone' }
    })
    for (const [conflict, { author, text, sourceHash: of }] of lost) {
      if (known.has(conflict)) continue
      counts.conflicts++
      this.#propose({ row: id, author, text, sourceHash: of, conflict })
    }
    return Object.entries(before).some(([name, count]) => counts[name as keyof MergeCounts] !== count)
  }

  #propose(made: Pick<Proposal, 'row' | 'author' | 'text' | 'sourceHash' | 'conflict'>): number {
    const id = this.#proposals.length + 1
    this.#proposals = [...this.#proposals, { id, ...made, ...undecided }]
    return id
  }

  // ------------------------------------------------------------ POST /api/v1/translations

  write(by: Person, key: string, items: readonly Item[], nowMs: number): Said {
    const name = `${by.name} ${key}`
    const digest = hashOf(JSON.stringify(items))
    const kept = this.#answers.get(name)
    if (kept !== undefined && Math.max(nowMs, this.lastMs) < kept.atMs + dayMs)
      return kept.digest === digest
        ? { ...kept.said, body: { ...(kept.said.body as object), replayed: true } }
        : refused(409, 'duplicate_idempotency_key')
    const timeMs = Math.max(nowMs, this.lastMs)
    const day = dayOf(timeMs)
    const limit = by.quota ?? DEFAULT_QUOTA[by.role]
    const last = this.#used.get(by.name)
    const used = last?.day === day ? last.count : 0
    if (items.length > limit - used) return refused(429, 'daily_row_quota_exceeded')
    this.#begin(nowMs)
    const outcomes = items.map((item) => ({ row_id: item.row_id, ...this.#writeItem(by, item, timeMs) }))
    const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length
    const [written, proposed] = [count('written'), count('proposed')]
    const usedNow = used + written + proposed
    this.#used.set(by.name, { day, count: usedNow })
    const quota = { limit, used: usedNow, remaining: limit - usedNow, resets_at: iso((day + 1) * dayMs) }
    const tally = { written, proposed, unchanged: count('unchanged'), rejected: count('rejected') }
    const said = { status: 200, body: { items: outcomes, meta: { total: items.length, ...tally, quota } } }
    this.#answers.set(name, { digest, atMs: timeMs, said })
    return said
  }

  #writeItem(by: Person, item: Item, atMs: number): Outcome {
    const { row_id: id, text, layer } = item
    const source = this.sourceOf(id)
    if (source === null) return rejected('entry_not_found')
    const isDirect = layer === 'manual' && item.mode === 'direct'
    if (layer === 'machine' && by.role !== 'admin') return rejected('forbidden_permission')
    if (isDirect && !REVIEWERS.includes(by.role)) return rejected('forbidden_permission')
    if (isService(source)) return rejected('non_translatable')
    const sourceHash = hashOf(source)
    if (item.source_hash !== sourceHash) return rejected('stale_source')
    const head = this.headsOf(id)[layer]
    if (head !== null && head.text === text && head.sourceHash === sourceHash) return unchanged('same_text')
    // The same text on a stale head confirms it.
    const isOther = head !== null && head.text !== text
    if (layer === 'machine' && isOther && item.overwrite !== true) return unchanged('already_filled')
    const isForeign = isDirect && head !== null && head.status === 'approved' && head.approver !== by.name
    const becomesProposal = layer === 'manual' && (!isDirect || isForeign)
    const own = this.#proposals.find(
      (each) => each.row === id && each.author === by.name && each.status === 'pending' && each.conflict === undefined,
    )
    if (becomesProposal && own !== undefined)
      return own.text === text ? unchanged('unchanged') : rejected('active_proposal_exists', { proposal_id: own.id })
    const faults = faultsOf(source, text)
    if (faults.length > 0) return rejected(faults)
    if (becomesProposal) {
      const proposal_id = this.#propose({ row: id, author: by.name, text, sourceHash })
      return { status: 'proposed', proposal_id, proposal_version: 1, ...(isForeign && { reason: 'foreign_approval' }) }
    }
    const { provider = null, model = null } = item
    const byAgent = { status: 'draft', origin: 'ai_api', provider, model, approver: null } as const
    const made = layer === 'machine' ? byAgent : { ...human, approver: by.name }
    this.#add(id, { text, sourceHash, layer, author: by.name, atMs, proposal: null, ...made })
    return { status: 'written' }
  }

  // ------------------------------------------------------------ POST /api/v2/proposals/{id}/approve and reject

  decide(
    by: Person,
    id: number,
    asked: { readonly source_hash?: string; readonly reason?: string },
    nowMs: number,
  ): Said {
    if (!REVIEWERS.includes(by.role)) return refused(403, 'forbidden_permission')
    const found = this.#proposals[id - 1]
    const source = found === undefined || found.status === 'gone' ? null : this.sourceOf(found.row)
    if (found === undefined || source === null) return refused(404, 'entry_not_found')
    const status = asked.reason === undefined ? 'approved' : 'rejected'
    if (found.status !== 'pending') {
      const isAgain = found.reviewer === by.name && found.status === status && found.reason === (asked.reason ?? null)
      return isAgain
        ? { ...decided(found), body: { ...decided(found).body, replayed: true } }
        : refused(409, 'stale_head')
    }
    const end = (ended: Partial<Proposal>): Said => {
      const after = { ...found, ...ended, status, reviewer: by.name } as Proposal
      this.#proposals = this.#proposals.with(id - 1, after)
      return decided(after)
    }
    if (status === 'rejected') {
      this.#begin(nowMs)
      return end({ reason: asked.reason ?? null })
    }
    if (found.author === by.name && by.role !== 'admin') return refused(403, 'forbidden_permission')
    const sourceHash = hashOf(source)
    if ((asked.source_hash ?? found.sourceHash) !== sourceHash) return refused(409, 'stale_source')
    const faults = faultsOf(source, found.text)
    if (faults.length > 0) return { status: 422, body: { codes: faults } }
    const atMs = this.#begin(nowMs)
    const { author, text } = found
    this.#add(found.row, { text, sourceHash, layer: 'manual', author, atMs, proposal: id, ...human, approver: by.name })
    return end({ sourceHash, final: text })
  }

  // ------------------------------------------------------------ what is read

  card(id: string): Said {
    const source = this.sourceOf(id)
    return source === null ? refused(404, 'entry_not_found') : { status: 200, body: this.#cardOf(id, source) }
  }

  #cardOf(id: string, source: string): object {
    const { slots, ordinals } = this.#sources
    const sourceHash = hashOf(source)
    const heads = this.headsOf(id)
    const layer = (head: Head | null): object | null =>
      head === null
        ? null
        : {
            text: head.text,
            status: shownStatus(head, source),
            freshness: head.sourceHash === sourceHash ? 'fresh' : 'stale',
            origin: head.origin,
            provider: head.provider,
            model: head.model,
            updated_at: iso(head.atMs),
          }
    const file = (entry: Entry | undefined): object | null =>
      entry === undefined ? null : { text: entry.text ?? '', text_hash: hashOf(entry.text ?? '') }
    return {
      row_id: id,
      ordinal: ordinals.get(id),
      source_text: source,
      source_kind: slots.diff.has(id) ? 'diff' : 'main',
      source_hash: sourceHash,
      is_service_row: isService(source),
      sources: { main: file(slots.main.get(id)), diff: file(slots.diff.get(id)) },
      layers: { manual: layer(heads.manual), machine: layer(heads.machine) },
    }
  }

  /** A page of `GET /rows` behind this ordinal. */
  page(state: State, sinceMs: number | null, afterOrdinal: number, limit: number): Said {
    const { ordinals, times } = this.#sources
    const all = this.ids.filter(
      (id) => matches(this.#sources, id, state, 'all') && (sinceMs === null || (times.get(id) ?? 0) >= sinceMs),
    )
    const left = all.filter((id) => (ordinals.get(id) ?? 0) > afterOrdinal)
    const rows = left.slice(0, limit).map((id) => this.#cardOf(id, this.sourceOf(id) ?? ''))
    return { status: 200, body: { rows, count: rows.length, has_more: left.length > limit, total: all.length } }
  }

  /** The first of the queue of `GET /api/v2/proposals`. */
  queue(limit: number): Said {
    const pending = this.#proposals.filter(({ status, row }) => status === 'pending' && this.sourceOf(row) !== null)
    return {
      status: 200,
      body: pending.slice(0, limit).map(({ id, row, author, text, sourceHash }) => ({
        id,
        row_id: row,
        author,
        text,
        stale: sourceHash !== hashOf(this.sourceOf(row) ?? ''),
      })),
    }
  }

  /** The latest revisions of each layer in `GET /api/v2/rows/{id}/history`. */
  history(id: string, limit: number): Said {
    if (this.sourceOf(id) === null) return refused(404, 'entry_not_found')
    const of = (wanted: Layer) =>
      this.#past(id, wanted)
        .toReversed()
        .slice(0, limit)
        .map((head) => ({
          revision: head.seq,
          text: head.text,
          status: head.status,
          author: head.author,
          reviewed_by: head.approver,
          source_hash: head.sourceHash,
          proposal_id: head.proposal,
          updated_at: iso(head.atMs),
        }))
    return { status: 200, body: { manual: of('manual'), machine: of('machine') } }
  }
}

const digests = new WeakMap<object, string>()

/** Of a value that doesn't change, made once. */
function digestOf(value: object): string {
  const digest = digests.get(value) ?? hashOf(JSON.stringify(value instanceof Map ? [...value] : value))
  digests.set(value, digest)
  return digest
}

const undecided = { status: 'pending', reviewer: null, reason: null, final: null } as const
const human = { status: 'approved', origin: 'human', provider: null, model: null } as const
const refused = (status: number, error: string): Said => ({ status, body: { error } })
const rejected = (codes: string | readonly string[], more: object = {}): Outcome => ({
  status: 'rejected',
  codes: typeof codes === 'string' ? [codes] : codes,
  ...more,
})
const unchanged = (reason: string): Outcome => ({ status: 'unchanged', reason })
const decided = ({ id, status, final }: Proposal): { readonly status: number; readonly body: object } => ({
  status: 200,
  body: { id, status, final },
})
