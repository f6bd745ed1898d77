// What a run shares: the data, the servers that are up, and the requests prepared for them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pace } from './measure.ts'
import { type Load, type Program, type Server, startLoad, startServer } from './processes.ts'
import { acceptedItems, ask, type Item, NO_FILTER, walk, type WireRow } from './requests.ts'
import * as stores from './stores.ts'

export interface Scale {
  readonly sizes: stores.Sizes
  /** A store that the run's own is held against. */
  readonly small: stores.Sizes
  readonly pace: Pace
  /** Rounds of what takes seconds each: imports, exports. */
  readonly longRounds: number
  readonly startRounds: number
  /** Batches of one turn, for one client and for sixteen: as long as turns of other works. */
  readonly batches: readonly [number, number]
  /** Batches before the first round: by then the engine has compiled what one takes, which a server in use does once. */
  readonly warmUpBatches: number
  /** The same for validates and claims, in turns: there is far more of the program in one than in a page. */
  readonly warmUps: number
  readonly thirty: ThirtyPace
}

/** How long everybody works, and how much lies in the store. */
interface ThirtyPace {
  readonly people: number
  readonly proposals: number
  readonly warmUpMs: number
  readonly aloneMs: number
  /** Saves, and steps. */
  readonly steps: number
}

export const FULL: Scale = {
  sizes: { entries: 963_050, shards: 3762, changed: 6_000, added: 213_000 },
  small: { entries: 10_000, shards: 40, changed: 0, added: 0 },
  pace: { rounds: 7, turnMs: 500, connections: 8 },
  longRounds: 3,
  startRounds: 9,
  batches: [100, 300],
  warmUpBatches: 600,
  warmUps: 16,
  thirty: { people: 18, proposals: 30_000, warmUpMs: 15_000, aloneMs: 30_000, steps: 100 },
}

export const SHORT: Scale = {
  sizes: { entries: 12_000, shards: 48, changed: 200, added: 3_000 },
  small: { entries: 1_000, shards: 8, changed: 0, added: 0 },
  pace: { rounds: 2, turnMs: 100, connections: 4 },
  longRounds: 1,
  startRounds: 2,
  batches: [5, 16],
  warmUpBatches: 0,
  warmUps: 4,
  thirty: { people: 2, proposals: 7_000, warmUpMs: 500, aloneMs: 2_000, steps: 32 },
}

/** A short run, somewhat longer, of what seems to have fallen in another one. */
export const SHORT_AGAIN: Scale = {
  ...SHORT,
  pace: { ...SHORT.pace, rounds: 5, turnMs: 200 },
  longRounds: 3,
  startRounds: 5,
}

export interface Bench {
  readonly scale: Scale
  readonly folder: string
  readonly load: Load
  readonly files: stores.GameFiles
  readonly data: string
  /** Says on stderr what is going on. */
  readonly say: (text: string) => void
  windrow(): Promise<Server>
  reference(): Promise<Server>
  /** Bare Node with windrow's answers to these addresses and validates. */
  bare(paths: readonly string[], bodies?: readonly object[]): Promise<Server>
  start(program: Program): Promise<Server>
  rows(): Promise<readonly WireRow[]>
  /** Texts of untranslated rows that the gate accepts; each call begins at the first. */
  items(count: number): Promise<Item[]>
  close(): Promise<void>
}

/** Makes the data of a run in `folder` and answers when everything can be measured. */
export async function openBench(scale: Scale, folder: string, say: (text: string) => void): Promise<Bench> {
  mkdirSync(folder, { recursive: true })
  const [data, referencePath] = [join(folder, 'windrow'), join(folder, 'reference.db')]
  say(`making game files (${scale.sizes.entries + scale.sizes.added} rows)`)
  const files = await stores.makeGameFiles(join(folder, 'files'), scale.sizes)
  say('importing into windrow and into the reference')
  const { main, diff, reference, localized, referenceDump } = files
  await stores.fillWindrow(data, { main, diff, reference, localized })
  await stores.fillReference(referencePath, files)

  const running = new Set<Server>()
  const start = async (program: Program): Promise<Server> => {
    const server = await startServer(program)
    running.add(server)
    return { ...server, stop: () => (running.delete(server), server.stop()) }
  }
  const load = startLoad()
  const windrow = once(() => start(stores.serveWindrow(data)))
  return {
    scale,
    folder,
    load,
    files,
    data,
    say,
    start,
    windrow,
    reference: once(() => start([...stores.referenceServer, referencePath])),
    async bare(paths, bodies = []) {
      const { port } = await windrow()
      const answers: Record<string, string> = {}
      for (const path of paths) answers[path] = await ask(port, path)
      for (const body of bodies) answers[JSON.stringify(body)] = await ask(port, '/api/v1/translations/validate', body)
      const file = join(folder, 'answers.json')
      writeFileSync(file, JSON.stringify(answers))
      return start([...stores.bareServer, file])
    },
    rows: once(async () => walk((await windrow()).port, NO_FILTER)),
    items: async (count) => acceptedItems((await windrow()).port, referenceDump, count),
    async close() {
      await load.stop()
      for (const server of running) await server.stop()
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
