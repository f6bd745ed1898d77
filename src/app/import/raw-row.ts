// Rows as bytes. An import reads every row and most are unchanged, so they are compared without being decoded.
import { sha256 } from '../../base/bytes.ts'
import { type Heads, NO_HEADS, type Row } from '../../domain/row.ts'
import { isServiceText } from '../../domain/text/service-text.ts'
import type { Database } from '../../store/store.ts'
import { ROW_SHELF, storedBlock } from '../../store/change-rows.ts'
import { blockOf, type RawRow, type RawText, rowView } from '../../store/rows.ts'

/** SHA-256 of a text. That of the empty text is known, because deletion markers are empty. */
export const hashOfText = (bytes: Uint8Array): Uint8Array => (bytes.length === 0 ? hashOfNothing : sha256(bytes))
const hashOfNothing = sha256('')

export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
export const textOf = (text: Pick<RawText, 'bytes'> | null): string =>
  text === null ? '' : Buffer.from(text.bytes).toString('utf8')

/** The facts of a row that decide its cell. Without translations the hash does not matter, and is left empty. */
export const cellRow = (row: RawRow, heads: Heads) => ({
  main: row.main,
  diff: row.diff,
  isServiceRow: row.isServiceRow,
  sourceHash: heads === NO_HEADS ? '' : hexOf(row.hash),
})

type CellRow = ReturnType<typeof cellRow>

const isAsciiLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** Like `isServiceText`, but quicker: a text that begins with a letter is not decoded. */
export function isServiceBytes(bytes: Uint8Array): boolean {
  const first = bytes[0]
  if (first === undefined) return true
  return (
    !isAsciiLetter(first) && isServiceText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  )
}

export function domainRow(ordinal: number, raw: RawRow): Row {
  const slot = (text: RawText | null): Row['main'] =>
    text === null ? null : { text: textOf(text), isDeleted: text.isDeleted, fileName: '', number: text.number }
  return {
    rowId: hexOf(raw.id),
    ordinal,
    main: slot(raw.main),
    diff: slot(raw.diff),
    sourceHash: hexOf(raw.hash),
    isServiceRow: raw.isServiceRow,
  }
}

export const rawRowIn = (block: Buffer | null, ordinal: number): RawRow | null =>
  block === null ? null : (rowView(block, ordinal)?.toRaw() ?? null)

/** Reads rows by ascending ordinal, each block only once. Null: the game has no such row. */
export function createRawRows(db: Database): (ordinal: number) => { row: RawRow; cellRow: CellRow } | null {
  let [at, block]: [number, Buffer | null] = [-1, null]
  return (ordinal) => {
    if (blockOf(ordinal) !== at) {
      at = blockOf(ordinal)
      block = storedBlock(db, ROW_SHELF, at)
    }
    const row = rawRowIn(block, ordinal)
    return row === null ? null : { row, cellRow: { ...cellRow(row, NO_HEADS), sourceHash: hexOf(row.hash) } }
  }
}
