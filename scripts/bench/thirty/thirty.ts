// npm run bench -- --thirty [--short] [--data DIR]: thirty people at work, first alone, then beside the import of a patch that changes
// one row in twenty of the diff. Prints for each kind of request how long people waited, from when it was due: half of them, 95 and
// 99 in a hundred and the longest, what was refused, and for how long batches were refused in all. What it makes other programs
// wait for is theirs too: nothing else should run on the machine.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { acceptedItems } from '../items.ts'
import { processorUs, run, type Server, startServer } from '../processes.ts'
import { ask, NO_FILTER, pagePath, windrowCursor, type WireRow } from '../requests.ts'
import {
  dumpLines,
  fillWindrow,
  type GameFiles,
  generator,
  makeGameFiles,
  serveWindrow,
  type Sizes,
  windrow,
} from '../stores.ts'
import { type Done, gather, password, translators, work } from './people.ts'

/** Of a size, and how long. */
interface Thirty {
  readonly sizes: Sizes
  readonly warmUpMs: number
  readonly aloneMs: number
}

/** What is due until so long behind the import belongs to it. */
const behindMs = 3_000
const batchesAtMost = 300

/** The diff with another text in every twentieth row. */
async function makePatch(folder: string, { main, diff }: GameFiles): Promise<string> {
  const [dump, changed, patched] = ['diff.jsonl', 'changed.jsonl', 'patched_diff'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await run([...generator, 'dump', diff, dump])
  const out = createWriteStream(changed)
  let count = 0
  for await (const line of dumpLines(dump)) {
    const isChanged = count++ % 20 === 0 && line.text !== ''
    out.write(`${JSON.stringify(isChanged ? { ...line, text: `${line.text} again` } : line)}\n`)
  }
  await new Promise<void>((resolve) => out.end(() => resolve()))
  await run([...generator, 'pack', changed, patched, '--base', main])
  return patched
}

async function addPeople(data: string): Promise<void> {
  const command = (...args: string[]): string[] => [...windrow, ...args, '--data', data, '--quiet']
  for (let i = 0; i < translators; i++) {
    await run(command('user', 'add', `person${i}`, '--role', 'moderator'))
    await run(command('user', 'password', `person${i}`, '--password-stdin'), `${password}\n`)
  }
  // Nobody works as fast as this.
  for (const name of ['site_reads_per_minute', 'site_writes_per_minute'])
    await run(command('setting', 'set', name, '1000000'))
}

/** Rows all over the list. */
async function beginningsIn({ port }: Server, rows: number): Promise<string[]> {
  const found: string[] = []
  for (let i = 0; i < translators; i++) {
    const after = Math.floor((i * rows) / translators)
    const page = JSON.parse(await ask(port, pagePath(windrowCursor, { limit: 1, after, filter: NO_FILTER }))) as {
      data: { rows: readonly WireRow[] }
    }
    found.push(page.data.rows[0]?.row_id ?? '')
  }
  return found
}

async function iconOf({ port }: Server): Promise<string> {
  const page = await (await fetch(`http://127.0.0.1:${port}/admin/sign-in`)).text()
  return /href="(\/admin\/assets\/icon[^"]+)"/.exec(page)?.[1] ?? '/admin/sign-in'
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Measures, and gives the tables as text. */
export async function measureThirty({ sizes, warmUpMs, aloneMs }: Thirty, folder: string, say: (text: string) => void) {
  say('makes files and a store')
  const files = await makeGameFiles(join(folder, 'files'), sizes)
  const data = join(folder, 'data')
  await fillWindrow(data, { main: files.main, diff: files.diff, localized: files.localized })
  await addPeople(data)
  const patch = await makePatch(folder, files)
  const server = await startServer(serveWindrow(data))
  try {
    say('prepares texts, and lets everybody sign in')
    const items = await acceptedItems({ files, windrow: () => Promise.resolve(server) }, batchesFor(sizes) * 50)
    const rows = sizes.entries + sizes.added
    const beginnings = await beginningsIn(server, rows)
    const kinds = await gather({ port: server.port, rows, beginnings, items, icon: await iconOf(server) })
    const over = new AbortController()
    const working = work(kinds, over.signal)
    say('everybody works')
    await pause(warmUpMs)
    const alone = { fromMs: performance.now(), cpuUs: processorUs(server.pid) ?? 0 }
    await pause(aloneMs)
    const beside = { fromMs: performance.now(), cpuUs: processorUs(server.pid) ?? 0 }
    say('a patch is imported')
    const { seconds } = await run([...windrow, 'import', '--diff', patch, '--data', data, '--quiet'])
    await pause(behindMs)
    const [endMs, endUs] = [performance.now(), processorUs(server.pid) ?? 0]
    over.abort()
    const done = await working
    const within = (fromMs: number, toMs: number): Done[] =>
      done.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs).sort((a, b) => a.dueMs - b.dueMs)
    return [
      tableOf('alone', within(alone.fromMs, beside.fromMs), (beside.cpuUs - alone.cpuUs) / 1e6),
      tableOf(
        `beside an import of ${seconds.toFixed(1)} s`,
        within(beside.fromMs, endMs),
        (endUs - beside.cpuUs) / 1e6,
      ),
    ].join('\n\n')
  } finally {
    await server.stop()
  }
}

/** A small store has no more texts for them. */
const batchesFor = ({ entries }: Sizes): number => Math.min(batchesAtMost, Math.floor(entries / 400))

function tableOf(title: string, done: readonly Done[], processorSeconds: number): string {
  const lines = [`${title} (ms; the server took ${processorSeconds.toFixed(1)} s of processor time)`]
  lines.push('| kind | requests | p50 | p95 | p99 | longest | faults |', '|---|---|---|---|---|---|---|')
  for (const kind of new Set(done.map((each) => each.kind))) {
    const of = done.filter((each) => each.kind === kind)
    const times = of.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number): string => (times[Math.ceil(share * times.length) - 1] ?? 0).toFixed(1)
    lines.push(`| ${kind} | ${of.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${at(1)} | ${faultsIn(of)} |`)
  }
  lines.push(`batches were refused for ${(refusedMs(done) / 1000).toFixed(1)} s in all`)
  return lines.join('\n')
}

function faultsIn(done: readonly Done[]): string {
  const faults = new Map<string, number>()
  for (const { fault } of done) if (fault !== null) faults.set(fault, (faults.get(fault) ?? 0) + 1)
  return faults.size === 0 ? '0' : [...faults].map(([fault, count]) => `${count} × ${fault}`).join(', ')
}

/** From each first refused batch to the next one that was not. */
function refusedMs(done: readonly Done[]): number {
  let [sinceMs, sumMs] = [Number.NaN, 0]
  for (const { kind, dueMs, fault } of done) {
    if (kind !== 'batch') continue
    if (fault !== null && Number.isNaN(sinceMs)) sinceMs = dueMs
    if (fault !== null || Number.isNaN(sinceMs)) continue
    sumMs += dueMs - sinceMs
    sinceMs = Number.NaN
  }
  return sumMs
}
