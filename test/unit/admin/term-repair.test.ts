// A changed term offers the rows that have its old translation: counted, replaced in case and number through the gate, undone as one act.
import { afterAll, expect, it } from 'vitest'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { type Answer, siteWorld } from './site-world.ts'

const ROWS = [
  ['The Dark Knight sleeps', 'manual', 'Темний лицар спить'],
  ['I see the Dark Knight', 'machine', 'Бачу Темного лицаря'],
  ['Dark Knight of %s', 'machine', 'Темного лицаря з %s'],
  ['Dark Knight, again', 'manual', 'Темним лицарем'],
  ['Dark Knight, old', 'machine', 'Темному лицареві'],
  ['Dark Knight, other', 'machine', 'Хтось інший'],
  ['A knight', 'manual', 'Темний лицар'],
] as const

const world = await siteWorld()
const { game } = world
granted(await changeSetting(world.app, null, 'target_language', 'uk'))
const sources = ROWS.map(([source], at) => [idOf(at + 1), source])
await game.importFiles({ main: game.jsonl('main.jsonl', Object.fromEntries(sources)) })
for (const [at, [, layer, text]] of ROWS.entries())
  await game.put(idOf(at + 1), layer, text, {
    ...(layer === 'machine' && { origin: 'ai_api', provider: 'p', model: 'm' }),
    ...(layer === 'manual' && { approverId: world.people[at === 3 ? 'moderator' : 'admin'].id, status: 'approved' }),
    ...(at === 4 && { sourceHash: 'f'.repeat(64) }),
  })
const admin = await world.as('admin')
await admin.get('/admin/glossary')
await admin.post('/admin/glossary/term', { source: 'Dark Knight', forms: 'Темний лицар', kind: 'person' })
afterAll(() => world.close())

const field = ({ body }: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
const texts = (): (string | undefined)[] => ROWS.map(([, layer], at) => world.game.heads(idOf(at + 1))[layer]?.text)

it('counts, rehearses, replaces what is clear, tells the rest, and is undone in one step', async () => {
  const before = texts()
  const saved = await admin.post('/admin/glossary/term', {
    was: 'Dark Knight',
    was_exact: '0',
    source: 'Dark Knight',
    forms: 'Чорний воїн',
    kind: 'person',
  })
  expect(saved.location).toMatch(/^\/admin\/glossary\/term\?source=Dark\+Knight&exact=0&old=.*&note=term-saved$/)
  const offer = await admin.get(saved.location ?? '')
  expect(offer.body).toMatch(
    /<bdi>Темний лицар<\/bdi>:\s<a href="\/admin\/bench\?term=Dark\+Knight&amp;has=[^"]*">5 rows<\/a>/,
  )
  expect(offer.body).toContain('--filter "layer=machine_only&amp;findings=terms&amp;term=Dark+Knight"')
  const form = { at: field(offer, 'at'), find: 'Темний лицар', by: 'Чорний воїн', all: 'renamed' }
  const rehearsal = await admin.post('/admin/bench/all', form)
  expect(rehearsal.body).toContain('3 texts of 5 rows of this list')
  expect(rehearsal.body).toContain('1: somebody else approved the text')
  expect(rehearsal.body).toContain('1: the source has changed; the text must be translated again')
  expect(texts()).toEqual(before)
  const done = await admin.post('/admin/bench/all', { ...form, rehearsed: field(rehearsal, 'rehearsed') })
  expect(done.location).toContain('did=replaced')
  expect(texts()).toEqual([
    'Чорний воїн спить',
    'Бачу Чорного воїна',
    'Чорного воїна з %s',
    'Темним лицарем',
    'Темному лицареві',
    'Хтось інший',
    'Темний лицар',
  ])
  expect(world.game.heads(idOf(2))).toMatchObject({
    manual: null,
    machine: { provider: 'p', model: 'm', status: 'draft' },
  })
  const { body } = await admin.get(done.location ?? '')
  const undo = /<form id="undo".*?<\/form>/s.exec(body)?.[0] ?? ''
  const fields = [...undo.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&amp;', '&'),
  ])
  await admin.post('/admin/bench/undo', Object.fromEntries(fields) as Record<string, string>)
  expect(texts()).toEqual(before)
})

it('takes other words that a person writes, and says that no row has them', async () => {
  const path = '/admin/glossary/term?source=Dark+Knight&exact=0&old='
  expect((await admin.get(`${path}${encodeURIComponent('Хтось інший')}`)).body).toContain('>1 row</a>')
  const none = (await admin.get(`${path}${encodeURIComponent('ніхто')}`)).body
  expect(none).toContain('>0 rows</a>')
  expect(none).not.toContain('value="renamed"')
})
