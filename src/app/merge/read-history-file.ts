// Reads a file of history as rows and checks them against its schema.
import { type RowHistory } from '../../domain/merge/history.ts'
import { readHistory, refuseHistory } from '../../formats/history-lines.ts'
import type { Database } from '../../store/store.ts'
import { ordinalOf, readNextOrdinal } from '../../store/rows.ts'
import { parseRowHistory } from './history-schema.ts'

/** Returns rows in batches. Throws DamagedFile. */
export async function* readRows(path: string): AsyncGenerator<readonly RowHistory[]> {
  for await (const lines of readHistory(path)) {
    yield lines.map(({ value, number }) => {
      const parsed = parseRowHistory(value)
      if ('row' in parsed) return parsed.row
      const { at, expected } = parsed
      return refuseHistory(
        path,
        number,
        at === '' ? { problem: 'history_line', expected } : { problem: 'history_row', at, expected },
      )
    })
  }
}

/** Returns the number of rows. Refuses a row that is in the file twice. */
export async function readToItsEnd(db: Database, path: string, signal: AbortSignal | undefined): Promise<number> {
  const met = new Uint8Array(Math.ceil(readNextOrdinal(db) / 8))
  let rows = 0
  for await (const batch of readRows(path)) {
    signal?.throwIfAborted()
    for (const { rowId } of batch) {
      rows++
      const ordinal = ordinalOf(db, rowId)
      if (ordinal === undefined) continue
      const [at, bit] = [ordinal >> 3, 1 << (ordinal & 7)]
      // One is added because the header is the first line.
      if (((met[at] ?? 0) & bit) !== 0) refuseHistory(path, rows + 1, { problem: 'row_twice', found: rowId })
      met[at] = (met[at] ?? 0) | bit
    }
  }
  return rows
}
