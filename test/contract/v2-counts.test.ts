// Counts of API v2 and claims by a filter (docs/api-v2.md#filters-over-the-api): what each address answers, and that a count is the
// total of its list. Random filters are compared with a plain scan by test/property/work.test.ts.
import { afterAll, expect, it } from 'vitest'
import { sha256Hex } from '../../src/base/bytes.ts'
import { labelRows } from '../../src/app/labels/label-rows.ts'
import { FAMILIES } from '../../src/domain/work/families.ts'
import { granted } from '../support/app-world.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App, type V1Answer } from '../support/v1-app.ts'
import type { Json } from '../support/v1-client.ts'

const world = openV1App()
const { user, secret } = await world.person('ada', 'admin')
const ada = { id: user.id, secret }

const textOf = (how: string, number: number): string => `Row number ${number} of the tale, ${how}`
const lines = (how: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: idOf(from + i), text: textOf(how, from + i) }))
let batches = 0
async function write(how: string, model: string, from: number, to: number, overwrite = false): Promise<V1Answer> {
  const items = lines(how, from, to).map(({ id, text }, at) => ({
    row_id: id,
    text: `Рядок ${from + at} з оповіді, модель ${model}`,
    layer: 'machine',
    source_hash: sha256Hex(text),
    provider: 'p',
    model,
    overwrite,
  }))
  return await world.post('/translations', ada.secret, { items }, `b${++batches}`)
}
const get = async (path: string): Promise<Json> => (await world.v2('GET', path, ada.secret)).json
const claim = (body: object, headers = {}) => world.v2('POST', '/claims', ada.secret, body, headers)
const numbersOf = ({ json }: V1Answer): number[] => json.data.rows.map(({ ordinal }: Json) => ordinal)
const faultsOf = (json: Json): string[] => json.details.errors.map(({ field }: Json) => field)

await world.importFiles(lines('told', 1, 30))
await write('told', 'one', 1, 10)
await write('told', 'two', 11, 12)
await world.importFiles([...lines('retold', 1, 4), ...lines('told', 5, 33)])
afterAll(() => world.close())

it('counts rows by state, or by the values of any parameter', async () => {
  expect(await get('/facets')).toEqual({
    success: true,
    data: {
      facets: {
        state: {
          values: [
            { value: 'none', rows: 21 },
            { value: 'machine', rows: 12 },
            { value: 'stale', rows: 4 },
          ],
          more: 0,
        },
      },
    },
    meta: { total: 33 },
  })
  const { data, meta } = await get('/facets?by=model,patch,freshness&layer=machine')
  expect(meta).toEqual({ total: 12 })
  expect(await get('/facets?by=model,patch,freshness&filter=layer%3Dmachine')).toEqual({ success: true, data, meta })
  expect(data.facets.model.values).toEqual([
    { value: 'one', rows: 10 },
    { value: 'two', rows: 2 },
  ])
  expect(data.facets.patch.values).toEqual([
    { value: '2.changed', rows: 4 },
    { value: '1.added', rows: 12 },
  ])
  expect(data.facets.freshness.values).toEqual([
    { value: 'current', rows: 8 },
    { value: 'fresh', rows: 8 },
    { value: 'stale', rows: 4 },
  ])
})

it('each count is the total of its list', async () => {
  for (const filter of ['layer=leading', 'patch=2&layer=any', 'model=one']) {
    const families = FAMILIES.filter((family) => !new URLSearchParams(filter).has(family))
    const { data } = await get(`/facets?by=${families.join()}&${filter}`)
    expect(Object.keys(data.facets)).toEqual(families)
    for (const family of families) {
      for (const { value, rows } of data.facets[family].values) {
        const { meta } = await get(`/rows?${filter}&${family}=${value}&limit=1`)
        expect([family, value, meta.total]).toEqual([family, value, rows])
      }
    }
  }
})

it('refuses families that it lacks, or that the filter sets', async () => {
  expect(faultsOf(await get('/facets?by=colour&layer=upper'))).toEqual(['layer', 'by'])
  expect(faultsOf(await get('/facets?by=state,state'))).toEqual(['by'])
  expect(faultsOf(await get('/facets?by=model,freshness&job=stale'))).toEqual(['by'])
})

it('counts the rows of a label or a patch by others', async () => {
  const label = async (name: string, from: number, to: number): Promise<unknown> =>
    granted(
      await labelRows(
        world.app,
        null,
        { label: name, act: 'give', origin: 'list' },
        lines('', from, to).map(({ id }) => id),
      ),
    )
  await label('x', 1, 10)
  await label('y', 8, 12)
  const { data, meta } = await get('/facets?by=label&label=X')
  expect(meta).toEqual({ total: 10 })
  expect(data.facets.label.values).toEqual([
    { value: 'x', rows: 10 },
    { value: 'y', rows: 3 },
  ])
  expect((await get('/facets?by=label&label=-')).data.facets.label.values).toEqual([{ value: '-', rows: 21 }])
  expect((await get('/facets?by=patch&patch=2')).data.facets.patch.values).toEqual([
    { value: '2.added', rows: 3 },
    { value: '2.changed', rows: 4 },
    { value: '1.added', rows: 4 },
  ])
})

it('lists patches, the newest first, page by page, and one with its rows by state', async () => {
  const { data, meta } = await get('/patches')
  expect(meta).toEqual({ count: 2, next: null })
  expect(data.patches).toMatchObject([
    {
      id: 2,
      by: null,
      added: 3,
      changed: 4,
      gone: 0,
      rows: 7,
      handled: 0,
      files: [{ part: 'main', name: 'main.jsonl' }],
    },
    { id: 1, added: 30, changed: 0, gone: 0, rows: 30, handled: 8 },
  ])
  const first = await get('/patches?limit=1')
  expect([first.data.patches.length, first.meta.next]).toEqual([1, 2])
  expect((await get('/patches?limit=1&after=2')).data.patches.map(({ id }: Json) => id)).toEqual([1])
  const { states } = (await get('/patches/2')).data.patch
  expect(states.filter(({ rows }: Json) => rows > 0)).toEqual([
    { part: 'added', state: 'all', rows: 3, filter: { patch: '2.added' } },
    { part: 'added', state: 'none', rows: 3, filter: { layer: 'none', patch: '2.added' } },
    { part: 'changed', state: 'all', rows: 4, filter: { patch: '2.changed' } },
    { part: 'changed', state: 'stale', rows: 4, filter: { layer: 'leading', freshness: 'stale', patch: '2.changed' } },
  ])
  expect((await get('/patches/3')).error).toBe('entry_not_found')
  expect(faultsOf(await get('/patches?after=x&limit=0&model=m'))).toEqual(['model', 'after', 'limit'])
})

it('a claim by a filter: its rows alone, done when they are written again', async () => {
  const taken = await claim(
    { filter: { patch: '2.changed', freshness: 'stale' }, limit: 3 },
    { 'Idempotency-Key': 'c' },
  )
  expect([numbersOf(taken), taken.json.meta.left]).toEqual([[1, 2, 3], 1])
  const { id } = taken.json.data.claim
  const renew = async (): Promise<number> => (await world.v2('PUT', `/claims/${id}`, ada.secret, {})).json.meta.count
  expect(await renew()).toBe(3)
  await write('retold', 'three', 1, 1, true)
  expect(await renew()).toBe(2)
  const again = await claim(
    { filter: { patch: '2.changed', freshness: 'stale' }, limit: 3 },
    { 'Idempotency-Key': 'c' },
  )
  expect([again.status, numbersOf(again)]).toEqual([201, [2, 3]])
  expect(numbersOf(await claim({ filter: { model: 'one', freshness: 'current' }, limit: 2 }))).toEqual([5, 6])
  const rest = await claim({ filter: { patch: '2' }, limit: 100 })
  // The larger family first.
  expect([numbersOf(rest), rest.json.meta.left]).toEqual([[31, 32, 33, 1, 4], 0])
  const none = await claim({ filter: { patch: '2' } })
  expect([none.status, none.json.meta.held_by_others, none.headers.get('retry-after')]).toEqual([200, 7, '900'])
})

it.each([
  [{ filter: {} }, ['filter']],
  [{ filter: 'layer=none' }, ['filter']],
  [{ filter: { layer: 'upper', patch: 'x', colour: 'red' } }, ['filter.colour', 'filter.layer', 'filter.patch']],
  [{ filter: { author: 7, model: '' } }, ['filter.author', 'filter.model']],
  [{ filter: { layer: 'none' }, work: 'none', source: 'main', limit: 0 }, ['limit', 'work', 'source']],
])('a claim of %j is refused with every fault', async (body, fields) => {
  const { status, json } = await claim(body)
  expect([status, json.error]).toEqual([400, 'invalid_request'])
  expect(faultsOf(json).toSorted()).toEqual(fields.toSorted())
})
