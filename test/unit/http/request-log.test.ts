// One line for each request (docs/operations.md#transport: secrets never reach a log line).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../src/base/log.ts'
import { createMeter } from '../../../src/base/meter.ts'
import { createRequestIds, logRequest } from '../../../src/http/request-log.ts'

const record = { id: 'a-1', route: 'v1.rows', status: 200, startedMs: 10, userId: 7, keyPrefix: 'wdr_12345678' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('lines of fifty milliseconds are written together, one JSON object each', () => {
  const written: string[] = []
  const log = createLog({ level: 'info', write: (lines) => void written.push(lines) })
  logRequest({ log, meter: createMeter() }, record, 12.34)
  logRequest(
    { log, meter: createMeter() },
    { ...record, id: 'a-2', status: 401, userId: undefined, keyPrefix: undefined },
    13,
  )
  expect(written).toEqual([])
  vi.advanceTimersByTime(50)
  const lines = written.join('').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      pid: process.pid,
      id: 'a-1',
      route: 'v1.rows',
      status: 200,
      ms: 2.3,
      user: 7,
      key: 'wdr_12345678',
      msg: 'request',
    },
    expect.not.objectContaining({ user: expect.anything() }),
  ])
  expect(written).toHaveLength(1)
})

test('five hundred lines wait no longer', () => {
  const written: string[] = []
  const log = createLog({ level: 'info', write: (lines) => void written.push(lines) })
  const meter = createMeter()
  for (let i = 0; i < 501; i++) logRequest({ log, meter }, { ...record, id: `a-${i}` }, 12)
  expect(written.map((lines) => lines.trimEnd().split('\n').length)).toEqual([500])
  vi.runAllTimers()
  expect(written).toHaveLength(2)
})

test('a log below level info says nothing of requests', () => {
  const written: string[] = []
  const log = createLog({ level: 'warn', write: (lines) => void written.push(lines) })
  logRequest({ log, meter: createMeter() }, record, 12)
  vi.runAllTimers()
  expect(written).toEqual([])
})

test('ids differ between processes and requests', () => {
  let seed = 1
  const random = { bytes: (count: number) => Buffer.alloc(count, seed++) }
  const [one, other] = [createRequestIds(random), createRequestIds(random)]
  expect([one(), one(), other()]).toEqual(['01010101-1', '01010101-2', '02020202-1'])
})
