// A small game with people and keys in a temporary store, and the legacy endpoint over it without a socket. Time stands
// still until a test moves it, so bodies can be compared byte for byte. Its game is not that of test/support/v1-world.ts: the
// golden files hold its ids, texts and order.
import { named } from '../../src/app/actor.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { legacyRoutes } from '../../src/api-legacy/routes.ts'
import type { App } from '../../src/app/app.ts'
import { createKey } from '../../src/app/people/manage-keys.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { approveProposal, rejectProposal } from '../../src/app/writes/review-proposal.ts'
import type { ApiKey, User } from '../../src/domain/people.ts'
import { keysOfUser, readUserByName } from '../../src/store/records/people-and-keys.ts'
import type { Slot } from '../../src/store/rows/ordinals.ts'
import { granted, openAppWorld } from '../support/app-world.ts'
import { importSlots } from '../support/import-slots.ts'

export const PATH = '/api/translations-api.php'

/** Rows of the game by what is special about them. */
export const ROWS = {
  plain: '00000000000000a1',
  tokens: '00000000000000a2',
  service: '00000000000000a3',
  inDiff: '00000000000000a4',
  glossary: '00000000000000a5',
  long: '00000000000000a6',
  diffOnly: '00000000000000a7',
} as const

export interface GameLine {
  readonly id: string
  readonly text: string
}

export const GAME: Readonly<Record<'main' | 'diff' | 'reference' | 'reference_diff', readonly GameLine[]>> = {
  main: [
    { id: ROWS.plain, text: 'Welcome home, wanderer.' },
    { id: ROWS.tokens, text: 'You have %d coins in {0}.' },
    { id: ROWS.service, text: '12:34' },
    { id: ROWS.inDiff, text: 'The old gate is closed.' },
    { id: ROWS.glossary, text: 'The Jianghu is wide.' },
    {
      id: ROWS.long,
      text: 'A long time ago, when the mountains were young, nine swords were forged in a single night.',
    },
  ],
  diff: [
    { id: ROWS.inDiff, text: 'The new gate is open.' },
    { id: ROWS.diffOnly, text: 'A fresh wind rises.' },
  ],
  reference: [
    { id: ROWS.plain, text: '欢迎回家。' },
    { id: ROWS.inDiff, text: '旧门已关。' },
  ],
  reference_diff: [{ id: ROWS.inDiff, text: '新门已开。' }],
}

const secretOf = (digit: string): string => `wdr_${digit.repeat(60)}`

/** Secrets by owner. `Taras` is a translator: his key is an agent key. */
export const SECRETS = {
  Olena: secretOf('a'),
  Ihor: secretOf('b'),
  Sofiia: secretOf('c'),
  Taras: secretOf('d'),
  unknown: secretOf('e'),
} as const
export type Person = keyof typeof SECRETS

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON. */
  readonly body: Record<string, unknown>
}

export interface LegacyWorld {
  readonly app: App
  readonly folder: string
  /** The time that every write of this world is given, until a test moves it. */
  readonly clock: { ms: number }
  /** Sends a body (JSON, or text as it is) with a person's key; null: without a key. */
  post(body: unknown, as?: Person | null): Promise<Answer>
  send(init: RequestInit, as?: Person | null): Promise<Answer>
  readonly user: (name: string) => User
  /** Imports a slot anew. */
  importSlots(slots: Partial<Record<Slot, readonly GameLine[] | 'empty'>>): Promise<void>
  approve(id: number, by?: Person): Promise<void>
  reject(id: number, reason: string, by?: Person): Promise<void>
  close(): Promise<void>
}

export const START = Date.UTC(2026, 2, 14, 9, 26, 53, 589)

export async function openWorld(): Promise<LegacyWorld> {
  const opened = openAppWorld(START, { bytes: (count) => Buffer.alloc(count, 7) })
  const { app, folder, clock } = opened
  const { store } = app
  const routes = legacyRoutes(app)
  const user = (name: string): User => {
    const found = readUserByName(store.main, name)
    if (found === undefined) throw new Error(`nobody is named ${name}`)
    return found
  }
  const send = async (init: RequestInit, as: Person | null = 'Olena'): Promise<Answer> => {
    const headers = new Headers(init.headers)
    if (as !== null) headers.set('X-API-Key', SECRETS[as])
    const response = await routes.request(PATH, { ...init, headers })
    const text = await response.text()
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    return { status: response.status, headers: response.headers, text, body }
  }
  const world: LegacyWorld = {
    app,
    folder,
    clock,
    user,
    send,
    post: (body, as) =>
      send(
        { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
        as ?? (as === null ? null : 'Olena'),
      ),
    importSlots: (slots) => importLines(app, folder, slots),
    approve: async (id, by = 'Ihor') => {
      const asItIs = { version: null, confirmSource: true, confirmWaived: true, text: null }
      granted(await approveProposal(app, named(user(by)), { id, ...asItIs }))
    },
    reject: async (id, reason, by = 'Ihor') => {
      granted(await rejectProposal(app, named(user(by)), { id, version: null, reason }))
    },
    close: () => opened.close(),
  }
  await world.importSlots(GAME)
  await addPeople(app)
  return world
}

async function importLines(
  app: App,
  folder: string,
  slots: Partial<Record<Slot, readonly GameLine[] | 'empty'>>,
): Promise<void> {
  const request = (slot: Slot): { path: string } | 'empty' | null => {
    const lines = slots[slot]
    if (lines === undefined || lines === 'empty') return lines ?? null
    const path = join(folder, `${slot}.jsonl`)
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return { path }
  }
  await importSlots(app, {
    main: request('main'),
    diff: request('diff'),
    reference: request('reference'),
    reference_diff: request('reference_diff'),
  })
}

type CreateKey = Parameters<typeof createKey>[2]

/** What a key is asked for with, but for these. */
export const newKey = (request: Pick<CreateKey, 'userName' | 'secret'> & Partial<CreateKey>): CreateKey => ({
  kind: 'bot',
  name: '',
  grants: [],
  denies: [],
  requestsPerMinute: null,
  ...request,
})

/** The one key of a person. */
export function keyOfPerson({ app, user }: LegacyWorld, name: string): ApiKey {
  const key = keysOfUser(app.store.main, user(name).id)[0]
  if (key === undefined) throw new Error(`${name} has no key`)
  return key
}

async function addPeople(app: App): Promise<void> {
  const people = [
    ['Olena', 'moderator', 'bot'],
    ['Ihor', 'admin', 'bot'],
    ['Sofiia', 'super_admin', 'bot'],
    ['Taras', 'translator', 'agent'],
  ] as const
  for (const [name, role, kind] of people) {
    granted(await addUser(app, null, { name, role, password: null }))
    granted(await createKey(app, null, newKey({ userName: name, kind, secret: SECRETS[name] })))
  }
}
