// Lists of the workbench (docs/workbench.md): those of a search, acts on a whole list, the stack of steps to undo, and who is at
// a row.
import { beforeEach, afterEach, expect, it } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { type Answer, type SiteWorld, siteWorld, TEXTS, type Visitor } from '../../unit/admin/site-world.ts'

const TAGGED = Object.fromEntries([20, 21, 22, 23].map((n) => [idOf(n), `Sword ${n} has %s of them`]))

let world: SiteWorld
let mod: Visitor
beforeEach(async () => {
  world = await siteWorld()
  await world.game.importFiles({ main: world.game.jsonl('more.jsonl', { ...TEXTS, ...TAGGED }) })
  mod = await world.as('moderator')
})
afterEach(() => world.close())

const field = ({ body }: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
const shownRow = (page: Answer): string =>
  field({ ...page, body: page.body.slice(page.body.indexOf('id="desk"')) }, 'row')
const place = ({ body }: Answer): string =>
  (/<p class="whereabouts">(.*?)<\/p>/.exec(body)?.[1] ?? '').replace(/<[^>]*>/g, '')
const save = (row: number, at: string, text: string): Promise<Answer> =>
  mod.post('/admin/bench/save', {
    at,
    row: idOf(row),
    source: world.game.row(idOf(row)).sourceHash,
    how: 'direct',
    text,
  })

/** The form that takes the latest step back, as `u` sends it. */
async function undo(): Promise<Answer> {
  const { body } = await mod.get('/admin/bench?layer=any')
  const form = /<form id="undo".*?<\/form>/s.exec(body)?.[0] ?? ''
  const sent = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const,
  )
  return await mod.post('/admin/bench/undo', sent)
}

it('is a list of a search, alone and within a filter, and stays one after a step', async () => {
  expect(place(await mod.get('/admin/bench?q=sword'))).toBe('1 of 4')
  expect(place(await mod.get('/admin/bench?q=sword&in=translation'))).toBe('0')
  expect(place(await mod.get('/admin/bench?q=swor&whole=1'))).toBe('0')
  const at = 'job=untranslated&q=sword'
  expect(place(await mod.get(`/admin/bench?${at}`))).toBe('1 of 4')
  const saved = await save(20, at, 'Меч 20 має %s з них')
  expect(saved.location).toContain(`q=sword&row=${idOf(21)}&did=written`)
  expect(place(await mod.get(saved.location ?? ''))).toBe('1 of 3')
  expect(place(await mod.get('/admin/bench?q=sword'))).toBe('1 of 4')
  const list = (await mod.get('/admin/rows?q=sword&layer=none')).body
  expect(list).toContain(`href="/admin/bench?layer=none&amp;q=sword&amp;row=${idOf(21)}"`)
})

it('offers the models in use instead of a name to type', async () => {
  await world.game.put(idOf(20), 'machine', 'Меч', { model: 'qwen <3>' })
  const { body } = await mod.get('/admin/bench?job=drafts')
  expect(body).toContain('<option value="qwen &lt;3&gt;">')
  expect(body).not.toContain('<input name="model"')
})

it('takes steps back one after the other, the latest first, and skips one that can no longer be', async () => {
  for (const n of [20, 21, 22]) await save(n, 'layer=any', `Меч ${n} має %s з них`)
  const steps = (await mod.get('/admin/bench/steps')).body
  expect(steps.match(/action="\/admin\/bench\/undo"/g)).toHaveLength(3)
  expect(steps.indexOf('Sword 22')).toBeLessThan(steps.indexOf('Sword 20'))
  await world.game.put(idOf(21), 'manual', 'Інший меч %s')
  expect((await undo()).location).toContain(`row=${idOf(22)}&did=undone`)
  expect((await undo()).status).toBe(409)
  expect((await undo()).location).toContain(`row=${idOf(20)}&did=undone`)
  expect([20, 21, 22].map((n) => world.game.heads(idOf(n)).manual?.text || null)).toEqual([null, 'Інший меч %s', null])
  expect((await mod.get('/admin/bench/steps')).body).toContain('There is nothing to undo')
})

it('keeps fifty steps', async () => {
  for (let i = 0; i < 52; i++) await save(20, 'layer=any', `Меч ${i} має %s з них`)
  const steps = (await mod.get('/admin/bench/steps')).body
  expect(steps.match(/action="\/admin\/bench\/undo"/g)).toHaveLength(50)
})

it('decides on a whole list after a page that counts, and takes it back in one step', async () => {
  for (const n of [20, 21, 22])
    await world.game.put(idOf(n), 'machine', n === 22 ? 'Без знака' : `Меч ${n} має %s з них`)
  const form = { at: 'layer=machine', all: 'approved' }
  const asked = await mod.post('/admin/bench/all', form)
  expect(asked.body).toContain('2 texts of 3 rows of this list')
  expect(asked.body).toContain('1: the checks find an error in the text')
  expect(world.game.heads(idOf(20)).machine?.status).toBe('draft')
  await world.game.put(idOf(21), 'machine', 'Пізніший меч 21 має %s', { createdAtMs: Date.now() + 60_000 })
  const done = await mod.post('/admin/bench/all', { ...form, rehearsed: field(asked, 'rehearsed') })
  expect(done.location).toContain('did=ticked_approved')
  const statuses = (): (string | undefined)[] => [20, 21, 22].map((n) => world.game.heads(idOf(n)).machine?.status)
  expect(statuses()).toEqual(['approved', 'draft', 'draft'])
  await undo()
  expect(statuses()).toEqual(['draft', 'draft', 'draft'])
  expect((await (await world.as('translator')).post('/admin/bench/all', form)).status).toBe(403)
})

it('replaces words in manual texts through the gate, and leaves what somebody else approved', async () => {
  for (const n of [20, 21]) await save(n, 'layer=any', `Меч ${n} має %s з них`)
  await world.game.put(idOf(22), 'manual', 'Меч 22 має %s', { approverId: world.people.admin.id, status: 'approved' })
  await world.game.put(idOf(23), 'machine', 'Меч 23 має %s')
  const form = { at: 'q=sword', all: 'replaced', find: 'Меч', by: 'Клинок $&' }
  const asked = await mod.post('/admin/bench/all', form)
  expect(asked.body).toContain('2 texts of 4 rows of this list')
  expect(asked.body).toContain('1: somebody else approved the text')
  expect(asked.body).toContain('<ins>Клинок $&amp; 20')
  const rehearsed = field(asked, 'rehearsed')
  expect((await mod.post('/admin/bench/all', { ...form, rehearsed })).location).toContain('did=replaced')
  const texts = (): (string | undefined)[] => [20, 21, 22].map((n) => world.game.heads(idOf(n)).manual?.text)
  expect(texts()).toEqual(['Клинок $& 20 має %s з них', 'Клинок $& 21 має %s з них', 'Меч 22 має %s'])
  const broken = await mod.post('/admin/bench/all', { ...form, find: '%s', by: '' })
  expect(broken.body).toContain('0 texts of 4 rows')
  await undo()
  expect(texts()).toEqual(['Меч 20 має %s з них', 'Меч 21 має %s з них', 'Меч 22 має %s'])
  expect((await mod.post('/admin/bench/all', { ...form, find: '' })).status).toBe(422)
})

it('goes through all of a long list, also where the act is about a few of its last rows', async () => {
  const rows = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [idOf(100 + at), `Door ${at}`]))
  await world.game.importFiles({ main: world.game.jsonl('long.jsonl', { ...TEXTS, ...TAGGED, ...rows }) })
  await save(2_199, 'layer=any', 'Двері 2099')
  const form = { at: 'layer=any', all: 'replaced', find: 'Двері', by: 'Брама' }
  const asked = await mod.post('/admin/bench/all', form)
  expect(asked.body).toContain('1 text of 2,109 rows of this list')
  await mod.post('/admin/bench/all', { ...form, rehearsed: field(asked, 'rehearsed') })
  expect(world.game.heads(idOf(2_199)).manual?.text).toBe('Брама 2099')
})

it('shows who else is at a row, and leads to one that is free', async () => {
  const anna = await world.as('translator')
  const taken = shownRow(await anna.get('/admin/bench?q=sword'))
  expect(taken).toBe(idOf(20))
  expect(shownRow(await mod.get('/admin/bench?q=sword'))).toBe(idOf(21))
  const both = (await mod.get(`/admin/bench?q=sword&row=${taken}`)).body
  expect(both).toContain('Also working on this row: translator.')
  expect(both).toMatch(/<a href="[^"]*row=0+15">To the next free row/)
  const checked = await anna.post('/admin/bench/check', { row: taken, text: 'Меч' })
  expect(checked.body).toContain('Also working on this row: moderator.')
  await anna.get(`/admin/bench?q=sword&row=${idOf(23)}`)
  expect((await mod.get(`/admin/bench?q=sword&row=${taken}`)).body).not.toContain('Also working')
})

it('shows a changed source as a sentence, and what changed where it can be read', async () => {
  await save(20, 'layer=any', 'Меч 20 має %s з них')
  await save(21, 'layer=any', 'Меч 21 має %s з них')
  const changed = { [idOf(20)]: 'Sword 20 has %s of those', [idOf(21)]: 'A blade without any name and %s' }
  await world.game.importFiles({ main: world.game.jsonl('changed.jsonl', { ...TEXTS, ...TAGGED, ...changed }) })
  const little = (await mod.get(`/admin/bench?job=stale&row=${idOf(20)}`)).body
  expect(little).toContain('value="changes" checked')
  expect(little).toContain('<del>them</del><ins>those</ins>')
  const much = (await mod.get(`/admin/bench?job=stale&row=${idOf(21)}`)).body
  expect(much).toContain('value="now" checked')
  expect(much).toMatch(/<del>Sword 21 has .*<\/del>\n<ins>A blade without any name and .*<\/ins>/)
})
