// Reads CSV records (RFC 4180, any delimiter). A quoted field may hold delimiters, line breaks and doubled quotes;
// elsewhere a quote is an ordinary character. LF and CRLF end a record.
import { damagedLine } from '../damage.ts'
import { lineBytesMax } from '../text-entry.ts'

/** Closes a field read from `from`; −1: not on this line. */
export function closingQuote(line: string, from: number, isText?: (at: number) => boolean): number {
  let at = line.indexOf('"', from)
  while (at !== -1) {
    if (line[at + 1] === '"') at = line.indexOf('"', at + 2)
    else if (isText?.(at) === true) at = line.indexOf('"', at + 1)
    else return at
  }
  return -1
}

const isLineRest = (rest: string): boolean => rest === '' || rest === '\r'

export interface CsvRecord {
  /** The first line of the record. */
  readonly line: number
  readonly fields: readonly string[]
}

/** Joins lines to records. Throws DamagedFile where they are no CSV. */
export class CsvRecords {
  readonly #delimiter: string
  readonly #file: string
  #fields: string[] = []
  /** Pieces of a quoted field that is still open. */
  #open: string[] = []
  #openLength = 0
  #isOpen = false
  #startLine = 0

  constructor(delimiter: string, file: string) {
    this.#delimiter = delimiter
    this.#file = file
  }

  /** `line` is without its LF. Returns the record that it completes; null: the record goes on. */
  push(line: string, number: number): CsvRecord | null {
    let at = 0
    if (this.#isOpen) {
      at = this.#readQuoted(line, 0)
      if (at === -1) return null
    } else {
      this.#startLine = number
      this.#fields = []
      at = this.#readField(line, 0)
    }
    while (at !== -1 && line.startsWith(this.#delimiter, at)) at = this.#readField(line, at + this.#delimiter.length)
    if (at === -1) return null
    if (!isLineRest(line.slice(at))) {
      throw damagedLine(this.#file, number, {
        problem: 'after_quote',
        found: JSON.stringify(line.slice(at, at + 20)),
      })
    }
    return { line: this.#startLine, fields: this.#fields }
  }

  /** No line follows. */
  finish(): void {
    if (this.#isOpen) throw damagedLine(this.#file, this.#startLine, { problem: 'quote_open' })
  }

  /** Returns the field's end; −1: it goes on in the next line. */
  #readField(line: string, from: number): number {
    if (line[from] === '"') {
      this.#isOpen = true
      this.#open = []
      this.#openLength = 0
      return this.#readQuoted(line, from + 1)
    }
    const next = line.indexOf(this.#delimiter, from)
    const end = next !== -1 ? next : line.endsWith('\r') ? Math.max(from, line.length - 1) : line.length
    this.#fields.push(line.slice(from, end))
    return end
  }

  #readQuoted(line: string, from: number): number {
    const end = closingQuote(line, from)
    this.#open.push(line.slice(from, end === -1 ? line.length : end).replaceAll('""', '"'))
    if (end === -1) {
      this.#openLength += line.length + 1
      if (this.#openLength > lineBytesMax) {
        throw damagedLine(this.#file, this.#startLine, { problem: 'quote_too_long', expected: lineBytesMax })
      }
      return -1
    }
    this.#fields.push(this.#open.join('\n'))
    this.#isOpen = false
    return end + 1
  }
}

/** Keeps spreadsheets from reading a cell as a formula; for files that need not be read back unchanged. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export function csvField(text: string, delimiter: string): string {
  const isPlain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
