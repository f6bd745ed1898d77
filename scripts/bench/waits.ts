// npm run bench -- --rows waits: how long each of thirty at once waits (people.ts), alone and beside imports of 5 and of 30 %: the 99th
// of a hundred, from when a request was due to the end of its answer, with its bar. Waits say as much of the machine as of the program,
// so they are measured only when named, on a quiet one.
import { numeral } from '../../src/base/numeral.ts'
import type { Bench } from './bench.ts'
import { untilCalm } from './measure.ts'
import { type Done, work } from './people.ts'
import { pause } from './processes.ts'
import { ask } from './requests.ts'
import { command, makePatch } from './stores.ts'
import { openThirty } from './thirty.ts'

/** Milliseconds at most. */
const BARS = { page: 25, claim: 50, batch: 60, step: 100, save: 100, check: 40, search: 150 } as const
const searchBesideImport = 500
const pieceMax = 50
const probeEveryMs = 10

interface Watched {
  readonly done: readonly Done[]
  /** The longest wait for a mere sign of life: one piece of work held the loop for so long. */
  readonly pieceMs: number
}

/** A Markdown table of waits and bars. */
export async function waits(bench: Bench): Promise<string> {
  const { server, kinds, data } = await openThirty(bench)
  const { warmUpMs, aloneMs } = bench.scale.thirty
  const watch = async (during: () => Promise<unknown>): Promise<Watched> => {
    const over = new AbortController()
    const [working, probing] = [work(kinds, over.signal), longestOf(server.port, over.signal)]
    await during()
    over.abort()
    return { done: await working, pieceMs: await probing }
  }
  const importing = async (share: number): Promise<Watched> => {
    const patch = await makePatch(bench.folder, bench.files, share)
    await untilCalm(server)
    return watch(() => command(data, 'import', '--diff', patch))
  }
  await watch(() => pause(warmUpMs))
  await untilCalm(server)
  const lines = [
    rowOf('alone', await watch(() => pause(aloneMs)), BARS),
    rowOf('beside an import of 5 %', await importing(0.05), { ...BARS, search: searchBesideImport }),
    rowOf('beside an import of 30 %', await importing(0.3), { ...BARS, search: searchBesideImport }),
  ]
  await server.stop()
  const names = [...Object.keys(BARS), 'longest piece', 'refused']
  return [['', ...names], ['', ...names].map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function rowOf(when: string, { done, pieceMs }: Watched, bars: Readonly<Record<keyof typeof BARS, number>>): string[] {
  const cell = (ms: number, bar: number): string =>
    ms <= bar ? numeral(Math.round(ms)) : `**${numeral(Math.round(ms))}** (${bar})`
  const waited = (kind: string): number => {
    const all = done.filter((each) => each.kind === kind).map(({ ms }) => ms)
    return all.sort((a, b) => a - b)[Math.ceil(0.99 * all.length) - 1] ?? Number.NaN
  }
  const cells = Object.entries(bars).map(([kind, bar]) => cell(waited(kind), bar))
  return [when, ...cells, cell(pieceMs, pieceMax), cell(done.filter(({ fault }) => fault !== null).length, 0)]
}

async function longestOf(port: number, until: AbortSignal): Promise<number> {
  let longestMs = 0
  while (!until.aborted) {
    await pause(probeEveryMs)
    const sentMs = performance.now()
    await ask(port, '/health')
    longestMs = Math.max(longestMs, performance.now() - sentMs)
  }
  return longestMs
}
