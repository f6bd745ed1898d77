// What only a terminal gets: colour for what is wrong, and a line to read in place of each JSON line of the log. A pipe, a file and a
// service get neither.
import type { World } from '../world.ts'
import { plainText } from './lines.ts'

const COLOURS = { error: '\u001B[1;31m', warning: '\u001B[33m', dim: '\u001B[2m' } as const
const plain = '\u001B[0m'

export type Paint = (colour: keyof typeof COLOURS, text: string) => string

/** Colours a text, unless stderr is no terminal, or the user wants none: --no-color, NO_COLOR (no-color.org), TERM=dumb. */
export function paintFor({ isTty, env }: Pick<World, 'isTty' | 'env'>, isRefused: boolean): Paint {
  const isColoured = isTty && !isRefused && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return (colour, text) => (isColoured ? `${COLOURS[colour]}${text}${plain}` : text)
}

interface LogLine {
  readonly level: string
  readonly time: string
  readonly msg: string
  readonly [field: string]: unknown
}

/**
 * Lines of the log as one reads them, by the clock of this machine: `14:03:07  200  v1.rows  3.1 ms  wdr_1234abcd`,
 * `14:03:07  warning: a sentence (field 5)`.
 */
export function readableLog(lines: string, paint: Paint): string {
  return lines.replaceAll(/^.+$/gm, (line) => {
    const { level, time, pid: _, msg, ...fields } = JSON.parse(line) as LogLine
    const clock = paint('dim', new Date(time).toTimeString().slice(0, 8))
    return `${clock}  ${msg === 'request' ? requestText(fields, paint) : messageText(level, msg, fields, paint)}`
  })
}

type Fields = Readonly<Record<string, unknown>>

function requestText({ route, status, ms, key, user }: Fields, paint: Paint): string {
  const colour = Number(status) >= 500 ? 'error' : Number(status) >= 400 ? 'warning' : null
  const code = colour === null ? String(status) : paint(colour, String(status))
  const sender = key ?? (user === undefined ? null : `person ${Number(user)}`)
  return [code, route, `${String(ms)} ms`, ...(sender === null ? [] : [sender])].join('  ')
}

function messageText(level: string, message: string, fields: Fields, paint: Paint): string {
  const facts = Object.entries(fields).map(([name, value]) => `${name} ${factText(value)}`)
  const said = plainText(facts.length === 0 ? message : `${message} (${facts.join(', ')})`)
  if (level === 'warn') return `${paint('warning', 'warning:')} ${said}`
  if (level === 'error') return `${paint('error', 'error:')} ${said}`
  return said
}

function factText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { message, stack } = value as { readonly message?: string; readonly stack?: string }
  return stack ?? message ?? JSON.stringify(value)
}
