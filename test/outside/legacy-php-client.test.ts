// A bot as people wrote them in PHP, against the program itself: all three modes over a real connection, both ways PHP
// sends a POST, with the secret it has used for years.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { phpJsonEncode, postLikePhp, runBot } from '../support/php-client.ts'
import { done, serve, temporaryFolder } from '../support/program.ts'

const secret = `wdr_${'0123456789ABCDEFabcdef'.repeat(3).slice(0, 60)}`
const text = 'Спроба/перевірка: "вітер" 🌬 й\nдощ'
const rows = { curl: '00000000000000a1', file_get_contents: '00000000000000a2' } as const

const folder = temporaryFolder()
const data = ['--data', join(folder.path, 'data')]
const file = join(folder.path, 'game.jsonl')
const lines = Object.values(rows).map((id) => JSON.stringify({ id, text: 'A gentle wind and some rain.\nAgain.' }))
writeFileSync(file, `${lines.join('\n')}\n`)
await done(['import', '--main', file, ...data])
await done(['user', 'add', 'Olena', '--role', 'moderator', ...data])
await done(['key', 'create', '--user', 'Olena', '--bot', '--secret-stdin', ...data], `${secret}\n`)
const server = await serve(data)
afterAll(async () => {
  await server.stop()
  folder.remove()
})

test('its bodies look as PHP makes them', () => {
  expect(phpJsonEncode({ a: 'б/🌬', b: 1 })).toBe(String.raw`{"a":"\u0431\/\ud83c\udf2c","b":1}`)
})

describe.each(['curl', 'file_get_contents'] as const)('with %s', (transport) => {
  test('proposes, writes and reads', async () => {
    const rowId = rows[transport]
    const { proposed, updated, shown } = await runBot(server.url, secret, rowId, text, transport)
    expect(proposed).toMatchObject({
      status: 200,
      body: {
        success: true,
        action: 'propose',
        row_id: rowId,
        status: 'created',
        proposal: { user_translate_text: text },
      },
    })
    expect(updated).toMatchObject({ status: 200, body: { ai_translated_text: text, overwritten: false } })
    expect(shown).toMatchObject({
      status: 200,
      body: {
        file_name: 'game.jsonl',
        ai_translated_text: text,
        save_status: { ai_translated_text: { status: 'draft', freshness: 'unverified' } },
        proposals_summary: { pending: 1, total: 1 },
        proposals: [{ user_translate_text: text, author: 'Olena' }],
      },
    })
  })

  test('sends a long body, which PHP’s curl announces first', async () => {
    const long = 'довгий текст '.repeat(2_000)
    const members = { action: 'update_ai_translated_text', row_id: rows[transport], ai_translated_text: long }
    const { status, body } = await postLikePhp(
      server.url,
      secret,
      { ...members, overwrite_ai_translated_text: 1 },
      transport,
    )
    expect({ status, text: body['ai_translated_text'] }).toEqual({ status: 200, text: long })
  })

  test('is told in one shape what is wrong', async () => {
    const wrong = await postLikePhp(server.url, `${secret.slice(0, -1)}0`, { row_id: rows[transport] }, transport)
    expect(wrong).toEqual({ status: 401, body: { success: false, error: expect.any(String) } })
    const tooLarge = { row_id: rows[transport], user_translate_text: 'x'.repeat(17 * 1024 * 1024) }
    expect(await postLikePhp(server.url, secret, tooLarge, transport)).toEqual({
      status: 400,
      body: { success: false, error: expect.stringContaining('16 MiB') },
    })
  })
})

test('a command line beside the server acts on it at once', async () => {
  const data = ['--data', join(folder.path, 'data')]
  const info = { show_info: true, row_id: rows.curl }
  await done(['setting', 'set', 'legacy_limit_show_info', '0', ...data])
  expect((await postLikePhp(server.url, secret, info)).status).toBe(429)
  await done(['key', 'limit', '1', '--show-info', '1000', ...data])
  expect((await postLikePhp(server.url, secret, info)).status).toBe(200)
  await done(['key', 'deactivate', '1', ...data])
  expect((await postLikePhp(server.url, secret, info)).status).toBe(403)
  await done(['key', 'revoke', '1', ...data])
  expect((await postLikePhp(server.url, secret, info)).status).toBe(401)
})
