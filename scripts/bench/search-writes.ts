// What keeping the search index up adds to a write: batches of 50 machine texts, one after the other, all of a round in one segment,
// in turns with and without the upkeep that a server does beside them. A turn with upkeep lasts until one renewal is done. In a server
// there is one in as long as its wait and its rest take together; here upkeep waits half a turn only, and what it adds to a turn is
// reckoned for one of that length. Two measures of it:
//
//   counted    the time that the slices of upkeep took, beside the processor time of the rest of the turn
//   by turns   what the whole process took for a batch with upkeep, beside what it took without; wants a quiet machine
//
//   node scripts/bench/search-writes.ts DATA-FOLDER ROUNDS TURN-SECONDS SCRATCH-FOLDER
import { keepSearchIndex, SearchIndexer, SERVER_PACE } from '../../src/search/upkeep.ts'
import { type Run, runAlone, runInSlices } from '../../src/base/slices.ts'
import { writeBatch } from '../../src/app/writes/write-batch.ts'
import type { WriteItem } from '../../src/app/writes/write-item.ts'
import { present } from '../../src/base/assert.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { ROWS_PER_SEGMENT } from '../../src/search/segment.ts'
import { keyOf } from '../../src/store/file/keyspace.ts'
import { readUserByName } from '../../src/store/records/people-and-keys.ts'
import { lastOrdinal } from '../../src/store/rows/scan.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { inRounds, spreadOf } from './measure.ts'
import { copyStore } from './store-copy.ts'

const [folder = 'windrow-data', rounds = '5', turnSeconds = '4', scratch = '.'] = process.argv.slice(2)
const itemsPerBatch = 50
const warmUpMs = 10_000
const turnMs = 1000 * Number(turnSeconds)
const serverTurnMs = SERVER_PACE.waitMsMax + SERVER_PACE.restMsMin
const scale = turnMs / 2 / serverTurnMs
const pace = {
  ...SERVER_PACE,
  restMsMin: scale * SERVER_PACE.restMsMin,
  waitMsMax: scale * SERVER_PACE.waitMsMax,
}

const copy = copyStore(folder, scratch)
const { app } = copy
const { store } = app
const actor = { user: present(readUserByName(store.main, 'bench'), 'the user bench'), key: null, session: null }
const rows = lastOrdinal(store.main)
let written = 0

function itemsIn(segment: number): WriteItem[] {
  freshen(store)
  const items: WriteItem[] = []
  while (items.length < itemsPerBatch) {
    const ordinal = Math.min(rows, segment * ROWS_PER_SEGMENT + 1 + Math.floor(Math.random() * (ROWS_PER_SEGMENT - 1)))
    const row = readRow(store.main, store.files, ordinal)
    if (row === null || row.isServiceRow || items.some(({ rowId }) => rowId === row.rowId)) continue
    const { rowId, sourceHash } = row
    const text = `${sourceTextOf(row)} ${++written}`
    const made = { layer: 'machine', mode: 'direct', overwrite: true, provider: 'p', model: 'm' } as const
    items.push({ ...made, rowId, text, sourceHash })
  }
  return items
}

/** Another after each renewal. */
const keptNow = (): string => Buffer.from(store.derived.getBinary(keyOf('search_kept')) ?? []).toString('hex')

/** What upkeep took so far, in ms. By the clock: the slices are too short for the system's count of a thread's time. */
let upkeepMs = 0
function counted<T>(work: () => T): T {
  const startedMs = performance.now()
  try {
    return work()
  } finally {
    upkeepMs += performance.now() - startedMs
  }
}
const countedSlices: Run = (step, signal) => runInSlices((isFirst) => counted(() => step(isFirst)), signal)
for (const name of ['look', 'keep'] as const) {
  const whole = app.searchIndex[name].bind(app.searchIndex) as (...args: unknown[]) => unknown
  Object.assign(app.searchIndex, { [name]: (...args: unknown[]) => counted(() => whole(...args)) })
}

const renewAll = () => new SearchIndexer(app, runAlone).renew(new AbortController().signal)

/** Processor time of a batch, in ms; the share of upkeep goes into `shares`. */
const shares: number[] = []
async function turn(round: number, ms: number, withUpkeep: boolean): Promise<number> {
  const segment = round % Math.ceil(rows / ROWS_PER_SEGMENT)
  // What the turn before changed is not to be made anew in this one.
  await renewAll()
  const upkeep = new AbortController()
  const [kept, upkeepMsBefore] = [keptNow(), upkeepMs]
  const [startedMs, before] = [performance.now(), process.cpuUsage()]
  if (withUpkeep) keepSearchIndex(app, upkeep.signal, pace, countedSlices)
  let batches = 0
  const isRenewed = (): boolean => !withUpkeep || keptNow() !== kept
  for (; performance.now() - startedMs < ms || !isRenewed(); batches++) {
    const batch = { items: itemsIn(segment), idempotencyKey: null, bodyDigest: '' }
    const answer = await writeBatch(app, actor, batch, { problems: () => '', body: () => '' })
    if (!answer.ok) throw new Error(answer.refusal.code)
  }
  const { user, system } = process.cpuUsage(before)
  upkeep.abort()
  const shareInServer = (performance.now() - startedMs) / serverTurnMs
  const wholeMs = (user + system) / 1000
  const ofUpkeepMs = upkeepMs - upkeepMsBefore
  if (withUpkeep) shares.push((ofUpkeepMs / (wholeMs - ofUpkeepMs)) * shareInServer)
  const said = `${batches} batches, ${(wholeMs / batches).toFixed(3)} ms each, upkeep ${ofUpkeepMs.toFixed(0)} ms`
  process.stderr.write(`${withUpkeep ? 'with' : 'without'} upkeep: ${said}\n`)
  return wholeMs / batches
}

try {
  await turn(0, warmUpMs, false)
  const samples = await inRounds(Number(rounds), {
    with: (round) => turn(round, turnMs, true),
    without: (round) => turn(round, turnMs, false),
  })
  const byTurns = (samples['with'] ?? []).map(
    (cost, round) => ((cost / (samples['without']?.[round] ?? 0) - 1) * turnMs) / serverTurnMs,
  )
  const result = {
    with: spreadOf(samples['with'] ?? []),
    without: spreadOf(samples['without'] ?? []),
    counted: spreadOf(shares),
    byTurns: spreadOf(byTurns),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  await store.close()
  copy.remove()
}
