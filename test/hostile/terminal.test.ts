// Stored text that would steer a terminal: whatever a name, a text, a provider or a note holds, the command line prints its
// control characters (C0, C1, bidi) as escapes, as tables and as JSON, and JSON still says what was stored.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../support/program.ts'
import { setPasswords, SiteClient } from '../support/site-client.ts'
import { jsonOf, send } from '../support/v1-client.ts'
import { ROWS, v1World } from '../support/v1-world.ts'

/** Title, screen, clipboard (OSC 52), a C1 introducer, an override of direction, and a line that was never printed. */
const hostile = 'acme\u001b]0;OWNED\u0007\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202egnp\u2066\u007f'
const withLine = `${hostile}\r\n999  pending  faked`
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const legacy = async (body: Record<string, unknown>): Promise<void> => {
  const ask = { method: 'POST', path: '/api/translations-api.php', key: world.keys.bot, body }
  expect((await send(world.server.port, ask)).json).toMatchObject({ success: true })
}

const world = await v1World({ bot: { user: 'mike', role: 'moderator', options: ['--bot'] } })
const waived = { ignore_validation_errors: true, ignore_glossary_warnings: true }
await legacy({ row_id: ROWS.plain, user_translate_text: withLine, ...waived })
const machine = { update_ai_translated_text: true, provider: hostile, model: hostile }
await legacy({ row_id: ROWS.spare1, ai_translated_text: 'Перший запасний рядок тексту', ...machine })
const terms = join(world.data, '..', 'terms.csv')
writeFileSync(terms, `source,forms,note\nBlade,"${hostile}","${withLine}"\n`)
await world.windrow('glossary', 'import', terms)
afterAll(() => world.close())

const commands = [
  ['proposal', 'list'],
  ['proposal', 'show', '1'],
  ['stats'],
  ['glossary', 'list'],
  ['key', 'list'],
  ['user', 'list'],
]

describe.each(commands)('windrow %s %s', (...words: string[]) => {
  const argv = words.filter((word) => word !== undefined)
  test('prints no control character for people', async () => {
    const { code, stdout, stderr } = await run([...argv, '--data', world.data])
    expect(code).toBe(0)
    expect(stdout + stderr).not.toMatch(controls)
    expect(stdout).not.toMatch(/^999 {2}pending/m)
  })

  test('prints none in JSON, which still reads', async () => {
    const { code, stdout } = await run([...argv, '--json', '--data', world.data])
    expect(code).toBe(0)
    expect(stdout).not.toMatch(controls)
    expect(jsonOf(stdout)).not.toBeNull()
  })
})

test('what is printed is what was stored', async () => {
  const proposal = jsonOf(await world.windrow('proposal', 'show', '1', '--json'))
  expect(proposal.text).toBe(withLine)
  expect(await world.windrow('stats')).toContain('acme\\u001b]0;OWNED\\u0007\\u001b[2J')
  const { revisions } = jsonOf(await world.windrow('stats', '--json'))
  expect(revisions).toContainEqual(expect.objectContaining({ provider: hostile, model: hostile }))
})

test('a refusal that names a text shows it without control characters', async () => {
  const { code, stderr } = await run(['user', 'role', hostile, 'admin', '--data', world.data])
  expect(code).toBe(1)
  expect(stderr).toContain('acme\\u001b')
  expect(stderr.trimEnd()).not.toMatch(controls)
})

test('a glossary into a pipe comes back byte for byte', async () => {
  const { stdout } = await run(['glossary', 'export', '--data', world.data])
  expect(stdout).toContain(hostile)
})

describe('the name of a key', () => {
  const bad = [hostile, 'a\u202eb', 'x'.repeat(129)]
  let mike: SiteClient
  beforeAll(async () => {
    await setPasswords(world.data, ['mike'])
    mike = await new SiteClient(world.server).signIn('mike')
  })

  test.each(bad)('%j is refused when it is made and when it is changed', async (name) => {
    expect((await mike.post('/admin/profile/keys', { name })).status).toBe(422)
    const keys = jsonOf(await world.windrow('key', 'list', '--json'))
    const changed = await mike.post(`/admin/profile/keys/${keys[0].id}`, { name })
    expect(changed.status).toBe(422)
    expect(changed.text).toContain('no control characters')
    expect(jsonOf(await world.windrow('key', 'list', '--json'))).toEqual(keys)
  })
})
