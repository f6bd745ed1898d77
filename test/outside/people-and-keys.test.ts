// `windrow user`, `key` and `setting` (docs/command-line.md#key; docs/people.md#roles and
// docs/people.md#keys) on the data of a running server, which has to follow at its next request.
import { afterAll, describe, expect, test } from 'vitest'
import { type End, run, serve, temporaryFolder } from '../support/program.ts'
import { send } from '../support/v1-client.ts'

const temporary = temporaryFolder()
const data = `${temporary.path}/data`
const server = await serve(['--data', data])
afterAll(async () => {
  await server.stop()
  temporary.remove()
})

const windrow = (...argv: string[]): Promise<End> => run([...argv, '--data', data])
const withInput = (input: string, ...argv: string[]): Promise<End> => run([...argv, '--data', data], { input })
async function done(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await windrow(...argv)
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')])
  return stdout
}
async function me(key: string): Promise<readonly [number, string]> {
  const { status, json } = await send(server.port, { path: '/api/v1/me', key })
  return [status, json.success === true ? json.data.user.role : json.error]
}
const abilitiesOf = async (key: string): Promise<string[]> =>
  (await send(server.port, { path: '/api/v1/me', key })).json.data.effective_abilities

describe('windrow user', () => {
  test('add prints the id, counting from 1; without --role it makes a user', async () => {
    expect(await done('user', 'add', 'Olena', '--role', 'super_admin')).toBe('1\n')
    expect(JSON.parse(await done('user', 'add', 'Ihor', '--json'))).toEqual({
      id: 2,
      name: 'Ihor',
      role: 'user',
      state: 'active',
      has_password: false,
      daily_row_quota: null,
      historical_requests: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  test('list shows everybody; passwords and quotas are set by name', async () => {
    expect((await withInput('a long password\n', 'user', 'password', 'Ihor', '--password-stdin')).code).toBe(0)
    await done('user', 'quota', 'IHOR', '5')
    await done('user', 'role', 'ihor', 'moderator')
    const people = JSON.parse(await done('user', 'list', '--json')) as Record<string, unknown>[]
    const shown = people.map((person) => [
      person['id'],
      person['name'],
      person['role'],
      person['has_password'],
      person['daily_row_quota'],
    ])
    expect(shown).toEqual([
      [1, 'Olena', 'super_admin', false, null],
      [2, 'Ihor', 'moderator', true, 5],
    ])
    expect(await done('user', 'list')).toMatch(/2 +Ihor +moderator +active +yes +5\n/)
  })
})

describe('windrow key', () => {
  test('create prints the secret alone on its line, once', async () => {
    const secret = await done('key', 'create', '--user', 'olena', '--name', 'my script')
    expect(secret).toMatch(/^wdr_[0-9a-f]{60}\n$/)
    expect(await me(secret.trim())).toEqual([200, 'super_admin'])
    expect(await done('key', 'list', '--json')).not.toContain(secret.trim())
    const [key] = JSON.parse(await done('key', 'list', '--json', '--user', 'Olena'))
    expect([key.prefix, key.name, key.kind]).toEqual([secret.slice(0, 12), 'my script', 'agent'])
  })

  test('create --json prints one document', async () => {
    const { stdout } = await windrow('key', 'create', '--user', 'Olena', '--json')
    const { key, ...rest } = JSON.parse(stdout)
    expect(rest).toEqual({ prefix: key.slice(0, 12), id: 2, user: 'Olena', kind: 'agent' })
  })

  test('registers an existing secret once, as it is', async () => {
    const secret = `wdr_${'Ab'.repeat(30)}`
    const register = (text: string): Promise<End> =>
      withInput(text, 'key', 'create', '--user', 'Ihor', '--bot', '--secret-stdin')
    expect((await register(`${secret}\n`)).stdout).toBe(`${secret}\n`)
    expect((await me(secret))[0]).toBe(200)
    expect((await me(secret.toLowerCase()))[0]).toBe(401)
  })

  test('grants and denies abilities beside the role', async () => {
    const argv = ['--grant', 'translations:write-manual', '--deny', 'translations:validate']
    const key = (await done('key', 'create', '--user', 'Ihor', ...argv)).trim()
    expect(await abilitiesOf(key)).toEqual(['rows:read', 'translations:propose', 'translations:write-manual'])
  })

  test('is read live: roles, states, and what is done to the key', async () => {
    await done('user', 'add', 'Taras', '--role', 'translator')
    const { key, id } = JSON.parse((await windrow('key', 'create', '--user', 'Taras', '--json')).stdout)
    expect(await abilitiesOf(key)).not.toContain('translations:write-manual')
    await done('user', 'role', 'Taras', 'moderator')
    expect(await abilitiesOf(key)).toContain('translations:write-manual')
    await done('user', 'state', 'Taras', 'blocked')
    expect(await me(key)).toEqual([403, 'account_inactive'])
    await done('user', 'state', 'Taras', 'active')
    await done('key', 'deactivate', String(id))
    expect(await me(key)).toEqual([403, 'key_inactive'])
    await done('key', 'activate', key.slice(0, 12))
    expect(await me(key)).toEqual([200, 'moderator'])
    const renewed = (await done('key', 'regenerate', `${key.slice(0, 12)}…`)).trim()
    expect([await me(key), await me(renewed)]).toEqual([
      [401, 'invalid_key'],
      [200, 'moderator'],
    ])
    const shown = JSON.parse(await done('key', 'show', String(id), '--json'))
    expect(shown).toMatchObject({ id, prefix: renewed.slice(0, 12), user: 'Taras', state: 'active' })
    await done('key', 'revoke', renewed.slice(0, 12))
    expect(await me(renewed)).toEqual([401, 'invalid_key'])
    expect(await windrow('key', 'show', String(id))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: there is no key/),
    })
  })

  test('has limits: a minute, and a bot key its own on the legacy endpoint', async () => {
    await done('user', 'add', 'Nadia')
    const key = (await done('key', 'create', '--user', 'Nadia', '--requests-per-minute', '1')).trim()
    // A minute may end between two of them, but not between three.
    const answers = [await me(key), await me(key), await me(key)]
    expect(answers[0]?.[0]).toBe(200)
    expect(answers).toContainEqual([429, 'rate_limited'])
    const bot = JSON.parse(await done('key', 'list', '--user', 'Ihor', '--json')).find(
      ({ kind }: { kind: string }) => kind === 'bot',
    )
    await done('key', 'limit', String(bot.id), '--show-info', '3', '--ai-translated-text', '0')
    await done('key', 'limit', String(bot.id), '--ai-translated-text', 'default')
    const { legacy } = JSON.parse(await done('key', 'show', String(bot.id), '--json'))
    expect([legacy.show_info.limit, legacy.ai_translated_text.limit]).toEqual([3, 10_000])
  })
})

describe('windrow setting', () => {
  test('set is followed at the next request, and default goes back', async () => {
    const key = (await done('key', 'create', '--user', 'Olena')).trim()
    await done('setting', 'set', 'api_v1_enabled', 'false')
    expect(await me(key)).toEqual([403, 'api_disabled'])
    expect(await done('setting', 'get', 'api_v1_enabled')).toBe('false\n')
    await done('setting', 'set', 'api_v1_enabled', 'default')
    expect(await me(key)).toEqual([200, 'super_admin'])
  })
})
