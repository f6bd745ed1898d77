// Search beside an FTS5 trigram index of SQLite: both are made by one process (search.ts) and asked in another, once for all works.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import type { Measured, Samples } from './measure.ts'
import { node } from './stores.ts'

type Results = Readonly<Record<string, Samples>>

const measured = new WeakMap<Bench, Promise<Results>>()
const program = fileURLToPath(new URL('search.ts', import.meta.url))

async function measure({ data, folder, scale, say }: Bench): Promise<Results> {
  say('filling an index of SQLite to search beside')
  const { rounds, turnMs } = scale.pace
  const { stdout } = await promisify(execFile)(node, [program, data, `${rounds}`, `${turnMs}`, folder])
  return JSON.parse(stdout) as Results
}

/** One of the results of search.ts. */
export const searchOf =
  (kind: string) =>
  async (bench: Bench): Promise<Measured> => {
    let results = measured.get(bench)
    if (results === undefined) measured.set(bench, (results = measure(bench)))
    const samples = (await results)[kind]
    if (samples === undefined) throw new Error(`search.ts measures no ${kind}`)
    return { samples }
  }
