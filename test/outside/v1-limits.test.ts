// The rate limit (docs/api-v1.md#limits; docs/api-v1.md#rate-limit-and-headers).
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '../support/program.ts'
import { send } from '../support/v1-client.ts'
import { v1World } from '../support/v1-world.ts'

const KEYS = {
  three: { user: 'Tom', rate: 3 },
  five: { user: 'Tom', rate: 5 },
  alone: { user: 'Olha', rate: 2 },
  shared: { user: 'Iryna', rate: 10 },
  own: { user: 'Uma', rate: 777 },
  user: { user: 'Uma', rate: 'role' },
  translator: { user: 'Taras', role: 'translator', rate: 'role' },
  moderator: { user: 'Mira', role: 'moderator', rate: 'role' },
  admin: { user: 'Ada', role: 'admin', rate: 'role' },
  superAdmin: { user: 'Sofia', role: 'super_admin', rate: 'role' },
} as const

const world = await v1World(KEYS)
afterAll(() => world.close())

/** So that the window does not end in the middle of a test. */
const untilMinuteIsYoung = async (): Promise<void> => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50))
}

describe('requests a minute', () => {
  test('are counted per person over all keys and compared with the ceiling of the key used', async () => {
    await untilMinuteIsYoung()
    const me = async (key: string): Promise<[number, string, string]> => {
      const { status, headers } = await world.ask({ path: '/me', key })
      return [status, String(headers['x-ratelimit-limit']), String(headers['x-ratelimit-remaining'])]
    }
    expect(await me(world.keys.three)).toEqual([200, '3', '2'])
    expect(await me(world.keys.five)).toEqual([200, '5', '3'])
    expect(await me(world.keys.three)).toEqual([200, '3', '0'])
    expect(await me(world.keys.three)).toEqual([429, '3', '0'])
    expect(await me(world.keys.five), 'a refused request does not count').toEqual([200, '5', '1'])
    expect(await me(world.keys.five)).toEqual([200, '5', '0'])
    expect(await me(world.keys.five)).toEqual([429, '5', '0'])
  })

  test('an overrun is 429 rate_limited with Retry-After, whatever the request would have been', async () => {
    await untilMinuteIsYoung()
    await world.ask({ path: '/rows?limit=0', key: world.keys.alone })
    await world.ask({ path: '/rows/00000000000000ff', key: world.keys.alone })
    for (const path of ['/me', '/rows', '/rows?limit=0', '/taxonomy']) {
      const answer = await world.ask({ path, key: world.keys.alone })
      expect([answer.status, answer.json.error]).toEqual([429, 'rate_limited'])
      expect(answer.json.details).toEqual({ agent_action: 'wait', retriable: true })
      const seconds = Number(answer.headers['retry-after'])
      expect(Number.isInteger(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    expect((await world.ask({ path: '/unknown', key: world.keys.alone })).status).toBe(404)
  })

  test.each<[keyof typeof KEYS, number]>([
    ['user', 30],
    ['translator', 60],
    ['moderator', 60],
    ['admin', 120],
    ['superAdmin', 120],
    ['own', 777],
  ])('the ceiling of %s is %i', async (name, ceiling) => {
    const { json, headers } = await world.ask({ path: '/me', key: world.keys[name] })
    expect([json.data.limits, headers['x-ratelimit-limit']]).toEqual([
      { requests_per_minute: ceiling },
      String(ceiling),
    ])
  })

  test('are counted together by all servers on one store', async () => {
    const second = await serve(['--data', world.data])
    onTestFinished(async () => void (await second.stop()))
    await untilMinuteIsYoung()
    const left = async (port: number): Promise<number> => {
      const { headers } = await send(port, { path: '/api/v1/me', key: world.keys.shared })
      return Number(headers['x-ratelimit-remaining'])
    }
    expect([await left(second.port), await left(world.server.port), await left(second.port)]).toEqual([9, 8, 7])
  })
})
