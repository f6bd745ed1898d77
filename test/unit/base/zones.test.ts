// The day of a time where somebody lives.
import { expect, it } from 'vitest'
import { dayInZone, isZone } from '../../../src/base/time.ts'

const hourMs = 3_600_000

it.each([
  ['2026-03-01T22:30:00Z', 'Europe/Kyiv', '2026-03-02', '2026-03-01T22:00:00Z'],
  ['2026-03-01T21:59:59Z', 'Europe/Kyiv', '2026-03-01', '2026-02-28T22:00:00Z'],
  ['2026-03-01T03:00:00Z', 'America/Los_Angeles', '2026-02-28', '2026-02-28T08:00:00Z'],
  ['2026-03-01T12:34:56.789Z', 'UTC', '2026-03-01', '2026-03-01T00:00:00Z'],
  ['2026-03-01T20:00:00Z', 'Asia/Kathmandu', '2026-03-02', '2026-03-01T18:15:00Z'],
  ['2026-03-01T12:34:56Z', '+05:30', '2026-03-01', '2026-02-28T18:30:00Z'],
  // The clock goes forward at 3, back at 4; in Beirut forward at midnight.
  ['2026-03-29T12:00:00Z', 'Europe/Kyiv', '2026-03-29', '2026-03-28T22:00:00Z'],
  ['2026-10-25T12:00:00Z', 'Europe/Kyiv', '2026-10-25', '2026-10-24T21:00:00Z'],
  ['2026-03-29T12:00:00Z', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
  ['2026-03-01T12:34:56Z', 'Nowhere/At_all', '2026-03-01', '2026-03-01T00:00:00Z'],
])('%s in %s is %s, which began at %s', (at, zone, name, since) => {
  expect(dayInZone(Date.parse(at), zone)).toEqual({ name, sinceMs: Date.parse(since) })
})

it('goes on by a day at its end, at every hour of a year', () => {
  for (const zone of ['Europe/Kyiv', 'America/Santiago', 'Pacific/Kiritimati']) {
    let { name, sinceMs } = dayInZone(Date.parse('2026-01-01T12:00:00Z'), zone)
    for (let nowMs = sinceMs; nowMs < sinceMs + 26 * hourMs && nowMs < Date.parse('2026-12-30'); nowMs += hourMs) {
      const day = dayInZone(nowMs, zone)
      expect(day.sinceMs).toBeLessThanOrEqual(nowMs)
      if (day.name === name) expect(day.sinceMs).toBe(sinceMs)
      else {
        expect(day.sinceMs - sinceMs).toBeGreaterThanOrEqual(23 * hourMs)
        expect(day.sinceMs - sinceMs).toBeLessThanOrEqual(25 * hourMs)
        ;({ name, sinceMs } = day)
      }
    }
    expect(name).toMatch(/^2026-12-(?:29|30)$/)
  }
})

it('a zone is one that the system knows', () => {
  expect(['Europe/Kyiv', 'UTC', '+02:00'].map(isZone)).toEqual([true, true, true])
  expect(['', 'Kyiv', 'Europe/Kyiv; path=/', '../..'].map(isZone)).toEqual([false, false, false, false])
})
