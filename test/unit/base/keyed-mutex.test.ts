import { expect, test } from 'vitest'
import { createKeyedMutex } from '../../../src/base/keyed-mutex.ts'

const forMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('work of one key runs one after another, in the order it was asked for', async () => {
  const mutex = createKeyedMutex()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} starts`)
    await forMs(5)
    seen.push(`${name} ends`)
  }
  await Promise.all(['a', 'b', 'c'].map((name) => mutex.run('key', 5_000, work(name))))
  expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test('work of different keys runs at the same time', async () => {
  const mutex = createKeyedMutex()
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await forMs(10)
    running--
  }
  await Promise.all([mutex.run('a', 5_000, work), mutex.run('b', 5_000, work)])
  expect(most).toBe(2)
})

test('work whose wait ran out is refused and never starts later', async () => {
  const mutex = createKeyedMutex()
  let started = false
  const long = mutex.run('key', 5_000, () => forMs(60))
  const late = await mutex.run('key', 10, async () => {
    started = true
  })
  expect(late).toEqual({ ok: false, refusal: 'busy' })
  await long
  await forMs(20)
  expect(started).toBe(false)
})

test('the key is free again after work that throws, and the fault reaches the caller', async () => {
  const mutex = createKeyedMutex()
  const failing = mutex.run('key', 5_000, async () => {
    throw new Error('no luck')
  })
  const next = mutex.run('key', 5_000, async () => 7)
  await expect(failing).rejects.toThrow('no luck')
  expect(await next).toEqual({ ok: true, value: 7 })
})

test('a key that nobody holds takes no memory', async () => {
  const mutex = createKeyedMutex()
  await Promise.all(['a', 'b', 'a'].map((key) => mutex.run(key, 5_000, async () => undefined)))
  expect(mutex.size()).toBe(0)
})
