// npm run bench -- --thirty [--short] [--data DIR]: thirty people at work, first alone, then beside other work (`SITUATIONS`). Prints
// for each how long every kind of request waited from when it was due, and whether the bars are met. What the bench makes other
// programs wait for is theirs too: nothing else should run on the machine.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedItems, type Item } from '../items.ts'
import { anonymousMegabytes, processorUs, run, type Server, startServer } from '../processes.ts'
import { ask, NO_FILTER, pagePath, windrowCursor, type WireRow } from '../requests.ts'
import { fillWindrow, type GameFiles, makeGameFiles, serveWindrow, type Sizes, windrow } from '../stores.ts'
import { makePatch } from './patch.ts'
import { gather, password, translators, work } from './people.ts'
import { type Seen, tableOf } from './table.ts'

/** Of a size, and how long. */
interface Thirty {
  readonly sizes: Sizes
  readonly warmUpMs: number
  readonly aloneMs: number
}

interface Files extends GameFiles {
  /** The diff with another text in every twentieth row, and in three of ten. */
  readonly patch5: string
  readonly patch30: string
}

type Command = (...args: string[]) => Promise<unknown>

interface Situation {
  readonly title: string
  readonly isBesideImport?: true
  readonly beside: (command: Command, files: Files, folder: string) => Promise<unknown>
}

const imported = (command: Command, ...diffs: string[]): Promise<unknown> =>
  diffs.reduce<Promise<unknown>>(
    (before, diff) => before.then(() => command('import', '--diff', diff)),
    Promise.resolve(),
  )

/** Each patch is taken back by the next import, so that all of them have as much to do. */
const SITUATIONS: readonly Situation[] = [
  {
    title: 'beside an import of 5 %',
    isBesideImport: true,
    beside: (command, { patch5 }) => imported(command, patch5),
  },
  {
    title: 'beside imports of 5 %, back to back',
    isBesideImport: true,
    beside: (command, { diff, patch5 }) => imported(command, diff, patch5, diff),
  },
  {
    title: 'beside an import of 30 %',
    isBesideImport: true,
    beside: (command, { patch30 }) => imported(command, patch30),
  },
  {
    title: 'beside an export',
    beside: (command, { main, patch30 }, folder) =>
      command('export', '--main', main, '--diff', patch30, '--out', join(folder, 'out')),
  },
]

/** What is due until so long behind other work belongs to it. */
const behindMs = 3_000
const restMs = 8_000
const batchesAtMost = 1_500

async function addPeople(data: string): Promise<void> {
  const command = (...args: string[]): string[] => [...windrow, ...args, '--data', data, '--quiet']
  for (let i = 0; i < translators; i++) {
    await run(command('user', 'add', `person${i}`, '--role', 'moderator'))
    await run(command('user', 'password', `person${i}`, '--password-stdin'), `${password}\n`)
  }
  // Nobody works as fast as this.
  for (const name of ['site_reads_per_minute', 'site_writes_per_minute'])
    await run(command('setting', 'set', name, '1000000'))
  // The made texts repeat as no game's do: each claim would fill five hundred rows.
  await run(command('setting', 'set', 'memory', 'off'))
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
export async function measureThirty(thirty: Thirty, folder: string, say: (text: string) => void): Promise<string> {
  const { sizes, warmUpMs, aloneMs } = thirty
  say('makes files and a store')
  const made = await makeGameFiles(join(folder, 'files'), sizes)
  const [patch5, patch30] = [await makePatch(folder, made, 5), await makePatch(folder, made, 30)]
  const files = { ...made, patch5, patch30 }
  const data = join(folder, 'data')
  await fillWindrow(data, { main: files.main, diff: files.diff, localized: files.localized })
  await addPeople(data)
  const command: Command = (...args) => run([...windrow, ...args, '--data', data, '--quiet'])
  const nextItems = await itemsOf(data, files, sizes)
  const rows = sizes.entries + sizes.added
  const tables: string[] = []
  const show = (title: string, seen: Seen, isBesideImport = false): void => {
    tables.push(tableOf(title, seen, isBesideImport))
    say(tables.at(-1) as string)
  }
  await withPeople(data, rows, nextItems, async (watch) => {
    await pause(warmUpMs)
    show('alone', await watch(() => pause(aloneMs)))
    for (const { title, beside, isBesideImport } of SITUATIONS) {
      show(title, await watch(() => beside(command, files, folder).then(() => pause(behindMs))), isBesideImport)
      await pause(restMs)
    }
  })
  rmSync(join(data, 'derived'), { recursive: true })
  await withPeople(data, rows, nextItems, async (watch) => {
    show(
      'beside the making of the indexes, on a server just started',
      await watch(() => command('index').then(() => pause(behindMs))),
    )
  })
  return tables.join('\n\n')
}

async function itemsOf(data: string, files: Files, sizes: Sizes): Promise<() => readonly Item[]> {
  const server = await startServer(serveWindrow(data))
  try {
    // A small store has no more texts.
    const count = 50 * Math.min(batchesAtMost, Math.floor(sizes.entries / 400))
    const items = await acceptedItems({ files, windrow: () => Promise.resolve(server) }, count)
    let batches = 0
    return () => {
      const from = (50 * batches++) % (items.length - 50)
      return items.slice(from, from + 50)
    }
  } finally {
    await server.stop()
  }
}

type Watch = (work: () => Promise<unknown>) => Promise<Seen>

/** Lets everybody work on a server of its own while `use` watches. */
async function withPeople(
  data: string,
  rows: number,
  nextItems: () => readonly Item[],
  use: (watch: Watch) => Promise<void>,
): Promise<void> {
  const server = await startServer(serveWindrow(data))
  try {
    const beginnings = await beginningsIn(server, rows)
    const kinds = await gather({ port: server.port, rows, beginnings, nextItems, icon: await iconOf(server) })
    const over = new AbortController()
    const { done, ended } = work(kinds, over.signal)
    await use(async (during) => {
      let megabytes = 0
      const looking = setInterval(() => (megabytes = Math.max(megabytes, anonymousMegabytes(server.pid))), 500)
      const [fromMs, fromUs] = [performance.now(), processorUs(server.pid) ?? 0]
      await during()
      clearInterval(looking)
      const [toMs, toUs] = [performance.now(), processorUs(server.pid) ?? 0]
      // Those that are still waiting belong to it, too.
      await pause(behindMs)
      return {
        done: done.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs),
        seconds: (toMs - fromMs) / 1000,
        processorSeconds: (toUs - fromUs) / 1e6,
        megabytes,
      }
    })
    over.abort()
    await ended
  } finally {
    await server.stop()
  }
}
