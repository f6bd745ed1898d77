// The texts of a block's rows, field by field, without the rows around them: for whoever looks at every text of the store.
// Texts of retired rows are among them. Hot: a million rows of a search that no index helps.
import type { FoldedUnits } from '../../domain/search/folded-units.ts'
import { bitsIn } from '../../domain/work/row-set.ts'
import type { Database } from '../file/environment.ts'
import { keyOfU32 } from '../keyspace.ts'
import { ROWS_PER_BLOCK } from '../rows/grouping.ts'
import { eachTextIn } from '../rows/head-view.ts'
import { rowView } from '../rows/row-block.ts'
import { referenceView } from '../rows/references.ts'

/** What is searched besides ids; also the order of everything that is kept by field. */
export const TEXT_FIELDS = ['source', 'reference', 'translation'] as const
type TextField = (typeof TEXT_FIELDS)[number]

type Visit = (place: number, text: string) => void

/** Rows of a block, a bit each. */
export type BlockRows = Uint32Array
export const wordsPerBlock = ROWS_PER_BLOCK / 32
const EVERY_ROW: BlockRows = new Uint32Array(wordsPerBlock).fill(0xffff_ffff)

/** Calls back with the place of each of these rows, ascending. */
export function eachPlace(rows: BlockRows, visit: (place: number) => void): void {
  for (let word = 0; word < wordsPerBlock; word++) {
    for (let rest = rows[word] as number; rest !== 0; rest &= rest - 1) visit(word * 32 + 31 - Math.clz32(rest & -rest))
  }
}

export const countOf = (rows: BlockRows): number => bitsIn(rows[0] as number) + bitsIn(rows[1] as number)

/** The tables in which texts lie: rows and references by their block, heads by their row. */
export type TextTable = 'row' | 'reference' | 'head'

/** Where texts are read from. */
export interface TextSource {
  readonly db: Database
  /** Good until the next read. */
  read(table: TextTable, number: number): Buffer | undefined
}

/** The store itself. */
export const storedTexts = (db: Database): TextSource => ({
  db,
  read: (table, number) => db.getBinaryFast(keyOfU32(table, number)),
})

/** From this many heads on, going through those of a block is quicker than asking for each. */
const headsInOne = 40

/** Calls back with each text of a field of some rows of a block; a row with two heads has two. */
export const eachText: Readonly<
  Record<TextField, (from: TextSource, block: number, rows: BlockRows, visit: Visit) => void>
> = {
  source(from, block, rows, visit) {
    const bytes = from.read('row', block)
    if (bytes === undefined) return
    eachPlace(rows, (place) => {
      const source = rowView(bytes, place)?.source
      if (source !== undefined) visit(place, bytes.toString('utf8', source.start, source.end))
    })
  },
  reference(from, block, rows, visit) {
    const bytes = from.read('reference', block)
    if (bytes === undefined) return
    eachPlace(rows, (place) => {
      const text = referenceView(bytes, place)?.text
      if (text !== undefined) visit(place, bytes.toString('utf8', text.start, text.end))
    })
  },
  translation(from, block, rows, visit) {
    const first = block * ROWS_PER_BLOCK
    const headAt = (place: number): void => {
      const bytes = from.read('head', first + place)
      if (bytes !== undefined) eachTextIn(bytes, (start, end) => visit(place, bytes.toString('utf8', start, end)))
    }
    if (countOf(rows) < headsInOne) return eachPlace(rows, headAt)
    const range = { start: keyOfU32('head', first), end: keyOfU32('head', first + ROWS_PER_BLOCK) }
    const heads = Array.from(from.db.getKeys(range), (key) => (key as Buffer).readUInt32BE(1) - first)
    heads.filter((place) => hasRow(rows, place)).forEach(headAt)
  },
}

const hasRow = (rows: BlockRows, place: number): boolean => (((rows[place >>> 5] as number) >>> (place & 31)) & 1) !== 0

/** As `eachText`, with the texts as folded units: calls back when those of a place have been taken. */
export function eachUnits(
  from: TextSource,
  block: number,
  field: TextField,
  units: FoldedUnits,
  visit: (place: number) => void,
): void {
  if (field === 'translation') {
    return eachText.translation(from, block, EVERY_ROW, (place, text) => {
      units.takeText(text)
      visit(place)
    })
  }
  const bytes = from.read(field === 'source' ? 'row' : 'reference', block)
  if (bytes === undefined) return
  for (let place = 0; place < ROWS_PER_BLOCK; place++) {
    if (field === 'source') {
      const source = rowView(bytes, place)?.source
      if (source === undefined) continue
      units.takeUtf8(bytes, source.start, source.end)
    } else {
      const text = referenceView(bytes, place)?.text
      if (text === undefined) continue
      units.takeUtf8(bytes, text.start, text.end)
    }
    visit(place)
  }
}

/** As `eachText`, with the ids of visible rows. */
export function eachRowId(from: TextSource, block: number, rows: BlockRows, visit: Visit): void {
  const bytes = from.read('row', block)
  if (bytes === undefined) return
  eachPlace(rows, (place) => {
    const row = rowView(bytes, place)
    if (row !== null) visit(place, row.rowId)
  })
}
