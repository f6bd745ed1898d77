// The log of events as a stream (docs/api-v2.md#events): with several processes, over a break, with a key that is revoked, and at the end
// of the server.
import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { type ProgramWorld, programWorld } from '../support/program-world.ts'

const secret = `wdr_${'5'.repeat(60)}`
const sourceOf = (row: number): string => `Gate number ${row}`
const idOf = (row: number): string => row.toString(16).padStart(16, '0')

let world: ProgramWorld
afterEach(() => world.close())

async function makeWorld(): Promise<void> {
  world = programWorld()
  const rows = Array.from({ length: 20 }, (_, row) => `${JSON.stringify({ id: idOf(row), text: sourceOf(row) })}\n`)
  await world.done(['import', '--main', world.file('main.jsonl', rows.join(''))])
  await world.done(['user', 'add', 'Ada', '--role', 'admin'])
  await world.done(['key', 'create', '--user', 'Ada', '--requests-per-minute', '6000', '--secret-stdin'], `${secret}\n`)
}

const headers = { 'X-API-Key': secret, Accept: 'text/event-stream' }

class Listener {
  readonly events: { readonly id: number; readonly kind: string }[] = []
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ''

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader()
  }

  /** Reads until `isDone`, or the end; true: it ended. */
  async readUntil(isDone: (kinds: readonly string[]) => boolean): Promise<boolean> {
    while (!isDone(this.events.map(({ kind }) => kind))) {
      const { done, value } = await this.#reader.read()
      if (done) return true
      this.#text += Buffer.from(value).toString()
      const blocks = this.#text.split('\n\n')
      this.#text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id, kind, data = ''] = /^id: (\d+)\nevent: (.+)\ndata: (.+)$/.exec(block) ?? []
        if (id === undefined) continue
        expect(JSON.parse(data)).toMatchObject({ id: Number(id), kind })
        this.events.push({ id: Number(id), kind: String(kind) })
      }
    }
    return false
  }

  leave = (): Promise<void> => this.#reader.cancel()
}

async function listen(url: string, query: string, more: Readonly<Record<string, string>> = {}): Promise<Listener> {
  const response = await fetch(`${url}/api/v2/events${query}`, { headers: { ...headers, ...more } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  if (response.body === null) throw new Error('no stream')
  return new Listener(response.body)
}

async function write(url: string, row: number): Promise<void> {
  const source_hash = createHash('sha256').update(sourceOf(row)).digest('hex')
  const items = [
    { row_id: idOf(row), source_hash, layer: 'machine', text: `Брама номер ${row}`, provider: 'p', model: 'm' },
  ]
  const response = await fetch(`${url}/api/v1/translations`, {
    method: 'POST',
    headers: { 'X-API-Key': secret, 'Content-Type': 'application/json', 'Idempotency-Key': `row-${row}` },
    body: JSON.stringify({ items }),
  })
  expect(await response.json()).toMatchObject({ meta: { written: 1 } })
}

it('tells every listener all of it in order, whichever process wrote, also after a break', async () => {
  await makeWorld()
  const { url } = await world.serve(['--workers', '2'])
  const listeners = [await listen(url, '?after=2'), await listen(url, ''), await listen(url, '?kind=settings.changed')]
  for (let row = 0; row < 10; row++) await write(url, row)
  await world.done(['setting', 'set', 'public_progress', 'true'])
  const isSet = (kinds: readonly string[]): boolean => kinds.includes('settings.changed')
  for (const listener of listeners) expect(await listener.readUntil(isSet)).toBe(false)
  const texts = Array.from({ length: 10 }, () => 'texts.written')
  const [some, all, kind] = listeners.map(({ events }) => events.map((each) => each.kind))
  expect(some).toEqual([...texts, 'settings.changed'])
  expect(all).toEqual(['rows.imported', 'people.added', ...texts, 'settings.changed'])
  expect(kind).toEqual(['settings.changed'])
  expect(listeners[1]?.events.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1))
  await Promise.all(listeners.map((listener) => listener.leave()))
  for (let row = 10; row < 15; row++) await write(url, row)
  const again = await listen(url, '?after=2', { 'Last-Event-ID': '13' })
  await again.readUntil((kinds) => kinds.length === 5)
  expect(again.events.map(({ id }) => id)).toEqual([14, 15, 16, 17, 18])
  await again.leave()
})

it('ends for a key that is revoked, and for all when the server stops', async () => {
  await makeWorld()
  await world.done(['key', 'create', '--user', 'Ada', '--secret-stdin'], `wdr_${'6'.repeat(60)}\n`)
  const server = await world.serve()
  const revoked = await listen(server.url, '')
  const other = await listen(server.url, '', { 'X-API-Key': `wdr_${'6'.repeat(60)}` })
  await other.readUntil((kinds) => kinds.length === 2)
  await world.done(['key', 'revoke', '1'])
  expect(await revoked.readUntil(() => false)).toBe(true)
  const isEnded = other.readUntil(() => false)
  expect(await server.stop()).toBe(0)
  expect(await isEnded).toBe(true)
})

it('keeps the number of streams of a key bounded', async () => {
  await makeWorld()
  const { url } = await world.serve()
  const open = await Promise.all(Array.from({ length: 4 }, () => listen(url, '')))
  const fifth = await fetch(`${url}/api/v2/events`, { headers })
  expect([fifth.status, await fifth.json()]).toMatchObject([429, { error: 'rate_limited', details: { max: 4 } }])
  expect((await fetch(`${url}/api/v2/events`, { headers: { 'X-API-Key': secret } })).status).toBe(200)
  await open[0]?.leave()
  await expect
    .poll(async () => {
      const next = await fetch(`${url}/api/v2/events`, { headers })
      await next.body?.cancel()
      return next.status
    })
    .toBe(200)
})
