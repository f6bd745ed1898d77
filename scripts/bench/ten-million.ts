// node scripts/bench/ten-million.ts [--rows N,…] [--folder DIR]: what grows with the store. For each number of rows (1,176,050,
// 3,500,000 and 10,000,000 unless told otherwise) makes main, diff and Chinese reference, imports them into a store of its own,
// checks it and backs it up; then asks the servers of all of them in turns. Prints the table of docs/speed.md, in which each size is
// compared with the smallest. Ten million rows take 8 GB of disk. With --folder, files and stores stay there, and a run that was
// interrupted goes on with the step that it was in. Linux only: it reads /proc.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { numeral } from '../../src/base/numeral.ts'
import { FULL } from './bench.ts'
import { type Cost, costOf } from './command-cost.ts'
import { inRounds, type Samples, spreadOf, throughput } from './measure.ts'
import { measureOneByOne, prepareOneByOne } from './one-by-one.ts'
import { anonymousMegabytes, type Load, type Server, startLoad } from './processes.ts'
import { ask, createDice, get, NO_FILTER, pagePath, type PageOptions, windrowCursor } from './requests.ts'
import { makeReference, makeSources, makeKey, serveWindrow, type Sizes } from './stores.ts'
import { startAndAsk } from './works-programs.ts'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1176050,3500000,10000000' }, folder: { type: 'string' } },
})

const pace = { rounds: 11, turnMs: 500, connections: 8 }
const startRounds = 7
const requestsOfAWork = 5_000
const idsOfAWork = 1_000

interface Costs {
  readonly import: Cost
  readonly check: Cost
  readonly backup: Cost
  readonly storeMegabytes: number
  readonly searchMegabytes: number
  readonly backupMegabytes: number
}

interface Store {
  readonly rows: number
  readonly data: string
  readonly costs: Costs
}

/** A line of the table: for each size its values, one alone or one a round. */
interface Line {
  readonly title: string
  readonly unit: string
  readonly grows: 'with the rows' | 'not at all' | 'as it does'
  readonly values: readonly (readonly number[])[]
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const megabytesOf = (path: string): number => statSync(path).size / 1e6

/** The shape of the game, larger. */
function sizesOf(rows: number): Sizes {
  const { entries, added, changed } = FULL.sizes
  const factor = rows / (entries + added)
  const main = Math.round(entries * factor)
  return {
    entries: main,
    shards: Math.ceil(main / 256),
    changed: Math.round(changed * factor),
    added: rows - main,
  }
}

/** The store of so many rows and what it took to make it: made once for a folder. */
async function storeOf(folder: string, rows: number): Promise<Store> {
  const data = join(folder, 'data')
  const costsFile = join(folder, 'costs.json')
  if (!existsSync(costsFile)) {
    const game = await filesOf(join(folder, 'game'), sizesOf(rows))
    const costs = await measureCommands(folder, data, game)
    writeFileSync(costsFile, JSON.stringify(costs))
  }
  return { rows, data, costs: JSON.parse(readFileSync(costsFile, 'utf8')) as Costs }
}

interface Game {
  readonly main: string
  readonly diff: string
  readonly reference: string
}

async function filesOf(folder: string, sizes: Sizes): Promise<Game> {
  const gameFile = join(folder, 'game.json')
  if (!existsSync(gameFile)) {
    say(`making game files (${numeral(sizes.entries + sizes.added)} rows)`)
    const [sources, reference] = await Promise.all([makeSources(folder, sizes), makeReference(folder, sizes)])
    writeFileSync(gameFile, JSON.stringify({ ...sources, reference }))
  }
  return JSON.parse(readFileSync(gameFile, 'utf8')) as Game
}

async function measureCommands(folder: string, data: string, { main, diff, reference }: Game): Promise<Costs> {
  const backupFile = join(folder, 'backup')
  for (const left of [data, backupFile]) rmSync(left, { recursive: true, force: true })
  const command = (...argv: string[]): Promise<Cost> => {
    say(`windrow ${argv[0]}`)
    return costOf([...argv, '--data', data, '--quiet'])
  }
  const imported = await command('import', '--main', main, '--diff', diff, '--reference', reference)
  const [storeMegabytes, searchMegabytes] = [
    megabytesOf(join(data, 'main', 'data.mdb')),
    megabytesOf(join(data, 'derived', 'data.mdb')),
  ]
  const checked = await command('check')
  const backedUp = await command('backup', backupFile)
  const backupMegabytes = megabytesOf(backupFile)
  rmSync(backupFile)
  await makeKey(data)
  await prepareOneByOne(data)
  return { import: imported, check: checked, backup: backedUp, storeMegabytes, searchMegabytes, backupMegabytes }
}

async function startLine(stores: readonly Store[]): Promise<Line> {
  const turn = async ({ data }: Store): Promise<number> => {
    const { server, ms } = await startAndAsk(serveWindrow(data), pagePath(windrowCursor, { limit: 1 }))
    await server.stop()
    return ms
  }
  const samples = await inRounds(
    startRounds,
    Object.fromEntries(stores.map((store) => [nameOf(store), () => turn(store)])),
  )
  return { title: 'start to first answer', unit: 'ms', grows: 'not at all', values: inOrder(stores, samples) }
}

const nameOf = ({ rows }: Store): string => `${numeral(rows)} rows`
const inOrder = (stores: readonly Store[], samples: Samples): readonly (readonly number[])[] =>
  stores.map((store) => samples[nameOf(store)] ?? [])

/** What a server of each size takes for an answer, in turns. */
async function answerLines(stores: readonly Store[], load: Load): Promise<Line[]> {
  const servers: Server[] = []
  try {
    for (const { data } of stores) {
      servers.push((await startAndAsk(serveWindrow(data), pagePath(windrowCursor, { limit: 1 }))).server)
    }
    const depths = stores.map(({ rows }) => {
      const dice = createDice(13)
      return Array.from({ length: requestsOfAWork }, () => dice(rows - 101))
    })
    const pages = (options: PageOptions): string[][] =>
      depths.map((afters) => afters.map((after) => pagePath(windrowCursor, { ...options, after })))
    const filter = { ...NO_FILTER, state: 'none' } as const
    const rowIds = await idsOf(servers, depths)
    const works: readonly (readonly [string, string[][]])[] = [
      ['page of 50, core, random depth', pages({ limit: 50 })],
      ['page of 50 with its total, `state=none`, random depth', pages({ limit: 50, filter, withTotal: true })],
      ['row card, random row', rowIds.map((ids) => ids.map((id) => `/api/v1/rows/${id}`))],
    ]
    const lines: Line[] = []
    for (const [title, paths] of works) {
      say(title)
      const contestants = stores.map((store, i) => {
        return [nameOf(store), { server: servers[i] as Server, requests: (paths[i] ?? []).map(get) }] as const
      })
      const { processorUs: costs = {} } = await throughput(load, pace, Object.fromEntries(contestants))
      lines.push({ title, unit: 'µs', grows: 'not at all', values: inOrder(stores, costs) })
    }
    const asked = stores.map((store, i) => {
      return { name: nameOf(store), server: servers[i] as Server, rowIds: rowIds[i] ?? [] }
    })
    for (const [title, costs] of Object.entries(await measureOneByOne(asked, say)))
      lines.push({ title, unit: 'µs', grows: 'not at all', values: inOrder(stores, costs) })
    return [...lines, await memoryLine(stores, servers, load)]
  } finally {
    for (const server of servers) await server.stop()
  }
}

interface Page {
  readonly data: { readonly rows: readonly { readonly row_id: string }[] }
}

/** Ids of rows all over the list of each store. */
async function idsOf(servers: readonly Server[], depths: readonly number[][]): Promise<string[][]> {
  const found: string[][] = []
  for (const [i, { port }] of servers.entries()) {
    const mine: string[] = []
    for (const after of (depths[i] ?? []).slice(0, idsOfAWork)) {
      const { data } = JSON.parse(await ask(port, pagePath(windrowCursor, { limit: 1, after }))) as Page
      mine.push(data.rows[0]?.row_id ?? '')
    }
    found.push(mine)
  }
  return found
}

/** The memory of each server when every row was read once, in pages of 100. */
async function memoryLine(stores: readonly Store[], servers: readonly Server[], load: Load): Promise<Line> {
  const values: number[][] = []
  for (const [i, { rows }] of stores.entries()) {
    say(`reading ${numeral(rows)} rows`)
    const { port, pid } = servers[i] as Server
    const pages = Array.from({ length: Math.ceil(rows / 100) }, (_, page) =>
      get(pagePath(windrowCursor, { limit: 100, after: 100 * page })),
    )
    const { refused } = await load.run({ port, connections: 4, requests: pages, from: 0, isOnce: true, msMax: 120_000 })
    if (refused.length > 0) throw new Error(`${refused.length} pages were refused: ${refused[0]}`)
    values.push([anonymousMegabytes(pid)])
  }
  return { title: 'anonymous memory of the server that read all', unit: 'MB', grows: 'as it does', values }
}

/** What the commands took. */
function commandLines(stores: readonly Store[]): Line[] {
  const line = (title: string, unit: string, grows: Line['grows'], valueOf: (costs: Costs) => number): Line => ({
    title,
    unit,
    grows,
    values: stores.map(({ costs }) => [valueOf(costs)]),
  })
  const commands = [
    ['import of main, diff and reference', 'import'],
    ['`check`', 'check'],
    ['`backup`', 'backup'],
  ] as const
  return [
    ...commands.flatMap(([title, name]) => [
      line(`${title}, processor time`, 's', 'with the rows', (costs) => costs[name].cpuSeconds),
      line(`${title}, by the clock`, 's', 'with the rows', (costs) => costs[name].seconds),
      line(`${title}, anonymous memory at most`, 'MB', 'as it does', (costs) => costs[name].peakMegabytes),
    ]),
    line('store', 'MB', 'with the rows', ({ storeMegabytes }) => storeMegabytes),
    line('search index', 'MB', 'with the rows', ({ searchMegabytes }) => searchMegabytes),
    line('backup', 'MB', 'with the rows', ({ backupMegabytes }) => backupMegabytes),
  ]
}

const digits = (value: number): string =>
  value >= 1000 ? numeral(Math.round(value)) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

/** How a size compares with the smallest: for a row where the work grows with the rows, round by round. */
function ratioOf({ grows, values }: Line, stores: readonly Store[], size: number): string {
  const [first, mine] = [values[0] ?? [], values[size] ?? []]
  const factor = grows === 'with the rows' ? (stores[size] as Store).rows / (stores[0] as Store).rows : 1
  const { median, low, high } = spreadOf(mine.map((value, round) => value / (first[round] as number) / factor))
  return mine.length === 1 ? digits(median) : `${digits(median)} (${digits(low)}–${digits(high)})`
}

const GROWTH: Readonly<Record<Line['grows'], string>> = {
  'with the rows': ' a row',
  'not at all': '',
  'as it does': '',
}

function tableOf(stores: readonly Store[], lines: readonly Line[]): string {
  const others = stores.slice(1)
  const head = ['', ...stores.map(nameOf), ...others.map((store) => `${nameOf(store)} / ${nameOf(stores[0] as Store)}`)]
  const rows = lines.map((line) => [
    line.title,
    ...line.values.map((values) => `${digits(spreadOf(values).median)} ${line.unit}`),
    ...others.map((_, i) => `${ratioOf(line, stores, i + 1)}${GROWTH[line.grows]}`),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

async function main(): Promise<void> {
  const sizes = options.rows.split(',').map(Number)
  if (!sizes.every((rows) => Number.isInteger(rows) && rows >= 10_000))
    throw new Error('--rows takes numbers from 10000')
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'windrow-ten-million-'))
  const load = startLoad()
  try {
    const stores: Store[] = []
    for (const rows of sizes) {
      const mine = join(folder, `${rows}`)
      mkdirSync(mine, { recursive: true })
      stores.push(await storeOf(mine, rows))
    }
    const lines = [...commandLines(stores), await startLine(stores), ...(await answerLines(stores, load))]
    process.stdout.write(`${tableOf(stores, lines)}\n`)
  } finally {
    await load.stop()
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

await main()
