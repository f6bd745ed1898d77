// Reads a file of history as labels and rows, checked against their schemas.
import { type RowHistory } from '../../domain/merge/history.ts'
import { readHistory, refuseHistory } from '../../formats/history-lines.ts'
import type { Database } from '../../store/store.ts'
import { ordinalOf, readNextOrdinal } from '../../store/rows.ts'
import { parseRowHistory } from './history-schema.ts'
import { FileLabels } from './label-lines.ts'

/** Rows in batches; `labels` takes the other lines. Throws DamagedFile. */
export async function* readRows(path: string, labels?: FileLabels): AsyncGenerator<readonly RowHistory[]> {
  for await (const lines of readHistory(path)) {
    yield lines.flatMap(({ value, number, isLabel }) => {
      if (!isLabel) return [rowIn(path, value, number)]
      const expected = labels?.take(value) ?? null
      if (expected !== null) refuseHistory(path, number, { problem: 'history_label', expected })
      return []
    })
  }
}

function rowIn(path: string, value: unknown, number: number): RowHistory {
  const parsed = parseRowHistory(value)
  if ('row' in parsed) return parsed.row
  const { at, expected } = parsed
  return refuseHistory(
    path,
    number,
    at === '' ? { problem: 'history_line', expected } : { problem: 'history_row', at, expected },
  )
}

/** Refuses a row that is in the file twice. */
export async function readToItsEnd(
  db: Database,
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly rows: number; readonly labels: FileLabels }> {
  const met = new Uint8Array(Math.ceil(readNextOrdinal(db) / 8))
  const labels = new FileLabels(db)
  let rows = 0
  for await (const batch of readRows(path, labels)) {
    signal?.throwIfAborted()
    for (const { rowId } of batch) {
      rows++
      const ordinal = ordinalOf(db, rowId)
      if (ordinal === undefined) continue
      const [at, bit] = [ordinal >> 3, 1 << (ordinal & 7)]
      // The header is the first line.
      const line = 1 + labels.lines + rows
      if (((met[at] ?? 0) & bit) !== 0) refuseHistory(path, line, { problem: 'row_twice', found: rowId })
      met[at] = (met[at] ?? 0) | bit
    }
  }
  return { rows, labels }
}
