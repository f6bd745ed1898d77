// The recorded history of client calls: what was asked, and what is known of the answer. Every text is written once in the
// whole run, so what the store holds afterwards can be matched with who asked for it.
import { sha256Hex } from '../../src/base/bytes.ts'
import type { Dice } from '../../test/support/dice.ts'
import { idOf } from '../../test/support/game-files.ts'
import { linearize, type Timed } from './linear.ts'
import { rowCount, sourceOf, type World } from './world.ts'

interface SentItem {
  readonly row: number
  readonly text: string
  readonly layer: 'machine' | 'manual'
  readonly mode: 'direct' | 'proposal'
}

export interface Call {
  readonly id: number
  readonly secret: string
  readonly idempotencyKey: string
  readonly items: readonly SentItem[]
  readonly body: string
  /** Null: no whole answer arrived; it may have been executed or not. */
  answer: { readonly status: number; readonly body: string } | null
  /** Good answers that were no replay. */
  executions: number
  /** When it was sent first, and when its first good answer came (infinite: not yet). */
  sentMs: number
  doneMs: number
}

/** What happened to one row: a text written, or both texts read. */
export interface RowEvent extends Timed {
  readonly row: number
  readonly what: { readonly wrote: 'manual' | 'machine'; readonly text: string } | { readonly read: Texts }
}

interface Texts {
  readonly manual: string | null
  readonly machine: string | null
}

/**
 * Sentences about rows whose events no order explains (linear.ts). It finds a read of what was replaced before, a write that was
 * acknowledged and is gone, one that came back because it was done twice, and a batch that was acknowledged and is there in part.
 */
export function rowFaults(events: readonly RowEvent[]): string[] {
  const step = (texts: Texts, { what }: RowEvent): Texts | null => {
    if ('wrote' in what) return { ...texts, [what.wrote]: what.text }
    return texts.manual === what.read.manual && texts.machine === what.read.machine ? texts : null
  }
  const nameOf = ({ manual, machine }: Texts): string => `${manual}\n${machine}`
  return [...Map.groupBy(events, ({ row }) => row)].flatMap(([row, own]) => {
    const [found] = linearize({ manual: null, machine: null }, own, step, nameOf)
    const next = own.find((event) => event.end !== Number.POSITIVE_INFINITY && !found?.order.includes(event))
    return found?.isWhole === true
      ? []
      : [`row ${row}: no order explains what was written and read; in doubt is ${JSON.stringify(next)}`]
  })
}

export class History {
  readonly calls: Call[] = []
  readonly #reads: RowEvent[] = []
  replays = 0
  readonly faults: string[] = []

  /** Makes up a call that nobody made before. `version` is the version of the game that its author has seen. */
  newCall(world: World, dice: Dice, version: number): Call {
    const id = this.calls.length
    const person = dice.pick(world.people)
    const isAdmin = person.role === 'admin'
    const items = Array.from({ length: 1 + dice.below(6) }, (_, i): SentItem => {
      const layer = isAdmin && dice.chance(0.6) ? 'machine' : 'manual'
      const mode = isAdmin && dice.chance(0.7) ? 'direct' : 'proposal'
      return { row: 1 + dice.below(rowCount), text: `Zeile {0} op${id}.${i}.`, layer, mode }
    })
    const body = JSON.stringify({
      items: items.map(({ row, text, layer, mode }) => ({
        row_id: idOf(row),
        source_hash: sha256Hex(sourceOf(row, version)),
        text,
        layer,
        ...(layer === 'machine' ? { overwrite: true, provider: 'faults', model: 'm-1' } : { mode }),
      })),
    })
    const secret = dice.pick(person.secrets)
    const call = {
      id,
      secret,
      idempotencyKey: `op-${id}`,
      items,
      body,
      answer: null,
      executions: 0,
      sentMs: Number.POSITIVE_INFINITY,
      doneMs: Number.POSITIVE_INFINITY,
    }
    this.calls.push(call)
    return call
  }

  /** All that is known of rows; an item of a call without an answer may have been written or not. */
  rowEvents(): RowEvent[] {
    const writes = this.calls.flatMap((call) => {
      const done = call.answer?.status === 200 ? itemsOf(call.answer.body) : null
      if (call.answer !== null && done === null) return []
      return call.items.flatMap(({ row, layer, mode, text }, i): RowEvent[] => {
        const isWritten = done === null ? layer === 'machine' || mode === 'direct' : done[i]?.status === 'written'
        return isWritten ? [{ row, what: { wrote: layer, text }, call: call.sentMs, end: call.doneMs }] : []
      })
    })
    return [...writes, ...this.#reads]
  }

  /** Reads a row and notes what it had, if an answer comes. */
  async read(url: string, secret: string, row: number): Promise<void> {
    const call = performance.now()
    const answer = await ask(`${url}/api/v1/rows/${idOf(row)}?fields=layers`, secret)
    if (answer?.status !== 200) return
    const { manual, machine } = (
      JSON.parse(answer.body) as { data: { row: { layers: Record<string, { text: string } | null> } } }
    ).data.row.layers
    const read = { manual: manual?.text ?? null, machine: machine?.text ?? null }
    this.#reads.push({ row, what: { read }, call, end: performance.now() })
  }

  acknowledged(): Call[] {
    return this.calls.filter(({ answer }) => answer?.status === 200)
  }
}

/** What came of each item of a batch that was answered with 200. */
export const itemsOf = (body: string): readonly { readonly status: string }[] =>
  (JSON.parse(body) as { data: { items: { status: string }[] } }).data.items

const answerMsMax = 60_000

interface Answer {
  readonly status: number
  readonly body: string
  readonly isReplayed: boolean
}

/** Asks a server that may die meanwhile; null when no whole answer came. */
export async function ask(
  url: string,
  secret: string,
  more: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Answer | null> {
  try {
    const headers = { ...more.headers, 'X-API-Key': secret }
    const response = await fetch(url, { ...more, headers, signal: AbortSignal.timeout(answerMsMax) })
    const isReplayed = response.headers.get('Idempotent-Replayed') === 'true'
    return { status: response.status, body: await response.text(), isReplayed }
  } catch {
    return null
  }
}

export function post(url: string, call: Pick<Call, 'secret' | 'idempotencyKey' | 'body'>): Promise<Answer | null> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': call.idempotencyKey }
  return ask(`${url}/api/v1/translations`, call.secret, { method: 'POST', headers, body: call.body })
}

/** Sends a call and writes down what came of it. A whole answer, once known, has to be the same for ever. */
export async function record(history: History, url: string, call: Call): Promise<Answer | null> {
  call.sentMs = Math.min(call.sentMs, performance.now())
  const sent = await post(url, call)
  if (sent === null) return null
  if (sent.status === 200) call.doneMs = Math.min(call.doneMs, performance.now())
  if (sent.status >= 500 && sent.status !== 503) history.faults.push(`op ${call.id}: ${sent.status} ${sent.body}`)
  if (sent.status === 200 && !sent.isReplayed && ++call.executions > 1)
    history.faults.push(`op ${call.id}: executed twice`)
  if (call.answer?.status === 200) {
    history.replays++
    if (sent.status !== 200 || sent.body !== call.answer.body) {
      history.faults.push(
        `op ${call.id}: its replay differs: ${sent.status} ${sent.body.slice(0, 300)} after ${call.answer.body.slice(0, 300)}`,
      )
    }
    return sent
  }
  call.answer = { status: sent.status, body: sent.body }
  return sent
}

/** Calls whose fate is open, or that were refused for a time: what a careful client sends again. */
export const unsettled = (history: History): Call[] =>
  history.calls.filter(({ answer }) => answer === null || answer.status === 409 || answer.status === 503)
