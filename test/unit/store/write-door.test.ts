// The doors to a transaction: what is put together stays together, what is thrown is undone, who gives up does nothing.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../../src/store/file/keyspace.ts'
import { LeaseObserver, takeTurn } from '../../../src/store/volatile/lease.ts'
import { writeLong } from '../../../src/store/door/long-write.ts'
import { getRecord, putRecord } from '../../../src/store/file/record.ts'
import { lastTimeGiven } from '../../../src/store/view.ts'
import { write } from '../../../src/store/write.ts'
import { type AppWorld, openAppWorld } from '../../support/app-world.ts'

let world: AppWorld
beforeEach(() => (world = openAppWorld()))
afterEach(() => world.close())

const key = (name: string): Buffer => keyOf('meta', `test ${name}`)
const read = (name: string): unknown => getRecord(world.app.store.main, key(name))
const long = { isDryRun: false, signal: new AbortController().signal }

test('what a write threw over is undone, and its neighbours in the same commit stand', async () => {
  const { store } = world.app
  const puts = (name: string) =>
    write(store, 5_000, ({ db }) => {
      putRecord(db, key(name), name)
      return name
    })
  const throws = write(store, 5_000, ({ db }) => {
    putRecord(db, key('thrown'), 1)
    throw new Error('no')
  })
  const ended = await Promise.allSettled([puts('before'), throws, puts('after')])
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([read('before'), read('thrown'), read('after')]).toEqual(['before', undefined, 'after'])
})

test('inside a write its own puts are read, also when a long one has drawn breath', async () => {
  const { store } = world.app
  await write(store, 5_000, ({ db }) => {
    putRecord(db, key('a'), 1)
    expect(getRecord(db, key('a'))).toBe(1)
  })
  await writeLong(store, long, async ({ db, breathe }) => {
    putRecord(db, key('a'), 2)
    await breathe()
    expect(getRecord(db, key('a'))).toBe(2)
    putRecord(db, key('b'), 3)
  })
  expect([read('a'), read('b')]).toEqual([2, 3])
})

test('a long write that throws after drawing breath leaves nothing', async () => {
  const { store } = world.app
  const timeMs = lastTimeGiven(store)
  const thrown = writeLong(store, long, async ({ db, breathe }) => {
    putRecord(db, key('a'), 2)
    await breathe()
    putRecord(db, key('b'), 2)
    throw new Error('no')
  })
  await expect(thrown).rejects.toThrow('no')
  expect([read('a'), read('b'), lastTimeGiven(store)]).toEqual([undefined, undefined, timeMs])
})

test('an interrupted long write leaves nothing', async () => {
  const abort = new AbortController()
  const written = writeLong(world.app.store, { isDryRun: false, signal: abort.signal }, async ({ db, breathe }) => {
    putRecord(db, key('a'), 2)
    abort.abort()
    await breathe()
  })
  await expect(written).rejects.toThrow('aborted')
  expect(read('a')).toBeUndefined()
})

test('a dry run gives its answer and leaves nothing', async () => {
  const answer = await writeLong(world.app.store, { ...long, isDryRun: true }, async ({ db, breathe }) => {
    putRecord(db, key('a'), 2)
    await breathe()
    return getRecord(db, key('a'))
  })
  expect([answer, read('a')]).toEqual([2, undefined])
})

test('who gave up waiting is told busy, and nothing of it happens later', async () => {
  const { store } = world.app
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = store.main.transaction(() => released)
  const late = await write(store, 50, ({ db }) => putRecord(db, key('late'), 1))
  expect(late).toEqual({ ok: false, refusal: 'busy' })
  const patient = write(store, 5_000, ({ db }) => putRecord(db, key('patient'), 1))
  release()
  await holding
  expect((await patient).ok).toBe(true)
  expect([read('late'), read('patient')]).toEqual([undefined, 1])
})

test('the lease stands while a long write runs and is gone after it, however it ends', async () => {
  const { store } = world.app
  const observer = new LeaseObserver()
  expect(observer.isHeld(store)).toBe(false)
  for (const isThrown of [false, true]) {
    const written = writeLong(store, long, async ({ breathe }) => {
      await breathe()
      expect(observer.isHeld(store)).toBe(true)
      if (isThrown) throw new Error('no')
    })
    await written.catch(() => {})
    expect(observer.isHeld(store)).toBe(false)
  }
})

test('of several that wait for their turn one gets it at a time', async () => {
  const { store } = world.app
  const { signal } = new AbortController()
  const first = await takeTurn(store, signal)
  const held: number[] = []
  let most = 0
  const waiting = [1, 2, 3, 4].map(async (n) => {
    const turn = await takeTurn(store, signal)
    held.push(n)
    most = Math.max(most, held.length)
    await new Promise((resolve) => setTimeout(resolve, 120))
    held.splice(held.indexOf(n), 1)
    turn.release()
  })
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(held).toEqual([])
  first.release()
  await Promise.all(waiting)
  expect(most).toBe(1)
})

test('who waits for a turn can be told to stop', async () => {
  const { store } = world.app
  const abort = new AbortController()
  const turn = await takeTurn(store, abort.signal)
  const waiting = takeTurn(store, abort.signal)
  abort.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  turn.release()
})

test('a lease whose holder is gone counts for ten seconds', () => {
  const time = { ms: 0 }
  const store = { ...world.app.store, clock: { nowMs: () => 0, monotonicMs: () => time.ms } }
  store.volatile.transactionSync(() => putRecord(store.volatile, keyOf('lease'), { holder: 'gone', count: 7 }))
  const observer = new LeaseObserver()
  expect(observer.isHeld(store)).toBe(true)
  time.ms = 9_999
  expect(observer.isHeld(store)).toBe(true)
  time.ms = 10_000
  expect(observer.isHeld(store)).toBe(false)
})

test('a process that leaves the store stops writing and closes nothing, so that whoever opens it finds its locks whole', async () => {
  const { store } = world.app
  await write(store, 5_000, ({ db }) => putRecord(db, key('last'), 1))
  expect(await store.leave()).toBe(true)
  expect(read('last')).toBe(1)
  store.volatile.resetReadTxn()
  expect(store.volatile.get(key('none'))).toBeUndefined()
})
