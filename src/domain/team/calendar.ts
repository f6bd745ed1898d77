// The activity calendar of a person's year: 53 columns of seven days, the last with today in it. Levels are relative to
// the busiest day.
import { dayOf } from '../../base/time.ts'

export interface CalendarDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  readonly count: number
  /** 0: no acts; 1 to 4 are quarters of the busiest day's count. */
  readonly level: number
}

const weeks = 53
const levels = 4
const dayMs = 24 * 60 * 60 * 1000
/** Counts from Monday: 1970-01-01, day 0, was a Thursday. */
const weekday = (day: number): number => (day + 3) % 7

/** Days are counted from 1970. */
const firstDay = (today: number): number => today - weekday(today) - 7 * (weeks - 1)

const nameOf = (day: number): string => dayOf(day * dayMs)

/** As `YYYY-MM-DD`. */
export const calendarBegins = (nowMs: number): string => nameOf(firstDay(Math.floor(nowMs / dayMs)))

/** Oldest week first; the last contains today. */
export function calendarOf(
  counts: Readonly<Record<string, number>>,
  nowMs: number,
): readonly (readonly CalendarDay[])[] {
  const today = Math.floor(nowMs / dayMs)
  const days: { day: string; count: number }[] = []
  for (let day = firstDay(today); day <= today; day++) days.push({ day: nameOf(day), count: counts[nameOf(day)] ?? 0 })
  const most = Math.max(1, ...days.map(({ count }) => count))
  const shown = days.map(({ day, count }) => ({ day, count, level: Math.ceil((levels * count) / most) }))
  return Array.from({ length: weeks }, (_, week) => shown.slice(7 * week, 7 * week + 7))
}
