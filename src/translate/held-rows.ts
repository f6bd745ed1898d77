// The rows of a run: takes claims, renews them while their texts are bought, gives back the rest. Claims are short, so that the
// rows of a killed run are free within minutes.
import type { Agent, AgentRow } from '../agent/agent.ts'
import { claimsPerPersonMax } from '../domain/limits.ts'
import type { ClaimWork, SourceFilter } from '../domain/vocabulary.ts'
import { rowsOf, type Task, tasksOf } from './task.ts'

const claimSeconds = 180
export const renewEverySeconds = 60
/** Claims of given-up rows that are not ended, so that the run does not get these rows again. */
const setAsideMax = claimsPerPersonMax / 2

type Taken =
  | { readonly what: 'tasks'; readonly tasks: readonly Task[] }
  /** All remaining rows are held, by others or by this run. */
  | { readonly what: 'held'; readonly seconds: number; readonly rows: number }
  | { readonly what: 'finished' }

export class HeldRows {
  readonly #agent: Agent
  readonly #works: ClaimWork[]
  readonly #source: SourceFilter
  /** Unfinished tasks, by claim. */
  readonly #open = new Map<string, Set<string>>()
  /** Counts of finished rows, by claim. */
  readonly #setAside = new Map<string, number>()
  readonly #closed = new Set<string>()

  constructor(agent: Agent, works: readonly ClaimWork[], source: SourceFilter) {
    this.#agent = agent
    this.#works = [...works]
    this.#source = source
  }

  /** Claims rows that this run has not finished. */
  async take(limit: number): Promise<Taken> {
    for (;;) {
      const [work] = this.#works
      if (work === undefined || this.#setAside.size >= setAsideMax) return { what: 'finished' }
      const wanted = { work, source: this.#source, limit, seconds: claimSeconds }
      const { claim, rows, left, heldByOthers, retryAfterSeconds } = await this.#agent.takeRows(wanted)
      if (claim === null) {
        const held = heldByOthers - [...this.#setAside.values()].reduce((sum, rows) => sum + rows, 0)
        if (retryAfterSeconds !== null && (held > 0 || left > 0))
          return { what: 'held', seconds: retryAfterSeconds, rows: held }
        this.#works.shift()
        continue
      }
      const tasks = tasksOf(
        rows.filter(({ rowId }) => !this.#closed.has(rowId)),
        claim.id,
      )
      if (tasks.length === 0) this.#setAside.set(claim.id, rows.length)
      else {
        this.#open.set(claim.id, new Set(tasks.map(({ row }) => row.rowId)))
        return { what: 'tasks', tasks }
      }
    }
  }

  /** Finishes a task; its rows are not taken again. */
  async end(task: Task): Promise<void> {
    for (const { rowId } of rowsOf(task)) this.#closed.add(rowId)
    const rest = this.#open.get(task.claimId)
    rest?.delete(task.row.rowId)
    if (rest?.size !== 0) return
    this.#open.delete(task.claimId)
    await this.#agent.giveBack(task.claimId)
  }

  /** The current row; null when it no longer needs a translation. */
  async reread({ row }: Task): Promise<AgentRow | null> {
    const [now] = await this.#agent.readRows([row.rowId])
    return now === undefined || now.isServiceRow ? null : now
  }

  async renew(): Promise<void> {
    for (const id of [...this.#open.keys(), ...this.#setAside.keys()]) await this.#agent.renew(id, claimSeconds)
  }

  async giveBackAll(): Promise<void> {
    const ids = [...this.#open.keys(), ...this.#setAside.keys()]
    this.#open.clear()
    this.#setAside.clear()
    for (const id of ids) await this.#agent.giveBack(id)
  }
}
