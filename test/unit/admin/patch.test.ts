// The page of an import (docs/site.md#a-patch): what it brought, how much of it is handled, and that each number leads to
// exactly its rows; and the overview, which says what comes next.
import { afterAll, expect, it } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { checkStore } from '../../../src/app/upkeep/check-store.ts'
import { listWork } from '../../../src/app/work/list-work.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { keyOf, u32 } from '../../../src/store/file/keyspace.ts'
import { keysUnder } from '../../../src/store/file/record.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, TEXTS } from './site-world.ts'

const world = await siteWorld()
const visitor = await world.as('translator')
afterAll(() => world.close())

const plain = (address: string): string => address.replaceAll('&amp;', '&')
const textOf = (body: string): string => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

/** What the table says: words, number, and where the number leads. */
const lines = (body: string): [words: string, rows: number, address: string][] =>
  [
    ...(body.split('<h2>Report</h2>')[0] ?? '').matchAll(
      /<tr><th scope="row">([^<]+)<\/th><td class="number">(?:<a href="([^"]+)">)?(\d+)/g,
    ),
  ].map(([, words = '', address = '', rows]) => [words, Number(rows), plain(address)])

it('says on the overview what comes next, until all of it is done', async () => {
  const owner = await world.as('super_admin')
  const before = textOf((await owner.get('/admin/')).body)
  expect(before).toContain("✓ Import the game's texts (done)")
  expect(before).toContain('✓ Invite your team (done)')
  expect(before).toContain('○ Say which language you translate into')
  expect(before).toContain('○ Translate the first text')
  expect((await visitor.get('/admin/')).body).not.toContain('What comes next')
  await changeSetting(world.app, null, 'target_language', 'uk')
  await world.game.put(idOf(1), 'manual', 'Тут вирує завірюха.')
  const after = textOf((await owner.get('/admin/')).body)
  expect(after).toContain('✓ Say which language you translate into (done)')
  expect(after).toContain('✓ Translate the first text')
})

it('says on the overview that the store is damaged, to those who can see to it, until a look finds nothing', async () => {
  const owner = await world.as('super_admin')
  const { main } = world.app.store
  const look = { signal: new AbortController().signal, onStep: () => {} }
  const key = keyOf('row', u32(0))
  const block = Buffer.from(main.getBinary(key) as Buffer)
  await main.put(key, block.subarray(0, -1))
  await checkStore(world.app.store, look)
  expect(textOf((await owner.get('/admin/')).body)).toContain('The store is damaged: row, block 0 (rows 0 and on): ')
  expect((await visitor.get('/admin/')).body).not.toContain('damaged')
  await main.put(key, block)
  await checkStore(world.app.store, look)
  expect((await owner.get('/admin/')).body).not.toContain('damaged')
})

it('counts what became of new and changed rows, and each number leads to exactly its rows', async () => {
  const { game } = world
  await game.put(idOf(2), 'machine', 'Натисніть {0}, щоб відчинити браму %s')
  await game.put(idOf(3), 'manual', '<Спритність|780|#C|15> героя')
  const { [idOf(6)]: _gone, ...kept } = TEXTS
  const next = {
    ...kept,
    [idOf(1)]: 'A blizzard is swirling here!',
    [idOf(2)]: 'Press {0} to open the old gate of %s',
    [idOf(3)]: 'The <Agility|780|#C|15> of a hero',
    [idOf(4)]: '123456',
    [idOf(5)]: 'First line\nnext line',
    [idOf(7)]: 'Rain',
    [idOf(8)]: 'Snow',
    [idOf(9)]: '99',
  }
  await game.importFiles({ main: game.jsonl('next.jsonl', next) })
  // The text of row 1 still fits, row 2 is written anew, 3 stays as it was, 5 never had one; of the new ones 7 is translated.
  await game.put(idOf(1), 'manual', 'Тут вирує завірюха.')
  await game.put(idOf(1), 'manual', 'Тут вирує завірюха.', { status: 'reviewed' })
  await game.put(idOf(2), 'manual', 'Натисніть {0}, щоб відчинити стару браму %s')
  await game.put(idOf(7), 'machine', 'Дощ')

  // The first look may begin the count.
  await listWork(world.app, ALL_WORK, { after: 0, limit: 1 })
  const { body } = await visitor.get('/admin/imports/2')
  expect(textOf(body)).toContain('done so far 50.0 % 3 of 6 rows')
  expect(textOf(body)).toContain('gone from the game 1')
  const found = lines(body)
  expect(found.map(([words, rows]) => [words, rows])).toEqual([
    ['all', 2],
    ['translated', 1],
    ['still stale', 0],
    ['no text', 1],
    ['all', 4],
    ['confirmed: the old text still fits', 1],
    ['translated again', 1],
    ['still stale', 1],
    ['no text', 1],
  ])
  const shownBy: string[][] = []
  for (const [, rows, address] of found) {
    if (rows === 0) continue
    const list = await visitor.get(address)
    expect(list.body).toContain(`>${rows} row`)
    shownBy.push(Array.from(list.body.matchAll(/href="\/admin\/bench\?[^"]*row=0+(\d)"/g), ([, row = '']) => row))
    expect((await visitor.get(address.replace('/rows', '/bench'))).status).toBe(200)
  }
  expect(shownBy.map((rows) => [...new Set(rows)].join(''))).toEqual(['78', '7', '8', '1235', '1', '2', '3', '5'])
  expect(textOf((await visitor.get('/admin/')).body)).toMatch(
    /The latest patch\s+[\d: -]+: 3 new, 5 changed, 1 gone\s+3 of 6 rows\s+See where it hit/,
  )
  const owner = await world.as('super_admin')
  expect((await owner.get('/admin/imports')).body).toContain('3 new, 5 changed, 1 gone')
})

it('knows only the time of an import whose rows were not kept', async () => {
  const { store } = world.app
  await writeOrThrow(store, (txn) => {
    for (const key of Array.from(keysUnder(txn.db, { prefix: keyOf('import_rows', u32(2)) }))) void txn.db.remove(key)
  })
  const { body } = await visitor.get('/admin/imports/2')
  expect(body).not.toContain('done so far')
  expect(body).toMatch(/Rows changed by this import or later: <a href="\/admin\/rows\?since=/)
})
