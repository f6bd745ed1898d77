// What API v2 gives to look up (docs/api-v2.md#looking-up-through-api-v2): what each address answers, and every fault of a
// query at once. What the rows hold is held to docs/agents.md by test/unit/agent/agent.test.ts.
import { afterAll, expect, it } from 'vitest'
import { v2Routes } from '../../src/api-v2/routes.ts'
import { rowsLimitMax, searchTextMax } from '../../src/domain/limits.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App } from '../support/v1-app.ts'
import { jsonOf, type Json } from '../support/v1-client.ts'

let get: (path: string, key?: string) => Promise<{ status: number; json: Json }>
const world = openV1App()
const v2 = v2Routes(world.app)
await world.importFiles([1, 2, 3, 4].map((row) => ({ id: idOf(row), text: `The ${row}th gate` })))
const { secret } = await world.person('reader', 'user')
get = async (path, key = secret) => {
  const request = new Request(`http://localhost/api/v2${path}`, { headers: { 'X-API-Key': key } })
  const response = await v2(request, {})
  return { status: response.status, json: jsonOf(await response.text()) }
}
afterAll(() => world.close())

const idsOf = (json: Json): string[] => json.data.rows.map((row: Json) => row.row_id)

it('rows by ids in their order, around one, and page by page', async () => {
  const byIds = await get(`/rows?ids=${idOf(3)},${idOf(9)},${idOf(1)}&fields=core,tokens`)
  expect(idsOf(byIds.json)).toEqual([idOf(3), idOf(1)])
  expect(byIds.json.meta).toEqual({ count: 2, next: null, fields: ['core', 'tokens'] })
  expect(idsOf((await get(`/rows?around=${idOf(2)}&each_side=1`)).json)).toEqual([idOf(1), idOf(2), idOf(3)])
  const page = await get('/rows?state=none&limit=3')
  expect([idsOf(page.json).length, page.json.meta.next]).toEqual([3, 3])
  const last = await get('/rows?state=none&limit=3&after=3')
  expect([idsOf(last.json), last.json.meta.next]).toEqual([[idOf(4)], null])
})

it('rows of a filter of work, page by page, with their number', async () => {
  const of = async (query: string) => {
    const { json } = await get(`/rows?${query}`)
    return [idsOf(json), json.meta.next, json.meta.total]
  }
  expect(await of('job=untranslated&limit=3')).toEqual([[idOf(1), idOf(2), idOf(3)], 3, 4])
  expect(await of('job=untranslated&limit=3&after=3')).toEqual([[idOf(4)], null, 4])
  expect(await of('from=2&to=3')).toEqual([[idOf(2), idOf(3)], null, 2])
  expect(await of('from=2&state=manual')).toEqual([[], null, 0])
  expect(await of('from=2&state=none&source=main')).toEqual([[idOf(2), idOf(3), idOf(4)], null, 3])
  expect(await of('source=diff_over_main')).toEqual([[], null, 0])
  expect(await of('state=none&limit=3')).toEqual([[idOf(1), idOf(2), idOf(3)], 3, 4])
  expect(idsOf((await get('/search?text=gate&from=3')).json)).toEqual([idOf(3), idOf(4)])
})

it('a fault of a filter gives the parameter, its value, and what it takes', async () => {
  const { json } = await get('/rows?layer=upper&patch=7.new&model=')
  expect(json.details.errors).toEqual([
    { field: 'model', message: 'is ""; it takes an exact name, or - for none' },
    {
      field: 'layer',
      message: 'is "upper"; it takes one of any, leading, manual, manual_only, machine, machine_only, none',
      allowed: ['any', 'leading', 'manual', 'manual_only', 'machine', 'machine_only', 'none'],
    },
    {
      field: 'patch',
      message: 'is "7.new"; it takes an import, 7, or a part of it: 7.added, 7.changed, 7.confirmed, 7.rewritten',
    },
  ])
})

it('rows by a text, the terms, and what is left', async () => {
  expect(idsOf((await get('/search?text=2TH')).json)).toEqual([idOf(2)])
  expect(idsOf((await get('/search?text=2th&in=translation')).json)).toEqual([])
  expect(idsOf((await get('/search?text=gate&filter=layer%3Dnone%26from%3D3')).json)).toEqual([idOf(3), idOf(4)])
  expect(idsOf((await get('/search?text=gate&filter=layer%3Dmachine')).json)).toEqual([])
  expect((await get('/glossary')).json).toMatchObject({
    data: { terms: [] },
    meta: { count: 0, caption_policy: 'keep' },
  })
  expect((await get('/status')).json.data).toMatchObject({ name: 'reader', writes: null, rows: 4, untranslated: 4 })
})

it.each([
  ['/rows?ids=12,zz', ['ids']],
  [`/rows?ids=${Array.from({ length: rowsLimitMax + 1 }, () => idOf(1)).join(',')}`, ['ids']],
  [`/rows?ids=${idOf(1)}&around=${idOf(1)}&state=none`, ['state', 'around']],
  ['/rows?around=1&each_side=21&after=-1&limit=0', ['around', 'after', 'limit', 'each_side', 'after', 'limit']],
  ['/search', ['text']],
  [`/search?text=${'x'.repeat(searchTextMax + 1)}&in=source,source&state=new`, ['text', 'in', 'state']],
  ['/search?text=x&filter=layer%3Dupper', ['filter.layer']],
  ['/search?text=x&filter=color%3Dred', ['filter.color']],
  ['/search?text=x&filter=layer%3Dmachine&patch=1', ['filter']],
  ['/facets?filter=layer%3Dupper%26color%3Dred', ['filter.layer', 'filter.color']],
  ['/facets?filter=', ['filter']],
  ['/facets?filter=patch%3D1&layer=none', ['filter']],
  [`/rows?ids=${idOf(1)}&layer=none&job=best`, ['layer', 'job', 'job']],
  ['/rows?source=both&source=main&since=soon&author=0', ['source', 'source', 'since', 'author']],
  ['/glossary?term=x', ['term']],
])('%s is refused with every fault', async (path, fields) => {
  const { status, json } = await get(path)
  expect([status, json.error]).toEqual([400, 'invalid_request'])
  expect(json.details.errors.map(({ field }: Json) => field).toSorted()).toEqual(fields.toSorted())
})

it('takes rows:read', async () => {
  const { secret: blind } = await world.person('blind', 'user', { denies: ['rows:read'] })
  for (const path of ['/rows', '/search?text=x', '/glossary', '/status'])
    expect((await get(path, blind)).json.error, path).toBe('forbidden_ability')
})
