// What models were paid for purchases that the ledger has closed: a line of a file for each. A long file is summed up into a
// new one with one line for each model. A purchase counts once, even if a kill left both its ledger file and its line.
import { appendFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import type { TextOrigin } from '../../../src/agent/agent.ts'
import type { ModelAnswer } from './models/model.ts'
import { costOf, NONE, type Prices, sumOf, type Tokens } from './spending.ts'

export interface Paid {
  readonly provider: string
  readonly model: string
  readonly prompts: number
  readonly tokens: Tokens
  /** What it cost by the prices; null: no purchase had prices. */
  readonly cost: number | null
}

/** `of` names the purchase, or the file that was summed up. */
interface AccountLine extends Paid {
  readonly of: string
}

interface Bought {
  readonly origin: Pick<TextOrigin, 'provider' | 'model'>
  readonly prices: Prices | null
  readonly prompts: readonly { readonly expected: Tokens }[]
  /** The model's answers, by the number of the prompt. */
  readonly answers: ReadonlyMap<number, ModelAnswer>
  readonly seconds: ReadonlyMap<number, { readonly answer: ModelAnswer }>
}

/** What a purchase used and cost. Tokens are estimated where the model did not count them. */
export function paidFor({ origin, prices, prompts, answers, seconds }: Bought): Paid {
  const given = [...answers, ...[...seconds].map(([i, { answer }]) => [i, answer] as const)]
  const tokens = given
    .map(
      ([i, answer]) =>
        answer.tokens ?? { input: prompts[i]?.expected.input ?? 0, cached: 0, output: estimateTokens(answer.text) },
    )
    .reduce(sumOf, NONE)
  const { provider, model } = origin
  return { provider, model, prompts: given.length, tokens, cost: prices === null ? null : costOf(tokens, prices) }
}

const FILE = 'spent.jsonl'
const SUMMED = /^spent-\d+\.jsonl$/
const bytesMax = 1_000_000

export class Account {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(of: string, paid: Paid): Promise<void> {
    const path = join(this.#folder, FILE)
    await appendFile(path, `${JSON.stringify({ of, ...paid })}\n`)
    if ((await stat(path)).size > bytesMax) await this.#sumUp(path)
  }

  /** Sums up what was paid, by provider and model. `more`: purchases that are not closed yet, by name. */
  async sum(more: readonly (readonly [string, Paid])[]): Promise<readonly Paid[]> {
    const files = (await readdir(this.#folder).catch(() => [])).filter((name) => name === FILE || SUMMED.test(name))
    const lines = (await Promise.all(files.map(async (name) => await this.#read(name)))).flat()
    const summed = new Set(lines.map(({ of }) => of).filter((of) => SUMMED.test(of)))
    const counted = files.filter((name) => !summed.has(name))
    const closed = (await Promise.all(counted.map(async (name) => await this.#read(name)))).flat()
    const known = new Set(closed.map(({ of }) => of))
    return totals([...closed, ...more.filter(([of]) => !known.has(of)).map(([, paid]) => paid)])
  }

  /** Sums a long file up into a new one, to which another process may add meanwhile. */
  async #sumUp(path: string): Promise<void> {
    const name = `spent-${Date.now()}.jsonl`
    const old = join(this.#folder, name)
    await rename(path, old)
    const lines = totals(await this.#read(name)).map((paid) => `${JSON.stringify({ of: name, ...paid })}\n`)
    await appendFile(path, lines.join(''))
    await rm(old, { force: true })
  }

  async #read(name: string): Promise<readonly AccountLine[]> {
    const text = await readFile(join(this.#folder, name), 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => lineIn<AccountLine>(line) ?? [])
  }
}

/** A line of JSON. Null: it is none, such as one that a kill cut. */
export function lineIn<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

function totals(paid: readonly Paid[]): readonly Paid[] {
  const byModel = Map.groupBy(paid, ({ provider, model }) => JSON.stringify([provider, model]))
  return [...byModel.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const costs = all.flatMap(({ cost }) => cost ?? [])
    const sum = all.reduce((a, b) => ({ ...a, prompts: a.prompts + b.prompts, tokens: sumOf(a.tokens, b.tokens) }))
    const cost = costs.length === 0 ? null : costs.reduce((a, b) => a + b)
    return [{ provider: sum.provider, model: sum.model, prompts: sum.prompts, tokens: sum.tokens, cost }]
  })
}
