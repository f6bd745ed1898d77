// Nothing typed is lost: whatever refuses a form with typed text brings the text back on its page, and through the sign-in.
import { afterAll, describe, expect, it } from 'vitest'
import { changeRole } from '../../../src/app/people/manage-users.ts'
import { readRevisions } from '../../../src/store/rows/heads.ts'
import { idOf } from '../../support/game-store.ts'
import { PASSWORD, siteWorld, type Visitor } from './site-world.ts'

const world = await siteWorld()
afterAll(() => world.close())

const TEXT = 'Тут «вирує» <b>заметіль</b> & далі\nдругий рядок'
const ESCAPED = 'Тут «вирує» &lt;b&gt;заметіль&lt;/b&gt; &amp; далі'
const path = '/admin/bench/save'
const fields = (text = TEXT, row = idOf(1)) => ({
  row,
  source: world.game.row(idOf(1)).sourceHash,
  text,
  how: 'direct',
})

/** The form of the page that sends what was typed once more, as a browser would send it. */
function keptFields(body: string): [string, string][] {
  const form = /<section class="kept".*?<form[^>]*>(.*?)<\/form>/s.exec(body)?.[1] ?? ''
  const plain = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return [
    ...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g),
    ...form.matchAll(/<textarea[^>]* name="([^"]+)">\n(.*?)<\/textarea>/gs),
  ].map(([, name = '', value = '']) => [name, plain(value)])
}

const manualTexts = (): string[] =>
  readRevisions(world.app.store.main, world.game.row(idOf(1)).ordinal, 'manual').map(({ text }) => text)

const REFUSALS: readonly (readonly [string, number, (one: Visitor) => Promise<void>])[] = [
  ['a form of an earlier session', 403, async (one) => void (one.token = 'f'.repeat(64))],
  ['a row that is not there', 404, async () => {}],
  ['a role that was taken', 403, async () => void (await changeRole(world.app, null, 'moderator', 'user'))],
]

describe('what was typed comes back', () => {
  it.each(REFUSALS)('with %s', async (name, status, prepare) => {
    const one = await world.as('moderator')
    await prepare(one)
    const answer = await one.post(path, fields(TEXT, status === 404 ? 'f'.repeat(16) : idOf(1)))
    expect(answer.status, name).toBe(status)
    expect(answer.body).toContain(ESCAPED)
    expect(keptFields(answer.body)).toContainEqual(['text', TEXT])
    await changeRole(world.app, null, 'moderator', 'moderator')
  })

  it('with a form that has no place for it, or has expired', async () => {
    const one = await world.as('admin')
    const long = 'a label, with a comma'
    const refused = await one.post(`/admin/rows/${idOf(1)}/labels`, { label: long })
    expect(keptFields(refused.body)).toContainEqual(['label', long])
    one.token = 'f'.repeat(64)
    const expired = await one.post('/admin/releases', { version: 'v2', notes: 'first\nsecond', build: '12' })
    expect(keptFields(expired.body)).toEqual(
      expect.arrayContaining([
        ['version', 'v2'],
        ['notes', 'first\nsecond'],
        ['build', '12'],
      ]),
    )
  })

  it('with a form that is too large', async () => {
    const one = await world.as('moderator')
    const referer = `http://127.0.0.1:8787/admin/bench?row=${idOf(1)}`
    const answer = await one.post(path, fields(`${TEXT} ${'!'.repeat(1024 * 1024)}`), { referer })
    expect(answer.status).toBe(413)
    expect(answer.body).toContain(ESCAPED)
    expect(answer.body).toContain(`<a href="/admin/bench?row=${idOf(1)}">Back to the form</a>`)
  })

  it('through a sign-in that goes wrong at first, and is saved with one click', async () => {
    const one = await world.as('moderator')
    one.cookies.delete('windrow_session')
    const refused = await one.post(path, fields(), { referer: 'http://127.0.0.1:8787/admin/rows/0000000000000001' })
    expect(refused.status).toBe(403)
    expect(refused.body).toContain(ESCAPED)
    const kept = (/name="kept" value="([^"]*)"/.exec(refused.body)?.[1] ?? '').replaceAll('&quot;', '"')
    const sent = kept.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    const next = /name="next" value="([^"]*)"/.exec(refused.body)?.[1] ?? ''
    expect(next).toBe(`/admin/rows/${idOf(1)}`)
    const wrong = await one.post('/admin/sign-in', { name: 'moderator', password: 'wrong', kept: sent, next })
    expect(wrong.body).toContain(ESCAPED)
    const back = await one.post('/admin/sign-in', { name: 'moderator', password: PASSWORD, kept: sent, next })
    expect(back.status).toBe(200)
    expect(manualTexts()).toEqual([])
    const plain = keptFields(back.body).map(([name, value]) =>
      name === 'text' ? ([name, 'Тут вирує заметіль'] as const) : ([name, value] as const),
    )
    expect((await one.post(path, plain)).location).toContain('did=written')
    expect(manualTexts()).toEqual(['Тут вирує заметіль'])
  })
})

describe('what does not come back', () => {
  it('is a password, and a form in which nothing was typed', async () => {
    const one = await world.as('user')
    const fields = { current: PASSWORD, password: 'a secret text', again: 'a secret text' }
    for (const path of ['/admin/profile/password', '/admin/sign-out']) {
      one.token = 'f'.repeat(64)
      const answer = await one.post(path, fields)
      expect(answer.status).toBe(403)
      expect(answer.body).not.toContain('What you wrote')
      expect(answer.body).not.toContain('a secret text')
    }
  })

  it('is the form of another site, and of a stranger', async () => {
    const one = await world.as('moderator')
    const foreign = await one.post(path, fields(), { 'sec-fetch-site': 'cross-site' })
    const stranger = await world.visitor().post(path, fields())
    for (const answer of [foreign, stranger]) {
      expect(answer.status).toBe(403)
      expect(answer.body).not.toContain(ESCAPED)
    }
  })

  it.each(['{', '{"path":"https://elsewhere/","fields":[]}', '{"path":"/admin/x","fields":[["text",5]]}'])(
    'is what a sign-in never carried: %s',
    async (kept) => {
      const one = world.visitor()
      await one.get('/admin/sign-in')
      expect((await one.post('/admin/sign-in', { name: 'user', password: PASSWORD, kept })).status).toBe(303)
    },
  )
})

describe('an answer repeats the name of a form, so that the browser drops its drafts,', () => {
  const location = async (form: string, more: Record<string, string>): Promise<string> => {
    const one = await world.as('admin')
    const { location: led } = await one.post(form, more)
    return led ?? ''
  }

  it('with the field that an act of the workbench saved', async () => {
    const row = { row: idOf(1), source: world.game.row(idOf(1)).sourceHash, how: 'direct' }
    const save = await location('/admin/bench/save', { ...row, text: 'Тут вирує завірюха', sent: 'a1b2' })
    expect(save).toMatch(/[?&]took=a1b2\.text$/)
  })

  it('on a page that only asks or tries: as one that took nothing; refused: not at all', async () => {
    const one = await world.as('admin')
    const rule = { label: 'kind:x', field: 'source', patterns: '*', sent: 'a1b2' }
    const tried = await one.post('/admin/labels/try', rule)
    expect([tried.status, tried.body.includes('data-took=""')]).toEqual([200, true])
    const refused = await one.post('/admin/glossary/term', { source: '', sent: 'a1b2' })
    expect([refused.status, refused.body.includes('a1b2')]).toEqual([422, false])
  })

  it('also where its address has a place in the page, and none that no browser made', async () => {
    const saved = await location('/admin/settings', { daily_row_quota: '77', 'was daily_row_quota': '1', sent: 'a1b2' })
    expect(saved).toBe('/admin/settings?note=setting-saved&took=a1b2#daily_row_quota')
    expect(await location('/admin/brief', { text: 'Short.', seen: '0', sent: '<b>&note=x' })).not.toContain('took')
  })
})
