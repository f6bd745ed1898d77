// The site over a small store in the test's own process, and visitors with cookies who fill in its forms as browsers do.
import { systemRandom } from '../../../src/base/crypto.ts'
import { adminRoutes } from '../../../src/admin/routes.ts'
import { NO_SIGN_INS, type SignIns } from '../../../src/admin/visit.ts'
import { named } from '../../../src/app/actor.ts'
import type { App } from '../../../src/app/app.ts'
import type { Drafts } from '../../../src/app/bench/ask-draft.ts'
import { ownHostTest } from '../../../src/config/exposure.ts'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { providersOf } from '../../../src/app/providers/provider.ts'
import { createPasswords } from '../../../src/app/people/password.ts'
import { submitProposal } from '../../../src/app/writes/write-single.ts'
import type { Clock } from '../../../src/base/time.ts'
import type { User } from '../../../src/domain/people.ts'
import { ROLES, type Role } from '../../../src/domain/vocabulary.ts'
import { type GameStore, gameStore, idOf, type Texts } from '../../support/game-store.ts'
import { QUICK_PASSWORDS, granted } from '../../support/app-world.ts'
import { withoutIdsTwice } from '../../support/ids-twice.ts'
import { type FormPart, multipart } from '../../support/site-client.ts'

export const PASSWORD = 'correct horse battery'
export const ORIGIN = 'http://127.0.0.1:8787'
export const CONFIG = {
  host: '127.0.0.1',
  tls: { cert: null },
  trustedProxy: [],
  publicNames: [],
  game: null as string | null,
}

export const TEXTS: Texts = {
  [idOf(1)]: 'A blizzard is swirling here.',
  [idOf(2)]: 'Press {0} to open the gate of %s',
  [idOf(3)]: 'The <Agility|780|#C|15> of the hero',
  [idOf(4)]: '12345',
  [idOf(5)]: 'First line\nsecond line',
  [idOf(6)]: 'Nobody knows the way',
}

export const UPLOAD_HEADERS = {
  'content-type': 'multipart/form-data; boundary=windrow-test-boundary',
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** Where a redirect leads; null when it is none. */
  readonly location: string | null
}

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]

export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #fetch: (request: Request) => Response | Promise<Response>
  /** The last page's form token. */
  token = ''

  constructor(fetch: (request: Request) => Response | Promise<Response>) {
    this.#fetch = fetch
  }

  async send(
    method: string,
    path: string,
    body: string | Buffer<ArrayBuffer> | null,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = { host: new URL(ORIGIN).host, ...(cookie !== '' && { cookie }), ...headers }
    const response = await this.#fetch(new Request(`${ORIGIN}${path}`, { method, body, headers: all }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = withoutIdsTwice(path, await response.text())
    this.token = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? this.token
    return {
      status: response.status,
      headers: response.headers,
      body: text,
      location: response.headers.get('location'),
    }
  }

  /** A page as it came, packed or not. */
  async bytes(path: string, headers: Readonly<Record<string, string>>) {
    const response = await this.#fetch(
      new Request(`${ORIGIN}${path}`, { headers: { host: new URL(ORIGIN).host, ...headers } }),
    )
    return { headers: Object.fromEntries(response.headers), bytes: Buffer.from(await response.arrayBuffer()) }
  }

  get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    this.send('GET', path, null, headers)

  /** Posts a form with the token of the last page; `csrf: ''` among the fields sends none. */
  post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
    const form = new URLSearchParams({ csrf: this.token })
    for (const [name, value] of pairs as [string, string][]) {
      if (name === 'csrf') form.set(name, value)
      else form.append(name, value)
    }
    const type = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: ORIGIN,
    }
    return this.send('POST', path, form.toString(), { ...type, ...headers })
  }

  /** Sends a form with files; its token is the first part. */
  upload = (path: string, parts: readonly FormPart[]): Promise<Answer> =>
    this.sendParts(path, [{ name: 'csrf', content: this.token }, ...parts])

  /** A form with files as it is given. */
  sendParts(path: string, parts: readonly FormPart[], headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', path, Buffer.from(multipart(parts)), { ...UPLOAD_HEADERS, ...headers })
  }

  /** The page of a run, when it is over. */
  async ended(path: string | null): Promise<string> {
    for (let i = 0; i < 300; i++) {
      const { body, headers } = await this.get(path ?? '')
      if (!headers.has('refresh')) return body
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${path} did not come to its end`)
  }

  async signIn(name: string, password = PASSWORD): Promise<Answer> {
    await this.get('/admin/sign-in')
    const answer = await this.post('/admin/sign-in', { name, password })
    if (answer.status === 303) await this.get('/admin/profile')
    return answer
  }
}

/** One digest for all: making it is what takes time. */
const digest = createPasswords(systemRandom, QUICK_PASSWORDS).hash(PASSWORD)

/** With GitHub configured: without a provider their addresses are not there. Nothing is asked of it. */
export const gitHubOf = (app: App): SignIns => {
  const signIn = { discord: null, github: 'id', openid: null, openidIssuer: null, joining: 'invited' } as const
  return { ...NO_SIGN_INS, providers: providersOf(app, signIn, { GITHUB_CLIENT_SECRET: 'secret' }) }
}

export interface SiteWorld {
  readonly game: GameStore
  readonly app: App
  /** One person of every role, named as the role. */
  readonly people: Readonly<Record<Role, User>>
  visitor(): Visitor
  /** Somebody of the role, signed in. */
  as(role: Role): Promise<Visitor>
  /** Proposes a text for the row of this number, as a bot that may have the checks waived does; gives the proposal's number. */
  readonly propose: (by: Role, number: number, text: string, isWaived?: boolean) => Promise<number>
  close(): Promise<void>
}

/** `clientAddress`: where visitors come from. */
export async function siteWorld(
  config: typeof CONFIG | object = CONFIG,
  clientAddress = '',
  draftsOf: (app: App) => Drafts | null = () => null,
  signInsOf: (app: App) => SignIns = () => NO_SIGN_INS,
  clock?: Clock,
): Promise<SiteWorld> {
  const game = gameStore(clock)
  const { app } = game
  await game.importFiles({ main: game.jsonl('main.jsonl', TEXTS) })
  const password = granted(await digest)
  const people = {} as Record<Role, User>
  for (const role of ROLES) {
    const added = await addUser(app, null, { name: role, role, password })
    if (!added.ok) throw new Error(added.refusal.code)
    people[role] = added.value
  }
  const all = { ...CONFIG, ...config }
  const own = { ...all, isOwnHost: ownHostTest(all), isPublic: all.trustedProxy.length > 0 }
  const site = adminRoutes(app, own, draftsOf(app), signInsOf(app))
  const visitor = (): Visitor => new Visitor((request) => site.fetch(request, { clientAddress }))
  return {
    game,
    app,
    people,
    visitor,
    async as(role) {
      const one = visitor()
      const answer = await one.signIn(role)
      if (answer.status !== 303) throw new Error(`signing in as ${role} ended with ${answer.status}`)
      return one
    },
    async propose(by, number, text, isWaived = false) {
      const submitted = await submitProposal(app, named(people[by]), {
        rowId: idOf(number),
        text,
        sourceHash: game.row(idOf(number)).sourceHash,
        waivers: { glossary: isWaived, validation: isWaived },
        waitMsMax: 5_000,
        takes: () => true,
      })
      return granted(submitted).proposal?.id ?? 0
    },
    close: () => game.close(),
  }
}
