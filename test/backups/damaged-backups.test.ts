// A backup under the name it was asked for comes back as a store in which nothing is wrong, whatever page of the store that it
// was made of is damaged; and no damaged page ends the process.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { Refused } from '../../src/app/refused.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { checkStore } from '../../src/app/upkeep/check-store.ts'
import { systemClock } from '../../src/base/time.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { dataFileOf } from '../../src/store/data-files.ts'
import { StoreUnusable } from '../../src/store/file/store-unusable.ts'
import { fileDamage } from '../../src/store/file/page-walk.ts'
import type { Store } from '../../src/store/store.ts'
import { gameStore, idOf } from '../support/game-store.ts'

const watching = { signal: new AbortController().signal, onStep: () => {}, onEntries: () => {} }
const pageBytes = 4096
const headBytes = 24

const game = gameStore()
const texts = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [idOf(n + 1), `Text {${n % 3}} number ${n}`]))
await game.importFiles({ main: game.jsonl('main.jsonl', texts) })
await game.putAll(
  'machine',
  Array.from({ length: 67 }, (_, n) => [idOf(1 + 3 * n), 'Text {0} again']),
)
const whole = readFileSync(dataFileOf(game.app.store.folder))
afterAll(() => game.close())

/** Does something with the store of a folder and closes it, whatever comes of it. */
async function withStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(folder, systemClock)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Backs up a store whose file has these bytes; what came of it. */
async function outcomeOf(bytes: Buffer): Promise<'refused' | 'called damaged' | 'good'> {
  const [data, file, restored] = ['damaged', 'backup', 'restored'].map((name) => join(game.folder, name)) as [
    string,
    string,
    string,
  ]
  for (const old of [data, file, restored]) rmSync(old, { recursive: true, force: true })
  rmSync(join(game.folder, 'damaged-backup'), { force: true })
  mkdirSync(join(data, 'main'), { recursive: true })
  writeFileSync(dataFileOf(data), bytes)
  try {
    const written = await withStore(data, (store) => backupStore(store, file, watching))
    if (written.damage !== null) {
      expect([existsSync(file), existsSync(join(game.folder, 'damaged-backup'))]).toEqual([false, true])
      return 'called damaged'
    }
  } catch (error) {
    if (error instanceof Refused || error instanceof StoreUnusable) return 'refused'
    throw error
  }
  await restoreStore(file, restored, watching)
  const { disagreements } = await withStore(restored, (store) => checkStore(store, watching))
  expect(disagreements).toEqual([])
  return 'good'
}

const pages = (): number[] => Array.from({ length: whole.length / pageBytes - 2 }, (_, n) => n + 2)

it('is refused, or says so in its name, where a page that is used is zeroed', async () => {
  const outcomes = new Map<string, number>()
  for (const page of pages()) {
    const outcome = await outcomeOf(Buffer.from(whole).fill(0, page * pageBytes, (page + 1) * pageBytes))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect(outcomes.get('refused')).toBeGreaterThan(10)
  // Pages that hold nothing but a part of a long value.
  expect(outcomes.get('called damaged')).toBeGreaterThan(0)
})

it('is refused, or says so in its name, where a bit is turned', async () => {
  const outcomes = new Set<string>()
  for (const page of pages()) {
    const turned = Buffer.from(whole)
    const at = page * pageBytes + headBytes + 2_000 + ((page * 977) % 2_000)
    turned[at] = (turned[at] as number) ^ 0x20
    outcomes.add(await outcomeOf(turned))
  }
  expect(outcomes).toContain('called damaged')
})

it('is refused where the first key of a page lies before that page', async () => {
  const found: string[] = []
  for (const page of pages()) {
    const at = page * pageBytes
    const isLeaf = whole.readUInt16LE(at + 18) === 2 && whole.readUInt16LE(at + 20) > 2
    const entry = at + headBytes + whole.readUInt16LE(at + headBytes)
    if (!isLeaf || whole[entry + 8] !== 4) continue
    const turned = Buffer.from(whole)
    // The smallest key of the table `row_by_id`: it lies before all that the neighbour on the left holds.
    turned.fill(0, entry + 9, entry + 8 + whole.readUInt16LE(entry + 6))
    const path = join(game.folder, 'turned.mdb')
    writeFileSync(path, turned)
    const steps = fileDamage(path)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    if (step.value !== null) found.push(step.value)
    expect(await outcomeOf(turned)).toBe(step.value === null ? 'good' : 'refused')
  }
  expect(found).toContainEqual(expect.stringMatching(/is damaged: entry 0 is out of order$/))
})
