// Earlier translations of a batch's names, from this run's texts first, then from the store once for each name and for a limited time.
import type { Agent } from '../agent/agent.ts'
import { quotedForSearch } from '../search/query.ts'
import { namesIn } from './names.ts'
import { type Pair, textOf } from './prompt.ts'
import type { Task } from './task.ts'

const namesPerBatch = 2
const pairsPerName = 2
const rememberedMax = 2_000
const searchMsMax = 2_000

export class Memory {
  readonly #agent: Agent
  readonly #signal: AbortSignal
  readonly #written: Pair[] = []
  readonly #found = new Map<string, readonly Pair[]>()

  constructor(agent: Agent, signal: AbortSignal) {
    this.#agent = agent
    this.#signal = signal
  }

  remember(pair: Pair): void {
    this.#written.push(pair)
    if (this.#written.length > rememberedMax) this.#written.shift()
  }

  async around(tasks: readonly Task[]): Promise<readonly Pair[]> {
    const earlier: Pair[] = []
    for (const name of namesIn(tasks).slice(0, namesPerBatch)) earlier.push(...(await this.#pairsWith(name)))
    return [...new Map(earlier.map((pair) => [pair.source, pair])).values()]
  }

  async #pairsWith(name: string): Promise<readonly Pair[]> {
    const own = this.#written.filter(({ source }) => source.includes(name)).slice(-pairsPerName)
    if (own.length > 0) return own
    const known = this.#found.get(name)
    if (known !== undefined) return known
    const found: Pair[] = []
    for (const state of ['manual', 'machine'] as const) found.push(...(await this.#search(name, state)))
    const pairs = found.slice(0, pairsPerName)
    this.#found.set(name, pairs)
    return pairs
  }

  async #search(name: string, state: 'manual' | 'machine'): Promise<readonly Pair[]> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(searchMsMax)])
    const where = { fields: ['source'], state, source: 'all', after: 0, limit: pairsPerName } as const
    const wanted = { text: quotedForSearch(name), wholeWords: true, ...where, signal }
    // A slow search finds nothing; other faults show up elsewhere.
    const found = await this.#agent.search(wanted).catch(() => null)
    return (found?.rows ?? []).map((row) => ({ source: row.source, text: textOf(row) }))
  }
}
