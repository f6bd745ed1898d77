// The field: squares add up to what a plain look at the rows says, and a click opens the rows of its square.
import { afterAll, expect, it } from 'vitest'
import { readField } from '../../../src/app/work/read-field.ts'
import { listRows } from '../../../src/app/rows/list-rows.ts'
import { isStale } from '../../../src/domain/row.ts'
import { shownOf } from '../../../src/domain/work/workbench.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const rowsWanted = 700

const world = await siteWorld()
const visitor = await world.as('user')
const texts = Object.fromEntries(Array.from({ length: rowsWanted }, (_, n) => [idOf(1_000 + n), `Wanderer ${n} rests`]))
await world.game.importFiles({ main: world.game.jsonl('many.jsonl', texts) })
const every = (step: number, from: number, to: number, text: string) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => [idOf(1_000 + from + n * step), text] as const)
await world.game.putAll('manual', every(7, 0, 300, 'Спочинок'))
await world.game.putAll('machine', every(7, 301, rowsWanted, 'Спочинок'))
await world.game.putAll('machine', every(3, 3, 90, 'Ні'), { sourceHash: '0'.repeat(64) })
afterAll(() => world.close())

/** The same from the rows themselves. */
function byLooking(rowsPerSquare: number, squares: number) {
  const counted = Array.from({ length: squares }, () => ({ rows: 0, people: 0, machine: 0, stale: 0 }))
  const { rows } = listRows(world.app, {
    state: 'all',
    source: 'all',
    updatedSinceMs: null,
    after: 0,
    limit: 10_000,
    withTotal: false,
  })
  for (const { row, heads } of rows) {
    const square = counted[Math.floor(row.ordinal / rowsPerSquare)]
    const of = [heads.manual, heads.machine].filter((head) => head !== null)
    if (square === undefined || (of.length === 0 && row.isServiceRow)) continue
    square.rows++
    if (of.some((head) => isStale(head, row.sourceHash))) square.stale++
    else if (heads.manual !== null) square.people++
    else if (heads.machine !== null) square.machine++
  }
  return counted
}

it('counts in its squares what a look at every row counts', () => {
  const { rowsPerSquare, squares } = readField(world.app)
  expect(rowsPerSquare).toBe(64)
  expect(squares.length).toBeGreaterThan(rowsWanted / 64)
  expect(squares).toEqual(byLooking(rowsPerSquare, squares.length))
  expect(new Set(squares.map((square) => shownOf(square)?.state))).toEqual(
    new Set(['people', 'machine', 'stale', undefined]),
  )
})

it('is a picture, and a click into it opens the rows of the square', async () => {
  const home = await visitor.get('/admin/')
  expect(home.body).toContain('<input type="image" class="wide" name="wide" src="/admin/field.svg" width="840"')
  const picture = await visitor.get('/admin/field.svg')
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(picture.body).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 100 20">(<path [^<>]*\/>){2,4}<\/svg>\n$/,
  )
  const last = readField(world.app).squares.length - 1
  for (const [address, to] of [
    ['?wide.x=0&wide.y=0', '/admin/bench?from=1&to=63'],
    ['?wide.x=270&wide.y=10', `/admin/bench?from=${3 * 64}&to=${4 * 64 - 1}`],
    ['?middle.x=210&middle.y=10', `/admin/bench?from=${3 * 64}&to=${4 * 64 - 1}`],
    ['?narrow.x=70&narrow.y=3', `/admin/bench?from=${2 * 64}&to=${3 * 64 - 1}`],
    ['?wide.x=9999&wide.y=9999', `/admin/bench?from=${last * 64}&to=${last * 64 + 63}`],
    ['?wide.x=x', '/admin/bench?from=1&to=63'],
    ['', '/admin/bench?from=1&to=63'],
  ]) {
    const answer = await visitor.get(`/admin/field${address}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to])
  }
})
