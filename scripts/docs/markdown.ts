// Tables in Markdown.
import { numeral } from '../../src/base/numeral.ts'

export const code = (text: string): string => `\`${text}\``

/** Words as code, with commas between them. */
export const codes = (words: readonly string[]): string => words.map(code).join(', ')

/** A table; a `|` inside a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** A size in bytes, in the largest unit that leaves it whole. */
export function sizeText(bytes: number): string {
  const units = [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const
  const [unit, size] = units.find(([, each]) => bytes % each === 0) ?? ['bytes', 1]
  return `${numeral(bytes / size)} ${unit}`
}
