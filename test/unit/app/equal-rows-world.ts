// A game of which 30,000 rows have the very same source, and a server that answers for it inside of the test's own process: what
// asks it, by face. Each request is made anew for the nth time, so that it costs the same again.
import type { App } from '../../../src/app/app.ts'
import { isCaughtUp } from '../../../src/app/caught-up.ts'
import { createPasswords } from '../../../src/app/people/password.ts'
import { createKey } from '../../../src/app/people/manage-keys.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { systemRandom } from '../../../src/base/crypto.ts'
import { LAYERS } from '../../../src/domain/vocabulary.ts'
import { buildServer } from '../../../src/server.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { appendRevision, readHeads } from '../../../src/store/rows/heads.ts'
import { readRow } from '../../../src/store/rows/read-rows.ts'
import { granted, QUICK_PASSWORDS } from '../../support/app-world.ts'
import { draftOf, idOf } from '../../support/game-store.ts'
import { plainConfig } from '../../support/plain-config.ts'
import { openV1App } from '../../support/v1-app.ts'
import { ORIGIN, PASSWORD, Visitor } from '../admin/site-world.ts'

const SOURCE = 'The old gate is closed.'
export const SOURCE_HASH = sha256Hex(SOURCE)
export const equalRows = 30_000
/** Of the equal rows, the first have a manual text, then both, then a machine text, and the last none. */
export const [manualTo, bothTo, machineTo] = [5_000, 10_000, 20_000]
/** So many of the last rows have a proposal, numbered from 1 on. */
export const proposals = 400

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Asks something of the same cost for the nth time, from 0. */
export type Ask = (nth: number) => Promise<Answer>

export type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]
type Of<T> = T | ((nth: number) => T)

function valueOf<T>(of: Of<T>, nth: number): T {
  return typeof of === 'function' ? (of as (nth: number) => T)(nth) : of
}

export interface EqualRowsWorld {
  readonly app: App
  readonly fetch: (request: Request) => Promise<Response>
  /** A request with an agent's key; a POST has an idempotency key of its own. */
  readonly api: (method: string, path: string, body?: Of<unknown>) => Ask
  readonly legacy: (body: Of<unknown>) => Ask
  readonly mcp: (method: string, params?: Of<object>) => Ask
  readonly tool: (name: string, args?: Of<object>) => Ask
  /** A page, for a super admin. */
  readonly get: (path: string) => Ask
  readonly post: (path: Of<string>, fields?: Of<Fields>) => Ask
  /** The same, for somebody who has just signed in for it. */
  readonly postAsLeaver: (path: string) => Ask
  /** Without a key. */
  readonly bare: (method: string, path: string) => Ask
  readonly close: () => Promise<void>
}

const json = { 'Content-Type': 'application/json' }

/** `heard`: is given each request before it is sent. */
export async function equalRowsWorld(heard?: (request: Request) => void): Promise<EqualRowsWorld> {
  const world = openV1App()
  const { app } = world
  const server = buildServer(app, plainConfig())
  const fetch = async (request: Request): Promise<Response> => {
    heard?.(request)
    return await server.fetch(request)
  }
  const equal = Array.from({ length: equalRows }, (_, i) => ({ id: idOf(i + 1), text: SOURCE }))
  const others = Array.from({ length: 300 }, (_, i) => ({ id: idOf(equalRows + i + 1), text: `Gate ${i} is %s now` }))
  await world.importFiles([...equal, ...others])
  await changeSettings(app)
  await fillRows(app)
  const { secret } = await world.person('agent', 'super_admin')
  const botKey = await addPeople(app)
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer> => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await fetch(new Request(`${ORIGIN}${path}`, init))
    return { status: response.status, text: await response.text() }
  }
  const visitorOf = async (name: string): Promise<Visitor> => {
    const visitor = new Visitor(fetch)
    const { status } = await visitor.signIn(name)
    if (status !== 303) throw new Error(`${name} cannot sign in: ${status}`)
    return visitor
  }
  const owner = await visitorOf('owner')
  let sent = 0
  const made: EqualRowsWorld = {
    app,
    fetch,
    api: (method, path, body) => (nth) =>
      send(method, path, { ...json, 'X-API-Key': secret, 'Idempotency-Key': `n ${++sent}` }, valueOf(body, nth)),
    legacy: (body) => (nth) =>
      send('POST', '/api/translations-api.php', { ...json, 'X-API-Key': botKey }, valueOf(body, nth)),
    mcp:
      (method, params = {}) =>
      async (nth) => {
        const headers = { ...json, Accept: 'application/json, text/event-stream', 'X-API-Key': secret }
        const body = { jsonrpc: '2.0', id: 1, method, params: valueOf(params, nth) }
        const { status, text } = await send('POST', '/mcp', headers, body)
        return { status, text: /^data: (.*)$/m.exec(text)?.[1] ?? text }
      },
    tool: (name, args = {}) => made.mcp('tools/call', (nth: number) => ({ name, arguments: valueOf(args, nth) })),
    get: (path) => async () => {
      const { status, body } = await owner.get(path)
      return { status, text: body }
    },
    post:
      (path, fields = {}) =>
      async (nth) => {
        const { status, body } = await owner.post(valueOf(path, nth), valueOf(fields, nth))
        return { status, text: body }
      },
    postAsLeaver: (path) => async () => {
      const { status, body } = await (await visitorOf('leaver')).post(path)
      return { status, text: body }
    },
    bare: (method, path) => () => send(method, path, {}),
    close: () => world.close(),
  }
  await propose(made)
  await isCaughtUp(app)
  return made
}

/** What a person may do in a minute or a day is no matter here. */
async function changeSettings(app: App): Promise<void> {
  const untilDone = { signal: new AbortController().signal, onProgress: () => {} }
  for (const name of ['site_reads_per_minute', 'site_writes_per_minute', 'daily_row_quota_admin'] as const)
    await changeSetting(app, null, name, '1000000', untilDone)
  for (const name of ['public_progress', 'player_words'] as const)
    await changeSetting(app, null, name, 'true', untilDone)
  const term = { source: 'old gate', forms: [], caseSensitive: false, doNotTranslate: false, note: 'of the town' }
  await changeGlossary(app, null, { entries: [term], how: 'replace', origin: 'a test' })
}

async function fillRows({ store }: App): Promise<void> {
  await writeOrThrow(store, (txn) => {
    for (let ordinal = 1; ordinal <= machineTo; ordinal++) {
      const row = readRow(txn.db, store.files, ordinal)
      if (row === null) throw new Error(`no row ${ordinal}`)
      const layers = LAYERS.filter((layer) => (layer === 'manual' ? ordinal <= bothTo : ordinal > manualTo))
      for (const layer of layers) {
        const revision = { ...draftOf(row, layer), text: `Брама ${ordinal % 500}` }
        appendRevision(txn, row, readHeads(txn.db, ordinal), layer, revision, false)
      }
    }
  })
}

/** Gives the bot key of the first. */
async function addPeople(app: App): Promise<string> {
  const password = granted(await createPasswords(systemRandom, QUICK_PASSWORDS).hash(PASSWORD))
  for (const name of ['owner', 'leaver']) await addUser(app, null, { name, role: 'super_admin', password })
  const secret = `wdr_${sha256Hex('bot').slice(0, 60)}`
  const bot = { userName: 'owner', kind: 'bot', name: '', grants: [], denies: [], requestsPerMinute: null } as const
  granted(await createKey(app, null, { ...bot, secret }))
  return secret
}

async function propose({ api }: EqualRowsWorld): Promise<void> {
  const item = (number: number) => ({ row_id: idOf(number), text: 'Стара брама зачинена.', source_hash: SOURCE_HASH })
  const first = equalRows - proposals + 1
  const ask = api('POST', '/api/v1/translations', (nth: number) => ({
    items: Array.from({ length: 50 }, (_, at) => item(first + nth * 50 + at)),
  }))
  for (let nth = 0; nth < proposals / 50; nth++) {
    const { status, text } = await ask(nth)
    if (status !== 200) throw new Error(text)
  }
}
