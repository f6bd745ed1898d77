// What `windrow user`, `key` and `setting` refuse, and with which exit code (docs/command-line.md#everywhere;
// docs/people.md#roles and docs/people.md#keys): through the whole command line on a real store, without a
// process for each.
import { describe, expect, test } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { run, type, done, json } = cliFolder('file')
await done('user', 'add', 'Olena', '--role', 'super_admin')
await done('user', 'add', 'Ihor', '--role', 'moderator')
await done('user', 'add', 'Taras', '--role', 'translator')
/** Ends as it has to, with one line that says why and nothing on stdout. */
async function fails(code: 1 | 2, said: RegExp, ...argv: string[]): Promise<void> {
  const end = await run(...argv)
  expect([end.code, end.stdout, end.stderr]).toEqual([code, '', expect.stringMatching(said)])
  expect(end.stderr).toMatch(/^error: [^\n]+\n$/)
}

describe('windrow user', () => {
  test('takes names once, whatever their letter case, and finds them so', async () => {
    await fails(1, /there is already a person named Olena/, 'user', 'add', 'OLENA')
    await done('user', 'add', 'Їжак')
    await fails(1, /already a person named Їжак/, 'user', 'add', 'їЖАК')
    expect(await done('user', 'role', 'ihor', 'moderator')).toContain('Ihor is moderator now')
  })

  test('tells wrong usage from what can not be done', async () => {
    await fails(2, /unknown role superadmin \(did you mean super_admin\?\)/, 'user', 'role', 'Ihor', 'superadmin')
    await fails(2, /unknown state gone/, 'user', 'state', 'Ihor', 'gone')
    await fails(2, /1 to 64 characters/, 'user', 'add', 'x'.repeat(65))
    await fails(2, /1 to 64 characters/, 'user', 'add', ' ')
    await fails(2, /whole number from 0/, 'user', 'quota', 'Ihor', 'many')
    await fails(1, /there is no person named Nobody/, 'user', 'role', 'Nobody', 'admin')
    expect((await type('Ihor2026', 'user', 'password', 'Ihor', '--password-stdin')).code).toBe(2)
    await fails(2, /--password-stdin/, 'user', 'password', 'Ihor')
  })

  test('invites with a link to the site that it is told, or that runs', async () => {
    const site = ['--site', 'https://words.example.org/admin/']
    const link = await done('user', 'invite', '--role', 'moderator', '--name', 'Petro', ...site)
    expect(link).toMatch(/^https:\/\/words\.example\.org\/admin\/join\?code=[\w-]{43}\n$/)
    await fails(2, /no server runs on this data/, 'user', 'invite')
    await fails(2, /is not the address of a site/, 'user', 'invite', '--site', 'words.example.org')
    await fails(1, /there is already a person named Ihor/, 'user', 'invite', '--name', 'ihor', ...site)
    await fails(2, /all of them visible/, 'user', 'invite', '--name', 'Pe\u202etro', ...site)
  })

  test('takes 64 characters of any script for a name', async () => {
    const name = '𝔘'.repeat(64)
    await done('user', 'add', name)
    expect(await done('user', 'quota', name, '0')).toContain('may write 0 rows a day')
  })

  test('never takes the last active super admin away', async () => {
    for (const argv of [
      ['role', 'Olena', 'admin'],
      ['state', 'Olena', 'blocked'],
      ['state', 'Olena', 'deactivated'],
      ['state', 'Olena', 'deleted'],
    ])
      await fails(1, /Olena is the last active super admin/, 'user', ...argv)
    await done('user', 'role', 'Їжак', 'super_admin')
    await done('user', 'state', 'Їжак', 'deactivated')
    await fails(1, /last active super admin/, 'user', 'role', 'Olena', 'user')
    await done('user', 'state', 'Їжак', 'active')
    await done('user', 'role', 'Olena', 'admin')
    await done('user', 'role', 'Olena', 'super_admin')
  })
})

describe('windrow key', () => {
  const create = (user: string, ...more: string[]) => ['key', 'create', '--user', user, ...more]

  test('gives one bot key a person, from moderator on', async () => {
    await done(...create('Ihor', '--bot'))
    await fails(1, /already has a bot key/, ...create('Ihor', '--bot'))
    await fails(1, /must be moderator, admin or super admin/, ...create('Taras', '--bot'))
  })

  test('grants inside the grant limits only', async () => {
    const grant = (user: string, ability: string) => create(user, '--grant', ability)
    await fails(1, /only to keys of moderator and above/, ...grant('Taras', 'translations:write-manual'))
    await fails(1, /only to keys of admin and above/, ...grant('Ihor', 'translations:write-machine'))
    await done(...grant('Ihor', 'translations:write-manual'))
    await done(...grant('Olena', 'translations:write-machine'))
    await fails(2, /unknown ability rows:write/, ...grant('Ihor', 'rows:write'))
  })

  test('is at most 20 agent keys a person, bot keys not counted', async () => {
    for (let made = 0; made < 20; made++) await done(...create('Їжак'))
    await fails(1, /already has 20 agent keys; revoke one first/, ...create('Їжак'))
    await done(...create('Їжак', '--bot'))
    const [first] = await json('key', 'list', '--user', 'Їжак')
    await done('key', 'revoke', String(first.id))
    await done(...create('Їжак'))
  })

  test('says that a key of a person who is not active opens nothing', async () => {
    await done('user', 'add', 'Zoe')
    await done('user', 'state', 'Zoe', 'blocked')
    const { code, stderr } = await run(...create('Zoe'))
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('Zoe is blocked, so the key opens nothing; windrow user state Zoe active'),
    ])
  })

  test('registers a secret of the right shape that is not known yet', async () => {
    const register = (secret: string) => type(secret, ...create('Olena'), '--secret-stdin', '--quiet')
    const secret = `wdr_${'Ab'.repeat(30)}`
    expect(await register(secret)).toMatchObject({ code: 0, stdout: `${secret}\n` })
    expect(await register(secret)).toMatchObject({ code: 1, stderr: expect.stringContaining('already registered') })
    for (const wrong of ['wdr_123', `abc_${'a'.repeat(60)}`, `wdr_${'g'.repeat(60)}`, ''])
      expect(await register(wrong)).toMatchObject({ code: 2, stdout: '' })
  })

  test('tells wrong usage from what can not be done', async () => {
    await fails(2, /from 1 to 1000000/, ...create('Ihor', '--requests-per-minute', '0'))
    await fails(2, /from 1 to 1000000/, ...create('Ihor', '--requests-per-minute', '1000001'))
    await fails(2, /at most 128 characters/, ...create('Ihor', '--name', 'x'.repeat(129)))
    await fails(2, /needs --user NAME/, 'key', 'create')
    await fails(2, /needs at least one of/, 'key', 'limit', '1')
    await fails(1, /no person named Nobody/, ...create('Nobody'))
    await fails(1, /no person named Nobody/, 'key', 'list', '--user', 'Nobody')
    await fails(1, /there is no key 999/, 'key', 'limit', '999', '--show-info', '3')
    await fails(1, /there is no key wdr_00000000/, 'key', 'show', 'wdr_00000000')
    const { id } = await json(...create('Olena'), '--quiet')
    await fails(1, /only bot keys/, 'key', 'limit', String(id), '--show-info', '3')
  })
})

describe('windrow setting', () => {
  test('refuses unknown names and values out of range as wrong usage', async () => {
    await fails(
      2,
      /unknown setting caption_polizy \(did you mean caption_policy\?\)/,
      'setting',
      'set',
      'caption_polizy',
      'x',
    )
    await fails(2, /caption_policy takes keep or free/, 'setting', 'set', 'caption_policy', 'loose')
    await fails(2, /daily_row_quota takes a whole number from 0/, 'setting', 'set', 'daily_row_quota', '1.5')
    await fails(2, /glossary_is_error takes true or false/, 'setting', 'set', 'glossary_is_error', 'yes')
    await fails(2, /unknown setting nothing.*--help lists the \d+ that NAME takes/, 'setting', 'get', 'nothing')
  })

  test('list shows every setting with value, default and meaning', async () => {
    await done('setting', 'set', 'daily_row_quota', '12')
    const settings: Record<string, unknown>[] = await json('setting', 'list')
    expect(settings.map(({ name }) => name)).toEqual(
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
    for (const { name, value, default: byDefault, meaning } of settings) {
      expect([name, value]).toEqual([name, name === 'daily_row_quota' ? 12 : byDefault])
      expect(meaning).toMatch(/\w/)
    }
    const lines = await done('setting', 'list')
    expect(lines).toMatch(/^setting +value +default +meaning\n/)
    expect(lines).toMatch(/\ndaily_row_quota +12 +10000 +rows /)
    await done('setting', 'set', 'daily_row_quota', 'default')
    expect(await done('setting', 'get', 'daily_row_quota')).toBe('10000\n')
  })
})
