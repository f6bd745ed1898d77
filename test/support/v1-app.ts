// API v1 inside the test's own process, over a temporary store and a clock that stands still until it is moved: for what
// can't be seen from outside (a day that ends, a disk that fails) and for properties.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { createKey } from '../../src/app/people/manage-keys.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { v1Routes } from '../../src/api-v1/routes.ts'
import { v2Routes } from '../../src/api-v2/routes.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import type { User } from '../../src/domain/people.ts'
import type { Ability, Role } from '../../src/domain/vocabulary.ts'
import { granted, openAppWorld } from './app-world.ts'
import { importSlots } from './import-slots.ts'
import { jsonOf, type Json } from './v1-client.ts'

export interface V1Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

export interface Line {
  readonly id: string
  readonly text: string
  readonly deleted?: true
}

export interface V1App {
  readonly app: App
  readonly clock: { ms: number }
  /** Makes a person with one key; gives its secret. */
  person(
    name: string,
    role: Role,
    adjustments?: { grants?: readonly Ability[]; denies?: readonly Ability[]; rate?: number | null },
  ): Promise<{ user: User; secret: string }>
  importFiles(main: readonly Line[], diff?: readonly Line[] | null, reference?: readonly Line[]): Promise<void>
  get(path: string, secret: string): Promise<V1Answer>
  /** Asks API v2, below its base path. */
  v2(method: string, path: string, secret: string, body?: unknown, headers?: Record<string, string>): Promise<V1Answer>
  post(path: string, secret: string, body: unknown, idempotencyKey?: string): Promise<V1Answer>
  close(): Promise<void>
}

export function openV1App(): V1App {
  const world = openAppWorld()
  const { app, folder } = world
  const v1 = v1Routes(app)
  const v2 = v2Routes(app)
  const ask = async (path: string, init: RequestInit): Promise<V1Answer> =>
    await answerOf(await v1.fetch(new Request(`http://localhost/api/v1${path}`, init), {}))
  const answerOf = async (response: Response): Promise<V1Answer> => {
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
  }
  const file = (name: string, lines: readonly Line[]): { path: string } => {
    const path = join(folder, `${name}.jsonl`)
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return { path }
  }
  return {
    app,
    clock: world.clock,
    async person(name, role, { grants = [], denies = [], rate = 1_000_000 } = {}) {
      const user = granted(await addUser(app, null, { name, role, password: null }))
      const secret = `wdr_${sha256Hex(name).slice(0, 60)}`
      const kind = 'agent' as const
      const request = { userName: name, kind, name: '', grants, denies, requestsPerMinute: rate, secret }
      granted(await createKey(app, null, request))
      return { user, secret }
    },
    async importFiles(main, diff = null, reference) {
      await importSlots(app, {
        main: file('main', main),
        diff: diff === null ? null : diff.length === 0 ? 'empty' : file('diff', diff),
        reference: reference === undefined ? null : file('reference', reference),
      })
    },
    get: (path, secret) => ask(path, { headers: { 'X-API-Key': secret } }),
    post: (path, secret, body, idempotencyKey) =>
      ask(path, {
        method: 'POST',
        headers: {
          'X-API-Key': secret,
          'Content-Type': 'application/json',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify(body),
      }),
    v2: async (method, path, secret, body, headers = {}) => {
      const init = {
        method,
        headers: {
          'X-API-Key': secret,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }
      return await answerOf(await v2(new Request(`http://localhost/api/v2${path}`, init), {}))
    },
    close: () => world.close(),
  }
}
