// HTML in every text that people or machines can bring into the store, seen on every page of the site: it stays text.
import { named } from '../../../src/app/actor.ts'
import { afterAll, expect, it } from 'vitest'
import { ROUTES } from '../../../src/admin/routes.ts'
import { submitProposal } from '../../../src/app/writes/write-single.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld } from './site-world.ts'

const attack = (where: string): string => `"'><img src=x onerror=alert(1)><script>${where}</script></textarea>`
const ROW = idOf(1)
const PLAIN = idOf(2)

const world = await siteWorld()
const { game, app, people } = world
await game.importFiles({ main: game.jsonl('"><b>main.jsonl', { [ROW]: attack('source'), [PLAIN]: 'A plain text' }) })
await game.put(ROW, 'machine', attack('machine'), { provider: attack('provider'), model: attack('model') })
await game.put(PLAIN, 'machine', attack('other machine'))
const owner = await world.as('super_admin')
await owner.post('/admin/people', { name: attack('n').slice(0, 60), role: 'translator' })
await owner.post('/admin/profile/bot-key', { name: attack('bot key') })
await owner.post('/admin/profile/keys', { name: attack('agent key') })
await owner.post('/admin/glossary/term', { source: 'plain', forms: attack('form'), note: attack('note') })
await owner.post('/admin/glossary/term', { source: attack('term'), forms: 'x' })
const { sourceHash } = game.row(ROW)
const waivers = { glossary: true, validation: true }
const proposal = { rowId: ROW, text: attack('proposal'), sourceHash, waivers, waitMsMax: 1_000, takes: () => true }
await submitProposal(app, named(people.translator), proposal)
await submitProposal(app, named(people.moderator), { ...proposal, text: attack('rival') })
await owner.post('/admin/bench/reject', { row: ROW, proposal: '2', version: '1', reason: attack('reason') })
afterAll(() => world.close())

/** Where HTML ends up as HTML, it shows as one of these; in quotes and text it is escaped. */
const BROKEN = [/<img src=x/, /<script>/, /"'>/, /<\/textarea>\s*<\/textarea>/]

const expectHarmless = (body: string): void => {
  for (const pattern of BROKEN) expect(body).not.toMatch(pattern)
}

const pages = ROUTES.filter(({ method, path }) => method === 'GET' && !/csv|export/.test(path)).flatMap(({ path }) =>
  path.includes(':row')
    ? [path.replace(':row', ROW), path.replace(':row', PLAIN)]
    : [path.replace(':id', '1'), path.replace(':id', '2')],
)

it.each([...new Set(pages), '/admin/people/6', '/admin/proposals?status=rejected', '/admin/profile/keys/2'])(
  '%s shows no HTML of others',
  async (path) => {
    const { body, status } = await owner.get(path)
    expect(status).toBeLessThan(500)
    expectHarmless(body)
  },
)

it.each([
  '/admin/rows?q=',
  '/admin/bench?q=',
  '/admin/glossary?q=',
  '/admin/sign-in?next=',
  '/admin/setup?code=',
  '/admin/glossary/term?source=',
])('%s… shows no HTML of the address', async (path) =>
  expectHarmless((await owner.get(`${path}${encodeURIComponent(attack('address'))}`)).body),
)

it('shows the attack as text where it belongs', async () => {
  const { body } = await owner.get(`/admin/rows/${ROW}`)
  expect(body).toContain('onerror=alert(1)')
  expect(body).toContain('&lt;/textarea&gt;')
})

it('gives what was typed back as text when it is refused', async () => {
  const bad = attack('typed')
  const { body: row } = await owner.post('/admin/bench/save', { row: PLAIN, source: 'x', how: 'direct', text: bad })
  expectHarmless(row)
  expectHarmless((await owner.post('/admin/settings', { daily_row_quota: bad })).body)
  expectHarmless((await owner.post('/admin/settings', { [bad]: bad, target_language: bad })).body)
  expectHarmless((await owner.post('/admin/bench/reject', { row: ROW, proposal: '1', version: '9', reason: bad })).body)
  expectHarmless((await owner.post('/admin/people', { name: bad.repeat(9), role: bad })).body)
  expectHarmless((await owner.post('/admin/glossary/import', { list: bad })).body)
  expectHarmless((await owner.post('/admin/bench/check', { row: PLAIN, text: bad })).body)
  const visitor = world.visitor()
  expectHarmless((await visitor.signIn(bad, 'wrong')).body)
})

it('keeps formulas out of spreadsheets', async () => {
  await owner.post('/admin/people', { name: '=1+1', role: 'translator' })
  const { body } = await owner.get('/admin/statistics/csv?table=models')
  expect(body).not.toMatch(/^[=+@-]/m)
})
