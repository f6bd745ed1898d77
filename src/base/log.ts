// The log: one JSON object a line on stderr, written synchronously: a sudden end loses nothing but the last requests, and the single
// executable has no worker file. No secret or game text reaches a line (docs/operations.md#transport): fields are
// masked by name, anything like a key or a set-up code is cut.
import type { Logger } from 'pino'
import { loadPino } from './lazy-pino.ts'
import { isoTime } from './time.ts'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Facts of a line: ids, counts, codes, durations, and `err` for an exception. */
type LogFields = Readonly<Record<string, unknown>>

export interface Log {
  error(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
  trace(message: string, fields?: LogFields): void
  /** Logs a request at level info, a moment later. */
  request(line: RequestLine): void
  with(fields: LogFields): Log
}

/** The facts of a request. They are not masked, because none of them can hold a secret or a text. */
interface RequestLine {
  readonly id: string
  /** The name of the route, and never the address, which may hold a secret. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** The person's id; `key` is the part of the key that is displayed. */
  readonly user?: number | undefined
  readonly key?: string | undefined
}

export interface LogSettings {
  readonly level: LogLevel
  /** Where lines are written; absent: to stderr. */
  readonly write?: (line: string) => void
}

const maskedNames = [
  ['secret', 'password', 'setupCode', 'token', 'csrf', 'cookie', 'session', 'authorization', 'apiKey', 'xApiKey'],
  ['["x-api-key"]', '["set-cookie"]', 'headers', 'body', 'query'],
  ['text', 'texts', 'sourceText', 'originalText', 'userTranslateText', 'aiTranslatedText', 'reference'],
].flat()

const redact = {
  paths: maskedNames.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`])),
  censor: '[not logged]',
}

/** Cuts keys, with any prefix, to the 12 characters that are displayed, and removes set-up codes from addresses. */
export function withoutSecrets(line: string): string {
  return line
    .replace(/(?<![a-z0-9])([a-z0-9]{3}_[0-9a-f]{8})[0-9a-f]{52}/gi, '$1…')
    .replace(/([?&]code=)[^&\s"\\]+/gi, '$1…')
}

export function createLog(settings: LogSettings): Log {
  const write = settings.write ?? stderrWriter()
  const writes = (level: LogLevel): boolean => LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(settings.level)
  const logger = once(() => {
    const pino = loadPino()
    const options = {
      level: settings.level,
      redact,
      depthLimit: 3,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    }
    return pino(options, { write: (line: string) => write(withoutSecrets(line)) })
  })
  return logOver(logger, writes, writes('info') ? gatheredRequests(write) : () => {})
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

// Nobody waits for the line of a request: it is spelled and written with those of the next 50 ms. One write a request was a sixth of
// what a short answer costs. A killed process loses so many lines.
const gatheredForMs = 50
const gatheredMax = 500

/** Writes lines of requests without pino, which takes 40 µs a line: a fifth of a processor at thousands of requests a second. */
function gatheredRequests(write: (lines: string) => void): (line: RequestLine) => void {
  const pid = `"pid":${process.pid}`
  const lines: RequestLine[] = []
  const timesMs: number[] = []
  let isListening = false
  const flush = (): void => {
    if (lines.length === 0) return
    const spelled = lines.map(
      (line, at) =>
        `{"level":"info","time":"${isoTime(timesMs[at] ?? 0)}",${pid},"msg":"request",${membersOf(line)}}\n`,
    )
    lines.length = timesMs.length = 0
    write(spelled.join(''))
  }
  return (line) => {
    lines.push(line)
    timesMs.push(Date.now())
    if (lines.length === 1) setTimeout(flush, gatheredForMs).unref()
    else if (lines.length === gatheredMax) flush()
    if (!isListening) process.once('exit', flush)
    isListening = true
  }
}

/** The JSON members of a line. Ids, names of routes and prefixes of keys need no escaping. */
function membersOf({ id, route, status, ms, user, key }: RequestLine): string {
  const who = `${user === undefined ? '' : `,"user":${user}`}${key === undefined ? '' : `,"key":"${key}"`}`
  return `"id":"${id}","route":"${route}","status":${status},"ms":${ms}${who}`
}

const unwrittenBytesMax = 1024 * 1024

function stderrWriter(): (line: string) => void {
  // pino's own destination survives a closed pipe (EPIPE) and a full one (EAGAIN)
  const stderr = once(() => {
    const destination = loadPino().destination({ dest: 2, sync: true, maxLength: unwrittenBytesMax })
    // On a full disk or a closed terminal the program continues; pending lines are written later if possible.
    destination.on('error', () => {})
    return destination
  })
  return (line) => void stderr().write(line)
}

type Writer = Pick<Logger, 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'child'>

function logOver(logger: () => Writer, writes: (level: LogLevel) => boolean, request: Log['request']): Log {
  const lineOf =
    (level: Exclude<LogLevel, 'silent'>): Log['info'] =>
    (message, fields = {}) => {
      if (writes(level)) logger()[level](fields, message)
    }
  return {
    error: lineOf('error'),
    warn: lineOf('warn'),
    info: lineOf('info'),
    debug: lineOf('debug'),
    trace: lineOf('trace'),
    request,
    with: (fields) =>
      logOver(
        once(() => logger().child(fields)),
        writes,
        request,
      ),
  }
}
