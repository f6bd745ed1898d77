// Who has the next turn, with a clock that a test moves: turns of so many milliseconds, one after the other.
import { expect, test } from 'vitest'
import { TurnQueue, type Waiting, type Whose } from '../../../src/base/turn.ts'

const turnMs = 5

/** A queue whose turns take five milliseconds each, and what waits in it. */
function playground() {
  const queue = new TurnQueue<Waiting>()
  let [nowMs, numbers] = [0, 0]
  const waitFor = (whose: Whose, number: number): void =>
    queue.add({ whose, number, sinceMs: nowMs, untilMs: Number.POSITIVE_INFINITY })
  return {
    queue,
    nowMs: () => nowMs,
    /** A request comes; gives its number. */
    come: (whose: Whose): number => {
      waitFor(whose, ++numbers)
      return numbers
    },
    /** Who has the next turn; afterwards they wait again when `isMore`. */
    turn: (isMore: (one: Waiting) => boolean): Waiting | undefined => {
      const one = queue.take(nowMs)
      if (one === undefined) return undefined
      nowMs += turnMs
      queue.addHad(one.whose, turnMs, nowMs)
      if (isMore(one)) waitFor(one.whose, one.number)
      return one
    },
  }
}

const always = () => true
const never = () => false

test('who has had the least goes first, and of one person the oldest request', () => {
  const { come, turn, queue } = playground()
  const [first, second] = [come(1), come(1)]
  expect([turn(always)?.number, turn(always)?.number]).toEqual([first, first])
  const modest = come(2)
  expect([turn(always)?.number, turn(always)?.number]).toEqual([modest, modest])
  for (let n = 0; n < 20; n++) turn(({ whose }) => whose === 1)
  expect(turn(never)?.number).toBe(first)
  expect(turn(never)?.number).toBe(second)
  expect(queue.isEmpty).toBe(true)
})

test('who has worked for long waits for newcomers no longer than for equals', () => {
  const { come, turn, nowMs } = playground()
  const steady = 1
  come(steady)
  for (let n = 0; n < 1_000; n++) turn(always)
  // Sixteen come at once, and do not end.
  for (let whose = 2; whose < 18; whose++) come(whose)
  const sinceMs = nowMs()
  let had = 0
  while (had < 10) if (turn(always)?.whose === steady) had++
  // As much as all of them had before who came later, and then its share.
  expect(nowMs() - sinceMs).toBeLessThanOrEqual(16 * 50 + 17 * 10 * turnMs + turnMs)
})

test('nobody waits a second longer than who has waited longer, whoever comes', () => {
  const { come, turn, nowMs } = playground()
  const steady = come(1)
  let [lastMs, longestMs] = [0, 0]
  for (let n = 0; n < 5_000; n++) {
    // With each turn somebody comes who was never here before and stays for what newcomers are given.
    const newcomer = 1_000 + n
    come(newcomer)
    const one = turn(({ whose }) => whose === 1)
    if (one?.number !== steady) continue
    longestMs = Math.max(longestMs, nowMs() - lastMs)
    lastMs = nowMs()
  }
  expect(lastMs).toBeGreaterThan(0)
  expect(longestMs).toBeLessThanOrEqual(1_000 + 2 * turnMs)
})

test('who has had more than the last begins behind those who wait', () => {
  const { come, turn, queue } = playground()
  come(1)
  come(2)
  for (let n = 0; n < 40; n++) turn(always)
  queue.addHad(1, 30, 0)
  expect([queue.isAhead(1), queue.isAhead(3)]).toEqual([true, false])
  for (let n = 0; n < 40; n++) turn(({ whose }) => whose === 2)
  expect(queue.isAhead(1)).toBe(false)
})

test('who has waited too long is taken out, and nobody else', () => {
  const queue = new TurnQueue<Waiting>()
  queue.add({ whose: 1, number: 1, sinceMs: 0, untilMs: 5_000 })
  queue.add({ whose: 2, number: 2, sinceMs: 100, untilMs: 5_100 })
  expect(queue.takeExpired(4_999)).toEqual([])
  expect(queue.takeExpired(5_000).map(({ number }) => number)).toEqual([1])
  expect(queue.take(5_050)?.number).toBe(2)
  expect(queue.isEmpty).toBe(true)
})
