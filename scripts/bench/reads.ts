// Measurements of reading: pages, cards, claims and validation, side by side over the same rows.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { diceOf } from '../../test/support/dice.ts'
import type { Bench } from './bench.ts'
import { answerCosts, type Contestant, inRounds, type Samples, untilCalm } from './measure.ts'
import { claim } from './people.ts'
import { costOf, type Server } from './processes.ts'
import * as requests from './requests.ts'
import { fillWindrow, makeSources, serveWindrow } from './stores.ts'

const { ask, get, pagePath, UNTRANSLATED_DIFF, windrowCursor } = requests
const requestsOfAWork = 400
/** Of a client that does not ask again at once, as most do. */
const restMs = 2

type Paths = (cursor: requests.MakeCursor) => string[]

/** Pages of 50 at random depths of the list, always with a full page behind them. */
function randomPages(rowCount: number): Paths {
  const dice = diceOf(7)
  const depths = Array.from({ length: requestsOfAWork }, () => dice.below(Math.max(1, rowCount - 51)))
  return (cursor) => depths.map((after) => pagePath(cursor, { limit: 50, after }))
}

/** Windrow beside bare Node, for clients that ask again at once and for those that rest, and beside the reference if it is asked. */
async function besideBareNode(bench: Bench, paths: Paths, { hasReference = true } = {}): Promise<Samples> {
  const [server, ours] = [await bench.windrow(), paths(windrowCursor)]
  const bare = await bench.bare(ours)
  const own = { server, requests: ours.map(get) }
  const floor = { ...own, server: bare }
  const contestants: Record<string, Contestant> = {
    'bare Node': floor,
    windrow: own,
    'bare Node, resting clients': { ...floor, restMs },
    'windrow, resting clients': { ...own, restMs },
  }
  if (hasReference) {
    const [reference, theirs] = [await bench.reference(), paths(requests.referenceCursor)]
    for (const [i, path] of ours.slice(0, 20).entries())
      expectSame(await ask(server.port, path), await ask(reference.port, theirs[i] as string))
    contestants['reference'] = { server: reference, requests: theirs.map(get) }
  }
  const samples = await answerCosts(bench.load, bench.scale.pace, contestants)
  await bare.stop()
  return samples
}

/** Both programs say the same of the same rows, apart from what is their own: cursors and the times of their imports. */
function expectSame(ours: string, theirs: string): void {
  const own = (name: string, value: unknown): unknown => (/^(next_cursor|updated_at)$/.test(name) ? '' : value)
  if (isDeepStrictEqual(JSON.parse(ours, own), JSON.parse(theirs, own))) return
  throw new Error(`windrow and the reference disagree:\n${ours}\n${theirs}`)
}

export const pages = async (bench: Bench): Promise<Samples> =>
  besideBareNode(bench, randomPages((await bench.rows()).length))

export const me = (bench: Bench): Promise<Samples> =>
  besideBareNode(bench, () => ['/api/v1/me'], { hasReference: false })

export async function cards(bench: Bench): Promise<Samples> {
  const [rows, dice] = [await bench.rows(), diceOf(11)]
  const paths = Array.from({ length: requestsOfAWork }, () => `/api/v1/rows/${dice.pick(rows).row_id}`)
  return besideBareNode(bench, () => paths)
}

/** Pages of what is untranslated in the diff, with their total, beside pages of everything. */
export async function filteredPages(bench: Bench): Promise<Samples> {
  const [server, reference] = [await bench.windrow(), await bench.reference()]
  const [of, options] = [
    await requests.walk(server.port, UNTRANSLATED_DIFF),
    { filter: UNTRANSLATED_DIFF, withTotal: true },
  ]
  const path = (after: number): string => pagePath(windrowCursor, { limit: 50, ...options, after })
  expectSame(await ask(server.port, path(0)), await ask(reference.port, path(0)))
  return answerCosts(bench.load, bench.scale.pace, {
    'page of all': { server, requests: randomPages((await bench.rows()).length)(windrowCursor).map(get) },
    'first page': { server, requests: [get(path(0))] },
    'last page': { server, requests: [get(path(of.at(-51)?.ordinal ?? 0))] },
    reference: { server: reference, requests: [get(path(0))] },
  })
}

export async function validations(bench: Bench): Promise<Samples> {
  const [server, reference] = [await bench.windrow(), await bench.reference()]
  const items = requests.inBatches(await bench.items(21 * 50))
  const bodies = Array.from({ length: 20 }, () => requests.bodyOf(items()))
  const asked = bodies.map((body) => requests.post('/api/v1/translations/validate', body))
  for (const body of bodies) expectSame(...(await Promise.all([validated(server, body), validated(reference, body)])))
  const bare = await bench.bare([], bodies)
  const contestants = {
    'bare Node': { server: bare, requests: asked },
    windrow: { server, requests: asked },
    reference: { server: reference, requests: asked },
  }
  const samples = await answerCosts(bench.load, bench.scale.pace, contestants, bench.scale.warmUps)
  await bare.stop()
  return samples
}

const validated = ({ port }: Server, body: object): Promise<string> => ask(port, '/api/v1/translations/validate', body)

const claimsOfATurn = 10

/** A claim of 50 rows and its giving back, one behind the other, beside as many pages of 50. */
export async function claims(bench: Bench): Promise<Samples> {
  const [server, reference] = [await bench.windrow(), await bench.reference()]
  const paths = randomPages((await bench.rows()).length)(windrowCursor)
  const turns = {
    'page of 50': () => costOf(server, claimsOfATurn, (at) => ask(server.port, paths[at] as string)),
    claim: () => costOf(server, claimsOfATurn, async () => (await claim(server.port))()),
    reference: () => costOf(reference, claimsOfATurn, async () => (await claim(reference.port))()),
  }
  await inRounds(bench.scale.warmUps, turns)
  await untilCalm(server)
  return inRounds(bench.scale.pace.rounds, turns)
}

/** The same pages of the run's store and of a small one, whose server has just started. */
export async function storesOfTwoSizes(bench: Bench): Promise<Samples> {
  const folder = join(bench.folder, 'small')
  const { main } = await makeSources(join(folder, 'files'), bench.scale.small)
  await fillWindrow(join(folder, 'data'), { main })
  const small = await bench.start(serveWindrow(join(folder, 'data')))
  const pagesOf = (server: Contestant['server'], rowCount: number): Contestant => ({
    server,
    requests: randomPages(rowCount)(windrowCursor).map(get),
  })
  const contestants = {
    'small store': pagesOf(small, bench.scale.small.entries),
    'large store': pagesOf(await bench.windrow(), (await bench.rows()).length),
  }
  const samples = await answerCosts(bench.load, bench.scale.pace, contestants, 3 * bench.scale.warmUps)
  await small.stop()
  return samples
}
