// Labels over API v2 (docs/api-v2.md#labels): on cards, counted, and given by hand.
import { afterAll, expect, it } from 'vitest'
import { addLabelRule } from '../../src/app/labels/change-labels.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { granted } from '../support/app-world.ts'
import { idOf } from '../support/game-store.ts'
import { openV1App } from '../support/v1-app.ts'
import { answerCheck } from '../support/v1-openapi.ts'
import type { Json } from '../support/v1-client.ts'

const answers = answerCheck(openApiDocument('0') as Json)
const world = openV1App()
const admin = (await world.person('ada', 'admin')).secret
const secrets = { admin, translator: (await world.person('tom', 'translator')).secret }
await world.importFiles(Array.from({ length: 9 }, (_, at) => ({ id: idOf(at + 1), text: `Sword ${at + 1}` })))
granted(await addLabelRule(world.app, null, 'kind:item', { field: 'source', patterns: ['Sword 1', 'Sword 2'] }))
afterAll(() => world.close())

async function ask(method: string, target: string, body?: object): Promise<Json> {
  const answer = await world.v2(method, target, secrets.admin, body)
  expect(answer.status, answer.text).toBe(200)
  answers.check({ method, path: `/api/v2${target}` }, { ...answer, headers: Object.fromEntries(answer.headers) })
  return answer.json
}
const label = (act: string, name: string, ...numbers: readonly number[]) =>
  ask('POST', '/labels/rows', { label: name, act, row_ids: numbers.map(idOf) })

it('labels rows by hand, and shows the labels of rows', async () => {
  expect((await label('give', 'Weapon', 2, 3)).data).toEqual({ label: 'Weapon', act: 'give', rows: 2, changed: 2 })
  expect((await label('give', 'weapon', 2, 3)).data).toMatchObject({ label: 'Weapon', changed: 0 })
  await label('take', 'kind:item', 1)
  const { data } = await ask('GET', `/rows?ids=${[1, 2, 3].map(idOf).join()}`)
  expect(data.rows.map(({ labels }: Json) => labels)).toEqual([[], ['kind:item', 'Weapon'], ['Weapon']])
  expect((await ask('GET', '/rows?label=WEAPON')).data.rows.map(({ row_id: id }: Json) => id)).toEqual([2, 3].map(idOf))
  const claim = await world.v2('POST', '/claims', secrets.admin, { filter: { label: 'Weapon' } })
  expect(claim.json.data.rows.map(({ labels }: Json) => labels)).toEqual([['kind:item', 'Weapon'], ['Weapon']])
  await label('reset', 'kind:item', 1)
  expect((await ask('GET', `/rows?ids=${idOf(1)}`)).data.rows[0].labels).toEqual(['kind:item'])
})

it('lists labels with rules and counts, which are those of the lists and facets', async () => {
  const first = await ask('GET', '/labels?limit=1')
  expect(first.meta).toEqual({ count: 1, next: 1 })
  expect(first.data.labels).toEqual([
    {
      label: 'kind:item',
      rows: { manual_fresh: 0, manual_stale: 0, machine_fresh: 0, machine_stale: 0, none: 2 },
      rules: [{ rule: 1, field: 'source', patterns: ['Sword 1', 'Sword 2'] }],
    },
  ])
  const rest = await ask('GET', '/labels?after=1')
  expect([rest.data.labels.map((each: Json) => each.label), rest.meta.next]).toEqual([['Weapon'], null])
  const { facets } = (await ask('GET', '/facets?by=label')).data
  expect(facets.label.values).toEqual([
    { value: '-', rows: 6 },
    { value: 'Weapon', rows: 2 },
    { value: 'kind:item', rows: 2 },
  ])
  for (const { value, rows } of facets.label.values)
    expect((await ask('GET', `/rows?label=${value}&limit=1`)).meta.total).toBe(rows)
})

it('gives no counts while a new rule finds its rows', async () => {
  const { index } = world.app.work
  granted(await addLabelRule(world.app, null, 'swords', { field: 'source', patterns: ['Sword *'] }))
  expect((await ask('GET', '/labels?after=2')).data.labels[0].rows === null).toBe(!index.hasLabels)
  await ask('GET', '/rows?label=swords')
  expect((await ask('GET', '/labels?after=2')).data.labels[0].rows.none).toBe(9)
})

it('refuses what it cannot do, and what to do instead', async () => {
  const refused = async (body: object, secret = secrets.admin): Promise<Json> =>
    (await world.v2('POST', '/labels/rows', secret, body)).json
  const good = { label: 'x', act: 'give', row_ids: [idOf(1)] }
  expect((await refused(good, secrets.translator)).details.required_roles).toContain('moderator')
  const { secret: moderator } = await world.person('max', 'moderator')
  expect(await refused(good, moderator)).toMatchObject({
    error: 'forbidden_permission',
    hint: 'Suggest it with POST /api/v2/labels/proposals.',
    details: { required_roles: ['admin', 'super_admin'] },
  })
  expect((await refused({ ...good, act: 'take' })).error).toBe('entry_not_found')
  expect((await refused({ ...good, row_ids: [idOf(99)] })).error).toBe('entry_not_found')
  const faults = await refused({ label: 'a,b', act: 'put', row_ids: ['zz'], origin: 'x' })
  expect(faults.details.errors.map(({ field }: Json) => field).toSorted()).toEqual([
    'act',
    'label',
    'origin',
    'row_ids[0]',
  ])
})

it('refuses a filter by a label that does not exist, which would read as done', async () => {
  const body = { filter: { label: 'Wepon' } }
  const refused = [
    await world.v2('GET', '/rows?label=Wepon', secrets.admin),
    await world.v2('GET', '/search?text=sword&filter=label%3DWepon', secrets.admin),
    await world.v2('GET', '/facets?by=state&label=Wepon', secrets.admin),
    await world.v2('POST', '/claims', secrets.admin, body),
  ]
  for (const { status, json } of refused)
    expect([status, json.error, json.message]).toEqual([
      400,
      'invalid_request',
      expect.stringContaining('no label "Wepon"'),
    ])
  expect((await world.v2('GET', '/rows?label=-', secrets.admin)).status).toBe(200)
})
