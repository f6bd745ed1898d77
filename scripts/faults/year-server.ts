// The servers of a simulated year: the whole of windrow in this process, asked by its `fetch`, on a real LMDB in memory.
//
// What a kill is here: at a chosen moment the data folder is copied, the answers of the old server from then on count for nothing, and the
// next server opens the copy. The moments are those at which no thread of the engine writes: inside a transaction, before and behind each
// of its changes, and between a commit and what the product does of it. So the copy is what a kill of the process leaves, to the byte; a
// kill in the middle of the engine's own writing is tried with SIGKILL (kills.ts), and the loss of power, which leaves other bytes,
// elsewhere.
import type { App } from '../../src/app/app.ts'
import { buildServer } from '../../src/server.ts'
import { openApp } from '../../test/support/app-world.ts'
import { plainConfig } from '../../test/support/plain-config.ts'
import type { Machine } from './machine.ts'

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes
  readonly body: any
  readonly isReplayed: boolean
}

export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly secret: string
  readonly body?: unknown
  readonly idempotencyKey?: string
}

export class SimulatedServer {
  readonly app: App
  readonly #machine: Machine
  readonly #fetch: ReturnType<typeof buildServer>['fetch']

  /** `onMoment` is called whenever the process could be killed. */
  constructor(machine: Machine, folder: string, onMoment: () => void) {
    this.#machine = machine
    this.app = openApp(folder, machine.clock, machine.random)
    const { main } = this.app.store
    const begin = main.childTransaction.bind(main)
    let round: object | null = null
    main.childTransaction = (async (change: () => unknown) => {
      // Changes that are asked for together share a transaction; all others have one after the other.
      round ??= {}
      queueMicrotask(() => (round = null))
      await machine.turnOf(round)
      machine.threads++
      try {
        return await begin(() => {
          onMoment()
          const done = change()
          onMoment()
          return done
        })
      } finally {
        if (--machine.threads === 0) onMoment()
      }
    }) as typeof main.childTransaction
    this.#fetch = buildServer(this.app, plainConfig()).fetch
  }

  async ask({ method, path, secret, body, idempotencyKey }: Ask): Promise<Answer> {
    const headers = {
      'X-API-Key': secret,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    }
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await this.#fetch(new Request(`http://localhost${path}`, sent))
    const text = await response.text()
    const isReplayed = response.headers.get('Idempotent-Replayed') === 'true'
    return { status: response.status, body: JSON.parse(text), isReplayed }
  }

  close(): Promise<void> {
    return this.#machine.whileClosing(() => this.app.store.close())
  }
}
