// Guessing at sign-ins (docs/people.md#sign-in-and-sessions): nobody is locked out of a device they signed in on before, a network of
// IPv6 counts as one, nobody waits behind a long queue, one's own password can't be guessed at from an open session,
// and the audit knows who came from where.
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { PASSWORD, type SiteAnswer, type SiteClient, visitorFrom } from '../support/site-client.ts'
import { type Answer, send } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())

for (const name of ['Olena', 'Ihor', 'Nina'])
  await world.done(['user', 'add', name, '--role', 'admin', '--password-stdin'], `${PASSWORD}\n`)
// Behind a proxy, so that requests can come from anywhere.
const server = await world.serve(['--trusted-proxy', '127.0.0.1'])

const from = (address: string): SiteClient => visitorFrom(server, address)

/** Wrong passwords for a name, from each of these addresses. */
const guesses = (name: string, addresses: readonly string[]): Promise<SiteAnswer[]> =>
  Promise.all(addresses.map((address) => from(address).trySignIn(name, 'wrong for sure')))

const same = (address: string, times: number): string[] => Array.from({ length: times }, () => address)
const statusesOf = (answers: readonly SiteAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('a device that signed in before is not locked out by who guesses at the name beside it', async () => {
  const address = '203.0.113.5'
  const known = from(address)
  expect((await known.trySignIn('Olena', PASSWORD)).status).toBe(303)
  await known.post('/admin/sign-out', {})
  expect(statusesOf(await guesses('Olena', same(address, 12)))).toEqual([...same('', 10).map(() => 403), 429, 429])
  expect((await from(address).trySignIn('Olena', PASSWORD)).status).toBe(429)
  expect((await known.trySignIn('Olena', PASSWORD)).status).toBe(303)
  // It vouches for her alone.
  expect((await guessAs(known, 'Ihor')).status).toBe(403)
})

async function guessAs(visitor: SiteClient, name: string): Promise<SiteAnswer> {
  await visitor.get('/admin/sign-in')
  return await visitor.trySignIn(name, 'wrong for sure')
}

test('all addresses of an IPv6 network count as one', async () => {
  const addresses = Array.from({ length: 12 }, (_, i) => `2001:db8:0:7:${i + 1}::${i + 9}`)
  expect(statusesOf(await guesses('Ihor', addresses))).toEqual([...same('', 10).map(() => 403), 429, 429])
  expect((await guessAs(from('2001:db8:0:8::1'), 'Ihor')).status).toBe(403)
})

test("one's own password can't be guessed at from a session that was left open", async () => {
  const visitor = from('203.0.113.77')
  await visitor.trySignIn('Nina', PASSWORD)
  const fields = { password: 'eight quiet lanterns', again: 'eight quiet lanterns' }
  const attempt = (): Promise<SiteAnswer> => visitor.post('/admin/profile/password', { ...fields, current: 'a guess' })
  for (let i = 0; i < 10; i++) expect((await attempt()).status).toBe(422)
  const last = await visitor.post('/admin/profile/password', { ...fields, current: PASSWORD })
  expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
})

test('the audit has good and refused sign-ins with their address, and no name that nobody has', async () => {
  const visitor = from('192.0.2.44')
  await guessAs(visitor, 'my secret typed into the wrong field')
  await guessAs(visitor, 'Ihor')
  await visitor.trySignIn('Ihor', PASSWORD)
  const entries = [...(await visitor.get('/admin/audit')).text.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = '']) => row.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '))
    .filter((row) => row.includes('192.0.2.44'))
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatch(/ Ihor signed in Ihor address 192\.0\.2\.44/)
  expect(entries[1]).toMatch(/ nobody signed in a sign-in was refused Ihor address 192\.0\.2\.44/)
  expect(entries[2]).toMatch(/ nobody signed in a sign-in was refused nobody address 192\.0\.2\.44/)
})

test('no web page can keep the set-up link shut', async () => {
  const other = programWorld()
  onTestFinished(() => other.close())
  const fresh = await other.serve()
  const code = await vi.waitFor(() => {
    const [, printed] = /setup\?code=([\w-]+)/.exec(fresh.log()) ?? []
    if (printed === undefined) throw new Error('no link was printed yet')
    return printed
  })
  const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }
  const look = (guess: string, headers = {}): Promise<Answer> =>
    send(fresh.port, { path: `/admin/setup?code=${guess}`, headers })
  const statuses: number[] = []
  for (let i = 0; i < 25; i++) statuses.push((await look(`x${i}`, image)).status)
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
  expect((await look(code)).status).toBe(200)
})

// The last one: it doesn't wait for those who wait.
test('at most twenty wait for their password to be looked at; the others are told when to come back', async () => {
  const answers = Array.from({ length: 50 }, (_, i) => guessAs(from(`198.51.100.${i + 1}`), `nobody ${i}`))
  const crowded = async (answer: Promise<SiteAnswer>): Promise<SiteAnswer> => {
    const { status } = await answer
    if (status !== 503) throw new Error(`${status}: it was looked at`)
    return answer
  }
  const { headers, text } = await Promise.any(answers.map(crowded))
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(text).toContain('Too many people are signing in just now')
})
