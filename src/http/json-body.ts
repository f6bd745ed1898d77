// Parses a body to a JSON object: strict UTF-8, limited depth and number of parts, no lone surrogates, not even
// escaped, unless its reader takes them. A body is measured before anything is built from it, and a long one is parsed
// in steps, list by list and member by member, so that other requests can run.
import { isUtf8 } from 'node:buffer'
import { ok, refuse, type Result } from '../base/result.ts'
import type { Turn } from '../base/turn.ts'
import { type JsonLimits, type JsonList, lookAtJson } from './json-parts.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface JsonRefusal {
  readonly fault: 'damaged' | 'beyond_limits' | 'a_list' | 'no_object'
  readonly message: string
  /** If there are too many parts: the object made of the first ones, whose other faults can be reported too. */
  readonly beginning?: JsonObject
}

/** Whether the body is JSON: `application/json`, with `charset=utf-8` or no parameter. */
export const isJsonContentType = (header: string | null): boolean =>
  header !== null && /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?;?[ \t]*$/i.test(header)

/** Bodies from this size on are parsed in steps, between which other requests run. */
const longBytes = 256 * 1024

/** The object in the bytes. Throws `NobodyWaits` if the client has disconnected. */
export async function parseJsonObject(
  bytes: Buffer,
  limits: JsonLimits,
  turn: Turn,
): Promise<Result<JsonObject, JsonRefusal>> {
  const isLong = bytes.length > longBytes
  const pause = (): Promise<void> | undefined => (isLong && turn.isOver ? turn.next() : undefined)
  if (!isUtf8(bytes)) return refused('damaged', mistaken(bytes) ?? 'The body is not UTF-8: send JSON encoded in UTF-8.')
  const text = bytes.toString('utf8')
  await pause()
  const { excess, lists } = lookAtJson(text, limits)
  if (excess === 'too deep')
    return refused(
      'beyond_limits',
      `The body is nested deeper than ${limits.depthMax} levels: send it in the documented shape.`,
    )
  await pause()
  if (excess !== null) {
    const value = parsed(excess.beginning)
    const message = `The body has more than ${limits.partsMax} strings, commas and brackets: send it in the documented shape.`
    return refuse({ fault: 'beyond_limits', message, ...(isObject(value) && { beginning: value }) })
  }
  const value = isLong && lists.length > 0 ? await parsedInTurns(text, lists, pause) : parsed(text)
  if (value === undefined) {
    return refused('damaged', mistaken(bytes) ?? 'The body is damaged JSON: send one complete JSON object.')
  }
  await pause()
  if (isObject(value)) return limits.takesHalves === true ? ok(value) : wellFormed(text, value)
  return refused(Array.isArray(value) ? 'a_list' : 'no_object', 'The body must be a JSON object.')
}

/** What clients send in place of JSON, told by the first bytes, which are read as Latin-1. */
const MISTAKEN: readonly (readonly [beginning: RegExp, sentence: string])[] = [
  [/^$/, 'The body is empty: send one complete JSON object.'],
  [/^\xef\xbb\xbf/, 'The body begins with a byte order mark: send the JSON object without it.'],
  [/^(\xff\xfe|\xfe\xff|\{\0|\0\{)/, 'The body is UTF-16: send JSON encoded in UTF-8.'],
  // oxlint-disable-next-line no-control-regex -- the marks of gzip and zstd
  [/^(\x1f\x8b|\x28\xb5\x2f\xfd)/, 'The body is packed (gzip, zstd): send the JSON object uncompressed.'],
  [/^([\w.[\]%+-]+=|--\S+\r?\ncontent-)/i, 'The body is a form: send one complete JSON object in its place.'],
]
const mistaken = (bytes: Buffer): string | undefined =>
  MISTAKEN.find(([beginning]) => beginning.test(bytes.toString('latin1', 0, 200)))?.[1]

const wellFormed = (text: string, value: JsonObject): Result<JsonObject, JsonRefusal> =>
  text.includes('\\u') && !isWellFormed(value)
    ? refused('damaged', 'The body has half of a surrogate pair: send whole characters only.')
    : ok(value)

/**
 * Replaces each list directly below the root by its number and parses it member by member. So only the longest member,
 * not the body, blocks the event loop.
 */
async function parsedInTurns(
  text: string,
  lists: readonly JsonList[],
  pause: () => Promise<void> | undefined,
): Promise<unknown> {
  const frame: string[] = []
  let from = 0
  for (const [number, { start, end }] of lists.entries()) {
    frame.push(text.slice(from, start), `[${number}]`)
    from = end
  }
  const root = parsed(frame.join('') + text.slice(from))
  if (!isObject(root)) return root
  const whole: [string, unknown][] = []
  for (const [name, member] of Object.entries(root)) {
    if (!Array.isArray(member)) whole.push([name, member])
    else {
      const list = lists[member[0] as number] as JsonList
      const members: unknown[] = []
      for (const piece of piecesOf(text, list)) {
        await pause()
        const value = parsed(piece)
        if (value === undefined) return undefined
        members.push(value)
      }
      whole.push([name, members])
    }
  }
  return Object.fromEntries(whole)
}

function piecesOf(text: string, { start, end, commas }: JsonList): string[] {
  const pieces = [start, ...commas].map((at, i) => text.slice(at + 1, commas[i] ?? end - 1))
  return pieces.length === 1 && /^[ \t\n\r]*$/.test(pieces[0] as string) ? [] : pieces
}

const refused = (fault: JsonRefusal['fault'], message: string): Result<never, JsonRefusal> => refuse({ fault, message })

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a JSON text; undefined: the text is damaged. (No JSON text has that value.) */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}
