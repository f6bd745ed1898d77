// Thirty people at work: what each does, as requests of an open loop. The times at which they are due are given beforehand, and nobody
// who is due waits for an answer of somebody else; only the own saved text comes before the own next step.
import { randomUUID } from 'node:crypto'
import { diceOf } from '../../test/support/dice.ts'
import { SiteClient } from '../../test/support/site-client.ts'
import { pause } from './processes.ts'
import { ask, bodyOf, type Item, pagePath, windrowCursor } from './requests.ts'

export const password = 'only for measuring'
export const personName = (number: number): string => `person${number}`

/** Throws where the answer is not what it should be. */
export type Do = () => Promise<unknown>

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const plain = (markup: string): string => markup.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)

/** Somebody on the workbench. */
export class Translator {
  readonly #site: SiteClient
  #page = ''
  /** The own requests follow one another. */
  #before: Promise<unknown> = Promise.resolve()

  private constructor(site: SiteClient) {
    this.#site = site
  }

  /** Signs in, and goes to a row of the list. */
  static async signIn(port: number, name: string, rowId: string): Promise<Translator> {
    const site = new SiteClient({ url: `http://127.0.0.1:${port}` })
    const translator = new Translator(await site.signIn(name, password))
    await translator.#open(`/admin/bench?job=untranslated&row=${rowId}`)
    return translator
  }

  /** Goes on to the next row. */
  skip: Do = () =>
    this.#inTurn(async () => {
      const next = /<a class="button" rel="next" href="([^"]+)"/.exec(this.#page)?.[1]
      await this.#open(plain(next ?? '/admin/bench?job=untranslated'))
    })

  /** Saves a text, which leads to the next row. A text that the gate does not take is no fault: another row is in front of one again. */
  save: Do = () =>
    this.#inTurn(async () => {
      const { status, headers } = await this.#site.post('/admin/bench/save', { ...this.#form(), how: 'proposal' })
      if (status >= 500) throw new Error(`answered ${status}`)
      await this.#open(status === 303 ? (headers.location ?? '') : '/admin/bench?job=untranslated')
    })

  /** The check while somebody types. */
  check: Do = async () => expectPage(await this.#site.post('/admin/bench/check', this.#form()))

  search = async (words: string): Promise<unknown> =>
    expectPage(await this.#site.get(`/admin/rows?q=${encodeURIComponent(words)}`))

  #inTurn(step: Do): Promise<unknown> {
    this.#before = this.#before.then(step, step)
    return this.#before
  }

  async #open(path: string): Promise<void> {
    this.#page = expectPage(await this.#site.get(path))
  }

  /** What the page holds in its form, as a browser would send it, with a text. */
  #form(): Readonly<Record<string, string>> {
    const desk = /<form[^>]* id="desk"[^]*?<\/form>/.exec(this.#page)?.[0] ?? ''
    const fields = desk.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
    const hidden = Array.from(fields, ([, name = '', value = '']) => [name, plain(value)] as const)
    const source = /data-fill="([^"]*)" data-key="copy"/.exec(this.#page)?.[1] ?? ''
    return { ...Object.fromEntries(hidden.filter(([name]) => name !== 'csrf')), text: `Ї ${plain(source)}` }
  }
}

function expectPage({ status, text }: { readonly status: number; readonly text: string }): string {
  if (status !== 200) throw new Error(`answered ${status}`)
  return text
}

interface Claimed {
  readonly data: { readonly claim: { readonly id: string }; readonly rows: readonly unknown[] }
}

/** Takes fifty rows; gives what gives them back. */
export async function claim(port: number): Promise<() => Promise<unknown>> {
  const { data } = JSON.parse(await ask(port, '/api/v2/claims', { limit: 50 })) as Claimed
  if (data.rows.length !== 50) throw new Error(`a claim of 50 has ${data.rows.length} rows`)
  return () => ask(port, `/api/v2/claims/${data.claim.id}`, undefined, { method: 'DELETE' })
}

/** So many of each are due in a second; 57 together. */
const PER_SECOND: Readonly<Record<string, number>> = {
  page: 20,
  claim: 4,
  batch: 4,
  validate: 3,
  step: 8,
  save: 4,
  check: 13.5,
  search: 0.5,
}

const WORDS = ['sword', 'the river', 'moon gate', 'letter', 'nobodyhasthisword']

interface World {
  readonly port: number
  readonly rows: number
  /** Ids of rows all over the list, where people begin, each at one. */
  readonly beginnings: readonly string[]
  /** The texts of the next batch. */
  readonly nextItems: () => readonly Item[]
}

/** Signs everybody in; gives what is done for each kind. */
export async function gather({ port, rows, beginnings, nextItems }: World): Promise<Readonly<Record<string, Do>>> {
  const people: Translator[] = []
  for (const [i, rowId] of beginnings.entries()) people.push(await Translator.signIn(port, personName(i), rowId))
  const dice = diceOf(29)
  const someone = (): Translator => dice.pick(people)
  return {
    page: () => ask(port, pagePath(windrowCursor, { limit: 50, after: dice.below(rows) })),
    claim: async () => void (await claim(port))().catch(() => {}),
    batch: () => ask(port, '/api/v1/translations', { items: nextItems() }, { key: randomUUID() }),
    validate: () => ask(port, '/api/v1/translations/validate', bodyOf(nextItems())),
    step: () => someone().skip(),
    save: () => someone().save(),
    check: () => someone().check(),
    search: () => someone().search(dice.pick(WORDS)),
  }
}

export interface Done {
  readonly kind: string
  /** From when it was due to the end of its answer. */
  readonly ms: number
  /** Null: it was answered as it should be. */
  readonly fault: string | null
}

/** Lets everybody work until the signal, and until the last of those who were due is answered. */
export async function work(kinds: Readonly<Record<string, Do>>, until: AbortSignal): Promise<readonly Done[]> {
  const underWay: Promise<Done>[] = []
  const dice = diceOf(31)
  const begin = async (kind: string): Promise<Done> => {
    const dueMs = performance.now()
    const fault = await (kinds[kind] as Do)().then(
      () => null,
      (error: unknown) => String(error),
    )
    return { kind, fault, ms: performance.now() - dueMs }
  }
  const loop = async ([kind, perSecond]: readonly [string, number]): Promise<void> => {
    // Not all kinds at once, and none in step with another.
    for (let dueMs = performance.now() + dice.below(1000 / perSecond); !until.aborted; ) {
      await pause(Math.max(0, dueMs - performance.now()))
      underWay.push(begin(kind))
      dueMs += (500 + dice.below(1_000)) / perSecond
    }
  }
  await Promise.all(Object.entries(PER_SECOND).map(loop))
  return await Promise.all(underWay)
}
