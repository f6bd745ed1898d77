// Reads and writes the file that carries history between stores (docs/merging.md#the-file):
//
//     {"format":"windrow history","version":1,"exported":"2026-01-02T03:04:05.678Z"}
//     {"label":…}                                 version 2, with labels: labels and their rows by hand
//     {"row":…}                                   one line a row
//     {"end":true,"rows":2,"sha256":"…"}          hash of all bytes before this line
//
// The last line reveals a truncated file. Readers check the content of labels and rows.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { ByteSink } from '../../../src/base/bytes.ts'
import { writeTo } from '../../../src/base/whole-file.ts'
import { bytesOf, compressionAt, linesOf } from './dump/dump-bytes.ts'
import { quoted, rowLineBytesMax } from './text-entry.ts'
import { damagedLine, type Problem } from './damage.ts'

const format = 'windrow history'
/** The version that a file names. Earlier programs refuse 2, because they would lose the labels. */
const versions = { plain: 1, labels: 2 } as const

interface WrittenHistory {
  readonly exportedAtMs: number
  readonly labels: Iterable<object>
  readonly batches: Iterable<readonly object[]>
  readonly signal: AbortSignal | undefined
}

/** Writes a file of history, which appears complete or not at all. Returns the number of rows. */
export async function writeHistory(
  to: string | ByteSink,
  { exportedAtMs, labels, batches, signal }: WrittenHistory,
): Promise<number> {
  return await writeTo(to, async ({ append }) => {
    const hash = createHash('sha256')
    let rows = 0
    const add = async (lines: readonly object[]): Promise<void> => {
      const text = lines.map((line) => `${lineOf(line)}\n`).join('')
      hash.update(text)
      await append(text)
    }
    const header = (version: number): object => ({ format, version, exported: new Date(exportedAtMs).toISOString() })
    let version: number = versions.plain
    for (const line of labels) {
      signal?.throwIfAborted()
      await add(version === versions.labels ? [line] : [header((version = versions.labels)), line])
    }
    if (version === versions.plain) await add([header(version)])
    for (const batch of batches) {
      signal?.throwIfAborted()
      if (batch.length > 0) await add(batch)
      rows += batch.length
    }
    await append(`${JSON.stringify({ end: true, rows, sha256: hash.digest('hex') })}\n`)
    return rows
  })
}

function lineOf(line: object): string {
  const text = JSON.stringify(line)
  if (text.length * 3 <= rowLineBytesMax || Buffer.byteLength(text) <= rowLineBytesMax) return text
  throw new RangeError(
    `a row has more than ${rowLineBytesMax} bytes of history, more than a line of this file may hold`,
  )
}

interface HistoryLine {
  readonly number: number
  readonly isLabel: boolean
  readonly value: Readonly<Record<string, unknown>>
}

export function refuseHistory(path: string, line: number, problem: Problem): never {
  throw damagedLine(basename(path), line, problem)
}

/**
 * Batches of lines from a plain, gzip or zstd file. Throws DamagedFile at a bad line, and at the end of an incomplete
 * file: read to the end before using any line.
 */
export async function* readHistory(path: string): AsyncGenerator<readonly HistoryLine[]> {
  const name = basename(path)
  const hash = createHash('sha256')
  let rows = 0
  let last = 0
  let end: { readonly rows: unknown; readonly sha256: unknown; readonly number: number } | null = null
  const chunks = bytesOf({ path, name, compression: await compressionAt(path) })
  for await (const { first, lines } of linesOf(chunks, name, rowLineBytesMax)) {
    const batch: HistoryLine[] = []
    for (const [at, line] of lines.entries()) {
      const number = first + at
      last = number
      if (end !== null) refuseHistory(path, number, { problem: 'after_last_line', found: quoted(line) })
      const value = objectIn(path, line, number)
      if (number === 1) checkHeader(path, value, line)
      else if (value['end'] === true) {
        end = { rows: value['rows'], sha256: value['sha256'], number }
        continue
      } else {
        const isLabel = 'label' in value
        if (!isLabel) rows++
        batch.push({ number, isLabel, value })
      }
      hash.update(line).update('\n')
    }
    if (batch.length > 0) yield batch
  }
  if (last === 0) refuseHistory(path, 1, { problem: 'history_empty' })
  if (end === null) refuseHistory(path, last, { problem: 'history_cut_off' })
  if (end.rows !== rows)
    refuseHistory(path, end.number, { problem: 'rows_missing', found: rows, expected: String(end.rows) })
  if (end.sha256 !== hash.digest('hex')) refuseHistory(path, end.number, { problem: 'history_changed' })
}

function objectIn(path: string, line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The code below refuses this line like any other that is no object.
  }
  return refuseHistory(path, number, { problem: number === 1 ? 'no_history' : 'line_no_object', found: quoted(line) })
}

function checkHeader(path: string, header: Readonly<Record<string, unknown>>, line: string): void {
  if (header['format'] !== format) refuseHistory(path, 1, { problem: 'no_history', found: quoted(line) })
  const known = Object.values(versions)
  if (known.some((version) => version === header['version'])) return
  refuseHistory(path, 1, { problem: 'history_version', found: String(header['version']), expected: known.join(' or ') })
}
