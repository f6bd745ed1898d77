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
