// This windrow: version, health and backups on one page, and a look for a newer one in a process of its own.
import { afterAll, expect, it } from 'vitest'
import { versionInfo } from '../../../src/runtime/version.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
afterAll(() => world.close())

it('names its version on every page, and on one page with health and backups', async () => {
  const admin = await world.as('admin')
  const { version } = versionInfo()
  for (const path of ['/admin/', '/admin/rows', '/admin/profile'])
    expect((await admin.get(path)).body).toContain(`<footer>windrow ${version}</footer>`)
  expect((await world.visitor().get('/admin/sign-in')).body).not.toContain('<footer>')
  const { body } = await admin.get('/admin/windrow')
  expect(body).toContain(`<dd>${version}</dd>`)
  expect(body).toContain('It can read and save.')
  expect(body).toContain('There is no backup yet.')
})

it('looks for a newer one when it is told to, and says what the command says', async () => {
  const admin = await world.as('admin')
  await admin.get('/admin/windrow')
  const { status, body } = await admin.post('/admin/windrow')
  expect(status).toBe(200)
  expect(body).toContain('windrow runs from its source; git pull and npm ci bring the checkout up to date')
})
