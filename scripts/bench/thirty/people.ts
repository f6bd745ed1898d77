// Thirty people at work: what each does, as requests of an open loop. The times at which they are due are given beforehand, and nobody
// who is due waits for an answer of somebody else; only the own saved text comes before the own next step.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Item } from '../items.ts'
import { createDice, type MakeCursor, pagePath } from '../requests.ts'
import { secret } from '../stores.ts'

/** What one request did. */
export interface Done {
  readonly kind: string
  /** From when it was due to the last byte. */
  readonly ms: number
  /** On the clock of `performance.now()`. */
  readonly dueMs: number
  /** Null: it was answered as it should be. */
  readonly fault: string | null
}

interface Answer {
  readonly status: number
  readonly to: string | undefined
  readonly cookies: readonly string[]
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function send(port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          to: response.headers.location,
          cookies: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? ''),
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const password = 'only for measuring'
export const personName = (number: number): string => `person${number}`

/** Somebody on the workbench. */
export class Translator {
  readonly #port: number
  readonly #cookie: string
  #page = ''
  /** The own requests follow one another. */
  #before: Promise<unknown> = Promise.resolve()

  private constructor(port: number, cookie: string) {
    this.#port = port
    this.#cookie = cookie
  }

  /** Signs in, and goes to a row of the list. */
  static async signIn(port: number, name: string, rowId: string): Promise<Translator> {
    const form = await send(port, '/admin/sign-in')
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
    const body = new URLSearchParams({ csrf, name, password }).toString()
    const { cookies, status } = await send(port, '/admin/sign-in', posted(form.cookies.join('; '), body))
    if (status !== 303) throw new Error(`signing in ended with ${status}`)
    const translator = new Translator(port, cookies.join('; '))
    await translator.#open(`/admin/bench?job=untranslated&row=${rowId}`)
    return translator
  }

  /** Goes on to the next row. */
  skip = (): Promise<string | null> =>
    this.#inTurn(async () => {
      const next = /<a class="button" rel="next" href="([^"]+)"/.exec(this.#page)?.[1]
      return await this.#open(next?.replaceAll('&amp;', '&') ?? '/admin/bench?job=untranslated')
    })

  /** Saves a text, which leads to the next row. */
  save = (): Promise<string | null> =>
    this.#inTurn(async () => {
      const form = this.#form()
      form.set('how', 'proposal')
      form.set('text', `Ї ${this.#source()}`)
      const answer = await this.#post('/admin/bench/save', form)
      if (answer.status === 303 && answer.to !== undefined) return await this.#open(answer.to)
      // A text that the gate does not take is no fault of the server: the same row is in front of one again.
      await this.#open('/admin/bench?job=untranslated')
      return answer.status < 500 ? null : `answered ${answer.status}`
    })

  /** The check while somebody types. */
  async check(): Promise<string | null> {
    const form = this.#form()
    form.set('text', `Ї ${this.#source()}`)
    const { status } = await this.#post('/admin/bench/check', form)
    return status === 200 ? null : `answered ${status}`
  }

  async search(words: string): Promise<string | null> {
    const path = `/admin/rows?q=${encodeURIComponent(words)}`
    const { status } = await send(this.#port, path, { headers: { cookie: this.#cookie } })
    return status === 200 ? null : `answered ${status}`
  }

  #inTurn(step: () => Promise<string | null>): Promise<string | null> {
    const done = this.#before.then(step, step)
    this.#before = done
    return done
  }

  async #open(path: string): Promise<string | null> {
    const { status, text } = await send(this.#port, path, { headers: { cookie: this.#cookie } })
    if (status === 200) this.#page = text
    return status === 200 ? null : `answered ${status}`
  }

  #post(path: string, form: URLSearchParams): Promise<Answer> {
    return send(this.#port, path, posted(this.#cookie, form.toString()))
  }

  /** What the page holds in its form, as a browser would send it. */
  #form(): URLSearchParams {
    const desk = /<form[^>]* id="desk"[^]*?<\/form>/.exec(this.#page)?.[0] ?? ''
    const fields = desk.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
    return new URLSearchParams(
      Array.from(fields, ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
    )
  }

  #source(): string {
    const shown = /data-fill="([^"]*)" data-key="copy"/.exec(this.#page)?.[1] ?? ''
    return shown.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

const posted = (cookie: string, body: string): Sent => ({
  method: 'POST',
  headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) },
  body,
})

/** One of the API, with the key of the run. */
export async function ask(port: number, path: string, body?: unknown, more: Sent = {}): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  const method = more.method ?? (text === undefined ? 'GET' : 'POST')
  const headers = { 'x-api-key': secret, ...type, ...more.headers }
  return await send(port, path, { method, headers, ...(text !== undefined && { body: text }) })
}

/** Again while the server is busy: one that stays keeps the next from being taken. */
async function giveBack(port: number, id: string | undefined): Promise<void> {
  while ((await ask(port, `/api/v2/claims/${id}`, undefined, { method: 'DELETE' })).status >= 500);
}

const faultOf = ({ status, text }: Answer): string | null =>
  status < 300 ? null : `${status} ${/"(?:error|code)": ?"(\w+)"/.exec(text)?.[1] ?? ''}`.trim()

interface World {
  readonly port: number
  readonly rows: number
  /** The same requests go to windrow and to the reference, but for the cursor of a page. */
  readonly cursor: MakeCursor
  /** Ids of rows all over the list, where people begin, each at one. */
  readonly beginnings: readonly string[]
  /** The texts of the next batch; each is sent once. */
  readonly nextItems: () => readonly Item[]
  /** Something that costs the server next to nothing. */
  readonly icon: string
}

/** So many of each are due in a second; 57 together, and the probe. */
const PER_SECOND: Readonly<Record<string, number>> = {
  page: 20,
  claim: 4,
  batch: 4,
  validate: 3,
  step: 8,
  save: 4,
  check: 13.5,
  search: 0.5,
  probe: 20,
}

/** Without the probe. */
export const duePerSecond = Object.entries(PER_SECOND).reduce(
  (sum, [kind, perSecond]) => (kind === 'probe' ? sum : sum + perSecond),
  0,
)

export type Do = () => Promise<string | null>

/** Signs everybody in; gives what is done for each kind. */
export async function gather(world: World): Promise<Readonly<Record<string, Do>>> {
  const { port, rows, cursor, beginnings, nextItems, icon } = world
  const people: Translator[] = []
  for (const [i, rowId] of beginnings.entries()) people.push(await Translator.signIn(port, personName(i), rowId))
  const dice = createDice(29)
  const someone = (): Translator => people[dice(people.length)] as Translator
  return {
    page: async () => faultOf(await ask(port, pagePath(cursor, { limit: 50, after: dice(rows) }))),
    claim: async () => {
      const answer = await ask(port, '/api/v2/claims', { limit: 50 })
      const id = /"id": ?"?(\w+)/.exec(answer.text)?.[1]
      if (answer.status === 201) void giveBack(port, id).catch(() => {})
      return faultOf(answer)
    },
    batch: async () => {
      const headers = { 'idempotency-key': randomUUID() }
      return faultOf(await ask(port, '/api/v1/translations', { items: nextItems() }, { headers }))
    },
    validate: async () => {
      const asked = nextItems().map(({ row_id, text, layer }) => ({ row_id, text, layer }))
      return faultOf(await ask(port, '/api/v1/translations/validate', { items: asked }))
    },
    step: () => someone().skip(),
    save: () => someone().save(),
    check: () => someone().check(),
    search: () => someone().search(WORDS[dice(WORDS.length)] as string),
    probe: async () => faultOf(await send(port, icon)),
  }
}

const WORDS = ['sword', 'the river', 'moon gate', 'letter', 'nobodyhasthisword']

/** Lets everybody work until the signal; `done` grows. */
export function work(kinds: Readonly<Record<string, Do>>, until: AbortSignal) {
  const done: Done[] = []
  return { done: done as readonly Done[], ended: workInto(done, kinds, until) }
}

async function workInto(done: Done[], kinds: Readonly<Record<string, Do>>, until: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const dice = createDice(31)
  const begin = async (kind: string, dueMs: number): Promise<void> => {
    const fault = await (kinds[kind] as Do)().catch((error: unknown) => String(error))
    done.push({ kind, ms: performance.now() - dueMs, dueMs, fault })
  }
  const loop = async (kind: string, perSecond: number): Promise<void> => {
    // Not all kinds at once, and none in step with another.
    for (
      let dueMs = performance.now() + dice(1000 / perSecond);
      !until.aborted;
      dueMs += gapMs(kind, perSecond, dice)
    ) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      const asked = begin(kind, dueMs)
      underWay.add(asked)
      void asked.finally(() => underWay.delete(asked))
    }
  }
  await Promise.all(Object.entries(PER_SECOND).map(([kind, perSecond]) => loop(kind, perSecond)))
  await Promise.all(underWay)
}

/** The probe is regular; people are not. */
const gapMs = (kind: string, perSecond: number, dice: (below: number) => number): number =>
  kind === 'probe' ? 1000 / perSecond : (0.5 + dice(1_000) / 1_000) * (1000 / perSecond)
