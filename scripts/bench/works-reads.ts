// Measurements of reading: pages, cards and validation, side by side over the same rows.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Bench } from './bench.ts'
import { type Contestant, type Measured, throughput } from './measure.ts'
import {
  ask,
  createDice,
  get,
  type MakeCursor,
  NO_FILTER,
  type PageOptions,
  pagePath,
  post,
  referenceCursor,
  UNTRANSLATED_DIFF,
  windrowCursor,
  type WireRow,
} from './requests.ts'
import { fillWindrow, makeSources, serveWindrow, type Sizes } from './stores.ts'
import { acceptedItems } from './items.ts'

const requestsOfAWork = 400
const allGroups = 'core,sources,reference,layers,tokens'

/** Random depths of a list, always with a full page behind them. */
function depths(rows: readonly WireRow[], limit: number, count: number): number[] {
  const dice = createDice(7)
  return Array.from({ length: count }, () => rows[dice(Math.max(1, rows.length - limit - 1))]?.ordinal ?? 0)
}

type Pages = (cursor: MakeCursor) => string[]

const pagesAt =
  (after: readonly number[], options: PageOptions): Pages =>
  (cursor) =>
    after.map((ordinal) => pagePath(cursor, { ...options, after: ordinal }))

async function windrowAndReference(bench: Bench, pages: Pages): Promise<Record<string, Contestant>> {
  const [windrow, reference] = [await bench.windrow(), await bench.reference()]
  const [ours, theirs] = [pages(windrowCursor), pages(referenceCursor)]
  for (let i = 0; i < Math.min(20, ours.length); i++) {
    expectSame(await ask(windrow.port, ours[i] as string), await ask(reference.port, theirs[i] as string))
  }
  return {
    windrow: { server: windrow, requests: ours.map(get) },
    reference: { server: reference, requests: theirs.map(get) },
  }
}

/** Both programs say the same of the same rows, apart from what is their own: cursors and the times of their imports. */
function expectSame(ours: string, theirs: string): void {
  const own = (name: string, value: unknown): unknown => (/^(next_cursor|updated_at)$/.test(name) ? '' : value)
  const [ourValue, theirValue] = [JSON.parse(ours, own), JSON.parse(theirs, own)]
  if (isDeepStrictEqual(ourValue, theirValue)) return
  const [ourText, theirText] = [JSON.stringify(ourValue), JSON.stringify(theirValue)]
  let at = 0
  while (ourText[at] === theirText[at]) at++
  const around = (text: string): string => text.slice(Math.max(0, at - 100), at + 100)
  throw new Error(`windrow and the reference disagree: …${around(ourText)}… and …${around(theirText)}…`)
}

async function withCeiling(bench: Bench, contestants: Record<string, Contestant>, paths: string[]): Promise<Measured> {
  const ceiling = await bench.ceiling(paths)
  const all = { ceiling: { server: ceiling, requests: paths.map(get) }, ...contestants }
  const samples = await throughput(bench.load, bench.scale.pace, all)
  await ceiling.stop()
  return samples
}

export async function pagesOf50(bench: Bench): Promise<Measured> {
  const pages = pagesAt(depths(await bench.rows('all'), 50, requestsOfAWork), { limit: 50 })
  return withCeiling(bench, await windrowAndReference(bench, pages), pages(windrowCursor))
}

/** The same requests; one that says it has no body is nothing for the lane. */
export async function expressLane(bench: Bench): Promise<Measured> {
  const server = await bench.windrow()
  const after = depths(await bench.rows('all'), 50, requestsOfAWork)
  const requests = pagesAt(after, { limit: 50 })(windrowCursor).map(get)
  return throughput(bench.load, bench.scale.pace, {
    'express lane': { server, requests },
    'through Hono': { server, requests: requests.map((text) => text.replace(/\r\n\r\n$/, '\r\nContent-Length: 0$&')) },
  })
}

export async function pagesOf100(bench: Bench): Promise<Measured> {
  const after = depths(await bench.rows('all'), 100, requestsOfAWork)
  const contestants = await windrowAndReference(bench, pagesAt(after, { limit: 100, fields: allGroups }))
  return throughput(bench.load, bench.scale.pace, contestants)
}

export async function filteredPages(bench: Bench): Promise<Measured> {
  const rows = await bench.rows('untranslated diff')
  const options = { limit: 50, filter: UNTRANSLATED_DIFF, withTotal: true }
  const contestants = await windrowAndReference(bench, pagesAt(depths(rows, 50, requestsOfAWork), options))
  const server = await bench.windrow()
  const last = rows.at(-51)?.ordinal ?? 0
  const page = (after: number): Contestant => ({
    server,
    requests: [get(pagePath(windrowCursor, { ...options, after }))],
  })
  return throughput(bench.load, bench.scale.pace, { ...contestants, 'first page': page(0), 'last page': page(last) })
}

export async function cards(bench: Bench): Promise<Measured> {
  const rows = await bench.rows('all')
  const dice = createDice(11)
  const paths = Array.from({ length: requestsOfAWork }, () => `/api/v1/rows/${rows[dice(rows.length)]?.row_id}`)
  return withCeiling(bench, await windrowAndReference(bench, () => paths), paths)
}

export async function validations(bench: Bench): Promise<Measured> {
  const server = await bench.windrow()
  const items = (await acceptedItems(bench, 20 * 50)).map(({ row_id, text, source_hash }) => ({
    row_id,
    text,
    source_hash,
    layer: 'machine',
  }))
  const bodies = Array.from({ length: 20 }, (_, i) => ({ items: items.slice(50 * i, 50 * i + 50) }))
  const requests = bodies.map((body) => post('/api/v1/translations/validate', body))
  const echo = await bench.ceiling([], bodies)
  const contestants = { echo: { server: echo, requests }, windrow: { server, requests } }
  const samples = await throughput(bench.load, bench.scale.pace, contestants, bench.scale.warmUpValidates)
  await echo.stop()
  return samples
}

export async function storesOfTwoSizes(bench: Bench): Promise<Measured> {
  const { small, large } = bench.scale
  const open = async (name: string, sizes: Sizes): Promise<Contestant> => {
    bench.say(`making a store of ${sizes.entries} rows`)
    const folder = join(bench.folder, name)
    const { main } = await makeSources(join(folder, 'files'), sizes)
    const data = join(folder, 'data')
    await fillWindrow(data, { main })
    const dice = createDice(13)
    const after = Array.from({ length: 1000 }, () => dice(sizes.entries - 51))
    const pages = pagesAt(after, { limit: 50, filter: NO_FILTER })
    return { server: await bench.start(serveWindrow(data)), requests: pages(windrowCursor).map(get) }
  }
  const contestants = { 'small store': await open('small', small), 'large store': await open('large', large) }
  const samples = await throughput(bench.load, bench.scale.pace, contestants)
  for (const { server } of Object.values(contestants)) await server.stop()
  return samples
}
