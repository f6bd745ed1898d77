// The brief on the site: written by admins, read by all, with its versions; a change by another person in the meantime is not lost.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listBriefs } from '../../../src/app/upkeep/brief.ts'
import { type SiteWorld, siteWorld, type Visitor } from './site-world.ts'

let world: SiteWorld
let owner: Visitor
beforeEach(async () => {
  world = await siteWorld()
  owner = await world.as('super_admin')
})
afterEach(() => world.close())

it('is saved as a version, and read by everybody', async () => {
  const reader = await world.as('user')
  expect((await reader.get('/admin/brief')).body).toContain('There is no brief.')
  const saved = await owner.post('/admin/brief', { text: 'Ти, а не ви.\r\n<b>Коротко</b>', seen: '0' })
  expect([saved.status, saved.location]).toEqual([303, '/admin/brief?note=brief-saved'])
  const { body } = await reader.get('/admin/brief')
  expect(body).toContain('Ти, а не ви.\n&lt;b&gt;Коротко&lt;/b&gt;')
  expect(body).not.toContain('<textarea name="text"')
  expect((await owner.get('/admin/activity')).body).toContain('version 1')
})

it('shows earlier versions, and has none that is not there', async () => {
  await owner.post('/admin/brief', { text: 'first words', seen: '0' })
  await owner.post('/admin/brief', { text: 'other words', seen: '1' })
  const earlier = await owner.get('/admin/brief?version=1')
  expect(earlier.body).toContain('first words')
  expect(earlier.body).not.toContain('other words')
  expect((await owner.get('/admin/brief?version=9')).status).toBe(404)
})

it('keeps what was typed when the brief was changed meanwhile', async () => {
  await owner.post('/admin/brief', { text: 'by the first', seen: '0' })
  const late = await owner.post('/admin/brief', { text: 'by the second', seen: '0' })
  expect(late.status).toBe(409)
  expect(late.body).toContain('by the second')
  expect(late.body).toContain('read version 1')
  expect(listBriefs(world.app).map(({ text }) => text)).toEqual(['by the first'])
})
