// Sessions end when their person leaves `active`, and don't live again with their return (docs/people.md#sign-in-and-sessions).
import { afterAll, expect, test } from 'vitest'
import { done, run, serve, temporaryFolder } from '../support/program.ts'
import { SiteClient } from '../support/site-client.ts'

const folder = temporaryFolder()
const data = `${folder.path}/data`
const PASSWORD = 'seven quiet lanterns'
const state = (to: string): Promise<string> => done(['user', 'state', 'Taras', to, '--data', data])

const argv = ['user', 'add', 'Taras', '--role', 'translator', '--password-stdin', '--data', data]
expect((await run(argv, { input: `${PASSWORD}\n` })).code).toBe(0)
const server = await serve(['--data', data])
afterAll(async () => {
  await server.stop()
  folder.remove()
})

test.each(['blocked', 'deactivated', 'deleted'])('a session is over when its person was %s, for good', async (to) => {
  const visitor = new SiteClient(server)
  await visitor.trySignIn('Taras', PASSWORD)
  expect((await visitor.get('/admin/')).status).toBe(200)
  await state(to)
  expect((await visitor.get('/admin/')).status).toBe(303)
  await state('active')
  expect((await visitor.get('/admin/')).status).toBe(303)
  expect((await visitor.trySignIn('Taras', PASSWORD)).status).toBe(303)
  expect((await visitor.get('/admin/')).status).toBe(200)
})
