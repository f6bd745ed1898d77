// Strangers at the door for players (docs/site.md#player-reports): many from forty addresses get no more than the bounded room, others
// are answered all the while, and nothing that they say is shown to the next stranger.
import { afterAll, expect, test } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { textLines } from '../support/game-files.ts'
import { PASSWORD, type SiteAnswer, type SiteClient, visitorFrom } from '../support/site-client.ts'

const world = programWorld()
afterAll(() => world.close())
const rowId = (at: number): string => (0xb000 + at).toString(16).padStart(16, '0')
const texts = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [rowId(at), `The old gate number ${at}`]))
await world.done(['import', '--main', world.file('main.jsonl', textLines(texts))])
await world.done(['setting', 'set', 'player_words', 'true'])
await world.done(['user', 'add', 'Olena', '--role', 'admin', '--password-stdin'], `${PASSWORD}\n`)
// Behind a proxy, so that requests can come from anywhere.
const server = await world.serve(['--trusted-proxy', '127.0.0.1'])

const from = (address: string): SiteClient => visitorFrom(server, address)

const addresses = Array.from({ length: 40 }, (_, at) => `203.0.113.${at + 1}`)
const EVIL = ['<script>alert(1)</script>', 'Olena\u202Egnorw', 'w\u200Bo\u200Brd', '"><img src=x onerror=x>']

test('two thousand words from forty addresses take the bounded room, and others are answered', async () => {
  const olena = await from('198.51.100.1').signIn('Olena')
  const counts = new Map<number, number>()
  const flood = addresses.map(async (address, number) => {
    const stranger = from(address)
    // Two search at once; the others are told to come again.
    while ((await stranger.get('/say?words=the+old+gate')).status !== 200);
    for (let at = 0; at < 50; at++) {
      const said = `${EVIL[at % EVIL.length]} ${number} ${at}`
      const { status } = await stranger.post('/say', { row: rowId((number * 10 + at) % 300), seen: said, said })
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  })
  const answers: SiteAnswer[] = []
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted) answers.push(await olena.get('/admin/decide'))
  })()
  await Promise.all(flood)
  over.abort()
  await others
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([303, 429])
  expect(counts.get(303)).toBe(200)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect((await olena.get('/admin/decide')).text).toContain('Player reports</a> <strong>200</strong>')
  const { text } = await olena.get('/admin/words')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(text).not.toMatch(/<script>alert|<img src=x|\u202E|\u200B/)
})

test('a stranger is shown what the game says, and not what others said', async () => {
  const { text, headers } = await from('192.0.2.9').get('/say?words=The+old+gate+number+7')
  expect(text).toContain('The old gate number 7')
  expect(text).not.toMatch(/alert\(1\)|onerror/)
  expect(headers).toMatchObject({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex, nofollow' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('links are guessed by nobody, and the closed door is no door', async () => {
  const stranger = from('192.0.2.10')
  for (const link of ['1.', '1.x', `1.${'A'.repeat(32)}`, '999999999.x', '__proto__.x', '%00'])
    expect((await stranger.get(`/say/${link}`)).status, link).toBe(404)
  await stranger.get('/say?words=gate')
  await world.done(['setting', 'set', 'player_words', 'false'])
  expect((await stranger.post('/say', { row: rowId(1), said: 'x' })).status).toBe(404)
  expect((await stranger.get('/say')).text).toBe((await stranger.get('/nowhere')).text)
})
