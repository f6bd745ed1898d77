// Thirty at once: eighteen people and programs with twelve clients work on a copy of the run's store, alone, beside an import of 5 %, and
// with saves and steps one after the other, with thousands of proposals in the store and before there are any. Processor time a
// request counts: how long one waits depends on what else the machine does.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../src/base/assert.ts'
import type { Bench } from './bench.ts'
import { type Samples, untilCalm } from './measure.ts'
import { type Do, gather, password, personName, work } from './people.ts'
import { costOf, pause, processorUs, run, type Server } from './processes.ts'
import { bodyOf, inBatches, type Item, post } from './requests.ts'
import { command, commandOf, makePatch, serveWindrow } from './stores.ts'

export async function thirtyAtWork(bench: Bench): Promise<Samples> {
  const { warmUpMs, aloneMs, steps } = bench.scale.thirty
  const patch = await makePatch(bench.folder, bench.files, 0.05)
  const { data, server, kinds, items } = await openThirty(bench)
  const costsOfSteps = async (): Promise<number> => {
    await costOfSteps(server, kinds, steps / 4)
    return costOfSteps(server, kinds, steps)
  }
  const before = await costsOfSteps()
  await propose(bench, server, items)
  await costDuring(server, kinds, () => pause(warmUpMs))
  await untilCalm(server)
  const alone = await costDuring(server, kinds, () => pause(aloneMs))
  const beside = await costDuring(server, kinds, () => command(data, 'import', '--diff', patch))
  const behind = await costsOfSteps()
  const samples = { alone: [alone], 'beside an import': [beside], 'steps before': [before], steps: [behind] }
  await server.stop()
  return samples
}

interface Thirty {
  readonly data: string
  readonly server: Server
  readonly kinds: Kinds
  /** Texts for proposals. */
  readonly items: readonly Item[]
}

/** Starts a server on a copy of the run's store, and signs everybody in. */
export async function openThirty(bench: Bench): Promise<Thirty> {
  const { people, proposals } = bench.scale.thirty
  const items = await bench.items(proposals)
  const data = join(bench.folder, 'thirty')
  rmSync(data, { recursive: true, force: true })
  cpSync(bench.data, data, { recursive: true })
  await addPeople(data, people)
  const rows = await bench.rows()
  const server = await bench.start(serveWindrow(data))
  const beginnings = Array.from(
    { length: people },
    (_, i) => rows[Math.floor((i * rows.length) / people)]?.row_id ?? '',
  )
  // The texts of batches lie between rows that keep their proposals alone.
  const nextItems = inBatches(items.filter((_, i) => i % 3 === 0))
  const kinds = await gather({ port: server.port, rows: rows.length, beginnings, nextItems })
  return { data, server, kinds, items }
}

/** Adds people who may ask without end. */
export async function addPeople(data: string, people: number): Promise<void> {
  for (let i = 0; i < people; i++) {
    const add = ['user', 'add', personName(i), '--role', 'moderator', '--password-stdin']
    await run(commandOf(data, ...add), `${password}\n`)
  }
  // Nobody works as fast as this.
  for (const name of ['site_reads_per_minute', 'site_writes_per_minute'])
    await command(data, 'setting', 'set', name, '1000000')
  // The made texts repeat as no game's do: each claim would fill five hundred rows.
  await command(data, 'setting', 'set', 'memory', 'off')
}

type Kinds = Readonly<Record<string, Do>>

/** Fewer of a kind may all have come when a busy machine had no time. */
const countedMin = 6

/** Processor time of a request, until the last of those that were due is answered. Throws where all of a kind or many of all are refused. */
async function costDuring({ pid }: Server, kinds: Kinds, during: () => Promise<unknown>): Promise<number> {
  const fromUs = processorUs(pid)
  const over = new AbortController()
  const working = work(kinds, over.signal)
  await during()
  over.abort()
  const done = await working
  const refused = done.filter(({ fault }) => fault !== null)
  for (const { kind, fault } of refused) {
    const of = done.filter((each) => each.kind === kind)
    if (of.length >= countedMin && of.every((each) => each.fault !== null))
      throw new Error(`every ${kind} was refused: ${fault}`)
  }
  if (refused.length > 0.3 * done.length) throw new Error(`${refused.length} of ${done.length} requests were refused`)
  return (processorUs(pid) - fromUs) / done.length
}

/** Each behind a write, after which nothing is known of the lists any more. */
const costOfSteps = (server: Server, { save, step }: Kinds, times: number): Promise<number> =>
  costOf(server, 2 * times, (at) => present([save, step][at % 2], 'a kind of request')())

/** Proposes texts, so that reading all proposals would show. */
async function propose({ load }: Bench, { port }: Server, items: readonly Item[]): Promise<void> {
  const requests = Array.from({ length: Math.floor(items.length / 50) }, (_, i) => {
    const batch = bodyOf(items.slice(50 * i, 50 * i + 50)).items
    const proposed = batch.map((item) => ({ ...item, layer: 'manual', mode: 'proposal' }))
    return post('/api/v1/translations', { items: proposed }, `proposed-${i}`)
  })
  await load.run({ port, connections: 1, requests, from: 0, isOnce: true, msMax: 300_000, restMs: 0 })
}
