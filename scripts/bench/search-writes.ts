// What keeping the search index up adds to a write: batches of 50 machine texts, one after the other, in turns with and without the
// upkeep that a server does beside them, in processor time of the whole process. All writes of a round are in one segment. A turn
// with upkeep is as long as its wait and its rest together, so that it holds one renewal:
//
//   node scripts/bench/search-writes.ts DATA-FOLDER ROUNDS TURN-SECONDS SCRATCH-FOLDER
import { keepSearchIndex, SearchIndexer } from '../../src/app/rows/keep-search-index.ts'
import { runAlone } from '../../src/app/slices.ts'
import { writeBatch } from '../../src/app/writes/write-batch.ts'
import type { WriteItem } from '../../src/app/writes/write-item.ts'
import { present } from '../../src/base/assert.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { ROWS_PER_SEGMENT } from '../../src/store/derived/segment.ts'
import { keyOf } from '../../src/store/keyspace.ts'
import { readUserByName } from '../../src/store/records/people.ts'
import { lastOrdinal } from '../../src/store/rows/scan.ts'
import { readRow } from '../../src/store/rows/rows.ts'
import { freshen } from '../../src/store/store.ts'
import { inRounds, spreadOf } from './measure.ts'
import { copyStore } from './store-copy.ts'

const [folder = 'windrow-data', rounds = '5', turnSeconds = '90', scratch = '.'] = process.argv.slice(2)
const itemsPerBatch = 50
const warmUpMs = 10_000

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

/** Processor time of a batch, in ms. */
async function turn(round: number, ms: number, withUpkeep: boolean): Promise<number> {
  const segment = round % Math.ceil(rows / ROWS_PER_SEGMENT)
  const upkeep = new AbortController()
  const kept = keptNow()
  const [startedMs, before] = [performance.now(), process.cpuUsage()]
  if (withUpkeep) keepSearchIndex(app, upkeep.signal)
  let batches = 0
  for (; performance.now() - startedMs < ms; batches++) {
    const batch = { items: itemsIn(segment), idempotencyKey: null, bodyDigest: '' }
    const answer = await writeBatch(app, actor, batch, { problems: () => '', body: () => '' })
    if (!answer.ok) throw new Error(answer.refusal.code)
  }
  upkeep.abort()
  if (withUpkeep && keptNow() === kept) throw new Error('the turns are too short for a renewal')
  const { user, system } = process.cpuUsage(before)
  const cost = (user + system) / 1000 / batches
  process.stderr.write(`${withUpkeep ? 'with' : 'without'} upkeep: ${batches} batches, ${cost.toFixed(3)} ms each\n`)
  return cost
}

try {
  await new SearchIndexer(app, runAlone).renew(new AbortController().signal)
  await turn(0, warmUpMs, false)
  const ms = 1000 * Number(turnSeconds)
  const samples = await inRounds(Number(rounds), {
    with: (round) => turn(round, ms, true),
    without: (round) => turn(round, ms, false),
  })
  const ratios = (samples['with'] ?? []).map((cost, round) => cost / (samples['without']?.[round] ?? 0))
  const result = {
    with: spreadOf(samples['with'] ?? []),
    without: spreadOf(samples['without'] ?? []),
    ratio: spreadOf(ratios),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  await store.close()
  copy.remove()
}
