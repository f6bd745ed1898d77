// No page has an id twice, in any state: scripts, labels and links find the first one only. Every answer that a test of the
// site gets is looked at (site-world.ts); here every address of the site map is opened over rows in all their states.
import { afterAll, expect, it } from 'vitest'
import { ROUTES } from '../../../src/admin/routes.ts'
import { JOB_NAMES } from '../../../src/domain/work/work-filter.ts'
import { idsTwice } from '../../support/ids-twice.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, TEXTS } from './site-world.ts'

const old = { sourceHash: 'f'.repeat(64) }
const rows = [1, 2, 3, 4, 5, 6]

const world = await siteWorld()
const { game } = world
await game.put(idOf(1), 'manual', 'Тут заметіль.', { authorId: world.people.admin.id })
await game.put(idOf(2), 'machine', 'Натисни {0} і %s')
await game.put(idOf(3), 'manual', '<Agility|780|#C|15>', old)
await game.put(idOf(5), 'machine', 'Рядок', { ...old, status: 'rejected' })
await game.put(idOf(6), 'machine', 'Ніхто не знає')
await game.put(idOf(6), 'machine', 'Ніхто {0}')
for (const number of [1, 2, 5, 6]) {
  await world.propose('translator', number, `Один ${number}`, true)
  await world.propose('admin', number, `Два ${number}`, true)
}
await game.importFiles({ main: game.jsonl('next.jsonl', { ...TEXTS, [idOf(1)]: 'A blizzard swirls here.' }) })
const owner = await world.as('super_admin')
await owner.post('/admin/profile/keys', { name: 'agent' })
await owner.get(`/admin/rows/${idOf(1)}`)
await owner.post(`/admin/rows/${idOf(1)}/comments`, { comment: '@admin look' })
await owner.post('/admin/glossary/term', { source: 'gate', forms: 'брам*', note: '' })
afterAll(() => world.close())

const jobs = JOB_NAMES.map((job) => `job=${job}`)
const lists = [...jobs, 'layer=any', 'job=proposals&by=2', 'layer=any&write=1']
const ADDRESSES = ROUTES.filter(({ method }) => method === 'GET')
  .map(({ path }) => path.replace(':row', idOf(1)).replace(':id', '1'))
  .concat(rows.map((number) => `/admin/rows/${idOf(number)}`))
  .concat([1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) => `/admin/bench?proposal=${id}`))
  .concat(lists.flatMap((list) => rows.map((number) => `/admin/bench?${list}&row=${idOf(number)}`)))

it.each(ADDRESSES)('%s has each id once', async (address) => {
  const { status, body } = await owner.get(address)
  expect(status).toBeLessThan(500)
  expect(idsTwice(body)).toEqual([])
})

it('has each id once on a proposal over a text that is there, refused too, with its field open', async () => {
  for (const number of [1, 2]) {
    const page = await owner.get(`/admin/bench?job=proposals&row=${idOf(number)}`)
    expect(page.body).toContain('<span id="diff-text">')
    const valueOf = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? ''
    const desk = { at: 'job=proposals', row: idOf(number), source: old.sourceHash }
    const fields = { ...desk, proposal: valueOf('proposal'), version: valueOf('version'), text: 'Зламано {7}' }
    const refused = await owner.post('/admin/bench/approve', fields)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatch(/<details id="edit" open>.*<textarea id="text"[^>]*>\s*Зламано \{7\}</s)
    expect(idsTwice(refused.body)).toEqual([])
  }
})
