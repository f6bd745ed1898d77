// The rows by their source: kept right by every import.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { freshen } from '../../../src/store/view.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { keyOf, u8 } from '../../../src/store/file/keyspace.ts'
import { checkSteps } from '../../../src/store/check.ts'
import { Findings } from '../../../src/store/check/check-findings.ts'
import {
  bucketKey,
  bucketOf,
  entryOf,
  hasEntry,
  hasMoves,
  rowsWithSource,
} from '../../../src/store/rows/same-source.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'
import { importSlots } from '../../support/import-slots.ts'

inspectWrites(null)

let game: GameStore
beforeEach(() => (game = gameStore()))
afterEach(() => game.close())

const rowsWith = (text: string): number[] => {
  freshen(game.app.store)
  return rowsWithSource(game.app.store.main, sha256Hex(text))
}
const importTexts = (main: Record<string, string>, diff?: Record<string, string | null>) =>
  game.importFiles({
    main: game.jsonl('main.jsonl', main),
    ...(diff !== undefined && { diff: game.jsonl('diff.jsonl', diff) }),
  })
function disagreements(): string[] {
  freshen(game.app.store)
  const findings = new Findings()
  for (const _ of checkSteps(game.app.store.main, findings));
  for (const fix of findings.fixes) game.app.store.main.transactionSync(() => fix(game.app.store.main))
  return findings.listed.map(({ table, at, problem }) => `${table}: ${at} ${problem}`)
}

it('lists rows by their source through imports that add, change, delete and bring back', async () => {
  await importTexts({ [idOf(1)]: 'Open', [idOf(2)]: 'Close', [idOf(3)]: 'Open', [idOf(4)]: '12:34' })
  expect(rowsWith('Open')).toEqual([1, 3])
  expect(rowsWith('12:34')).toEqual([])
  await importTexts({ [idOf(1)]: 'Open', [idOf(2)]: 'Open', [idOf(3)]: 'Open' }, { [idOf(3)]: null, [idOf(5)]: 'Open' })
  expect(rowsWith('Open')).toEqual([1, 2, 5])
  expect(rowsWith('Close')).toEqual([])
  await importTexts({ [idOf(3)]: 'Open' }, { [idOf(5)]: 'Close' })
  expect(rowsWith('Open')).toEqual([3])
  expect(rowsWith('Close')).toEqual([5])
  expect(disagreements()).toEqual([])
})

/** Imports, and gives what the store says between the reveal and the end. */
async function whileTelling<T>(main: Record<string, string>, look: () => T): Promise<T | undefined> {
  let seen: T | undefined
  const onRow = (): void => void (seen ??= look())
  await importSlots(game.app, { main: { path: game.jsonl('main.jsonl', main) } }, {}, { onRow })
  return seen
}

it('readers and a check take into account what an import has not brought into the buckets yet', async () => {
  await importTexts({ [idOf(1)]: 'Open', [idOf(2)]: 'Close', [idOf(3)]: 'Open', [idOf(4)]: 'Shut' })
  const look = () => [rowsWith('Open'), rowsWith('Close'), rowsWith('Shut'), rowsWith('Bar'), disagreements()]
  const after = [[2, 3], [1], [], [5], []]
  const update = { [idOf(1)]: 'Close', [idOf(2)]: 'Open', [idOf(3)]: 'Open', [idOf(5)]: 'Bar' }
  expect(await whileTelling(update, () => [hasMoves(game.app.store.main), ...look()])).toEqual([true, ...after])
  expect([hasMoves(game.app.store.main), ...look()]).toEqual([false, ...after])
})

it('what a killed import has not brought into the buckets, the next one does before its own', async () => {
  await importTexts({ [idOf(1)]: 'Open', [idOf(2)]: 'Close' })
  const { main } = game.app.store
  const moves = keyOf('source_moves', u8(Buffer.from(sha256Hex('Shut'), 'hex').readUInt8(0) >> 2))
  const kept = await whileTelling({ [idOf(1)]: 'Open', [idOf(2)]: 'Shut' }, () =>
    Buffer.from(main.getBinary(moves) ?? []),
  )
  expect(rowsWith('Shut')).toEqual([2])
  await writeOrThrow(game.app.store, ({ db }) => {
    void db.put(moves, kept as Buffer)
    void db.remove(bucketKey(Buffer.from(sha256Hex('Shut'), 'hex')))
  })
  expect(rowsWith('Shut')).toEqual([2])
  await importTexts({ [idOf(1)]: 'Shut', [idOf(2)]: 'Open' })
  expect([rowsWith('Shut'), rowsWith('Open'), hasMoves(main), disagreements()]).toEqual([[1], [2], false, []])
})

it('finds an entry of a bucket by its row, and only with its own hash', () => {
  const hashOf = (text: string): Buffer => Buffer.from(sha256Hex(text), 'hex')
  const [open, close] = [hashOf('Open'), hashOf('Close')]
  const bucket = bucketOf([7, 300, 2, 70_000].map((ordinal) => entryOf(open, ordinal)))
  const rows = [1, 2, 3, 7, 8, 299, 300, 301, 70_000, 70_001]
  expect(rows.filter((ordinal) => hasEntry(bucket, entryOf(open, ordinal)))).toEqual([2, 7, 300, 70_000])
  expect(rows.filter((ordinal) => hasEntry(bucket, entryOf(close, ordinal)))).toEqual([])
  expect(hasEntry(Buffer.alloc(0), entryOf(open, 1))).toBe(false)
})

it('a check finds and repairs what is missing, strange or cut short', async () => {
  await importTexts({ [idOf(1)]: 'Open', [idOf(2)]: 'Close', [idOf(3)]: 'Open' })
  const key = bucketKey(Buffer.from(sha256Hex('Open'), 'hex'))
  await writeOrThrow(game.app.store, ({ db }) => {
    const stored = Buffer.from(db.getBinary(key) as Uint8Array)
    void db.put(key, Buffer.concat([stored.subarray(10), Buffer.alloc(3)]))
    void db.put(keyOf('same_source', Buffer.from([1, 2])), stored.subarray(0, 10))
  })
  expect(disagreements().toSorted()).toEqual([
    'same_source: row 1 is listed under a source that is not its own',
    'same_source: row 1 is missing',
    expect.stringMatching(/^same_source: sources [0-9a-f]{4} ends in the middle of an entry$/),
  ])
  expect(disagreements()).toEqual([])
  expect(rowsWith('Open')).toEqual([1, 3])
})

it('a check finds and repairs an entry that stands there twice', async () => {
  await importTexts({ [idOf(1)]: 'Open', [idOf(2)]: 'Close', [idOf(3)]: 'Open' })
  const key = bucketKey(Buffer.from(sha256Hex('Open'), 'hex'))
  await writeOrThrow(game.app.store, ({ db }) => {
    const stored = Buffer.from(db.getBinary(key) as Uint8Array)
    void db.put(key, Buffer.concat([stored.subarray(0, 10), stored]))
  })
  expect(rowsWith('Open')).toEqual([1, 1, 3])
  expect(disagreements()).toEqual(['same_source: row 1 is listed twice'])
  expect(disagreements()).toEqual([])
  expect(rowsWith('Open')).toEqual([1, 3])
})
