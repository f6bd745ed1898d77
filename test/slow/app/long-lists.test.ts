// What a request costs in a store whose lists people, their programs and time have made long: of each route what it reads, how much it
// answers, and how long it holds the loop, beside the same in a store with shorter ones. Lists with a bound are full in both.
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { isCaughtUp } from '../../../src/app/caught-up.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { growLists } from '../../support/long-lists.ts'
import { heldBy, holdMsMax } from '../../support/loop-hold.ts'
import { equalRowsWorld } from '../../unit/app/equal-rows-world.ts'
import { samplesOfApis } from '../../unit/app/samples-of-apis.ts'
import { samplesOfSite } from '../../unit/app/samples-of-site.ts'

// Two stores, and each route of every face twice in both.

// A check of all lists at each write would be most of what is measured.
inspectWrites(null)

const [short, long] = [1_000, 4_000]
/** Less than the difference of one list. */
const [readsSlack, charactersSlack] = [2_000, 10_000]

/** What they show is counted beside them, in slices, and they say so until then: only their hold is compared. */
const countedBeside = /^GET \/admin\/(?:consistency|names|glossary|statistics|game|imports\/:id|undo)\b/
/** Writes read in the queue's own time. */
const readsInTheQueue = /^(?:POST|PUT|DELETE|legacy|tools) /

interface Cost {
  /** Entries of the store. */
  readonly read: number
  readonly characters: number
  readonly ms: number
}

interface Reads {
  count: number
}
/** Work in the background reads for itself. */
const request = new AsyncLocalStorage<Reads>()

function countReads(db: object): void {
  const engine = db as Record<string, (...args: unknown[]) => unknown>
  const add = (): void => {
    const reads = request.getStore()
    if (reads !== undefined) reads.count++
  }
  const get = engine['getBinaryFast'] as (...args: unknown[]) => unknown
  engine['getBinaryFast'] = function (...args) {
    add()
    return get.apply(this, args)
  }
  for (const name of ['getRange', 'getKeys']) {
    const range = engine[name] as (...args: unknown[]) => Iterable<unknown>
    engine[name] = function (...args) {
      const entries = range.apply(this, args)
      const begin = entries[Symbol.iterator].bind(entries)
      entries[Symbol.iterator] = () => {
        const iterator = begin()
        const next = iterator.next.bind(iterator)
        iterator.next = () => {
          add()
          return next()
        }
        return iterator
      }
      return entries
    }
  }
}

async function costsWith(entries: number): Promise<ReadonlyMap<string, Cost>> {
  const world = await equalRowsWorld()
  try {
    await growLists(world.app, entries)
    await isCaughtUp(world.app)
    for (const db of [world.app.store.main, world.app.store.volatile]) countReads(db)
    const costs = new Map<string, Cost>()
    for (const [route, [, ...asks]] of Object.entries({ ...samplesOfApis(world), ...samplesOfSite(world) }))
      for (const [number, ask] of asks.entries()) {
        const reads: Reads[] = []
        const { longestMs, answers } = await heldBy(2, async (nth) => {
          const own = { count: 0 }
          reads.push(own)
          return await request.run(own, () => ask(nth))
        })
        const [read, characters] = [reads.map(({ count }) => count), answers.map(({ text }) => text.length)].map(
          (all) => Math.min(...all),
        ) as [number, number]
        costs.set(`${route} ${number}`, { read, characters, ms: longestMs })
      }
    return costs
  } finally {
    await world.close()
  }
}

test('no request costs more in a store with longer lists', async () => {
  const before = await costsWith(short)
  const after = await costsWith(long)
  const boundMs = holdMsMax()
  const found: string[] = []
  for (const [route, was] of before) {
    const now = after.get(route)
    if (now === undefined) throw new Error(`nobody asked ${route} again`)
    if (now.ms > boundMs) found.push(`${route} holds the loop ${now.ms} ms of ${boundMs}`)
    if (countedBeside.test(route)) continue
    if (!readsInTheQueue.test(route) && now.read > was.read + readsSlack)
      found.push(`${route} reads ${now.read} entries, ${was.read} of shorter lists`)
    if (now.characters > was.characters + charactersSlack)
      found.push(`${route} answers ${now.characters} characters, ${was.characters} of shorter lists`)
  }
  expect(found).toEqual([])
})
