// Labels on the site (docs/filters.md#labels): a rule from its dry run to its rows, rows labelled by hand one by one and together,
// offers after an import, and who may do it.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listLabels } from '../../../src/app/labels/read-labels.ts'
import { catchUp } from '../../../src/app/caught-up.ts'
import { findWork } from '../../../src/app/work/find-work.ts'
import { ALL_WORK } from '../../../src/domain/work/work-filter.ts'
import { auditEntries } from '../../../src/store/records.ts'
import { idOf } from '../../support/game-store.ts'
import { type SiteWorld, siteWorld, TEXTS, type Visitor } from '../../unit/admin/site-world.ts'

let world: SiteWorld
let owner: Visitor
beforeEach(async () => {
  world = await siteWorld()
  owner = await world.as('super_admin')
})
afterEach(() => world.close())

const textOf = (body: string): string => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const rowsWith = async (label: string): Promise<number[]> =>
  (await findWork(world.app, { ...ALL_WORK, label })).after(0, 100)
const names = (): string[] => listLabels(world.app).map(({ name }) => name)
/** Rows by state, as the table of labels shows them. */
const numbersOf = (body: string, label: string): number[] => {
  const [, line = ''] = new RegExp(`<th scope="row"><bdi>${label}</bdi></th>(.*?)</tr>`).exec(body) ?? []
  return Array.from(line.matchAll(/class="number">(?:<a[^>]*>)?(\d+)/g), ([, number]) => Number(number))
}

it('counts the rows of a rule and shows them before the rule is made, and lists them after', async () => {
  const rule = { label: 'Place:Gate', field: 'source', patterns: '*gate*\n*hero\n12*' }
  const tried = await owner.post('/admin/labels/try', rule)
  expect(textOf(tried.body)).toContain('2 rows would get Place:Gate now.')
  expect(tried.body).toContain(idOf(2))
  expect(tried.body).toContain('The &lt;Agility|780|#C|15&gt; of the hero')
  expect(names()).toEqual([])
  expect((await owner.post('/admin/labels/rules', rule)).location).toBe('/admin/labels?note=label-rule-made')
  await world.game.put(idOf(2), 'machine', 'Натисніть {0}, щоб відчинити браму %s')
  await catchUp(world.app)
  const { body, headers } = await owner.get('/admin/labels')
  expect(headers.get('refresh')).toBeNull()
  expect(numbersOf(body, 'Place:Gate')).toEqual([2, 0, 0, 1, 0, 1])
  expect(body).toContain('href="/admin/rows?layer=none&amp;label=Place%3AGate"')
  expect(body).toContain('<code>*gate*</code>')
  const list = (await owner.get('/admin/rows?label=place%3Agate')).body
  expect(textOf(list)).toContain('2 rows')
  expect(list).toContain('<option value="Place:Gate" selected>')
  expect(body).toContain('<title>1 Machine, 1 No text</title>')
})

it('refuses a bad rule with what was typed', async () => {
  const patterns = 'ends with \\'
  const tried = await owner.post('/admin/labels/try', { label: 'a', patterns })
  expect(tried.status).toBe(422)
  expect(tried.body).toContain('none ends with a single')
  expect(tried.body).toContain(`\n${patterns}</textarea>`)
  expect((await owner.post('/admin/labels/try', { label: 'a,b', patterns: '*' })).body).toContain('no commas')
  expect((await owner.post('/admin/labels/rules', { label: 'a', patterns })).status).toBe(422)
  expect(names()).toEqual([])
})

it('removes a rule, and a label with all that it has', async () => {
  await owner.post('/admin/labels/rules', { label: 'b', field: 'source', patterns: '*gate*' })
  await owner.post('/admin/labels/rules', { label: 'b', field: 'source', patterns: '*hero*' })
  expect((await owner.post('/admin/labels/rules/1/remove')).location).toBe('/admin/labels?note=label-rule-removed')
  expect(await rowsWith('b')).toEqual([3])
  expect((await owner.post('/admin/labels/rules/1/remove')).body).toContain('There is no label rule with the number 1.')
  expect((await owner.get('/admin/labels')).body).toContain('Its rules go too (1)')
  expect((await owner.post('/admin/labels/remove', { label: 'B' })).status).toBe(303)
  expect(names()).toEqual([])
})

it('shows on a card how the row got its labels, and takes one away by hand', async () => {
  await owner.post('/admin/labels/rules', { label: 'kind', field: 'source', patterns: '*gate*' })
  const card = `/admin/rows/${idOf(2)}`
  expect((await owner.post(`${card}/labels`, { label: 'mine', act: 'give' })).location).toBe(`${card}?note=label-given`)
  expect(textOf((await owner.get(card)).body)).toMatch(/kind by a rule Take away kind .*mine by hand Take away mine/)
  const guest = await world.as('user')
  expect(textOf((await guest.get(card)).body)).toMatch(/kind by a rule mine by hand/)
  const taken = await owner.post(`${card}/labels`, { label: 'kind', act: 'take', back: '/admin/bench?label=kind' })
  expect(taken.location).toBe('/admin/bench?label=kind&note=label-taken')
  expect(await rowsWith('kind')).toEqual([])
  expect((await owner.post(`${card}/labels`, { label: 'none', act: 'take' })).status).toBe(404)
  const unknown = await owner.post('/admin/rows/Nothing/labels', { label: 'mine', act: 'give' })
  expect([unknown.status, textOf(unknown.body)]).toEqual([
    404,
    expect.stringContaining('the first is &quot;nothing&quot;'),
  ])
  const [last] = auditEntries(world.app.store.main)
  expect([last?.action, last?.details]).toEqual(['label.rows.take', { changed: 1, rows: 1, origin: 'bench' }])
})

it('lists the proposals for its rows', async () => {
  const translator = await world.as('translator')
  for (const id of [idOf(1), idOf(2)])
    await translator.post('/admin/bench/save', {
      row: id,
      source: world.game.row(id).sourceHash,
      how: 'proposal',
      text: `Так: ${TEXTS[id] ?? ''}`,
    })
  expect((await owner.get('/admin/proposals')).body).not.toContain('name="label"')
  await owner.post(`/admin/rows/${idOf(2)}/labels`, { label: 'gate', act: 'give' })
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await owner.get(`/admin/proposals?${query}`)
    return Array.from(body.matchAll(/<th scope="row"><a href="[^"]*proposal=(\d+)"/g), ([, id]) => id ?? '')
  }
  expect(await listed('label=Gate')).toEqual(['2'])
  expect(await listed('label=-')).toEqual(['1'])
  expect(await listed('label=other')).toEqual([])
  expect((await owner.get('/admin/proposals?label=other')).body).not.toContain('Everything is reviewed')
  const { body } = await owner.get('/admin/proposals?label=gate')
  expect(body).toContain('<option value="gate" selected>')
  expect(body).toContain('href="/admin/bench?job=proposals&amp;label=gate"')
})

it('counts what was done with its rows in the statistics', async () => {
  const { game } = world
  await game.put(idOf(1), 'machine', 'Раз два три')
  await game.put(idOf(2), 'machine', 'Натисніть {0}, щоб відчинити браму %s')
  expect((await owner.get('/admin/statistics')).body).not.toContain('name="label"')
  await owner.post(`/admin/rows/${idOf(2)}/labels`, { label: 'gate', act: 'give' })
  const csv = async (table: string, label: string): Promise<string[]> => {
    const { body } = await owner.get(`/admin/statistics/csv?table=${table}&label=${label}`)
    return body.trim().split('\r\n').slice(1)
  }
  const machineOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('machine_fresh'))
  expect(machineOf(await csv('progress', 'Gate'))).toBe('machine_fresh,1,1,0,0,8')
  expect(machineOf(await csv('progress', '-'))).toMatch(/^machine_fresh,1,1,0,0,/)
  expect((await csv('models', 'gate')).map((line) => line.split(',').slice(2, 4))).toEqual([['1', '1']])
  expect(await csv('models', 'nowhere')).toEqual([])
  const { body } = await owner.get('/admin/statistics?label=gate')
  expect(body).toContain('<option value="gate" selected>')
  expect(body).toContain('model=some-model-1&amp;provider=someone&amp;label=gate"')
  expect(body).toContain('href="/admin/statistics/csv?table=models&amp;label=gate"')
  await owner.post(`/admin/rows/${idOf(1)}/labels`, { label: 'gate', act: 'give' })
  const written = async () => (await csv('models', 'gate')).map((line) => line.split(',')[2])
  await expect.poll(written).toEqual(['2'])
})

it('labels ticked rows, and all rows of a filter after a question', async () => {
  const ticked = [idOf(1), idOf(3)].map((id) => ['tick', id] as const)
  const given = await owner.post('/admin/rows/labels', [['label', 'd'], ['do', 'give_ticked'], ...ticked])
  expect(textOf(given.body)).toContain('2 rows, 2 of them changed.')
  expect(await rowsWith('d')).toEqual([1, 3])
  expect((await owner.post('/admin/rows/labels', { label: 'd', do: 'give_ticked' })).status).toBe(422)
  await world.game.put(idOf(1), 'machine', 'Тут вирує заметіль.')
  const all = { label: 'd', do: 'take_all', filter: 'layer=machine' }
  expect(textOf((await owner.post('/admin/rows/labels', all)).body)).toContain('taken from 1 row of this list')
  expect(await rowsWith('d')).toEqual([1, 3])
  expect(textOf((await owner.post('/admin/rows/labels', { ...all, isSure: 'on' })).body)).toContain('1 row, 1 of them')
  expect(await rowsWith('d')).toEqual([3])
  for (const filter of ['label=nothing', 'layer=x', 'q=x'])
    expect((await owner.post('/admin/rows/labels', { ...all, filter, isSure: 'on' })).status).toBe(422)
  expect(await rowsWith('d')).toEqual([3])
})

it('offers labels to the new rows of an import', async () => {
  const chinese = { [idOf(1)]: '暴风雪', [idOf(7)]: '暴风雪' }
  await world.game.importFiles({
    main: world.game.jsonl('a.jsonl', TEXTS),
    reference: world.game.jsonl('z.jsonl', chinese),
  })
  await owner.post(`/admin/rows/${idOf(1)}/labels`, { label: 'weather', act: 'give' })
  const next = { ...TEXTS, [idOf(7)]: 'A blizzard' }
  await world.game.importFiles({
    main: world.game.jsonl('b.jsonl', next),
    reference: world.game.jsonl('z.jsonl', chinese),
  })
  const path = `/admin/imports/${[...(await owner.get('/admin/imports')).body.matchAll(/href="\/admin\/imports\/(\d+)"/g)][0]?.[1]}`
  expect((await owner.get(path)).body).toContain('offers=1')
  expect(textOf((await owner.get(`${path}?offers=1`)).body)).toContain(`weather 1 row ${idOf(7)}`)
  expect((await owner.post(`${path}/labels`, { label: 'weather' })).status).toBe(303)
  expect(await rowsWith('weather')).toEqual([1, 7])
  expect(textOf((await owner.get(`${path}?offers=1`)).body)).toContain('There are no labels to offer for the new rows.')
  expect((await owner.post(`${path}/labels`, { label: 'none' })).status).toBe(404)
})

it('says of a filter that its label does not exist', async () => {
  await owner.post(`/admin/rows/${idOf(1)}/labels`, { label: 'e', act: 'give' })
  const { body } = await owner.get('/admin/rows?label=nothing')
  expect(body).toContain('<option value="nothing" selected>nothing (no such label)</option>')
  expect(textOf((await owner.get('/admin/rows?label=-')).body)).toMatch(/ 4 rows /)
})
