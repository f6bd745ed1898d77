// Whatever was written, imported, thrown away, damaged or restored: a search finds what a plain look at every row finds.
import * as fc from 'fast-check'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { ChangeNoter } from '../../src/search/builder.ts'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { SearchIndex } from '../../src/search/search-index.ts'
import { ROWS_PER_SEGMENT } from '../../src/search/segment.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { ROWS_PER_CHUNK } from '../../src/store/rows.ts'
import { freshen } from '../../src/store/view.ts'
import { idOf } from '../support/game-store.ts'
import {
  agree,
  BEGINNING,
  found,
  moment,
  type Query,
  QUERY,
  ROWS,
  sameTime,
  someTexts,
} from '../support/search-model.ts'
import { OPERATION, World } from '../support/search-world.ts'

const ever = new AbortController().signal

const STEP = fc.record({ operation: OPERATION, queries: fc.array(QUERY, { minLength: 3, maxLength: 6 }) })
const RUNS = { numRuns: 3, endOnFailure: true } as const

it('finds what a look at every row finds', async () => {
  const property = fc.asyncProperty(BEGINNING, fc.array(STEP, { minLength: 7, maxLength: 9 }), async (texts, steps) => {
    const world = new World()
    try {
      await world.import('main', Object.fromEntries(texts.map((each, i) => [idOf(i + 1), each])))
      await world.indexer.renew(ever)
      for (const { operation, queries } of steps) {
        await world.apply(operation)
        await agree(world.game.app, queries)
      }
      await world.indexer.renew(ever)
      await agree(world.game.app, steps[0]?.queries ?? [])
    } finally {
      await world.game.close()
    }
  })
  await fc.assert(property, RUNS)
})

it('is not led astray by the index of another time beside a restored backup', async () => {
  const property = fc.asyncProperty(
    BEGINNING,
    someTexts,
    fc.array(QUERY, { minLength: 8, maxLength: 8 }),
    async (texts, later, queries) => {
      const world = new World()
      const [backup, data] = ['backup', 'restored'].map((name) => join(world.game.folder, name)) as [string, string]
      const watching = { signal: ever, onStep: () => {}, onEntries: () => {} }
      try {
        await world.import('main', Object.fromEntries(texts.map((each, i) => [idOf(i + 1), each])))
        await backupStore(world.game.app.store, backup, watching)
        for (const [id, value] of later) await world.game.put(id, 'machine', value)
        await world.indexer.renew(ever)
        await restoreStore(backup, data, watching)
        await world.game.reopen(() => cpSync(world.indexFolder, join(data, 'derived'), { recursive: true }))
        const store = openStore(data, sameTime)
        await agree({ ...world.game.app, store, searchIndex: new SearchIndex(store) }, queries)
        await store.close()
      } finally {
        await world.game.close()
      }
    },
  )
  await fc.assert(property, { ...RUNS, numRuns: 2 })
})

it('reads few texts where the index is up to date', async () => {
  const world = new World()
  await world.import(
    'main',
    Object.fromEntries(Array.from({ length: ROWS }, (_, i) => [idOf(i + 1), `ring ${i === 700 ? 'меценат' : 'in'}`])),
  )
  await world.indexer.renew(ever)
  const { searchIndex, store } = world.game.app
  const look = (): void => {
    freshen(store)
    searchIndex.look()
  }
  const rows = (mayHold = (): boolean => true): number[] =>
    Array.from({ length: ROWS }, (_, i) => i + 1).filter((row) => {
      const word = searchIndex.staleRows(0, mayHold)?.[row >>> 5] ?? 0
      return ((word >>> (row & 31)) & 1) === 1
    })
  look()
  expect(searchIndex.staleChunks(0)).toEqual([])
  await world.game.put(idOf(600), 'machine', 'меценат')
  look()
  expect(searchIndex.staleChunks(0)).toEqual([1])
  expect(rows(), 'all times are those of the import').toHaveLength(512)
  await world.indexer.renew(ever)
  moment.ms++
  await world.game.put(idOf(7), 'machine', 'ring')
  look()
  moment.ms++
  for (const row of [600, 700]) await world.game.put(idOf(row), 'machine', 'ring')
  look()
  const first = Array.from({ length: 511 }, (_, i) => i + 1)
  expect(rows(), 'of the first chunk nobody had looked at a later time').toEqual([...first, 600, 700])
  await new ChangeNoter(world.game.app).note(ever)
  const none = (): boolean => false
  expect(rows(none), 'all are noted').toEqual([])
  moment.ms++
  await world.game.put(idOf(800), 'machine', 'ring')
  look()
  expect(rows(none), 'those noted in the last time are read again').toEqual([600, 700, 800])
  expect(rows()).toEqual([...first, 600, 700, 800])
  await world.game.close()
})

it('notes at once what an import changed here and there', async () => {
  const world = new World()
  const rows = Array.from({ length: 8 * ROWS_PER_CHUNK }, (_, i) => i + 1)
  const textsOf = (third: string): Record<string, string> =>
    Object.fromEntries(rows.map((row) => [idOf(row), row % 3 === 0 ? third : 'ring']))
  const { searchIndex, store } = world.game.app
  const look = (): void => {
    freshen(store)
    searchIndex.look()
  }
  await world.import('main', textsOf('ring'))
  moment.ms++
  await world.game.put(idOf(3), 'machine', 'ring')
  await world.indexer.renew(ever)
  look()
  moment.ms++
  await world.import('main', textsOf('меценат'))
  look()
  const isRead = (row: number, holds: boolean): boolean => {
    const word = searchIndex.staleRows(0, () => holds)?.[row >>> 5] ?? 0
    return ((word >>> (row & 31)) & 1) === 1
  }
  const changed = rows.filter((row) => row % 3 === 0)
  expect(rows.filter((row) => isRead(row, false))).toEqual(changed)
  await new ChangeNoter(world.game.app).note(ever)
  look()
  expect(rows.filter((row) => isRead(row, false))).toEqual([])
  expect(rows.filter((row) => isRead(row, true))).toEqual(changed)
  await world.game.close()
})

it('makes an index of another layout anew, and finds everything meanwhile', async () => {
  const world = new World()
  await world.import('main', { [idOf(1)]: 'ring', [idOf(2)]: 'меценат' })
  await world.indexer.renew(ever)
  const mark = join(world.indexFolder, 'boot')
  const [boot, shape] = readFileSync(mark, 'utf8').split('\n')
  await world.game.reopen(() => writeFileSync(mark, `${boot}\n${Number(shape) - 1}`))
  const { app } = world.game
  const query: Query = { terms: ['меценат'], whole: true, fields: ['source'], state: 'all' }
  const stale = (): readonly number[] | null => {
    freshen(app.store)
    app.searchIndex.look()
    return app.searchIndex.staleChunks(0)
  }
  expect(stale(), 'nothing is known').toBeNull()
  expect(await found(app, query)).toEqual([2])
  await new SearchIndexer(app).renew(ever)
  expect(stale()).toEqual([])
  expect(await found(app, query)).toEqual([2])
  await world.game.close()
})

it('goes on from one segment to the next', async () => {
  const world = new World()
  const many = ROWS_PER_SEGMENT + 2_000
  const rare = [1, 700, ROWS_PER_SEGMENT - 1, ROWS_PER_SEGMENT, ROWS_PER_SEGMENT + 1, many]
  const texts = Array.from({ length: many }, (_, i) => [
    idOf(i + 1),
    rare.includes(i + 1) ? 'a 药水 меценат' : `ring ${i}`,
  ])
  await world.import('main', Object.fromEntries(texts))
  const query: Query = { terms: ['меценат'], whole: true, fields: ['source'], state: 'all' }
  const asked = [query, { ...query, terms: ['药水', 'а'.repeat(2)] }, { ...query, terms: ['水'] }]
  const expected = [rare, [], rare]
  for (const step of ['scanning', 'with an index', 'with one that is behind']) {
    if (step === 'with an index') await world.indexer.renew(ever)
    if (step === 'with one that is behind') await world.game.put(idOf(ROWS_PER_SEGMENT + 600), 'machine', 'ring')
    freshen(world.game.app.store)
    expect(await Promise.all(asked.map((each) => found(world.game.app, each))), step).toEqual(expected)
  }
  expect([0, 1].map((segment) => world.game.app.searchIndex.staleChunks(segment)?.length)).toEqual([0, 1])
  await world.game.close()
})

it('finds what changed before it was opened, after a later change beside it', async () => {
  const world = new World()
  await world.import('main', { [idOf(1)]: 'ring', [idOf(2)]: 'ring' })
  await world.indexer.renew(ever)
  for (const [row, text] of ['меценат', 'in'].entries()) {
    moment.ms++
    await world.game.put(idOf(row + 1), 'machine', text)
  }
  await world.apply({ do: 'reopen' })
  const query: Query = { terms: ['меценат'], whole: true, fields: ['translation'], state: 'all' }
  expect(await found(world.game.app, query)).toEqual([1])
  moment.ms++
  await world.game.put(idOf(2), 'machine', 'ring')
  freshen(world.game.app.store)
  expect(await found(world.game.app, query)).toEqual([1])
  await world.game.close()
})
