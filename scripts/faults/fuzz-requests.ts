// Every route of every face, asked in this process: the requests that hold for each route, written as bytes that can be changed.
import { writeFileSync } from 'node:fs'
import { maxHeaderSize, METHODS } from 'node:http'
import { dirname, join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { legacyDepthMax } from '../../src/api-legacy/routes.ts'
import { createKey } from '../../src/app/people/manage-keys.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { present } from '../../src/base/assert.ts'
import { bodyBytesMax, bodyDepthMax, bodyPartsMax } from '../../src/domain/limits.ts'
import { formFieldsMax } from '../../src/http/form-body.ts'
import { granted } from '../../test/support/app-world.ts'
import { ORIGIN, Visitor } from '../../test/unit/admin/site-world.ts'
import { equalRowsWorld } from '../../test/unit/app/equal-rows-world.ts'
import { samplesOfApis } from '../../test/unit/app/samples-of-apis.ts'
import { samplesOfSite } from '../../test/unit/app/samples-of-site.ts'

/** Lies beside the store; no answer may have it. */
const CANARY = 'canary-3f9c1d0e'
const KEY = 'X-API-Key'
const LEGACY = '/api/translations-api.php'
const SKIPPED = new Set(['host', 'cookie', 'idempotency-key', KEY.toLowerCase()])

type Keys = Readonly<Record<'agent' | 'bot', string>>

async function makeKeys(app: App, userName: string): Promise<Keys> {
  granted(await addUser(app, null, { name: userName, role: 'super_admin', password: null }))
  const make = async (kind: 'agent' | 'bot', requestsPerMinute: number | null): Promise<string> => {
    const key = { userName, kind, name: '', grants: [], denies: [], requestsPerMinute, secret: null }
    return granted(await createKey(app, null, key)).secret
  }
  return { agent: await make('agent', 1_000_000), bot: await make('bot', null) }
}

export async function openRequests() {
  let heard: Request[] | null = null
  // A copy that nobody reads would keep the server from dropping a body that is too large.
  const world = await equalRowsWorld((request) => void heard?.push(request.clone()))
  const visitor = new Visitor(world.fetch)
  let sent = 0
  const signIn = async (): Promise<void> => {
    const { status } = await visitor.signIn('owner')
    if (status !== 303) throw new Error(`the owner cannot sign in: ${status}`)
    await visitor.get('/admin/settings')
  }
  const samples: Request[] = (heard = [])
  for (const [, ...asks] of Object.values({ ...samplesOfApis(world), ...samplesOfSite(world) }))
    for (const ask of asks) await ask(0)
  heard = null
  const seeds = await Promise.all(samples.map(bytesOf))
  // Requests take keys away, and lower what a key may do in a minute.
  let [keys, people] = [await makeKeys(world.app, 'fuzz 0'), 1]
  const renewKeys = async (): Promise<void> => {
    const statuses = ['agent GET /api/v1/me', `bot POST ${LEGACY}\n\n{}`].map(
      async (text) => (await world.fetch(present(requestOf(Buffer.from(text), keys, visitor, ++sent), text))).status,
    )
    if ((await Promise.all(statuses)).join() !== '200,400') keys = await makeKeys(world.app, `fuzz ${people++}`)
  }
  await signIn()
  writeFileSync(join(dirname(world.app.store.folder), 'canary.txt'), CANARY)
  const answerTo = async (request: Request) => {
    const response = await world.fetch(request)
    const [status, text] = [response.status, await response.text()]
    return { status, text, what: `${request.method} ${request.url}: ${status} ${text.slice(0, 300)}` }
  }
  /** Rejects if the answer is none that windrow may give. */
  const ask = async (bytes: Buffer): Promise<void> => {
    const request = requestOf(bytes, keys, visitor, ++sent)
    if (request === null) return
    const { status, text, what } = await answerTo(request)
    if (status >= 500 && status !== 503) throw new Error(what)
    if (text.includes(CANARY)) throw new Error(`a file beside the store is served: ${what}`)
    if (sent % 50 !== 0) return
    if ((await visitor.get('/admin/settings')).status !== 200) await signIn()
    await renewKeys()
  }
  /** Sends every route a body just beyond each bound, and gives a sentence for each that was not refused for it. */
  const exceed = async (): Promise<string[]> => {
    const problems: string[] = []
    const routes = new Map(seeds.map((seed) => [seed.toString('latin1').split('\n', 1)[0], seed.toString('latin1')]))
    for (const seed of routes.values()) {
      // Reads no form but one with files, within bounds of its own.
      if (seed.startsWith('site POST /admin/imports\n')) continue
      const [, head = '', type = '', body = ''] = /^(.*?content-type: (?:\w+\/)?([\w-]+).*?\n\n)(.+)$/s.exec(seed) ?? []
      for (const [bound, beyond, words] of BEYOND[head.startsWith('bot') ? 'legacy' : type] ?? []) {
        const request = requestOf(Buffer.from(`${head}${beyond(body)}`, 'latin1'), keys, visitor, ++sent)
        const { status, text, what } = await answerTo(present(request, 'a request that can be sent'))
        if (status < 400 || status >= 500 || !words.test(text)) problems.push(`beyond the bound of ${bound}: ${what}`)
      }
    }
    return problems
  }
  return { seeds, ask, exceed, close: world.close }
}

type Beyond = readonly [bound: string, beyond: (body: string) => string, refusal: RegExp]

/** By the type of a body: what makes it larger than its bound, and what the refusal says of it. */
const BEYOND: Readonly<Record<string, readonly Beyond[]>> = {
  json: beyondJson(bodyDepthMax),
  legacy: beyondJson(legacyDepthMax),
  'x-www-form-urlencoded': [
    ['bytes', (body) => `${body}&z=${'z'.repeat(bodyBytesMax)}`, /larger than \d+ KiB|too large or too slow/],
    ['fields', (body) => `${body}${'&z'.repeat(formFieldsMax)}`, /too large or too slow/],
  ],
}

function beyondJson(depthMax: number): readonly Beyond[] {
  const withMember = (value: string) => (body: string) =>
    body.replace('{', body === '{}' ? `{"z":${value}` : `{"z":${value},`)
  return [
    ['bytes', (body) => body + ' '.repeat(bodyBytesMax + 1 - body.length), /larger than 16 MiB/],
    ['parts', withMember(`[0${',0'.repeat(bodyPartsMax)}]`), /strings, commas and brackets/],
    ['depth', withMember('['.repeat(depthMax) + ']'.repeat(depthMax)), /nested (deeper than )?\d+/],
  ]
}

/** Who asks, with what, and the body; a token stands for that of any session. */
async function bytesOf(request: Request): Promise<Buffer> {
  const { method, url, headers } = request
  const ofKey = url.endsWith(LEGACY) ? 'bot' : 'agent'
  const who = headers.has(KEY) ? ofKey : headers.has('cookie') ? 'site' : '-'
  const heads = [...headers].filter(([name]) => !SKIPPED.has(name)).map((pair) => pair.join(': '))
  const body = (await request.text()).replace(/(?<=(?:^|&)csrf=)[^&]+/, 'TOKEN')
  return Buffer.from(`${who} ${method} ${url.slice(ORIGIN.length)}\n${heads.join('\n')}\n\n${body}`)
}

/** Null: no client can send this; other methods, and a longer head, are refused before windrow sees them. */
function requestOf(bytes: Buffer, keys: Keys, visitor: Visitor, nth: number): Request | null {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\n\n')
  const [first = '', ...heads] = text.slice(0, end === -1 ? undefined : end).split('\n')
  const [who = '', method = '', path = ''] = first.split(' ')
  if (!METHODS.includes(method) || (end === -1 ? text.length : end) > maxHeaderSize) return null
  const body = end === -1 ? '' : text.slice(end + 2).replace('TOKEN', visitor.token)
  try {
    const headers = new Headers(heads.map((line) => line.split(/: (.*)/s, 2) as [string, string]))
    headers.set('host', new URL(ORIGIN).host)
    headers.set('Idempotency-Key', `fuzz ${nth}`)
    if (who === 'agent' || who === 'bot') headers.set(KEY, keys[who])
    if (who === 'site') headers.set('cookie', [...visitor.cookies].map((pair) => pair.join('=')).join('; '))
    const hasBody = method !== 'GET' && method !== 'HEAD' && body !== ''
    return new Request(`${ORIGIN}${path}`, { method, headers, body: hasBody ? Buffer.from(body, 'latin1') : null })
  } catch {
    return null
  }
}
