// What a run shares: the data, the servers that are up, and the requests prepared for them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../src/base/assert.ts'
import type { Pace } from './measure.ts'
import { type Load, type Program, type Server, startLoad, startServer } from './processes.ts'
import { ask, NO_FILTER, UNTRANSLATED_DIFF, walk, type WireRow } from './requests.ts'
import * as stores from './stores.ts'

/** Thirty at once: how long everybody works, and how much lies in the store. */
interface ThirtyPace {
  readonly people: number
  readonly proposals: number
  readonly warmUpMs: number
  readonly aloneMs: number
  /** Saves, and steps. */
  readonly steps: number
}

export interface Scale {
  readonly sizes: stores.Sizes
  readonly small: stores.Sizes
  readonly large: stores.Sizes
  readonly pace: Pace
  /** Rounds of what takes seconds each: imports, exports. */
  readonly longRounds: number
  readonly startRounds: number
  /** Batches of one turn, for one client and for sixteen: as long as turns of other works. */
  readonly batches: readonly [number, number]
  /** Batches before the first round: by then the engine has compiled what one takes, which a server in use does once. */
  readonly warmUpBatches: number
  /** The same for validates, in turns: there is far more of the program in one than in a page. */
  readonly warmUpValidates: number
  readonly thirty: ThirtyPace
}

export const FULL: Scale = {
  sizes: { entries: 963_050, shards: 3762, changed: 6_000, added: 213_000 },
  small: { entries: 10_000, shards: 40, changed: 0, added: 0 },
  large: { entries: 3_500_000, shards: 13_700, changed: 0, added: 0 },
  pace: { rounds: 11, turnMs: 500, connections: 8 },
  longRounds: 3,
  startRounds: 15,
  batches: [150, 500],
  warmUpBatches: 1_000,
  warmUpValidates: 16,
  thirty: { people: 18, proposals: 30_000, warmUpMs: 15_000, aloneMs: 30_000, steps: 100 },
}

export const SHORT: Scale = {
  sizes: { entries: 12_000, shards: 48, changed: 200, added: 3_000 },
  small: { entries: 1_000, shards: 8, changed: 0, added: 0 },
  large: { entries: 20_000, shards: 80, changed: 0, added: 0 },
  pace: { rounds: 2, turnMs: 100, connections: 4 },
  longRounds: 1,
  startRounds: 2,
  batches: [5, 16],
  warmUpBatches: 0,
  warmUpValidates: 4,
  thirty: { people: 2, proposals: 7_000, warmUpMs: 500, aloneMs: 2_000, steps: 32 },
}

/** A short run, somewhat longer, of what seems to have fallen in another one. */
export const SHORT_AGAIN: Scale = {
  ...SHORT,
  pace: { ...SHORT.pace, rounds: 5, turnMs: 200 },
  longRounds: 3,
  startRounds: 5,
}

/** The body of a validate. */
interface Batch {
  readonly items: readonly { readonly row_id: string }[]
}

export interface Bench {
  readonly scale: Scale
  readonly folder: string
  readonly load: Load
  readonly files: stores.GameFiles
  readonly data: string
  readonly referencePath: string
  /** Says on stderr what is going on. */
  readonly say: (text: string) => void
  windrow(): Promise<Server>
  reference(): Promise<Server>
  /** A server of the ceiling with windrow's answers to these addresses and validates. */
  ceiling(paths: readonly string[], batches?: readonly Batch[]): Promise<Server>
  start(program: Program): Promise<Server>
  /** Every row of the two lists that are paged through. */
  rows(of: 'all' | 'untranslated diff'): Promise<readonly WireRow[]>
  close(): Promise<void>
}

/** Makes the data of a run in `folder` and answers when everything can be measured. */
export async function openBench(scale: Scale, folder: string, say: (text: string) => void): Promise<Bench> {
  mkdirSync(folder, { recursive: true })
  const [data, referencePath] = [join(folder, 'windrow'), join(folder, 'reference.db')]
  say(`making game files (${scale.sizes.entries + scale.sizes.added} rows)`)
  const files = await stores.makeGameFiles(join(folder, 'files'), scale.sizes)
  say('importing into windrow and into the reference')
  const { main, diff, reference, localized } = files
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
  let answersFiles = 0
  return {
    scale,
    folder,
    load,
    files,
    data,
    referencePath,
    say,
    start,
    windrow,
    reference: once(() => start([...stores.referenceServer, referencePath])),
    async ceiling(paths, batches = []) {
      const { port } = await windrow()
      const answers: Record<string, string> = {}
      for (const path of paths) answers[path] = await ask(port, path)
      for (const batch of batches) answers[present(batch.items[0], 'an item').row_id] = await validated(port, batch)
      const file = join(folder, `answers-${answersFiles++}.json`)
      writeFileSync(file, JSON.stringify(answers))
      return start([...stores.ceilingServer, file])
    },
    rows: onceEach(async (of) => {
      const filter = of === 'all' ? NO_FILTER : UNTRANSLATED_DIFF
      return walk((await windrow()).port, filter, Number.POSITIVE_INFINITY)
    }),
    async close() {
      await load.stop()
      for (const server of running) await server.stop()
    },
  }
}

/** Windrow's answer, which `JSON.stringify` has to spell with the same bytes. */
async function validated(port: number, batch: Batch): Promise<string> {
  const answer = await ask(port, '/api/v1/translations/validate', batch)
  if (JSON.stringify(JSON.parse(answer)) !== answer) throw new Error('the echo would answer with other bytes')
  return answer
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

function onceEach<K, T>(make: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const made = new Map<K, Promise<T>>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
