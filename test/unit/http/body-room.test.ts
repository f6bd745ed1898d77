// What bodies may take together, and the part that is kept for people who send little.
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BodyRoom } from '../../../src/http/body-room.ts'

const mib = 2 ** 20

test('nobody fills the part that is kept for people who hold little', () => {
  const room = new BodyRoom({ bytesMax: 16 * mib, arriveMsMax: 1_000 })
  expect(room.take(11 * mib, 1)).toBe(true)
  expect(room.take(1 * mib + 1, 1)).toBe(false)
  expect(room.take(2 * mib, 2)).toBe(false)
  expect(room.take(1 * mib, 1)).toBe(true)
  // Now only the kept part is left: small bodies of other people find room in it, and nobody's that is not known.
  expect(room.take(1, null)).toBe(false)
  expect(room.take(1, 1)).toBe(false)
  for (const person of [2, 3, 4, 5]) expect(room.take(1 * mib, person)).toBe(true)
  expect(room.take(1, 6)).toBe(false)
  room.giveBack(1 * mib, 2)
  expect(room.take(1, 6)).toBe(true)
})

test('what is given back is room for the next', () => {
  const room = new BodyRoom({ bytesMax: 4 * mib, arriveMsMax: 1_000 })
  for (let n = 0; n < 100; n++) {
    expect(room.take(3 * mib, 1)).toBe(true)
    room.giveBackAfter(undefined, 3 * mib, 1)
  }
})

test("the time that a body is kept waiting is none of its sender's", async () => {
  const room = new BodyRoom({ bytesMax: mib, arriveMsMax: 60_000 })
  const incoming = new IncomingMessage(new Socket())
  const begun = room.leftMs(incoming)
  await wait(20)
  const left = room.leftMs(incoming)
  expect(left).toBeLessThan(begun)
  room.hold(incoming)
  const held = room.leftMs(incoming)
  await wait(20)
  expect(room.leftMs(incoming)).toBe(held)
  room.goOn(incoming)
  expect(room.leftMs(incoming)).toBeLessThanOrEqual(held)
})
