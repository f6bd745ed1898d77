// Thirty at once as a row of the table: windrow and the reference on copies of their stores, alone, beside an import of 5 %, and saves
// and steps one after the other. Processor time a request counts: how long one waits depends on what else the machine does.
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../src/base/assert.ts'
import type { Bench } from './bench.ts'
import { acceptedItems, type Item } from './items.ts'
import type { Measured } from './measure.ts'
import { processorUs, type Server, startServer } from './processes.ts'
import { secret } from './stores.ts'
import { makePatch } from './thirty/patch.ts'
import { type Do, duePerSecond, work } from './thirty/people.ts'
import { peerSide, type Side, windrowSide } from './thirty/sides.ts'
import { type Crowd, gatherAt, pause } from './thirty/watch.ts'

interface Cost {
  /** Answered as they should be, of those that are due in a second. */
  readonly perSecond: number
  /** Processor time of the server for one request. */
  readonly us: number
}

type Costs = Readonly<Record<'alone' | 'beside an import' | 'steps', Cost>>

export async function thirtyAtWork(bench: Bench): Promise<Measured> {
  const { people, proposals } = bench.scale.thirty
  const items = await acceptedItems(bench, proposals)
  // The texts of batches lie between rows that keep their proposals alone.
  const written = items.filter((_, i) => i % 3 === 0)
  const patch = await makePatch(bench.folder, bench.files, 5)
  const folder = join(bench.folder, 'thirty')
  mkdirSync(folder)
  const [data, database] = [join(folder, 'data'), join(folder, 'reference.db')]
  cpSync(bench.data, data, { recursive: true })
  for (const part of ['', '-wal'])
    if (existsSync(`${bench.referencePath}${part}`)) cpSync(`${bench.referencePath}${part}`, `${database}${part}`)
  const peer = await peerSide(database, people, proposals)
  const own = await windrowSide(data, people)
  const costs = {
    windrow: await costsOf(bench, own, patch, written, (server) => propose(server, items)),
    reference: await costsOf(bench, peer, patch, written),
  }
  const of = (what: (cost: Cost) => number): Record<string, readonly number[]> =>
    Object.fromEntries(
      Object.entries(costs).flatMap(([who, each]) =>
        Object.entries(each).map(([when, cost]) => [`${who} ${when}`, [what(cost)]]),
      ),
    )
  return { samples: of(({ perSecond }) => perSecond), processorUs: of(({ us }) => us) }
}

async function costsOf(
  { scale: { thirty, sizes } }: Bench,
  side: Side,
  patch: string,
  items: readonly Item[],
  prepare: (server: Server) => Promise<void> = async () => {},
): Promise<Costs> {
  const server = await startServer(side.serve)
  try {
    await prepare(server)
    let taken = 0
    const nextItems = (): readonly Item[] => {
      const from = (50 * taken++) % (items.length - 50)
      return items.slice(from, from + 50)
    }
    const crowd: Crowd = { people: thirty.people, rows: sizes.entries + sizes.added, nextItems }
    const kinds = await gatherAt(server, side, crowd)
    await costDuring(server, kinds, () => pause(thirty.warmUpMs))
    return {
      alone: await costDuring(server, kinds, () => pause(thirty.aloneMs)),
      'beside an import': await costDuring(server, kinds, () => side.importDiff(patch)),
      steps: await costOfSteps(server, kinds, thirty.steps / 4).then(() => costOfSteps(server, kinds, thirty.steps)),
    }
  } finally {
    await server.stop()
  }
}

/** Fewer of a kind may all have come when a busy machine had no time. */
const countedMin = 6

type Kinds = Readonly<Record<string, Do>>

const usOf = ({ pid }: Server): number => present(processorUs(pid), 'processor time, which Linux tells')

/** Until the last of those that were due is answered. */
async function costDuring(server: Server, kinds: Kinds, during: () => Promise<unknown>): Promise<Cost> {
  const fromUs = usOf(server)
  const over = new AbortController()
  const { done, ended } = work(kinds, over.signal)
  await during()
  over.abort()
  await ended
  const asked = done.filter(({ kind }) => kind !== 'probe')
  const refused = asked.filter(({ fault }) => fault !== null)
  for (const { kind, fault } of refused) {
    const of = asked.filter((each) => each.kind === kind)
    if (of.length >= countedMin && of.every((each) => each.fault !== null))
      throw new Error(`every ${kind} was refused: ${fault}`)
  }
  return { perSecond: duePerSecond * (1 - refused.length / asked.length), us: (usOf(server) - fromUs) / asked.length }
}

/** Each behind a write, after which nothing is known of the lists any more. */
async function costOfSteps(server: Server, { save, step }: Kinds, times: number): Promise<Cost> {
  const [fromMs, fromUs] = [performance.now(), usOf(server)]
  for (let i = 0; i < times; i++) for (const each of [save, step]) await present(each, 'a kind of request')()
  const seconds = (performance.now() - fromMs) / 1000
  return { perSecond: (2 * times) / seconds, us: (usOf(server) - fromUs) / (2 * times) }
}

/** Proposes texts, so that reading all proposals would show. */
async function propose({ port }: Server, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += 50) {
    const batch = items.slice(at, at + 50).map(({ row_id, text, source_hash }) => ({
      row_id,
      text,
      source_hash,
      layer: 'manual',
      mode: 'proposal',
    }))
    await proposed(port, `proposed-${at}`, JSON.stringify({ items: batch }))
  }
}

async function proposed(port: number, idempotencyKey: string, body: string): Promise<void> {
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }
  for (let tries = 20; ; tries--) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/translations`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (/"proposed":[1-9]/.test(text)) return
    // A busy machine is late with what a server does when it has just started.
    if (![409, 503].includes(answer.status) || tries === 0)
      throw new Error(`nothing of a batch was proposed: ${text.slice(0, 300)}`)
    await pause(500)
  }
}
