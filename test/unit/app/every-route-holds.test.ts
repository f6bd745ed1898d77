// How long any request of any face holds the event loop at a time, over a game of which 30,000 rows have the very same source:
// in processor time of this thread, beside that of plain work in the same run, so that neither a busy nor a slow machine
// changes anything. Every route of every table is asked (test/support/every-route.ts): one without a sample fails here.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { everyRoute } from '../../support/every-route.ts'
import { type Answer, type Ask, type EqualRowsWorld, equalRowsWorld } from './equal-rows-world.ts'
import { type Samples, samplesOfApis } from './samples-of-apis.ts'
import { samplesOfSite } from './samples-of-site.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let world: EqualRowsWorld
let samples: Samples
beforeAll(async () => {
  world = await equalRowsWorld()
  samples = { ...samplesOfApis(world), ...samplesOfSite(world) }
})
afterAll(() => world.close())

/** Processor time of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Hashing so many short texts takes 50 ms of the machine of docs/speed.md, which no request may hold the loop. */
const textsHashed = 200_000

function boundMs(): number {
  const tries = Array.from({ length: 5 }, () => {
    const sinceMs = threadMs()
    for (let i = 0; i < textsHashed; i++) sha256Hex(`The old gate ${i} is closed.`)
    return threadMs() - sinceMs
  })
  return Math.min(...tries)
}

interface Held {
  readonly longestMs: number
  readonly answers: readonly Answer[]
}

/** The longest stretch without a round of the loop: the least of three, for the first is compiled on the way. */
async function heldBy(ask: Ask): Promise<Held> {
  const answers: Answer[] = []
  const stretches: number[] = []
  for (let nth = 0; nth < 3; nth++) {
    let [isOver, last, longest] = [false, threadMs(), 0]
    const look = (): void => {
      const now = threadMs()
      longest = Math.max(longest, now - last)
      last = now
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    answers.push(await ask(nth))
    look()
    isOver = true
    stretches.push(longest)
  }
  return { longestMs: Math.min(...stretches), answers }
}

const isAsked = ({ status, text }: Answer, expected: number): boolean =>
  status === expected && !text.includes('"isError":true')

/** What an answer says, in short. */
const saidIn = ({ text }: Answer): string => /role="alert"[^>]*>([^<]*)/.exec(text)?.[1] ?? text.slice(0, 300)

test('every route has a sample, and every sample a route', async () => {
  const routes = await everyRoute(world.app, async (method) => {
    const { text } = await world.mcp(method)(0)
    return (JSON.parse(text) as { result: Record<string, { name: string }[]> }).result
  })
  expect(routes.length).toBeGreaterThan(100)
  expect(Object.keys(samples).toSorted()).toEqual(routes.toSorted())
})

test('no request holds the loop for as long as 50 ms, whatever many rows share', async () => {
  const bound = boundMs()
  const unasked: string[] = []
  const tooLong: string[] = []
  for (const [route, [status, ...asks]] of Object.entries(samples)) {
    for (const [number, ask] of asks.entries()) {
      const { longestMs, answers } = await heldBy(ask)
      const wrong = answers.find((answer) => !isAsked(answer, status))
      if (wrong !== undefined) unasked.push(`${route} ${number}: ${wrong.status} ${saidIn(wrong)}`)
      if (longestMs > bound) tooLong.push(`${route} ${number}: ${longestMs} ms of ${bound}`)
    }
  }
  expect(unasked).toEqual([])
  expect(tooLong).toEqual([])
})
