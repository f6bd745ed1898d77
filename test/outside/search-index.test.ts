// The search index, made by the program itself: by its command, and behind an import of so many rows that the import does not wait.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { runAlone } from '../../src/base/slices.ts'
import { SearchIndex } from '../../src/search/search-index.ts'
import { ROWS_PER_SEGMENT } from '../../src/search/segment.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { putNextOrdinal } from '../../src/store/rows/ordinals.ts'
import { type GameStore, gameStore, idOf } from '../support/game-store.ts'
import { done, run } from '../support/program.ts'
import { hangMs } from '../support/hang.ts'

const segments = 12
let game: GameStore
beforeEach(async () => {
  game = gameStore()
  // Rows on both sides of the end of each segment, and none between.
  for (let segment = 1; segment < segments; segment++) {
    await writeOrThrow(game.app.store, ({ db }) => putNextOrdinal(db, segment * ROWS_PER_SEGMENT - 2))
    await game.importFiles({ main: wanderers(4 * segment) })
  }
})
afterEach(() => game.close())

const data = (): string => join(game.folder, 'data')
const wanderers = (count: number): string =>
  game.jsonl('main.jsonl', Object.fromEntries(Array.from({ length: count }, (_, i) => [idOf(i + 1), `Wanderer ${i}`])))

const toMake = (): number => new SearchIndexer(game.app, runAlone).countToMake()

it('makes what is missing, and then nothing', async () => {
  expect(toMake()).toBe(segments)
  // A store is open in this process or in the program's: under Wine they do not see each other's locks.
  await game.reopen(async () => {
    expect(await done(['index', '--data', data()])).toMatch(/^the indexes are up to date \(\d/)
  })
  expect(toMake()).toBe(0)
  await game.reopen(async () => {
    const document: unknown = JSON.parse(await done(['index', '--json', '--data', data()]))
    expect(document).toEqual({ seconds: expect.any(Number) })
  })
})

it('is made by one command at a time, the one that began last', async () => {
  const { searchIndex } = game.app
  searchIndex.takeOver()
  let later: SearchIndex | null = null
  const indexer = new SearchIndexer(game.app, async (step, signal) => {
    const isDone = await runAlone(step, signal)
    // Another process begins while this one makes its first segment.
    if (later === null) (later = new SearchIndex(game.app.store)).takeOver()
    return isDone
  })
  expect(await indexer.renew(new AbortController().signal)).toBe(false)
  expect(searchIndex.isTakenOver).toBe(true)
  expect(toMake()).toBe(segments - 1)
  searchIndex.takeOver()
  expect(await indexer.renew(new AbortController().signal)).toBe(true)
  expect(toMake()).toBe(0)
})

it('is made behind an import that does not wait for it', async () => {
  const main = wanderers(4 * segments)
  await game.reopen(async () => {
    const { code, stderr } = await run(['import', '--main', main, '--quiet', '--data', data()])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
  await expect.poll(toMake, { timeout: hangMs, interval: 200 }).toBe(0)
})

it('says that there is no store', async () => {
  rmSync(data(), { recursive: true, force: true })
  const { code, stderr } = await run(['index', '--data', data()])
  expect(code).toBe(1)
  expect(stderr).toContain('there is no store in')
})
