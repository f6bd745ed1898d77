// The page of webhooks: an admin adds one and sees its secret once; what windrow switched off is told on the overview.
import { afterAll, expect, it } from 'vitest'
import { putWebhook, readWebhook } from '../../../src/store/records/webhooks.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { siteWorld } from './site-world.ts'

const world = await siteWorld()
const admin = await world.as('admin')
afterAll(() => world.close())

const address = 'https://discord.com/api/webhooks/7/TOKEN'

it('adds one, shows its secret once, and never its address', async () => {
  expect((await admin.get('/admin/webhooks')).body).toContain('There are none.')
  const once = /name="once" value="([^"]+)"/.exec((await admin.get('/admin/webhooks')).body)?.[1] ?? ''
  const fields = [
    ['address', address],
    ['form', 'discord'],
    ['chat', ''],
    ['kind', 'people.added'],
    ['kind', 'people.joined'],
    ['once', once],
  ] as const
  const added = await admin.post('/admin/webhooks', fields)
  expect(added.status).toBe(200)
  const [secret = ''] = /whs_[0-9a-f]{60}/.exec(added.body) ?? []
  expect(readWebhook(world.app.store.main, 1)).toMatchObject({
    address,
    secret,
    kinds: ['people.added', 'people.joined'],
    madeById: world.people.admin.id,
  })
  expect((await admin.post('/admin/webhooks', fields)).status).toBe(409)
  for (const path of ['/admin/webhooks', '/admin/audit', '/admin/', '/admin/settings', '/admin/activity']) {
    const { body, status } = await admin.get(path)
    expect(status).toBe(200)
    for (const hidden of [secret, 'TOKEN']) expect(body, path).not.toContain(hidden)
  }
  const { body } = await admin.get('/admin/webhooks')
  expect(body).toContain('<code>discord.com</code>')
  expect(body).toContain('Somebody was added, Somebody joined')
})

it('says why an address is refused, and keeps nothing', async () => {
  for (const [bad, said] of [
    ['http://example.org/', 'must begin with https://'],
    ['https://192.168.0.1/', 'is not public'],
    ['nowhere', 'This is not a web address'],
  ] as const) {
    const { status, body } = await admin.post('/admin/webhooks', { address: bad, form: 'plain' })
    expect([status, body]).toEqual([422, expect.stringContaining(said)])
  }
  const strange = await admin.post('/admin/webhooks', { address, form: 'plain', kind: 'rows' })
  expect([strange.status, strange.body]).toEqual([422, expect.stringContaining('There is no kind of event rows')])
  expect(readWebhook(world.app.store.main, 2)).toBeUndefined()
})

it('switches off and on; one that windrow ended is told to those who may change settings', async () => {
  expect((await admin.post('/admin/webhooks/1/switch', { to: 'off' })).status).toBe(303)
  expect(readWebhook(world.app.store.main, 1)?.isOn).toBe(false)
  await writeOrThrow(world.app.store, (txn) => {
    const webhook = readWebhook(txn.db, 1)
    if (webhook !== undefined) putWebhook(txn, webhook, { ...webhook, ended: 'failing' })
  })
  const told = 'windrow switched off webhooks'
  expect((await admin.get('/admin/')).body).toContain(told)
  expect((await (await world.as('moderator')).get('/admin/')).body).not.toContain(told)
  expect((await admin.post('/admin/webhooks/1/switch', { to: 'on' })).status).toBe(303)
  expect((await admin.get('/admin/')).body).not.toContain(told)
  expect(readWebhook(world.app.store.main, 1)).toMatchObject({ isOn: true, ended: null })
})

it('removes it', async () => {
  expect((await admin.post('/admin/webhooks/1/remove')).status).toBe(303)
  expect(readWebhook(world.app.store.main, 1)).toBeUndefined()
})
