// The index of work in the middle of catching up: what it tells then, and what several processes store at once.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../../src/app/open-app.ts'
import { findWork, findWorkAtHand, scanWork } from '../../../src/app/work/find-work.ts'
import { ALL_WORK, type WorkFilter } from '../../../src/domain/work/work-filter.ts'
import { WorkIndex } from '../../../src/store/derived/work-index.ts'
import { keyOf, ROWS_PER_CHUNK } from '../../../src/store/file/keyspace.ts'
import { keysUnder } from '../../../src/store/file/record.ts'
import { type GameStore, gameStore, idOf } from '../../support/game-store.ts'

const chunks = 5
const rows = chunks * ROWS_PER_CHUNK
const untranslated: WorkFilter = { ...ALL_WORK, layer: 'none' }
const ofModel = (model: string): WorkFilter => ({ ...ALL_WORK, model })

let clock: { ms: number }
let game: GameStore
beforeEach(async () => {
  clock = { ms: Date.UTC(2026, 0, 2) }
  game = gameStore({ nowMs: () => clock.ms++, monotonicMs: () => performance.now() })
  await importAll('as it was')
})
afterEach(() => game.close())

const importAll = (text: string, every = 1) =>
  game.importFiles({
    main: game.jsonl(
      'main.jsonl',
      Object.fromEntries(
        Array.from({ length: rows }, (_, i) => [idOf(i + 1), `Row ${i} ${i % every === 0 ? text : 'as it was'}`]),
      ),
    ),
  })

const sizeOf = async (filter: WorkFilter, app = game.app): Promise<number> => (await findWork(app, filter)).size

it('tells of the last write at once, while much else waits to be looked at', async () => {
  expect(await sizeOf(untranslated)).toBe(rows)
  await importAll('as it is now', 20)
  const last = 3 * ROWS_PER_CHUNK + 7
  await game.put(idOf(last), 'manual', 'Так')
  // One chunk is looked at, whatever time there is.
  expect((await findWorkAtHand(game.app, untranslated, 0)).has(last)).toBe(false)
  expect(game.app.work.index.isInLine).toBe(false)
  expect(await sizeOf(untranslated)).toBe(rows - 1)
})

it('answers with what it told before until it has looked at everything', async () => {
  for (let i = 1; i <= chunks; i++) await game.put(idOf(i * ROWS_PER_CHUNK - 1), 'machine', 'Так', { model: 'x' })
  expect(await sizeOf(ofModel('x'))).toBe(chunks)
  for (let i = 1; i <= chunks; i++) await game.put(idOf(i * ROWS_PER_CHUNK - 1), 'machine', 'Ні', { model: 'y' })
  const told: number[] = []
  for (let isInLine = false; !isInLine; isInLine = game.app.work.index.isInLine)
    told.push((await findWorkAtHand(game.app, ofModel('x'), 0)).size)
  expect(told).toEqual([4, 3, 2, 1, 0])
})

it('leaves most of what an import changed to those who wait for all of it', async () => {
  const last = 66 * ROWS_PER_CHUNK
  const importMany = (text: string) => {
    const texts = Array.from({ length: last }, (_, i) => [idOf(i + 1), `Row ${i} ${text}`])
    return game.importFiles({ main: game.jsonl('many.jsonl', Object.fromEntries(texts)) })
  }
  await importMany('as it was')
  const { index } = game.app.work
  expect(await sizeOf(untranslated)).toBe(last)
  await importMany('as it is now')
  await game.put(idOf(1), 'machine', 'Так', { model: 'x' })
  const aLot = 60_000
  expect([index.look(aLot, 'latest'), index.look(aLot, 'latest')]).toEqual([false, false])
  expect((await findWorkAtHand(game.app, ofModel('x'), 0)).has(1)).toBe(true)
  expect([index.isInLine, index.look(aLot), index.isInLine]).toEqual([false, true, true])
})

it('lets nobody who looked earlier store it over what somebody saw later', async () => {
  const [early, late] = [createApp(game.app), createApp(game.app)]
  await game.put(idOf(1), 'machine', 'Так', { model: 'x' })
  expect(await sizeOf(ofModel('x'), early)).toBe(1)
  await game.put(idOf(1), 'machine', 'Ні', { model: 'y' })
  expect(await sizeOf(ofModel('y'), late)).toBe(1)
  await late.work.index.keep('at once')
  await early.work.index.keep('at once')
  for (const app of [createApp(game.app), early, late]) {
    expect(await sizeOf(ofModel('x'), app)).toBe(0)
    expect(await sizeOf(ofModel('y'), app)).toBe(1)
  }
})

it('gives way to what another process has stored meanwhile', async () => {
  const [one, other] = [createApp(game.app), createApp(game.app)]
  await game.put(idOf(1), 'machine', 'Так', { model: 'x' })
  expect(await sizeOf(ofModel('x'), one)).toBe(1)
  await game.put(idOf(1), 'machine', 'Ні', { model: 'y' })
  await game.put(idOf(rows), 'machine', 'Ні', { model: 'z' })
  expect(await sizeOf(ofModel('y'), other)).toBe(1)
  await other.work.index.keep('at once')
  expect(await sizeOf(ofModel('x'), one)).toBe(0)
  expect(await sizeOf(ofModel('y'), one)).toBe(1)
})

it('loses nothing that was written while it was stored', async () => {
  const { index } = game.app.work
  await game.put(idOf(1), 'machine', 'Так', { model: 'x' })
  expect(await sizeOf(ofModel('x'))).toBe(1)
  const keeping = index.keep('in turn')
  await game.put(idOf(2), 'machine', 'Так', { model: 'x' })
  expect(await sizeOf(ofModel('x'))).toBe(2)
  await keeping
  expect(await sizeOf(ofModel('x'))).toBe(2)
  await index.keep('at once')
  expect(index.isStored).toBe(true)
  expect(await sizeOf(ofModel('x'), createApp(game.app))).toBe(2)
})

it('derives the rows that changed, and no others of their chunk', async () => {
  // The time of the last write before: another may have been given it as well.
  await game.put(idOf(1), 'manual', 'Так')
  expect(await sizeOf(ALL_WORK)).toBe(rows)
  const { store, work } = game.app
  await work.index.keep('at once')
  store.derived.transactionSync(() => {
    for (const key of keysUnder(store.derived, { prefix: keyOf('work_facet') })) void store.derived.remove(key)
  })
  await importAll('as it is now', 64)
  expect(await sizeOf(ALL_WORK, createApp(game.app))).toBe(rows / 64)
})

it('lets go of rows that are gone', async () => {
  expect(await sizeOf(untranslated)).toBe(rows)
  await game.app.work.index.keep('at once')
  await game.importFiles({ main: game.jsonl('main.jsonl', { [idOf(1)]: 'Row 0 as it is now' }) })
  const again = createApp(game.app)
  expect(await sizeOf(untranslated, again)).toBe(1)
  expect((await scanWork(again, untranslated)).size).toBe(1)
})

it('begins at once where everything is stored', async () => {
  expect(await sizeOf(untranslated)).toBe(rows)
  await game.app.work.index.keep('at once')
  expect(new WorkIndex(game.app.store).look(0)).toBe(true)
})
