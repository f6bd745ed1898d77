// The log of events over kills: a reader outside of the server that continues after the last number it has. Afterwards the log is
// compared with what it got and with the answers of the clients: every batch has exactly its events.
import { setTimeout as wait } from 'node:timers/promises'
import { viaBatch } from '../../src/domain/revision.ts'
import { eventJson } from '../../src/app/events/read-events.ts'
import { eventsAfter, imports } from '../../src/store/records.ts'
import type { Store } from '../../src/store/store.ts'
import { ask, type Call, type History, itemsOf } from './history.ts'

interface EventSeen {
  readonly id: number
  readonly kind: string
  readonly at: string
  readonly actor: { readonly id: number } | null
  readonly facts: Readonly<Record<string, string | number | null>>
}

/** Names differ by who asks: the log has the id. */
const asText = ({ id, kind, at, actor, facts }: EventSeen): string =>
  JSON.stringify([id, kind, at, actor?.id ?? null, facts])

const pauseMs = 20

export class EventWatch {
  /** Each event as it was read. */
  readonly #seen: string[] = []
  readonly faults: string[] = []
  readonly #secret: string
  constructor(secret: string) {
    this.#secret = secret
  }

  /** How many the reader has, and the number of the last of them. */
  get events(): number {
    return this.#seen.length
  }

  /** Reads until the server is gone. */
  async readOn(url: string, life: { readonly isOver: boolean }): Promise<void> {
    while (!life.isOver && this.faults.length === 0) {
      await this.#readPage(url).catch(() => null)
      await wait(pauseMs)
    }
  }

  /** The number of the last event; null: no page came. */
  async #readPage(url: string): Promise<number | null> {
    const answer = await ask(`${url}/api/v2/events?after=${this.events}&limit=100`, this.#secret)
    if (answer === null) throw new Error('the log of events got no whole answer')
    const { status, body } = answer
    if (status === 503) return null
    if (status !== 200) {
      this.faults.push(`reader: ${status} ${body.slice(0, 300)}`)
      return null
    }
    const { data, meta } = JSON.parse(body) as { data: { events: readonly EventSeen[] }; meta: { last: number } }
    for (const event of data.events) {
      if (event.id !== this.events + 1) this.faults.push(`reader: event ${event.id} came after event ${this.events}`)
      this.#seen.push(asText(event))
    }
    return meta.last
  }

  /** Reads until it has all. */
  async catchUp(url: string): Promise<void> {
    for (let last: number | null = null; last !== this.events && this.faults.length === 0; )
      last = await this.#readPage(url)
  }

  /** Sentences about what the log has too much, too little or otherwise. */
  faultsOf(store: Store, history: History): string[] {
    const log = eventsAfter(store.main, 0, Number.MAX_SAFE_INTEGER).map((event) => eventJson(event, () => null))
    const expected = new Map<string, number>()
    const add = (what: string, count: number): void => {
      expected.set(what, (expected.get(what) ?? 0) + count)
    }
    for (const call of history.calls) for (const what of eventsOf(call)) add(what, 1)
    for (const { id } of imports(store.main)) add(`rows.imported ${id}`, 1)
    for (const { kind, facts } of log) {
      if (kind === 'rows.imported') add(`rows.imported ${facts['import_id']}`, -1)
      if (facts['count'] !== undefined) add(`${facts['via']} ${kind} ${facts['layer'] ?? '-'} of ${facts['count']}`, -1)
    }
    return [
      ...this.faults,
      ...log.flatMap((event, i) => (event.id === i + 1 ? [] : [`event ${event.id} is in place of ${i + 1}`])),
      ...log.flatMap((event, i) =>
        this.#seen[i] === asText(event as EventSeen) ? [] : [`event ${event.id} was not read as it is`],
      ),
      ...(this.events === log.length ? [] : [`${this.events} events were read, the log has ${log.length}`]),
      ...[...expected].flatMap(([what, count]) =>
        count === 0 ? [] : [`${Math.abs(count)} ${count > 0 ? 'missing' : 'too many'}: event ${what}`],
      ),
    ]
  }
}

/** The events of a batch that was executed: one for each kind of work and layer. */
function eventsOf({ answer, items, idempotencyKey }: Call): string[] {
  if (answer?.status !== 200) return []
  const done = itemsOf(answer.body).flatMap(({ status }, i) => {
    if (status === 'written') return [`texts.written ${items[i]?.layer}`]
    return status === 'proposed' ? ['proposals.made -'] : []
  })
  const via = viaBatch(idempotencyKey)
  return [...Map.groupBy(done, (what) => what)].map(([what, { length }]) => `${via} ${what} of ${length}`)
}
