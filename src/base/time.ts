// Times as text and back.

/** A time as text in UTC, such as `2026-03-01T12:00:00.000Z`. */
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString()

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The day of a time in UTC, such as `2026-03-01`. */
export const dayOf = (timeMs: number): string => isoTime(timeMs).slice(0, 10)

export interface Day {
  /** The date in the zone, such as `2026-03-01`. */
  readonly name: string
  /** The time at which the day began. */
  readonly sinceMs: number
}

type DayAt = (timeMs: number) => Day & { readonly hoursMs: number }

/** For so many zones formats are kept: more than the people of one team live in. */
const zonesKept = 64
const zones = new Map<string, DayAt | null>()

/**
 * Finds days in a zone: a name of IANA's list, or an offset; null: there is no such zone. Formats are kept, because making one, or finding
 * that there is none, takes 0.1 ms.
 */
function dayAt(zone: string): DayAt | null {
  const known = zones.get(zone)
  if (known !== undefined) return known
  const made = makeDayAt(zone)
  if (zones.size >= zonesKept) zones.clear()
  zones.set(zone, made)
  return made
}

function makeDayAt(zone: string): DayAt | null {
  const fields = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...fields })
    return (timeMs) => {
      const part = Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, value]))
      const { year, month, day, hour, minute, second } = part
      const hoursMs = (Number(hour) * 60 + Number(minute)) * minuteMs + Number(second) * 1000 + (timeMs % 1000)
      return { name: `${year}-${month}-${day}`, sinceMs: timeMs - hoursMs, hoursMs }
    }
  } catch {
    return null
  }
}

let own: string | null = null

/** The time zone of this machine. */
export const ownZone = (): string => (own ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

export const isZone = (zone: string): boolean => dayAt(zone) !== null

/** The day in which a time is, in a zone; in UTC if there is no such zone. */
export function dayInZone(timeMs: number, zone: string): Day {
  const at = dayAt(zone)
  if (at === null) return { name: dayOf(timeMs), sinceMs: Math.floor(timeMs / dayMs) * dayMs }
  const { name, sinceMs } = at(timeMs)
  // A clock that was changed meanwhile moves the beginning by as much.
  const first = at(sinceMs)
  return { name, sinceMs: first.name === name ? sinceMs - first.hoursMs : sinceMs - first.hoursMs + dayMs }
}

const shape = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+ -]\d\d(?::?\d\d)?)?)?$/

/**
 * A typed or sent time in milliseconds since 1970 UTC, rounded up (docs/rows.md#time-of-change): `YYYY-MM-DD`, or with `THH:MM[:SS[.f]]`
 * and perhaps `Z` or an offset; without one it is UTC. A space where a `+` should be (form encoding makes it one) is read as `+`. Null: it
 * is no time.
 */
export function parseTime(text: string): number | null {
  const [, date, clock = '00:00', seconds = '00', fraction = '.0', zone = 'Z'] = shape.exec(text) ?? []
  if (date === undefined) return null
  const whole = Date.parse(`${date}T${clock}:${seconds}.000Z`)
  // Refuses dates that do not exist: Date.parse makes March of February 30th, and tomorrow of 24:00.
  if (Number.isNaN(whole) || new Date(whole).toISOString() !== `${date}T${clock}:${seconds}.000Z`) return null
  const offset = offsetMinutes(zone)
  return offset === null ? null : whole + Math.ceil(millisecondsOf(fraction)) - offset * minuteMs
}

/** A fraction of a second in milliseconds. Rounded to a nanosecond, because `.001` times a thousand is a little above 1 in binary. */
const millisecondsOf = (fraction: string): number => Math.round(Number(fraction) * 1e9) / 1e6

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

// The clock is passed in, because the folders domain and app never ask the system.

export interface Clock {
  /** The time since 1970-01-01 UTC. It may go back or jump, when the machine's clock is set. */
  nowMs(): number
  /** A time that never goes back. Only the difference of two such times has a meaning. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // performance.now() would load its module at every start, which takes 2 ms.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
}
