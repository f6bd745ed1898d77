// How long the worst bodies hold the event loop, in processor time of this thread: each shape and size, sent to every address that
// takes a body, by strangers, by strangers with a made-up cookie of a device, and by each role.
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPasswords } from '../../../src/app/people/password.ts'
import { createKey } from '../../../src/app/people/manage-keys.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { systemRandom } from '../../../src/base/crypto.ts'
import { ROLES } from '../../../src/domain/vocabulary.ts'
import { buildServer } from '../../../src/server.ts'
import { granted, QUICK_PASSWORDS } from '../../support/app-world.ts'
import { everyRoute } from '../../support/every-route.ts'
import { idOf } from '../../support/game-store.ts'
import { heldBy, holdMsMax } from '../../support/loop-hold.ts'
import { plainConfig } from '../../support/plain-config.ts'
import { openV1App } from '../../support/v1-app.ts'
import { type WorstBody, worstBodies } from '../../support/worst-bodies.ts'
import { ORIGIN, PASSWORD, Visitor } from '../../unit/admin/site-world.ts'

const mebibyte = 1024 * 1024
const pieceBytes = 256 * 1024
/** Readers of forms have bounds of 16 and 512 KiB, 1, 4 and 8 MiB, those of JSON one of 16 MiB, of which this leaves a busy machine some. */
const [small, middle, large] = [64 * 1024, mebibyte, 12 * mebibyte]

interface Who {
  readonly name: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

let fetch: (request: Request) => Promise<Response>
const strangers: Who[] = []
const people: Who[] = []

const world = openV1App()
await world.importFiles([{ id: idOf(1), text: 'The old gate is closed.' }])
const server = buildServer(world.app, plainConfig())
fetch = async (request) => await server.fetch(request)
const password = granted(await createPasswords(systemRandom, QUICK_PASSWORDS).hash(PASSWORD))
for (const name of ['site_reads_per_minute', 'site_writes_per_minute'] as const)
  await changeSetting(world.app, null, name, '1000000', {
    signal: new AbortController().signal,
    onProgress: () => {},
  })
const visitorAs = async (name: string | null): Promise<Who> => {
  const visitor = new Visitor(fetch)
  await visitor.get('/admin/sign-in')
  if (name !== null && (await visitor.signIn(name)).status !== 303) throw new Error(`${name} cannot sign in`)
  const cookie = [...visitor.cookies].map((each) => each.join('=')).join('; ')
  return { name: name ?? 'nobody', token: visitor.token, headers: { Cookie: cookie } }
}
const nobody = await visitorAs(null)
const device = `; windrow_device=1.${'A'.repeat(22)}.${'B'.repeat(43)}`
strangers.push(nobody, {
  ...nobody,
  name: 'a made-up device',
  headers: { Cookie: nobody.headers['Cookie'] + device },
})
for (const role of ROLES) {
  granted(await addUser(world.app, null, { name: role, role, password }))
  const secret = `wdr_${sha256Hex(role).slice(0, 60)}`
  const key = { userName: role, name: '', grants: [], denies: [], requestsPerMinute: 1_000_000, secret } as const
  const made = await createKey(world.app, null, { ...key, kind: 'bot' })
  granted(made.ok ? made : await createKey(world.app, null, { ...key, kind: 'agent' }))
  const agent = made.ok ? `wdr_${sha256Hex(`${role} agent`).slice(0, 60)}` : secret
  if (made.ok) granted(await createKey(world.app, null, { ...key, kind: 'agent', secret: agent }))
  const { token, headers } = await visitorAs(role)
  people.push({ name: role, token, headers: { ...headers, 'X-API-Key': agent } })
  if (made.ok) people.push({ name: `the bot of ${role}`, token, headers: { 'X-API-Key': secret } })
}
const routes = await everyRoute(world.app, async () => ({}))
const posts = routes.flatMap((route) => /^(?:POST|ALL|PUT|PATCH) (\/\S*[^*])$/.exec(route)?.[1] ?? [])
const addresses = [...new Set([...posts, '/mcp'])].map((path) => path.replace(':row', idOf(1)).replace(/:\w+/g, '1'))
afterAll(() => world.close())

/** Its body comes in pieces, as from a socket, with a round of the loop between them. */
function asked(path: string, { type, bytes }: WorstBody, { headers }: Who): Request {
  const accept = 'application/json, text/event-stream'
  const all = { ...headers, Origin: ORIGIN, Accept: accept, 'Content-Type': type, 'Idempotency-Key': 'worst' }
  let at = 0
  const pull = async (to: ReadableStreamDefaultController): Promise<void> => {
    await nextRound()
    to.enqueue(bytes.subarray(at, (at += pieceBytes)))
    if (at >= bytes.length) to.close()
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  return new Request(`${ORIGIN}${path}`, { method: 'POST', headers: all, body, duplex: 'half' } as RequestInit)
}

async function tooLong(paths: readonly string[], who: readonly Who[], of: readonly number[]): Promise<string[]> {
  const boundMs = holdMsMax()
  const found: string[] = []
  for (const one of who)
    for (const size of of)
      for (const body of worstBodies(size, one.token))
        for (const path of paths) {
          const { longestMs, answers } = await heldBy(
            4,
            async () => {
              const response = await fetch(asked(path, body, one))
              await response.arrayBuffer()
              return response.status
            },
            boundMs,
          )
          const [status = 0] = answers
          if (longestMs > boundMs || (status >= 500 && status !== 503))
            found.push(`${path}, ${one.name}, ${body.type} of ${body.what}: ${status}, ${longestMs} ms of ${boundMs}`)
        }
  return found
}

test('no body of any size, from anybody, holds the loop at one address of each reader', async () => {
  const readers = [
    '/admin/sign-in',
    '/admin/filters',
    '/admin/settings',
    `/admin/rows/${idOf(1)}/misfits`,
    '/admin/glossary/import',
    '/admin/imports',
    '/api/v1/translations',
    '/api/v2/claims',
    '/api/translations-api.php',
    '/mcp',
  ]
  expect(addresses).toEqual(expect.arrayContaining(readers))
  const isTranslator = ({ name }: Who): boolean => name.includes('translator')
  const all = [...strangers, ...people]
  expect(await tooLong(readers, all, [middle])).toEqual([])
  expect(await tooLong(readers, [...strangers, ...people.filter(isTranslator)], [small, large])).toEqual([])
})

test('no body holds the loop at any address', async () => {
  expect(addresses.length).toBeGreaterThan(80)
  const owner = people.filter(({ name }) => name === 'super_admin')
  expect(await tooLong(addresses, [...strangers.slice(1), ...owner], [middle])).toEqual([])
})
