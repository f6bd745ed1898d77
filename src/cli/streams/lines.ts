// Lines for people: tables with columns padded to their widest cell, short texts, times; and stored text made safe for a terminal.
// Control characters could rewrite the screen, fake lines, or fill the clipboard (OSC 52), so they are printed as JSON escapes.

/** C0 without tab and line feed, DEL, C1, and the marks that change the direction of writing. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const BREAKS = /[\t\n]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Several lines, or a JSON document, which has these characters only in strings. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, escaped)

export const plainLine = (text: string): string => plainText(text).replaceAll(BREAKS, escaped)

/** A text on one line; of a longer one the first `most` UTF-16 units and `…`. */
export function onOneLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line
}

const exampleMax = 60

/** A text on one line of at most 60 characters, as the example of a change. */
export function exampleText(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '))
  return letters.length > exampleMax ? `${letters.slice(0, exampleMax - 1).join('')}…` : letters.join('')
}

/** A table of things. `columns`: each by its head. */
export function tableLines<T>(
  things: readonly T[],
  columns: Readonly<Record<string, (thing: T) => string | number>>,
): string[] {
  const header = Object.keys(columns)
  const rows = things.map((thing) => Object.values(columns).map((cellOf) => String(cellOf(thing))))
  const all = [header, ...rows].map((row) => row.map(plainLine))
  const widths = header.map((_, column) => Math.max(...all.map((row) => Array.from(row[column] ?? '').length)))
  const pad = (cell: string, column: number): string =>
    column === header.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - Array.from(cell).length)
  return all.map((row) => row.map(pad).join('  ').trimEnd())
}

/** A time in local form, such as `2026-11-21 14:33:07 +02:00`. `eastMinutes`: the zone, by default this machine's. */
export function localTime(timeMs: number, eastMinutes = -new Date(timeMs).getTimezoneOffset()): string {
  const shifted = new Date(timeMs + eastMinutes * 60_000).toISOString()
  const [hours, minutes] = [Math.floor(Math.abs(eastMinutes) / 60), Math.abs(eastMinutes) % 60]
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} ${eastMinutes < 0 ? '-' : '+'}${zone}`
}

/** A value for people: times in local time, texts as they are, other values as JSON. */
export function shownValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? localTime(Date.parse(value)) : value
}

export const isoTimeOrNull = (timeMs: number | null): string | null =>
  timeMs === null ? null : new Date(timeMs).toISOString()
