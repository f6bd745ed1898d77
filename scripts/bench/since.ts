// Finds the commit that made an answer dearer: npm run bench -- --since COMMIT ITEM. Each program that is tried fills a store of its own
// from the same files and answers the same requests, in turns with the program of COMMIT: processor time of all threads, medians of
// pairs. Halves the way from COMMIT to HEAD until one commit is left that lies on the dear side while the one before does not.
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { present } from '../../src/base/assert.ts'
import { FULL } from './bench.ts'
import { inRounds, spreadOf, untilCalm } from './measure.ts'
import { processorUs, type Server, startLoad, startServer } from './processes.ts'
import { acceptedItems, ask, bodyOf, get, type Item, post } from './requests.ts'
import * as stores from './stores.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))
const git = (...args: string[]): string => execFileSync('git', args, { cwd: home, encoding: 'utf8' }).trim()

interface Asked {
  readonly server: Server
  readonly items: readonly Item[]
  readonly round: number
}

const requestsOfATurn = 200
const batchesOfATurn = 20

/** The requests of one turn. Only batches differ from round to round, because a text is written once. */
const ITEMS: Readonly<Record<string, (asked: Asked) => readonly string[] | Promise<readonly string[]>>> = {
  me: () => [get('/api/v1/me')],
  card: ({ items }) => items.map(({ row_id }) => get(`/api/v1/rows/${row_id}`)),
  page: async ({ server }) => {
    const paths = ['/api/v1/rows?limit=50']
    while (paths.length < 40) {
      const { meta } = JSON.parse(await ask(server.port, paths.at(-1) as string)) as { meta: { next_cursor: string } }
      paths.push(`/api/v1/rows?limit=50&cursor=${meta.next_cursor}`)
    }
    return paths.map(get)
  },
  validate: ({ items }) => [post('/api/v1/translations/validate', bodyOf(items.slice(0, 50)))],
  batch: ({ items, round }) =>
    Array.from({ length: batchesOfATurn }, (_, i) => {
      const from = 50 * (batchesOfATurn * round + i)
      return post('/api/v1/translations', { items: items.slice(from, from + 50) }, `round ${round}, ${i}`)
    }),
}

/** Short turns of programs that are not warm say nothing, so the pace is that of a full run also on small data. */
const { pace } = FULL
/** More turns than in a run: what is looked for is a twentieth, and one wrong look leads to a commit that changed nothing. */
const [warmUps, rounds] = [32, 40]

interface Found {
  readonly commit: string
  /** Beside the program of COMMIT. */
  readonly times: number
}

const entriesMax = 100_000
/** Filled anew for each program that is tried; a page costs the same in any store. */
const FEWER: stores.Sizes = { entries: entriesMax, shards: 640, changed: 1_000, added: 15_000 }

/** Two processes of one program differ by so much. */
const dearerFrom = 1.05

export async function findDearer(
  since: string,
  item: string,
  sizes: stores.Sizes,
  folder: string,
  say: (text: string) => void,
): Promise<string> {
  if (ITEMS[item] === undefined) throw new Error(`unknown item ${item}; known are ${Object.keys(ITEMS).join(', ')}`)
  const commits = git('rev-list', '--reverse', '--first-parent', `${since}..HEAD`).split('\n')
  const files = await stores.makeGameFiles(join(folder, 'files'), sizes.entries > entriesMax ? FEWER : sizes)
  const programs = openPrograms(folder, files)
  const lookAt = async (commit: string): Promise<Found> => {
    const found = { commit, times: await programs.compare(since, commit, item) }
    say(`${found.times.toFixed(2)} times as much: ${subjectOf(commit)}`)
    return found
  }
  try {
    let [good, bad]: [Found, Found] = [{ commit: since, times: 1 }, await lookAt(commits.at(-1) as string)]
    const bar = Math.sqrt(bad.times)
    if (bad.times < dearerFrom) return `${item} takes ${bad.times.toFixed(2)} times as much as at ${since}: not dearer`
    for (let [low, high] = [-1, commits.length - 1]; high - low > 1; ) {
      const middle = (low + high) >> 1
      const found = await lookAt(commits[middle] as string)
      if (found.times > bar) [bad, high] = [found, middle]
      else [good, low] = [found, middle]
    }
    const before = good.times.toFixed(2)
    return `${item} takes ${bad.times.toFixed(2)} times as much since ${subjectOf(bad.commit)} (before: ${before})`
  } finally {
    await programs.close()
  }
}

const subjectOf = (commit: string): string => git('log', '-1', '--format=%h %s', commit)

/** Programs of other commits, each in a worktree of its own, and the load that asks them. */
function openPrograms(folder: string, files: stores.GameFiles) {
  const load = startLoad()
  const trees: string[] = []
  /** Starts the program of a commit on a store that it fills itself. */
  const serve = async (commit: string): Promise<Server> => {
    const [tree, data] = [join(folder, `tree-${trees.length}`), join(folder, `data-${trees.length}`)]
    git('worktree', 'add', '--quiet', '--detach', tree, commit)
    trees.push(tree)
    symlinkSync(join(home, 'node_modules'), join(tree, 'node_modules'))
    const program = [stores.node, join(tree, 'src/main.ts')]
    const { main, diff } = files
    await stores.fillWindrow(data, { main, diff }, program)
    return startServer([...program, 'serve', '--data', data, '--port', '0', '--quiet'])
  }
  const turnOf = async (server: Server, item: string): Promise<(round: number) => Promise<number>> => {
    const isOnce = item === 'batch'
    const wanted = isOnce ? 50 * batchesOfATurn * (warmUps + rounds) : requestsOfATurn
    const items = await acceptedItems(server.port, files.referenceDump, wanted)
    return async (round) => {
      const requests = await present(ITEMS[item], 'an item')({ server, items, round })
      const fromUs = processorUs(server.pid)
      const [connections, msMax] = isOnce ? [1, 60_000] : [pace.connections, pace.turnMs]
      const { answers } = await load.run({ port: server.port, connections, requests, from: 0, isOnce, msMax })
      return (processorUs(server.pid) - fromUs) / answers
    }
  }
  /** How many times as much the item costs at one commit as at the other. */
  const compare = async (before: string, now: string, item: string): Promise<number> => {
    const servers = [await serve(before), await serve(now)]
    try {
      const turns: Record<string, (round: number) => Promise<number>> = {}
      for (const [i, server] of servers.entries()) turns[`${i}`] = await turnOf(server, item)
      await inRounds(warmUps, turns)
      for (const server of servers) await untilCalm(server)
      const later = Object.entries(turns).map(([name, turn]) => [name, (i: number) => turn(warmUps + i)] as const)
      const samples = await inRounds(rounds, Object.fromEntries(later))
      return spreadOf((samples['1'] ?? []).map((us, i) => us / (samples['0']?.[i] as number))).median
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  const close = async (): Promise<void> => {
    await load.stop()
    for (const tree of trees) git('worktree', 'remove', '--force', tree)
  }
  return { compare, close }
}
