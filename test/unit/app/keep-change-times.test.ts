// A server reads by itself when rows changed: no request finds anything left to read.
import { expect, test, vi } from 'vitest'
import { keepChangeTimes } from '../../../src/app/rows/keep-change-times.ts'
import { write } from '../../../src/store/door/write.ts'
import { changeTimes } from '../../../src/store/list/change-times.ts'
import { openAppWorld } from '../../support/app-world.ts'

test('what was written is read ahead, before the server began and while it runs', async () => {
  const world = openAppWorld()
  const { store } = world.app
  const stopped = new AbortController()
  const isMoreToRead = (): boolean => changeTimes(store.main).readAhead(0)
  const change = async (chunks: number): Promise<void> => {
    world.clock.ms += 10
    await write(store, 5_000, (txn) => {
      for (let chunk = 0; chunk < chunks; chunk++) txn.chunks.stamp(512 * chunk + 1)
    })
    expect(isMoreToRead()).toBe(true)
  }
  await change(1_000)
  keepChangeTimes(world.app, stopped.signal)
  await vi.waitFor(() => expect(isMoreToRead()).toBe(false), 5_000)
  await change(3)
  await vi.waitFor(() => expect(isMoreToRead()).toBe(false), 10_000)
  stopped.abort()
  await world.close()
}, 20_000)
