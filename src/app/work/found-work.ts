// Remembers the rows of recent filters in pieces of 65,536 rows, and the rows with pending proposals. After a write only what
// changed is found again.
import type { Proposal } from '../../domain/proposal.ts'
import type { Piece, RowSet } from '../../domain/work/row-set.ts'
import type { WorkIndex } from '../../store/indexes.ts'
import { idsOfPending, readProposal } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { writesInView } from '../../store/view.ts'
import { keepLatest } from '../keep-latest.ts'

/** Finds a filter's rows. For a piece that has not changed, `known` returns its rows, which then need no search; else undefined. */
type Find = (known: (piece: number) => Piece | null | undefined) => RowSet

export class FoundWork {
  readonly #index: WorkIndex
  readonly #entriesMax: number
  readonly #found = new Map<string, { readonly writes: number; readonly version: number; readonly rows: RowSet }>()

  constructor(index: WorkIndex, entriesMax: number) {
    this.#index = index
    this.#entriesMax = entriesMax
  }

  /** The rows that are remembered for this very state of store and index; undefined: they are not known. */
  ofNow(store: Store, address: string): RowSet | undefined {
    const found = this.#found.get(address)
    return found?.writes === writesInView(store) && found.version === this.#index.version ? found.rows : undefined
  }

  /** The rows, found anew only where it is needed. `isOfRows`: the filter looks only at rows themselves, so unchanged pieces are kept. */
  get(store: Store, address: string, isOfRows: boolean, find: Find): RowSet {
    const known = this.ofNow(store, address)
    if (known !== undefined) return known
    const before = isOfRows ? this.#found.get(address) : undefined
    const isAsBefore = (piece: number): boolean =>
      before !== undefined && this.#index.versionOf(piece) <= before.version
    const rows = find((piece) => (isAsBefore(piece) ? (before?.rows.piece(piece) ?? null) : undefined))
    const found = { writes: writesInView(store), version: this.#index.version, rows }
    keepLatest(this.#found, address, found, this.#entriesMax)
    return rows
  }
}

/** `isBeside`: it waits beside a pending proposal of its author for the row. */
type Placed = Pick<Proposal, 'ordinal' | 'authorId' | 'isBeside'>

/**
 * Remembers where proposals are pending. After this process's own writes only the proposals that they changed are read again, after
 * another's all keys, and the new ones; after a long one of its own all, because it may have been undone after a look at it, and its
 * numbers are given again. Not for use inside a write, for the same reason.
 */
export class PendingRows {
  #writes = -1
  #longWrites = 0
  readonly #byId = new Map<number, Placed>()
  readonly #idsByRow = new Map<number, readonly number[]>()
  readonly #rowsByAuthor = new Map<number, Set<number>>()

  /** Ids of pending proposals by the row's ordinal, ascending; the map follows later writes. */
  ids(store: Store): ReadonlyMap<number, readonly number[]> {
    this.#look(store)
    return this.#idsByRow
  }

  /** The rows for which a person has a pending proposal, without those that wait beside another; none for nobody (null). */
  rowsOf(store: Store, authorId: number | null): ReadonlySet<number> {
    this.#look(store)
    return (authorId === null ? undefined : this.#rowsByAuthor.get(authorId)) ?? new Set()
  }

  count(store: Store): number {
    this.#look(store)
    return this.#byId.size
  }

  #look(store: Store): void {
    const writes = writesInView(store)
    const { longWrites } = store.recentWrites
    const isSure = longWrites === this.#longWrites
    if (isSure && writes === this.#writes) return
    const changed = isSure
      ? (store.recentWrites.proposals(this.#writes, writes) ?? this.#mayHaveChanged(store))
      : new Set([...this.#byId.keys(), ...idsOfPending(store.main)])
    for (const id of changed) {
      const before = this.#byId.get(id)
      if (before !== undefined) this.#drop(id, before)
      const now = readProposal(store.main, id)
      if (now?.status === 'pending') this.#add(now)
    }
    this.#writes = writes
    this.#longWrites = longWrites
  }

  /** A proposal stays with its row and author, so what was pending and still is needs no look. */
  #mayHaveChanged({ main }: Store): number[] {
    const now = new Set(idsOfPending(main))
    const gone = [...this.#byId.keys()].filter((id) => !now.has(id))
    return [...gone, ...[...now].filter((id) => !this.#byId.has(id))]
  }

  #add({ id, ordinal, authorId, isBeside }: Proposal): void {
    this.#byId.set(id, { ordinal, authorId, ...(isBeside && { isBeside }) })
    const ids = [...(this.#idsByRow.get(ordinal) ?? []), id]
    this.#idsByRow.set(
      ordinal,
      ids.toSorted((a, b) => a - b),
    )
    if (isBeside) return
    const rows = this.#rowsByAuthor.get(authorId) ?? new Set()
    this.#rowsByAuthor.set(authorId, rows.add(ordinal))
  }

  #drop(id: number, { ordinal, authorId, isBeside }: Placed): void {
    this.#byId.delete(id)
    const others = (this.#idsByRow.get(ordinal) ?? []).filter((each) => each !== id)
    if (others.length > 0) this.#idsByRow.set(ordinal, others)
    else this.#idsByRow.delete(ordinal)
    if (!isBeside) this.#rowsByAuthor.get(authorId)?.delete(ordinal)
  }
}
