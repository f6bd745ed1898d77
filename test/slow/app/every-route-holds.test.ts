// How long any request of any face holds the event loop at a time, over a game of which 30,000 rows have the very same source.
// Every route of every table is asked (test/support/every-route.ts): one without a sample fails here.
import { afterAll, expect, test } from 'vitest'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { everyRoute } from '../../support/every-route.ts'
import { heldBy, holdMsMax } from '../../support/loop-hold.ts'
import { type Answer, equalRowsWorld } from '../../unit/app/equal-rows-world.ts'
import { samplesOfApis } from '../../unit/app/samples-of-apis.ts'
import { samplesOfSite } from '../../unit/app/samples-of-site.ts'

// A check of 30,000 rows at each write would be most of what is measured.
inspectWrites(null)

const world = await equalRowsWorld()
const samples = { ...samplesOfApis(world), ...samplesOfSite(world) }
afterAll(() => world.close())

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
  expect(Object.keys(samples).toSorted(), 'test/unit/app/samples-of-site.ts and samples-of-apis.ts').toEqual(
    routes.toSorted(),
  )
})

test('no request holds the loop for as long as 50 ms, whatever many rows share', async () => {
  const bound = holdMsMax()
  const unasked: string[] = []
  const tooLong: string[] = []
  for (const [route, [status, ...asks]] of Object.entries(samples)) {
    // One try is enough where it reads; what writes is asked as often as later samples expect.
    const enough = route.startsWith('GET ') ? bound : 0
    for (const [number, ask] of asks.entries()) {
      const { longestMs, answers } = await heldBy(3, ask, enough)
      const wrong = answers.find((answer) => !isAsked(answer, status))
      if (wrong !== undefined) unasked.push(`${route} ${number}: ${wrong.status} ${saidIn(wrong)}`)
      if (longestMs > bound) tooLong.push(`${route} ${number}: ${longestMs} ms of ${bound}`)
    }
  }
  expect(unasked).toEqual([])
  expect(tooLong).toEqual([])
})
