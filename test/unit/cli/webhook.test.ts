// `windrow webhook`: a secret is printed once, and neither it nor the address ever again.
import { afterAll, expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'
import { isSignedWith, webhookReceiver } from '../../support/webhook-receiver.ts'

const { write, run, type } = cliFolder('file')
const receiver = await webhookReceiver((answer, nth) => void answer.writeHead(nth === 1 ? 200 : 404).end())
write('config.json', JSON.stringify({ webhook_hosts: ['localhost'] }))
afterAll(() => receiver.close())

const windrow = (line: string, input = '') => type(input, 'webhook', ...line.split(' '))

it('adds, lists, tests, switches and removes', async () => {
  const added = await windrow('add - --kind people.added --form telegram --chat @team', `${receiver.address}/TOKEN\n`)
  expect(added).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^whs_[0-9a-f]{60}\n$/),
    stderr: expect.stringContaining('webhook 1 to localhost'),
  })
  const secret = added.stdout.trim()

  const tested = await windrow('test 1')
  expect(tested).toMatchObject({ code: 0, stdout: 'delivered\n' })
  expect(receiver.arrived.map((each) => isSignedWith(secret, each))).toEqual([true])
  expect(await windrow('test 1')).toMatchObject({ code: 1, stdout: 'localhost: answered 404\n' })

  expect(await windrow('off 1')).toMatchObject({ code: 0, stdout: 'webhook 1 is off\n' })
  const listed = await windrow('list --json')
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      id: 1,
      host: 'localhost',
      form: 'telegram',
      kinds: ['people.added'],
      state: 'off',
      ended: null,
      last: null,
      failing_since: null,
      delivered_at: null,
      number: 0,
      behind: 0,
      made_by: null,
      created_at: expect.stringMatching(/Z$/),
    },
  ])
  const table = await windrow('list')
  expect(table.stdout).toMatch(/^1 +localhost +telegram +off /m)
  for (const shown of [listed.stdout, table.stdout, (await run('check')).stdout])
    for (const hidden of [secret, 'TOKEN']) expect(shown).not.toContain(hidden)

  expect(await windrow('on 1')).toMatchObject({ code: 0, stdout: 'webhook 1 is on\n' })
  expect(await windrow('remove 1')).toMatchObject({ code: 0, stdout: 'webhook 1 is removed\n' })
  expect((await windrow('list --json')).stdout.trim()).toBe('[]')
})

it.each([
  ['add http://example.org/', 2, 'http is only for hosts'],
  ['add https://10.0.0.1/', 2, 'is not public'],
  ['add https://me:word@example.org/', 2, 'not contain a name and password'],
  ['add nowhere', 2, 'this is not a web address'],
  ['add https://example.org/ --kind rows', 2, 'unknown kind of event rows'],
  ['add https://example.org/ --form telegram', 2, 'needs a chat'],
  ['add https://example.org/ --chat 7', 2, 'no other form has one'],
  ['test 7', 1, 'there is no webhook 7; windrow webhook list'],
  ['on 7', 1, 'there is no webhook 7'],
  ['remove 7', 1, 'there is no webhook 7'],
])('%s is refused', async (line, code, said) => {
  expect(await windrow(line)).toEqual({ code, stdout: '', stderr: expect.stringContaining(said) })
})
