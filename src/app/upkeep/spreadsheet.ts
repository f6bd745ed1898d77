// Tables as CSV that people open in a spreadsheet: no cell is a formula there, and lines end as RFC 4180 has them.
import { csvField, withoutFormula } from '../../formats/dump/csv.ts'

const delimiter = ','

/** Rows of cells as CSV. It does not come back: a text that begins like a formula has an apostrophe before it. */
export const spreadsheet = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('')

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : csvField(withoutFormula(value), delimiter)
