// Measurements of writing, and of finding what was written.
import { diceOf } from '../../test/support/dice.ts'
import type { Bench } from './bench.ts'
import { answerCosts, inRounds, type Samples, warmUpTurns } from './measure.ts'
import type { Server } from './processes.ts'
import { ask, get, type Item, pagePath, post, windrowCursor } from './requests.ts'

const changedRows = 1000
let writes = 0

const batchesOf = (items: readonly Item[]): string[] =>
  Array.from({ length: Math.floor(items.length / 50) }, (_, i) =>
    post('/api/v1/translations', { items: items.slice(50 * i, 50 * i + 50) }, `bench-${writes++}`),
  )

/** Microseconds a batch, by the clock: each answer waits for the disk. */
async function writeAll({ load }: Bench, { port }: Server, requests: string[], connections: number): Promise<number> {
  const job = { port, connections, requests, from: 0, isOnce: true, msMax: 60_000, restMs: 0 }
  const { answers, seconds } = await load.run(job)
  return (1e6 * seconds) / answers
}

/** A whole pass over 1,000 rows that changed all over the store, in pages of 100, beside as many pages of everything. */
export async function deltaSync(bench: Bench): Promise<Samples> {
  const server = await bench.windrow()
  const all = await bench.items(Math.min(20 * changedRows, Math.floor(bench.scale.sizes.entries / 4)))
  const dice = diceOf(17)
  const items = all
    .map((item) => ({ item, place: dice.below(2 ** 31) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, changedRows)
    .map(({ item }) => item)
  const sinceMs = Date.now() + 5
  await new Promise((resolve) => setTimeout(resolve, 20))
  await writeAll(bench, server, batchesOf(items), 1)
  const filter = { state: 'all', source: 'all', updatedSinceMs: sinceMs } as const
  const pages: string[] = []
  for (let [after, isMore] = [0, true]; isMore; ) {
    const path = pagePath(windrowCursor, { limit: 100, filter, after })
    const { data, meta } = JSON.parse(await ask(server.port, path))
    pages.push(path)
    after = data.rows.at(-1)?.ordinal ?? 0
    isMore = meta.has_more
  }
  if (pages.length !== changedRows / 100) throw new Error(`the pass has ${pages.length} pages`)
  const others = pages.map((_, i) => pagePath(windrowCursor, { limit: 100, after: 900 * i }))
  return answerCosts(bench.load, bench.scale.pace, {
    'page of all': { server, requests: others.map(get) },
    'page of changes': { server, requests: pages.map(get) },
  })
}

/** Every batch fills 50 rows that had no machine text, in the order of the list. */
export async function batches(bench: Bench, clients: 1 | 16): Promise<Samples> {
  const count = bench.scale.batches[clients === 1 ? 0 : 1]
  const rounds = bench.scale.pace.rounds
  const warmUps = Math.max(warmUpTurns, Math.ceil(bench.scale.warmUpBatches / count))
  const items = await bench.items(50 * count * (warmUps + rounds))
  const turn = (server: Server) => (round: number) =>
    writeAll(bench, server, batchesOf(items.slice(50 * count * round, 50 * count * (round + 1))), clients)
  const [windrow, reference] = [turn(await bench.windrow()), turn(await bench.reference())]
  for (let round = rounds; round < rounds + warmUps; round++) {
    await windrow(round)
    await reference(round)
  }
  return inRounds(rounds, { windrow, reference })
}
