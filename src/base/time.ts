// Times as text and back.

/** `2026-03-01T12:00:00.000Z`. */
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString()

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let [dayNamed, dayName] = [Number.NaN, '']

/** `2026-03-01` in UTC. Cached: each batch asks for the same day six times. */
export function dayOf(timeMs: number): string {
  const day = Math.floor(timeMs / dayMs)
  if (day !== dayNamed) [dayNamed, dayName] = [day, isoTime(timeMs).slice(0, 10)]
  return dayName
}

export interface Day {
  /** `2026-03-01`, as the zone has it. */
  readonly name: string
  /** When it began. */
  readonly sinceMs: number
}

type DayAt = (timeMs: number) => Day & { readonly hoursMs: number }

/** More than live in one team. */
const zonesKept = 64
const zones = new Map<string, DayAt | null>()

/**
 * The zone is a name of IANA's list, or an offset; null if there is no such zone. Formats are kept, because making
 * one, or finding that there is none, takes 0.1 ms.
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

/** Where this process runs. */
export const ownZone = (): string => (own ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

export const isZone = (zone: string): boolean => dayAt(zone) !== null

/** The day of a time in a zone; in UTC where there is no such zone. */
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
 * Milliseconds since 1970 UTC, rounded up, of a typed or sent time (docs/rows.md#time-of-change): `YYYY-MM-DD`, or
 * with `THH:MM[:SS[.f]]` and optional `Z` or offset; default UTC. A `+` that form encoding made a space is read as `+`.
 * Null: no such time.
 */
export function parseTime(text: string): number | null {
  const [, date, clock = '00:00', seconds = '00', fraction = '.0', zone = 'Z'] = shape.exec(text) ?? []
  if (date === undefined) return null
  const whole = Date.parse(`${date}T${clock}:${seconds}.000Z`)
  // Date.parse turns February 30th into March and 24:00 into tomorrow.
  if (Number.isNaN(whole) || new Date(whole).toISOString() !== `${date}T${clock}:${seconds}.000Z`) return null
  const offset = offsetMinutes(zone)
  return offset === null ? null : whole + Math.ceil(millisecondsOf(fraction)) - offset * minuteMs
}

/** Rounded to a nanosecond, because `.001` times a thousand is a little above 1 in binary. */
const millisecondsOf = (fraction: string): number => Math.round(Number(fraction) * 1e9) / 1e6

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

// Passed in: the folders domain and app never ask the system.

export interface Clock {
  /** Since 1970-01-01 UTC. The clock may be set back or forward. */
  nowMs(): number
  /** Never goes back; only differences have a meaning. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // performance.now() would load its module at every start, which takes 2 ms.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
}
