// The rows of a run: takes claims, renews them while their texts are bought, gives back the rest. Claims are short, so that the
// rows of a killed run are free within minutes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent, AgentRow, ListRows, TakeRows } from '../../../src/agent/agent.ts'
import { claimsPerPersonMax, lookupTextsMax } from '../../../src/domain/limits.ts'
import { CLAIM_WORKS } from '../../../src/domain/vocabulary.ts'
import type { Plan } from './run.ts'
import { rowsOf, type Reader, type Task, tasksOf } from './task.ts'

const claimSeconds = 180
const renewEverySeconds = 60
/** How many claims of given-up rows are kept, so that the run does not get these rows again. */
const setAsideMax = claimsPerPersonMax / 2

type Taken =
  | { readonly what: 'tasks'; readonly tasks: readonly Task[] }
  /** All remaining rows are held by others or by this run. */
  | { readonly what: 'held'; readonly seconds: number; readonly rows: number }
  /** This run holds as many claims as a person may: some of its own work has to end first. */
  | { readonly what: 'full' }
  | { readonly what: 'finished' }
  /** Rows that this run has done with fill its claims, and more are left. */
  | { readonly what: 'crowded' }

export type Work = Pick<TakeRows, 'work' | 'source' | 'filter'>

/** The kinds of work that a run takes, the preferred one first. */
export const worksOf = (filters: readonly string[]): readonly Work[] =>
  filters.length === 0
    ? CLAIM_WORKS.map((work) => ({ work, source: 'all' }))
    : filters.map((filter) => ({ work: CLAIM_WORKS[0], source: 'all', filter }))

/** The rows that a run takes, as lists ask for them. */
export const listed = ({ work, ...rest }: Work): Pick<ListRows, 'state' | 'source' | 'filter'> => ({
  ...rest,
  state: rest.filter === undefined ? work : 'all',
})

/** The row has a text for the present source, in the layer that a run writes where it may. */
const hasText = ({ layers: { machine } }: AgentRow): boolean => machine !== null && machine.freshness !== 'stale'

const pieceOf = ({ rowId, sourceHash }: AgentRow): string => `${rowId} ${sourceHash}`

export class HeldRows {
  readonly #agent: Agent
  readonly #reader: Reader
  readonly #allWorks: readonly Work[]
  /** The works that are left of this round. After a round that brought tasks there is another one, because sources change during a run. */
  #works: readonly Work[]
  #hasTaken = false
  /** Rows of this work that no claim held at the latest claim. */
  left = 0
  /** How many rows were filled from memory instead. */
  remembered = 0
  /** Ids of unfinished tasks, by their claim. */
  readonly #open = new Map<string, Set<string>>()
  /** How many rows are finished but still held, by their claim. */
  readonly #setAside = new Map<string, number>()
  /** Rows that are finished, with their sources: a row with a new source is new work. */
  readonly #closed = new Set<string>()
  /** How many seconds a claim lasts after a renewal, if not `claimSeconds`. */
  readonly #seconds = new Map<string, number>()

  constructor(agent: Agent, { filters, brief }: Pick<Plan, 'filters'> & { readonly brief: Reader }) {
    this.#agent = agent
    this.#reader = brief
    this.#allWorks = worksOf(filters)
    this.#works = this.#allWorks
  }

  /** Claims rows that this run has not finished, and that are not being bought. */
  async take(limit: number, isBought: (row: AgentRow) => boolean = () => false): Promise<Taken> {
    for (;;) {
      const [work] = this.#works
      if (work === undefined) return { what: 'finished' }
      if (this.#setAside.size >= setAsideMax) return { what: this.left > 0 ? 'crowded' : 'finished' }
      if (this.#open.size + this.#setAside.size >= claimsPerPersonMax) return { what: 'full' }
      const wanted = { ...work, limit, seconds: claimSeconds }
      const { claim, rows, left, heldByOthers, retryAfterSeconds, remembered } = await this.#agent.takeRows(wanted)
      this.left = left
      this.remembered += remembered
      if (claim === null) {
        const held = heldByOthers - [...this.#setAside.values()].reduce((sum, rows) => sum + rows, 0)
        if (retryAfterSeconds !== null && (held > 0 || left > 0))
          return { what: 'held', seconds: retryAfterSeconds, rows: held }
        this.#works = this.#works.slice(1)
        if (this.#works.length > 0 || !this.#hasTaken) continue
        this.#hasTaken = false
        this.#works = this.#allWorks
        continue
      }
      // At once, so that an end in between gives it back.
      this.#open.set(claim.id, new Set(rows.map(({ rowId }) => rowId)))
      const settled = await this.#settled(rows, work.filter === undefined ? () => false : hasText)
      if (rows.every(({ rowId }) => settled.has(rowId))) {
        this.#open.delete(claim.id)
        await this.#agent.giveBack(claim.id)
        continue
      }
      const tasks = tasksOf(
        rows.filter((row) => !this.#closed.has(pieceOf(row)) && !settled.has(row.rowId) && !isBought(row)),
        claim.id,
        this.#reader,
      )
      if (tasks.length === 0) {
        this.#open.delete(claim.id)
        this.#setAside.set(claim.id, rows.length)
      } else {
        this.#hasTaken = true
        this.#open.set(claim.id, new Set(tasks.map(({ row }) => row.rowId)))
        return { what: 'tasks', tasks }
      }
    }
  }

  /** Ends the tasks whose rows have a text by now; the others are still to be bought. */
  async stillOpen(tasks: readonly Task[]): Promise<readonly Task[]> {
    // Only rows of a filter are tasks with a text.
    const settled = await this.#settled(
      tasks.map(({ row }) => row),
      hasText,
    )
    const open = tasks.filter(({ row }) => !settled.has(row.rowId))
    for (const task of tasks) if (settled.has(task.row.rowId)) await this.end(task)
    return open
  }

  /** `hadText`: the row had a text when it was taken, which settles nothing. */
  async #settled(rows: readonly AgentRow[], hadText: (row: AgentRow) => boolean): Promise<ReadonlySet<string>> {
    const had = new Set(rows.filter(hadText).map(({ rowId }) => rowId))
    const settled = new Set<string>()
    for (let at = 0; at < rows.length; at += lookupTextsMax) {
      const some = rows.slice(at, at + lookupTextsMax)
      const { filled, done } = await this.#agent.remember(some.map(({ rowId }) => rowId))
      this.remembered += filled.length
      for (const rowId of [...filled, ...done.filter((each) => !had.has(each))]) settled.add(rowId)
    }
    return settled
  }

  /** Makes the claims of tasks last `seconds` after each renewal, those of an earlier run too, unless they have ended. */
  async keep(tasks: readonly Task[], seconds: number): Promise<void> {
    for (const [id, own] of Map.groupBy(tasks, ({ claimId }) => claimId)) {
      this.#seconds.set(id, seconds)
      if ((await this.#renew(id)) !== null)
        this.#open.set(id, new Set([...(this.#open.get(id) ?? []), ...own.map(({ row }) => row.rowId)]))
    }
  }

  #renew(id: string): Promise<number | null> {
    return this.#agent.renew(id, this.#seconds.get(id) ?? claimSeconds)
  }

  /** Finishes a task; its rows are not taken again. */
  async end(task: Task): Promise<void> {
    for (const row of rowsOf(task)) this.#closed.add(pieceOf(row))
    await this.release(task)
  }

  /** Leaves a task undone; its rows can be taken when its claim has no other. */
  async release(task: Task): Promise<void> {
    const rest = this.#open.get(task.claimId)
    rest?.delete(task.row.rowId)
    if (rest?.size !== 0) return
    this.#open.delete(task.claimId)
    await this.#agent.giveBack(task.claimId)
  }

  /** Reads a task's row again; null when it no longer needs a translation. */
  async reread({ row }: Task): Promise<AgentRow | null> {
    const [now] = await this.#agent.readRows([row.rowId])
    return now === undefined || now.isServiceRow ? null : now
  }

  async renew(): Promise<void> {
    for (const id of [...this.#open.keys(), ...this.#setAside.keys()]) await this.#renew(id)
  }

  /** Gives back rows that were set aside because texts for them were being bought; they may be free again. */
  async giveBackSetAside(): Promise<void> {
    const ids = [...this.#setAside.keys()]
    this.#setAside.clear()
    for (const id of ids) await this.#agent.giveBack(id)
  }

  /** Gives back all claims except those of the tasks in `but`. A claim that can't be given back now (no server, no room) ends by itself. */
  async giveBackAll(but: readonly Task[] = []): Promise<void> {
    const kept = new Set(but.map(({ claimId }) => claimId))
    const ids = [...this.#open.keys()].filter((id) => !kept.has(id))
    this.#open.clear()
    try {
      await this.giveBackSetAside()
      for (const id of ids) await this.#agent.giveBack(id)
    } catch {
      // What the run has to report counts more.
    }
  }
}

/** Renews the claims while a run goes on. One that can't be renewed ends; its rows may then be bought twice. */
export async function keepAlive(held: HeldRows, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await sleep(renewEverySeconds * 1000, undefined, { signal: ended, ref: false }).catch(() => {})
    if (!ended.aborted) await held.renew().catch(() => {})
  }
}
