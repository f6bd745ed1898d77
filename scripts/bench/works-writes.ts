// Measurements of writing, and of finding what was written.
import type { Bench } from './bench.ts'
import { acceptedItems, type Item } from './items.ts'
import { inRounds, rateOf, type Measured, throughput, warmUpTurns } from './measure.ts'
import type { Server } from './processes.ts'
import { ask, createDice, get, type MakeCursor, pagePath, post, referenceCursor, windrowCursor } from './requests.ts'

const changedRows = 1000
let writes = 0

const batchesOf = (items: readonly Item[]): string[] =>
  Array.from({ length: Math.floor(items.length / 50) }, (_, i) =>
    post('/api/v1/translations', { items: items.slice(50 * i, 50 * i + 50) }, `bench-${writes++}`),
  )

async function writeAll(bench: Bench, server: Server, requests: string[], connections: number): Promise<number> {
  const job = { port: server.port, connections, requests, from: 0, isOnce: true, msMax: 60_000 }
  return rateOf(await bench.load.run(job))
}

/** A whole pass over 1,000 rows that changed all over the store, in pages of 100; one answer is one page. */
export async function deltaSync(bench: Bench): Promise<Measured> {
  const [windrow, reference] = [await bench.windrow(), await bench.reference()]
  const shares = bench.scale.sizes.entries / 4
  const all = await acceptedItems(bench, Math.min(20 * changedRows, Math.floor(shares)))
  const dice = createDice(17)
  const items = all
    .map((item) => ({ item, place: dice(2 ** 31) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, changedRows)
    .map(({ item }) => item)
  const sinceMs = Date.now() + 5
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const server of [windrow, reference]) await writeAll(bench, server, batchesOf(items), 1)
  const filter = { state: 'all', source: 'all', updatedSinceMs: sinceMs } as const
  const pass = async (server: Server, cursor: MakeCursor): Promise<string[]> => {
    const paths: string[] = []
    let after = 0
    for (let isMore = true; isMore; ) {
      const path = pagePath(cursor, { limit: 100, filter, after })
      const { data, meta } = JSON.parse(await ask(server.port, path))
      paths.push(path)
      after = data.rows.at(-1)?.ordinal ?? 0
      isMore = meta.has_more
    }
    if (paths.length !== changedRows / 100) throw new Error(`the pass has ${paths.length} pages`)
    return paths.map(get)
  }
  return throughput(bench.load, bench.scale.pace, {
    windrow: { server: windrow, requests: await pass(windrow, windrowCursor) },
    reference: { server: reference, requests: await pass(reference, referenceCursor) },
  })
}

/** Batches a second; every batch fills 50 rows that had no machine text, in the order of the list. */
export async function batches(bench: Bench, clients: 1 | 16): Promise<Measured> {
  const count = bench.scale.batches[clients === 1 ? 0 : 1]
  const rounds = bench.scale.pace.rounds
  const warmUps = Math.max(warmUpTurns, Math.ceil(bench.scale.warmUpBatches / count))
  const items = await acceptedItems(bench, 50 * count * (warmUps + rounds))
  const turn = (server: Server) => (round: number) => {
    const mine = items.slice(50 * count * round, 50 * count * (round + 1))
    return writeAll(bench, server, batchesOf(mine), clients)
  }
  const [windrow, reference] = [turn(await bench.windrow()), turn(await bench.reference())]
  for (let round = rounds; round < rounds + warmUps; round++) {
    await windrow(round)
    await reference(round)
  }
  return { samples: await inRounds(rounds, { windrow, reference }) }
}
