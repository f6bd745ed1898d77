// Tables for people: columns padded to their widest cell.

/** Lines of a table; the last column isn't padded. */
export function tableLines(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => Array.from(row[column] ?? '').length)))
  const pad = (cell: string, column: number): string =>
    column === header.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - Array.from(cell).length)
  return all.map((row) => row.map(pad).join('  ').trimEnd())
}

/** ISO 8601 with milliseconds, UTC; null stays null. */
export const isoTime = (timeMs: number | null): string | null =>
  timeMs === null ? null : new Date(timeMs).toISOString()
