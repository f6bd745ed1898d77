// Comments that name people, and invites (docs/site.md#comments, docs/people.md#invites), as their users and as hostile hands.
import { afterAll, describe, expect, it } from 'vitest'
import { changeRole, changeState } from '../../../src/app/people/manage-users.ts'
import { createInvite, listInvites } from '../../../src/app/people/invites.ts'
import { mentionsIn } from '../../../src/domain/discussion.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { allInvites } from '../../../src/store/records/invites.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, type Visitor } from './site-world.ts'
import { disagreementsIn, granted } from '../../support/app-world.ts'

const world = await siteWorld()
const translator = await world.as('translator')
const moderator = await world.as('moderator')
let admin = await world.as('admin')
afterAll(() => world.close())

const checked = async (): Promise<readonly unknown[]> => disagreementsIn(world.app.store)

describe('comments', () => {
  const path = `/admin/rows/${idOf(1)}`

  it.each([
    ['@Ann look', [1]],
    ['ask @ann, @Ann Lee and @іра!', [1, 2, 3]],
    ['mail a@ann.example, @annabel, x@Ann', []],
    ['(@ANN)', [1]],
    ['@', []],
  ])('%j names %j', (text, expected) => {
    const people = [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Ann Lee' },
      { id: 3, name: 'Іра' },
    ]
    expect(mentionsIn(text, people)).toEqual(expected)
  })

  it('tell whom they name on the next page, and stand on the card and the workbench as text only', async () => {
    await translator.get(path)
    const typed = 'Is this <script>alert(1)</script> right, @Moderator?\r\n\u202eno'
    expect((await translator.post(`${path}/comments`, { comment: typed })).location).toBe(`${path}?note=commented`)
    const home = (await moderator.get('/admin/')).body
    expect(home).toContain('1 comment names you')
    const news = (await moderator.get('/admin/news')).body
    expect(news).toContain(`href="/admin/bench?layer=any&amp;row=${idOf(1)}#comment-1"`)
    expect((await admin.get('/admin/')).body).not.toContain('names you')
    for (const page of [path, `/admin/bench?layer=any&row=${idOf(1)}`]) {
      const { body } = await moderator.get(page)
      expect(body).toContain('Is this &lt;script&gt;alert(1)&lt;/script&gt; right, ')
      expect(body).toMatch(/<a href="\/admin\/team\/\d+"[^>]*><bdi>@Moderator<\/bdi><\/a>/)
      expect(body).not.toContain('<script>alert')
    }
    expect((await moderator.get('/admin/news')).body).toContain('Comments that name you')
    expect((await moderator.get('/admin/')).body).not.toContain('names you')
  })

  it('lead back to the workbench they were written on, and nowhere else', async () => {
    const bench = `/admin/bench?job=untranslated&row=${idOf(2)}`
    const there = await translator.post(`/admin/rows/${idOf(2)}/comments`, { comment: 'one', back: bench })
    expect(there.location).toBe(`${bench}&note=commented`)
    const away = await translator.post(`/admin/rows/${idOf(2)}/comments`, {
      comment: 'two',
      back: 'https://evil.example/',
    })
    expect(away.location).toBe(`/admin/rows/${idOf(2)}?note=commented`)
  })

  it.each([
    ['', 422, 'The comment is empty'],
    ['x'.repeat(2001), 422, 'at most 2000 characters'],
    ['a\u0007b', 422, 'not have control characters'],
  ])('are refused with what was typed (%#)', async (comment, status, words) => {
    const refused = await translator.post(`${path}/comments`, { comment })
    expect(refused.status).toBe(status)
    expect(refused.body).toContain(words)
    if (comment !== '') expect(refused.body).toContain(comment.slice(0, 100))
  })

  it('are refused from another site, without a token, and on a row that is not there', async () => {
    const forged = await translator.post(
      `${path}/comments`,
      { comment: 'x' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    )
    expect(forged.status).toBe(403)
    expect((await translator.post(`${path}/comments`, { comment: 'x', csrf: '' })).status).toBe(403)
    expect((await translator.post(`/admin/rows/${idOf(999)}/comments`, { comment: 'x' })).status).toBe(404)
    expect((await translator.get(path)).body.match(/id="comment-/g)).toHaveLength(1)
  })

  it('are deleted by their author, or by a moderator, which the audit notes; by nobody else', async () => {
    await moderator.get(path)
    await moderator.post(`${path}/comments`, { comment: 'mine, @translator' })
    const [id] = (await moderator.get(path)).body.match(/comment-(\d+)"><p/g)?.slice(-1) ?? []
    const number = /\d+/.exec(id ?? '')?.[0] ?? ''
    expect((await translator.post(`/admin/comments/${number}/remove`)).status).toBe(403)
    expect((await moderator.post(`/admin/comments/${number}/remove`)).location).toBe(`${path}?note=comment-deleted`)
    expect((await moderator.post('/admin/comments/1/remove')).status).toBe(303)
    expect((await moderator.post('/admin/comments/1/remove')).status).toBe(404)
    const audit = (await admin.get('/admin/audit')).body
    expect(audit.match(/title="comment\.remove"/g)).toHaveLength(1)
    expect((await translator.get('/admin/')).body).not.toContain('names you')
    expect(await checked()).toEqual([])
  })
})

describe('invites', () => {
  const linkIn = (body: string): string => /\/admin\/join\?code=[\w-]{43}/.exec(body)?.[0] ?? 'no link'
  const codeOf = (link: string): string => link.slice(link.indexOf('=') + 1)
  const make = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    await admin.get('/admin/people')
    return linkIn((await admin.post('/admin/people/invites', fields)).body)
  }
  const password = 'correct horse battery'
  const join = (visitor: Visitor, link: string, name: string, changes: Readonly<Record<string, string>> = {}) =>
    visitor.post('/admin/join', { code: codeOf(link), name, password, again: password, ...changes })

  it('make a person who is signed in, once', async () => {
    const link = await make({ role: 'translator', name: '' })
    expect([...allInvites(world.app.store.main)].map(({ digest }) => digest)).toEqual([sha256Hex(codeOf(link))])
    const guest = world.visitor()
    const form = await guest.get(link)
    expect(form.headers.get('referrer-policy')).toBe('no-referrer')
    expect(form.body).toContain('You are invited as <strong>Translator</strong>')
    expect(await join(guest, link, 'Olena', { again: 'another' })).toMatchObject({
      status: 422,
      body: expect.stringContaining('The two passwords differ; type the new one twice'),
    })
    expect((await join(guest, link, 'TRANSLATOR')).status).toBe(409)
    expect((await join(guest, link, 'Ole\u202ena')).status).toBe(422)
    expect((await join(guest, link, 'Olena', { password: 'password', again: 'password' })).status).toBe(422)
    expect((await join(guest, link, 'Olena', { csrf: '' })).status).toBe(403)
    // A page without a referrer sends its form without an origin.
    const joined = await guest.post(
      '/admin/join',
      { code: codeOf(link), name: 'Olena', password, again: password },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    )
    expect(joined.location).toBe('/admin/first?note=joined')
    expect((await guest.get('/admin/profile')).body).toContain('Olena')
    expect((await guest.get('/admin/people')).status).toBe(403)
    const other = world.visitor()
    expect((await other.get(link)).status).toBe(403)
    expect((await join(other, link, 'Petro')).status).toBe(403)
    expect((await other.signIn('olena')).status).toBe(303)
    const audit = (await admin.get('/admin/audit')).body
    for (const action of ['invite.create', 'user.join']) expect(audit).toContain(`title="${action}"`)
    expect(audit).not.toContain(codeOf(link))
  })

  it('of a name give that name, whatever is sent', async () => {
    const link = await make({ role: 'user', name: 'Ihor' })
    const guest = world.visitor()
    expect((await guest.get(link)).body).toContain('value="Ihor"')
    expect((await join(guest, link, 'super_admin')).location).toBe('/admin/first?note=joined')
    expect((await guest.get('/admin/profile')).body).toContain('Ihor')
  })

  it('end when they are taken back, when they are old, and with the right of who made them', async () => {
    const link = await make({ role: 'translator', name: 'Revoked' })
    const people = (await admin.get('/admin/people')).body
    expect(people).toContain('<bdi>Revoked</bdi>')
    await admin.post('/admin/people/invites/revoke', { invite: sha256Hex(codeOf(link)) })
    expect((await world.visitor().get(link)).status).toBe(403)
    expect((await admin.post('/admin/people/invites/revoke', { invite: 'x' })).status).toBe(404)

    const late = granted(
      await createInvite({ ...world.app, clock: world.app.clock }, null, { role: 'user', name: null }),
    )
    const later = { ...world.app, clock: { ...world.app.clock, nowMs: () => late.invite.expiresAtMs } }
    expect(listInvites(world.app)).toHaveLength(1)
    expect(listInvites(later)).toHaveLength(0)

    const of = await make({ role: 'moderator', name: '' })
    await changeRole(world.app, null, 'admin', 'moderator')
    expect((await world.visitor().get(of)).status).toBe(403)
    await changeRole(world.app, null, 'admin', 'admin')
    await changeState(world.app, null, 'admin', 'blocked')
    expect((await world.visitor().get(of)).status).toBe(403)
    await changeState(world.app, null, 'admin', 'active')
    admin = await world.as('admin')
  })

  it('for admins are made by a super admin only', async () => {
    await admin.get('/admin/people')
    const refused = await admin.post('/admin/people/invites', { role: 'admin', name: '' })
    expect(refused.status).toBe(403)
    expect(linkIn(refused.body)).toBe('no link')
    expect((await admin.post('/admin/people/invites', { role: 'king', name: '' })).status).toBe(422)
  })

  it('cannot be guessed at will, and guesses hold no right link up', async () => {
    const link = await make({ role: 'user', name: '' })
    const guesser = world.visitor()
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push((await guesser.get(`/admin/join?code=${'x'.repeat(43)}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await guesser.get(link)).status).toBe(200)
    expect(await checked()).toEqual([])
  })
})
