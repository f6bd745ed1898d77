// Long work in turns: whose goes first, who gets in between, and what is not done any more.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cameIn, lengthBesideOthers, letOthersGo, loader, NobodyWaits, NoTurn, Turn } from '../../../src/base/turn.ts'

/** Holds the loop, as work does. */
function work(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

/** Does as many pieces of work in turns; `log` gets its name with each. */
async function long(turn: Turn, name: string, pieces: number, log: string[]): Promise<void> {
  await turn.begin()
  for (let i = 0; i < pieces; i++) {
    work(2)
    log.push(name)
    await turn.next()
  }
}

test('who has had the least goes first, and of one person the oldest request', async () => {
  const log: string[] = []
  const greedy = Array.from({ length: 3 }, (_, n) => long(new Turn(1), `greedy ${n}`, 6, log))
  await wait(15)
  const before = log.length
  expect(before).toBeGreaterThan(0)
  await long(new Turn(2), 'modest', 3, log)
  // One of the greedy may have had its turn between two of the modest.
  expect(log.slice(before).lastIndexOf('modest')).toBeLessThan(9)
  await Promise.all(greedy)
  // Each began at once, while nobody waited; from then on the oldest goes first.
  expect(log.lastIndexOf('greedy 0')).toBeLessThan(log.indexOf('greedy 1', 3))
  expect(log.lastIndexOf('greedy 1')).toBeLessThan(log.indexOf('greedy 2', 3))
  expect(log).toHaveLength(21)
})

test('whatever else came in is seen to between two turns, whoever works', async () => {
  const log: string[] = []
  let rounds = 0
  const timer = setInterval(() => rounds++, 0)
  await Promise.all([1, 2, 3].map((whose) => long(new Turn(whose), String(whose), 5, log)))
  clearInterval(timer)
  expect(rounds).toBeGreaterThan(10)
})

test('beside requests of somebody else turns are shorter and rest in between', async () => {
  const spanOf = async (isBeside: boolean): Promise<number> => {
    const startedMs = performance.now()
    const turn = new Turn(7)
    await turn.begin()
    for (let i = 0; i < 20; i++) {
      const waited = turn.next()
      if (isBeside) cameIn(8)
      await waited
    }
    return performance.now() - startedMs
  }
  // Rests have a shortest length, whatever the machine does; without them some try comes in below it, sooner or later.
  const rests = 20 * 2.5
  expect(await spanOf(true)).toBeGreaterThan(rests)
  while ((await spanOf(false)) >= rests);
  const turn = new Turn(7)
  await turn.begin()
  const last = turn.next()
  cameIn(8)
  await last
  // The longest turn, after the rest that a busy machine makes of three milliseconds.
  work(26)
  expect(turn.isOver).toBe(true)
})

test('what a client that has gone asked for is not done', async () => {
  let isGone = false
  const log: string[] = []
  const turn = new Turn(9, () => isGone)
  const left = long(turn, 'left', 5, log)
  isGone = true
  await expect(left).rejects.toThrow(NobodyWaits)
  expect(log).toEqual(['left'])
})

test('a request that has no time left for its turns is not done, and those behind it are', async () => {
  const log: string[] = []
  const late = long(new Turn(10, undefined, 0), 'late', 5, log)
  const other = long(new Turn(11), 'other', 2, log)
  await expect(late).rejects.toThrow(NoTurn)
  await other
  expect(log.filter((name) => name === 'late')).toEqual(['late'])
  expect(log.filter((name) => name === 'other')).toHaveLength(2)
})

test('beside others a turn has half of the rest before it, within bounds', () => {
  expect([0, 3, 8, 200].map(lengthBesideOthers)).toEqual([1.5, 1.5, 4, 25])
})

test('who came during a piece of a request goes before its next piece', async () => {
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = createServer((socket) =>
    socket.on('data', (bytes) => {
      order.push(bytes.toString())
      if (order.length > 1) return
      page.write('page')
      void letOthersGo().then(() => {
        order.push('rest of the claim')
        resolve()
      })
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [claim, page] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(claim, 'connect'), once(page, 'connect')])
  claim.write('claim')
  await promise
  expect(order).toEqual(['claim', 'page', 'rest of the claim'])
  claim.destroy()
  page.destroy()
  server.close()
})

test('a part of the program that could not be loaded is loaded by the next request, and then once', async () => {
  let tries = 0
  const load = loader([() => Promise.resolve()], async () => {
    if (++tries === 1) throw new Error('too many open files')
    return tries
  })
  await expect(load()).rejects.toThrow('too many open files')
  expect([await load(), await load()]).toEqual([2, 2])
})
