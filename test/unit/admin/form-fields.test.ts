// A form whose fields its schema refuses: the sentence in the visitor's language, and what was typed is still there.
import { afterAll, describe, expect, it } from 'vitest'
import { listPeople } from '../../../src/app/people/read-people.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const owner = await world.as('super_admin')
afterAll(() => world.close())

const isThere = (name: string): boolean => listPeople(world.app).some((person) => person.name === name)

describe.each([
  ['/admin/people', { name: 'Typed', role: 'king' }, 'there is no such role', 'value="Typed"'],
  ['/admin/people', { name: 'Typed' }, 'there is no such role', 'value="Typed"'],
  ['/admin/people/invites', { role: 'king' }, 'there is no such role', ''],
  ['/admin/people/1', { quota: '12 rows', 'was quota': '' }, 'choose a role or state from the list', '12 rows'],
  ['/admin/people/1', { role: 'king', 'was role': 'admin' }, 'choose a role or state from the list', ''],
  ['/admin/profile/keys', { name: 'x', requests_per_minute: '0' }, 'a whole number from 1 to', ''],
  ['/admin/glossary/term', { source: '', note: 'typed note' }, 'a term has 1 to', 'typed note'],
  ['/admin/glossary/term', { source: 'Gate', forms: 'a|b' }, 'a form has no |', 'value="Gate"'],
  ['/admin/undo', { layer: 'manual' }, 'say what to take back', ''],
  [
    '/admin/settings',
    { daily_row_quota: 'many rows', 'was daily_row_quota': '1' },
    'daily_row_quota takes',
    'many rows',
  ],
])('%s with %j', (path, fields, error, kept) => {
  it('is refused, and keeps what was typed', async () => {
    const { status, body } = await owner.post(path, fields)
    expect(status).toBe(422)
    expect(body.toLowerCase()).toContain(error)
    expect(body).toContain(kept)
  })
})

const EDITION = { slug: 'Not a slug', label: '5 < 6', description: 'for "them"', rules: 'keep\nlabel=x' }

it.each([
  ['/admin/webhooks', { address: 'mailto:a', chat: '12', form: 'discord', kind: 'texts.written' }],
  ['/admin/editions', EDITION],
  [
    '/admin/releases',
    { version: 'one two', notes: 'first\nsecond', build: '12', test: 'verified', 'test note': 'all of it' },
  ],
  ['/admin/people/1/keys', { kind: 'agent', name: 'x'.repeat(200) }],
  ['/admin/people/invites', { role: 'user', name: 'x'.repeat(200) }],
  ['/admin/profile/keys', { name: 'key', requests_per_minute: '0', 'deny rows:read': 'on' }],
])('shows all fields of %s again', async (path, fields) => {
  const { status, body } = await owner.post(path, fields)
  expect(status).toBe(422)
  const form = formOf(body, path)
  for (const [name, value] of Object.entries(fields)) expect(fieldOf(form, name), name).toContain(value)
})

it('opens the details of the form that was refused, and no other', async () => {
  const { body } = await owner.post('/admin/editions', EDITION)
  expect(body).toMatch(/<details class="box" open><summary>New edition/)
  expect(formOf(body, '/admin/releases')).not.toContain('5 &lt; 6')
})

it('leads from a refused form to the pages of its list', async () => {
  const { body } = await owner.post('/admin/glossary/import', { list: '' })
  expect(body).toContain('<form method="get" action="/admin/glossary"')
})

const formOf = (body: string, action: string): string =>
  body.split('<form ').find((each) => each.includes(`action="${action}"`)) ?? ''

/** What a browser would send for the field. */
function fieldOf(form: string, name: string): string {
  const at = `name="${name}"`
  const [element = ''] =
    form.match(
      new RegExp(`<select ${at}.*?</select>|<textarea ${at}.*?</textarea>|<input [^>]*${at}[^>]*checked>`, 's'),
    ) ??
    form.match(new RegExp(`<input [^>]*${at}[^>]*>`)) ??
    []
  const chosen = element.startsWith('<select') ? (/<option value="([^"]*)" selected/.exec(element)?.[1] ?? '') : element
  const plain = chosen.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return plain.includes(' checked>') ? `${plain} on` : plain
}

it('is refused in Ukrainian', async () => {
  const { body } = await owner.post('/admin/people', { name: 'Typed', role: 'king' }, { 'accept-language': 'uk' })
  expect(body).toContain('Такої ролі немає')
})

it('counts a field that is sent twice by its first value', async () => {
  const body = new URLSearchParams([
    ['csrf', owner.token],
    ['name', 'First'],
    ['name', 'Second'],
    ['role', 'translator'],
    ['role', 'king'],
  ]).toString()
  const { status } = await owner.send('POST', '/admin/people', body, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(status).toBe(303)
  expect([isThere('First'), isThere('Second')]).toEqual([true, false])
})
