// Judges a store by the history of its clients: every acknowledged item is there once, nothing is there twice, refused
// batches left nothing, batches of unknown fate are there whole or not at all, quotas count exactly what was written, and
// `windrow check` finds nothing; the log of events has exactly what they made.
import { allOfKind } from '../../src/store/records/kind.ts'
import { PROPOSALS } from '../../src/store/records/proposals.ts'
import { allUsers } from '../../src/store/records/people-and-keys.ts'
import { records } from '../../src/store/file/record.ts'
import { allRevisions, readHeads } from '../../src/store/rows/heads.ts'
import { TABLES } from '../../src/store/file/keyspace.ts'
import type { Store } from '../../src/store/store.ts'
import type { EventWatch } from './events.ts'
import { type Call, type History, itemsOf, type RowEvent, rowFaults } from './history.ts'
import { faultsFound, openLeft } from './left.ts'
import { rowCount } from './world.ts'

type Stored = ReturnType<typeof readStored>

/** Sentences about everything that is wrong; none is what we hope for. */
export const verify = (data: string, history: History, watch: EventWatch): Promise<string[]> =>
  judge(data, history.calls, (store) => [
    ...history.faults,
    ...rowFaults([...history.rowEvents(), ...lastReads(store)]),
    ...watch.faultsOf(store, history),
  ])

/** The same about a store that was restored from a backup, which began when these calls had been acknowledged. */
export const verifyBackup = (data: string, history: History, acknowledged: ReadonlySet<Call>): Promise<string[]> =>
  judge(
    data,
    history.calls.map((call) => (acknowledged.has(call) ? call : { ...call, answer: null })),
    () => [],
  )

async function judge(data: string, calls: readonly Call[], more: (store: Store) => string[]): Promise<string[]> {
  const store = openLeft(data)
  try {
    const stored = readStored(store)
    return [
      ...(await faultsFound(store)),
      ...calls.flatMap((call) => faultsOfCall(call, stored)),
      ...quotaFaults(store, stored),
      ...more(store),
    ]
  } finally {
    await store.close()
  }
}

/** What all rows hold in the end, after everything else. */
function lastReads(store: Store): RowEvent[] {
  return Array.from({ length: rowCount }, (_, i) => {
    const { manual, machine } = readHeads(store.main, i + 1)
    const read = { manual: manual?.text ?? null, machine: machine?.text ?? null }
    return { row: i + 1, what: { read }, call: Number.MAX_SAFE_INTEGER - 1, end: Number.MAX_SAFE_INTEGER }
  })
}

/** How often each text is there, as a revision or as a proposal, and the writes through v1 by person id. */
function readStored(store: Store) {
  const texts = new Map<string, number>()
  const writes = new Map<number, number>()
  const note = (text: string, authorId: number | null): void => {
    texts.set(text, (texts.get(text) ?? 0) + 1)
    if (authorId !== null) writes.set(authorId, (writes.get(authorId) ?? 0) + 1)
  }
  for (const { manual, machine } of allRevisions(store.main))
    for (const { text, authorId } of [...manual, ...machine]) note(text, authorId)
  for (const proposal of allOfKind(store.main, PROPOSALS)) note(proposal.text, proposal.authorId)
  return { texts, writes }
}

function faultsOfCall(call: Call, { texts }: Stored): string[] {
  const counts = call.items.map(({ text }) => texts.get(text) ?? 0)
  const named = `op ${call.id} (${call.answer === null ? 'no answer' : call.answer.status})`
  if (counts.some((count) => count > 1)) return [`${named}: applied twice`]
  if (call.answer === null) return []
  if (call.answer.status !== 200) {
    return counts.some((count) => count > 0)
      ? [`${named}: refused, but it left something: ${call.answer.body.slice(0, 200)}`]
      : []
  }
  return itemsOf(call.answer.body).flatMap(({ status }, i) => {
    const isWritten = status === 'written' || status === 'proposed'
    if (isWritten === (counts[i] === 1)) return []
    return [`${named}: item ${i} is ${status}, but it is ${counts[i] === 1 ? '' : 'not '}there`]
  })
}

/** Every v1 write is counted, nothing else is, and nobody is above their quota. */
function quotaFaults(store: Store, { writes }: Stored): string[] {
  const used = Map.groupBy(records<number>(store.main, { prefix: Buffer.from([TABLES.quota]) }), ({ key }) =>
    key.readUInt32BE(1),
  )
  return [...allUsers(store.main)].flatMap(({ id, name, dailyRowQuota }) => {
    const days = (used.get(id) ?? []).map(({ value }) => value)
    const [counted, written] = [days.reduce((sum, each) => sum + each, 0), writes.get(id) ?? 0]
    return [
      ...(counted === written ? [] : [`${name} wrote ${written} rows and is charged for ${counted}`]),
      ...days
        .filter((each) => each > (dailyRowQuota ?? Number.POSITIVE_INFINITY))
        .map((each) => `${name} wrote ${each} rows in a day, above their quota`),
    ]
  })
}
