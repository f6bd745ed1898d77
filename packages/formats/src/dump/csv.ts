// Reads CSV records (RFC 4180, any delimiter). A quoted field may hold delimiters, line breaks and doubled quotes;
// elsewhere a quote is an ordinary character. LF and CRLF end a record.
import { damagedLine } from '../damage.ts'
import { lineBytesMax } from '../text-entry.ts'

/** The place of the quote that closes a field, which is read from `from` on; −1: it is not on this line. */
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
  /** The number of the record's first line. */
  readonly line: number
  readonly fields: readonly string[]
}

/** Joins lines to records. Throws DamagedFile where they are no CSV. */
export class CsvRecords {
  readonly #delimiter: string
  readonly #file: string
  #fields: string[] = []
  /** The lines so far of a quoted field that is not closed yet. */
  #open: string[] = []
  #openLength = 0
  #isOpen = false
  #startLine = 0

  constructor(delimiter: string, file: string) {
    this.#delimiter = delimiter
    this.#file = file
  }

  /** Takes a line, without its LF. Returns the record that ends with it; null: the record goes on. */
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

  /** Tells that no line follows. */
  finish(): void {
    if (this.#isOpen) throw damagedLine(this.#file, this.#startLine, { problem: 'quote_open' })
  }

  /** Reads a field and returns its end; −1: it goes on in the next line. */
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

/** Marks a cell, so that a spreadsheet does not read it as a formula. Only for files that need not be read back unchanged. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export function csvField(text: string, delimiter: string): string {
  const isPlain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
