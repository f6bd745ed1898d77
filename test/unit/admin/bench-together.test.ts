// Several people on the workbench at once: what somebody typed for a proposal that another has decided stays with that one
// (docs/workbench.md#together), and what an error stands in asks to be edited.
import { afterAll, describe, expect, it } from 'vitest'
import { readProposalsAfter } from '../../../src/store/records/proposals.ts'
import { idOf } from '../../support/game-store.ts'
import { type Answer, siteWorld, type Visitor } from './site-world.ts'

const world = await siteWorld()
const { propose } = world
const mod = await world.as('moderator')
const admin = await world.as('admin')
afterAll(() => world.close())

const HIDDEN = ['at', 'row', 'source', 'proposal', 'version', 'seq', 'layer']
function deskOf({ body }: Answer): Record<string, string> {
  const desk = body.slice(body.indexOf('id="desk"'))
  const valueOf = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(desk)?.[1] ?? ''
  return Object.fromEntries(HIDDEN.map((name) => [name, valueOf(name)] as const).filter(([, each]) => each !== ''))
}
const open = (visitor: Visitor, number: number, id: number): Promise<Answer> =>
  visitor.get(`/admin/bench?job=proposals&row=${idOf(number)}&proposal=${id}`)
const wordings = (): readonly string[] =>
  readProposalsAfter(world.app.store.main, 0, 100).map(
    ({ id, authorId, status, text }) => `${id} ${authorId} ${status} ${text}`,
  )

describe('a proposal that somebody else decides meanwhile', () => {
  it('stays with who decided what, and its wording becomes a proposal of its own', async () => {
    const first = await propose('translator', 1, 'Тут заметіль.')
    const rival = await propose('user', 1, 'Тут хуртовина.')
    const desk = deskOf(await open(mod, 1, first))
    expect((await admin.post('/admin/bench/approve', deskOf(await open(admin, 1, first)))).status).toBe(303)
    const typed = 'Тут вирує заметіль.'
    const refused = await mod.post('/admin/bench/approve', { ...desk, text: typed })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain(`Proposal ${first} was already approved`)
    expect(refused.body).toContain('<bdi>admin</bdi> approved it')
    expect(refused.body).toMatch(new RegExp(`data-draft="proposal ${first}"[^>]*>\\s*${typed}<`))
    expect(refused.body).not.toContain('formaction="/admin/bench/approve"')
    const before = wordings()
    const mine = { ...deskOf(refused), text: typed, how: 'proposal' }
    expect(mine).toMatchObject({ proposal: String(first) })
    const proposed = await mod.post('/admin/bench/save', mine)
    expect(new URL(proposed.location ?? '', 'http://x').searchParams.get('did')).toBe('proposed')
    expect(wordings()).toEqual([...before, `${rival + 1} ${world.people.moderator.id} pending ${typed}`])
  })

  it('brings a wording back to it when the checks refuse that, too', async () => {
    const first = await propose('translator', 2, 'Натисни {0}: %s')
    await propose('user', 2, 'Тисни {0}: %s')
    const desk = deskOf(await open(mod, 2, first))
    await admin.post('/admin/bench/reject', { ...deskOf(await open(admin, 2, first)), said: 'Не те' })
    const conflict = await mod.post('/admin/bench/approve', { ...desk, text: 'Натисни' })
    expect(conflict.body).toMatch(/<bdi>admin<\/bdi> rejected it.*<strong><bdi>Не те<\/bdi><\/strong>/s)
    const refused = await mod.post('/admin/bench/save', { ...deskOf(conflict), text: 'Натисни', how: 'proposal' })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatch(new RegExp(`data-draft="proposal ${first}"[^>]*aria-invalid="true"[^>]*>\\s*Натисни<`))
  })

  it('brings a reason back to it', async () => {
    const first = await propose('translator', 6, 'Ніхто не знає')
    await propose('user', 6, 'Ніхто не відає')
    const desk = deskOf(await open(mod, 6, first))
    await admin.post('/admin/bench/approve', deskOf(await open(admin, 6, first)))
    const refused = await mod.post('/admin/bench/reject', { ...desk, reason: 'Бракує шляху' })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('Your reason was: <bdi>Бракує шляху</bdi>')
  })
})

it('a text typed for no proposal is never shown as the wording of one', async () => {
  const row = { at: 'job=proposals', row: idOf(5), source: world.game.row(idOf(5)).sourceHash }
  await propose('user', 5, 'Перший рядок\nдругий рядок')
  const refused = await mod.post('/admin/bench/save', { ...row, text: 'Один рядок {7}', how: 'direct' })
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('data-matter="write"')
  expect(refused.body).toMatch(new RegExp(`data-draft="${idOf(5)}"`))
})

it('asks to edit a text in which an error stands, before it can be taken', async () => {
  const primary = async (): Promise<string> => {
    const { body } = await mod.get(`/admin/bench?layer=machine&row=${idOf(3)}`)
    const bar = body.slice(body.indexOf('class="bar"'))
    return /<button[^>]*class="[^"]*primary[^"]*"[^>]*>(\w+)/.exec(bar)?.[1] ?? ''
  }
  await world.game.put(idOf(3), 'machine', 'Спритність героя')
  expect(await primary()).toBe('Edit')
  await world.game.put(idOf(3), 'machine', '<Agility|780|#C|15> героя')
  expect(await primary()).toBe('Approve')
})
