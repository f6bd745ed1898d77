// What is waited for, and what is not: a stand-in for a file that another program holds, and for the time that passes.
import { describe, expect, test } from 'vitest'
import { isHeld, whenFree, whenFreeSync } from '../../../src/base/held-files.ts'
import { removeLeftover } from '../../../src/base/whole-file.ts'

const fault = (code: string): Error => Object.assign(new Error(`${code}: said by a stand-in`), { code })

/** Work on a file that is held for so many tries. */
function held(tries: number, code = 'EBUSY') {
  const seen = { tries: 0, waitedMs: 0 }
  const action = (): string => {
    if (seen.tries++ < tries) throw fault(code)
    return 'done'
  }
  const pause = (ms: number): void => void (seen.waitedMs += ms)
  return { seen, action, pause, pauseAsync: async (ms: number) => pause(ms) }
}

describe.each(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY'])('%s on Windows', (code) => {
  test('is waited out', async () => {
    const one = held(3, code)
    expect(await whenFree(one.action, 'win32', one.pauseAsync)).toBe('done')
    expect(one.seen).toEqual({ tries: 4, waitedMs: 170 })
    const other = held(3, code)
    expect(whenFreeSync(other.action, 'win32', other.pause)).toBe('done')
    expect(other.seen).toEqual(one.seen)
  })

  test('for about two seconds, and then it is said', async () => {
    const one = held(100, code)
    await expect(whenFree(one.action, 'win32', one.pauseAsync)).rejects.toThrow(code)
    expect(one.seen).toEqual({ tries: 8, waitedMs: 2_170 })
    const other = held(100, code)
    expect(() => whenFreeSync(other.action, 'win32', other.pause)).toThrow(code)
    expect(other.seen).toEqual(one.seen)
  })

  test('elsewhere means something else and is said at once', async () => {
    const one = held(100, code)
    await expect(whenFree(one.action, 'linux', one.pauseAsync)).rejects.toThrow(code)
    expect(() => whenFreeSync(one.action, 'darwin', one.pause)).toThrow(code)
    expect(one.seen).toEqual({ tries: 2, waitedMs: 0 })
  })
})

test('nothing else is tried twice', async () => {
  const one = held(100, 'ENOSPC')
  await expect(whenFree(one.action, 'win32', one.pauseAsync)).rejects.toThrow('ENOSPC')
  expect(one.seen.tries).toBe(1)
  expect([isHeld(fault('ENOSPC'), 'win32'), isHeld(null, 'win32'), isHeld('EBUSY', 'win32')]).toEqual([
    false,
    false,
    false,
  ])
})

test('the thread sleeps where nothing else can be done', () => {
  const one = held(1)
  const startMs = performance.now()
  expect(whenFreeSync(one.action, 'win32')).toBe('done')
  expect(performance.now() - startMs).toBeGreaterThan(15)
})

test.runIf(process.platform === 'linux')('what cannot be removed stays behind without a word', async () => {
  await expect(removeLeftover('/proc/self/status')).resolves.toBeUndefined()
})
