// Visits the texts of a block of 64 rows in the stored bytes, without decoding; also those of retired rows. Hot: a
// million rows for a search without an index.
import { bitsIn, eachPlace, isIn } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32, ROWS_PER_BLOCK } from '../file/keyspace.ts'
import { eachTextIn } from './head-view.ts'
import { referenceView } from './references.ts'
import { rowView } from './row-block.ts'

/** The searched texts of a row; also the order of everything that is kept by field. */
export const TEXT_FIELDS = ['source', 'reference', 'translation'] as const
type TextField = (typeof TEXT_FIELDS)[number]

/** The rows of a block of 64, a bit for each. */
export type BlockRows = Uint32Array
export const wordsPerBlock = ROWS_PER_BLOCK / 32
export const newBlockRows = (): BlockRows => new Uint32Array(wordsPerBlock)

export const countOf = (rows: BlockRows): number => bitsIn(rows[0] as number) + bitsIn(rows[1] as number)

export type BlockTable = 'row' | 'reference'

/** A stored block, good until the next read. */
export const readStoredBlock = (main: Database, table: BlockTable, block: number): Buffer | undefined =>
  main.getBinaryFast(keyOfU32(table, block))

export interface TextSource {
  readonly main: Database
  /** Reads a block, good until the next read. */
  readBlock(table: BlockTable, block: number): Buffer | undefined
}

export const storedTexts = (main: Database): TextSource => ({
  main,
  readBlock: (table, block) => readStoredBlock(main, table, block),
})

/** Called with each text: the UTF-8 from `start` to before `end`, good until the next read. */
type Visit = (place: number, bytes: Buffer, start: number, end: number) => void

/** A block with at least so many heads has them read in one range, which is then quicker than asking for each. */
const headsInOne = 40

/** Visits the texts of a field; a row with two heads has two. */
export const eachText: Readonly<
  Record<TextField, (from: TextSource, block: number, rows: BlockRows, visit: Visit) => void>
> = {
  source(from, block, rows, visit) {
    const bytes = from.readBlock('row', block)
    if (bytes === undefined) return
    eachPlace(rows, (place) => {
      const source = rowView(bytes, place)?.source
      if (source !== undefined) visit(place, bytes, source.start, source.end)
    })
  },
  reference(from, block, rows, visit) {
    const bytes = from.readBlock('reference', block)
    if (bytes === undefined) return
    eachPlace(rows, (place) => {
      const text = referenceView(bytes, place)?.text
      if (text !== undefined) visit(place, bytes, text.start, text.end)
    })
  },
  translation({ main }, block, rows, visit) {
    const first = block * ROWS_PER_BLOCK
    const headAt = (place: number): void => {
      const bytes = main.getBinaryFast(keyOfU32('head', first + place))
      if (bytes !== undefined) eachTextIn(bytes, (start, end) => visit(place, bytes, start, end))
    }
    if (countOf(rows) < headsInOne) return eachPlace(rows, headAt)
    const range = { start: keyOfU32('head', first), end: keyOfU32('head', first + ROWS_PER_BLOCK) }
    const heads = Array.from(main.getKeys(range), (key) => (key as Buffer).readUInt32BE(1) - first)
    heads.filter((place) => isIn(rows, place) === 1).forEach(headAt)
  },
}

export function eachRowId(
  from: TextSource,
  block: number,
  rows: BlockRows,
  visit: (place: number, rowId: string) => void,
): void {
  const bytes = from.readBlock('row', block)
  if (bytes === undefined) return
  eachPlace(rows, (place) => {
    const row = rowView(bytes, place)
    if (row !== null) visit(place, row.rowId)
  })
}
