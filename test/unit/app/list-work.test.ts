// Lists of work: pages, counts and places by filter (docs/filters.md#filters-of-work).
import { afterAll, expect, it } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { countWork } from '../../../src/app/work/count-work.ts'
import { findWork } from '../../../src/app/work/find-work.ts'
import { listWork, placeIn } from '../../../src/app/work/list-work.ts'
import { parseWorkFilter, type WorkFilter } from '../../../src/domain/work/work-filter.ts'
import { gameStore, idOf } from '../../support/game-store.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const filterOf = (address: string): WorkFilter => parseWorkFilter(new URLSearchParams(address)).filter

const game = gameStore()
const main = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [idOf(i + 1), `Text %s ${String(i)} waits`]))
// Row 19 is a service row; the diff empties row 20, renews row 18 and brings row 21.
main[idOf(17)] = '<Tag {0}|1> waits'
main[idOf(19)] = '12:34'
const diff = { [idOf(18)]: 'Another %s waits', [idOf(20)]: null, [idOf(21)]: 'A new one waits' }
await game.importFiles({ main: game.jsonl('main.jsonl', main), diff: game.jsonl('diff.jsonl', diff) })
const stale = { sourceHash: '0'.repeat(64) }
await game.put(idOf(1), 'machine', 'Текст %s', { model: 'x' })
await game.put(idOf(2), 'machine', 'Текст %s', { model: 'x', status: 'rejected' })
await game.put(idOf(2), 'manual', 'Текст %s', { authorId: 3 })
await game.put(idOf(3), 'machine', 'Текст без', { model: 'y' })
await game.put(idOf(4), 'machine', 'Текст %s', { ...stale, model: 'y', isVerified: false })
await game.put(idOf(5), 'manual', 'Текст %s', { ...stale, authorId: 4 })
await game.put(idOf(6), 'machine', 'Текст %s', { model: null, provider: null, isVerified: false })
await game.put(idOf(19), 'machine', '12:34', stale)
await game.put(idOf(20), 'machine', 'Текст', stale)
afterAll(() => game.close())

const ordinals = async (address: string): Promise<number[]> =>
  (await listWork(game.app, filterOf(address), { after: 0, limit: 50 })).rows.map(({ row }) => row.ordinal)

it.each([
  ['source=diff', [18, 21]],
  ['source=diff_only', [21]],
  ['job=untranslated&source=diff', [18, 21]],
  ['layer=manual', [2, 5]],
  ['layer=machine', [1, 2, 3, 4, 6]],
  ['layer=machine_only', [1, 3, 4, 6]],
  ['layer=manual_only', [5]],
  ['layer=manual_only&author=3', []],
  ['layer=leading', [1, 2, 3, 4, 5, 6]],
  ['status=rejected', [2]],
  ['job=rejected', []],
  ['job=stale', [4, 5]],
  ['job=invalid', [3]],
  ['job=drafts', [1, 6]],
  ['freshness=unverified', [6]],
  ['layer=machine&freshness=fresh', [1, 2, 3]],
  ['model=x', [1, 2]],
  ['model=x&status=draft', [1]],
  ['model=-&layer=machine', [6]],
  ['provider=someone&model=y&freshness=stale', [4]],
  ['author=3', [2]],
  ['layer=none&status=draft', []],
  ['proposals=with', []],
  ['since=2000-01-01&model=y', [3, 4]],
  ['since=2200-01-01', []],
])('finds %s', async (address, expected) => {
  expect(await ordinals(address)).toEqual(expected)
  expect(await countWork(game.app, filterOf(address))).toBe(expected.length)
})

it('sees what a change of the rules makes of heads, though no row is written', async () => {
  await game.put(idOf(17), 'machine', '<Тег|1> чекає', { model: 'captions' })
  expect(await ordinals('model=captions&findings=invalid')).toEqual([])
  await changeSetting(game.app, null, 'caption_policy', 'free')
  expect(await ordinals('model=captions&findings=invalid')).toEqual([17])
  const hooks = { signal: new AbortController().signal, onProgress: () => {} }
  await changeSetting(game.app, null, 'caption_policy', 'keep', hooks)
  expect(await ordinals('model=captions&findings=invalid')).toEqual([])
})

it('goes through a list in pages, both ways, and tells the place of a row', async () => {
  const filter = filterOf('layer=leading')
  const second = await listWork(game.app, filter, { after: 2, limit: 2 })
  expect(second).toMatchObject({
    rows: [{ row: { ordinal: 3 } }, { row: { ordinal: 4 } }],
    previous: 3,
    next: 4,
    total: 7,
  })
  const first = await listWork(game.app, filter, { after: 0, before: 3, limit: 5 })
  expect(first).toMatchObject({ rows: [{ row: { ordinal: 1 } }, { row: { ordinal: 2 } }], previous: null, next: 2 })
  const rows = await findWork(game.app, filter)
  expect(placeIn(rows, 3)).toEqual({ index: 3, total: 7 })
  expect(placeIn(rows, 7)).toEqual({ index: null, total: 7 })
})
