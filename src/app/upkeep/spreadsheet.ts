// CSV for spreadsheets: no cell is a formula, and lines end as in RFC 4180.
import { csvField, withoutFormula } from '../../../packages/formats/src/dump/csv.ts'

const delimiter = ','

/** Rows as CSV. It can't be read back exactly: a text that begins like a formula gets an apostrophe before it. */
export const spreadsheet = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('')

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : csvField(withoutFormula(value), delimiter)
