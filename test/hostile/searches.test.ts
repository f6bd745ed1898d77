// Searches read the whole store; nobody gets more of them than their share: a person has one, and a process has eight.
import { afterAll, expect, test } from 'vitest'
import { programWorld } from '../support/program-world.ts'
import { PASSWORD, SiteClient } from '../support/site-client.ts'
import { hangMs } from '../support/hang.ts'

const world = programWorld()
afterAll(() => world.close())
/** Enough that a search is still under way when the next ones come. */
const rows = 100_000
/** Phrases that no text has, though every text has each three letters of them: no index spares a search the texts. */
const nowhere = ['"la tra"', '"to to"'] as const
const people = Array.from({ length: 10 }, (_, i) => `reader${i}`)

const line = (i: number): string =>
  JSON.stringify({ id: i.toString(16).padStart(16, '0'), text: `Wanderer number ${i} sings la to tra in the rain` })
const main = world.file('main.jsonl', Array.from({ length: rows }, (_, i) => line(i + 1)).join('\n'))
await world.done(['import', '--main', main])
for (const name of people) await world.done(['user', 'add', name, '--password-stdin'], `${PASSWORD}\n`)
const server = await world.serve()
const visitors = await Promise.all(people.map((name) => new SiteClient(server).signIn(name)))

const searchFor = (visitor: SiteClient | undefined, text: string) =>
  (visitor as SiteClient).get(`/admin/rows?q=${encodeURIComponent(text)}`)

// Two requests sent together are not always under way together: each of these tries until they were.
const untilTogether = { timeout: hangMs, interval: 0 }

test('a new search of a person ends the one before, which says so', async () => {
  await expect
    .poll(async () => {
      const both = [searchFor(visitors[0], nowhere[0]), searchFor(visitors[0], nowhere[1])]
      const [first, second] = (await Promise.all(both)).map(({ text }) => text)
      expect(second).toMatch(/Nothing found;\s+every row was looked at/)
      return first
    }, untilTogether)
    .toContain('You started another search, so this one was stopped.')
})

test('eight people search at once, others are told to wait, and may when one is done', async () => {
  let answers: Awaited<ReturnType<typeof searchFor>>[] = []
  const waitingOf = (): typeof answers => answers.filter(({ status }) => status === 503)
  await expect
    .poll(async () => {
      answers = await Promise.all(visitors.map((visitor) => searchFor(visitor, nowhere[0])))
      return waitingOf().length
    }, untilTogether)
    .toBe(people.length - 8)
  const waiting = waitingOf()
  expect(waiting[0]?.headers['retry-after']).toBe('5')
  expect(waiting[0]?.text).toContain('try again in 5 s')
  for (const { text } of answers.filter(({ status }) => status === 200))
    expect(text).toContain('every row was looked at')
  expect((await searchFor(visitors.at(-1), 'no such text')).status).toBe(200)
})

test('programs of one person search one at a time, over v2 and MCP, and are told when to try again', async () => {
  const key = (name: string) => world.done(['key', 'create', '--user', name, '--name', 'agent'])
  const secretOf = (said: string): string => /wdr_\w+/.exec(said)?.[0] ?? ''
  const headers = { 'x-api-key': secretOf(await key('reader0')) }
  const search = (text: string) => fetch(`${server.url}/api/v2/search?text=${encodeURIComponent(text)}`, { headers })
  let answers: Response[] = []
  await expect
    .poll(async () => {
      answers = await Promise.all(nowhere.map(search))
      return answers.map(({ status }) => status).toSorted((a, b) => a - b)
    }, untilTogether)
    .toEqual([200, 503])
  const waiting = answers.find(({ status }) => status === 503)
  expect(waiting?.headers.get('retry-after')).toBe('1')
  expect(await waiting?.text()).toContain('"limiter_unavailable"')

  const call = (id: number, text: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'search', arguments: { text } },
      }),
    })
  const asked = await Promise.all(nowhere.map((text, i) => call(i + 1, text)))
  // The tool waits by itself.
  for (const answer of asked) expect(await answer.text()).not.toContain('under way')
})

test('somebody who leaves gives the place back', async () => {
  for (const visitor of visitors.slice(0, 8)) {
    const leaving = new AbortController()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = fetch(`${server.url}/admin/rows?q=nothing`, { headers: { cookie }, signal: leaving.signal })
    const answer = await asked
    expect(answer.status).toBe(200)
    leaving.abort()
  }
  await expect.poll(async () => (await searchFor(visitors[9], 'no such text')).status).toBe(200)
})
