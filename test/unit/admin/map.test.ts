// The map: its numbers are what a plain look at the rows says, after each sort of change, and its parcels lead to their rows.
import { afterAll, expect, it } from 'vitest'
import { labelRows } from '../../../src/app/labels/label-rows.ts'
import { listRows } from '../../../src/app/rows/list-rows.ts'
import { latestPatch } from '../../../src/app/work/read-patch.ts'
import { readMap } from '../../../src/app/work/read-map.ts'
import { isStale, sourceTextOf } from '../../../src/domain/row.ts'
import { kindOf } from '../../../src/domain/text/kind-of.ts'
import { findWork } from '../../../src/app/work/find-work.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const visitor = await world.as('user')
const { app, game } = world
const SHAPES = [
  (n: number) => `Wanderer ${n} rests`,
  (n: number) => `The road to village ${'abcdefgh'.charAt(n % 8)}${'klmnopqr'.charAt((n >> 3) % 8)} is closed tonight.`,
  (n: number) => `Ferry${'abcdefghij'.charAt(n % 10)}${'klmnopqrst'.charAt(Math.floor(n / 10) % 10)} Pass`,
]
const texts = Object.fromEntries(
  Array.from({ length: 600 }, (_, n) => [idOf(1_000 + n), (SHAPES[n % 3] as (n: number) => string)(n)]),
)
const main = game.jsonl('many.jsonl', texts)
await game.importFiles({ main })
afterAll(() => world.close())

/** Rows by state, from the rows themselves: of all, of a kind, or of those with these ids. */
function byLooking(isMeant: (source: string, id: string) => boolean) {
  const states = { ripe: 0, machine: 0, changed: 0, bare: 0 }
  const asked = {
    state: 'all',
    source: 'all',
    updatedSinceMs: null,
    after: 0,
    limit: 10_000,
    withTotal: false,
  } as const
  for (const { row, heads } of listRows(app, asked).rows) {
    const source = sourceTextOf(row)
    if (row.isServiceRow || source === '' || !isMeant(source, row.rowId)) continue
    const head = heads.manual ?? heads.machine
    const state =
      head === null ? 'bare' : isStale(head, row.sourceHash) ? 'changed' : heads.manual === null ? 'machine' : 'ripe'
    states[state]++
  }
  return states
}

const labelled = new Set<string>()

async function mapNow(patch: number | null = null) {
  // Brings the index of work up to date, which a page does not wait for.
  await findWork(app, ALL_WORK)
  const map = await readMap(app, null, patch)
  if (map === null) throw new Error('there is no map')
  return map
}

async function parcelsNow() {
  const { groups } = await mapNow()
  return groups.flatMap(({ parcels }) => parcels)
}

async function expectAsLooked(): Promise<void> {
  const parcels = await parcelsNow()
  const sum = (state: 'ripe' | 'machine' | 'changed' | 'bare'): number =>
    parcels.reduce((all, { states }) => all + states[state], 0)
  expect({ ripe: sum('ripe'), machine: sum('machine'), changed: sum('changed'), bare: sum('bare') }).toEqual(
    byLooking(() => true),
  )
  for (const { name, states } of parcels) {
    if (name?.kind === undefined || name.label !== undefined) continue
    expect([name, states]).toEqual([
      name,
      byLooking((source, id) => kindOf(source) === name.kind && !source.startsWith('Wanderer') && !labelled.has(id)),
    ])
  }
}

it('counts what a look at every row counts, in kinds and a family', async () => {
  await expectAsLooked()
  const family = (await parcelsNow()).find(({ name }) => name?.alike !== undefined)
  expect(family).toMatchObject({ name: { alike: 'Wanderer 0 rests' }, rows: 200 })
})

it('has a version that stays while nothing changes, and a write changes the numbers of its rows', async () => {
  const { version } = await mapNow()
  expect((await mapNow()).version).toBe(version)
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => [idOf(1_000 + from + n), 'Спочинок'] as const)
  await game.putAll('manual', ids(0, 120))
  await game.putAll('machine', ids(100, 300))
  await game.putAll('machine', ids(300, 330), { sourceHash: '0'.repeat(64) })
  expect((await mapNow()).version).toBeGreaterThan(version)
  await expectAsLooked()
})

it('gives labelled rows to their label, the smaller one first', async () => {
  const label = async (name: string, from: number, to: number) => {
    const rowIds = Array.from({ length: to - from }, (_, n) => idOf(1_000 + from + n))
    const done = await labelRows(app, null, { label: name, act: 'give', origin: 'list' }, rowIds)
    expect(done.ok).toBe(true)
    for (const id of rowIds) labelled.add(id)
  }
  await label('story', 0, 300)
  await label('chapter', 0, 90)
  await label('odd', 290, 310)
  const { groups } = await mapNow()
  const story = groups.find(({ name }) => 'label' in name && name.label === 'story')
  expect(story?.rows).toBe(290)
  expect(story?.parcels.find(({ name }) => name?.label === 'chapter')?.rows).toBe(90)
  expect(groups.find(({ name }) => 'label' in name && name.label === 'odd')?.rows).toBe(20)
})

it('marks the rows of a patch, and how many of them are handled', async () => {
  const changed = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [idOf(1_000 + n * 3 + 1), `The gate ${n} opens at noon.`]),
  )
  await game.importFiles({
    main: game.jsonl('next.jsonl', { ...texts, ...changed, [idOf(5_000)]: 'A new road is open.' }),
  })
  const imported = latestPatch(app)?.record.id ?? 0
  await game.putAll('manual', [[idOf(5_000), 'Нова дорога відкрита.']])
  const { groups } = await mapNow(imported)
  const parcels = groups.flatMap(({ parcels: all }) => all)
  expect(parcels.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(41)
  expect(parcels.reduce((sum, { handled }) => sum + handled, 0)).toBe(1)
  await expectAsLooked()
})

/** Of each parcel with a link: the rows its words count, and those of the list it leads to. */
async function countedAndShown(page: string, rows: RegExp) {
  const { body } = await visitor.get(page)
  const links = body.matchAll(/<a href="([^"]+)" aria-label="([^"]+)"><rect/g)
  const found: [string, string | undefined, string | undefined][] = []
  for (const [, to = '', words = ''] of links) {
    const list = await visitor.get(to.replaceAll('&amp;', '&'))
    found.push([words, rows.exec(words)?.[1], /class="whereabouts">(?:.*? of )?(\d+)/s.exec(list.body)?.[1]])
  }
  return found
}

it('leads from a parcel to the rows that it counts, whatever labels they have', async () => {
  const parcels = await countedAndShown('/admin/', /: (\d+) rows?, /)
  expect(parcels.length).toBeGreaterThan(10)
  expect(parcels.map(([words]) => words.split(':')[0])).toEqual(
    expect.arrayContaining(['chapter', 'short sentences', 'Wanderer … rests']),
  )
  for (const [words, counted, shown] of parcels) expect([words, shown]).toEqual([words, counted])
})

it("leads from a patch's map to the rows of the patch, and from a parcel without any nowhere", async () => {
  const imported = latestPatch(app)?.record.id ?? 0
  const parcels = await countedAndShown(`/admin/imports/${imported}`, /: (\d+) in the patch/)
  expect(parcels.length).toBeGreaterThan(0)
  for (const [words, counted, shown] of parcels) expect([words, shown]).toEqual([words, counted])
})

it('has no rows for a parcel that the map has not', async () => {
  const { body } = await visitor.get('/admin/bench?layer=any&parcel=label%3Dnowhere')
  expect(body).toContain('Nothing is left in this list.')
})

it('is a picture alone, without the texts of the game', async () => {
  await (await world.as('admin')).post('/admin/settings', { public_progress: 'true' })
  const { headers, body } = await visitor.get('/progress.svg')
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" class="map wide"\nviewBox="0 0 860 530"/)
  expect(body).toContain('<title>phrases with a gap: ')
  expect(body).not.toMatch(/Wanderer|<a |class="name/)
})
