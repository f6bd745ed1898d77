// The counts of `windrow stats`: of one moment, and given up between two rows.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importLocalized } from '../../../src/app/import/import-localized.ts'
import { readStoreStatistics } from '../../../src/app/upkeep/store-statistics.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../../support/game-store.ts'

const rowCount = 1_000
const texts = (word: string): Texts =>
  Object.fromEntries(Array.from({ length: rowCount }, (_, row) => [idOf(row + 1), `${word} ${row + 1}`]))

let game: GameStore
beforeEach(async () => {
  game = gameStore()
  await game.importFiles({ main: game.jsonl('main.jsonl', texts('Row')) })
  const file = game.jsonl('localized.jsonl', texts('Рядок'))
  await importLocalized(game.app, { main: file, overwrite: false, overwriteAll: false, dryRun: false })
})
afterEach(() => game.close())

it('all is counted, and what is written meanwhile is not', async () => {
  const written: Promise<unknown>[] = []
  const { rows, byLayer, revisions } = await readStoreStatistics(game.app.store, new AbortController().signal, () => {
    if (written.length === 0) written.push(game.put(idOf(rowCount), 'manual', 'Останній'))
  })
  await Promise.all(written)
  expect([rows, byLayer]).toEqual([rowCount, { manual: 0, machine: rowCount }])
  expect(revisions.map((count) => count.revisions)).toEqual([rowCount])
})

it('an interruption ends it before the end', async () => {
  const interrupted = new AbortController()
  let counted = 0
  // A signal comes when the loop has its turn.
  setImmediate(() => interrupted.abort())
  const counting = readStoreStatistics(game.app.store, interrupted.signal, (done) => (counted = done))
  await expect(counting).rejects.toThrow('abort')
  expect(counted).toBeLessThan(rowCount)
})
