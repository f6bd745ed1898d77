// Long reading in slices: everybody gets on, others come first, and leaving ends it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runAlone, runInSlices } from '../../../src/base/slices.ts'

const spin = (ms: number): void => {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

it('calls a step until it says that there is no more', async () => {
  let calls = 0
  expect(await runInSlices(() => ++calls < 5_000)).toBe(true)
  expect(calls).toBe(5_000)
})

it('lets several get on side by side', async () => {
  const order: string[] = []
  const job = (name: string) =>
    runInSlices(() => {
      spin(1)
      order.push(name)
      return order.filter((each) => each === name).length < 20
    })
  await Promise.all([job('a'), job('b')])
  expect(order.indexOf('b')).toBeLessThan(order.lastIndexOf('a'))
  expect(order.indexOf('a')).toBeLessThan(order.lastIndexOf('b'))
})

it.each([
  ['beside others', runInSlices],
  ['alone', runAlone],
])('says which steps are the first since others had their turn, %s', async (_, run) => {
  let [steps, turns, firsts, turnsSeen] = [0, 0, 0, -1]
  const isOver = new AbortController()
  const count = async (): Promise<void> => {
    for (; !isOver.signal.aborted; turns++) await nextTurn()
  }
  const counting = count()
  await run((isFirst) => {
    // Where nobody had a turn a step is not the first; where somebody had, it is.
    expect(isFirst || turns === turnsSeen).toBe(true)
    if (isFirst) firsts++
    turnsSeen = turns
    spin(0.02)
    return ++steps < 2_000
  })
  isOver.abort()
  await counting
  expect(firsts).toBeGreaterThan(1)
  expect(firsts).toBeLessThan(steps)
})

it('lets other work in between, in slices of a few milliseconds', async () => {
  let [isOver, steps] = [false, 0]
  const work = runInSlices(() => {
    spin(0.2)
    steps++
    return !isOver
  })
  const between: number[] = []
  for (let i = 0; i < 30; i++) {
    const before = steps
    await nextTurn()
    between.push(steps - before)
  }
  isOver = true
  await work
  // On a slow machine a step takes longer, and fewer of them are a slice.
  expect(Math.max(...between)).toBeLessThanOrEqual(10 / 0.2)
})

it('ends when nobody waits any more', async () => {
  const leaving = new AbortController()
  let calls = 0
  const work = runInSlices(() => {
    if (++calls === 3) leaving.abort()
    spin(4)
    return true
  }, leaving.signal)
  expect(await work).toBe(false)
  expect(calls).toBeLessThan(10)
})

it('gives a fault to the one whose work it is, and goes on with the others', async () => {
  const bad = runInSlices(() => {
    throw new Error('broken')
  })
  let calls = 0
  const good = runInSlices(() => ++calls < 10)
  await expect(bad).rejects.toThrow('broken')
  expect(await good).toBe(true)
})
