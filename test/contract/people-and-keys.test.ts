// `windrow user`, `key` and `setting` (command line; decisions §1 and §2) on the data of a running server, which has to
// follow at its next request.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type End, run, type RunningServer, serve, temporaryFolder } from '../support/program.ts'
import { send } from '../support/v1-client.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const temporary = temporaryFolder()
const data = `${temporary.path}/data`
let server: RunningServer
beforeAll(async () => {
  server = await serve(['--data', data])
})
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
/** Ends as it has to, with one line that says why. */
async function fails(code: 1 | 2, said: RegExp, ...argv: string[]): Promise<void> {
  const end = await windrow(...argv)
  expect([end.code, end.stdout, end.stderr]).toEqual([code, '', expect.stringMatching(said)])
  expect(end.stderr).toMatch(/^error: [^\n]+\n$/)
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

  test('takes names once, whatever their letter case, and finds them so', async () => {
    await fails(1, /there is a person named Olena already/, 'user', 'add', 'OLENA')
    await done('user', 'add', 'Їжак')
    await fails(1, /named Їжак already/, 'user', 'add', 'їЖАК')
    expect(await done('user', 'role', 'ihor', 'moderator')).toContain('Ihor is moderator now')
  })

  test('tells wrong usage from what can not be done', async () => {
    await fails(2, /unknown role superadmin \(did you mean super_admin\?\)/, 'user', 'role', 'Ihor', 'superadmin')
    await fails(2, /unknown state gone/, 'user', 'state', 'Ihor', 'gone')
    await fails(2, /1 to 64 characters/, 'user', 'add', 'x'.repeat(65))
    await fails(2, /whole number from 0/, 'user', 'quota', 'Ihor', 'many')
    await fails(1, /there is no person named Nobody/, 'user', 'role', 'Nobody', 'admin')
  })

  test('never takes the last active super admin away', async () => {
    for (const argv of [
      ['role', 'Olena', 'admin'],
      ['state', 'Olena', 'blocked'],
      ['state', 'Olena', 'deleted'],
    ]) {
      await fails(1, /Olena is the last active super admin/, 'user', ...argv)
    }
    await done('user', 'role', 'Їжак', 'super_admin')
    await done('user', 'state', 'Їжак', 'deactivated')
    await fails(1, /last active super admin/, 'user', 'role', 'Olena', 'user')
    await done('user', 'state', 'Їжак', 'active')
    await done('user', 'role', 'Olena', 'admin')
    await done('user', 'role', 'Olena', 'super_admin')
  })

  test('list shows everybody; passwords and quotas are set by name', async () => {
    expect((await withInput('a long password\n', 'user', 'password', 'Ihor', '--password-stdin')).code).toBe(0)
    expect((await withInput('short\n', 'user', 'password', 'Ihor', '--password-stdin')).code).toBe(2)
    await done('user', 'quota', 'Ihor', '5')
    await done('user', 'quota', 'Olena', '7')
    await done('user', 'quota', 'Olena', 'default')
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
      [3, 'Їжак', 'super_admin', false, null],
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
    expect((await register('wdr_123\n')).code).toBe(2)
    const again = await withInput(secret, 'key', 'create', '--user', 'Olena', '--secret-stdin')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('registered already')])
  })

  test('gives one bot key a person, from moderator on', async () => {
    await fails(1, /has a bot key already/, 'key', 'create', '--user', 'Ihor', '--bot')
    await done('user', 'add', 'Taras', '--role', 'translator')
    await fails(1, /must be moderator, admin or super admin/, 'key', 'create', '--user', 'Taras', '--bot')
  })

  test('grants inside the grant limits only, and denies whatever is wished', async () => {
    const grant = (user: string, ability: string) => ['key', 'create', '--user', user, '--grant', ability]
    await fails(1, /only to keys of moderator and above/, ...grant('Taras', 'translations:write-manual'))
    await fails(1, /only to keys of admin and above/, ...grant('Ihor', 'translations:write-machine'))
    await fails(2, /unknown ability rows:write/, ...grant('Ihor', 'rows:write'))
    const key = (await done(...grant('Taras', 'translations:propose'), '--deny', 'translations:validate')).trim()
    expect(await abilitiesOf(key)).toEqual(['rows:read', 'translations:propose'])
  })

  test('is read live: roles, states, and what is done to the key', async () => {
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
    await fails(1, /there is no key/, 'key', 'show', String(id))
  })

  test('is at most 20 agent keys a person', async () => {
    const made = await Promise.all(
      Array.from({ length: 21 }, () => windrow('key', 'create', '--user', 'Їжак', '--quiet')),
    )
    const refused = made.filter(({ code }) => code !== 0)
    expect(made.length - refused.length).toBe(20)
    expect(refused.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, expect.stringContaining('has 20 agent keys already; revoke one first')],
    ])
  })

  test('has limits: a minute, and a bot key its own on the legacy endpoint', async () => {
    await fails(2, /from 1 to 1000000/, 'key', 'create', '--user', 'Ihor', '--requests-per-minute', '0')
    await done('user', 'add', 'Nadia')
    const { key, id } = JSON.parse(
      (await windrow('key', 'create', '--user', 'Nadia', '--json', '--requests-per-minute', '1')).stdout,
    )
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
    await fails(1, /only bot keys/, 'key', 'limit', String(id), '--show-info', '3')
    await fails(1, /there is no key 999/, 'key', 'limit', '999', '--show-info', '3')
    await fails(1, /no person named Nobody/, 'key', 'create', '--user', 'Nobody')
  })
})

describe('windrow setting', () => {
  test('list shows every setting with value, default and meaning', async () => {
    const settings = JSON.parse(await done('setting', 'list', '--json')) as Record<string, unknown>[]
    const names = settings.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'api_v1_enabled',
        'daily_row_quota',
        'daily_row_quota_admin',
        'legacy_limit_user_translate_text',
        'legacy_limit_ai_translated_text',
        'legacy_limit_show_info',
        'glossary_is_error',
        'caption_policy',
      ]),
    )
    for (const { value, default: byDefault, meaning } of settings) {
      expect(value).toEqual(byDefault)
      expect(meaning).toMatch(/\w/)
    }
    const lines = await done('setting', 'list')
    expect(lines).toMatch(/^setting +value +default +meaning\n/)
    expect(lines).toMatch(/\ndaily_row_quota +10000 +10000 +rows /)
  })

  test('set is followed at the next request, and default goes back', async () => {
    const key = (await done('key', 'create', '--user', 'Olena')).trim()
    await done('setting', 'set', 'api_v1_enabled', 'false')
    expect(await me(key)).toEqual([403, 'api_disabled'])
    expect(await done('setting', 'get', 'api_v1_enabled')).toBe('false\n')
    await done('setting', 'set', 'api_v1_enabled', 'default')
    expect(await me(key)).toEqual([200, 'super_admin'])
  })

  test('refuses unknown names and values out of range as wrong usage', async () => {
    await fails(
      2,
      /unknown setting caption_polizy \(did you mean caption_policy\?\)/,
      'setting',
      'set',
      'caption_polizy',
      'free',
    )
    await fails(2, /caption_policy takes keep or free/, 'setting', 'set', 'caption_policy', 'loose')
    await fails(2, /daily_row_quota takes a whole number from 0/, 'setting', 'set', 'daily_row_quota', '1.5')
    await fails(2, /unknown setting nothing/, 'setting', 'get', 'nothing')
  })
})
