// Reads the community's TSV dumps (docs/game-files.md#text-dumps): only `\n` and `\r` are escapes; fields may be
// CSV-quoted. In a hand-edited row, a quote may never close, or close in the middle of the line: then the row is taken
// literally, with its quotes. A tab inside an unquoted text is text.
//
// Our addition (text-writer.ts): in a quoted text, a single quote between a backslash and n or r breaks the escape, so
// `\"n` is the two characters `\n`. No other CSV has one there.
import { closingQuote } from './csv.ts'
import { emptySlotId, unescapedBreaks } from './csv-dump.ts'
import { damagedLine } from '../damage.ts'
import { checkedText, emptyBatch, refuseId } from './dump-batch.ts'
import type { DumpBatch } from './dump-batch.ts'
import { lineBytesMax } from '../limits.ts'
import type { LineBatch } from './lines.ts'
import { parseHexId, quoted } from '../text-entry.ts'

/** The header has a tab, or two spaces in its place. */
export const isTsvHeader = (line: string): boolean => /^"?ID"?(?:\t| {2})"?OriginalText"?\s*$/.test(line)

const ROW = /^(?:([0-9a-fA-F]{16})|"([0-9a-fA-F]{16})")\t/

/** A quoted text that continues on the lines after its row, until it closes or another row starts. */
interface OpenRow {
  readonly id: string
  readonly line: number
  /** Used if the quote never closes. */
  readonly raw: string
  readonly pieces: string[]
  length: number
  /** The first line of no row, if the quote never closes. */
  stray: { readonly line: number; readonly text: string } | null
}

export async function* readTsv(batches: AsyncIterable<LineBatch>, file: string): AsyncGenerator<DumpBatch> {
  const rows = makeRowReader(file)
  let isHeaderRead = false
  for await (const { first, lines } of batches) {
    const batch = emptyBatch()
    for (const [at, line] of lines.entries()) {
      if (isHeaderRead) rows.push(line, first + at, batch)
      else if (line.trim() !== '') {
        if (!isTsvHeader(line)) throw damagedLine(file, first + at, { problem: 'header_missing', found: quoted(line) })
        isHeaderRead = true
      }
    }
    if (batch.entries.length > 0) yield batch
  }
  const last = emptyBatch()
  rows.giveUp(last)
  if (last.entries.length > 0) yield last
}

function makeRowReader(file: string) {
  let open: OpenRow | null = null

  const add = (batch: DumpBatch, id: string, text: string, line: number): void => {
    if (id === emptySlotId && text === '') return
    batch.entries.push({ id, text: text === '' ? null : checkedText(text, file, line), file, number: line })
    batch.lines.push(line)
  }

  /** The quote never closes: the row is taken literally, and the lines after it are no row. */
  const giveUp = (batch: DumpBatch): void => {
    if (open === null) return
    const { id, line, raw, stray } = open
    open = null
    add(batch, id, unescapedBreaks(raw), line)
    if (stray !== null) throw damagedLine(file, stray.line, { problem: 'tsv_row', found: quoted(stray.text) })
  }

  const goOn = (row: OpenRow, line: string, number: number, batch: DumpBatch): void => {
    const end = closing(line, 0)
    row.pieces.push(end === -1 ? line : line.slice(0, end))
    row.length += line.length + 1
    if (line.trim() !== '') row.stray ??= { line: number, text: line }
    if (end !== -1 && isRowEnd(line, end)) {
      open = null
      add(batch, row.id, unquoted(row.pieces.join('\n')), row.line)
    } else if (end !== -1 || row.length > lineBytesMax) giveUp(batch)
  }

  const start = (line: string, number: number, batch: DumpBatch): void => {
    const row = ROW.exec(line)
    if (row === null) {
      const tab = line.indexOf('\t')
      if (tab === -1) throw damagedLine(file, number, { problem: 'tsv_row', found: quoted(line) })
      refuseId(file, number, line.slice(0, tab))
    }
    const id = parseHexId(row[1] ?? row[2] ?? '') ?? refuseId(file, number, line)
    const text = line.slice(row[0].length)
    const raw = text.endsWith('\r') ? text.slice(0, -1) : text
    const end = text.startsWith('"') ? closing(text, 1) : 0
    if (end === -1) open = { id, line: number, raw, pieces: [text.slice(1)], length: text.length, stray: null }
    else if (end > 0 && isRowEnd(text, end)) add(batch, id, unquoted(text.slice(1, end)), number)
    else add(batch, id, unescapedBreaks(raw), number)
  }

  const push = (line: string, number: number, batch: DumpBatch): void => {
    if (open !== null) {
      if (!ROW.test(line)) {
        goOn(open, line, number, batch)
        return
      }
      giveUp(batch)
    }
    if (line.trim() !== '') start(line, number, batch)
  }

  return { push, giveUp }
}

const closing = (line: string, from: number): number =>
  closingQuote(line, from, (at) => line[at - 1] === '\\' && at > from && /[nr]/.test(line[at + 1] ?? ''))

/** Only empty columns follow the closing quote. */
const isRowEnd = (line: string, closesAt: number): boolean => /^\t*\r?$/.test(line.slice(closesAt + 1))

const ESCAPED: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '""': '"', '\\"': '\\' }
const unquoted = (text: string): string => text.replaceAll(/""|\\"(?=[nr])|\\[nr]/g, (found) => ESCAPED[found] ?? found)
