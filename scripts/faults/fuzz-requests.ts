// Every route of every face, asked in this process: the requests that hold for each route, written as bytes that can be changed.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ORIGIN, Visitor } from '../../test/unit/admin/site-world.ts'
import { equalRowsWorld } from '../../test/unit/app/equal-rows-world.ts'
import { samplesOfApis } from '../../test/unit/app/samples-of-apis.ts'
import { samplesOfSite } from '../../test/unit/app/samples-of-site.ts'

/** Lies beside the store; no answer may have it. */
const CANARY = 'canary-3f9c1d0e'
const KEY = 'X-API-Key'
const SKIPPED = new Set(['host', 'cookie', 'idempotency-key', KEY.toLowerCase()])

interface Requests {
  readonly seeds: readonly Buffer[]
  /** Rejects if the answer is none that windrow may give. */
  readonly ask: (bytes: Buffer) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openRequests(): Promise<Requests> {
  let heard: Request[] = []
  const world = await equalRowsWorld((request) => void heard.push(request))
  const visitor = new Visitor(world.fetch)
  const signIn = async (): Promise<void> => {
    const { status } = await visitor.signIn('owner')
    if (status !== 303) throw new Error(`the owner cannot sign in: ${status}`)
    await visitor.get('/admin/settings')
  }
  heard = []
  for (const [, ...asks] of Object.values({ ...samplesOfApis(world), ...samplesOfSite(world) }))
    for (const ask of asks) await ask(0)
  const keys = [...new Set(heard.flatMap(({ headers }) => headers.get(KEY) ?? []))]
  const seeds = await Promise.all(heard.map((request) => bytesOf(request, keys)))
  await signIn()
  writeFileSync(join(dirname(world.app.store.folder), 'canary.txt'), CANARY)
  let sent = 0
  const ask = async (bytes: Buffer): Promise<void> => {
    heard = []
    const request = requestOf(bytes, keys, visitor, ++sent)
    if (request === null) return
    const response = await world.fetch(request)
    const text = await response.text()
    const what = `${request.method} ${request.url}: ${response.status} ${text.slice(0, 300)}`
    if (response.status >= 500 && response.status !== 503) throw new Error(what)
    if (text.includes(CANARY)) throw new Error(`a file beside the store is served: ${what}`)
    if (sent % 50 === 0 && (await visitor.get('/admin/settings')).status !== 200) await signIn()
  }
  return { seeds, ask, close: world.close }
}

/** Who asks, with what, and the body; a token stands for that of any session. */
async function bytesOf(request: Request, keys: readonly string[]): Promise<Buffer> {
  const { method, url, headers } = request
  const key = headers.get(KEY)
  const who = key !== null ? keys.indexOf(key) : headers.has('cookie') ? 'site' : '-'
  const heads = [...headers].filter(([name]) => !SKIPPED.has(name)).map((pair) => pair.join(': '))
  const body = (await request.text()).replace(/(?<=(?:^|&)csrf=)[^&]+/, 'TOKEN')
  return Buffer.from(`${who} ${method} ${url.slice(ORIGIN.length)}\n${heads.join('\n')}\n\n${body}`)
}

/** Null: no client can send this. */
function requestOf(bytes: Buffer, keys: readonly string[], visitor: Visitor, nth: number): Request | null {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\n\n')
  const [first = '', ...heads] = text.slice(0, end === -1 ? undefined : end).split('\n')
  const [who = '', method = '', path = ''] = first.split(' ')
  const body = end === -1 ? '' : text.slice(end + 2).replace('TOKEN', visitor.token)
  try {
    const headers = new Headers(heads.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
    headers.set('host', new URL(ORIGIN).host)
    headers.set('Idempotency-Key', `fuzz ${nth}`)
    const key = keys[Number(who)]
    if (key !== undefined) headers.set(KEY, key)
    if (who === 'site') headers.set('cookie', [...visitor.cookies].map((pair) => pair.join('=')).join('; '))
    const hasBody = method !== 'GET' && method !== 'HEAD' && body !== ''
    return new Request(`${ORIGIN}${path}`, { method, headers, body: hasBody ? Buffer.from(body, 'latin1') : null })
  } catch {
    return null
  }
}
