// docs/people.md#roles and docs/site.md: every address of the site, tried as every role and
// signed out, read and posted to directly.
import { afterAll, describe, expect, it } from 'vitest'
import { beginImportRun } from '../../../src/app/import/follow-import.ts'
import { ROUTES } from '../../../src/admin/routes.ts'
import { isRoleAtLeast } from '../../../src/domain/access.ts'
import { ROLES, type Role } from '../../../src/domain/vocabulary.ts'
import { idOf } from '../../support/game-store.ts'
import { gitHubOf, siteWorld, type Visitor } from './site-world.ts'

/** The weakest role that may use an address; written down here once more, so that the site map can't change by itself. */
const WEAKEST: Readonly<Record<string, Role>> = {
  'GET /admin/setup/game': 'admin',
  'POST /admin/setup/game': 'admin',
  'POST /admin/setup/sample': 'admin',
  'GET /admin/': 'user',
  'POST /admin/sign-out': 'user',
  'GET /admin/news': 'user',
  'GET /admin/profile': 'user',
  'POST /admin/profile/browser': 'user',
  'POST /admin/profile/password': 'user',
  'POST /admin/profile/sign-out-everywhere': 'user',
  'POST /admin/profile/link/:provider': 'user',
  'POST /admin/profile/unlink': 'user',
  'GET /admin/profile/second-factor': 'user',
  'POST /admin/profile/second-factor': 'user',
  'POST /admin/profile/second-factor/codes': 'user',
  'POST /admin/profile/second-factor/off': 'user',
  'POST /admin/profile/bot-key': 'user',
  'POST /admin/profile/keys': 'user',
  'GET /admin/profile/keys/:id': 'user',
  'POST /admin/profile/keys/:id': 'user',
  'POST /admin/profile/keys/:id/regenerate': 'user',
  'POST /admin/profile/keys/:id/switch': 'user',
  'POST /admin/profile/keys/:id/delete': 'user',
  'GET /admin/bench': 'user',
  'GET /admin/bench/like': 'translator',
  'GET /admin/bench/put': 'translator',
  'POST /admin/bench/check': 'user',
  'POST /admin/bench/draft': 'translator',
  'POST /admin/bench/save': 'translator',
  'POST /admin/bench/fill': 'translator',
  'POST /admin/bench/confirm': 'translator',
  'POST /admin/bench/approve': 'moderator',
  'POST /admin/bench/reject': 'moderator',
  'POST /admin/bench/reviewed': 'moderator',
  'POST /admin/bench/ticked': 'moderator',
  'POST /admin/bench/all': 'moderator',
  'POST /admin/bench/thank': 'moderator',
  'POST /admin/bench/undo': 'moderator',
  'GET /admin/bench/steps': 'moderator',
  'POST /admin/bench/fits': 'moderator',
  'POST /admin/filters': 'user',
  'GET /admin/rows': 'user',
  'GET /admin/rows/:row': 'user',
  'POST /admin/rows/:row/revert': 'moderator',
  'POST /admin/rows/labels': 'admin',
  'POST /admin/rows/:row/labels': 'admin',
  'POST /admin/rows/:row/comments': 'translator',
  'POST /admin/rows/:row/misfits': 'translator',
  'POST /admin/rows/:row/misfits/:number/close': 'translator',
  'GET /admin/rows/:row/misfits/:number/picture': 'user',
  'GET /admin/misfits': 'user',
  'GET /admin/words': 'translator',
  'POST /admin/words/:id/take': 'translator',
  'POST /admin/words/:id/leave': 'translator',
  'POST /admin/comments/:id/remove': 'translator',
  'GET /admin/proposals': 'translator',
  'POST /admin/proposals/approve-clean': 'moderator',
  'GET /admin/consistency': 'translator',
  'GET /admin/names': 'translator',
  'POST /admin/names': 'admin',
  'GET /admin/comparisons': 'moderator',
  'GET /admin/comparisons/:id': 'moderator',
  'POST /admin/comparisons/:id': 'moderator',
  'GET /admin/samples': 'moderator',
  'POST /admin/samples': 'moderator',
  'GET /admin/samples/:id': 'moderator',
  'POST /admin/samples/:id': 'moderator',
  'POST /admin/samples/:id/accept': 'moderator',
  'GET /admin/brief': 'user',
  'POST /admin/brief': 'admin',
  'GET /admin/glossary': 'user',
  'GET /admin/glossary/export': 'user',
  'GET /admin/glossary/term': 'admin',
  'POST /admin/glossary/term': 'admin',
  'POST /admin/glossary/remove': 'admin',
  'POST /admin/glossary/import': 'admin',
  'GET /admin/suggestions': 'translator',
  'POST /admin/suggestions': 'translator',
  'POST /admin/suggestions/:id/term': 'admin',
  'POST /admin/suggestions/:id/label': 'admin',
  'POST /admin/suggestions/:id/reject': 'admin',
  'GET /admin/labels': 'user',
  'GET /admin/labels/change': 'admin',
  'POST /admin/labels/try': 'admin',
  'POST /admin/labels/rules': 'admin',
  'POST /admin/labels/rules/:id/remove': 'admin',
  'POST /admin/labels/remove': 'admin',
  'GET /admin/first': 'user',
  'GET /admin/decide': 'user',
  'GET /admin/statistics': 'user',
  'GET /admin/statistics/csv': 'user',
  'GET /admin/activity': 'user',
  'GET /admin/team/:id': 'user',
  'GET /admin/imports': 'admin',
  'POST /admin/imports': 'admin',
  'GET /admin/imports/run/:id': 'admin',
  'POST /admin/imports/run/:id': 'admin',
  'GET /admin/imports/:id': 'user',
  'POST /admin/imports/:id/labels': 'admin',
  'POST /admin/imports/:id/memory': 'moderator',
  'GET /admin/game': 'moderator',
  'POST /admin/game/install': 'admin',
  'POST /admin/game/uninstall': 'admin',
  'POST /admin/game/files': 'moderator',
  'POST /admin/game/history': 'admin',
  'POST /admin/game/backup': 'admin',
  'GET /admin/game/backups/:name': 'super_admin',
  'GET /admin/game/run/:id': 'moderator',
  'GET /admin/game/run/:id/:file': 'moderator',
  'GET /admin/undo': 'moderator',
  'POST /admin/undo': 'moderator',
  'GET /admin/undo/run/:id': 'moderator',
  'POST /admin/undo/run/:id': 'moderator',
  'GET /admin/people': 'admin',
  'POST /admin/people': 'admin',
  'POST /admin/people/invites': 'admin',
  'POST /admin/people/invites/revoke': 'admin',
  'GET /admin/people/:id': 'admin',
  'POST /admin/people/:id': 'admin',
  'POST /admin/people/:id/password': 'admin',
  'POST /admin/people/:id/second-factor': 'admin',
  'POST /admin/people/:id/keys': 'admin',
  'POST /admin/people/:id/keys/:key': 'admin',
  'POST /admin/people/:id/keys/:key/switch': 'admin',
  'POST /admin/people/:id/keys/:key/limits': 'admin',
  'POST /admin/people/:id/keys/:key/revoke': 'admin',
  'GET /admin/audit': 'admin',
  'GET /admin/settings': 'admin',
  'POST /admin/settings': 'admin',
  'POST /admin/settings/model': 'admin',
  'GET /admin/windrow': 'admin',
  'POST /admin/windrow': 'admin',
  'GET /admin/releases': 'admin',
  'POST /admin/releases': 'admin',
  'POST /admin/releases/withdraw': 'admin',
  'POST /admin/editions': 'admin',
  'POST /admin/editions/remove': 'admin',
  'GET /admin/webhooks': 'admin',
  'POST /admin/webhooks': 'admin',
  'POST /admin/webhooks/:id/switch': 'admin',
  'POST /admin/webhooks/:id/test': 'admin',
  'POST /admin/webhooks/:id/remove': 'admin',
}
const OPEN = [
  'GET /admin/sign-in',
  'POST /admin/sign-in',
  'POST /admin/sign-in/code',
  'POST /admin/sign-in/with/:provider',
  'GET /admin/sign-in/from/:provider',
  'GET /admin/setup',
  'POST /admin/setup',
  'GET /admin/join',
  'POST /admin/join',
  'POST /admin/language',
]
/** They end the session that the other cases need. */
const ENDS_SESSION = ['POST /admin/sign-out', 'POST /admin/profile/sign-out-everywhere']

const pathOf = (path: string): string =>
  path
    .replace(':row', idOf(1))
    .replace(':id', '1')
    .replace(':key', '999')
    .replace(/:name|:file|:provider/, 'none')
const guarded = ROUTES.filter(({ needs }) => needs !== null)
const refusedWords = 'Your role does not allow this page'

const visitors = new Map<Role, Visitor>()

const world = await siteWorld({}, '', undefined, gitHubOf)
for (const role of ROLES) visitors.set(role, await world.as(role))
// While these are under way, a form leads to them and starts nothing.
for (const name of ['history', 'backup'] as const)
  beginImportRun(world.app, world.people.admin, [], false, { task: { name, out: null } })
afterAll(() => world.close())

it('has no address that this table does not know', () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual([...Object.keys(WEAKEST), ...OPEN].toSorted())
})

describe.each(ROLES)('as %s', (role) => {
  const mine = guarded.filter(({ method, path }) => !ENDS_SESSION.includes(`${method} ${path}`))
  it.each(mine.map(({ method, path }) => [method, path] as const))(
    '%s %s answers as the role allows',
    async (method, path) => {
      const visitor = visitors.get(role) as Visitor
      const target = pathOf(path)
      const answer = method === 'GET' ? await visitor.get(target) : await visitor.post(target)
      const isAllowed = isRoleAtLeast(role, WEAKEST[`${method} ${path}`] as Role)
      expect(answer.body.includes(refusedWords)).toBe(!isAllowed)
      if (!isAllowed) expect(answer.status).toBe(403)
      expect(answer.status).toBeLessThan(500)
    },
  )

  it('shows in the navigation what the role may open, and nothing else', async () => {
    const { body } = await (visitors.get(role) as Visitor).get('/admin/')
    const nav = /<nav aria-label="Main">(.*?)<\/nav>/s.exec(body)?.[1] ?? ''
    const shown = Array.from(nav.matchAll(/href="([^"]+)"/g), ([, path]) => path)
    const entries = [
      ['/bench'],
      ['/decide', '/proposals', '/suggestions', '/misfits'],
      ['/rows', '/consistency'],
      ['/glossary', '/names', '/brief'],
      ['/imports', '/game', '/releases', '/undo'],
      ['/activity', '/people', '/statistics', '/comparisons', '/labels'],
      ['/settings', '/webhooks', '/audit', '/windrow'],
    ].map((places) =>
      places.map((path) => `/admin${path}`).filter((path) => isRoleAtLeast(role, WEAKEST[`GET ${path}`] as Role)),
    )
    expect(shown).toEqual([...entries.flatMap(([first]) => first ?? []), '/docs'])
    for (const places of entries.filter(({ length }) => length > 1)) {
      const page = await (visitors.get(role) as Visitor).get(places[0] as string)
      const tabs = /<nav class="tabs"[^>]*>(.*?)<\/nav>/s.exec(page.body)?.[1] ?? ''
      expect(Array.from(tabs.matchAll(/href="([^"]+)"/g), ([, path]) => path)).toEqual(places)
    }
  })
})

describe('signed out', () => {
  it.each(guarded.map(({ method, path }) => [method, path] as const))(
    '%s %s leads to the sign-in',
    async (method, path) => {
      const visitor = world.visitor()
      await visitor.get('/admin/sign-in')
      const target = pathOf(path)
      if (method === 'GET') {
        const { status, location } = await visitor.get(target)
        expect(status).toBe(303)
        expect(location).toMatch(/^\/admin\/sign-in(\?next=|$)/)
        return
      }
      const { status, body } = await visitor.post(target)
      expect(status).toBe(403)
      expect(body).toContain('You are signed out, so nothing was done')
    },
  )

  it('gets 404 inside the frame for an address that is not there', async () => {
    const { status, body } = await world.visitor().get('/admin/nothing/here')
    expect(status).toBe(404)
    expect(body).toContain('There is no such page')
  })
})

describe('keys and people of others', () => {
  it("lets nobody touch another person's key through the profile", async () => {
    const owner = visitors.get('super_admin') as Visitor
    await owner.get('/admin/profile')
    await owner.post('/admin/profile/keys', { name: 'mine' })
    const list = await owner.get('/admin/profile')
    const path = /\/admin\/profile\/keys\/\d+/.exec(list.body)?.[0] ?? ''
    for (const role of ['user', 'admin'] as const) {
      const other = visitors.get(role) as Visitor
      expect((await other.get(path)).status).toBe(404)
      for (const action of ['', '/regenerate', '/switch', '/delete'])
        expect((await other.post(`${path}${action}`)).status).toBe(404)
    }
    expect((await owner.get(path)).status).toBe(200)
    for (const other of [path.replace(/(?=\d+$)/, '0'), path.replace(/(?=\d+$)/, '%20'), `${path}%20`])
      expect((await owner.get(other)).status, other).toBe(404)
  })

  it('lets an admin neither make nor touch admins and super admins', async () => {
    const admin = visitors.get('admin') as Visitor
    await admin.get('/admin/people')
    expect((await admin.post('/admin/people', { name: 'second', role: 'admin' })).status).toBe(403)
    const path = `/admin/people/${world.people.super_admin.id}`
    expect((await admin.post(path, { change: 'role', role: 'user' })).status).toBe(403)
    expect((await admin.post(path, { change: 'state', state: 'blocked' })).status).toBe(403)
    expect((await admin.post(`${path}/password`, { password: 'another password' })).status).toBe(403)
    const raised = await admin.post(`/admin/people/${world.people.admin.id}`, { change: 'role', role: 'super_admin' })
    expect(raised.status).toBe(403)
  })

  it('keeps the last active super admin', async () => {
    const owner = visitors.get('super_admin') as Visitor
    await owner.get('/admin/people')
    const path = `/admin/people/${world.people.super_admin.id}`
    const answer = await owner.post(path, { change: 'state', state: 'blocked' })
    expect(answer.status).toBe(409)
    expect(answer.body).toContain('last active super admin')
  })
})
