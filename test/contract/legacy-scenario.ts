// Scenarios of the legacy API, as tables: what is there before, what is sent, and all that must come back. A step is a request
// with its answer, or something done to the world between requests. Refusals have one shape, held here once for all of them.
import { expect, onTestFinished, test } from 'vitest'
import type { Result } from '../../src/base/result.ts'
import { type Answer, type LegacyWorld, openWorld, type Person } from './legacy-world.ts'
import { granted } from '../support/app-world.ts'

export interface Request {
  /** The body of a POST: an object as JSON, a text as it stands. */
  readonly post?: unknown
  /** In place of it: anything that can be sent. */
  readonly send?: RequestInit
  /** Whose key; null: none. */
  readonly as?: Person | null
  readonly status: number
  /** All of the body. */
  readonly body?: unknown
  /** Some of the body. */
  readonly like?: object
  /** What the sentence of a refusal says. */
  readonly says?: string
  readonly headers?: Readonly<Record<string, string | null>>
}

export type Step = Request | ((world: LegacyWorld) => unknown)
export type Scenario = readonly Step[]
export type Scenarios = Readonly<Record<string, Scenario>>

/** Nothing of API v1's envelope, and no key, may be in any refusal. */
const FORBIDDEN = ['"hint"', '"details"', '"agent_action"', '"retriable"', '"data"', '"meta"', 'wdr_']

/** Makes a test of each scenario, in a world of its own; `before` comes first in each. */
export function scenarios(table: Scenarios, before: readonly Step[] = []): void {
  test.each(Object.keys(table))('%s', async (name) => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    for (const step of [...before, ...(table[name] ?? [])]) await take(world, step)
  })
}

export async function take(world: LegacyWorld, step: Step): Promise<void> {
  if (typeof step !== 'function') return holdTo(step, await answerTo(world, step))
  const done: unknown = await step(world)
  if (typeof done === 'object' && done !== null && Object.hasOwn(done, 'ok')) granted(done as Result<unknown, unknown>)
}

const answerTo = (world: LegacyWorld, { post, send, as = 'Olena' }: Request): Promise<Answer> =>
  send === undefined ? world.post(post, as) : world.send(send, as)

function holdTo({ status, body, like, says, headers = {} }: Request, answer: Answer): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: body ?? expect.anything() })
  if (like !== undefined) expect(answer.body).toMatchObject(like)
  for (const [name, value] of Object.entries(headers)) expect([name, answer.headers.get(name)]).toEqual([name, value])
  if (status < 400) return
  expect(answer.body).toMatchObject({ success: false, error: expect.any(String) })
  const more = { 422: ['errors', 'warnings'], 429: ['limit_type', 'limit', 'resets_at'] }[status] ?? []
  expect(Object.keys(answer.body)).toEqual(['success', 'error', ...more])
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  for (const word of FORBIDDEN) expect(answer.text).not.toContain(word)
  if (says !== undefined) expect(answer.body['error']).toContain(says)
}

/** One scenario for each of the things. */
export const each = <T>(
  things: readonly T[],
  entryOf: (thing: T) => readonly [name: string, scenario: Scenario],
): Scenarios => Object.fromEntries(things.map(entryOf))
