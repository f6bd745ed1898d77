// Requests as they go over the wire, and the ordinals and rows that they ask for.
import { cursorAfter, type RowFilter } from '../../src/domain/cursor.ts'
import { secret } from './stores.ts'

export const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${secret}\r\nAccept: application/json\r\n\r\n`

export function post(path: string, body: unknown, idempotencyKey?: string): string {
  const text = JSON.stringify(body)
  const header = idempotencyKey === undefined ? '' : `Idempotency-Key: ${idempotencyKey}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${secret}\r\n${header}`
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

export const NO_FILTER: RowFilter = { state: 'all', source: 'all', updatedSinceMs: null }
export const UNTRANSLATED_DIFF: RowFilter = { state: 'none', source: 'diff', updatedSinceMs: null }

/** Both programs' cursors are opaque and their own; both are made from the last ordinal seen. */
export type MakeCursor = (ordinal: number, filter: RowFilter) => string
export const windrowCursor: MakeCursor = cursorAfter
export const referenceCursor: MakeCursor = (ordinal) => Buffer.from(String(ordinal)).toString('base64url')

export interface PageOptions {
  readonly limit: number
  readonly after?: number
  readonly filter?: RowFilter
  readonly fields?: string
  readonly withTotal?: boolean
}

/** The address of a page. */
export function pagePath(cursor: MakeCursor, options: PageOptions): string {
  const { limit, after = 0, filter = NO_FILTER, fields, withTotal = false } = options
  const parameters = new URLSearchParams({ limit: String(limit) })
  if (filter.state !== 'all') parameters.set('state', filter.state)
  if (filter.source !== 'all') parameters.set('source', filter.source)
  if (filter.updatedSinceMs !== null) parameters.set('updated_since', new Date(filter.updatedSinceMs).toISOString())
  if (fields !== undefined) parameters.set('fields', fields)
  if (withTotal) parameters.set('include_total', '1')
  if (after > 0) parameters.set('cursor', cursor(after, filter))
  return `/api/v1/rows?${parameters.toString()}`
}

/** Numbers that look random and are the same in every run. */
export function createDice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export interface WireRow {
  readonly row_id: string
  readonly ordinal: number
  readonly source_text: string
  readonly source_hash: string
}

interface WirePage {
  readonly data: { readonly rows: readonly WireRow[] }
  readonly meta: { readonly next_cursor?: string; readonly total_matching?: number }
}

/** One answer of a server as text; throws unless it is 200. */
export async function ask(port: number, path: string, body?: unknown): Promise<string> {
  const headers = { 'X-API-Key': secret, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...given })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

/** All rows of a filter, page by page, at most `countMax`. */
export async function walk(port: number, filter: RowFilter, countMax: number): Promise<WireRow[]> {
  const rows: WireRow[] = []
  let path = pagePath(windrowCursor, { limit: 100, filter })
  for (;;) {
    const page = JSON.parse(await ask(port, path)) as WirePage
    rows.push(...page.data.rows)
    if (page.meta.next_cursor === undefined || rows.length >= countMax) return rows
    path = pagePath(windrowCursor, { limit: 100, filter, after: (rows.at(-1) as WireRow).ordinal })
  }
}
