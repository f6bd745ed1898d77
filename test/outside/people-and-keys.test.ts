// `windrow user`, `key` and `setting` (docs/command-line.md#key; docs/people.md#roles and
// docs/people.md#keys) on the data of a running server, which has to follow at its next request.
import { afterAll, describe, expect, test } from 'vitest'
import type { End } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { send } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())
const server = await world.serve()

const windrow = (...argv: string[]): Promise<End> => world.run(argv)
const done = (...argv: string[]): Promise<string> => world.done(argv)
const json = (...argv: string[]) => world.json(argv)
async function me(key: string): Promise<readonly [number, string]> {
  const { status, json } = await send(server.port, { path: '/api/v1/me', key })
  return [status, json.success === true ? json.data.user.role : json.error]
}
const abilitiesOf = async (key: string): Promise<string[]> =>
  (await send(server.port, { path: '/api/v1/me', key })).json.data.effective_abilities

describe('windrow user', () => {
  test('add prints the id, counting from 1; without --role it makes a user', async () => {
    expect(await done('user', 'add', 'Olena', '--role', 'super_admin')).toBe('1')
    expect(await json('user', 'add', 'Ihor')).toEqual({
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
    await world.done(['user', 'password', 'Ihor', '--password-stdin'], 'a long password\n')
    await done('user', 'quota', 'IHOR', '5')
    await done('user', 'role', 'ihor', 'moderator')
    const people: Record<string, unknown>[] = await json('user', 'list')
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
    expect(await done('user', 'list')).toMatch(/2 +Ihor +moderator +active +yes +5$/m)
  })
})

describe('windrow key', () => {
  test('create prints the secret alone on its line, once', async () => {
    const { stdout } = await windrow('key', 'create', '--user', 'olena', '--name', 'my script')
    expect(stdout).toMatch(/^wdr_[0-9a-f]{60}\n$/)
    const secret = stdout.trim()
    expect(await me(secret)).toEqual([200, 'super_admin'])
    expect(await done('key', 'list', '--json')).not.toContain(secret)
    const [key] = await json('key', 'list', '--user', 'Olena')
    expect([key.prefix, key.name, key.kind]).toEqual([secret.slice(0, 12), 'my script', 'agent'])
  })

  test('create --json prints one document', async () => {
    const { key, ...rest } = await json('key', 'create', '--user', 'Olena')
    expect(rest).toEqual({ prefix: key.slice(0, 12), id: 2, user: 'Olena', kind: 'agent' })
  })

  test('registers an existing secret once, as it is', async () => {
    const secret = `wdr_${'Ab'.repeat(30)}`
    const registered = await world.run(['key', 'create', '--user', 'Ihor', '--bot', '--secret-stdin'], `${secret}\n`)
    expect(registered.stdout).toBe(`${secret}\n`)
    expect((await me(secret))[0]).toBe(200)
    expect((await me(secret.toLowerCase()))[0]).toBe(401)
  })

  test('grants and denies abilities beside the role', async () => {
    const argv = ['--grant', 'translations:write-manual', '--deny', 'translations:validate']
    const key = await done('key', 'create', '--user', 'Ihor', ...argv)
    expect(await abilitiesOf(key)).toEqual(['rows:read', 'translations:propose', 'translations:write-manual'])
  })

  test('is read live: roles, states, and what is done to the key', async () => {
    await done('user', 'add', 'Taras', '--role', 'translator')
    const { key, id } = await json('key', 'create', '--user', 'Taras')
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
    const renewed = await done('key', 'regenerate', `${key.slice(0, 12)}…`)
    expect([await me(key), await me(renewed)]).toEqual([
      [401, 'invalid_key'],
      [200, 'moderator'],
    ])
    const shown = await json('key', 'show', String(id))
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
    const key = await done('key', 'create', '--user', 'Nadia', '--requests-per-minute', '1')
    // A minute may end between two of them, but not between three.
    const answers = [await me(key), await me(key), await me(key)]
    expect(answers[0]?.[0]).toBe(200)
    expect(answers).toContainEqual([429, 'rate_limited'])
    const bot = (await json('key', 'list', '--user', 'Ihor')).find(({ kind }: { kind: string }) => kind === 'bot')
    await done('key', 'limit', String(bot.id), '--show-info', '3', '--ai-translated-text', '0')
    await done('key', 'limit', String(bot.id), '--ai-translated-text', 'default')
    const { legacy } = await json('key', 'show', String(bot.id))
    expect([legacy.show_info.limit, legacy.ai_translated_text.limit]).toEqual([3, 10_000])
  })
})

describe('windrow setting', () => {
  test('set is followed at the next request, and default goes back', async () => {
    const key = await done('key', 'create', '--user', 'Olena')
    await done('setting', 'set', 'api_v1_enabled', 'false')
    expect(await me(key)).toEqual([403, 'api_disabled'])
    expect(await done('setting', 'get', 'api_v1_enabled')).toBe('false')
    await done('setting', 'set', 'api_v1_enabled', 'default')
    expect(await me(key)).toEqual([200, 'super_admin'])
  })
})
