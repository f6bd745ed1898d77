// Requests as they go over the wire, and the rows and texts that they are made of.
import { cursorAfter, type RowFilter } from '../../src/domain/cursor.ts'
import { dumpLines, secret } from './stores.ts'

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

interface PageOptions {
  readonly limit: number
  readonly after?: number
  readonly filter?: RowFilter
  readonly withTotal?: boolean
}

/** The address of a page. */
export function pagePath(cursor: MakeCursor, options: PageOptions): string {
  const { limit, after = 0, filter = NO_FILTER, withTotal = false } = options
  const parameters = new URLSearchParams({ limit: String(limit) })
  if (filter.state !== 'all') parameters.set('state', filter.state)
  if (filter.source !== 'all') parameters.set('source', filter.source)
  if (filter.updatedSinceMs !== null) parameters.set('updated_since', new Date(filter.updatedSinceMs).toISOString())
  if (withTotal) parameters.set('include_total', '1')
  if (after > 0) parameters.set('cursor', cursor(after, filter))
  return `/api/v1/rows?${parameters.toString()}`
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

interface Sent {
  readonly method?: string
  /** For what may be sent again. */
  readonly key?: string
}

/** One answer of a server as text; throws unless it is a good one. */
export async function ask(port: number, path: string, body?: unknown, { method, key }: Sent = {}): Promise<string> {
  const type = body !== undefined && { 'Content-Type': 'application/json' }
  const headers = { 'X-API-Key': secret, ...type, ...(key && { 'Idempotency-Key': key }) }
  const sent = body === undefined ? { method: method ?? 'GET' } : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

/** All rows of a filter, page by page, or the first `countMax` and a few. */
export async function walk(port: number, filter: RowFilter, countMax = Number.POSITIVE_INFINITY): Promise<WireRow[]> {
  const rows: WireRow[] = []
  let path = pagePath(windrowCursor, { limit: 100, filter })
  for (;;) {
    const page = JSON.parse(await ask(port, path)) as WirePage
    rows.push(...page.data.rows)
    if (page.meta.next_cursor === undefined || rows.length >= countMax) return rows
    path = pagePath(windrowCursor, { limit: 100, filter, after: (rows.at(-1) as WireRow).ordinal })
  }
}

export interface Item {
  readonly row_id: string
  readonly text: string
  readonly layer: 'machine'
  readonly source_hash: string
  readonly provider: string
  readonly model: string
}

interface Verdicts {
  readonly data: { readonly items: readonly { readonly ok: boolean }[] }
}

/** The Chinese twins of rows that have no translation, those that the gate accepts, in the order of the list. */
export async function acceptedItems(port: number, referenceDump: string, count: number): Promise<Item[]> {
  const rows = await walk(port, { state: 'none', source: 'main', updatedSinceMs: null }, 2 * count + 500)
  const sources = new Map(rows.map((row) => [row.row_id, row.source_hash]))
  const items: Item[] = []
  for await (const { id, text } of dumpLines(referenceDump)) {
    const source_hash = sources.get(id)
    if (source_hash === undefined || text === '') continue
    items.push({ row_id: id, text, layer: 'machine', source_hash, provider: 'bench', model: 'twin-1' })
  }
  const accepted: Item[] = []
  for (let at = 0; at < items.length && accepted.length < count; at += 50) {
    const asked = items.slice(at, at + 50)
    const { data } = JSON.parse(await ask(port, '/api/v1/translations/validate', bodyOf(asked))) as Verdicts
    accepted.push(...asked.filter((_, i) => data.items[i]?.ok === true))
  }
  if (accepted.length < count) throw new Error(`only ${accepted.length} of ${count} texts passed the gate`)
  return accepted.slice(0, count)
}

/** The body of a validate. */
export const bodyOf = (items: readonly Item[]) => ({
  items: items.map(({ row_id, text, source_hash, layer }) => ({ row_id, text, source_hash, layer })),
})

/** The next fifty at each call, again from the start behind the last ones. */
export function inBatches(items: readonly Item[]): () => readonly Item[] {
  let batches = 0
  return () => {
    const from = (50 * batches++) % (items.length - 50)
    return items.slice(from, from + 50)
  }
}
