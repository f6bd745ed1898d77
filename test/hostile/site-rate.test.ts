// What one signed-in person may cost: requests a minute, reads and writes apart, and what a single page may hold up.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPasswords, SiteClient, type SiteAnswer } from '../support/site-client.ts'
import { send } from '../support/v1-client.ts'
import { hashOf, ROWS, v1World } from '../support/v1-world.ts'

const world = await v1World({ mod: { user: 'mod', role: 'admin' } })
for (const name of ['una', 'ugo', 'uma']) await world.windrow('user', 'add', name, '--role', 'user')
await setPasswords(world.data, ['una', 'ugo', 'uma', 'mod'])
afterAll(() => world.close())

const signedIn = (name: string): Promise<SiteClient> => new SiteClient(world.server).signIn(name)

/** Asks more often than two minutes' worth: a minute that ends on the way opens one more window, never two. */
async function refusalsOf(ceiling: number, ask: () => Promise<SiteAnswer>): Promise<SiteAnswer[]> {
  const answers: SiteAnswer[] = []
  for (let i = 0; i < 2 * ceiling + 2; i++) answers.push(await ask())
  return answers.filter(({ status }) => status === 429)
}

describe('requests of one person', () => {
  beforeAll(async () => {
    await world.windrow('setting', 'set', 'site_reads_per_minute', '40')
    await world.windrow('setting', 'set', 'site_writes_per_minute', '10')
  })
  afterAll(async () => {
    await world.windrow('setting', 'set', 'site_reads_per_minute', 'default')
    await world.windrow('setting', 'set', 'site_writes_per_minute', 'default')
  })

  test('pages beyond the ceiling are refused with the time to wait, and a second session does not help', async () => {
    const una = await signedIn('una')
    const again = await signedIn('una')
    let turn = 0
    const refused = await refusalsOf(40, () => (turn++ % 2 === 0 ? una : again).get('/admin/rows'))
    expect(refused.length).toBeGreaterThan(0)
    const wait = Number(refused[0]?.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(refused[0]?.text).toContain('try again in')
    expect((await (await signedIn('ugo')).get('/admin/')).status).toBe(200)
  })

  test('live checks of a text are reads', async () => {
    const uma = await signedIn('uma')
    expect(
      (await refusalsOf(40, () => uma.post('/admin/bench/check', { row: ROWS.plain, text: 'слово' }))).length,
    ).toBeGreaterThan(0)
  })

  test('forms have a count of their own, and pages go on when it is used up', async () => {
    const mod = await signedIn('mod')
    const sendForm = (): Promise<SiteAnswer> => mod.post('/admin/profile/keys/999/switch', { to: 'active' })
    expect((await refusalsOf(10, sendForm)).length).toBeGreaterThan(0)
    expect((await mod.get('/admin/')).status).toBe(200)
  })
})

describe('the page of a row that was written again and again', () => {
  const row = '00000000000000f1'
  const words = (name: string): string => Array.from({ length: 4_000 }, (_, i) => `${name}${i % 977}`).join(' ')
  const revisions = 45
  let page = ''

  beforeAll(async () => {
    const file = join(world.data, '..', 'long.jsonl')
    writeFileSync(file, `${JSON.stringify({ id: row, text: words('source') })}\n`)
    await world.windrow(
      'import',
      '--main',
      file,
      '--no-diff',
      '--no-reference',
      '--no-reference-diff',
      '--allow-retire',
    )
    for (let i = 1; i <= revisions; i++) {
      const item = { row_id: row, text: words(`w${i}x`), source_hash: hashOf(words('source')), layer: 'machine' }
      const body = { items: [{ ...item, overwrite: true, provider: 'acme', model: 'm' }] }
      const headers = { 'Idempotency-Key': `long-${i}` }
      const ask = { method: 'POST', path: '/api/v1/translations', key: world.keys.mod, headers, body }
      const { json } = await send(world.server.port, ask)
      expect(json.data.items[0]).toMatchObject({ status: 'written' })
    }
    page = (await (await signedIn('ugo')).get(`/admin/rows/${row}`)).text
  })

  test('shows the latest revisions and says how many there are', () => {
    const shown = [...page.matchAll(/<li value="(\d+)">/g)].map(([, seq]) => Number(seq))
    expect(shown).toEqual(Array.from({ length: 30 }, (_, i) => revisions - i))
    expect(page).toContain(`Machine text: ${revisions} revisions`)
    expect(page).toContain('Older ones are not shown')
  })

  test('makes differences as far as its budget goes, and the others on demand', async () => {
    const links = [...page.matchAll(/class="compare" href="([^"]+)"/g)].map(([, href]) => href ?? '')
    expect(links.length).toBeGreaterThanOrEqual(28)
    const last = links.at(-1)?.replace(/#.*/, '') ?? ''
    const name = /compare=([\w-]+)/.exec(last)?.[1] ?? ''
    const changes = (text: string): string => text.split(`<span id="diff-${name}">`)[1]?.split('</span>')[0] ?? ''
    expect(changes(page)).not.toContain('<ins>')
    const compared = (await (await signedIn('ugo')).get(last)).text
    expect(changes(compared)).toContain('<ins>')
    expect(changes(compared)).toContain('<del>')
  })
})
